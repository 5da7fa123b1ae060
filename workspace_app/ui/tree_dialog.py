"""The tree of one task: where it came from and what came from it (R72)."""

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from workspace_app.domain.lineage import family, parents_of
from workspace_app.domain.records import Task
from workspace_app.store.queries import Queries
from workspace_app.ui.branch_tree import BranchTree
from workspace_app.ui.small_widgets import label
from workspace_app.ui.theme import Theme

LARGEST = QSize(1000, 640)


class TreeDialog(QDialog):
    """The tree that a task belongs to, with this task marked.

    Signals:
        opened: a task of it should be shown; carries its id.
    """

    opened = Signal(str)

    def __init__(self, queries: Queries, theme: Theme, task: Task, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Tree of branches"))
        tasks = queries.tasks(task.project)
        parents = family(parents_of(tasks), task.id)
        self.tree = BranchTree(theme, self)
        self.tree.show_tasks(tasks, parents, task.id)
        self.tree.opened.connect(self._open)
        alone = self.tr("Nothing was branched from this task yet. A branch is made at any message, or with “Branch…”.")
        about = self.tr("Each line leads from a task to one that was branched from it. Enter opens a task.")
        words = label(about if len(parents) > 1 else alone, "muted", self)
        words.setWordWrap(True)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(words)
        layout.addWidget(self.tree, 1)
        layout.addWidget(close)
        self.resize((self.tree.picture_size() + QSize(64, 140)).expandedTo(QSize(520, 280)).boundedTo(LARGEST))
        self.tree.focus_task(task.id)

    @Slot(str)
    def _open(self, task: str) -> None:
        self.opened.emit(task)
        self.accept()
