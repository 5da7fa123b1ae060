"""The Markdown of a message, as tall as its text."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QTextCursor, QTextDocument, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QWidget

from workspace_app.domain.pii import Rule
from workspace_app.ui.markdown import MarkdownView
from workspace_app.ui.redacted_marks import mark_redacted
from workspace_app.ui.theme import Theme


class MessageBody(MarkdownView):
    """Markdown without scroll bars: its height follows from its width, so that only the conversation scrolls.

    Args:
        rules: what stands in the text in place of personal data by these is marked (L94).
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, rules: Sequence[Rule] = ()) -> None:
        super().__init__(theme, parent)
        self._rules = rules
        self._theme_of_marks = theme
        self._measured: tuple[int, int] | None = None
        self._marked = ""
        self.ensurePolished()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_text(self, text: str, *, plain: bool = False) -> None:
        """Show another text, as Markdown unless it is `plain`."""
        (self.show_plain if plain else self.show_markdown)(text)
        self._measured = None
        self.updateGeometry()

    def mark_all(self, text: str) -> None:
        """Mark every place that contains `text`, whatever its case; "" unmarks."""
        self._marked = text
        color = QColor(self._theme_of_marks.color("status.waiting"))
        color.setAlpha(90)
        marks = []
        cursor = QTextCursor(self.document())
        while text and not (cursor := self.document().find(text, cursor, QTextDocument.FindFlag(0))).isNull():
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            mark.format.setBackground(color)
            marks.append(mark)
        self.setExtraSelections(marks)

    def _render(self) -> None:
        super()._render()
        mark_redacted(self.document(), self._rules, self._theme)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            # The text was rendered anew: its height may differ, and its marks are gone.
            self._measured = None
            self.mark_all(self._marked)
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self._measured is None or self._measured[0] != width:
            document = self.document()
            if document.textWidth() != width:
                document.setTextWidth(width)
            self._measured = (width, int(document.size().height()) + 2)
        return self._measured[1]

    def sizeHint(self) -> QSize:
        return QSize(480, self._measured[1] if self._measured else 24)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 20)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
