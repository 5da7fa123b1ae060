"""All files in a task's folder, as they lie on the disk (R5)."""

from pathlib import Path

from PySide6.QtCore import QDir, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileSystemModel, QFrame, QHBoxLayout, QHeaderView, QMenu, QTreeView, QVBoxLayout, QWidget

from workspace_app.domain.errors import NotFound
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.open_path import copy_path, open_file, show_in_folder
from workspace_app.ui.provenance_dialog import ProvenanceDialog
from workspace_app.ui.small_widgets import ElidedLabel, button
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint


class FilesTab(QWidget):
    """A tree of the task's folder; Enter or a double click opens a file in its program.

    Signals:
        work_opened: a work of any task should be shown; carries the ids of task and work.
    """

    work_opened = Signal(str, str)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._task = ""
        self._folder = ""
        self._model: QFileSystemModel | None = None
        self.path = ElidedLabel("", self)
        self.path.setProperty("kind", "muted")
        self.open_folder = button(self.tr("Open folder"), parent=self)
        Tint(theme, self.open_folder, "folder_open")
        self.problem = ProblemLabel(self)
        self.tree = QTreeView(self)
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(self.tr("Files of the task"))
        self.tree.setStyleSheet("QTreeView { background: transparent; border: 0; } QTreeView::item { padding: 3px 0; }")
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        row = QHBoxLayout()
        row.addWidget(self.path, 1)
        row.addWidget(self.open_folder)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addLayout(row)
        layout.addWidget(self.problem)
        layout.addWidget(self.tree, 1)
        self.open_folder.clicked.connect(self._open_folder)
        self.tree.activated.connect(self._open)
        self.tree.customContextMenuRequested.connect(self._open_menu)

    def show_task(self, task: str) -> None:
        """Show the folder of a task; the tree is made when it is first shown."""
        if task == self._task and self._folder:
            return
        self._task = task
        queries = self._bridge.queries
        try:
            found = queries.task(task)
            self._folder = str(Path(queries.project(found.project).folder) / found.folder)
        except NotFound:
            self._folder = ""
        self.path.set_full_text(self._folder)
        self._show_folder()

    def current_path(self) -> str:
        """The file or folder that is chosen, else the task's folder."""
        index = self.tree.currentIndex()
        return self._model.filePath(index) if self._model and index.isValid() else self._folder

    def _show_folder(self) -> None:
        there = Path(self._folder).is_dir() if self._folder else False
        self.tree.setVisible(there)
        self.open_folder.setEnabled(there)
        self.problem.show_problem(
            "" if there else self.tr("The task's folder is not there any more: {path}").format(path=self._folder)
        )
        if not there:
            return
        if self._model is None:
            self._model = QFileSystemModel(self)
            self._model.setFilter(QDir.Filter.AllEntries | QDir.Filter.NoDotAndDotDot)
            self._model.setReadOnly(True)
            self.tree.setModel(self._model)
            for column in (2, 3):
                self.tree.hideColumn(column)
            self.tree.header().setStretchLastSection(False)
            self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
            self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setRootIndex(self._model.setRootPath(self._folder))

    def menu(self) -> QMenu:
        """What can be done with the chosen file."""
        menu = QMenu(self)
        menu.addAction(self._theme.icon("external"), self.tr("Open in its program")).setData("open")
        menu.addAction(self._theme.icon("folder"), self.tr("Show in its folder")).setData("folder")
        menu.addAction(self._theme.icon("copy"), self.tr("Copy its path")).setData("path")
        if Path(self.current_path()).is_file():
            menu.addAction(self._theme.icon("branch"), self.tr("What was made from it…")).setData("made")
        menu.triggered.connect(self._do)
        return menu

    @Slot()
    def _open_menu(self) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.tree.viewport().mapToGlobal(self.tree.visualRect(self.tree.currentIndex()).bottomLeft()))

    @Slot(QAction)
    def _do(self, action: QAction) -> None:
        path = self.current_path()
        if action.data() == "path":
            copy_path(path)
        elif action.data() == "made":
            dialog = ProvenanceDialog(self._bridge, self._theme, None, parent=self.window(), path=path)
            dialog.work_opened.connect(self.work_opened)
            dialog.open()
        elif action.data() == "folder" or Path(path).is_dir():
            self.problem.show_problem(show_in_folder(path))
        else:
            self.problem.show_problem(open_file(path))

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if self._model is not None and not self._model.isDir(index):
            self.problem.show_problem(open_file(self._model.filePath(index)))

    @Slot()
    def _open_folder(self) -> None:
        self.problem.show_problem(show_in_folder(self._folder))
