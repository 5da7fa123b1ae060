"""The arguments of a tool call under the person's hands: as a form, or as the JSON that it stands for."""

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workspace_app.domain.errors import WorkspaceError
from workspace_app.ui.fields import ProblemLabel, TextArea
from workspace_app.ui.schema_form import SchemaForm
from workspace_app.ui.small_widgets import button

_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}


class ArgumentsEditor(QWidget):
    """A field for each argument, and a button that turns the form into JSON and back.

    Signals:
        edited: a value was changed.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._schema: Mapping[str, Any] = {}
        self._values: dict[str, Any] = {}
        self.form = SchemaForm(self)
        self.form.edited.connect(self._read_form)
        self.source = TextArea(self.tr("Arguments as JSON"), (3, 16), self)
        self.source.textChanged.connect(self._read_source)
        self.source.hide()
        self.problem = ProblemLabel(self)
        self.switch = button(self.tr("As JSON"), "quiet", parent=self)
        self.switch.setCheckable(True)
        self.switch.toggled.connect(self._switch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self.form, self.source, self.problem):
            layout.addWidget(widget)
        layout.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignLeft)

    def show_arguments(self, arguments: Mapping[str, Any], schema: Mapping[str, Any] | None = None) -> None:
        """Show arguments; without a schema the form follows their values."""
        self._schema, self._values = form_schema(arguments, schema), dict(arguments)
        self.form.show_values(self._schema, self._values)
        for last in list(self._schema["properties"])[-1:]:
            QWidget.setTabOrder(self.form.field(last), self.switch)
        self.source.set_text(_json(self._values))

    def arguments(self) -> dict[str, Any]:
        """The arguments as they stand. Raises WorkspaceError if the JSON cannot be read."""
        return _parsed(self.source.toPlainText()) if self.switch.isChecked() else dict(self._values)

    @Slot(str, dict, str)
    def _read_form(self, _name: str, values: dict[str, Any], _typed: str) -> None:
        self._values = values
        self.form.show_values(self._schema, values)
        self.edited.emit()

    @Slot()
    def _read_source(self) -> None:
        try:
            self._values = _parsed(self.source.toPlainText())
        except WorkspaceError as error:
            self.problem.show_problem(str(error))
        else:
            self.problem.show_problem("")
        self.edited.emit()

    @Slot(bool)
    def _switch(self, as_json: bool) -> None:
        if as_json:
            self.source.set_text(_json(self._values))
        elif self.problem.isHidden():
            self.show_arguments(self._values, self._schema if self._values.keys() <= self._keys() else None)
        else:
            self.switch.setChecked(True)  # what cannot be read stays under the eyes
            return
        self.form.setVisible(not as_json)
        self.source.setVisible(as_json)

    def _keys(self) -> set[str]:
        return set(self._schema.get("properties", {}))


def form_schema(arguments: Mapping[str, Any], schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """The schema of a form for arguments; text may have several lines, so that none is lost by looking at it."""
    given = dict((schema or {}).get("properties", {}))
    found = {name: given.get(name) or {"type": _TYPES.get(type(value), "object")} for name, value in arguments.items()}
    properties = {name: _roomy(one) for name, one in (given | found).items()}
    return {"type": "object", "properties": properties, "required": list((schema or {}).get("required", arguments))}


def _roomy(schema: Mapping[str, Any]) -> dict[str, Any]:
    text = schema.get("type") == "string" and "enum" not in schema
    return {**schema, "format": "multiline"} if text else dict(schema)


def _json(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, indent=2)


def _parsed(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WorkspaceError(f"This is not JSON yet: {error}.") from error
    if not isinstance(found, dict):
        raise WorkspaceError("Arguments are a JSON object: begin with { and end with }.")
    return found
