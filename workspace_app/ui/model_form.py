"""The form for a new model."""

from collections.abc import Collection
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, ProblemLabel
from workspace_app.ui.model_presets import Preset, presets
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme


class ModelForm(QDialog):
    """Asks for provider, model, address and key; a key goes to the system's keyring and nowhere else.

    Args:
        known: the names of the models that there are.
    """

    added = Signal(str)
    """The model is kept; carries its name."""

    def __init__(self, bridge: Bridge, theme: Theme, known: Collection[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._presets = presets()
        self._known = known
        self.setWindowTitle(self.tr("Add a model"))
        self.setMinimumWidth(480)
        self.provider = QComboBox(self)
        self.provider.addItems([preset.title for preset in self._presets])
        self.model, self.name, self.address, self.key, self.variable = (QLineEdit(self) for _ in range(5))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self._fields = self._make_fields()
        self.problem = ProblemLabel(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(14)
        column.addWidget(label(self.tr("Add a model"), "heading", self))
        for field in self._fields.values():
            column.addWidget(field)
        column.addWidget(self.problem)
        column.addLayout(self._button_row())
        self.provider.currentIndexChanged.connect(self._preset_chosen)
        self.model.textChanged.connect(self._suggest_name)
        self.model.textChanged.connect(self._check)
        self.name.textChanged.connect(self._check)
        self._preset_chosen()

    def _make_fields(self) -> dict[str, LabelledField]:
        key_hint = self.tr(
            "Kept in the system's keyring, never in a file; it replaces the one kept before. Leave it empty to use the variable below."
        )
        return {
            "provider": LabelledField(self.tr("Provider"), self.provider, parent=self),
            "model": LabelledField(self.tr("Model"), self.model, parent=self),
            "name": LabelledField(
                self.tr("Name in Workspace"), self.name, self.tr("What plans call it, such as writer."), self
            ),
            "address": LabelledField(self.tr("Address"), self.address, parent=self),
            "key": LabelledField(self.tr("Key"), self.key, key_hint, self),
            "variable": LabelledField(self.tr("Environment variable with the key"), self.variable, parent=self),
        }

    def _button_row(self) -> QHBoxLayout:
        self.add_button = button(self.tr("Add"), "primary", self.tr("Add (Ctrl+Return)"), self)
        self.add_button.setDefault(True)
        self.add_button.clicked.connect(self.submit)
        cancel = button(self.tr("Cancel"), parent=self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.add_button)
        row.addWidget(cancel)
        row.addStretch(1)
        return row

    def _preset(self) -> Preset:
        return self._presets[self.provider.currentIndex()]

    @Slot()
    def _preset_chosen(self) -> None:
        preset = self._preset()
        self.model.setPlaceholderText(self.tr("for example {0}").format(preset.example))
        self.address.setText(preset.base_url or "")
        self.address.setPlaceholderText("https://…")
        self.variable.setText(preset.key_env)
        self._fields["address"].setVisible(preset.asks_url)
        self._fields["key"].setVisible(preset.asks_key)
        self._fields["variable"].setVisible(preset.asks_key)
        self._fields["model"].setVisible(preset.provider != "practice")
        if preset.provider == "practice":
            self.model.setText(preset.example)
        elif self.model.text() == "practice":
            self.model.clear()
        self._check()
        self.adjustSize()

    @Slot()
    def _suggest_name(self) -> None:
        if not self.name.isModified():
            self.name.setText(self.model.text().strip().split("/")[-1])

    @Slot()
    def _check(self) -> None:
        name = self.name.text().strip()
        replaces = self.tr("There is a model of this name already: it is replaced.") if name in self._known else ""
        self.problem.show_problem(replaces)
        self.add_button.setEnabled(bool(self.model.text().strip() and name))

    @Slot()
    def submit(self) -> None:
        """Add the model; then its key, if one was typed."""
        if not self.add_button.isEnabled():
            return
        self.add_button.setEnabled(False)
        preset, key = self._preset(), self.key.text().strip()
        variable = self.variable.text().strip() if preset.asks_key and not key else ""
        self._bridge.call(
            "add_model", done=self._added, failed=self._failed, name=self.name.text().strip(), provider=preset.provider,
            model=self.model.text().strip(), base_url=self.address.text().strip() or None, key_env=variable or None,
        )  # fmt: skip

    @Slot(object)
    def _added(self, _result: Any) -> None:
        key = self.key.text().strip()
        if self._preset().asks_key and key:
            self._bridge.call(
                "keep_key", done=self._finish, failed=self._failed, name=self.name.text().strip(), key=key
            )
        else:
            self._finish(None)

    @Slot(object)
    def _finish(self, _result: Any) -> None:
        self.added.emit(self.name.text().strip())
        self.accept()

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self.add_button.setEnabled(True)
        self.problem.show_problem(sentence)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submit()
        else:
            super().keyPressEvent(event)
