"""Says from which place of which task a task was branched, and leads there (R72)."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workspace_app.domain.errors import NotFound
from workspace_app.domain.records import Origin, Task
from workspace_app.store.queries import Queries
from workspace_app.ui.small_widgets import IconLabel, button
from workspace_app.ui.theme import Theme

_LONGEST = 48


class OriginLine(QWidget):
    """A quiet link; without one if the old task was deleted.

    Signals:
        opened: the place should be shown; carries the Origin.
    """

    opened = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._origin: Origin | None = None
        self.link = button("", "quiet", parent=self)
        self.link.setStyleSheet("QPushButton:enabled { color: palette(link); padding: 1px 6px; }")
        self.link.clicked.connect(self._open)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(IconLabel(theme, "branch", "muted", 16, self))
        row.addWidget(self.link)
        row.addStretch(1)
        self.hide()

    def show_task(self, queries: Queries, task: Task) -> None:
        """Show where a task is from, if it says so."""
        self._origin = task.origin
        self.setVisible(task.origin is not None)
        if task.origin is None:
            return
        try:
            old = queries.task(task.origin.task)
        except NotFound:
            self.link.setText(self.tr("from a task that was deleted"))
            self.link.setEnabled(False)
            return
        self.link.setEnabled(True)
        self.link.setText(self._words(old, task.origin))
        self.link.setToolTip(self.tr("Show where it came from: {0}").format(old.title))

    def _words(self, old: Task, origin: Origin) -> str:
        title = old.title if len(old.title) <= _LONGEST else f"{old.title[:_LONGEST]}…"
        if origin.step is None:
            return self.tr("from “{0}”").format(title)
        step = self.tr("step {0}").format(origin.step) if origin.step else self.tr("its planning")
        if origin.seq is None:
            return self.tr("from “{0}”, {1}").format(title, step)
        return self.tr("from “{0}”, {1}, message {2}").format(title, step, origin.seq)

    @Slot()
    def _open(self) -> None:
        if self._origin is not None:
            self.opened.emit(self._origin)
