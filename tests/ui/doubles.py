"""A client that is no engine: it records what is called, answers as it is told, and lets a test send events."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.ui.bridge import Bridge, Client


class RecordedClient:
    """Answers each verb with `answers[verb]`: a value, or a WorkspaceError to fail with; {} when nothing is said."""

    def __init__(self) -> None:
        self.on_lost: Callable[[], None] | None = None
        self.answers: dict[str, Any] = {"file_limit": {"megabytes": 50}}
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.closed = False
        self.trouble: WorkspaceError | None = None
        self._callbacks: list[Callable[[Event], None]] = []

    def connect(self) -> None:
        if self.trouble:
            raise self.trouble

    def call_async(self, verb: str, arguments: dict[str, Any], done: Callable[[Any, Exception | None], None]) -> None:
        self.calls.append((verb, arguments))
        answer = self.answers.get(verb, {})
        result = (None, answer) if isinstance(answer, WorkspaceError) else (answer, None)
        threading.Thread(target=done, args=result).start()

    def subscribe(self, callback: Callable[[Event], None]) -> None:
        self._callbacks.append(callback)

    def close(self) -> None:
        self.closed = True

    def tell(self, *events: Event) -> None:
        """Send events, as the reader thread of a real client does."""
        for event in events:
            for callback in self._callbacks:
                callback(event)

    def verbs(self) -> list[str]:
        """The verbs that were called."""
        return [verb for verb, _ in self.calls]


class RecordedBridge(Bridge):
    """A real bridge over a `RecordedClient`."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.client = RecordedClient()

    def make_client(self) -> Client:
        return self.client
