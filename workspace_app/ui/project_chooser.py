"""Which project a new task goes into, with a way to make one."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import LabelledField, ProblemLabel
from workspace_app.ui.small_widgets import button, label

_NEW = "new"


class ProjectChooser(QComboBox):
    """All projects, none ("My tasks"), and "New project…"."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._chosen: str | None = None
        self.setAccessibleName(self.tr("Project"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(14)
        self.activated.connect(self._choose)

    def project(self) -> str | None:
        """The id of the chosen project; None for the one that the app keeps for tasks without one."""
        return self._chosen

    def show_projects(self, chosen: str | None) -> None:
        """Read the projects again and choose one. In a new data folder there are none before its engine has made the store."""
        self.clear()
        self.addItem(self.tr("My tasks"), None)
        for project in self._bridge.queries.projects() if self._bridge.readable else ():
            self.addItem(localized(project.title), project.id)
        self.insertSeparator(self.count())
        self.addItem(self.tr("New project…"), _NEW)
        place = self.findData(chosen) if chosen else 0
        self._chosen = chosen if place > 0 else None
        self.setCurrentIndex(max(0, place))

    @Slot(int)
    def _choose(self, index: int) -> None:
        if self.itemData(index) != _NEW:
            self._chosen = self.itemData(index)
            return
        self.setCurrentIndex(max(0, self.findData(self._chosen) if self._chosen else 0))
        dialog = NewProjectDialog(self._bridge, self)
        dialog.project_created.connect(self.show_projects)
        dialog.open()


class NewProjectDialog(QDialog):
    """Title and folder of a new project; stays open until the engine has made it.

    Signals:
        project_created: it is made; carries its id.
    """

    project_created = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.setWindowTitle(self.tr("New project"))
        self.setMinimumWidth(460)
        self.title = QLineEdit(self)
        self.folder = QLineEdit(self)
        self.folder.setPlaceholderText(self.tr("Made by the app"))
        self.choose = button(
            self.tr("Choose…"), tip=self.tr("Choose a folder of your own; what is in it stays as it is"), parent=self
        )
        self.error = ProblemLabel(self)
        self.make = button(self.tr("Create project"), "primary", parent=self)
        self.make.setDefault(True)
        cancel = button(self.tr("Cancel"), "quiet", parent=self)
        place, row, layout = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        about = label(
            self.tr("Without a folder the app makes one. A folder that you choose keeps everything that is in it."),
            "muted",
            self,
        )
        about.setWordWrap(True)
        place.addWidget(LabelledField(self.tr("Folder (optional)"), self.folder, parent=self), 1)
        place.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.make)
        row.addWidget(cancel)
        row.addStretch(1)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(12)
        layout.addWidget(LabelledField(self.tr("Title"), self.title, parent=self))
        layout.addLayout(place)
        layout.addWidget(about)
        layout.addWidget(self.error)
        layout.addLayout(row)
        self.choose.clicked.connect(self._choose_folder)
        self.make.clicked.connect(self._create)
        cancel.clicked.connect(self.reject)

    @Slot()
    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose the project's folder"))
        if folder:
            self.folder.setText(folder)
            if not self.title.text().strip():
                self.title.setText(folder.rstrip("/\\").replace("\\", "/").rpartition("/")[2])

    @Slot()
    def _create(self) -> None:
        title = self.title.text().strip()
        if not title:
            self.error.show_problem(self.tr("Give the project a title."))
            self.title.setFocus()
            return
        self.make.setEnabled(False)
        self.error.show_problem("")
        self._bridge.call(
            "new_project", title=title, folder=self.folder.text().strip() or None, done=self._done, failed=self._failed
        )

    def _done(self, result: dict[str, str]) -> None:
        self.project_created.emit(result["id"])
        self.accept()

    def _failed(self, sentence: str) -> None:
        self.make.setEnabled(True)
        self.error.show_problem(sentence)
