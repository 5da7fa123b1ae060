"""Finding a text in one conversation, whatever of it is on the screen."""

from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from workspace_app.ui.background import Background
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.conversation_view import ConversationView
from workspace_app.ui.small_widgets import IconButton, label
from workspace_app.ui.theme import Theme

TYPING_MS = 150


class FindBar(QWidget):
    """A search field with the count and two arrows, over a conversation view.

    Signals:
        closed: it was put away, so the focus may go back to the conversation.
    """

    closed = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, view: ConversationView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._view = bridge, view
        self._found: list[int] = []
        self._at = -1
        self._background: Background | None = None
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self.search)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Find in this conversation"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._typed)
        self.count = label("", "muted", self)
        self.previous = IconButton(theme, "up", self.tr("Previous place (Shift+Enter)"), self)
        self.next = IconButton(theme, "down", self.tr("Next place (Enter)"), self)
        self.close_button = IconButton(theme, "cross", self.tr("Close (Esc)"), self)
        self.previous.clicked.connect(self.go_back)
        self.next.clicked.connect(self.go_on)
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        for widget in (self.previous, self.next, self.close_button):
            row.addWidget(widget)
        self._show_count()
        self.hide()

    def start(self) -> None:
        """Show the bar with its text selected."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    @Slot()
    def search(self) -> None:
        """Ask the store which messages contain the text; when it has answered, go to the newest."""
        self._typing.stop()
        text, conversation = self.field.text(), self._view.conversation()
        if not text or conversation is None:
            self._take("", "", [])
            return
        if self._background is None:
            self._background = Background(self)
        # A very long conversation takes tenths of a second: not on the window's thread.
        find = partial(self._bridge.queries.find_messages, conversation.id, text)
        self._background.read("find", find, partial(self._take, conversation.id, text))

    def _take(self, conversation: str, text: str, found: list[int]) -> None:
        shown = self._view.conversation()
        if text and (shown is None or shown.id != conversation or self.isHidden()):
            return
        self._found, self._at = found, len(found) - 1
        self._view.mark(text)
        self._go()

    @Slot()
    def go_on(self) -> None:
        """Go to the next place, round to the first."""
        self._step(1)

    @Slot()
    def go_back(self) -> None:
        """Go to the previous place, round to the last."""
        self._step(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            if self._background is not None:
                self._background.close()
                self._background.deleteLater()
                self._background = None
            self._view.mark("")
            self.closed.emit()

    def _step(self, by: int) -> None:
        if self._typing.isActive():
            self.search()
        elif self._found:
            self._at = (self._at + by) % len(self._found)
            self._go()

    def _go(self) -> None:
        self._show_count()
        if self._found:
            self._view.go_to(self._found[self._at], found=True)

    def _show_count(self) -> None:
        searched = bool(self.field.text())
        words = (
            self.tr("{0} of {1}").format(self._at + 1, len(self._found)) if self._found else self.tr("Nothing found")
        )
        self.count.setText(words if searched else "")
        for widget in (self.previous, self.next):
            widget.setEnabled(bool(self._found))

    @Slot(str)
    def _typed(self, text: str) -> None:
        self._typing.start()

    def event(self, event: QEvent) -> bool:
        # Without this the page's own Esc and Enter shortcuts would take the keys away.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)
