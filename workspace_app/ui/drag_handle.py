"""The dots by which a card is dragged."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from workspace_app.ui.theme import Theme


class DragHandle(QWidget):
    """The dots by which a card is dragged.

    Signals:
        dragged: the mouse is here now (global position) with the button down.
        dropped: the button was let go here (global position).
    """

    dragged = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedSize(16, 26)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setToolTip(self.tr("Drag to another place (Alt+Up, Alt+Down)"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.dragged.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.dropped.emit(event.globalPosition().toPoint())

    def paintEvent(self, event: QPaintEvent) -> None:
        self._theme.icon("drag", "muted").paint(QPainter(self), self.rect().adjusted(0, 5, 0, -5))
