"""What can be done with a message: buttons in its header, and the same in its context menu."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workspace_app.domain.records import Message
from workspace_app.ui.small_widgets import IconButton
from workspace_app.ui.theme import Theme


class MessageActions(QWidget):
    """Copy, make a work of it, show the recorded request.

    Signals:
        request_opened: the request was asked for; carries its id.
        made_work: a work of this message was asked for; carries the message's id.
    """

    request_opened = Signal(str)
    made_work = Signal(str)

    def __init__(self, theme: Theme, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message = message
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.copy = IconButton(theme, "copy", self.tr("Copy this message"), self)
        self.copy.clicked.connect(self._copy)
        self.make_work = IconButton(theme, "document", self.tr("Make this message a work"), self)
        self.make_work.clicked.connect(self._make_work)
        self.request = IconButton(theme, "eye", self.tr("Show exactly what was sent to the model"), self)
        self.request.clicked.connect(self._open_request)
        self.request.hide()
        for button in self.offered():
            layout.addWidget(button)
            button.show()

    def offered(self) -> list[IconButton]:
        """The buttons that this message has."""
        return [self.copy, self.make_work, *([self.request] if self._message.request is not None else [])]

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._message.text)

    @Slot()
    def _make_work(self) -> None:
        self.made_work.emit(self._message.id)

    @Slot()
    def _open_request(self) -> None:
        self.request_opened.emit(self._message.request)
