"""The tree of the sidebar: what waits for the person, then projects with their tasks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QStandardItem, QStandardItemModel

from workspace_app.domain.status import Status
from workspace_app.ui.engine_words import localized
from workspace_app.ui.small_widgets import plain_tip
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme

if TYPE_CHECKING:
    from workspace_app.domain.records import Project, Task

ID = Qt.ItemDataRole.UserRole + 1
KIND = Qt.ItemDataRole.UserRole + 2
STATUS = Qt.ItemDataRole.UserRole + 3
PROGRESS = Qt.ItemDataRole.UserRole + 4
DEPTH = Qt.ItemDataRole.UserRole + 5

_Index = QModelIndex | QPersistentModelIndex


class SidebarModel(QStandardItemModel):
    """Rows of KIND "waiting" (a heading), "project" and "task". A task that waits is both under the heading and in its project."""

    rename_requested = Signal(str, str, str)
    """A row was renamed in place: its kind, id and the new title. The row changes when the engine says so."""

    def __init__(self, book: TaskBook, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._book, self._theme = book, theme
        self._waiting: QStandardItem | None = None
        self._projects: dict[str, QStandardItem] = {}
        book.reloaded.connect(self._rebuild)
        book.tasks_changed.connect(self._update)

    def task_indexes(self, task: str) -> list[QModelIndex]:
        """Where a task is shown."""
        return [item.index() for item in self._items(task)]

    @Slot()
    def _rebuild(self) -> None:
        self.clear()
        self._waiting = None
        self._projects = {}
        for project in self._book.projects():
            item = self._projects[project.id] = self._project_item(project)
            self.appendRow(item)
            self._fill_project(item, project.id)
        for task in self._book.waiting():
            self._add_waiting(task)

    def _fill_project(self, item: QStandardItem, project: str) -> None:
        """Put the rows of a project in order, leaving those alone that are in place."""
        known = {item.child(row).data(ID): item.child(row) for row in range(item.rowCount())}
        for row, (task, depth) in enumerate(as_trees(self._book.tasks(project))):
            found = known.get(task.id)
            if found is None:
                # As a list: given alone, the binding does not keep the item alive.
                item.insertRow(row, [self._task_item(task)])
            elif found.row() != row:
                item.insertRow(row, item.takeRow(found.row()))
            item.child(row).setData(depth, DEPTH)

    @Slot(list)
    def _update(self, changed: Iterable[str]) -> None:
        for id_ in changed:
            task = self._book.task(id_)
            for item in self._items(id_):
                gone = task is None or (item.parent() is self._waiting and task.status is not Status.WAITING)
                if gone:
                    parent = item.parent()
                    parent.removeRow(item.row())
                    if task is None and parent.data(KIND) == "project":
                        self._fill_project(parent, parent.data(ID))
                elif task is not None:
                    self._fill(item, task)
            if task is not None:
                self._add_missing(task)
        if self._waiting is not None and not self._waiting.hasChildren():
            self.removeRow(self._waiting.row())
            self._waiting = None

    def _add_missing(self, task: Task) -> None:
        project = self._projects.get(task.project)
        if project is not None and self._child(project, task.id) is None:
            self._fill_project(project, task.project)
        if task.status is Status.WAITING and self._child(self._waiting, task.id) is None:
            self._add_waiting(task)

    def _add_waiting(self, task: Task) -> None:
        if self._waiting is None:
            self._waiting = QStandardItem(self.tr("Waiting for you"))
            self._waiting.setData("waiting", KIND)
            self._waiting.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.insertRow(0, [self._waiting])
        self._waiting.appendRow(self._task_item(task))

    def _items(self, task: str) -> list[QStandardItem]:
        parents = [self._waiting, *self._projects.values()]
        return [item for parent in parents if (item := self._child(parent, task)) is not None]

    def _child(self, parent: QStandardItem | None, task: str) -> QStandardItem | None:
        if parent is None:
            return None
        rows = (parent.child(row) for row in range(parent.rowCount()))
        return next((item for item in rows if item.data(ID) == task), None)

    def _project_item(self, project: Project) -> QStandardItem:
        item = QStandardItem(localized(project.title))
        item.setData(project.id, ID)
        item.setData("project", KIND)
        item.setToolTip(plain_tip(project.folder))
        return item

    def _task_item(self, task: Task) -> QStandardItem:
        item = QStandardItem()
        item.setData(task.id, ID)
        item.setData("task", KIND)
        item.setData(0, DEPTH)
        self._fill(item, task)
        return item

    def _fill(self, item: QStandardItem, task: Task) -> None:
        word = self._theme.status_word(task.status)
        progress = f"{task.step}/{task.steps}" if task.steps and task.approved else ""
        item.setText(task.title)
        item.setData(task.status.value, STATUS)
        item.setData(progress, PROGRESS)
        item.setToolTip(
            plain_tip(
                "\n".join(
                    part for part in (task.title, word, localized(task.step_title), localized(task.waits_for)) if part
                )
            )
        )
        item.setAccessibleText(f"{task.title}, {word}, {progress}" if progress else f"{task.title}, {word}")

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole:
            return super().setData(index, value, role)
        title = str(value).strip()
        if not title or title == index.data(Qt.ItemDataRole.DisplayRole):
            return False
        self.rename_requested.emit(index.data(KIND), index.data(ID), title)
        return True


def as_trees(tasks: Iterable[Task]) -> list[tuple[Task, int]]:
    """Tasks with how deep they stand: the newest first, branches under the task that they are from (R72)."""
    newest = sorted(tasks, key=lambda task: task.id, reverse=True)
    known = {task.id for task in newest}
    branches: dict[str, list[Task]] = {}
    for task in newest:
        origin = task.origin.task if task.origin is not None else ""
        branches.setdefault(origin if origin in known and origin < task.id else "", []).append(task)
    found: list[tuple[Task, int]] = []
    waiting = [(task, 0) for task in reversed(branches.get("", []))]
    while waiting:
        task, depth = waiting.pop()
        found.append((task, depth))
        waiting += [(branch, depth + 1) for branch in reversed(branches.get(task.id, []))]
    return found
