"""A small rounded label for a thing that was chosen, with a cross to take it away."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from workspace_app.ui.small_widgets import ElidedLabel, IconButton, IconLabel
from workspace_app.ui.theme import Theme

_MAX_WIDTH = 320


class Chip(QFrame):
    """One chosen thing.

    Args:
        text: what it is; shortened where it does not fit, whole in the tooltip.
        icon: name of a theme icon, "" for none.
        removable: whether it has a cross; then Delete and Backspace take it away too.

    Signals:
        removed: the person asked to take it away.
    """

    removed = Signal()

    def __init__(
        self,
        theme: Theme,
        text: str,
        icon: str = "",
        *,
        removable: bool = False,
        color: str = "muted",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._removable = theme, removable
        self.setAccessibleName(text)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(9, 2, 2 if removable else 9, 2)
        layout.setSpacing(5)
        if icon:
            layout.addWidget(IconLabel(theme, icon, color, 14, self))
        self.words = ElidedLabel(text, self)
        layout.addWidget(self.words, 1)
        if removable:
            self._add_cross(layout, text)
        self.setMaximumWidth(_MAX_WIDTH)

    def sizeHint(self) -> QSize:
        return super().sizeHint().boundedTo(QSize(_MAX_WIDTH, 100))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._removable and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(self._theme.color("panel"))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, min(13.0, box.height() / 2), min(13.0, box.height() / 2))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()

    def _add_cross(self, layout: QHBoxLayout, text: str) -> None:
        self.cross = IconButton(self._theme, "cross", self.tr("Remove {name}").format(name=text), self)
        self.cross.setFixedSize(22, 22)
        self.cross.setIconSize(QSize(12, 12))
        self.cross.clicked.connect(self._remove)
        layout.addWidget(self.cross)

    @Slot()
    def _remove(self) -> None:
        self.removed.emit()
