"""A model's key, asked for where it is missing or refused."""

from typing import Any

from PySide6.QtWidgets import QLineEdit, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField
from workspace_app.ui.small_widgets import label
from workspace_app.ui.step_dialogs import VerbDialog


class KeyDialog(VerbDialog):
    """Keeps a key in the system's keyring.

    Args:
        slot: name of the model.
    """

    def __init__(self, bridge: Bridge, slot: str, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self._slot = slot
        heading = self.tr("Key of the model “{0}”").format(slot)
        self.name_it(heading, self.tr("Keep it and try again"))
        self.resize(520, 300)
        self.key = QLineEdit(self)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.hint = label(self.tr("It is kept in the system's keyring, never in a file."), "muted", self)
        self.hint.setWordWrap(True)
        self.form.addWidget(label(heading, "heading", self))
        self.form.addWidget(LabelledField(self.tr("Key"), self.key))
        self.form.addWidget(self.hint)
        self.form.addStretch(1)
        self.key.setFocus()
        bridge.call("models", done=self._tell_variable)

    def verb(self) -> tuple[str, dict[str, Any]]:
        return "keep_key", {"name": self._slot, "key": self.key.text()}

    def _failed(self, sentence: str) -> None:
        super()._failed(sentence)
        self.key.setFocus()

    def _tell_variable(self, models: list[dict[str, Any]]) -> None:
        """A key in the model's own environment variable comes before the keyring's: say so, or the new key seems to do nothing."""
        variable = next((model["key_env"] for model in models if model["name"] == self._slot), None)
        if variable:
            words = self.tr("The environment variable {0} comes first: where it is set, change the key there.")
            self.hint.setText(f"{self.hint.text()} {words.format(variable)}")
