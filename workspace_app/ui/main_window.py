"""The window: the sidebar, the pages, and the way from one to another."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QIcon
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QSplitter, QVBoxLayout, QWidget

from workspace_app import assets
from workspace_app.domain.errors import NotFound
from workspace_app.domain.status import ACTIVE, Status
from workspace_app.ui.actions import Actions
from workspace_app.ui.background import Background
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.notifier import Notifier
from workspace_app.ui.pages import Pages
from workspace_app.ui.parts import HasParts, Part, focus_first, go_round
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.record_commands import RecordCommands
from workspace_app.ui.sidebar import Sidebar
from workspace_app.ui.status_line import StatusLine
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.task_commands import TaskCommands
from workspace_app.ui.theme import Theme
from workspace_app.ui.toasts import Toasts
from workspace_app.ui.undoing import Undoing
from workspace_app.ui.window_actions import add_actions
from workspace_app.ui.window_pages import page_makers

if TYPE_CHECKING:
    from workspace_app.store.queries import Hit
    from workspace_app.ui.inbox import Inbox
    from workspace_app.ui.new_task_page import NewTaskPage
    from workspace_app.ui.project_page import ProjectPage
    from workspace_app.ui.settings import Settings
    from workspace_app.ui.task_page import TaskPage


STORE_FILE = "workspace.sqlite3"
"""What a data folder has that was used before (`store.database` has the same name; its import is slow)."""


def application() -> QApplication:
    """The running application."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app


