"""Which tool servers there are: the person's own, in the home, and those that a project's folder offers.

Values of `env` and `headers` that the person typed are in the system's keyring, never in the file. A project's `.mcp.json` comes with the
folder, so it is only looked at until the person has accepted what it starts, and again when it changes.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workspace_app.domain.records import Project
from workspace_app.engine.mcp.config import KEPT, McpError, ServerConfig, expand, read_servers
from workspace_app.engine.models.keys import forget_secret, keep_secret, read_secret

FILE_NAME = "mcp.json"
ACCEPTED_NAME = "mcp_accepted.json"
PROJECT_FILE = ".mcp.json"
_IN_ENVIRONMENT = "write it as ${NAME} and set the environment variable NAME (${NAME:-value} has a default)"


@dataclass(frozen=True)
class Offer:
    """The servers that a project's folder brings along.

    Args:
        fingerprint: of the file as it is now; "" if there is none.
        accepted: the person has accepted exactly this.
        problem: why it cannot be read, in words.
    """

    servers: Mapping[str, ServerConfig]
    fingerprint: str = ""
    accepted: bool = False
    problem: str = ""


class McpSettings:
    """The files with the servers.

    Args:
        home: the data folder.
    """

    def __init__(self, home: Path) -> None:
        self._file, self._accepted = home / FILE_NAME, home / ACCEPTED_NAME

    def own(self) -> dict[str, ServerConfig]:
        """The person's own servers, by name.

        Raises:
            McpError: the file is broken; it is left as it is.
        """
        try:
            return read_servers(json.loads(self._file.read_text("utf-8")))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise McpError(
                f"The tool servers in {self._file} cannot be read ({error}): mend or remove the file."
            ) from error

    def add(self, servers: Iterable[ServerConfig]) -> None:
        """Add servers, or replace those of the same names; what is typed into `env` and `headers` goes to the keyring.

        Raises:
            WorkspaceError: there is no keyring, or the file cannot be written.
        """
        self._save(self.own() | {server.name: _hide(server) for server in servers})

    def remove(self, name: str) -> None:
        """Remove a server and what the keyring holds for it."""
        servers = self.own()
        removed = servers.pop(name, None)
        if removed is None:
            raise McpError(f"There is no tool server “{name}” in your settings.")
        self._save(servers)
        if KEPT in (*removed.env.values(), *removed.headers.values()):
            forget_secret(_secret(name))

    def offered(self, project: Project) -> Offer:
        """What a project's folder offers."""
        try:
            body = (Path(project.folder) / PROJECT_FILE).read_bytes()
            found = read_servers(json.loads(body))
        except FileNotFoundError:
            return Offer({})
        except (OSError, ValueError, McpError) as error:
            return Offer({}, problem=f"{PROJECT_FILE} in the project's folder cannot be read: {error}")
        fingerprint = hashlib.sha256(body).hexdigest()
        return Offer(found, fingerprint, self._all_accepted().get(project.id) == fingerprint)

    def accept(self, project: Project, fingerprint: str) -> None:
        """Let a project's servers be started, exactly as they were shown; an empty fingerprint takes that back.

        Raises:
            McpError: the file has changed since it was shown.
        """
        if fingerprint and fingerprint != self.offered(project).fingerprint:
            raise McpError(f"{PROJECT_FILE} has changed since it was shown: look at it again.")
        accepted = {key: value for key, value in self._all_accepted().items() if key != project.id}
        _write(self._accepted, accepted | ({project.id: fingerprint} if fingerprint else {}))

    def usable(self, project: Project) -> dict[str, ServerConfig]:
        """The servers that a project's assistants may use; an accepted one of the project goes before one of the person's own."""
        offer = self.offered(project)
        return self.own() | (dict(offer.servers) if offer.accepted else {})

    def variables(self, projects: Iterable[Project]) -> set[str]:
        """Names of the environment variables that usable servers are filled in from.

        Raises:
            McpError: the file with the person's own servers is broken.
        """
        usable = [self.own(), *(self.usable(project) for project in projects)]
        return {name for servers in usable for config in servers.values() for name in config.variables}

    def filled(self, config: ServerConfig) -> ServerConfig:
        """A server as it is started: with what the keyring and the environment hold.

        Raises:
            WorkspaceError: a variable is not set, or the keyring cannot be read.
        """
        kept: dict[str, dict[str, str]] = {}
        if KEPT in (*config.env.values(), *config.headers.values()):
            kept = json.loads(read_secret(_secret(config.name)) or "{}")

        def table(key: str, values: Mapping[str, str]) -> dict[str, str]:
            return {name: _value(config.name, name, value, kept.get(key, {})) for name, value in values.items()}

        return replace(
            config,
            command=expand(config.name, config.command),
            args=tuple(expand(config.name, item) for item in config.args),
            env=table("env", config.env),
            url=expand(config.name, config.url),
            headers=table("headers", config.headers),
        )

    def _all_accepted(self) -> dict[str, str]:
        try:
            found: dict[str, str] = json.loads(self._accepted.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise McpError(f"{self._accepted} cannot be read ({error}): mend or remove the file.") from error
        return found

    def _save(self, servers: Mapping[str, ServerConfig]) -> None:
        _write(self._file, {"mcpServers": {name: config.to_json() for name, config in servers.items()}})


def _hide(config: ServerConfig) -> ServerConfig:
    """The server without the values that were typed, which are kept in the keyring."""
    literal = {
        key: {name: value for name, value in values.items() if "${" not in value}
        for key, values in (("env", config.env), ("headers", config.headers))
    }
    if not any(literal.values()):
        return config
    known = json.loads(read_secret(_secret(config.name)) or "{}")
    kept = {key: known.get(key, {}) | values for key, values in literal.items()}
    keep_secret(_secret(config.name), json.dumps(kept), instead=_IN_ENVIRONMENT)
    return replace(
        config,
        env={name: KEPT if name in literal["env"] else value for name, value in config.env.items()},
        headers={name: KEPT if name in literal["headers"] else value for name, value in config.headers.items()},
    )


def _value(server: str, name: str, value: str, kept: Mapping[str, str]) -> str:
    if value != KEPT:
        return expand(server, value)
    if name not in kept:
        raise McpError(f"The keyring has no value for {name} of the tool server “{server}”: set it again.")
    return kept[name]


def _secret(name: str) -> str:
    return f"mcp/{name}"


def _write(file: Path, value: Any) -> None:
    draft = file.with_suffix(".tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        draft.replace(file)
    except OSError as error:
        raise McpError(f"The tool servers could not be written to {file}: {error.strerror}.") from error
