"""Text fields of forms: they grow with their text, leave undo to the form, and show what is wrong under them."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QLabel, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from workspace_app.ui.chip_text import ChipText
from workspace_app.ui.engine_words import localized
from workspace_app.ui.small_widgets import label

UNDO_KEYS = ("Ctrl+Z",)
REDO_KEYS = ("Ctrl+Shift+Z", "Ctrl+Y")
_MARGIN = 26


class LeaveUndo(QObject):
    """An event filter for text fields: undo and redo are the form's, not the field's own."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if QKeySequence(event.keyCombination()).toString() not in (*UNDO_KEYS, *REDO_KEYS):
            return False
        event.ignore()
        return True


class TextArea(ChipText):
    """Several lines of plain text.

    Args:
        lines: how many it shows at least and at most before it scrolls; (0, 0) leaves its height to the layout.

    Signals:
        submitted: Ctrl+Enter was pressed, outside of an input method's composition.
    """

    submitted = Signal()

    def __init__(self, name: str, lines: tuple[int, int] = (3, 12), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines, self._composing = lines, False
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        if lines != (0, 0):
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.document().documentLayout().documentSizeChanged.connect(self._grow)

    def set_text(self, text: str) -> None:
        """Show another text, leaving the cursor where it is if that place is still there."""
        if text == self.toPlainText():
            return
        at = min(self.offset(), len(text))
        blocked = self.blockSignals(True)
        self.setPlainText(text)
        self.blockSignals(blocked)
        self.set_offset(at)

    def sizeHint(self) -> QSize:
        least, most = self._lines
        if most == 0:
            return super().sizeHint()
        lines = max(least, min(most, round(self.document().size().height())))
        return QSize(320, lines * self.fontMetrics().lineSpacing() + _MARGIN)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height() if self._lines[1] else 64)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    @property
    def is_composing(self) -> bool:
        """Whether an input method is in the middle of a word: then Enter is the input method's."""
        return self._composing

    def submit(self) -> None:
        """Say that the text is complete, unless an input method is still composing it."""
        if not self._composing:
            self.submitted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submit()
            return
        super().keyPressEvent(event)

    @Slot()
    def _grow(self) -> None:
        self.updateGeometry()


def is_composing(widget: QWidget | None) -> bool:
    """Whether an input method is composing in `widget`."""
    return isinstance(widget, TextArea) and widget.is_composing


class ProblemLabel(QLabel):
    """What is wrong with the field above it; hidden while nothing is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("kind", "error")
        self.hide()

    def show_problem(self, text: str) -> None:
        """Show a sentence, the engine's in the person's language, or nothing if it is empty."""
        self.setText(localized(text))
        self.setVisible(bool(text))


class LabelledField(QWidget):
    """A field under its name (none if it is "", for a field that says it itself), with room for a hint and for what is wrong with it."""

    def __init__(self, name: str, field: QWidget, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self.problem = ProblemLabel(self)
        title = label(name, "muted", self)
        title.setBuddy(field)
        if not name:
            title.hide()
        elif not field.accessibleName():
            field.setAccessibleName(name)
        if isinstance(field, QAbstractSpinBox):
            field.lineEdit().setAccessibleName(name)  # it is a control of its own for screen readers
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(title)
        layout.addWidget(field)
        if hint:
            self.hint = label(hint, "muted", self)
            self.hint.setWordWrap(True)
            layout.addWidget(self.hint)
        layout.addWidget(self.problem)


def set_line(field: QLineEdit, text: str) -> None:
    """Show another text in a line without moving its cursor needlessly and without a signal."""
    if field.text() != text:
        blocked = field.blockSignals(True)
        field.setText(text)
        field.blockSignals(blocked)


def set_check(box: QCheckBox, on: bool) -> None:
    """Switch a box without a signal."""
    blocked = box.blockSignals(True)
    box.setChecked(on)
    box.blockSignals(blocked)
