"""Verbs about what assistants may use: tool servers, and the standing permissions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from workspace_app.desk.base import DeskBase
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.permissions import Rule
from workspace_app.engine.mcp.config import McpError, ServerConfig, read_servers
from workspace_app.engine.mcp.settings import Offer
from workspace_app.store import permissions


class ToolVerbs(DeskBase):
    """Set up tool servers, try their tools, and see, give and take back permissions."""

    # tool servers

    async def mcp_servers(self, project: str | None = None) -> dict[str, Any]:
        """The tool servers, with their health.

        Returns:
            {"servers": [{"name", "source": "yours" or "project", "transport", "what", "env": [names], "headers": [names], "disabled",
            "accepted", "state": "idle", "starting", "ready" or "failed", "detail"}], "offer": what the project's folder brings along:
            {"fingerprint", "accepted", "problem"}, None without a project or a file}
        """
        servers = self._crew.mcp
        found = [self._about(config, "yours", True, project) for config in servers.settings.own().values()]
        offer = servers.settings.offered(self._ask.project(project)) if project else Offer({})
        found += [self._about(config, "project", offer.accepted, project) for config in offer.servers.values()]
        there = bool(offer.fingerprint or offer.problem)
        about = {"fingerprint": offer.fingerprint, "accepted": offer.accepted, "problem": offer.problem}
        return {"servers": found, "offer": about if there else None}

    async def add_mcp_servers(self, config: dict[str, Any]) -> dict[str, Any]:
        """Add servers from the usual {"mcpServers": {...}}, or replace those of the same names.

        What is typed into `env` and `headers` goes to the system's keyring, and so do arguments and addresses that hold a secret.

        Raises:
            WorkspaceError: the JSON has another shape, or there is no keyring for a value that was typed.
        """
        servers = read_servers(config)
        if not servers:
            raise McpError("There is no server in this JSON: give at least one.")
        self._crew.mcp.settings.add(servers.values())
        for name in servers:
            await self._crew.mcp.stop(name)
        return {"names": list(servers)}

    async def remove_mcp_server(self, name: str) -> dict[str, Any]:
        """Remove one of the person's own servers, and what the keyring holds for it; `bring_back_mcp_server` undoes it."""
        self._crew.mcp.settings.remove(name)
        await self._crew.mcp.stop(name)
        return {}

    async def bring_back_mcp_server(self, name: str) -> dict[str, Any]:
        """Undo `remove_mcp_server`, with the values that were in the keyring.

        Raises:
            WorkspaceError: the engine has ended since, or there is a server of this name again.
        """
        self._crew.mcp.settings.bring_back(name)
        await self._crew.mcp.stop(name)
        return {}

    async def switch_mcp_server(self, name: str, on: bool) -> dict[str, Any]:
        """Switch one of the person's own servers on or off."""
        own = self._crew.mcp.settings.own()
        if name not in own:
            raise NotFound(f"There is no tool server “{name}” in your settings.")
        self._crew.mcp.settings.add([replace(own[name], disabled=not on)])
        await self._crew.mcp.stop(name)
        return {}

    async def stop_mcp_server(self, name: str) -> dict[str, Any]:
        """End a server; its next use starts it again, at once even if it had failed."""
        await self._crew.mcp.stop(name)
        return {}

    async def accept_mcp(self, project: str, fingerprint: str) -> dict[str, Any]:
        """Let a project's own servers be started, exactly as shown; an empty fingerprint takes that back.

        Raises:
            McpError: the file has changed since it was shown.
        """
        servers, row = self._crew.mcp, self._ask.project(project)
        offered = servers.settings.offered(row).servers
        servers.settings.accept(row, fingerprint)
        for name in offered:
            await servers.stop(name)
        return {}

    async def mcp_tools(self, name: str, project: str | None = None) -> list[dict[str, Any]]:
        """The tools of a server, which is started for it: [{"name", "title", "description", "schema"}]."""
        server = await self._crew.mcp.server(name, self._ask.project(project) if project else None)
        return [
            {"name": t.name, "title": t.title or t.name, "description": t.description or "", "schema": t.inputSchema}
            for t in await server.tools()
        ]

    async def try_mcp_tool(
        self, name: str, tool: str, arguments: Mapping[str, Any], project: str | None = None
    ) -> dict[str, Any]:
        """Call a tool once, as the person's own act: {"ok", "text"}."""
        from workspace_app.engine.mcp.tools import text_of

        server = await self._crew.mcp.server(name, self._ask.project(project) if project else None)

        async def shown(body: bytes, extension: str) -> str:
            return f"a file of type {extension}"

        try:
            result = await server.call(tool, arguments)
            return {"ok": not result.isError, "text": await text_of(result, shown)}
        except WorkspaceError as error:
            return {"ok": False, "text": str(error)}

    def _about(self, config: ServerConfig, source: str, accepted: bool, project: str | None) -> dict[str, Any]:
        server = self._crew.mcp.running(config, project if source == "project" else None)
        return {
            "name": config.name,
            "source": source,
            "transport": config.transport,
            "what": config.what,
            "env": list(config.env),
            "headers": list(config.headers),
            "disabled": config.disabled,
            "accepted": accepted,
            "state": server.state if server else "idle",
            "detail": server.detail if server else "",
        }

    # permissions

    async def permissions(self) -> list[dict[str, Any]]:
        """All standing permissions, oldest first.

        Returns:
            [{"id", "verdict": "allow" or "never", "tool", "pattern", "scope": "conversation", "task" or "always", "task", "task_title",
            "conversation", "created_at"}]
        """
        return [self._shown(rule) for rule in self._ask.read(permissions.rules)]

    async def allow_tool(
        self,
        tool: str,
        pattern: str = "",
        verdict: Literal["allow", "never"] = "allow",
        task: str | None = None,
        conversation: str | None = None,
    ) -> dict[str, Any]:
        """A standing permission, or with "never" a prohibition, for a tool's calls that look like `pattern` (see `domain.permissions.fits`).

        Args:
            tool: its name; * and ? stand for letters.
            task, conversation: where it holds; everywhere if neither is given.
        """
        if not tool.strip():
            raise WorkspaceError("Name the tool that the permission is about.")
        if verdict not in ("allow", "never"):
            raise WorkspaceError(f"A permission says allow or never; not {verdict}.")
        if task is not None:
            self._ask.task(task)
        if conversation is not None:
            self._ask.conversation(conversation)
        rule = Rule("", verdict, tool.strip(), pattern.strip(), task, conversation)
        id_ = await self._ledger.change(lambda c: permissions.add_rule(c, rule))
        self._ledger.publish(Event("tools", id_))
        return {"id": id_}

    async def revoke_permission(self, permission: str) -> dict[str, Any]:
        """Take a standing permission back, from the next call on; returns what it was, as `permissions` tells it."""
        found = [rule for rule in self._ask.read(permissions.rules) if rule.id == permission]
        if not found:
            raise NotFound("This permission has been taken back already.")
        await self._ledger.change(lambda c: permissions.remove_rule(c, permission))
        self._ledger.publish(Event("tools", permission))
        return self._shown(found[0])

    def _shown(self, rule: Rule) -> dict[str, Any]:
        task = rule.task or (self._ask.conversation(rule.conversation).task if rule.conversation else None)
        scope = "conversation" if rule.conversation else "task" if rule.task else "always"
        return {
            "id": rule.id,
            "verdict": rule.verdict,
            "tool": rule.tool,
            "pattern": rule.pattern,
            "scope": scope,
            "task": task,
            "task_title": self._title(task),
            "conversation": rule.conversation,
            "created_at": rule.created_at.isoformat() if rule.created_at else None,
        }

    def _title(self, task: str | None) -> str:
        if task is None:
            return ""
        try:
            return self._ask.task(task).title
        except NotFound:
            return ""  # it is in the trash
