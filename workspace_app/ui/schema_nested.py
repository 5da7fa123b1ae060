"""Fields of a form that hold more than one value: chosen words, a form within the form, several of them, or one for each tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from workspace_app.ui.fields import set_check, set_line
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.settings_words import choice_text
from workspace_app.ui.small_widgets import button

if TYPE_CHECKING:
    from workspace_app.ui.schema_form import SchemaForm

_INDENT = 16


class Nested(QWidget):
    """A control for a value with parts.

    Signals:
        edited: the new value (None = left out), and the text typed.
    """

    edited = Signal(object, str)

    def show_value(self, value: Any) -> None:
        """Show a value; None for one that is left out."""
        raise NotImplementedError


class Choices(Nested):
    """A box to tick for each of the words of a list.

    Args:
        usual: those that hold while nothing is set.
    """

    def __init__(self, choices: Sequence[str], usual: Sequence[str]) -> None:
        super().__init__()
        self._usual, self._others = usual, list[str]()
        self.boxes = {choice: QCheckBox(choice_text(choice), self) for choice in choices}
        flow = FlowLayout(self, 12)
        for box in self.boxes.values():
            box.toggled.connect(self._read)
            flow.addWidget(box)

    def show_value(self, value: Any) -> None:
        value = self._usual if value is None else value
        self._others = [one for one in value if one not in self.boxes]
        for choice, box in self.boxes.items():
            set_check(box, choice in value)

    @Slot()
    def _read(self) -> None:
        ticked = [choice for choice, box in self.boxes.items() if box.isChecked()]
        self.edited.emit([*ticked, *self._others], "")


class Part(Nested):
    """A form within the form."""

    def __init__(self, form: SchemaForm, schema: Mapping[str, Any]) -> None:
        super().__init__()
        self.form, self._schema = form, schema
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_INDENT, 0, 0, 0)
        layout.addWidget(form)
        form.edited.connect(self._read)

    def show_value(self, value: Any) -> None:
        self.form.show_values(self._schema, value or {})

    @Slot(str, dict, str)
    def _read(self, _name: str, values: dict[str, Any], typed: str) -> None:
        self.edited.emit(values or None, typed)


class _Several(Nested):
    """Parts below each other, each with what takes it out, and a button for one more."""

    def __init__(self) -> None:
        super().__init__()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self.add = button(QCoreApplication.translate("SchemaForm", "Add"), "chip", parent=self)
        self.add.clicked.connect(self._add)
        self._layout.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)

    def _put(self, line: QWidget) -> None:
        """Show one more."""
        self._layout.insertWidget(self._layout.count() - 1, line)
        line.show()

    def _take(self, line: QWidget) -> None:
        """Show one less."""
        self._layout.removeWidget(line)
        line.hide()
        line.deleteLater()

    @Slot()
    def _add(self) -> None:
        raise NotImplementedError


class Several(_Several):
    """A list of forms."""

    def __init__(self, form: Callable[[], SchemaForm], schema: Mapping[str, Any]) -> None:
        super().__init__()
        self._form, self._schema = form, schema
        self._values: list[Any] = []
        self.lines: list[_Line] = []

    def show_value(self, value: Any) -> None:
        self._values = list(value or ())
        while len(self.lines) > len(self._values):
            self._take(self.lines.pop())
        while len(self.lines) < len(self._values):
            self.lines.append(_Line(Part(self._form(), self._schema), self))
            self._put(self.lines[-1])
            self.lines[-1].part.edited.connect(partial(self._change, len(self.lines) - 1))
            self.lines[-1].remove.clicked.connect(partial(self._remove, len(self.lines) - 1))
        for line, one in zip(self.lines, self._values, strict=True):
            line.part.show_value(one)

    def _change(self, place: int, value: Any, typed: str) -> None:
        self.edited.emit([*self._values[:place], value or {}, *self._values[place + 1 :]], typed)

    @Slot()
    def _add(self) -> None:
        self.edited.emit([*self._values, {}], "")

    def _remove(self, place: int) -> None:
        self.edited.emit([*self._values[:place], *self._values[place + 1 :]] or None, "")


class _Line(QWidget):
    """One of several forms."""

    def __init__(self, part: Part, parent: QWidget) -> None:
        super().__init__(parent)
        self.part, self.remove = part, _remover(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(part, 1)
        row.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignTop)


class ForTools(_Several):
    """For each tool by its name: whether the person is asked, and how."""

    def __init__(self, form: Callable[[], SchemaForm], schema: Mapping[str, Any]) -> None:
        super().__init__()
        self._form, self._schema = form, schema
        self.lines: list[_ForTool] = []

    def show_value(self, value: Any) -> None:
        value = value or {}
        if value != self._value():
            while self.lines:
                self._take(self.lines.pop())
            for name, gate in value.items():
                self._put_line().show_gate(name, gate)
        for line in self.lines:
            line.show_gate(line.name.text(), line.gate)

    def _put_line(self) -> _ForTool:
        line = _ForTool(Part(self._form(), self._schema), self)
        line.changed.connect(self._change)
        line.remove.clicked.connect(partial(self._remove, line))
        self.lines.append(line)
        self._put(line)
        return line

    def _value(self) -> dict[str, Any]:
        """What the lines say; one without a name is not yet one."""
        return {line.name.text(): line.gate for line in self.lines if line.name.text()}

    @Slot(str)
    def _change(self, typed: str) -> None:
        self.edited.emit(self._value() or None, typed)

    @Slot()
    def _add(self) -> None:
        line = self._put_line()
        line.show_gate("", True)
        line.name.setFocus()

    def _remove(self, line: _ForTool) -> None:
        self.lines.remove(line)
        self._take(line)
        self._change("")


class _ForTool(QWidget):
    """The line of one tool.

    Signals:
        changed: the text typed.
    """

    changed = Signal(str)

    def __init__(self, how: Part, parent: QWidget) -> None:
        super().__init__(parent)
        self.gate: Any = True
        self.name = QLineEdit(self)
        self.name.setPlaceholderText(self.tr("Name of the tool"))
        self.name.setAccessibleName(self.name.placeholderText())
        self.ask = QCheckBox(self.tr("Ask me"), self)
        self.more = button(self.tr("How…"), "quiet", parent=self)
        self.more.setCheckable(True)
        self.how, self.remove = how, _remover(self)
        self.how.hide()
        whose, asks = QHBoxLayout(), QHBoxLayout()
        whose.addWidget(self.name, 1)
        whose.addWidget(self.remove)
        asks.setContentsMargins(_INDENT, 0, 0, 0)
        asks.addWidget(self.ask)
        asks.addWidget(self.more)
        asks.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(whose)
        layout.addLayout(asks)
        layout.addWidget(how)
        self.name.textEdited.connect(self.changed)
        self.ask.toggled.connect(self._ask)
        self.more.toggled.connect(self._unfold)
        how.edited.connect(self._set)

    def show_gate(self, name: str, gate: Any) -> None:
        """Show whether a tool is asked about (a bool), or how (a mapping)."""
        self.gate = gate
        set_line(self.name, name)
        set_check(self.ask, gate is not False)
        self.more.setEnabled(gate is not False)
        self.how.show_value(gate if isinstance(gate, Mapping) else None)
        self._unfold(self.more.isChecked())

    @Slot(bool)
    def _unfold(self, on: bool) -> None:
        self.how.setVisible(on and self.gate is not False)

    @Slot(bool)
    def _ask(self, on: bool) -> None:
        self.gate = on
        self.changed.emit("")

    @Slot(object, str)
    def _set(self, value: Any, typed: str) -> None:
        self.gate = value or True
        self.changed.emit(typed)


def _remover(parent: QWidget) -> QPushButton:
    return button(QCoreApplication.translate("SchemaForm", "Remove"), "quiet", parent=parent)
