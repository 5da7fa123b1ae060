"""The files that go with a new task: chips, a button, and a place to drop them."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from workspace_app.ui.chip import Chip
from workspace_app.ui.context_files import ContextFile, split_readable
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.small_widgets import button, plain_tip
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint


class ContextPicker(QWidget):
    """A set of files that is collected before it is used.

    Signals:
        changed: files were added or taken away.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._files: list[ContextFile] = []
        self.chips: list[Chip] = []
        self._row = QWidget(self)
        self._flow = FlowLayout(self._row, 6)
        self.add_button = button(
            self.tr("Add files…"),
            "chip",
            self.tr("Background material for the task; you can also drop files anywhere here"),
            self._row,
        )
        Tint(theme, self.add_button, "attach")
        self.add_button.clicked.connect(self._choose)
        self._flow.addWidget(self.add_button)
        self.problem = ProblemLabel(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._row)
        layout.addWidget(self.problem)

    def paths(self) -> list[str]:
        """The absolute paths of the files."""
        return [file.path for file in self._files]

    def add(self, paths: list[str]) -> None:
        """Add files; those that are there already or cannot be read are left out, the latter with a sentence."""
        files, sentence = split_readable(paths)
        known = set(self.paths())
        self._files += [file for file in files if file.path not in known]
        self.problem.show_problem(sentence)
        self._show()

    def clear(self) -> None:
        """Take all files away."""
        self._files = []
        self.problem.show_problem("")
        self._show()

    def _show(self) -> None:
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._flow.removeWidget(self.add_button)
        self.chips = []
        for file in self._files:
            chip = Chip(
                self._theme, file.words(), "document" if file.pasted else "link", removable=True, parent=self._row
            )
            chip.setToolTip(plain_tip(f"{file.path}\n{file.why}".strip()))
            chip.setProperty("path", file.path)
            chip.removed.connect(self._remove)
            chip.show()
            self._flow.addWidget(chip)
            self.chips.append(chip)
        self._flow.addWidget(self.add_button)
        self._row.updateGeometry()
        self.changed.emit()

    @Slot()
    def _remove(self) -> None:
        gone = self.sender().property("path")
        self._files = [file for file in self._files if file.path != gone]
        self._show()

    @Slot()
    def _choose(self) -> None:
        files, _ = QFileDialog.getOpenFileNames(self, self.tr("Add context files"))
        if files:
            self.add(files)
