"""Running a program so that nothing of it stays behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from workspace_app.engine.shell.supervised import NO_LIMITS, Fence, Leash, Limits, environment, supervised

_DRAIN = 1.0  # seconds for output that is still in the pipes when a program has ended


@dataclass(frozen=True)
class Output:
    """What a program wrote, without the middle part of `cut` bytes if it was more than the limit."""

    text: str
    cut: int = 0


@dataclass(frozen=True)
class Finished:
    """How a program ended; `exit_code` is 128 + n for signal n."""

    exit_code: int
    stdout: Output
    stderr: Output
    timed_out: bool = False


async def run_process(
    command: Sequence[str] | str,
    *,
    folder: Path | None = None,
    stdin: bytes = b"",
    timeout: float,
    limit: int,
    limits: Limits = NO_LIMITS,
    fence: Fence | None = None,
    variables: Mapping[str, str] | None = None,
) -> Finished:
    """Run a program (argument list, or a string for the shell) in `folder` for at most `timeout` seconds.

    Of each output stream `limit` bytes are kept. The program is supervised: all that it started ends when it ends, its
    time is up, the caller is cancelled or this process is gone. It has the app's environment without its secrets, and
    `variables`. Raises OSError if it cannot be started.
    """
    leash = Leash()
    try:
        transport, listener = await _start(command, folder, limit, leash, limits, fence, variables or {})
    except BaseException:
        leash.close()
        raise
    finally:
        leash.handed_over()
    timed_out = False
    try:
        _feed(transport, stdin)
        async with asyncio.timeout(timeout):
            await listener.exited.wait()
    except TimeoutError:
        timed_out = True
    finally:
        leash.close()
        if sys.platform == "win32":  # there is no supervisor there
            transport.kill()
        await listener.exited.wait()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(listener.closed.wait(), _DRAIN)
        transport.close()
    stdout, stderr = listener.outputs()
    return Finished(transport.get_returncode() or 0, stdout, stderr, timed_out)


class _Listener(asyncio.SubprocessProtocol):
    """Keeps what a program writes, and tells when it has ended (`exited`) and closed its pipes (`closed`)."""

    def __init__(self, limit: int) -> None:
        self._kept = {1: _Kept(limit), 2: _Kept(limit)}
        self.exited = asyncio.Event()
        self.closed = asyncio.Event()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._kept[fd].add(data)

    def process_exited(self) -> None:
        self.exited.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()

    def outputs(self) -> tuple[Output, Output]:
        return self._kept[1].output(), self._kept[2].output()


class _Kept:
    """The beginning and the end of what a stream yields."""

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._head, self._tail, self._total = bytearray(), bytearray(), 0

    def add(self, data: bytes) -> None:
        self._total += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        del self._tail[: max(0, len(self._tail) - self._half)]

    def output(self) -> Output:
        cut = self._total - len(self._head) - len(self._tail)
        parts = [self._head, self._tail] if cut else [self._head + self._tail]
        return Output(f"\n[... {cut:,} bytes cut ...]\n".join(part.decode(errors="replace") for part in parts), cut)


async def _start(
    command: Sequence[str] | str,
    folder: Path | None,
    limit: int,
    leash: Leash,
    limits: Limits,
    fence: Fence | None,
    variables: Mapping[str, str],
) -> tuple[asyncio.SubprocessTransport, _Listener]:
    loop = asyncio.get_running_loop()
    options: dict[str, Any] = {
        "cwd": folder,
        "env": {**environment(os.environ), **variables},
        "start_new_session": True,
    }
    if sys.platform == "win32":
        if isinstance(command, str):
            return await loop.subprocess_shell(lambda: _Listener(limit), command, **options)
        return await loop.subprocess_exec(lambda: _Listener(limit), *command, **options)
    words = supervised(_words(command, folder), leash, limits, fence)
    return await loop.subprocess_exec(lambda: _Listener(limit), *words, pass_fds=[leash.fd], **options)


def _words(command: Sequence[str] | str, folder: Path | None) -> list[str]:
    """The program and its arguments. Raises FileNotFoundError if there is no such program."""
    if isinstance(command, str):
        return ["/bin/sh", "-c", command]
    program = Path(folder or ".", command[0]) if os.sep in command[0] else command[0]
    if shutil.which(program) is None:
        raise FileNotFoundError(f'there is no program "{command[0]}"')
    return list(command)


def _feed(transport: asyncio.SubprocessTransport, content: bytes) -> None:
    pipe = cast(asyncio.WriteTransport, transport.get_pipe_transport(0))
    pipe.write(content)
    pipe.write_eof()
