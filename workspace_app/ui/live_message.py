"""A message that is being written."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workspace_app.ui.live_text import LONG_BLOCK, split_live
from workspace_app.ui.message_body import MessageBody
from workspace_app.ui.small_widgets import Dot, label
from workspace_app.ui.speakers import speaker_color, speaker_name
from workspace_app.ui.theme import Theme


class LiveMessage(QWidget):
    """The text of one speaker so far: finished blocks are parsed once, only the tail is parsed again as it grows."""

    def __init__(self, theme: Theme, source: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown, self._settled, self._tail = "", "", ""
        self._settled_body: MessageBody | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Message from {0}, being written").format(speaker_name(source)))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 4)
        layout.setSpacing(0)
        header = QHBoxLayout()
        header.setSpacing(8)
        header.addWidget(Dot(speaker_color(source, theme), self))
        header.addWidget(label(speaker_name(source), "strong", self))
        header.addWidget(label(self.tr("is writing…"), "muted", self), 1)
        layout.addLayout(header)
        self._bodies = QVBoxLayout()
        self._bodies.setContentsMargins(18, 4, 0, 0)
        self._bodies.setSpacing(0)
        layout.addLayout(self._bodies)
        self._tail_body = self._new_body()

    def text(self) -> str:
        """All of the text so far."""
        return self._shown

    def show_text(self, text: str) -> None:
        """Show the text so far; what was shown before is usually its beginning."""
        if not text.startswith(self._shown):
            self._restart()
        self._tail += text[len(self._shown) :]
        self._shown = text
        head, self._tail = split_live(self._tail)
        while head:
            self._settle(head)
            head, self._tail = split_live(self._tail)
        self._tail_body.show_text(self._tail)

    def _settle(self, head: str) -> None:
        if self._settled_body is None or len(self._settled) > LONG_BLOCK:
            self._settled_body, self._settled = self._tail_body, ""
            self._tail_body = self._new_body()
        self._settled += head
        self._settled_body.show_text(self._settled)

    def _restart(self) -> None:
        for body in self.findChildren(MessageBody):
            self._bodies.removeWidget(body)
            body.hide()
            body.deleteLater()
        self._shown, self._settled, self._tail, self._settled_body = "", "", "", None
        self._tail_body = self._new_body()

    def _new_body(self) -> MessageBody:
        body = MessageBody(self._theme, self)
        body.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._bodies.addWidget(body)
        return body
