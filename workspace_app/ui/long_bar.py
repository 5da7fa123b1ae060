"""Says that a conversation has become long, and offers to go on in a new one (R52, R58)."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from workspace_app.domain.records import Conversation
from workspace_app.domain.status import ACTIVE
from workspace_app.ui.message_column import READABLE
from workspace_app.ui.phrases import short_count
from workspace_app.ui.small_widgets import IconButton, IconLabel, button, label
from workspace_app.ui.theme import Theme


class LongBar(QWidget):
    """A banner; closed, it stays away for that conversation.

    Signals:
        continue_requested: go on in a new conversation.
    """

    continue_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run = ""
        self._closed: set[str] = set()
        self.words = label("", parent=self)
        self.words.setWordWrap(True)
        self.go_on = button(self.tr("Continue in a new conversation…"), parent=self)
        self.go_on.clicked.connect(self.continue_requested)
        close = IconButton(theme, "cross", self.tr("Not now"), self)
        close.clicked.connect(self._close)
        banner = QFrame(self)
        banner.setProperty("kind", "banner")
        banner.setMaximumWidth(READABLE)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(16, 8, 16, 0)
        outer.addStretch(1)
        outer.addWidget(banner, 1000)
        outer.addStretch(1)
        row = QHBoxLayout(banner)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(12)
        row.addWidget(IconLabel(theme, "info", "warning", 18, self))
        row.addWidget(self.words, 1)
        row.addWidget(self.go_on)
        row.addWidget(close)
        self.hide()

    def show_usage(self, run: Conversation | None, tokens: int, limit: int) -> None:
        """Show it if the newest request of a run read more tokens than `limit`."""
        self._run = run.id if run else ""
        long = run is not None and tokens > limit and run.status not in ACTIVE and self._run not in self._closed
        self.setVisible(long)
        if run is not None and long:
            text = self.tr(
                "This conversation is long: {0} messages, {1} tokens read for each answer. Answers get slower and worse."
            )
            self.words.setText(text.format(run.messages, short_count(tokens)))

    @Slot()
    def _close(self) -> None:
        self._closed.add(self._run)
        self.hide()
