"""All projects and tasks, kept up to date by events, so that lists need not ask the store again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from workspace_app.domain.errors import NotFound
from workspace_app.domain.events import Event
from workspace_app.domain.status import Status
from workspace_app.ui.background import Background
from workspace_app.ui.bridge import Bridge

if TYPE_CHECKING:
    from workspace_app.domain.records import Project, Task

_MANY = 40
_KINDS = frozenset({"task", "step", "question", "answered", "deleted"})


class TaskBook(QObject):
    """What the sidebar, the dashboard and the palette show.

    Attributes:
        loaded: whether it has been read at least once.
    """

    reloaded = Signal()
    """Everything may have changed."""
    tasks_changed = Signal(list)
    """These task ids changed, came or went; `task` tells what they are now. Moves in the lists are for the lists to find out."""
    status_changed = Signal(str, str)
    """A task that was known got another status; carries its id and the new status."""

    def __init__(self, bridge: Bridge, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._background = bridge, background
        self._projects: dict[str, Project] = {}
        self._tasks: dict[str, Task] = {}
        self._stale: dict[str, int] = {}
        self._reading = self._read_again = False
        self.loaded = False
        bridge.opened.connect(self.reload)
        bridge.events_ready.connect(self._take)

    def projects(self) -> list[Project]:
        """Projects by title."""
        return sorted(self._projects.values(), key=lambda project: project.title.casefold())

    def project(self, project: str) -> Project | None:
        """A project, None if there is none of that id."""
        return self._projects.get(project)

    def tasks(self, project: str | None = None) -> list[Task]:
        """Tasks of a project or of all, newest change first."""
        found = [task for task in self._tasks.values() if project in (None, task.project)]
        return sorted(found, key=lambda task: (task.updated_at, task.id), reverse=True)

    def task(self, task: str) -> Task | None:
        """A task, None if there is none of that id (any more)."""
        return self._tasks.get(task)

    def stale(self, task: str) -> int:
        """How many works of a task are out of date (R60)."""
        return self._stale.get(task, 0)

    def waiting(self) -> list[Task]:
        """Tasks that wait for the person, the longest waiting first."""
        found = [task for task in self._tasks.values() if task.status is Status.WAITING]
        return sorted(found, key=lambda task: (task.updated_at, task.id))

    def counts(self) -> dict[Status, int]:
        """How many tasks are in each status."""
        found = dict.fromkeys(Status, 0)
        for task in self._tasks.values():
            found[task.status] += 1
        return found

    @Slot()
    def reload(self) -> None:
        """Read everything again, on another thread; ends in `reloaded`."""
        if self._reading:
            self._read_again = True
            return
        self._reading = True
        queries = self._bridge.queries
        self._background.read(
            "task book", lambda: (queries.projects(), queries.tasks(), queries.stale_works()), self._loaded
        )

    def _loaded(self, found: tuple[list[Project], list[Task], dict[str, int]]) -> None:
        self._reading = False
        if self._read_again:
            # Something changed after this was read.
            self._read_again = False
            self.reload()
        projects, tasks, self._stale = found
        self._projects = {project.id: project for project in projects}
        self._tasks = {task.id: task for task in tasks}
        self.loaded = True
        self.reloaded.emit()

    @Slot(list)
    def _take(self, events: list[Event]) -> None:
        if any(event.kind == "project" or (event.kind == "deleted" and not event.task) for event in events):
            self.reload()
            return
        changed = {event.task or event.id for event in events if event.kind in _KINDS}
        unknown = self._reading or any(
            event.project and event.project not in self._projects for event in events if event.kind == "task"
        )
        if len(changed) > _MANY or unknown:
            self.reload()
        elif changed:
            self._refresh(changed)
        if any(event.kind == "work" for event in events):
            self._background.read("out of date", self._bridge.queries.stale_works, self._mark)

    def _mark(self, found: dict[str, int]) -> None:
        changed = {task for task in {*found, *self._stale} if found.get(task) != self._stale.get(task)}
        self._stale = found
        if changed:
            self.tasks_changed.emit(sorted(changed))

    def _refresh(self, changed: set[str]) -> None:
        moved: list[tuple[str, str]] = []
        for id_ in changed:
            old = self._tasks.pop(id_, None)
            try:
                task = self._bridge.queries.task(id_)
            except NotFound:
                continue
            self._tasks[id_] = task
            if old is not None and old.status is not task.status:
                moved.append((id_, task.status.value))
        self.tasks_changed.emit(sorted(changed))
        for id_, status in moved:
            self.status_changed.emit(id_, status)