class MainWindow(QMainWindow):
    """Everything that a person sees of one data folder."""

    closed = Signal()
    """The window has closed."""

    def __init__(self, bridge: Bridge, theme: Theme, preferences: Preferences) -> None:
        super().__init__()
        self.bridge, self.theme, self.preferences = bridge, theme, preferences
        self.background = Background(self)
        self.book = TaskBook(bridge, self.background, self)
        self._recent: list[str] = []
        self._pausing: set[str] = set()
        self._close_now = False
        self.setWindowTitle("Workspace")
        self.setWindowIcon(QIcon(str(assets.path("icons/workspace.svg"))))
        self.setMinimumSize(QSize(720, 480))
        self.sidebar = Sidebar(self.book, theme, self)
        self.pages = Pages(page_makers(self), self)
        self.status_line = StatusLine(bridge, theme, self)
        self._lay_out()
        self.toasts = Toasts(theme, self, self.sidebar)
        self.undoing = Undoing(bridge, self.toasts, self)
        self.commands = TaskCommands(bridge, theme, self.book, self.toasts, self.undoing, self)
        self.records = RecordCommands(bridge, self.toasts, self)
        self.notifier = Notifier(self.book, self.toasts, self, self._looks_at)
        self.actions_ = Actions(self)
        self._finding = add_actions(self)
        self._connect()
        self._restore()

    # the way from page to page

    def shown_task(self) -> str:
        """The id of the task that is shown, "" for none."""
        return self._recent[-1] if self._recent and self.pages.shown == "task" else ""

    def _looks_at(self, task: str, status: Status) -> bool:
        return self.shown_task() == task or (status is Status.WAITING and self.pages.shown == "inbox")

    @Slot(str)
    def show_page(self, name: str) -> None:
        """Show a page that needs nothing: "dashboard", "inbox", "settings" or "new_task"."""
        if name == "new_task":
            self.new_task()
            return
        if name == "dashboard" and self.book.loaded and not self.book.tasks():
            name = "welcome"
        self._show(name)

    @Slot(str)
    def open_task(self, task: str) -> None:
        """Show a task at the step that it is at."""
        page = self.task_page()
        self._show("task", task)
        page.show_task(task)

    @Slot(str)
    def answer_task(self, task: str) -> None:
        """Show what a task waits for."""
        questions = self.bridge.queries.open_questions(task)
        if questions:
            self.open_question(task, questions[0].id)
        else:
            self.open_task(task)

    @Slot(str, str)
    def open_question(self, task: str, question: str) -> None:
        """Show a question where it was asked."""
        page = self.task_page()
        self._show("task", task)
        page.show_question(question)

    @Slot(str, str)
    def open_work(self, task: str, work: str) -> None:
        """Show a work in its task."""
        page = self.task_page()
        self._show("task", task)
        page.show_step(task, self.bridge.queries.work(work).step_n)
        page.header.panel.setChecked(True)
        page.panel.show_work(work)

    @Slot(str)
    def open_project(self, project: str) -> None:
        """Show a project."""
        page = self._show("project")
        if TYPE_CHECKING:
            assert isinstance(page, ProjectPage)
        page.show_project(project)

    def open_hit(self, hit: "Hit") -> None:
        """Show what a search found."""
        try:
            if hit.kind == "work":
                self.open_work(hit.task, hit.id)
            elif hit.kind == "message":
                queries = self.bridge.queries
                run = queries.conversation(queries.message(hit.id).conversation)
                page = self.task_page()
                self._show("task", hit.task)
                page.show_step(hit.task, queries.step(run.step).n, run.id)
            else:
                self.open_task(hit.task)
        except NotFound as error:
            self.toasts.error(str(error))

    @Slot()
    def new_task(self, project: str | None = None) -> None:
        """Begin a task, in a project or in none yet."""
        page = self._show("new_task")
        if TYPE_CHECKING:
            assert isinstance(page, NewTaskPage)
        page.start(project or self.current_project())

    def current_project(self) -> str | None:
        """The project that the person is in, if any."""
        if self.pages.shown == "project":
            page = self.pages.page("project")
            if TYPE_CHECKING:
                assert isinstance(page, ProjectPage)
            return page.project or None
        task = self.book.task(self.shown_task())
        return task.project if task else None

    @Slot()
    def previous_task(self) -> None:
        """Show the task that was shown before."""
        known = [task for task in self._recent if self.book.task(task)]
        if known and self.pages.shown != "task":
            self.open_task(known[-1])
        elif len(known) > 1:
            self.open_task(known[-2])

    def toggle_sidebar(self) -> None:
        """Show or hide the sidebar."""
        self.sidebar.setVisible(self.sidebar.isHidden())
        self.preferences.keep_flag("sidebar", not self.sidebar.isHidden())

    @Slot(str)
    def new_task_in(self, project: str) -> None:
        """Begin a task in a project."""
        self.new_task(project)

    @Slot(str, str)
    def _open_any(self, kind: str, id_: str) -> None:
        self.open_task(id_) if kind == "task" else self.open_project(id_)

    @Slot(str, str)
    def _rename(self, kind: str, id_: str) -> None:
        self.sidebar.show()
        self.sidebar.rename(kind, id_)

    @Slot()
    def add_model(self) -> None:
        """Show the settings with the form for a new model."""
        page = self._show("settings")
        if TYPE_CHECKING:
            assert isinstance(page, Settings)
        page.models.add()

    def _show(self, name: str, task: str = "") -> QWidget:
        page = self.pages.show_page(name)
        if task:
            self._recent = [*(other for other in self._recent if other != task), task][-20:]
        self.sidebar.set_page("dashboard" if name == "welcome" else name)
        self.sidebar.select_task(task)
        self.toasts.dismiss(task)
        self.actions_.refresh()
        page.setFocus()
        return page

    def in_plan(self) -> bool:
        """Whether the keyboard is in the plan, which has an undo and keys of its own."""
        focus = application().focusWidget()
        page = self.pages.made("task")
        if focus is None or page is None:
            return False
        return self.task_page().pane.plan.isAncestorOf(focus)

    @Slot()
    def _leave_keys(self) -> None:
        # A key that two listen to would reach neither.
        self.actions_.refresh()

    def go_round(self, by: int) -> None:
        """F6: give the keyboard to the next part of the window, with -1 to the one before."""
        page = self.pages.page(self.pages.shown or "welcome")
        inside = page.parts() if isinstance(page, HasParts) else [Part(page, partial(focus_first, page))]
        go_round([Part(self.sidebar, self.sidebar.tree.setFocus), *inside, *self.toasts.parts()], by)

    # pages

    def task_page(self) -> "TaskPage":
        """The page that shows tasks, made if it was not yet."""
        page = self.pages.page("task")
        if TYPE_CHECKING:
            assert isinstance(page, TaskPage)
        return page

    # live

    @Slot()
    def _book_loaded(self) -> None:
        empty = not self.book.tasks()
        if self.pages.shown == "" or (self.pages.shown == "welcome" and not empty):
            self.show_page("dashboard")
        if self.pages.made("inbox") is None:
            # The inbox counts what waits, so it lives from the start, shown or not.
            inbox = self.pages.page("inbox")
            if TYPE_CHECKING:
                assert isinstance(inbox, Inbox)
            inbox.reload()

    @Slot(list)
    def _tasks_changed(self, _changed: list[str]) -> None:
        self.actions_.refresh()
        wanted = "dashboard" if self.book.tasks() else "welcome"
        # Only a change of pages moves the keyboard: whoever types in the palette goes on typing.
        if self.pages.shown in {"welcome", "dashboard"} - {wanted}:
            self._show(wanted)

    @Slot(str)
    def open_folder(self, folder: str) -> None:
        """Show a folder in the system's file manager."""
        from workspace_app.ui.open_path import show_in_folder

        if problem := show_in_folder(folder):
            self.toasts.error(problem)

    # building

    def _lay_out(self) -> None:
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.addWidget(self.sidebar)
        self.splitter.addWidget(self.pages)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([264, 1000])
        self.pages.setMinimumWidth(440)
        middle = QFrame(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.status_line)
        self.setCentralWidget(middle)

    def _connect(self) -> None:
        self.sidebar.task_opened.connect(self.open_task)
        self.sidebar.project_opened.connect(self.open_project)
        self.sidebar.page_requested.connect(self.show_page)
        self.sidebar.rename_requested.connect(self.commands.rename)
        self.sidebar.menu_requested.connect(self.commands.show_menu)
        self.commands.open_requested.connect(self._open_any)
        self.records.open_requested.connect(self._open_any)
        self.commands.answer_requested.connect(self.answer_task)
        self.commands.rename_requested.connect(self._rename)
        self.commands.task_requested.connect(self.new_task_in)
        self.notifier.task_chosen.connect(self.open_task)
        self.bridge.failed.connect(self.toasts.error)
        self.book.reloaded.connect(self._book_loaded)
        self.book.tasks_changed.connect(self._tasks_changed)
        self.undoing.changed.connect(self.actions_.refresh)
        application().focusChanged.connect(self._leave_keys)

    def _restore(self) -> None:
        room = self.screen().availableGeometry()
        # A frame and a title bar take some of the room.
        self.resize(min(1280, room.width() - 16), min(800, room.height() - 48))
        geometry: QByteArray = self.preferences.state("window")
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        splitter = self.preferences.state("sidebar_splitter")
        if not splitter.isEmpty():
            self.splitter.restoreState(splitter)
        self.sidebar.setVisible(self.preferences.flag("sidebar", True))
        if not (self.bridge.home / STORE_FILE).exists():
            # Not before the window has been seen.
            QTimer.singleShot(0, self, self._greet)

    @Slot()
    def _greet(self) -> None:
        if not self.pages.shown:
            self._show("welcome")

    # closing

    def closeEvent(self, event: QCloseEvent) -> None:
        running = [task.id for task in self.book.tasks() if task.status in ACTIVE]
        if running and self.bridge.connected and not self._close_now:
            from workspace_app.ui.close_dialog import ask_how_to_close

            choice = ask_how_to_close(len(running), self)
            if choice != "background":
                event.ignore()
            if choice == "pause":
                self._pause_and_close(running)
            if choice != "background":
                return
        self.preferences.keep_state("window", self.saveGeometry())
        self.preferences.keep_state("sidebar_splitter", self.splitter.saveState())
        self.background.close()
        event.accept()
        self.closed.emit()

    def _pause_and_close(self, tasks: list[str]) -> None:
        self._pausing = set(tasks)
        for task in tasks:
            self.bridge.call(
                "pause", task=task, now=True, done=partial(self._paused, task), failed=partial(self._not_paused, task)
            )

    def _paused(self, task: str, _result: object) -> None:
        self._pausing.discard(task)
        if not self._pausing:
            self._close_now = True
            self.close()

    def _not_paused(self, task: str, sentence: str) -> None:
        known = self.book.task(task)
        if known is not None and known.status in ACTIVE:
            self._pausing.clear()
            self.toasts.error(sentence)
        else:
            # It came to its end by itself meanwhile.
            self._paused(task, None)
