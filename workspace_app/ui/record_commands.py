"""Projects and tasks that come from elsewhere, or go there: a folder with a record, and one task as one file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.toasts import Toasts

if TYPE_CHECKING:
    from workspace_app.domain.records import Task


class RecordCommands(QObject):
    """Opens project folders, exports and imports tasks.

    Args:
        window: the parent of dialogs.
    """

    open_requested = Signal(str, str)
    """A "task" or "project" should be shown; carries the kind and the id."""

    def __init__(self, bridge: Bridge, toasts: Toasts, window: QWidget) -> None:
        super().__init__(window)
        self._bridge, self._toasts, self._window = bridge, toasts, window

    def open_project_folder(self) -> None:
        """Open a folder as a project; tasks that it knows from elsewhere are offered."""
        folder = QFileDialog.getExistingDirectory(self._window, self.tr("Choose a project's folder"), _documents())
        if folder:
            self._bridge.call("find_record", done=partial(self._found, folder), folder=folder)

    def export(self, task: Task) -> None:
        """Write a task into a file that the person names."""
        name = str(Path(_documents()) / f"{Path(task.folder).name}.zip")
        words = self.tr("Export the task with its works, their history and its context")
        file, _ = QFileDialog.getSaveFileName(self._window, words, name, self.tr("Exported tasks (*.zip)"))
        if file:
            # The system's own dialog has asked whether a file that is there may go.
            self._bridge.call("export_task", done=self._exported, task=task.id, file=file, replace=True)

    def import_task(self, project: str | None) -> None:
        """Read a task from a file into a project; None is the one for tasks without a project."""
        words = self.tr("Choose an exported task")
        file, _ = QFileDialog.getOpenFileName(self._window, words, _documents(), self.tr("Exported tasks (*.zip)"))
        if file:
            self._bridge.call("import_task", done=self._imported, file=file, project=project)

    # what came of it

    def _found(self, folder: str, found: dict[str, Any]) -> None:
        if found["project"] is not None:
            self.open_requested.emit("project", found["project"])
        elif found["tasks"]:
            self._offer(folder, found)
        else:
            self._new_project(folder)

    def _offer(self, folder: str, found: dict[str, Any]) -> None:
        """Tasks from another machine are read in only if the person says so."""
        question = QMessageBox(self._window)
        question.setWindowTitle(self.tr("Open a project folder"))
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setText(self.tr("“{0}” has tasks from elsewhere: {1}.").format(found["title"], found["tasks"]))
        question.setInformativeText(
            self.tr(
                "Read them in, with their conversations and works? The folder stays where it is. What was running can be resumed."
            )
        )
        read = question.addButton(self.tr("Read them in"), QMessageBox.ButtonRole.AcceptRole)
        question.addButton(QMessageBox.StandardButton.Cancel)
        question.setDefaultButton(read)
        read.clicked.connect(partial(self._rebuild, folder))
        question.finished.connect(question.deleteLater)
        question.open()

    def _rebuild(self, folder: str, _checked: bool = False) -> None:
        self._bridge.call("rebuild", done=self._rebuilt, folder=folder)

    def _rebuilt(self, report: dict[str, Any]) -> None:
        sentence = self.tr("Tasks that were read in: {0}.").format(report["tasks"])
        self._toasts.news(sentence, "done", "success")
        self._tell_problems(report["problems"])
        self.open_requested.emit("project", report["project"])

    def _new_project(self, folder: str) -> None:
        from workspace_app.ui.project_dialog import ProjectDialog

        dialog = ProjectDialog(self._bridge, self._window)
        dialog.folder.setText(folder)
        dialog.title.setText(Path(folder).name)
        dialog.created.connect(partial(self.open_requested.emit, "project"))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _exported(self, made: dict[str, Any]) -> None:
        self._toasts.news(self.tr("The task is in {0}.").format(made["file"]), "done", "success")

    def _imported(self, made: dict[str, Any]) -> None:
        self._tell_problems(made["problems"])
        self.open_requested.emit("task", made["task"])

    def _tell_problems(self, problems: list[str]) -> None:
        """Name each thing that could not be read; the rest is there."""
        if not problems:
            return
        notice = QMessageBox(QMessageBox.Icon.Warning, self.tr("Not everything could be read"), "", parent=self._window)
        notice.setTextFormat(Qt.TextFormat.PlainText)
        notice.setText(self.tr("Not everything could be read. What could is there."))
        notice.setInformativeText(problems[0])
        notice.setDetailedText("\n\n".join(problems))
        notice.finished.connect(notice.deleteLater)
        notice.open()


def _documents() -> str:
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
