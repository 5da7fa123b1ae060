"""The rows of the dashboard: what waits for the person, then the other tasks by project (R78, R79)."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt, Slot

from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.ui.ago import since
from workspace_app.ui.engine_words import localized
from workspace_app.ui.small_widgets import plain_tip
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme

ROW = Qt.ItemDataRole.UserRole + 1
STALE = Qt.ItemDataRole.UserRole + 2
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Section:
    """A heading; `project` is None for "Waiting for you"."""

    title: str
    count: int
    project: str | None


Row = Section | Task


def step_words(task: Task) -> str:
    """Where a task is: the current step's number of how many, and its name."""
    if task.step == 0 or not task.steps:
        return QCoreApplication.translate("Dashboard", "Step 0: planning")
    return QCoreApplication.translate("Dashboard", "Step {0} of {1}: {2}").format(
        task.step, task.steps, task.step_title
    )


def stale_words(count: int) -> str:
    """How many works are out of date; empty for none (R60)."""
    if count < 2:
        return QCoreApplication.translate("Dashboard", "1 work is out of date") if count else ""
    return QCoreApplication.translate("Dashboard", "{0} works are out of date").format(count)


class DashboardModel(QAbstractListModel):
    """Sections and tasks; ROW gives the `Section` or `Task`, STALE how many works of a task are out of date, in words.

    Args:
        project: id of the only project to show, without headings; None for all.
    """

    def __init__(
        self, book: TaskBook, theme: Theme, parent: QObject | None = None, *, project: str | None = None
    ) -> None:
        super().__init__(parent)
        self._book, self._theme = book, theme
        self._project = project
        self._status: Status | None = None
        self._rows: list[Row] = self._make_rows()
        book.reloaded.connect(self._rebuild)
        book.tasks_changed.connect(self._update)

    def show_status(self, status: Status | None) -> None:
        """Show only tasks of one status, None for all."""
        self._status = status
        self._rebuild()

    def show_project(self, project: str) -> None:
        """Show the tasks of one project only."""
        self._project = project
        self._rebuild()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == STALE:
            return stale_words(self._book.stale(row.id)) if isinstance(row, Task) else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, Task):
            return plain_tip(self._spoken(row).replace(", ", "\n", 1))
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if isinstance(self._rows[index.row()], Section):
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _spoken(self, row: Row) -> str:
        if isinstance(row, Section):
            return f"{row.title}, {row.count}"
        parts = (
            row.title,
            self._theme.status_word(row.status),
            step_words(row),
            localized(row.waits_for),
            stale_words(self._book.stale(row.id)),
            since(row.updated_at),
        )
        return ", ".join(part for part in parts if part)

    @Slot()
    def _rebuild(self) -> None:
        self.beginResetModel()
        self._rows = self._make_rows()
        self.endResetModel()

    @Slot(list)
    def _update(self, changed: list[str]) -> None:
        """Change rows where they are; only when tasks come, go or change their place is the list made anew."""
        rows = self._make_rows()
        if [_identity(row) for row in rows] != [_identity(row) for row in self._rows]:
            self._rebuild()
            return
        self._rows = rows
        for n, row in enumerate(rows):
            if isinstance(row, Section) or row.id in changed:
                self.dataChanged.emit(self.index(n), self.index(n))

    def _make_rows(self) -> list[Row]:
        if self._project is not None:
            tasks = sorted(self._book.tasks(self._project), key=lambda task: task.id, reverse=True)
            return [*sorted(tasks, key=lambda task: task.status is not Status.WAITING)]
        rows: list[Row] = []
        waiting = self._book.waiting() if self._status in (None, Status.WAITING) else []
        if waiting:
            rows += [Section(self.tr("Waiting for you"), len(waiting), None), *waiting]
        for project in self._book.projects():
            tasks = [
                task for task in self._book.tasks(project.id) if task.status is not Status.WAITING and self._shows(task)
            ]
            if tasks:
                tasks.sort(key=lambda task: task.id, reverse=True)
                rows += [Section(localized(project.title), len(tasks), project.id), *tasks]
        return rows

    def _shows(self, task: Task) -> bool:
        return self._status in (None, task.status)


def _identity(row: Row) -> str:
    return row.id if isinstance(row, Task) else f"section {row.project}"
