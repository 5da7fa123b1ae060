"""The one crossing between the window and the engine: verbs out, answers and events in."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event

if TYPE_CHECKING:
    from workspace_app.store.queries import Queries

FLUSH_MS = 33
RESYNC = "resync"
"""Id of the engine's event that stands for events that were left out."""

log = logging.getLogger(__name__)

Done = Callable[[Any], None]
Failed = Callable[[str], None]


class Client(Protocol):
    """What the bridge needs of a `DeskClient`. Callbacks come on any thread."""

    on_lost: Callable[[], None] | None

    def connect(self) -> None:
        """Attach to the engine, starting it if there is none. Blocks.

        Raises:
            WorkspaceError: it cannot be started.
        """

    def call_async(self, verb: str, arguments: dict[str, Any], done: Callable[[Any, Exception | None], None]) -> None:
        """Call a verb; `done(result, error)` follows."""

    def subscribe(self, callback: Callable[[Event], None]) -> Any:
        """Have `callback` called with every event."""

    def close(self) -> None:
        """Detach."""


class Bridge(QObject):
    """The window's only way to the engine; lives in the window's thread.

    Args:
        home: the data folder.

    Attributes:
        trouble: why there is no connection, in words; empty while it is being made or stands.
    """

    events_ready = Signal(list)
    """The `Event`s since the last flush; at most once each 33 ms."""
    failed = Signal(str)
    """A verb failed and its caller gave no `failed`; carries the sentence for the person."""
    connection_changed = Signal(bool)
    """The engine can be called now (True), or no longer (False, see `trouble`)."""
    opened = Signal()
    """Read everything again: the store can be read (soon after the start, if it is there), an engine was attached, or events were missed."""
    _woken = Signal()

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.home = home
        self.trouble = ""
        self._queries: Queries | None = None
        self._client: Client | None = None
        self._connected = self._readable_now = False
        self._closed = False
        self._waiting: list[tuple[str, Done | None, Failed | None, dict[str, Any]]] = []
        self._lock = threading.Lock()
        self._events: list[Event] = []
        self._answers: deque[Callable[[], None]] = deque()
        self._awake = False
        self._flush_timer = QTimer(self)
        self._flush_timer.setSingleShot(True)
        self._flush_timer.setInterval(FLUSH_MS)
        self._flush_timer.timeout.connect(self._flush)
        self._woken.connect(self._take_in)

    # reading

    @property
    def queries(self) -> "Queries":
        """Reads of the store.

        Raises:
            StoreError: there is no store yet (before `opened`).
        """
        if self._queries is None:
            from workspace_app.store.database import open_reader
            from workspace_app.store.queries import Queries

            self._queries = Queries(open_reader(self.home))
        return self._queries

    @property
    def readable(self) -> bool:
        """Whether there is a store to read: not in the first seconds of a new data folder, until `opened`."""
        return self._readable_now

    # the connection

    @property
    def connected(self) -> bool:
        """Whether the engine can be called."""
        return self._connected

    def start(self) -> None:
        """Attach to the engine (starting it) in a thread; ends in `connection_changed`, or in `trouble` and `connection_changed(False)`."""
        self.trouble = ""
        threading.Thread(target=self._start, name="bridge-start", daemon=True).start()

    def close(self) -> None:
        """Detach; the engine goes on with what runs."""
        self._closed = True
        self._flush_timer.stop()
        if self._client is not None:
            self._client.on_lost = None
            self._client.close()
        if self._queries is not None:
            self._queries.close()

    def make_client(self) -> Client:
        """A client that is not connected yet. Called on another thread, so that its imports don't stall the window."""
        from workspace_app.desk.client import DeskClient

        return DeskClient(self.home)

    # verbs

    def call(self, verb: str, *, done: Done | None = None, failed: Failed | None = None, **arguments: Any) -> None:
        """Call a verb of the desk. Until the first connection it waits for it.

        Args:
            verb: name of a method of `Desk`.
            done: called with the result, in the window's thread; not called if it belongs to a widget that is gone.
            failed: called with a sentence for the person; without it `Bridge.failed` is sent.
            arguments: as JSON.
        """
        if self._connected and self._client is not None:
            self._client.call_async(verb, arguments, partial(self._answered, done, failed))
        elif self.trouble:
            self._fail(failed, self.trouble)
        else:
            self._waiting.append((verb, done, failed, arguments))

    # inside: other threads

    def _start(self) -> None:
        if self._readable():
            self._post(self._open)
        try:
            client = self.make_client()
            client.on_lost = self._lost
            client.subscribe(self._event)
            client.connect()
        except WorkspaceError as error:
            self._post(partial(self._set_connection, None, str(error)))
        except Exception:
            log.exception("The engine could not be started")
            self._post(
                partial(
                    self._set_connection,
                    None,
                    self.tr("The engine could not be started. The log in the data folder says why."),
                )
            )
        else:
            self._post(partial(self._set_connection, client, ""))

    def _readable(self) -> bool:
        """Whether there is a store that this version can read before its engine has looked after it."""
        from sqlalchemy.exc import DatabaseError

        try:
            self.queries.tasks()
            self.queries.inbox()
        except (WorkspaceError, DatabaseError):
            return False
        return True

    def _lost(self) -> None:
        self._post(partial(self._set_connection, None, self.tr("The engine stopped.")))

    def _event(self, event: Event) -> None:
        with self._lock:
            self._events.append(event)
        self._wake()

    def _answered(self, done: Done | None, failed: Failed | None, result: Any, error: Exception | None) -> None:
        self._post(partial(self._deliver, done, failed, result, error))

    def _post(self, action: Callable[[], None]) -> None:
        self._answers.append(action)
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            if self._awake or self._closed:
                return
            self._awake = True
        self._woken.emit()

    # inside: the window's thread

    @Slot()
    def _take_in(self) -> None:
        with self._lock:
            self._awake = False
            events = bool(self._events)
        while self._answers:
            self._answers.popleft()()
        if events and not self._flush_timer.isActive():
            self._flush_timer.start()

    @Slot()
    def _flush(self) -> None:
        with self._lock:
            events, self._events = self._events, []
        if any(event.kind == "engine" and event.id == RESYNC for event in events):
            self.opened.emit()
        if events:
            self.events_ready.emit(events)

    def _open(self) -> None:
        self._readable_now = True
        self.opened.emit()

    def _deliver(self, done: Done | None, failed: Failed | None, result: Any, error: Exception | None) -> None:
        if error is not None:
            self._fail(failed, str(error))
        elif done is not None and alive(done):
            done(result)

    def _fail(self, failed: Failed | None, sentence: str) -> None:
        if failed is None:
            self.failed.emit(sentence)
        elif alive(failed):
            failed(sentence)

    def _set_connection(self, client: Client | None, trouble: str) -> None:
        if self._closed:
            if client is not None:
                client.close()
            return
        self._client, self._connected, self.trouble = client, client is not None, trouble
        if client is not None:
            self._open()
        self.connection_changed.emit(self._connected)
        waiting, self._waiting = self._waiting, []
        for verb, done, failed, arguments in waiting:
            self.call(verb, done=done, failed=failed, **arguments)


def alive(callback: Callable[..., object]) -> bool:
    """Whether the widget whose method `callback` is still exists; a callback of anything else always may be called."""
    owner = getattr(callback.func if isinstance(callback, partial) else callback, "__self__", None)
    return not isinstance(owner, QObject) or isValid(owner)
