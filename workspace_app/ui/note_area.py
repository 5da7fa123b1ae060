"""A text field inside a panel that has keys of its own: while it has the focus, Ctrl+Enter and Escape are its."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from workspace_app.ui.fields import TextArea


class NoteArea(TextArea):
    """Several lines of text; Ctrl+Enter submits, Escape leaves, neither while an input method composes.

    Signals:
        left: Escape was pressed.
    """

    left = Signal()

    def __init__(self, name: str, lines: tuple[int, int] = (2, 6), parent: QWidget | None = None) -> None:
        super().__init__(name, lines, parent)
        self.setPlaceholderText(name)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and _is_own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self.is_composing:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _is_own(event: QKeyEvent) -> bool:
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return event.key() == Qt.Key.Key_Escape or (
        enter and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.ControlModifier
    )
