"""The look of a message in a conversation: one widget for each kind."""

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from workspace_app.domain.records import Message
from workspace_app.ui.message_actions import MessageActions
from workspace_app.ui.phrases import clock, short_count
from workspace_app.ui.small_widgets import Dot, ElidedLabel, label
from workspace_app.ui.speakers import speaker_color, speaker_name
from workspace_app.ui.theme import Theme

HEADER_HEIGHT = 28


class MessageWidget(QWidget):
    """A message: who said it and when, then what the subclass adds to `self.inside`.

    Args:
        compact: without a header of its own.

    Signals:
        work_opened: the person wants to see a work; carries its id.
        request_opened: the person wants to see the recorded request; carries its id.
        made_work: the person wants this message to become a work; carries the message's id.
        begin_requested: something new should begin here, see MessageActions.
        taken: it got the keyboard; carries the message's number.
    """

    work_opened = Signal(str)
    request_opened = Signal(str)
    made_work = Signal(str)
    begin_requested = Signal(str, int)
    taken = Signal(int)

    def __init__(self, theme: Theme, message: Message, parent: QWidget | None = None, *, compact: bool = False) -> None:
        super().__init__(parent)
        self.theme, self.message = theme, message
        self.first_seq = self.last_seq = message.seq
        self._marked = self._pointed_out = False
        self._actions: MessageActions | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(
            self.tr("Message from {0}, {1}").format(speaker_name(message.source), clock(message.created_at))
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 4)
        layout.setSpacing(0)
        self._header = self._make_header() if not compact else None
        if self._header is not None:
            layout.addLayout(self._header)
        self.inside = QVBoxLayout()
        self.inside.setContentsMargins(0 if compact else 18, 0, 0, 0)
        self.inside.setSpacing(8)
        layout.addLayout(self.inside)

    def mark(self, text: str) -> None:
        """Mark the places that contain `text`; "" unmarks."""
        self._marked = bool(text)
        self.update()

    def point_out(self, on: bool) -> None:
        """Show that this is the message that was looked for."""
        self._pointed_out = on
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.show_actions(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.show_actions(self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.show_actions(True)
        self.taken.emit(self.message.seq)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._open_menu(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.hasFocus() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            menu = self._open_menu(self.mapToGlobal(QPoint(18, HEADER_HEIGHT)))
            menu.setActiveAction(menu.actions()[0])
        else:
            super().keyPressEvent(event)

    def offers(self, what: str) -> bool:
        """Whether something can begin here: "continue", "edit" or "branch"."""
        return (self._actions or self._make_actions()).offers(what)

    def _open_menu(self, at: QPoint) -> QMenu:
        actions = self._actions or self._make_actions()
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for made in actions.offered():
            menu.addAction(made.icon(), made.toolTip(), made.click)
        menu.popup(at)
        return menu

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._header is not None:
            self._dot.set_color(speaker_color(self.message.source, self.theme))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(self.theme.color("accent"), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        if self._marked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color("accent" if self._pointed_out else "status.waiting"))
            painter.drawRoundedRect(QRectF(0, 6, 4 if self._pointed_out else 3, self.height() - 12), 1.5, 1.5)

    def show_actions(self, on: bool) -> None:
        """Show or hide the buttons at the right of the header; they are made when first needed."""
        if self._header is None or (not on and self._actions is None):
            return
        (self._actions or self._make_actions()).setVisible(on)

    def _make_actions(self) -> MessageActions:
        self._actions = MessageActions(self.theme, self.message, self)
        self._actions.request_opened.connect(self.request_opened)
        self._actions.made_work.connect(self.made_work)
        self._actions.begin_requested.connect(self.begin_requested)
        if self._header is not None:
            self._header.addWidget(self._actions)
        self._actions.hide()
        return self._actions

    def _make_header(self) -> QHBoxLayout:
        header = QHBoxLayout()
        header.setSpacing(8)
        self._dot = Dot(speaker_color(self.message.source, self.theme), self)
        name = ElidedLabel(speaker_name(self.message.source), self)
        name.setProperty("kind", "strong")
        time = label(clock(self.message.created_at), "muted", self)
        time.setToolTip(self._told())
        header.addWidget(self._dot)
        header.addWidget(name)
        header.addWidget(time)
        if self.message.model:
            model = ElidedLabel(self.message.model, self)
            model.setProperty("kind", "muted")
            header.addWidget(model)
        header.addStretch(1)
        strut = QWidget(self)
        strut.setFixedSize(0, HEADER_HEIGHT)
        header.addWidget(strut)
        return header

    def _told(self) -> str:
        at = self.message.created_at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
        tokens = tokens_of(self.message)
        return f"{at}\n{tokens}" if tokens else at


def tokens_of(message: Message) -> str:
    """The tokens of a message in words, empty if no model was asked."""
    if message.input_tokens is None and message.output_tokens is None:
        return ""
    return QCoreApplication.translate("MessageWidget", "{0} tokens read, {1} written").format(
        short_count(message.input_tokens or 0), short_count(message.output_tokens or 0)
    )
