"""A quiet line over the place where one writes: what there is to know, what can be done, and a cross."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QWidget

from workspace_app.ui.message_column import READABLE
from workspace_app.ui.small_widgets import IconButton, IconLabel, button, label
from workspace_app.ui.theme import Theme

_NARROW = 560
"""Pixels below which the button goes under the words."""


class Banner(QWidget):
    """Hidden until it has something to say; closed, it stays away for that.

    Args:
        icon, color: names of a theme icon and colour.
        action: what the button says.

    Signals:
        requested: the person wants what the button says.
    """

    requested = Signal()

    def __init__(self, theme: Theme, icon: str, color: str, action: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._about = ""
        self._closed: set[str] = set()
        self.words = label("", parent=self)
        self.words.setWordWrap(True)
        self.go_on = button(action, parent=self)
        self.go_on.clicked.connect(self.requested)
        self.cross = IconButton(theme, "cross", self.tr("Not now"), self)
        self.cross.clicked.connect(self.close_it)
        banner = QFrame(self)
        banner.setProperty("kind", "banner")
        banner.setMaximumWidth(READABLE)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(16, 8, 16, 0)
        outer.addStretch(1)
        outer.addWidget(banner, 1000)
        outer.addStretch(1)
        self._inside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._inside.setSpacing(8)
        self._inside.addWidget(self.words, 1)
        self._inside.addWidget(self.go_on, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(banner)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(12)
        row.addWidget(IconLabel(theme, icon, color, 18, self))
        row.addLayout(self._inside, 1)
        row.addWidget(self.cross)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self._inside.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)

    def tell(self, about: str, words: str) -> None:
        """Show a sentence, unless it was closed.

        Args:
            about: id of what it is about.
            words: empty if there is nothing to say.
        """
        self._about = about
        self.words.setText(words)
        self.setVisible(bool(words) and about not in self._closed)

    @Slot()
    def close_it(self) -> None:
        """Say no more about this."""
        self._closed.add(self._about)
        self.hide()
