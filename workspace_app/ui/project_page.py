"""A project: its tasks and its folder. A project has no plan of its own (R2)."""

from PySide6.QtCore import QModelIndex, QPoint, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QInputDialog, QVBoxLayout, QWidget

from workspace_app.domain.lineage import parents_of
from workspace_app.domain.records import Task
from workspace_app.ui.branch_tree import BranchTree
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.dashboard_delegate import DashboardDelegate
from workspace_app.ui.dashboard_model import ROW, DashboardModel
from workspace_app.ui.dashboard_view import DashboardView
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import set_check
from workspace_app.ui.own_offers import OwnOffers
from workspace_app.ui.planner_dialog import PlannerDialog
from workspace_app.ui.project_defaults import ProjectDefaultsDialog
from workspace_app.ui.small_widgets import ElidedLabel, IconLabel, button, label
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme


class ProjectPage(QWidget):
    """The tasks of one project."""

    task_opened = Signal(str)
    """A task was chosen; carries its id."""
    answer_requested = Signal(str)
    """The person wants to answer what a task waits for; carries the task's id."""
    task_requested = Signal(str)
    """A new task in this project is wanted; carries the project's id."""
    menu_requested = Signal(str, str, QPoint)
    """The menu of a task or of the project is wanted: kind, id, and where on the screen."""
    renamed = Signal(str, str, str)
    """The project should have another title: "project", its id, the title."""
    move_requested = Signal(object)
    """The person wants to say where the folder of the project is now; carries the Project."""

    share_requested = Signal()
    """The person wants to share the project with others."""

    def __init__(self, bridge: Bridge, theme: Theme, book: TaskBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme, self._book = bridge, theme, book
        self._project = ""
        self._model = DashboardModel(book, theme, self, project="-")
        self.view = DashboardView(self)
        self.view.setModel(self._model)
        delegate = DashboardDelegate(theme, self.view)
        self.view.setItemDelegate(delegate)
        self.title = ElidedLabel(parent=self)
        self.title.setProperty("kind", "title")
        self.offers = OwnOffers(bridge, theme, self)
        self.tree = BranchTree(theme, self)
        self.tree.hide()
        self._folder = ElidedLabel(parent=self)
        self._folder.setProperty("kind", "muted")
        self._empty = label(
            self.tr("This project has no task yet. A task begins with a sentence about what you want done."),
            "muted",
            self,
        )
        self._empty.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 24, 0)
        column.setSpacing(12)
        column.addWidget(self.title)
        column.addLayout(self._head())
        column.addLayout(self._folder_row())
        column.addWidget(self._privacy())
        column.addWidget(self.offers)
        column.addWidget(self._empty)
        column.addLayout(self._choice())
        column.addWidget(self.view, 1)
        column.addWidget(self.tree, 1)
        column.addStretch()
        delegate.jump_requested.connect(self.answer_requested)
        self.view.opened.connect(self._open)
        self.tree.opened.connect(self.task_opened)
        self.view.answered.connect(self._answer)
        self.view.customContextMenuRequested.connect(self._task_menu)
        book.reloaded.connect(self._refresh)
        book.tasks_changed.connect(self._refresh)

    @property
    def project(self) -> str:
        """The id of the project that is shown, "" for none."""
        return self._project

    def show_project(self, project: str) -> None:
        """Show another project."""
        self._project = project
        self._model.show_project(project)
        self.offers.show_project(project)
        self._refresh()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.new_task = button(self.tr("New task"), "primary", self.tr("New task in this project"), self)
        self.new_task.clicked.connect(self._want_task)
        rename = button(self.tr("Rename…"), parent=self)
        rename.clicked.connect(self.rename)
        self.defaults = button(self.tr("New tasks begin with…"), parent=self)
        self.defaults.clicked.connect(self._edit_defaults)
        self.planner = button(
            self.tr("Planner…"), tip=self.tr("What stands around the planner's calls in this project"), parent=self
        )
        self.planner.clicked.connect(self._edit_planner)
        self.share = button(self.tr("Share…"), parent=self)
        self.share.clicked.connect(self.share_requested)
        for made in (self.new_task, self.defaults, self.planner, self.share, rename):
            row.addWidget(made)
        row.addStretch(1)
        return row

    def _choice(self) -> QHBoxLayout:
        row, group = QHBoxLayout(), QButtonGroup(self)
        row.setSpacing(8)
        self.as_list = button(self.tr("List"), "chip", parent=self)
        self.as_tree = button(self.tr("Tree of branches"), "chip", self.tr("Which task came from which"), parent=self)
        for made in (self.as_list, self.as_tree):
            made.setCheckable(True)
            group.addButton(made)
            row.addWidget(made)
        row.addStretch(1)
        self.as_list.setChecked(True)
        self.as_tree.toggled.connect(self._refresh)
        return row

    def _folder_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(IconLabel(self._theme, "folder", "muted", 16, self))
        row.addWidget(self._folder)
        self.open_folder = button(self.tr("Open folder"), "quiet", parent=self)
        self.open_folder.clicked.connect(self._open_folder)
        row.addWidget(self.open_folder)
        self.move_folder = button(
            self.tr("It is elsewhere now…"),
            "quiet",
            self.tr("Say where the folder is, after it was moved or renamed; nothing is moved or copied"),
            self,
        )
        self.move_folder.clicked.connect(self._want_move)
        row.addWidget(self.move_folder)
        row.addStretch(1)
        return row

    def _privacy(self) -> QCheckBox:
        self.store_redacted = QCheckBox(self.tr("Keep personal data only as it is sent to models"), self)
        self.store_redacted.setToolTip(
            self.tr(
                "What an assistant's PII middleware finds is kept redacted in conversations from now on. Otherwise it is redacted only where it is"
                " sent. Documents and plans are never changed."
            )
        )
        self.store_redacted.clicked.connect(self._set_privacy)
        return self.store_redacted

    @Slot()
    def _refresh(self) -> None:
        project = self._book.project(self._project)
        if project is None:
            return
        self.title.set_full_text(localized(project.title))
        self._folder.set_full_text(project.folder)
        set_check(self.store_redacted, project.store_redacted)
        empty = self._model.rowCount() == 0
        self._empty.setVisible(empty)
        tree = self.as_tree.isChecked()
        for made in (self.as_list, self.as_tree):
            made.setVisible(not empty)
        self.view.setVisible(not empty and not tree)
        self.tree.setVisible(not empty and tree)
        if self.tree.isVisible():
            tasks = self._book.tasks(self._project)
            self.tree.show_tasks(tasks, parents_of(tasks))

    @Slot()
    def rename(self) -> None:
        """Ask for another title."""
        project = self._book.project(self._project)
        title, ok = QInputDialog.getText(
            self, self.tr("Rename project"), self.tr("Title"), text=project.title if project else ""
        )
        if ok and title.strip():
            self.renamed.emit("project", self._project, title.strip())

    @Slot()
    def _edit_defaults(self) -> None:
        if project := self._book.project(self._project):
            ProjectDefaultsDialog(self._bridge, self._theme, project, self.window()).open()

    @Slot()
    def _edit_planner(self) -> None:
        if project := self._book.project(self._project):
            PlannerDialog(self._bridge, self._theme, project, self.window()).open()

    @Slot(bool)
    def _set_privacy(self, on: bool) -> None:
        self._bridge.call("set_project_privacy", project=self._project, store_redacted=on)

    @Slot()
    def _want_task(self) -> None:
        self.task_requested.emit(self._project)

    @Slot()
    def _open_folder(self) -> None:
        if project := self._book.project(self._project):
            QDesktopServices.openUrl(QUrl.fromLocalFile(project.folder))

    @Slot()
    def _want_move(self) -> None:
        if project := self._book.project(self._project):
            self.move_requested.emit(project)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, Task):
            self.task_opened.emit(row.id)

    @Slot(QModelIndex)
    def _answer(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, Task):
            self.answer_requested.emit(row.id)

    @Slot(QPoint)
    def _task_menu(self, at: QPoint) -> None:
        row = self.view.indexAt(at).data(ROW)
        if isinstance(row, Task):
            self.menu_requested.emit("task", row.id, self.view.viewport().mapToGlobal(at))
