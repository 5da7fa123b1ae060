"""What waits to be sent to one client: a slow reader never holds up the engine, nor grows its memory without bound."""

import asyncio
from collections import deque

from workspace_app.desk.rpc import notification
from workspace_app.domain.events import Event

EVENT_LIMIT = 2000
RESYNC = Event("engine", "resync", text="Some changes were not told one by one: read everything again.")
"""Sent in place of events that a slow client missed."""


class Outgoing:
    """A queue of lines: answers are always kept, events as far as there is room.

    When it is full, first the pieces of text under way go (their messages follow whole), then all events, for one `RESYNC`.

    Args:
        limit: how many events it holds.
    """

    def __init__(self, limit: int = EVENT_LIMIT) -> None:
        self._limit = limit
        self._items: deque[bytes | Event] = deque()
        self._events = 0
        self._cut: set[tuple[str | None, str | None]] = set()
        self._ready = asyncio.Event()
        self._finished = False

    def put_line(self, line: bytes) -> None:
        """Queue an answer."""
        self._items.append(line)
        self._ready.set()

    def put_event(self, event: Event) -> None:
        """Queue an event, or drop it as said above."""
        if self._is_cut(event):
            return
        if self._events >= self._limit:
            self._drop_deltas()
        if self._events >= self._limit:
            self._keep([item for item in self._items if isinstance(item, bytes)])
            event = RESYNC
        self._items.append(event)
        self._events += 1
        self._ready.set()

    def finish(self) -> None:
        """Let `next` come to an end after what is queued."""
        self._finished = True
        self._ready.set()

    async def next(self) -> bytes:
        """Take the oldest line, when there is one; empty after the last."""
        while not self._items:
            if self._finished:
                return b""
            self._ready.clear()
            await self._ready.wait()
        item = self._items.popleft()
        if isinstance(item, bytes):
            return item
        self._events -= 1
        return notification("event", item.to_json())

    def _is_cut(self, event: Event) -> bool:
        """Whether the event goes on with a text of which a piece was dropped: a text with a hole is worse than none."""
        key = (event.conversation, event.source)
        if event.kind == "message" or event.restart:
            self._cut.discard(key)
        return event.kind == "delta" and key in self._cut

    def _drop_deltas(self) -> None:
        dropped = [item for item in self._items if isinstance(item, Event) and item.kind == "delta"]
        self._cut |= {(item.conversation, item.source) for item in dropped}
        self._keep([item for item in self._items if isinstance(item, bytes) or item.kind != "delta"])

    def _keep(self, items: list[bytes | Event]) -> None:
        self._items = deque(items)
        self._events = sum(isinstance(item, Event) for item in items)
