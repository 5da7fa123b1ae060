"""Slow reads off the window's thread."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from workspace_app.ui.bridge import alive


class Background(QObject):
    """One thread that reads in turn, while there is something to read; results come back in the window's thread.

    A read that is asked for while an earlier one of the same name still waits replaces it: only the newest answer matters.
    """

    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool: ThreadPoolExecutor | None = None
        self._newest: dict[str, Future[Any]] = {}
        self._finished.connect(self._deliver)
        self._closed = False

    def read(self, name: str, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Run `work` on the thread, then `done(result)` here. An error of `work` is raised here."""
        if self._closed:
            return
        if (earlier := self._newest.get(name)) is not None:
            earlier.cancel()
        self._pool = self._pool or ThreadPoolExecutor(1, thread_name_prefix="window-reads")
        future = self._pool.submit(work)
        self._newest[name] = future
        future.add_done_callback(partial(self._post, name, done))

    def close(self) -> None:
        """Wait for what runs and drop what waits."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _post(self, name: str, done: Callable[[Any], None], future: "Future[Any]") -> None:
        if not future.cancelled() and not self._closed:
            try:
                self._finished.emit((name, done, future))
            except RuntimeError:
                return  # the window that asked is gone

    @Slot(object)
    def _deliver(self, finished: tuple[str, Callable[[Any], None], "Future[Any]"]) -> None:
        name, done, future = finished
        if self._closed or self._newest.get(name) is not future:
            return
        del self._newest[name]
        if not self._newest and self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None
        result = future.result()
        if alive(done):
            done(result)
