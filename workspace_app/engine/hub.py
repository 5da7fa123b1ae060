"""Where events leave the engine. Text deltas are gathered, so that a fast model does not flood whoever listens."""

import asyncio
import logging
from collections.abc import Callable

from workspace_app.domain.events import Event

DELTA_SECONDS = 0.05

Listener = Callable[[Event], None]


class Hub:
    """Publishes events to its listeners, in order, on the engine's loop."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._deltas: dict[tuple[str, str], list[Event]] = {}
        self._flush: asyncio.TimerHandle | None = None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every event from now on; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def publish(self, *events: Event) -> None:
        """Tell the listeners. Text under way that came before is told before."""
        if self._deltas:
            self._send_deltas()
        for event in events:
            self._send(event)

    def delta(self, event: Event) -> None:
        """Tell a piece of text under way, soon."""
        pieces = self._deltas.setdefault((event.conversation or "", event.source or ""), [])
        if event.restart:
            pieces.clear()
        pieces.append(event)
        if self._flush is None:
            self._flush = asyncio.get_running_loop().call_later(DELTA_SECONDS, self._send_deltas)

    def _send_deltas(self) -> None:
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        waiting, self._deltas = self._deltas, {}
        for pieces in waiting.values():
            first = pieces[0]
            text = "".join(piece.text for piece in pieces)
            self._send(
                Event(
                    "delta",
                    first.id,
                    project=first.project,
                    task=first.task,
                    conversation=first.conversation,
                    source=first.source,
                    text=text,
                    restart=first.restart,
                )
            )

    def _send(self, event: Event) -> None:
        for listener in list(self._listeners):
            try:
                listener(event)
            except Exception:
                logging.getLogger(__name__).exception("A listener failed on %s", event.kind)
