"""The models that the person has set up: test, choose, remove, add."""

from typing import Any

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QPushButton, QVBoxLayout, QWidget

from workspace_app.domain.events import Event
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.model_form import ModelForm
from workspace_app.ui.small_widgets import Card, ElidedLabel, IconLabel, button, label, plain_tip
from workspace_app.ui.theme import Theme


class ModelRow(Card):
    """One model.

    Args:
        model: an entry of the verb models.
    """

    changed = Signal()
    """It became the default or was removed."""

    def __init__(self, bridge: Bridge, theme: Theme, model: dict[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._bridge, self._theme, self.model = bridge, theme, model
        self.name: str = model["name"]
        self._result_icon = IconLabel(theme, "info", "muted", 16, self)
        self.result = label("", parent=self)
        self.result.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(6)
        column.addLayout(self._words())
        column.addLayout(self._buttons())
        column.addLayout(self._result_row())
        self.setAccessibleName(self.name)

    def _words(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(IconLabel(self._theme, "model", "accent", 20, self))
        name = ElidedLabel(self.name, self)
        name.setProperty("kind", "strong")
        row.addWidget(name)
        if self.model["default"]:
            row.addWidget(label(self.tr("Default"), "muted", self))
        about = ElidedLabel(self._about(), self)
        about.setProperty("kind", "muted")
        row.addWidget(about, 1)
        return row

    def _about(self) -> str:
        model = self.model
        if model["provider"] == "practice":
            return self.tr("Practice: works offline, is not an AI")
        key = "" if model["has_key"] or model["provider"] == "ollama" else self.tr("no key")
        return "  ·  ".join(
            part for part in (model["provider"], model["model"], model.get("base_url") or "", key) if part
        )

    def _buttons(self) -> FlowLayout:
        row = FlowLayout()
        self.test_button = self._button(row, self.tr("Test"), self.test)
        if not self.model["default"]:
            self.default_button = self._button(row, self.tr("Make default"), self._make_default)
        if self.model["provider"] != "practice":
            self.remove_button = self._button(row, self.tr("Remove…"), self._remove)
            self.remove_button.setProperty("kind", "danger")
        return row

    def _button(self, row: FlowLayout, text: str, slot: Any) -> QPushButton:
        made = button(text, parent=self)
        made.setAccessibleName(f"{text} {self.name}")
        made.clicked.connect(slot)
        row.addWidget(made)
        return made

    def _result_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._result_icon)
        row.addWidget(self.result, 1)
        self._result_icon.hide()
        self.result.hide()
        return row

    @Slot()
    def test(self) -> None:
        """Ask the engine for a tiny real call."""
        self.test_button.setEnabled(False)
        self._say(self.tr("Testing…"), "clock", "muted")
        self._bridge.call("test_model", done=self._tested, failed=self._failed, name=self.name)

    @Slot(object)
    def _tested(self, result: dict[str, Any]) -> None:
        self.test_button.setEnabled(True)
        ok = bool(result["ok"])
        self._say(result["sentence"], "check" if ok else "warning", "success" if ok else "danger")
        self.result.setToolTip(plain_tip(result.get("detail") or ""))

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self.test_button.setEnabled(True)
        self._say(sentence, "warning", "danger")

    def _say(self, sentence: str, icon: str, color: str) -> None:
        self._result_icon.set_icon(icon, color)
        self.result.setText(sentence)
        self._result_icon.show()
        self.result.show()

    @Slot()
    def _make_default(self) -> None:
        self._bridge.call("use_model", done=self._has_changed, failed=self._failed, name=self.name)

    @Slot()
    def _remove(self) -> None:
        box = QMessageBox(
            QMessageBox.Icon.Question,
            self.tr("Remove model"),
            self.tr("Remove the model {0}?").format(self.name),
            parent=self,
        )
        box.setInformativeText(self.tr("Its settings are forgotten; this cannot be undone. Tasks and works stay."))
        remove = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        if box.clickedButton() is remove:
            self._bridge.call("remove_model", done=self._has_changed, failed=self._failed, name=self.name)

    @Slot(object)
    def _has_changed(self, _result: Any) -> None:
        self.changed.emit()


class ModelSettings(QWidget):
    """The list of models and the button that adds one."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self.rows: list[ModelRow] = []
        self._test_next = ""
        self.problem = ProblemLabel(self)
        self.add_button = button(self.tr("Add a model…"), parent=self)
        self.add_button.clicked.connect(self.add)
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._list)
        column.addWidget(self.problem)
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addStretch(1)
        column.addLayout(line)
        bridge.opened.connect(self._engine_changed)
        bridge.events_ready.connect(self._take)

    @Slot()
    def reload(self) -> None:
        """Ask the engine for the models again."""
        self._bridge.call("models", done=self._show, failed=self.problem.show_problem)

    @Slot()
    def add(self) -> None:
        """Open the form for a new model."""
        form = ModelForm(
            self._bridge,
            self._theme,
            [row.name for row in self.rows if row.model["provider"] != "practice"],
            self.window(),
        )
        form.added.connect(self._added)
        form.finished.connect(form.deleteLater)
        form.open()

    @Slot()
    def _engine_changed(self) -> None:
        if self.isVisible():
            self.reload()

    @Slot(list)
    def _take(self, events: list[Event]) -> None:
        if any(event.kind == "models" for event in events) and self.isVisible():
            self.reload()

    @Slot(str)
    def _added(self, name: str) -> None:
        self._test_next = name
        self.reload()

    @Slot(object)
    def _show(self, models: list[dict[str, Any]]) -> None:
        self.problem.show_problem("")
        same = {row.name: row for row in self.rows if row.model in models}
        for row in self.rows:
            self._list.removeWidget(row)
            if row.name not in same:
                row.hide()
                row.deleteLater()
        # A row that did not change stays, with what its test said.
        self.rows = [same.get(model["name"]) or self._make_row(model) for model in models]
        for row in self.rows:
            self._list.addWidget(row)
        fresh = next((row for row in self.rows if row.name == self._test_next), None)
        if fresh is not None:
            self._test_next = ""
            QTimer.singleShot(0, fresh, fresh.test)

    def _make_row(self, model: dict[str, Any]) -> ModelRow:
        row = ModelRow(self._bridge, self._theme, model, self)
        row.changed.connect(self.reload)
        return row
