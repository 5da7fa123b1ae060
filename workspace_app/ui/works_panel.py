"""The right side of a task: works of the step, context of the task, and all its files."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from workspace_app.domain.errors import NotFound
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.context_tab import ContextTab
from workspace_app.ui.files_tab import FilesTab
from workspace_app.ui.theme import Theme
from workspace_app.ui.works_tab import WorksTab

_WORKS, _CONTEXT, _FILES = range(3)


class WorksPanel(QWidget):
    """Works, context and files of one task. It answers the step's open question by itself.

    Signals:
        answered: a question was answered here; carries its id.
        work_opened: a work of any task should be shown; carries the ids of task and work.
    """

    answered = Signal(str)
    work_opened = Signal(str, str)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._task = ""
        self.works = WorksTab(bridge, theme, self)
        self.context = ContextTab(bridge, theme, self)
        self.files = FilesTab(bridge, theme, self)
        self.tabs = QTabBar(self)
        self.tabs.setAccessibleName(self.tr("Works, context and files"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self._pages = QStackedWidget(self)
        for name, page in (
            (self.tr("Works"), self.works),
            (self.tr("Context"), self.context),
            (self.tr("Files"), self.files),
        ):
            self.tabs.addTab(name)
            self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self._pages, 1)
        self.tabs.currentChanged.connect(self._show_page)
        self.works.counted.connect(self._count_works)
        self.works.answered.connect(self.answered)
        self.works.view.work_opened.connect(self.work_opened)
        self.files.work_opened.connect(self.work_opened)
        self.context.counted.connect(self._count_context)
        self.works.add_keys(self)
        self.setMinimumWidth(320)

    def show_step(self, task_id: str, step_n: int) -> None:
        """Show the works of a step (0 = plan drafts), and the context and files of its task."""
        self._task = task_id
        self.works.show_step(task_id, step_n)
        self.context.show_task(task_id)
        self._show_page(self.tabs.currentIndex())

    def show_work(self, work_id: str) -> None:
        """Show one work, whichever step of the task it is of."""
        try:
            work = self._bridge.queries.work(work_id)
        except NotFound as error:
            self.works.view.problem.show_problem(str(error))
            return
        self._task = work.task
        self.works.show_work(work)
        self.context.show_task(work.task)
        self.tabs.setCurrentIndex(_WORKS)

    @Slot(int)
    def _show_page(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        if page == _FILES and self._task:
            self.files.show_task(self._task)

    @Slot(int)
    def _count_works(self, count: int) -> None:
        self.tabs.setTabText(_WORKS, self.tr("Works ({count})").format(count=count) if count else self.tr("Works"))

    @Slot(int)
    def _count_context(self, count: int) -> None:
        self.tabs.setTabText(
            _CONTEXT, self.tr("Context ({count})").format(count=count) if count else self.tr("Context")
        )
