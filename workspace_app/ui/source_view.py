"""A text as it is written: line numbers, wrapped lines, and passages that are marked and can be gone to."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontDatabase,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QTextEdit, QWidget

from workspace_app.ui.small_widgets import button
from workspace_app.ui.text_places import Places, written_text
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint

MEASURE = 960
"""Pixels; a longer line of prose is hard to read."""
_GAP = 10
_MARK = 14


@dataclass(frozen=True)
class Passage:
    """A marked part of the text.

    Args:
        start, end: in characters of the text.
        color, surface: names of theme colours for the mark in the margin and for the text; "" for no surface.
    """

    id: str
    start: int
    end: int
    color: str
    surface: str


class SourceView(QPlainTextEdit):
    """Plain text with a margin.

    Args:
        can_comment: whether a selection offers a button to comment on it.

    Signals:
        comment_requested: the button at a selection was pressed.
        passage_pressed: a marked passage, or its mark in the margin, was clicked; carries its id.
    """

    comment_requested = Signal()
    passage_pressed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, can_comment: bool = False) -> None:
        super().__init__(parent)
        self._theme, self._can_comment = theme, can_comment
        self._text = ""
        self._places = Places("")
        self._passages: list[tuple[Passage, QTextCursor]] = []
        self._current = ""
        self._margin = _Margin(self)
        self.comment = button(
            self.tr("Comment"), "primary", self.tr("Comment on the selected passage (Ctrl+Alt+M)"), self.viewport()
        )
        Tint(theme, self.comment, "chat", "accent_text")
        self.comment.setCursor(Qt.CursorShape.ArrowCursor)
        self.comment.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.comment.hide()
        self.comment.clicked.connect(self.comment_requested)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QPlainTextEdit { background: transparent; border: 0; padding: 0; }")
        self.set_writable(False)
        self.updateRequest.connect(self._follow)
        self.blockCountChanged.connect(self._fit)
        self.selectionChanged.connect(self._offer)
        self.verticalScrollBar().valueChanged.connect(self._offer)

    # what is shown

    def show_text(self, text: str) -> None:
        """Show a text; marks of the one before are gone."""
        self._text, self._places = text, Places(text)
        self._passages = []
        self.setPlainText(text)
        self.setExtraSelections([])
        self._fit()

    def shown_text(self) -> str:
        """The text that was given last, before anybody wrote in it."""
        return self._text

    def set_shown_text(self, text: str) -> None:
        """The text as it is now, or was a moment ago, has been saved: compare with it from now on."""
        self._text = text

    def written(self) -> str:
        """The text as it is now."""
        return written_text(self.document(), self._text)

    def set_writable(self, on: bool) -> None:
        """Let the person write, or only read and select."""
        self.setReadOnly(not on)
        if not on:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )

    def set_fixed_width(self, on: bool) -> None:
        """Letters of one width, or those of the window."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if on else QFont(QApplication.font())
        self.setFont(font)
        self._fit()

    # passages

    def show_passages(self, passages: Sequence[Passage], current: str = "") -> None:
        """Mark passages of the text; `current` (an id) stands out. What lies beyond the shown text is left out."""
        self._passages = [
            (passage, self._cursor(passage.start, passage.end))
            for passage in passages
            if passage.end <= len(self._text)
        ]
        self._current = current
        self._colour()

    def passages(self) -> list[str]:
        """The ids of what is marked."""
        return [passage.id for passage, _ in self._passages]

    def go_to(self, passage: str) -> bool:
        """Bring a marked passage into view; False if it is not marked."""
        found = next((cursor for known, cursor in self._passages if known.id == passage), None)
        if found is None:
            return False
        self._current = passage
        self._colour()
        place = QTextCursor(found)
        place.setPosition(found.selectionStart())
        self.setTextCursor(place)
        self.centerCursor()
        return True

    def select(self, start: int, end: int) -> None:
        """Select characters of the text and bring them into view."""
        self.setTextCursor(self._cursor(start, end))
        self.ensureCursorVisible()

    def selected(self) -> tuple[int, int] | None:
        """The characters that are selected, or the line that the cursor is in; None if there is nothing but space."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
        start = self._places.character(cursor.selectionStart())
        end = self._places.character(cursor.selectionEnd())
        part = self._text[start:end]
        if not part.strip():
            return None
        start += len(part) - len(part.lstrip())
        return start, start + len(part.strip())

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._places.unit(start))
        cursor.setPosition(self._places.unit(end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _colour(self) -> None:
        selections = []
        for passage, cursor in self._passages:
            surface = "selected" if passage.id == self._current else passage.surface
            if not surface:
                continue
            selection = QTextEdit.ExtraSelection()
            selection.cursor = cursor
            selection.format.setBackground(self._theme.color(surface))
            selections.append(selection)
        self.setExtraSelections(selections)
        self._margin.update()

    def _passage_at(self, position: int) -> str:
        """The id of the shortest marked passage at a place of the document."""
        around = [
            (cursor.selectionEnd() - cursor.selectionStart(), passage.id)
            for passage, cursor in self._passages
            if cursor.selectionStart() <= position < cursor.selectionEnd()
        ]
        return min(around)[1] if around else ""

    # the button at a selection

    @Slot()
    def _offer(self) -> None:
        """Show the button at the end of the selection, once the mouse has let go of it."""
        dragging = bool(QApplication.mouseButtons() & Qt.MouseButton.LeftButton)
        cursor = self.textCursor()
        wanted = self._can_comment and self.isReadOnly() and cursor.hasSelection() and not dragging
        if wanted:
            end = QTextCursor(self.document())
            end.setPosition(cursor.selectionEnd())
            self._put_button(self.cursorRect(end))
        self.comment.setVisible(wanted)

    def _put_button(self, at: QRect) -> None:
        size, room = self.comment.sizeHint(), self.viewport().rect()
        x = max(0, min(at.left() + 6, room.width() - size.width() - 4))
        below = at.bottom() + 4
        y = below if below + size.height() < room.height() else at.top() - size.height() - 4
        self.comment.setGeometry(QRect(QPoint(x, y), size))
        self.comment.raise_()

    # the margin

    def paint_margin(self, event: QPaintEvent) -> None:
        """Draw the numbers of the lines in view, and a mark where a passage begins."""
        painter = QPainter(self._margin)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        marked = self._marked_lines()
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            self._paint_number(painter, block, top, marked.get(block.blockNumber()))
            block, top = block.next(), top + self.blockBoundingRect(block).height()
        painter.setPen(QPen(self._theme.color("accent" if self.hasFocus() else "line"), 1))
        edge = self._margin.width() - 1
        painter.drawLine(edge, event.rect().top(), edge, event.rect().bottom())

    def _paint_number(self, painter: QPainter, block: QTextBlock, top: float, passage: Passage | None) -> None:
        height = self.fontMetrics().height()
        painter.setPen(self._theme.color(passage.color if passage else "muted"))
        box = QRect(_MARK, round(top), self._margin.width() - _MARK - _GAP, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
        if passage is not None:
            self._theme.icon("chat", passage.color).paint(
                painter, QRect(0, round(top) + (height - _MARK) // 2, _MARK, _MARK)
            )

    def _marked_lines(self) -> dict[int, Passage]:
        """The first passage that begins in each line."""
        lines: dict[int, Passage] = {}
        for passage, cursor in self._passages:
            lines.setdefault(self.document().findBlock(cursor.selectionStart()).blockNumber(), passage)
        return lines

    def press_margin(self, y: int) -> None:
        """The margin was clicked: go to the passage that begins in that line."""
        number = self.cursorForPosition(QPoint(0, y)).blockNumber()
        if passage := self._marked_lines().get(number):
            self.passage_pressed.emit(passage.id)

    def margin_width(self) -> int:
        """Room for the marks and the largest line number."""
        digits = max(2, len(str(self.blockCount())))
        return _MARK + 4 + self.fontMetrics().horizontalAdvance("9" * digits) + _GAP

    @Slot()
    def _fit(self) -> None:
        width, area = self.margin_width(), self.contentsRect()
        spare = max(0, area.width() - width - 8 - MEASURE)
        self.setViewportMargins(width + 8, 0, spare, 0)
        self._margin.setGeometry(QRect(area.left(), area.top(), width, area.height()))
        self._margin.update()

    @Slot(QRect, int)
    def _follow(self, _area: QRect, _scrolled: int) -> None:
        self._margin.update()

    # Qt

    def event(self, event: QEvent) -> bool:
        # Ctrl+Enter approves in the panel around; in the middle of writing it must not.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and not self.isReadOnly():
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.accept()
                return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._offer()
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            at = self.cursorForPosition(event.position().toPoint()).position()
            if passage := self._passage_at(at):
                self.passage_pressed.emit(passage)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._offer()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._margin.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._margin.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()


class _Margin(QWidget):
    def __init__(self, view: SourceView) -> None:
        super().__init__(view)
        self._view = view

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_margin(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._view.press_margin(round(event.position().y()))
