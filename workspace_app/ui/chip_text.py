"""A plain-text field in which references are chips: `@[Title](work:ID)` is one thing to see, to pass over and to delete."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

from workspace_app.domain import references
from workspace_app.domain.references import Reference
from workspace_app.ui.chip_object import CHIP, TITLE, TOKEN, ChipObject, ChipState, reference_of, title_of
from workspace_app.ui.small_widgets import plain_tip
from workspace_app.ui.theme import Theme

_MARK = "\ufffc"


@dataclass(frozen=True)
class PlacedChip:
    """A reference and the place of its character in the document."""

    reference: Reference
    position: int


class ChipText(QPlainTextEdit):
    """Shows references as chips once `use_chips` was called; its text always has them as tokens.

    Attributes:
        context_menu: shows a menu of its own for a place and says so, or returns False; None for none.

    Signals:
        chip_clicked: a chip was clicked; carries its place in the document.
    """

    chip_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._object: ChipObject | None = None
        self._pressed: QPoint | None = None
        self.context_menu: Callable[[QContextMenuEvent], bool] | None = None

    def use_chips(self, theme: Theme) -> None:
        """Show references as chips from now on."""
        if self._object is None:
            self._object = ChipObject(theme, self)
            self.document().documentLayout().registerHandler(CHIP, self._object)
            self.viewport().setMouseTracking(True)
            if references.find(self.toPlainText()):
                self.setPlainText(self.toPlainText())

    # the text

    def toPlainText(self) -> str:
        """The text, with references as tokens."""
        raw: str = super().toPlainText()
        return raw if _MARK not in raw else self._text_between(0, len(raw.encode("utf-16-le")) // 2)

    def setPlainText(self, text: str) -> None:
        """Show another text; the tokens in it become chips."""
        if self._object is None or not references.find(text):
            super().setPlainText(text)
            return
        self.document().setUndoRedoEnabled(False)
        blocked = self.blockSignals(True)
        super().setPlainText("")
        self.blockSignals(blocked)
        self._write(QTextCursor(self.document()), text)
        self.document().setUndoRedoEnabled(True)

    def insert_text(self, text: str) -> None:
        """Insert a text at the cursor, in place of what is selected; one step for undo."""
        self._write(self.textCursor(), text)
        self.ensureCursorVisible()

    def offset(self) -> int:
        """The cursor's place in `toPlainText`."""
        return len(self._text_between(0, self.textCursor().position()))

    def set_offset(self, offset: int) -> None:
        """Put the cursor at a place of `toPlainText`; one inside of a token goes before its chip."""
        cursor, low, high = self.textCursor(), 0, self.document().characterCount() - 1
        while low < high:
            middle = (low + high + 1) // 2
            if len(self._text_between(0, middle)) <= offset:
                low = middle
            else:
                high = middle - 1
        cursor.setPosition(low)
        self.setTextCursor(cursor)

    # the chips

    def chips(self) -> list[PlacedChip]:
        """The chips in the text, in order."""
        return list(self._chips())

    def chip_at_cursor(self) -> PlacedChip | None:
        """The chip that the cursor stands next to, the one before it first."""
        at = self.textCursor().position()
        beside = [chip for chip in self._chips() if chip.position in (at - 1, at)]
        return beside[0] if beside else None

    def replace_chip(self, position: int, reference: Reference | None) -> None:
        """Put another reference in a chip's place, or take the chip away."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
        self._write(cursor, reference.token if reference else "")

    def show_states(self, states: dict[str, ChipState]) -> None:
        """Show what is known of each token."""
        if self._object is not None and states != self._object.states:
            self._object.states = states
            self.viewport().update()

    def state_of(self, token: str) -> ChipState:
        """What is known of a token."""
        return self._object.states.get(token, ChipState()) if self._object else ChipState()

    def chip_under(self, point: QPoint) -> PlacedChip | None:
        """The chip at a place of the viewport."""
        if self._object is None:
            return None
        return next((chip for chip in self._chips() if self.chip_rect(chip.position).contains(point)), None)

    def chip_rect(self, position: int) -> QRect:
        """Where a chip is, in the viewport."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        start = self.cursorRect(cursor)
        cursor.setPosition(position + 1)
        end = self.cursorRect(cursor)
        width = end.left() - start.left() if end.top() == start.top() else self.viewport().width() - start.left()
        return QRect(start.left(), start.top(), max(width, 1), start.height())

    # inside

    def _write(self, cursor: QTextCursor, text: str) -> None:
        found: list[Reference] = []

        def mark(reference: Reference) -> str:
            found.append(reference)
            return _MARK

        pieces = references.replace(text.replace(_MARK, ""), mark).split(_MARK) if self._object else [text]
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        for place, piece in enumerate(pieces):
            if place:
                cursor.insertText(_MARK, _format(found[place - 1]))
            cursor.insertText(piece, QTextCharFormat())
        cursor.endEditBlock()

    def _chips(self) -> Iterator[PlacedChip]:
        if self._object is None or _MARK not in super().toPlainText():
            return
        block = self.document().begin()
        while block.isValid():
            for start, text, reference in _fragments(block):
                if reference is not None:
                    yield from (PlacedChip(reference, start + place) for place in range(len(text)))
            block = block.next()

    def _text_between(self, start: int, end: int) -> str:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(min(end, self.document().characterCount() - 1), QTextCursor.MoveMode.KeepAnchor)
        pieces = (
            cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n").replace("\u00a0", " ").split(_MARK)
        )
        tokens = {chip.position: chip.reference.token for chip in self._chips()}
        text, at = pieces[0], start + _units(pieces[0])
        for piece in pieces[1:]:
            text += tokens.get(at, _MARK) + piece
            at += 1 + _units(piece)
        return text

    # Qt

    def createMimeDataFromSelection(self) -> QMimeData:
        if self._object is None:
            return super().createMimeDataFromSelection()
        data, cursor = QMimeData(), self.textCursor()
        data.setText(self._text_between(cursor.selectionStart(), cursor.selectionEnd()))
        return data

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self._object is not None and source.hasText() and references.find(source.text()):
            self.insert_text(source.text())
        else:
            super().insertFromMimeData(source)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.context_menu is None or not self.context_menu(event):
            super().contextMenuEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            chip = self.chip_under(event.pos())
            if chip is not None:
                state = self.state_of(chip.reference.token)
                words = "\n".join(part for part in (chip.reference.title, state.words) if part)
                QToolTip.showText(event.globalPos(), plain_tip(words), self, self.chip_rect(chip.position))
                return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        point = event.position().toPoint()
        pressed, self._pressed = self._pressed, None
        if pressed is None or (point - pressed).manhattanLength() > 4 or self.isReadOnly():
            return
        chip = self.chip_under(point)
        if chip is not None:
            self.chip_clicked.emit(chip.position)


def _format(reference: Reference) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setObjectType(CHIP)
    made.setProperty(TOKEN, reference.token)
    made.setProperty(TITLE, title_of(reference))
    made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    return made


def _fragments(block: object) -> Iterator[tuple[int, str, Reference | None]]:
    place = block.begin()  # type: ignore[attr-defined]
    while not place.atEnd():
        fragment = place.fragment()
        yield fragment.position(), fragment.text(), reference_of(fragment.charFormat())
        place += 1


def _units(text: str) -> int:
    """The length of a text as Qt counts it: characters beyond the basic plane take two."""
    return len(text.encode("utf-16-le")) // 2
