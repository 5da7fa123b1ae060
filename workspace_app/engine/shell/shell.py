"""One shell process, and how commands are put to it."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import shlex
from typing import cast

from workspace_app.engine.shell.output import FLOOD, Output
from workspace_app.engine.shell.supervised import Leash

_PATIENCE = 5.0  # seconds for a supervisor to end what it supervises
_GREETING = "exec 8>&1 9>&2\n"  # where the end of a command is told, whatever it does to its own output
_MARK = 48  # bytes of the longest mark
_BETWEEN = 10_000  # bytes kept of what is printed while no command runs; the next one shows them


class Shell(asyncio.SubprocessProtocol):
    """A shell process, and the command that it runs now.

    Its script comes in by stdin. After each command it prints a mark with the exit code to both streams; a command that
    the shell does not outlive is seen by the end of the process.
    """

    def __init__(self, leash: Leash) -> None:
        self._leash = leash
        self._output: Output | None = None
        self._mark = re.compile(b"(?!)")
        self._rest = {1: b"", 2: b""}  # the beginning of a mark, or what came while no command ran
        self._code: asyncio.Future[int] | None = None
        self._marked: set[int] = set()
        self._between = 0
        self.ended = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._send(_GREETING)

    async def run(self, command: str, output: Output) -> int:
        """Run a command; its exit code."""
        word = secrets.token_hex(16)
        self._mark = re.compile(rb"\x01" + word.encode() + rb":(\d+)\x01")
        self._output, self._marked, self._between = output, set(), 0
        self._code = asyncio.get_running_loop().create_future()
        if not self.alive:
            return self._transport.get_returncode() or 0
        told = f'printf "\\001{word}:%d\\001"'
        self._send(
            # The empty line: after a syntax error in eval, bash does not know the "{" of the very next line.
            f"eval {shlex.quote(command)} </dev/null 8>&- 9>&-\n\n"
            f'{{ set -- "$?" "$@"; {told} "$1" >&8; {told} "$1" >&9; shift; }} 2>/dev/null\n'
        )
        return await self._code

    @property
    def alive(self) -> bool:
        """Whether it can take a command."""
        return self._leash.held and not self.ended.is_set()

    async def end(self) -> None:
        """End the shell and all that it started, and wait until it has ended."""
        self._leash.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.ended.wait(), _PATIENCE)
        self._transport.close()

    def let_go(self) -> None:
        """End it without waiting."""
        self._leash.close()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        data = self._rest[fd] + data
        if self._output is None or fd in self._marked:
            self._hold_back(fd, data)
            return
        mark = self._mark.search(data)
        if mark is None:
            self._pass_on(self._output, fd, data)
            return
        self._rest[fd] = data[mark.end() :]
        self._output.add(fd, data[: mark.start()])
        self._marked.add(fd)
        if self._marked == {1, 2}:
            self._done(int(mark[1]))

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended, and all that it printed has come."""
        self._leash.close()
        self.ended.set()
        if self._output is not None:
            for fd in {1, 2} - self._marked:
                self._output.add(fd, self._rest[fd])
        self._done(self._transport.get_returncode() or 0)

    def _send(self, text: str) -> None:
        pipe = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        pipe.write(text.encode())

    def _hold_back(self, fd: int, data: bytes) -> None:
        """Keep the end of what a program in the background prints; one that prints without end takes the shell with it."""
        self._between += len(data) - len(self._rest[fd])
        self._rest[fd] = data[-_BETWEEN:]
        if self._between > FLOOD:
            self._leash.close()

    def _pass_on(self, output: Output, fd: int, data: bytes) -> None:
        """Take all but what may be the beginning of a mark."""
        begin = data.rfind(b"\x01", max(0, len(data) - _MARK))
        cut = begin if begin >= 0 else len(data)
        self._rest[fd] = data[cut:]
        output.add(fd, data[:cut])
        if output.size > FLOOD:
            self._done(0)

    def _done(self, code: int) -> None:
        if self._code is not None and not self._code.done():
            self._code.set_result(code)
