"""The client's side of the local socket: what the window and the command line call verbs through."""

import asyncio
import itertools
import json
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from workspace_app.desk import launch, rpc
from workspace_app.desk.rpc import EngineLost
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event

logger = logging.getLogger(__name__)

Done = Callable[[Any, WorkspaceError | None], None]


class DeskClient:
    """Calls the verbs of the engine of a data folder, from any thread.

    Args:
        home: the data folder.
        on_lost: called on the reader thread when the connection ends without `close`; calling `connect` again is up to the caller.
    """

    def __init__(self, home: Path, on_lost: Callable[[], None] | None = None) -> None:
        self.on_lost = on_lost
        self._home = home
        self._callbacks: list[Callable[[Event], None]] = []
        self._session: _Session | None = None
        self._connecting = threading.Lock()

    def connect(self) -> None:
        """Attach to the engine, starting it if there is none, and wait until it answers. Does nothing while attached.

        Whoever has subscribed stays so; what happened in between is to be read from the store.

        Raises:
            WorkspaceError: there is no engine to attach to; says why.
        """
        with self._connecting:
            if self._session and self._session.alive:
                return
            self._session = session = _Session(self._home, self._tell, self._lost)
            session.opened.result()
        if self._callbacks:
            self.call("subscribe")

    def call(self, verb: str, **arguments: Any) -> Any:
        """Call a verb and wait for its result; not from a callback of this client, where it could never come.

        Raises:
            WorkspaceError: the verb failed, with its sentence for the person.
            EngineLost: there is no connection, or it ended before the answer: the verb may have been done.
        """
        answer: Future[Any] = Future()

        def done(result: Any, error: WorkspaceError | None) -> None:
            answer.set_exception(error) if error else answer.set_result(result)

        assert not (self._session and self._session.is_current_thread()), (
            "call() would wait for its own thread; use call_async"
        )
        self.call_async(verb, arguments, done)
        return answer.result()

    def call_async(self, verb: str, arguments: dict[str, Any], done: Done) -> None:
        """Call a verb; `done(result, None)` or `done(None, error)` follows, on the reader thread.

        Without a connection `done` is called at once.
        """
        if self._session is None:
            done(None, EngineLost("There is no connection to the engine."))
        else:
            self._session.ask(verb, arguments, done)

    def subscribe(self, callback: Callable[[Event], None]) -> None:
        """Have `callback` called on the reader thread with every event from now on.

        `outgoing.RESYNC` among them means that some were left out: read everything again.
        """
        self._callbacks.append(callback)
        if len(self._callbacks) == 1 and self._session and self._session.alive:
            self.call("subscribe")

    def close(self) -> None:
        """Detach. What runs in the engine goes on."""
        if self._session:
            self._session.close()

    def _tell(self, event: Event) -> None:
        for callback in self._callbacks:
            callback(event)

    def _lost(self) -> None:
        if self.on_lost:
            self.on_lost()


class _Session:
    """One connection, from attaching to its end, with the thread that reads it."""

    def __init__(self, home: Path, on_event: Callable[[Event], None], on_lost: Callable[[], None]) -> None:
        self.opened: Future[None] = Future()
        self._home = home
        self._on_event = on_event
        self._on_lost = on_lost
        self._ids = itertools.count(1)
        self._pending: dict[int, Done] = {}
        self._lock = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._writer: asyncio.StreamWriter | None = None
        self._main: asyncio.Task[None] | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="desk-client", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether verbs can be called."""
        return self._writer is not None

    def is_current_thread(self) -> bool:
        """Whether this is the reader thread."""
        return threading.current_thread() is self._thread

    def ask(self, verb: str, arguments: dict[str, Any], done: Done) -> None:
        """Send a request; `done` is called when it is answered or cannot be any more."""
        id_ = next(self._ids)
        line = rpc.request(id_, verb, arguments)
        with self._lock:
            writer = self._writer
            if writer:
                self._pending[id_] = done
                self._loop.call_soon_threadsafe(writer.write, line)
        if writer is None:
            done(None, EngineLost("There is no connection to the engine."))

    def close(self) -> None:
        """End the connection, or the attempt at one, and the thread."""
        with self._lock:
            self._closing = True
            if self._main and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._main.cancel)
        if not self.is_current_thread():
            self._thread.join()

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._live())
        except asyncio.CancelledError:
            logger.debug("The connection was closed.")
        if not self.opened.done():
            self.opened.set_exception(EngineLost("The connection was closed before the engine answered."))
        elif self.opened.exception() is None and not self._closing:
            self._on_lost()

    async def _live(self) -> None:
        with self._lock:
            self._main = asyncio.current_task()
            if self._closing:
                return
        try:
            reader, writer = await launch.attach(self._home)
        except Exception as error:  # noqa: BLE001 - it belongs to whoever waits for the connection
            self.opened.set_exception(error)
            return
        try:
            self._writer = writer
            self.opened.set_result(None)
            await self._read(reader)
        finally:
            self._end()
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                self._receive(json.loads(line))
        except ConnectionError as error:
            logger.info("The connection to the engine broke: %s", error)

    def _receive(self, value: dict[str, Any]) -> None:
        try:
            if value.get("method") == "event":
                self._on_event(Event.from_json(value["params"]))
            elif done := self._pending.pop(value["id"], None):
                done(value.get("result"), rpc.error_from(value["error"]) if "error" in value else None)
        except Exception:
            logger.exception("A callback failed on %s", value.get("method") or "an answer")

    def _end(self) -> None:
        with self._lock:
            self._writer = None
            pending, self._pending = self._pending, {}
        for done in pending.values():
            done(
                None,
                EngineLost("The engine ended before it answered. What it had saved is kept; look, then try again."),
            )
