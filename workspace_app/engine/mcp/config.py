"""The usual `mcpServers` JSON, as values: {"mcpServers": {NAME: {"command", "args", "env"} or {"type", "url", "headers"}}}."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.mcp.secrets import hidden_values

Transport = Literal["stdio", "http", "sse"]

PREFIX = "mcp:"
"""A plan's assistant names all tools of a server as mcp:SERVER, one as mcp:SERVER/TOOL."""
KEPT = "${keyring}"
"""Stands in the file where a value is in the system's keyring: the whole text is there."""
_TRANSPORTS = {"stdio": "stdio", "http": "http", "streamable-http": "http", "streamableHttp": "http", "sse": "sse"}
_NAME = re.compile(r"[\w .@-]{1,64}")
_CONTROL = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)
_VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")


class McpError(WorkspaceError):
    """A tool server cannot be used, or a call of one of its tools failed; the message says why."""


@dataclass(frozen=True)
class ServerConfig:
    """One server, as configured.

    Args:
        command, args, env: the program to start, for stdio; it gets `env` beside the usual variables, and none of the app's keys.
        url, headers: where it is, for http and sse.
        disabled: it is not started.
        extra: keys that are unknown here, kept.
        filled_in: once it is filled in, what its variables stood for; not written.
    """

    name: str
    transport: Transport
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    disabled: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)
    filled_in: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The server as in the file; `read_server` reads back the same."""
        if self.transport == "stdio":
            known: dict[str, Any] = {"command": self.command, "args": list(self.args), "env": dict(self.env)}
        else:
            known = {"type": self.transport, "url": self.url, "headers": dict(self.headers)}
        return {**self.extra, **known, **({"disabled": True} if self.disabled else {})}

    def hidden(self, text: str) -> str:
        """A text without the values that may be secret: what a server prints and answers is kept."""
        for value in hidden_values((self.env, self.headers, self.filled_in), self.args, (self.url,)):
            text = text.replace(value, "***").replace(json.dumps(value)[1:-1], "***")
        return text

    def shown(self, text: str, most: int) -> str:
        """What the server said, as it may stand in a sentence, a log or a prompt: without control characters and secrets, and cut."""
        return cut(self.hidden(_CONTROL.sub("", text)), most)

    @property
    def variables(self) -> set[str]:
        """Names of the environment variables that its values are filled in from."""
        return {match[1] for text in self.texts for match in _VARIABLE.finditer(text.replace(KEPT, ""))}

    @property
    def texts(self) -> tuple[str, ...]:
        """All that may hold references."""
        return (self.command, *self.args, *self.env.values(), self.url, *self.headers.values())

    @property
    def what(self) -> str:
        """What is started or asked, for the person to judge."""
        return " ".join((self.command, *self.args)) if self.transport == "stdio" else self.url


def cut(text: str, most: int) -> str:
    """A text of at most `most` characters, and how many more there were."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most:,} more characters)"


def read_servers(data: object) -> dict[str, ServerConfig]:
    """The servers of a parsed `mcpServers` file, by name.

    Raises:
        McpError: it has another shape; the message names the server and the key.
    """
    servers = data.get("mcpServers") if isinstance(data, Mapping) else None
    if not isinstance(servers, Mapping):
        raise McpError('Tool servers are given as {"mcpServers": {"NAME": {"command": ..., "args": [...]}}}.')
    return {str(name): read_server(str(name), about) for name, about in servers.items()}


def read_server(name: str, data: object) -> ServerConfig:
    """One server from JSON.

    Raises:
        McpError: a key is missing or of the wrong type.
    """
    if not _NAME.fullmatch(name):
        raise McpError(f"“{name}” is no name for a tool server: use letters, digits, spaces and . @ - _, at most 64.")
    if not isinstance(data, Mapping):
        raise McpError(f"The tool server “{name}” must be an object.")
    rest = dict(data)
    kind = rest.pop("type", None) or ("http" if rest.get("url") else "stdio")
    if kind not in _TRANSPORTS:
        raise McpError(f"The tool server “{name}” has the type “{kind}”: choose stdio, http or sse.")
    config = ServerConfig(
        name=name,
        transport=cast(Transport, _TRANSPORTS[kind]),
        command=_text(name, rest, "command"),
        args=_texts(name, rest),
        env=_table(name, rest, "env"),
        url=_text(name, rest, "url"),
        headers=_table(name, rest, "headers"),
        disabled=bool(rest.pop("disabled", False)),
        extra=rest,
    )
    if config.transport == "stdio" and not config.command.strip():
        raise McpError(f"The tool server “{name}” names no command to start, and no url.")
    if config.transport != "stdio" and not config.url.startswith(("http://", "https://")):
        raise McpError(f"The address of the tool server “{name}” must begin with http:// or https://.")
    return config


def expand(
    name: str, text: str, variables: Mapping[str, str] | None = None, filled_in: dict[str, str] | None = None
) -> str:
    """A value with ${VARIABLE} and ${VARIABLE:-default} filled in from the environment.

    Args:
        filled_in: is given the variables with what they stand for.

    Raises:
        McpError: a variable is not set and has no default.
    """
    known = os.environ if variables is None else variables

    def value(match: re.Match[str]) -> str:
        found = known.get(match[1]) or match[2]
        if found is None:
            raise McpError(f"The tool server “{name}” needs the environment variable {match[1]}, which is not set.")
        if filled_in is not None:
            filled_in[match[1]] = found
        return found

    return _VARIABLE.sub(value, text)


def _text(name: str, rest: dict[str, Any], key: str) -> str:
    value = rest.pop(key, None) or ""
    if not isinstance(value, str):
        raise McpError(f"“{key}” of the tool server “{name}” must be a text.")
    return value


def _texts(name: str, rest: dict[str, Any]) -> tuple[str, ...]:
    value = rest.pop("args", None) or []
    if not isinstance(value, list) or not all(isinstance(item, str | int | float) for item in value):
        raise McpError(f"“args” of the tool server “{name}” must be a list of texts.")
    return tuple(str(item) for item in value)


def _table(name: str, rest: dict[str, Any], key: str) -> dict[str, str]:
    value = rest.pop(key, None) or {}
    if not isinstance(value, Mapping) or not all(isinstance(item, str | int | float) for item in value.values()):
        raise McpError(f"“{key}” of the tool server “{name}” must be an object of texts.")
    return {str(title): str(item) for title, item in value.items()}
