"""The shells that are open, so that one outlives the wait for the person's answer (L107)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from workspace_app.engine.shell.session import ShellSession

KEPT = 900.0
"""Seconds that a shell is kept while nobody uses it."""


class Sessions:
    """Open shells by a name of the caller's."""

    def __init__(self) -> None:
        self._open: dict[str, ShellSession] = {}
        self._ends: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()

    def take(self, key: str, make: Callable[[], ShellSession]) -> ShellSession:
        """The open shell of this name, or a new one."""
        if key in self._ends:
            self._ends.pop(key).cancel()
        if key not in self._open:
            self._open[key] = make()
        return self._open[key]

    def __contains__(self, key: str) -> bool:
        return key in self._open

    def leave(self, key: str) -> None:
        """Nobody uses a shell for now: it is closed after a while."""
        if key in self._open and key not in self._ends:
            self._ends[key] = asyncio.get_running_loop().call_later(KEPT, self._expire, key)

    async def close(self, key: str) -> None:
        """Close a shell, if it is open."""
        if key in self._ends:
            self._ends.pop(key).cancel()
        session = self._open.pop(key, None)
        if session is not None:
            await session.close()

    async def close_all(self) -> None:
        """Close every shell: the engine ends."""
        await asyncio.gather(*(self.close(key) for key in list(self._open)), *self._closing)

    def _expire(self, key: str) -> None:
        closing = asyncio.get_running_loop().create_task(self.close(key))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)


SHELLS = Sessions()
"""Those of this engine."""
