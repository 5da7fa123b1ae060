"""The thin line between two cards that adds a step there."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from workspace_app.ui.theme import Theme

_HEIGHT = 20


class InsertLine(QAbstractButton):
    """A quiet plus sign; a line across the list when the mouse or the focus is on it.

    Signals:
        chosen: add a step at this place.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._place = theme, 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._choose)

    def show_place(self, place: int, *, editable: bool) -> None:
        """Where a click adds a step; without `editable` it is only the gap between two cards."""
        self._place = place
        self.setEnabled(editable)
        text = self.tr("Add a step here (place {number})").format(number=place + 1)
        self.setToolTip(text)
        self.setAccessibleName(text)

    def sizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.isEnabled():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        active = self.underMouse() or self.hasFocus()
        color = "accent" if active else "muted"
        middle = self.rect().center()
        if active:
            painter.setPen(QPen(self._theme.color("accent"), 1))
            painter.drawLine(8, middle.y(), middle.x() - 12, middle.y())
            painter.drawLine(middle.x() + 12, middle.y(), self.width() - 8, middle.y())
        painter.setOpacity(1.0 if active else 0.6)
        self._theme.icon("plus", color).paint(painter, QRect(middle.x() - 6, middle.y() - 6, 13, 13))

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(self._place)
