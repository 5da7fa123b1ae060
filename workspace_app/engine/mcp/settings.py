"""Which tool servers there are: the person's own, in the home, and those that a project's folder offers.

Values of `env` and `headers` that the person typed are in the system's keyring, never in the file, and so are arguments and addresses that hold
a secret. A project's `.mcp.json` comes with the
folder, so it is only looked at until the person has accepted what it starts, and again when it changes.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from workspace_app.domain.records import Project
from workspace_app.engine.mcp.config import KEPT, McpError, ServerConfig, expand, read_servers
from workspace_app.engine.mcp.secrets import in_arguments, in_text, is_typed
from workspace_app.engine.models.keys import forget_secret, keep_secret, read_secret

FILE_NAME = "mcp.json"
ACCEPTED_NAME = "mcp_accepted.json"
PROJECT_FILE = ".mcp.json"
Parts: TypeAlias = dict[str, dict[str, str]]
_TABLES = ("env", "headers")
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
        self._removed: dict[str, tuple[ServerConfig, str | None]] = {}

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
        """Remove a server and what the keyring holds for it. Until the engine ends its memory has both, for `bring_back`."""
        servers = self.own()
        removed = servers.pop(name, None)
        if removed is None:
            raise McpError(f"There is no tool server “{name}” in your settings.")
        kept = read_secret(_secret(name)) if _has_kept(removed) else None
        self._save(servers)
        if kept is not None:
            forget_secret(_secret(name))
        self._removed[name] = removed, kept

    def bring_back(self, name: str) -> None:
        """Undo `remove`.

        Raises:
            WorkspaceError: it is no longer known, there is one of this name again, or the keyring does not take its values.
        """
        if name in self.own():
            raise McpError(f"There is a tool server “{name}” again; it stays as it is.")
        if name not in self._removed:
            raise McpError(f"The tool server “{name}” cannot be brought back after a restart: add it again.")
        config, kept = self._removed[name]
        if kept is not None:
            keep_secret(_secret(name), kept, instead=_IN_ENVIRONMENT)
        self._save(self.own() | {name: config})
        del self._removed[name]

    def offered(self, project: Project) -> Offer:
        """What a project's folder offers."""
        try:
            body = (Path(project.folder) / PROJECT_FILE).read_bytes()
            found = read_servers(json.loads(body))
            _check_own_secrets(found)
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
        parts, filled_in = _parts(config), dict[str, str]()
        kept: Parts = {}
        if _has_kept(config):
            kept = json.loads(read_secret(_secret(config.name)) or "{}")

        def value(key: str, name: str, text: str) -> str:
            if KEPT in text and name not in kept.get(key, {}):
                what = f"argument {int(name) + 1}" if key == "args" else name
                raise McpError(f"The keyring has no value for {what} of the tool server “{config.name}”: set it again.")
            return expand(config.name, kept[key][name] if KEPT in text else text, filled_in=filled_in)

        filled = {key: {name: value(key, name, text) for name, text in part.items()} for key, part in parts.items()}
        command = expand(config.name, config.command)
        return replace(_with_parts(config, filled), command=command, filled_in=filled_in)

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


def _parts(config: ServerConfig) -> Parts:
    """What of a server may be in the keyring, by the names that it has there."""
    words = {str(place): word for place, word in enumerate(config.args)}
    return {"env": dict(config.env), "headers": dict(config.headers), "args": words, "url": {"url": config.url}}


def _with_parts(config: ServerConfig, parts: Parts) -> ServerConfig:
    words = tuple(parts["args"].values())
    return replace(config, env=parts["env"], headers=parts["headers"], args=words, url=parts["url"]["url"])


def _hide(config: ServerConfig) -> ServerConfig:
    """The server without the values that were typed, which are kept in the keyring."""
    parts = _parts(config)
    shown = {
        **{key: {name: KEPT if is_typed(text) else text for name, text in parts[key].items()} for key in _TABLES},
        "args": dict(parts["args"]),
        "url": {"url": config.url},
    }
    seen = [("args", str(place), secret) for place, secret in in_arguments(config.args)]
    seen += [("url", "url", secret) for secret in in_text(config.url)]
    for key, name, secret in seen:
        if is_typed(secret):
            shown[key][name] = shown[key][name].replace(secret, KEPT)
    typed = {
        key: {name: text for name, text in part.items() if shown[key][name] != text} for key, part in parts.items()
    }
    if not any(typed.values()):
        return config
    known = json.loads(read_secret(_secret(config.name)) or "{}")
    kept = {key: known.get(key, {}) | values for key, values in typed.items()}
    keep_secret(_secret(config.name), json.dumps(kept), instead=_IN_ENVIRONMENT)
    return _with_parts(config, shown)


def _has_kept(config: ServerConfig) -> bool:
    return any(KEPT in text for text in config.texts)


def _check_own_secrets(servers: Mapping[str, ServerConfig]) -> None:
    """Raise McpError if a project's server asks for what the person's keyring holds for a server of theirs."""
    for name, config in servers.items():
        if _has_kept(config):
            raise McpError(f"the tool server “{name}” names a value of your keyring; it must be ${{NAME}} instead.")


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
