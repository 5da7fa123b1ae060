"""Notices what changes in a folder. An event only means "look at this path again": truth is what is on disk."""

import logging
import os
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from spaces.files import list_files

# Without a filter, opened and closed-no-write events drown watchdog in a folder of some thousand folders.
_EVENTS: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    FileClosedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
_NOISY = "watchdog.observers.inotify"
_QUIET_SECONDS = 0.3
_SCAN_SECONDS = 60.0
_POLL_SECONDS = 2.0
_Signature = tuple[int, int, int]

# watchdog sees a folder that was made while it looked twice, and says so at length each time; it then watches it once.
warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning, "watchdog")


class FolderWatch:
    """Calls `on_change` with the paths (relative, posix) of files that were made, changed or removed.

    It is called from a thread of this object, some 0.3 s after a change, and must not raise. What events miss (the
    system's queue overflowed, a folder could not be watched) is found by comparing the folder with how it was: after
    a warning of watchdog, once a minute, and on `rescan()`. Where events cannot be had at all, `polling` is True
    and the folder is compared every two seconds.
    """

    def __init__(self, folder: Path, on_change: Callable[[list[str]], None]) -> None:
        self._folder = folder.resolve()
        self._on_change = on_change
        self._wake = threading.Condition()
        self._due: dict[str, float] = {}
        self._scan_at = time.monotonic() + _SCAN_SECONDS
        self._stopped = False
        self._ear = _Ear(self.rescan)
        logging.getLogger("watchdog").addHandler(self._ear)
        logging.getLogger(_NOISY).addFilter(_is_news)
        self._observer = self._start_observer()
        self.polling = self._observer is None
        if self.polling:
            self._scan_at = time.monotonic() + _POLL_SECONDS
        self._known = self._scan()
        self._thread = threading.Thread(target=self._run, name=f"watch {self._folder.name}", daemon=True)
        self._thread.start()

    def rescan(self) -> None:
        """Compares the whole folder soon, in the watch's own thread; for instance when the window gets the focus."""
        with self._wake:
            self._scan_at = time.monotonic()
            self._wake.notify()

    def stop(self) -> None:
        """Ends the watch; when this returns no thread of it is left (but the caller's own, from `on_change`)."""
        logging.getLogger("watchdog").removeHandler(self._ear)
        with self._wake:
            self._stopped = True
            self._wake.notify()
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _start_observer(self) -> BaseObserver | None:
        try:
            observer = Observer()
        except OSError:
            # The system gives no more means to watch anything.
            return None
        try:
            observer.schedule(_Handler(self._look_again), str(self._folder), recursive=True, event_filter=_EVENTS)
            observer.start()
        except OSError:
            # It has no watch left for this folder, or the file system tells no events.
            observer.stop()
            return None
        return observer

    def _look_again(self, place: str, *, is_folder: bool) -> None:
        path = Path(os.path.relpath(place, self._folder)).as_posix()
        if {".git", ".."} & set(path.split("/")):
            return
        with self._wake:
            if is_folder:
                self._scan_at = min(self._scan_at, time.monotonic() + _QUIET_SECONDS)
            else:
                self._due.setdefault(path, time.monotonic() + _QUIET_SECONDS)
            self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wait()
                if self._stopped:
                    return
                paths, scan = self._take_due()
            changes = self._note(paths) + (self._compare() if scan else [])
            if changes:
                self._on_change(sorted(set(changes)))

    def _wait(self) -> None:
        while not self._stopped:
            left = min([self._scan_at, *self._due.values()]) - time.monotonic()
            if left <= 0:
                return
            self._wake.wait(left)

    def _take_due(self) -> tuple[list[str], bool]:
        now = time.monotonic()
        paths = [path for path, due in self._due.items() if due <= now]
        for path in paths:
            del self._due[path]
        scan = self._scan_at <= now
        if scan:
            self._scan_at = now + (_POLL_SECONDS if self.polling else _SCAN_SECONDS)
        return paths, scan

    def _note(self, paths: list[str]) -> list[str]:
        """Those of the paths that are there or were; a temporary file that came and went is neither."""
        now = {path: _signature(self._folder / path) for path in paths}
        changes = [path for path in paths if now[path] or path in self._known]
        self._known |= {path: signature for path, signature in now.items() if signature}
        for path in paths:
            if not now[path]:
                self._known.pop(path, None)
        return changes

    def _compare(self) -> list[str]:
        before, self._known = self._known, self._scan()
        return [path for path in before.keys() | self._known.keys() if before.get(path) != self._known.get(path)]

    def _scan(self) -> dict[str, _Signature]:
        found = {path: _signature(self._folder / path) for path in list_files(self._folder)}
        return {path: signature for path, signature in found.items() if signature is not None}


class _Handler(FileSystemEventHandler):
    def __init__(self, look_again: Callable[..., None]) -> None:
        self._look_again = look_again

    def on_any_event(self, event: FileSystemEvent) -> None:
        for place in (event.src_path, event.dest_path):
            if place:
                self._look_again(os.fsdecode(place), is_folder=event.is_directory)


class _Ear(logging.Handler):
    """watchdog only logs that it lost events; this hears it."""

    def __init__(self, lost: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._lost = lost

    def emit(self, record: logging.LogRecord) -> None:
        self._lost()


def _is_news(record: logging.LogRecord) -> bool:
    """False for the error that watchdog logs when an event comes while it is being stopped, which harms nothing."""
    return "thread is inactive" not in record.getMessage()


def _signature(place: Path) -> _Signature | None:
    try:
        info = place.lstat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino
