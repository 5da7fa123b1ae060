"""The local socket between the engine and its clients: one that only this user can open, and no port (DESIGN 3).

A Unix socket in a private folder; on Windows a named pipe. Which one it is, is known here alone.
"""

import asyncio
import hashlib
import json
import os
import secrets
import socket
import stat
import struct
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from workspace_app.domain.errors import WorkspaceError

LINE_LIMIT = 64 * 1024 * 1024
"""Bytes that one message may have."""
PATH_LIMIT = 100
"""Bytes that the path of a Unix socket may have on every system (104 on macOS, 108 on Linux, each with its end mark)."""

OnConnection = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class TransportError(WorkspaceError):
    """The local socket cannot be made or trusted."""


@dataclass(frozen=True)
class Endpoint:
    """Where an engine listens, as its `engine.json` says.

    Args:
        address: path of the socket or name of the pipe.
        token: what a client must say first; known to whoever can read the data folder.
        pid: of the engine's process.
        version: of the engine's program.
    """

    address: str
    token: str
    pid: int
    version: str


def endpoint_file(home: Path) -> Path:
    """Where an engine says how to reach it."""
    return home / "engine.json"


def write_endpoint(home: Path, endpoint: Endpoint) -> None:
    """Say how to reach the engine of `home`, to this user alone; never half of it."""
    path = endpoint_file(home)
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(endpoint), file)
    draft.replace(path)


def read_endpoint(home: Path) -> Endpoint | None:
    """What `write_endpoint` said last, None if nothing usable; the engine may be gone since."""
    try:
        return Endpoint(**json.loads(endpoint_file(home).read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def new_token() -> str:
    """A secret for one life of an engine."""
    return secrets.token_urlsafe(32)


if sys.platform == "win32":

    class Listener:
        """A pipe that is listened on."""

        def __init__(self, servers: list[asyncio.windows_events.PipeServer]) -> None:
            self._servers = servers

        def close(self) -> None:
            """Take no more connections."""
            for server in self._servers:
                server.close()

    def new_address(home: Path) -> str:
        """The name of the pipe for an engine of `home`: never the same twice, so that nobody can take it beforehand."""
        return rf"\\.\pipe\workspace-{_name(home)}-{secrets.token_hex(16)}"

    async def listen(address: str, on_connection: OnConnection) -> Listener:
        """Listen on a pipe; Windows lets others than this user read such a pipe at most, and the token keeps what is said."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, asyncio.ProactorEventLoop)

        def protocol() -> asyncio.StreamReaderProtocol:
            return asyncio.StreamReaderProtocol(asyncio.StreamReader(LINE_LIMIT, loop), on_connection, loop)

        return Listener(await loop.start_serving_pipe(protocol, address))

    async def connect(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection.

        Raises:
            OSError: nobody listens there.
        """
        loop = asyncio.get_running_loop()
        assert isinstance(loop, asyncio.ProactorEventLoop)
        reader = asyncio.StreamReader(LINE_LIMIT, loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
        transport, _ = await loop.create_pipe_connection(lambda: protocol, address)
        return reader, asyncio.StreamWriter(transport, protocol, reader, loop)

else:

    class Listener:
        """A socket that is listened on."""

        def __init__(self, server: asyncio.Server, path: Path) -> None:
            self._server = server
            self._path = path

        def close(self) -> None:
            """Take no more connections."""
            self._server.close()
            self._path.unlink(missing_ok=True)

    def new_address(home: Path) -> str:
        """The path of the socket for the engine of `home`, in this user's own folder for such things.

        Raises:
            TransportError: there is no such folder, or somebody else has it.
        """
        for folder in _runtime_folders():
            path = folder / f"{_name(home)}.sock"
            if len(os.fsencode(path)) <= PATH_LIMIT:
                folder.mkdir(mode=0o700, exist_ok=True)
                _check_private(folder)
                return str(path)
        raise TransportError(
            "There is no folder for the engine's socket: every path is too long. Set XDG_RUNTIME_DIR to a short one."
        )

    async def listen(address: str, on_connection: OnConnection) -> Listener:
        """Listen on a socket, in place of one that a killed engine left behind; only the holder of the home's lock may do this.

        Raises:
            TransportError: its folder is not this user's own.
        """
        path = Path(address)
        _check_private(path.parent)
        path.unlink(missing_ok=True)

        async def check(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if _same_user(writer):
                await on_connection(reader, writer)
            else:
                writer.close()

        server = await asyncio.start_unix_server(check, path, limit=LINE_LIMIT)
        path.chmod(0o600)
        return Listener(server, path)

    async def connect(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection.

        Raises:
            OSError: nobody listens there.
            TransportError: who listens there is not this user.
        """
        reader, writer = await asyncio.open_unix_connection(address, limit=LINE_LIMIT)
        if not _same_user(writer):
            writer.close()
            raise TransportError(f"The socket {address} belongs to another user. Remove it and try again.")
        return reader, writer

    def _runtime_folders() -> list[Path]:
        own = os.environ.get("XDG_RUNTIME_DIR")
        name = f"workspace-{os.getuid()}"
        return [
            Path(folder) / name for folder in (own, tempfile.gettempdir(), "/tmp") if folder and Path(folder).is_dir()
        ]

    def _check_private(folder: Path) -> None:
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
            raise TransportError(f"The folder {folder} must belong to you alone (mode 0700). Remove it and try again.")

    def _same_user(writer: asyncio.StreamWriter) -> bool:
        """Whether the other end is this user; where the system cannot tell, the private folder is what keeps others out."""
        if sys.platform != "linux":
            return True
        peer = writer.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return bool(struct.unpack("3i", peer)[1] == os.getuid())


def _name(home: Path) -> str:
    return hashlib.sha256(os.fsencode(home.resolve())).hexdigest()[:16]
