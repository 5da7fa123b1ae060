"""The home page: all tasks by project, with their statuses and what waits for the person (R78, R79)."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.ui.dashboard_delegate import DashboardDelegate
from workspace_app.ui.dashboard_model import ROW, DashboardModel, Section
from workspace_app.ui.dashboard_view import DashboardView
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme

_CHIPS: tuple[Status | None, ...] = (
    None,
    Status.WAITING,
    Status.RUNNING,
    Status.PLANNING,
    Status.QUEUED,
    Status.PAUSED,
    Status.INTERRUPTED,
    Status.ERROR,
    Status.DONE,
)
_CLOCK_MS = 30_000


class Dashboard(QWidget):
    """Cards by project under a row of filters with counts."""

    task_opened = Signal(str)
    """A task was chosen; carries its id."""
    answer_requested = Signal(str)
    """The person wants to answer what a task waits for; carries the task's id."""
    project_opened = Signal(str)
    """A project's heading was pressed; carries its id."""
    menu_requested = Signal(str, str, QPoint)
    """The menu of a task is wanted: "task", its id, and where on the screen."""

    def __init__(self, book: TaskBook, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book, self._theme = book, theme
        self._model = DashboardModel(book, theme, self)
        self._group = QButtonGroup(self)
        self.view = DashboardView(self)
        self.view.setModel(self._model)
        self._delegate = DashboardDelegate(theme, self.view)
        self.view.setItemDelegate(self._delegate)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 24, 24, 0)
        layout.setSpacing(12)
        layout.addWidget(label(self.tr("Dashboard"), "title", self))
        layout.addLayout(self._chips())
        layout.addLayout(self._body(), 1)
        self._connect()
        self._clock = QTimer(self)
        self._clock.setInterval(_CLOCK_MS)
        self._clock.timeout.connect(self.view.viewport().update)
        self._clock.start()
        self._refresh()

    def _chips(self) -> FlowLayout:
        row = FlowLayout(spacing=6)
        for n, status in enumerate(_CHIPS):
            chip = button("", "chip", parent=self)
            chip.setCheckable(True)
            chip.setChecked(status is None)
            self._group.addButton(chip, n)
            row.addWidget(chip)
        return row

    def _body(self) -> QStackedLayout:
        self._stack = QStackedLayout()
        self._stack.addWidget(self.view)
        empty = QWidget(self)
        inside = QVBoxLayout(empty)
        inside.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        inside.setContentsMargins(2, 24, 0, 0)
        self._nothing = label("", "muted", empty)
        self._show_all = button(self.tr("Show all tasks"), parent=empty)
        self._show_all.clicked.connect(self._group.button(0).click)
        inside.addWidget(self._nothing)
        inside.addWidget(self._show_all)
        self._stack.addWidget(empty)
        return self._stack

    def _connect(self) -> None:
        self._group.idClicked.connect(self._filter)
        self._book.reloaded.connect(self._refresh)
        self._book.tasks_changed.connect(self._refresh)
        self._delegate.jump_requested.connect(self.answer_requested)
        self.view.opened.connect(self._open)
        self.view.answered.connect(self._answer)
        self.view.customContextMenuRequested.connect(self._menu)

    @Slot(int)
    def _filter(self, chip: int) -> None:
        self._model.show_status(_CHIPS[chip])
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        counts = self._book.counts()
        for n, status in enumerate(_CHIPS):
            word = self.tr("All") if status is None else self._theme.status_word(status)
            count = sum(counts.values()) if status is None else counts[status]
            chip = self._group.button(n)
            chip.setText(f"{word}  {count}")
            if status is not None:
                chip.setIcon(self._theme.status_icon(status))
        empty = self._model.rowCount() == 0
        status = _CHIPS[self._group.checkedId()]
        words = (
            self.tr("There is no task yet.")
            if status is None
            else self.tr("No task is in this state: {0}.").format(self._theme.status_word(status))
        )
        self._nothing.setText(words)
        self._show_all.setVisible(status is not None)
        self._stack.setCurrentIndex(1 if empty else 0)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, Task):
            self.task_opened.emit(row.id)
        elif isinstance(row, Section) and row.project:
            self.project_opened.emit(row.project)

    @Slot(QModelIndex)
    def _answer(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, Task) and row.status is Status.WAITING:
            self.answer_requested.emit(row.id)

    @Slot(QPoint)
    def _menu(self, at: QPoint) -> None:
        row = self.view.indexAt(at).data(ROW)
        if isinstance(row, Task):
            self.menu_requested.emit("task", row.id, self.view.viewport().mapToGlobal(at))

    def chip(self, status: Status | None) -> QPushButton:
        """The filter of a status, None for all."""
        chip = self._group.button(_CHIPS.index(status))
        assert isinstance(chip, QPushButton)
        return chip
