"""One tool call that the person decides about: what it would do, in full, and what is to become of it (L40, L42, L48)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from workspace_app.ui.arguments_editor import ArgumentsEditor
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import LabelledField, TextArea
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.plain_text import PlainText
from workspace_app.ui.remember_field import RememberField
from workspace_app.ui.small_widgets import Card, IconLabel, button, label
from workspace_app.ui.text_dialog import ShowAllButton
from workspace_app.ui.theme import Theme
from workspace_app.ui.visible import is_odd, visible

LONG_VALUE = 4000
"""Characters of an argument that are shown in place; a longer one, such as a file's content, opens whole by its button."""


class CallDecision(Card):
    """A call and the decision about it, which is to approve it until the person says otherwise.

    Args:
        call: {"id", "name", "arguments", "why", "allowed"}, and perhaps "scopes", "pattern", "schema", "same_tool".
        tools: names that an edited call may use.
        number: its place among several, 0 if it is the only one.

    Signals:
        changed: another decision was taken.
    """

    changed = Signal()

    def __init__(
        self,
        theme: Theme,
        call: Mapping[str, Any],
        tools: Sequence[str],
        parent: QWidget | None = None,
        *,
        number: int = 0,
    ) -> None:
        super().__init__(theme, parent, surface="window")
        self._call = call
        self._title = (f"{number}. " if number else "") + visible(str(call["name"]))
        self._is_odd = any(is_odd(_text(value)) for value in call["arguments"].values())
        self.choices: dict[str, QPushButton] = {}
        self.setAccessibleName(self._title)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 12)
        layout.setSpacing(8)
        layout.addLayout(self._head())
        # Tab goes from one to the next as they are made.
        self.plain = self._values()
        self.tool = self._tool_field(tools)
        self.editor = ArgumentsEditor(self)
        self.editor.show_arguments(call["arguments"], call.get("schema"))
        choices = self._choices()
        self.words = TextArea("", (1, 6), self)
        self.remember = RememberField(str(call["name"]), call.get("scopes") or (), str(call.get("pattern") or ""), self)
        for widget in (self.plain, self.tool, self.editor):
            layout.addWidget(widget)
        layout.addLayout(choices)
        for field in (self.words, self.remember):
            layout.addWidget(field)
        self.editor.edited.connect(self.changed)
        self._show_choice()

    @property
    def choice(self) -> str:
        """What is decided: "approve", "edit", "reject" or "respond"."""
        return next(name for name, made in self.choices.items() if made.isChecked())

    def choose(self, choice: str) -> None:
        """Decide, if the call takes this."""
        if choice in self.choices:
            self.choices[choice].setChecked(True)

    def decision(self) -> dict[str, Any]:
        """As the engine takes it. Raises WorkspaceError if what was edited cannot be read."""
        made: dict[str, Any] = {"type": self.choice}
        if self.choice == "edit":
            box = self.tool.findChild(QComboBox)
            assert box is not None
            made |= {"name": box.currentText(), "arguments": self.editor.arguments()}
        if self.choice in ("reject", "respond"):
            made["message"] = self.words.toPlainText().strip()
        return made | self.remember.value()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(IconLabel(self._theme, "gear", "accent", 16, self))
        name = label(self._title, "strong", self)
        name.setWordWrap(True)
        row.addWidget(name)
        why = label(localized(str(self._call.get("why", ""))), "muted", self)
        why.setWordWrap(True)
        row.addWidget(why, 1)
        return row

    def _values(self) -> QWidget:
        made = QWidget(self)
        layout = QVBoxLayout(made)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        arguments = self._call["arguments"]
        for name, value in arguments.items():
            text = _text(value)
            layout.addWidget(label(visible(str(name)), "muted", made))
            shown = visible(text[:LONG_VALUE]) + (" …" if len(text) > LONG_VALUE else "")
            layout.addWidget(PlainText(shown, str(name), made))
            if len(text) > LONG_VALUE:
                row = FlowLayout()
                row.addWidget(ShowAllButton(str(name), visible(text), made))
                layout.addLayout(row)
            if is_odd(text):
                layout.addWidget(_warning(made))
        if not arguments:
            layout.addWidget(label(self.tr("It is called without any arguments."), "muted", made))
        return made

    def _tool_field(self, tools: Sequence[str]) -> LabelledField:
        name = str(self._call["name"])
        box = QComboBox(self)
        box.addItems(list(dict.fromkeys([name, *(() if self._call.get("same_tool") else tools)])))
        box.setEnabled(box.count() > 1)
        return LabelledField(self.tr("Tool"), box, parent=self)

    def _choices(self) -> FlowLayout:
        row, group = FlowLayout(), QButtonGroup(self)
        for choice in self._call["allowed"]:
            made = button(choice_word(choice), "chip", parent=self)
            made.setCheckable(True)
            made.setAccessibleName(f"{choice_word(choice)}: {self._title}")
            self.choices[str(choice)] = made
            group.addButton(made)
            row.addWidget(made)
        next(iter(self.choices.values())).setChecked(True)
        group.buttonToggled.connect(self._show_choice)
        return row

    @Slot()
    def _show_choice(self) -> None:
        choice = self.choice
        # What cannot be seen in a field stays in sight beside it.
        self.plain.setVisible(choice != "edit" or self._is_odd)
        self.tool.setVisible(choice == "edit")
        self.editor.setVisible(choice == "edit")
        self.words.setVisible(choice in ("reject", "respond"))
        asks = self.tr("Why not? The assistant reads this. (May be empty)")
        if choice == "respond":
            asks = self.tr("What the tool would have answered")
        self.words.setPlaceholderText(asks)
        self.words.setAccessibleName(asks)
        self.remember.show_choice(choice)
        self.changed.emit()


def choice_word(choice: str) -> str:
    """What a decision is called."""
    translate = QCoreApplication.translate
    return {
        "approve": translate("CallDecision", "Allow"),
        "edit": translate("CallDecision", "Edit"),
        "reject": translate("CallDecision", "Refuse"),
        "respond": translate("CallDecision", "Answer instead"),
    }[choice]


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _warning(parent: QWidget) -> QLabel:
    words = QCoreApplication.translate(
        "CallDecision", "It has characters in it that cannot be seen, or that change the order of the others."
    )
    made = label(words, "error", parent)
    made.setWordWrap(True)
    return made
