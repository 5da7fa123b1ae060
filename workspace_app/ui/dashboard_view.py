"""A list of tasks as cards, for the mouse and for the keyboard."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.ui.dashboard_delegate import DashboardDelegate
from workspace_app.ui.dashboard_model import ROW


class DashboardView(QListView):
    """Arrows or J and K choose, Enter opens, A answers what waits."""

    opened = Signal(QModelIndex)
    """A row was clicked, or Enter pressed on it."""
    answered = Signal(QModelIndex)
    """A was pressed on a row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QListView { background: transparent; border: 0; }")
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(self.tr("Tasks"))
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        delegate = self.itemDelegate()
        assert isinstance(delegate, DashboardDelegate)
        row = index.data(ROW)
        waiting = isinstance(row, Task) and row.status is Status.WAITING
        on_button = waiting and delegate.button_rect(self.visualRect(index)).contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and not on_button:
            self.opened.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_J, Qt.Key.Key_K):
            self._move(1 if event.key() == Qt.Key.Key_J else -1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.opened.emit(index)
        elif event.key() == Qt.Key.Key_A and event.modifiers() == Qt.KeyboardModifier.NoModifier and index.isValid():
            self.answered.emit(index)
        else:
            super().keyPressEvent(event)

    def _move(self, by: int) -> None:
        row = self.currentIndex().row() + by
        while 0 <= row < self.model().rowCount():
            index = self.model().index(row, 0)
            if isinstance(index.data(ROW), Task):
                self.setCurrentIndex(index)
                return
            row += by
