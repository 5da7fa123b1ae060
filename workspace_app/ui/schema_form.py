"""A form made from a JSON schema: the arguments of a function or tool, the settings of a middleware."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QVBoxLayout, QWidget

from workspace_app.ui.fields import LabelledField, LeaveUndo, TextArea, set_line
from workspace_app.ui.schema_nested import Choices, ForTools, Nested, Part, Several
from workspace_app.ui.schema_values import argument_fault, parse, plain, text_of
from workspace_app.ui.settings_words import choice_text, settings_text


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

    def another(self) -> "SchemaForm":
        """An empty form of this sort, for what stands within a field."""
        return SchemaForm(words=self.words)

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
        self._name, self._schema, self._form = name, schema, parent
        title, hint = str(schema.get("title") or name), str(schema.get("description", ""))
        if parent.words:
            title, hint = settings_text(title), settings_text(hint)
        if not required and "default" not in schema:
            title = self.tr("{name} (optional)").format(name=title)
        control = self._make_control(title)
        self.box = LabelledField("" if isinstance(control, QCheckBox) else title, control, hint, parent)

    def show_value(self, value: object) -> None:
        """Show a value; None for one that is left out."""
        control = self.box.field
        if isinstance(control, Nested):
            control.show_value(value)
            return
        blocked = control.blockSignals(True)
        if isinstance(control, QCheckBox):
            control.setChecked(bool(value if value is not None else self._schema.get("default", False)))
        elif isinstance(control, QComboBox):
            shown = value if value is not None else self._schema.get("default")
            control.setCurrentIndex(max(0, control.findData(shown)))
        elif isinstance(control, TextArea):
            if parse(control.toPlainText(), self._schema) != value:
                control.set_text(text_of(value))
        elif isinstance(control, QLineEdit) and parse(control.text(), self._schema) != value:
            set_line(control, text_of(value))
        control.blockSignals(blocked)

    def _make_control(self, title: str) -> QWidget:
        kind = self._schema.get("type")
        if self._form.words and (nested := self._nested()) is not None:
            nested.edited.connect(self._read_nested)
            return nested
        if "enum" in self._schema:
            box = QComboBox()
            box.addItem("", None)
            for choice in self._schema["enum"]:
                box.addItem(choice_text(text_of(choice)) if self._form.words else text_of(choice), choice)
            box.currentIndexChanged.connect(self._read_choice)
            return box
        if kind == "boolean":
            check = QCheckBox(title)
            check.toggled.connect(self._read_check)
            return check
        if (kind == "string" and self._schema.get("format") != "multiline") or kind in ("integer", "number"):
            line = QLineEdit()
            if "default" in self._schema:
                line.setPlaceholderText(text_of(self._schema["default"]))
            line.textChanged.connect(self._read)
            return line
        area = TextArea(self._name, (2, 8))
        if kind == "array":
            area.setPlaceholderText(text_of(self._schema.get("default")) or self.tr("One per line"))
        elif self._schema.get("default"):
            area.setPlaceholderText(text_of(self._schema["default"]))
        area.textChanged.connect(self._read_area)
        return area

    def _nested(self) -> Nested | None:
        """A control for what has parts; None if the value is one text or number, or of no form that we know."""
        items = self._schema.get("items", {})
        for_each = self._schema.get("additionalProperties")
        if items.get("enum"):
            return Choices(items["enum"], self._schema.get("default", ()))
        if items.get("properties"):
            return Several(self._form.another, items)
        if self._schema.get("properties"):
            return Part(self._form.another(), self._schema)
        if isinstance(for_each, Mapping) and for_each.get("properties"):
            return ForTools(self._form.another, for_each)
        return None

    @Slot(object, str)
    def _read_nested(self, value: object, typed: str) -> None:
        self.edited.emit(self._name, value, typed)

    @Slot(str)
    def _read(self, text: str) -> None:
        self.edited.emit(self._name, parse(text, self._schema), text)

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
