"""A prompt as people read it: what was written, and under it, folded, each thing that went along (R28, R48)."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workspace_app.domain import references
from workspace_app.domain.prompts import Section, sections
from workspace_app.domain.records import Message
from workspace_app.ui.chip_object import ICONS
from workspace_app.ui.fold_line import SHOWN, Fold, mono_label
from workspace_app.ui.phrases import size_of
from workspace_app.ui.small_widgets import plain_tip
from workspace_app.ui.text_dialog import ShowAllButton
from workspace_app.ui.theme import Theme

_KINDS = {"Context": "file", "Input": "work", "Comments": "comments"}
_FIRST = ("", "Step task", "Task")
"""Headings that need not be said: what follows is what the message is."""


def words_of(message: Message) -> str:
    """What was written in a message: without what went along, and with references by their titles."""
    written = message.data.get("written")
    if written is None and message.kind != "task":
        return message.text
    text = message.text
    if written is not None:
        text = references.replace(str(written), lambda found: f"“{found.title}”", lambda _found: "")
    said = [part for part in sections(text) if not part.about and part.label != "How to hand in" and part.text]
    return "\n\n".join(part.text if part.label in _FIRST else f"**{part.label}**\n\n{part.text}" for part in said)


def went_along(message: Message) -> list[Section]:
    """What went along with a message: files, works, comments, and how to hand in."""
    if message.kind != "task" and "written" not in message.data:
        return []
    return [part for part in sections(message.text) if part.about or part.label == "How to hand in"]


class PartFold(Fold):
    """One thing that went along, on a quiet line that unfolds to its text."""

    def __init__(self, theme: Theme, part: Section, parent: QWidget) -> None:
        self._part = part
        kind = _KINDS.get(part.label, "")
        super().__init__(theme, ICONS.get(kind, "info" if not part.about else "link"), "", parent)
        words = f"{_word(part.label)} · {part.about}" if part.about else _word(part.label)
        self.line.setText(words)
        self.line.setToolTip(plain_tip(part.about))
        self.line.set_ending(size_of(len(part.text.encode())))

    def make_inside(self) -> QWidget:
        inside = QWidget(self)
        row = QHBoxLayout(inside)
        row.setContentsMargins(44, 0, 8, 8)
        text = self._part.text
        row.addWidget(mono_label(text[:SHOWN]), 1)
        if len(text) > SHOWN:
            row.addWidget(ShowAllButton(self.line.text(), text, inside))
        return inside


def _word(label: str) -> str:
    translate = QCoreApplication.translate
    words = {
        "Context": translate("PartFold", "Context"),
        "Input": translate("PartFold", "Input"),
        "Comments": translate("PartFold", "Comments"),
        "Reference": translate("PartFold", "Reference"),
        "How to hand in": translate("PartFold", "How to hand in"),
    }
    return words.get(label, label)
