"""The form for a new project."""

from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, ProblemLabel
from workspace_app.ui.small_widgets import button, label


class ProjectDialog(QDialog):
    """Asks for a title and, if the person likes, for a folder of their own."""

    created = Signal(str)
    """The project is there; carries its id."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.setWindowTitle(self.tr("New project"))
        self.setMinimumWidth(480)
        self.title = QLineEdit(self)
        self.folder = QLineEdit(self)
        self.folder.setPlaceholderText(self.tr("in Workspace's own folder"))
        self.problem = ProblemLabel(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(14)
        column.addWidget(label(self.tr("New project"), "heading", self))
        column.addWidget(LabelledField(self.tr("Title"), self.title, parent=self))
        hint = self.tr("A folder or repository that is there already is adopted with all that is in it.")
        column.addWidget(LabelledField(self.tr("Folder"), self._folder_row(), hint, self))
        column.addWidget(self.problem)
        column.addLayout(self._buttons())
        self.title.textChanged.connect(self._check)
        self._check()

    def _folder_row(self) -> QWidget:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        self.folder.setAccessibleName(self.tr("Folder"))
        row.addWidget(self.folder, 1)
        choose = button(self.tr("Choose…"), parent=self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        row.addWidget(choose)
        return holder

    def _buttons(self) -> QHBoxLayout:
        self.create_button = button(self.tr("Create"), "primary", parent=self)
        self.create_button.setDefault(True)
        self.create_button.clicked.connect(self.submit)
        cancel = button(self.tr("Cancel"), parent=self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.create_button)
        row.addWidget(cancel)
        row.addStretch(1)
        return row

    @Slot()
    def _check(self) -> None:
        self.problem.show_problem("")
        self.create_button.setEnabled(bool(self.title.text().strip()))

    @Slot()
    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Folder of the project"))
        if folder:
            self.folder.setText(folder)
            if not self.title.text().strip():
                self.title.setText(folder.rstrip("/").rsplit("/", 1)[-1])

    @Slot()
    def submit(self) -> None:
        """Make the project."""
        self.create_button.setEnabled(False)
        folder = self.folder.text().strip() or None
        self._bridge.call(
            "new_project", done=self._made, failed=self._failed, title=self.title.text().strip(), folder=folder
        )

    @Slot(object)
    def _made(self, result: dict[str, Any]) -> None:
        self.created.emit(result["id"])
        self.accept()

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self.create_button.setEnabled(True)
        self.problem.show_problem(sentence)
