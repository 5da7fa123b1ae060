"""How a reference looks inside a text: a rounded chip with its name, one character wide for the cursor."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPen,
    QPyTextObject,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit

from workspace_app.domain.references import Reference, find
from workspace_app.ui.theme import Theme

CHIP = QTextFormat.ObjectTypes.UserObject.value + 1
TOKEN = QTextFormat.Property.UserProperty.value + 1
TITLE = QTextFormat.Property.UserProperty.value + 2
"""The type of the inline object, and the properties of its format that hold the token and the words on the chip."""
ICONS = {
    "work": "document",
    "file": "attach",
    "plan": "plan",
    "conversation": "chat",
    "feedback": "edit",
    "comments": "chat",
}
_ICON, _PAD, _GAP, _WIDEST = 13, 7, 4, 340
State = Literal["unknown", "included", "named", "broken"]
_LOOKS: dict[State, tuple[str, str]] = {
    "unknown": ("accent_soft", "accent"),
    "included": ("accent_soft", "accent"),
    "named": ("panel", "muted"),
    "broken": ("danger_soft", "danger"),
}


@dataclass(frozen=True)
class ChipState:
    """What is known of a reference.

    Args:
        state: "included" with its text, "named" by its path only, "broken" if there is no such thing (any more).
        words: size or reason, for the tooltip.
    """

    state: State = "unknown"
    words: str = ""


class ChipObject(QPyTextObject):
    """Draws the chips of one text field.

    Args:
        edit: whose document has the chips.
    """

    def __init__(self, theme: Theme, edit: QPlainTextEdit) -> None:
        super().__init__(edit)
        self._theme, self._edit = theme, edit
        self.states: dict[str, ChipState] = {}

    def intrinsicSize(self, document: QTextDocument, position: int, format_: QTextFormat) -> QSizeF:
        metrics = QFontMetricsF(self._edit.font())
        words = min(metrics.horizontalAdvance(format_.property(TITLE)) + 2, _WIDEST)
        return QSizeF(words + _ICON + _GAP + 2 * _PAD + 2, metrics.height())

    def drawObject(
        self, painter: QPainter, rect: QRectF | QRect, document: QTextDocument, position: int, format_: QTextFormat
    ) -> None:
        state = self.states.get(format_.property(TOKEN), ChipState()).state
        fill, ink = _LOOKS[state]
        cursor = self._edit.textCursor()
        chosen = cursor.selectionStart() <= position < cursor.selectionEnd()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color(ink if chosen or state != "named" else "line"), 2 if chosen else 1))
        painter.setBrush(self._theme.color(fill))
        # The middle of a line's letters is a little below the middle of their box.
        box = QRectF(rect).adjusted(1.5, 2, -1.5, 1)
        painter.drawRoundedRect(box, 6, 6)
        reference = reference_of(format_)
        icon = "warning" if state == "broken" else ICONS[reference.kind] if reference else "link"
        place = QRectF(box.left() + _PAD - 1, box.center().y() - _ICON / 2, _ICON, _ICON)
        painter.drawPixmap(place.topLeft(), self._theme.pixmap(icon, ink, _ICON))
        words = box.adjusted(_PAD + _ICON + _GAP - 1, 0, -_PAD + 2, 0)
        painter.setFont(self._edit.font())
        painter.setPen(self._theme.color(ink))
        title = QFontMetricsF(self._edit.font()).elidedText(
            format_.property(TITLE), Qt.TextElideMode.ElideRight, words.width()
        )
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)
        painter.restore()


def reference_of(format_: QTextFormat) -> Reference | None:
    """The reference that a chip's format stands for, None for any other format."""
    token = format_.property(TOKEN) if format_.objectType() == CHIP else None
    found = find(token) if isinstance(token, str) else []
    return found[0] if found else None


def title_of(reference: Reference) -> str:
    """What stands on a chip: the name, the version if it is a fixed one, and how it is included if that was chosen."""
    _, _, version = reference.target.partition("@") if reference.kind == "work" else ("", "", "")
    parts = [reference.title]
    if version:
        parts.append(QCoreApplication.translate("Chips", "version {0}").format(version))
    if reference.how == "path":
        parts.append(QCoreApplication.translate("Chips", "path only"))
    elif reference.how == "full":
        parts.append(QCoreApplication.translate("Chips", "whole text"))
    return " · ".join(parts)
