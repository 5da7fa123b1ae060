"""Which function a step runs, and with which arguments (R30)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from workspace_app.domain.plan import FunctionCall, Problem, Step
from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.fields import LabelledField
from workspace_app.ui.schema_form import SchemaForm
from workspace_app.ui.small_widgets import label


class FunctionForm(QWidget):
    """The fields of a function call.

    Signals:
        edited: the new `FunctionCall`, the field that changed, and the text typed.
    """

    edited = Signal(object, str, str)

    def __init__(self, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._catalogue = catalogue
        self._call = FunctionCall("")
        self.name = QComboBox(self)
        self.name.activated.connect(self._read_name)
        self._name_box = LabelledField(self.tr("Function"), self.name, parent=self)
        self._about = label("", "muted", self)
        self._about.setWordWrap(True)
        self.arguments = SchemaForm(self)
        self.arguments.edited.connect(self._read_arguments)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self._name_box)
        layout.addWidget(self._about)
        layout.addWidget(self.arguments)

    def show_call(self, step: Step, problems: Sequence[Problem]) -> None:
        """Show the function call of a step and what is wrong with it."""
        self._call = step.function or FunctionCall("")
        messages = {problem.field: problem.message for problem in problems}
        self._name_box.problem.show_problem(messages.get("function", messages.get("function.name", "")))
        self._show_names()
        known = self._catalogue.function(self._call.name)
        self._about.setText(str(known.get("description", "")) if known else "")
        self._about.setVisible(bool(self._about.text()))
        self.arguments.show_values(self._schema(), self._call.arguments)

    def _schema(self) -> dict[str, Any]:
        """The schema of the arguments; for an unknown function texts for those that are there."""
        known = self._catalogue.function(self._call.name)
        if known:
            return dict(known["parameters"])
        return {"properties": {name: {} for name in self._call.arguments}}

    def _show_names(self) -> None:
        blocked = self.name.blockSignals(True)
        self.name.clear()
        self.name.addItem(self.tr("Choose a function"), "")
        for name in self._catalogue.names(self._catalogue.functions) or ():
            self.name.addItem(name, name)
        if self.name.findData(self._call.name) < 0:
            self.name.addItem(self._call.name, self._call.name)
        self.name.setCurrentIndex(self.name.findData(self._call.name))
        self.name.blockSignals(blocked)

    @Slot(int)
    def _read_name(self, index: int) -> None:
        name = self.name.itemData(index)
        known = self._catalogue.function(name)
        keys = known["parameters"].get("properties", {}) if known else self._call.arguments
        kept = {key: value for key, value in self._call.arguments.items() if key in keys}
        self.edited.emit(replace(self._call, name=name, arguments=kept), "function.name", "")

    @Slot(str, dict, str)
    def _read_arguments(self, name: str, values: dict[str, Any], typed: str) -> None:
        self.edited.emit(replace(self._call, arguments=values), f"function.arguments.{name}", typed)
