"""What form a step's result must have, as the text of a JSON schema (L36)."""

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workspace_app.ui.fields import LabelledField, LeaveUndo, TextArea
from workspace_app.ui.fold_line import FoldLine
from workspace_app.ui.theme import Theme

EXAMPLE = """{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}"""


class ResultFormField(QWidget):
    """The schema under a line that unfolds; a text that is no schema yet stays in the field and changes nothing.

    Signals:
        edited: the schema, None for documents of any form, and the text typed.
    """

    edited = Signal(object, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._schema: Mapping[str, Any] | None = None
        self.line = FoldLine(theme, "gear", self.tr("More"), self)
        self.source = TextArea(self.tr("Form of the result (JSON schema)"), (3, 14), self)
        self.source.setPlaceholderText(EXAMPLE)
        self._leave_undo = LeaveUndo(self)
        self.source.installEventFilter(self._leave_undo)
        hint = self.tr(
            "With a schema the step's result is one object of this form, checked, and saved as a JSON file. "
            "Leave it empty for documents."
        )
        self._box = LabelledField(self.source.accessibleName(), self.source, hint, self)
        self._box.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.line)
        layout.addWidget(self._box)
        self.line.toggled.connect(self._box.setVisible)
        self.source.textChanged.connect(self._read)

    def show_schema(self, schema: Mapping[str, Any] | None, problem: str) -> None:
        """Show a schema, unfolded if there is one, and what is wrong with it; the text stays where it means the same."""
        self.line.set_ending(self.tr("the result has a form") if schema is not None else "")
        if schema != self._schema:
            self._schema = schema
            self.source.set_text("" if schema is None else json.dumps(schema, ensure_ascii=False, indent=2))
            self.line.setChecked(schema is not None)
        if not _parsed(self.source.toPlainText())[1]:
            self._box.problem.show_problem(problem)

    @Slot()
    def _read(self) -> None:
        text = self.source.toPlainText()
        schema, fault = _parsed(text)
        if fault:
            said = self.tr("This is not kept, as it is no JSON schema of an object: {fault}").format(fault=fault)
            self._box.problem.show_problem(said)
            return
        self._box.problem.show_problem("")
        if schema != self._schema:
            self._schema = schema
            self.edited.emit(schema, text)


def _parsed(text: str) -> tuple[Mapping[str, Any] | None, str]:
    """The schema in a text, and what keeps it from being one."""
    if not text.strip():
        return None, ""
    try:
        schema = json.loads(text)
    except ValueError as error:
        return None, str(error)
    if not isinstance(schema, dict) or not (schema.get("type") == "object" or "oneOf" in schema):
        return None, '"type": "object"'
    return schema, ""
