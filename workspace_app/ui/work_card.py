"""A delivered work in a conversation: what it is and a button that opens it."""

from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.ui.small_widgets import Card, ElidedLabel, IconLabel, button
from workspace_app.ui.theme import Theme


class WorkCard(Card):
    """Title, version and author of a work.

    Args:
        work: {"id", "path", "title", "version"} as in a message's data.

    Signals:
        opened: "Open" was pressed; carries the work's id.
    """

    opened = Signal(str)

    def __init__(self, theme: Theme, work: dict[str, Any], author: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._id = str(work.get("id", ""))
        title = str(work.get("title") or work.get("path", ""))
        self.setMaximumWidth(640)
        self.setAccessibleName(self.tr("Work: {0}").format(title))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 12, 12)
        row.setSpacing(12)
        row.addWidget(IconLabel(theme, "document", "accent", 20, self))
        words = QVBoxLayout()
        words.setSpacing(2)
        name = ElidedLabel(title, self)
        name.setProperty("kind", "strong")
        about = ElidedLabel(self.tr("Version {0} by {1}").format(work.get("version", 1), author), self)
        about.setProperty("kind", "muted")
        words.addWidget(name)
        words.addWidget(about)
        row.addLayout(words, 1)
        open_ = button(self.tr("Open"), tip=str(work.get("path", "")), parent=self)
        open_.clicked.connect(self._open)
        row.addWidget(open_)

    @Slot()
    def _open(self) -> None:
        self.opened.emit(self._id)
