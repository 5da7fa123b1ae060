"""The tool servers of an engine: one process for each, started on first use, started again after it failed."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Project
from workspace_app.engine.mcp.config import PREFIX, McpError, ServerConfig
from workspace_app.engine.mcp.settings import McpSettings

if TYPE_CHECKING:
    from mcp.types import CallToolResult, Tool

    from workspace_app.engine.mcp.connection import Connection

LONGEST_WAIT = 60.0
"""Seconds between two starts of a server that keeps failing: 1, 2, 4 and so on up to this."""

NAMED = 20
"""Tools of a server that a sentence names."""

State = Literal["idle", "starting", "ready", "failed"]


@dataclass
class Server:
    """One server, whether it runs or not.

    Args:
        config: as in the file.
        changed: told when its health changes.
        known_tools: names of the tools that it had when it was last asked; None if it never was.
    """

    config: ServerConfig
    folder: Path
    settings: McpSettings
    changed: Callable[[str], None]
    connection: Connection | None = None
    opening: Connection | None = None
    failures: int = 0
    not_before: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    fault: str = ""
    known_tools: Sequence[str] | None = None

    @property
    def state(self) -> State:
        """Its health."""
        if self.opening is not None:
            return "starting"
        if self.connection is None:
            return "failed" if self.fault else "idle"
        return "ready" if self.connection.alive else "failed"

    @property
    def detail(self) -> str:
        """Why it failed, with the last lines that it printed; "" if it has not."""
        if self.state != "failed":
            return ""
        return self.fault or (self.connection.last_words if self.connection else "") or "It ended by itself."

    async def tools(self) -> list[Tool]:
        """Its tools."""
        found = await (await self._running()).tools()
        self.known_tools = [tool.name for tool in found]
        return found

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """Call a tool; raises McpError."""
        connection = await self._running()
        result = await connection.call(tool, arguments)
        self.failures, self.not_before = 0, 0.0
        return result

    async def stop(self) -> None:
        """End it; the next use starts it again."""
        if self.opening is not None:
            await self.opening.close()
        async with self.lock:
            if self.connection is not None:
                await self.connection.close()
            self.connection, self.fault, self.failures, self.not_before = None, "", 0, 0.0
        self.changed(self.config.name)

    async def _running(self) -> Connection:
        async with self.lock:
            if self.connection is None or not self.connection.alive:
                await self._start()
            assert self.connection is not None
            return self.connection

    async def _start(self) -> None:
        from workspace_app.engine.mcp.connection import Connection

        now = asyncio.get_running_loop().time
        if (left := self.not_before - now()) > 0:
            raise McpError(
                f"The tool server “{self.config.name}” failed and is tried again in {math.ceil(left)} seconds. {self.fault}"
            )
        if self.connection is not None:
            await self.connection.close()
        self.connection, self.fault = None, ""
        try:
            self.opening = Connection(self.settings.filled(self.config), self.folder)
            self.opening.owner.add_done_callback(lambda _: self.changed(self.config.name))
            self.changed(self.config.name)
            await self.opening.opened()
            self.connection = self.opening
        except BaseException as error:
            self.fault = str(error)
            if self.opening is not None:
                await self.opening.close()
            raise
        finally:
            # Counted before anything is known of it: only a call that succeeds makes a server trusted again.
            waits = min(2.0**self.failures, LONGEST_WAIT) if self.failures or self.fault else 0.0
            self.not_before = now() + waits
            self.failures += 1
            self.opening = None
            self.changed(self.config.name)


class McpServers:
    """All tool servers.

    Args:
        home: the data folder.
        changed: told the name of a server whose health or configuration changed.
    """

    def __init__(self, home: Path, changed: Callable[[str], None]) -> None:
        self.settings = McpSettings(home)
        self._home, self._changed = home, changed
        self._servers: dict[tuple[str, str], Server] = {}

    async def server(self, name: str, project: Project | None) -> Server:
        """A server by its name, as configured now; one that runs with an older configuration is ended.

        Args:
            project: whose own servers count too; None for the person's own alone.

        Raises:
            McpError: there is none, it is disabled, or the project's has not been accepted.
        """
        config, owner = self._configured(name, project)
        key = (owner.id if owner else "", name)
        known = self._servers.get(key)
        if known is None or known.config != config:
            if known is not None:
                await known.stop()
            folder = Path(owner.folder) if owner else self._home
            known = self._servers[key] = Server(config, folder, self.settings, self._changed)
        return known

    def fault_of(self, tool: str, project: Project | None, health: bool) -> str | None:
        """What is known to keep a plan from using mcp:SERVER or mcp:SERVER/TOOL, a sentence. No server is started to find out."""
        where, _, wanted = tool.removeprefix(PREFIX).partition("/")
        try:
            config, owner = self._configured(where, project)
        except WorkspaceError as error:
            return str(error)
        server = self.running(config, owner.id if owner else None)
        if server is None:
            return None
        if health and server.state == "failed":
            return f"The tool server “{where}” failed: {server.detail} Mend it; it is tried again when it is used."
        if wanted and server.known_tools is not None and wanted not in server.known_tools:
            return no_tool(where, wanted, server.known_tools)
        return None

    def running(self, config: ServerConfig, project: str | None) -> Server | None:
        """The server of a configuration, of a project's or (None) of the person's own, if it has been used."""
        found = self._servers.get((project or "", config.name))
        return found if found is not None and found.config == config else None

    async def stop(self, name: str) -> None:
        """End every server of this name: its configuration changed."""
        for key in [key for key in self._servers if key[1] == name]:
            await self._servers.pop(key).stop()
        self._changed(name)

    async def close(self) -> None:
        """End all servers."""
        await asyncio.gather(*(server.stop() for server in self._servers.values()))
        self._servers.clear()

    def _configured(self, name: str, project: Project | None) -> tuple[ServerConfig, Project | None]:
        """A server that may be used, and the project if it is the project's own. Raises McpError."""
        own = self.settings.own()
        usable = own if project is None else self.settings.usable(project)
        config = usable.get(name)
        if config is None:
            raise McpError(self._missing(name, project, list(usable)))
        if config.disabled:
            raise McpError(f"The tool server “{name}” is switched off in the settings.")
        return config, None if own.get(name) == config else project

    def _missing(self, name: str, project: Project | None, usable: list[str]) -> str:
        if project is not None and name in self.settings.offered(project).servers:
            return (
                f"The tool server “{name}” comes with the project's folder and has not been accepted, or has changed since:"
                " look at it in the settings and accept it."
            )
        there = f" There are: {', '.join(usable)}." if usable else ""
        return f"There is no tool server “{name}”: add it in the settings.{there}"


def no_tool(server: str, wanted: str, known: Sequence[str]) -> str:
    """The sentence that a server has no such tool."""
    some = ", ".join(sorted(known)[:NAMED]) or "none"
    more = f" and {len(known) - NAMED} more" if len(known) > NAMED else ""
    return f"The tool server “{server}” has no tool “{wanted}”. It has: {some}{more}."
