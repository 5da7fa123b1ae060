"""Places of a text where personal data was taken out, marked quietly (L94)."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument

from workspace_app.domain.pii import Rule
from workspace_app.ui.text_places import Places
from workspace_app.ui.theme import Theme

_ALPHA = 48


def mark_redacted(document: QTextDocument, rules: Sequence[Rule], theme: Theme) -> None:
    """Give what stands in place of personal data a soft ground, and a tooltip that says so.

    Args:
        rules: those that hold for the text.
    """
    cursor, block = QTextCursor(document), document.begin()
    while rules and block.isValid():
        text = block.text()
        places = Places(text)
        for rule in rules:
            for match in rule.stand_ins(text):
                cursor.setPosition(block.position() + places.unit(match.start))
                cursor.setPosition(block.position() + places.unit(match.end), QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(_mark(rule, theme))
        block = block.next()


def _mark(rule: Rule, theme: Theme) -> QTextCharFormat:
    mark, ground = QTextCharFormat(), QColor(theme.color("muted"))
    ground.setAlpha(_ALPHA)
    mark.setBackground(ground)
    words = QCoreApplication.translate("RedactedMarks", "This stands in place of personal data ({0}): PII middleware.")
    mark.setToolTip(words.format(rule.type))
    return mark
