"""Choose a work of any task and project."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_words import AUTHOR_ICONS, work_line

_MOST = 300
_WORK = Qt.ItemDataRole.UserRole


class WorkPicker(QDialog):
    """A field that filters, and a list; Enter chooses.

    Signals:
        chosen: carries the work's id.
    """

    chosen = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Choose a work"))
        self.resize(620, 460)
        self._theme = theme
        queries = bridge.queries
        self._works = [
            (f"{project.title} · {tasks[work.task]} · {work.title}", work)
            for project in queries.projects()
            for tasks in [{task.id: task.title for task in queries.tasks(project.id)}]
            for work in queries.project_works(project.id)
            if work.task in tasks and work.step_n
        ]
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Project, task or title"))
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Works"))
        self.list.setUniformItemSizes(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.filter, self.list, buttons):
            layout.addWidget(widget)
        self.filter.textChanged.connect(self._show)
        self.list.itemActivated.connect(self.accept)
        self._show("")

    @Slot(str)
    def _show(self, text: str) -> None:
        wanted = text.casefold().split()
        found = [entry for entry in self._works if all(word in entry[0].casefold() for word in wanted)]
        self.list.clear()
        for name, work in found[:_MOST]:
            icon = self._theme.icon(AUTHOR_ICONS.get(work.newest.author_kind, "document"), "muted")
            item = QListWidgetItem(icon, f"{name}\n{work_line(work)}", self.list)
            item.setData(_WORK, work.id)
        self.list.setCurrentRow(0)

    def accept(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen.emit(item.data(_WORK))
            super().accept()
