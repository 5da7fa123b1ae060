"""What is shown in place of a task that was deleted: it can be brought back."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.small_widgets import IconLabel, button, label
from workspace_app.ui.theme import Theme


class GoneTask(QWidget):
    """Says that the task was deleted, and undoes it."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._task = ""
        heading = label(self.tr("This task was deleted"), "heading", self)
        words = label(self.tr("Its folder and its history are still there."), "muted", self)
        self.undo = button(self.tr("Bring it back"), "primary", parent=self)
        self.undo.clicked.connect(self._undelete)
        self.problem = ProblemLabel(self)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addStretch(1)
        for widget in (IconLabel(theme, "trash", "muted", 32, self), heading, words, self.undo, self.problem):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)

    def show_task(self, task: str) -> None:
        """Offer to bring back this task."""
        self._task = task
        self.problem.show_problem("")

    @Slot()
    def _undelete(self) -> None:
        self._bridge.call("undelete_task", failed=self.problem.show_problem, task=self._task)
