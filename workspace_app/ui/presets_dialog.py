"""Add, change and delete presets: prompts that `#` inserts, for the whole app or for one project (R51)."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, ProblemLabel, TextArea
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint

_ENTRY = Qt.ItemDataRole.UserRole


class PresetsDialog(QDialog):
    """The list at the left, the chosen preset at the right.

    Args:
        project: whose own presets are shown too; None for those of the app only.
    """

    def __init__(self, bridge: Bridge, theme: Theme, project: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._project = bridge, project
        self._wanted = ""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Presets"))
        self.resize(720, 480)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Presets"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setStyleSheet(
            "QListWidget { background: transparent; border: 0; outline: 0; }"
            "QListWidget::item { padding: 6px 8px; border-radius: 6px; color: palette(text); }"
            f"QListWidget::item:selected {{ background: {theme.hex('selected')}; color: {theme.hex('text')}; }}"
        )
        self.list.currentItemChanged.connect(self._show_chosen)
        self.new = button(self.tr("New preset"), "quiet", parent=self)
        Tint(theme, self.new, "plus")
        self.new.clicked.connect(self.start_new)
        self.name = QLineEdit(self)
        self.scope = QComboBox(self)
        self.scope.addItem(self.tr("All projects"), None)
        if project is not None:
            self.scope.addItem(self.tr("This project only"), project)
        self.text = TextArea(self.tr("Text"), (0, 0), self)
        self.text.submitted.connect(self.save)
        self.problem = ProblemLabel(self)
        self.told = label("", "muted", self)
        self.told.setWordWrap(True)
        self.save_button = button(self.tr("Save"), "primary", self.tr("Save (Ctrl+Enter)"), self)
        self.save_button.clicked.connect(self.save)
        self.delete = button(self.tr("Delete"), "danger", parent=self)
        self.delete.clicked.connect(self._delete)
        self._lay_out()
        self._load("")

    @Slot()
    def start_new(self) -> None:
        """Begin a preset."""
        self.list.setCurrentItem(None)  # type: ignore[call-overload]
        self.name.clear()
        self.text.setPlainText("")
        self.scope.setCurrentIndex(0)
        self.delete.setEnabled(False)
        self._tell("")
        self.name.setFocus()

    @Slot()
    def save(self) -> None:
        """Save what is shown under its name."""
        self._tell("")
        self._wanted = self.name.text().strip()
        self._bridge.call(
            "save_preset",
            done=self._saved,
            failed=self.problem.show_problem,
            name=self._wanted,
            text=self.text.toPlainText(),
            project=self.scope.currentData(),
        )

    def _saved(self, _result: object) -> None:
        self._load(self._wanted)
        self._tell(self.tr("“{0}” is saved.").format(self._wanted))

    @Slot()
    def _delete(self) -> None:
        self._tell("")
        self._bridge.call(
            "delete_preset",
            done=self._deleted,
            failed=self.problem.show_problem,
            name=self.name.text().strip(),
            project=self.scope.currentData(),
        )

    def _deleted(self, _result: object) -> None:
        self._load("")
        # Its text stays in the fields: saving it again is the way back.
        self.list.setCurrentItem(None)  # type: ignore[call-overload]
        self._tell(self.tr("“{0}” is deleted. Save brings it back.").format(self.name.text().strip()))

    def _load(self, wanted: str) -> None:
        self._wanted = wanted
        self._bridge.call("presets", done=self._fill, failed=self.problem.show_problem, project=self._project)

    def _fill(self, presets: Sequence[Mapping[str, Any]]) -> None:
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for preset in presets:
            words = preset["name"]
            if preset["scope"] == "project":
                words = self.tr("{0}  ·  this project").format(words)
            item = QListWidgetItem(words, self.list)
            item.setData(_ENTRY, dict(preset))
            if preset["name"] == self._wanted:
                self.list.setCurrentItem(item)
        self.list.blockSignals(blocked)
        self.delete.setEnabled(self.list.currentItem() is not None)
        if self.list.currentItem() is None and not self.name.text():
            self.list.setCurrentRow(0)

    @Slot(QListWidgetItem, QListWidgetItem)
    def _show_chosen(self, item: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        if item is None:
            return
        preset = item.data(_ENTRY)
        self.name.setText(preset["name"])
        self.text.setPlainText(preset["text"])
        self.scope.setCurrentIndex(self.scope.count() - 1 if preset["scope"] == "project" else 0)
        self.delete.setEnabled(True)
        self._tell("")

    def _tell(self, sentence: str) -> None:
        self.problem.show_problem("")
        self.told.setText(sentence)

    def _lay_out(self) -> None:
        left, right, row, top = QVBoxLayout(), QVBoxLayout(), QHBoxLayout(), QHBoxLayout()
        left.addWidget(self.list, 1)
        left.addWidget(self.new, 0, Qt.AlignmentFlag.AlignLeft)
        hint = self.tr("{work}, {comments} and {step_task} are filled in where the preset is used.")
        top.setSpacing(12)
        top.addWidget(LabelledField(self.tr("Name"), self.name), 1)
        top.addWidget(LabelledField(self.tr("For"), self.scope))
        right.setSpacing(12)
        right.addLayout(top)
        right.addWidget(LabelledField(self.tr("Text"), self.text, hint), 1)
        right.addWidget(self.problem)
        right.addWidget(self.told)
        row.addWidget(self.save_button)
        row.addWidget(self.delete)
        row.addStretch(1)
        right.addLayout(row)
        sides = QHBoxLayout()
        sides.setSpacing(24)
        sides.addLayout(left, 2)
        sides.addLayout(right, 5)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addLayout(sides, 1)
        layout.addWidget(close)
        for made in (self.new, self.save_button, self.delete):
            made.setAutoDefault(False)
