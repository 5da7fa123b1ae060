"""What the palette can find: actions, tasks, and everything that was written."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workspace_app.ui.actions import Actions, native
from workspace_app.ui.background import Background
from workspace_app.ui.bridge import Bridge, alive
from workspace_app.ui.engine_words import localized
from workspace_app.ui.palette import Entry, Found, matching
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme

if TYPE_CHECKING:
    from workspace_app.domain.records import Task
    from workspace_app.store.queries import Hit

_MOST = 60
_HIT_ICONS = {"task": "planning", "work": "document", "message": "chat"}


class Finding(QObject):
    """The palette's sources.

    Args:
        open_task: shows a task by its id.
        open_hit: shows what a search found.
    """

    def __init__(
        self,
        bridge: Bridge,
        theme: Theme,
        book: TaskBook,
        background: Background,
        actions: Actions,
        open_task: Callable[[str], object],
        open_hit: Callable[[Hit], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bridge, self._theme, self._book, self._background = bridge, theme, book, background
        self._actions, self._open_task, self._open_hit = actions, open_task, open_hit

    def everything(self, text: str, found: Found) -> None:
        """Actions first, then tasks whose title fits."""
        entries = matching(self._action_entries(), text)
        if text:
            entries += matching(self._task_entries(), text)
        found(entries[:_MOST])

    def tasks(self, text: str, found: Found) -> None:
        """Tasks: what waits first, then by newest change."""
        found(matching(self._task_entries(), text)[:_MOST])

    def texts(self, text: str, found: Found) -> None:
        """Tasks, works and messages that contain the text, read on another thread."""
        if not text:
            found([])
            return
        queries = self._bridge.queries
        self._background.read("search", lambda: queries.search(text, limit=_MOST), partial(self._show_hits, found))

    def _show_hits(self, found: Found, hits: list[Hit]) -> None:
        if alive(found):
            found([self._hit_entry(hit) for hit in hits])

    def _action_entries(self) -> list[Entry]:
        return [
            Entry(spec.text.rstrip("…"), spec.run, keys=native(spec.keys), icon=spec.icon or "command")
            for spec in self._actions.specs()
            if spec.enabled()
        ]

    def _task_entries(self) -> list[Entry]:
        waiting = self._book.waiting()
        known = {task.id for task in waiting}
        return [
            self._task_entry(task)
            for task in [*waiting, *(task for task in self._book.tasks() if task.id not in known)]
        ]

    def _task_entry(self, task: Task) -> Entry:
        project = self._book.project(task.project)
        about = f"{self._theme.status_word(task.status)}  ·  {localized(project.title) if project else ''}"
        return Entry(
            task.title,
            partial(self._open_task, task.id),
            about,
            icon=_status_icon(task),
            color=f"status.{task.status.value}",
        )

    def _hit_entry(self, hit: Hit) -> Entry:
        return Entry(hit.title, partial(self._open_hit, hit), hit.excerpt, icon=_HIT_ICONS.get(hit.kind, "search"))


def _status_icon(task: Task) -> str:
    return {"waiting": "hand", "error": "warning"}.get(task.status.value, task.status.value)
