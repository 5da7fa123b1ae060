"""A form made from a JSON schema: the arguments of a function or tool, the settings of a middleware."""

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QVBoxLayout, QWidget

from workspace_app.ui.fields import LabelledField, LeaveUndo, TextArea, set_line
from workspace_app.ui.settings_words import choice_text, settings_text

_NUMBERS = {"integer": int, "number": float}


class SchemaForm(QWidget):
    """One field for each property of an object schema; a field that is empty is left out of the values.

    Args:
        words: the schema is one of ours, whose titles, help and choices are said in the person's language; others are shown as they are.

    Signals:
        edited: the person changed the argument named first; the whole set of values, and the text typed.
    """

    edited = Signal(str, dict, str)

    def __init__(self, parent: QWidget | None = None, *, words: bool = False) -> None:
        super().__init__(parent)
        self.words = words
        self._schema: Mapping[str, Any] = {}
        self._plain: Mapping[str, Mapping[str, Any]] = {}
        self._values: dict[str, Any] = {}
        self._fields: dict[str, _Field] = {}
        self._leave_undo = LeaveUndo(self)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(12)

    def show_values(self, schema: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """Show the fields of `schema` (an object schema) with `values`; unknown values are kept as they are."""
        if schema != self._schema:
            self._schema = schema
            self._plain = {name: plain(one, schema) for name, one in schema.get("properties", {}).items()}
            self._make_fields()
        self._values = dict(values)
        for name, field in self._fields.items():
            field.show_value(self._values.get(name))
            fault = argument_fault({**schema, "properties": self._plain}, name, self._values.get(name))
            field.box.problem.show_problem(fault)

    def field(self, name: str) -> QWidget:
        """The control of one argument."""
        return self._fields[name].box.field

    def _make_fields(self) -> None:
        for field in self._fields.values():
            self._layout.removeWidget(field.box)
            field.box.deleteLater()
        required = self._schema.get("required", ())
        self._fields = {}
        for name, schema in self._plain.items():
            field = _Field(name, schema, name in required, self)
            field.edited.connect(self._change)
            field.box.field.installEventFilter(self._leave_undo)
            self._layout.addWidget(field.box)
            self._fields[name] = field

    @Slot(str, object, str)
    def _change(self, name: str, value: object, typed: str) -> None:
        values = {key: old for key, old in self._values.items() if key != name}
        if value is not None:
            values[name] = value
        self.edited.emit(name, values, typed)


class _Field(QWidget):
    """One argument: a control that fits its schema, and the value in it.

    Signals:
        edited: name, value (None = left out), and the text typed.
    """

    edited = Signal(str, object, str)

    def __init__(self, name: str, schema: Mapping[str, Any], required: bool, parent: SchemaForm) -> None:
        super().__init__(parent)
        self.hide()
        self._name, self._schema, self._words = name, schema, parent.words
        title, hint = str(schema.get("title") or name), str(schema.get("description", ""))
        if self._words:
            title, hint = settings_text(title), settings_text(hint)
        if not required and "default" not in schema:
            title = self.tr("{name} (optional)").format(name=title)
        self.box = LabelledField(title, self._make_control(), hint, parent)

    def show_value(self, value: object) -> None:
        """Show a value; None for one that is left out."""
        control = self.box.field
        blocked = control.blockSignals(True)
        if isinstance(control, QCheckBox):
            control.setChecked(bool(value if value is not None else self._schema.get("default", False)))
        elif isinstance(control, QComboBox):
            shown = value if value is not None else self._schema.get("default")
            control.setCurrentIndex(max(0, control.findData(shown)))
        elif isinstance(control, TextArea):
            if _parse(control.toPlainText(), self._schema) != value:
                control.set_text(_text(value))
        elif isinstance(control, QLineEdit) and _parse(control.text(), self._schema) != value:
            set_line(control, _text(value))
        control.blockSignals(blocked)

    def _make_control(self) -> QWidget:
        kind = self._schema.get("type")
        if "enum" in self._schema:
            box = QComboBox()
            box.addItem("", None)
            for choice in self._schema["enum"]:
                box.addItem(choice_text(_text(choice)) if self._words else _text(choice), choice)
            box.currentIndexChanged.connect(self._read_choice)
            return box
        if kind == "boolean":
            check = QCheckBox(self.tr("Yes"))
            check.toggled.connect(self._read_check)
            return check
        if (kind == "string" and self._schema.get("format") != "multiline") or kind in _NUMBERS:
            line = QLineEdit()
            if "default" in self._schema:
                line.setPlaceholderText(_text(self._schema["default"]))
            line.textChanged.connect(self._read)
            return line
        area = TextArea(self._name, (2, 8))
        if kind == "array":
            area.setPlaceholderText(_text(self._schema.get("default")) or self.tr("One per line"))
        elif self._schema.get("default"):
            area.setPlaceholderText(_text(self._schema["default"]))
        area.textChanged.connect(self._read_area)
        return area

    @Slot(str)
    def _read(self, text: str) -> None:
        self.edited.emit(self._name, _parse(text, self._schema), text)

    @Slot(int)
    def _read_choice(self, index: int) -> None:
        control = self.box.field
        assert isinstance(control, QComboBox)
        self.edited.emit(self._name, control.itemData(index), control.itemText(index))

    @Slot(bool)
    def _read_check(self, on: bool) -> None:
        self.edited.emit(self._name, on, "")

    @Slot()
    def _read_area(self) -> None:
        control = self.box.field
        assert isinstance(control, TextArea)
        self._read(control.toPlainText())


def plain(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """A property's schema without references and without "or nothing", which a field says by being empty.

    Args:
        whole: the schema that it is part of, with its "$defs".
    """
    if "$ref" in schema:
        about = {key: value for key, value in schema.items() if key != "$ref"}
        found = whole.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})
        return plain({**found, **about}, whole)
    choices = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if len(choices) == 1:
        return plain({**choices[0], **{key: value for key, value in schema.items() if key != "anyOf"}}, whole)
    return dict(schema)


def argument_fault(schema: Mapping[str, Any], name: str, value: object) -> str:
    """What is wrong with one argument, in a sentence; empty if nothing is. The engine checks the rest of the schema."""
    translate = QCoreApplication.translate
    if value is None:
        return translate("SchemaForm", "This needs a value.") if name in schema.get("required", ()) else ""
    kind = schema.get("properties", {}).get(name, {}).get("type")
    if kind == "integer" and (not isinstance(value, int) or isinstance(value, bool)):
        return translate("SchemaForm", "This must be a whole number.")
    if kind == "number" and (not isinstance(value, int | float) or isinstance(value, bool)):
        return translate("SchemaForm", "This must be a number.")
    if kind == "object" and not isinstance(value, Mapping):
        return translate("SchemaForm", "This must be a JSON object.")
    return ""


def _parse(text: str, schema: Mapping[str, Any]) -> Any:
    """The value that a text stands for; the text itself where it does not fit, so that nothing typed is lost."""
    kind = schema.get("type")
    if not text.strip():
        return None
    if kind == "string":
        return text
    if kind == "array" and not text.lstrip().startswith(("[", "{")):
        return [line for line in text.split("\n") if line.strip()]
    try:
        if kind in _NUMBERS:
            return _NUMBERS[kind](text)
        return json.loads(text)
    except ValueError:
        return text


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return "\n".join(value)
    return json.dumps(value, ensure_ascii=False)
