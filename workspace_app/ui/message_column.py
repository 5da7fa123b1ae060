"""The column of messages: places its rows at once, without waiting for the event loop, so that scroll positions are exact."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

READABLE = 960
"""Widest row in pixels: longer lines are hard to read."""
MARGIN = 16


class MessageColumn(QWidget):
    """Rows under one another, each as high as it has to be for the column's width.

    Signals:
        row_changed: a row wants another height; `arrange` has to be called.
    """

    row_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[QWidget] = []
        self._placed: set[QWidget] = set()

    def rows(self) -> Sequence[QWidget]:
        """The rows from top to bottom."""
        return self._rows

    def row_at(self, y: int) -> QWidget | None:
        """The first row that has been placed and ends below `y`."""
        return next((row for row in self._rows if row in self._placed and row.y() + row.height() > y), None)

    def insert(self, at: int, rows: Sequence[QWidget]) -> None:
        """Put rows in at an index; `arrange` places them."""
        self._rows[at:at] = rows
        for row in rows:
            row.setParent(self)

    def remove(self, start: int, end: int) -> None:
        """Take the rows of a range out and delete them."""
        for row in self._rows[start:end]:
            self._placed.discard(row)
            row.hide()
            row.deleteLater()
        del self._rows[start:end]

    def arrange(self, width: int) -> None:
        """Place every row for a column of `width` pixels, and become as high as they need."""
        inner = min(width - 2 * MARGIN, READABLE)
        left, top = (width - inner) // 2, MARGIN
        for row in self._rows:
            height = row.heightForWidth(inner) if row.hasHeightForWidth() else row.sizeHint().height()
            row.setGeometry(left, top, inner, height)
            if row.isHidden():
                row.show()
            top += height
        self._placed = set(self._rows)
        self.resize(width, top + MARGIN)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.row_changed.emit()
        return super().event(event)
