"""What can be done with a task or a project from any list: its menu and the verbs behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox, QWidget

from workspace_app.domain.status import ACTIVE, Status
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.open_path import show_in_folder
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme
from workspace_app.ui.toasts import Toasts
from workspace_app.ui.undoing import Undoing

if TYPE_CHECKING:
    from workspace_app.domain.records import Project, Task

_RESUMABLE = frozenset({Status.PAUSED, Status.INTERRUPTED, Status.ERROR})


class TaskCommands(QObject):
    """Menus of tasks and projects.

    Args:
        window: the parent of menus and questions.
    """

    open_requested = Signal(str, str)
    """A "task" or "project" should be shown; carries the kind and the id."""
    answer_requested = Signal(str)
    """What a task waits for should be shown; carries the task's id."""
    rename_requested = Signal(str, str)
    """A title should be edited in place; carries the kind and the id."""
    task_requested = Signal(str)
    """A new task is wanted in a project; carries the project's id."""

    def __init__(
        self, bridge: Bridge, theme: Theme, book: TaskBook, toasts: Toasts, undoing: Undoing, window: QWidget
    ) -> None:
        super().__init__(window)
        self._bridge, self._theme, self._book, self._window = bridge, theme, book, window
        self._toasts, self._undoing = toasts, undoing

    @Slot(str, str, QPoint)
    def show_menu(self, kind: str, id_: str, at: QPoint) -> None:
        """Show the menu of a task or project at a place on the screen."""
        menu = self.make_menu(kind, id_)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def make_menu(self, kind: str, id_: str) -> QMenu:
        """The menu of a task or project."""
        menu = QMenu(self._window)
        if kind == "task" and (task := self._book.task(id_)):
            self._fill_task(menu, task)
        elif kind == "project" and (project := self._book.project(id_)):
            self._fill_project(menu, project)
        return menu

    @Slot(str, str, str)
    def rename(self, kind: str, id_: str, title: str) -> None:
        """Give a task or project another title."""
        known = self._book.task(id_) if kind == "task" else self._book.project(id_)
        after: dict[str, Any] = {kind: id_, "title": title}
        before = {**after, "title": known.title if known is not None else title}
        verb, sentence = f"rename_{kind}", self.tr("Renamed to “{0}”.").format(title)
        self._bridge.call(verb, done=partial(self._renamed, sentence, verb, before), **after)

    def _renamed(self, sentence: str, verb: str, before: dict[str, Any], _result: object) -> None:
        self._undoing.offer(sentence, verb, before)

    def delete(self, task: Task) -> None:
        """Delete a task; the notice about it can undo that."""
        self._bridge.call("delete_task", task=task.id, done=partial(self._deleted, task))

    def _deleted(self, task: Task, _result: object) -> None:
        sentence = self.tr("“{0}” was deleted. Its folder stays as it is.").format(task.title)
        self._undoing.offer(sentence, "undelete_task", {"task": task.id})

    def branch(self, task: Task) -> None:
        """Make a new task from where one stands (R68)."""
        from workspace_app.ui.branch_dialog import BranchDialog, BranchPlace

        dialog = BranchDialog(self._bridge, self._theme, BranchPlace(task), self._window)
        dialog.branched.connect(self._open_new)
        dialog.open()

    def run_again(self, task: Task) -> None:
        """Make a new task with the same text, context and plan (R76)."""
        self._bridge.call("run_again", task=task.id, done=self._made)

    def _made(self, result: dict[str, str]) -> None:
        self._open_new(result["id"])

    @Slot(str)
    def _open_new(self, task: str) -> None:
        self.open_requested.emit("task", task)

    def forget(self, project: Project) -> None:
        """Take a project off the list, after asking."""
        box = QMessageBox(
            QMessageBox.Icon.Question,
            self.tr("Remove project"),
            self.tr("Remove “{0}” from the list?").format(project.title),
            parent=self._window,
        )
        box.setTextFormat(Qt.TextFormat.PlainText)
        words = self.tr(
            "The folder {0} stays as it is, with all works, conversations and their history. To have the project back, open the folder again. What was sent to models, word for word, is not in it."
        )
        box.setInformativeText(words.format(project.folder))
        remove = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        if box.clickedButton() is remove:
            self._bridge.call("forget_project", project=project.id)

    def move(self, project: Project) -> None:
        """Say where a project's folder is now, after it was moved or renamed outside (R92)."""
        words = self.tr("Where is the folder of “{0}” now? Nothing is moved or copied.").format(project.title)
        folder = QFileDialog.getExistingDirectory(self._window, words, str(Path(project.folder).parent))
        if folder and folder != project.folder:
            done = partial(self._moved, project, folder)
            self._bridge.call("move_project", project=project.id, folder=folder, done=done)

    def _moved(self, before: Project, folder: str, _result: object) -> None:
        sentence = self.tr("“{0}” is looked for in {1} from now on.").format(before.title, folder)
        self._undoing.offer(sentence, "move_project", {"project": before.id, "folder": before.folder})

    def open_folder(self, kind: str, id_: str) -> None:
        """Open the folder of a task or project in the file manager."""
        task = self._book.task(id_) if kind == "task" else None
        project = self._book.project(task.project if task else id_)
        if project is None:
            return
        problem = show_in_folder(str(Path(project.folder) / task.folder) if task else project.folder)
        if problem:
            self._toasts.error(problem)

    def _fill_task(self, menu: QMenu, task: Task) -> None:
        self._add(menu, self.tr("Open"), partial(self.open_requested.emit, "task", task.id))
        if task.status is Status.WAITING:
            self._add(menu, self.tr("Answer"), partial(self.answer_requested.emit, task.id), "hand")
        menu.addSeparator()
        call = self._bridge.call
        if task.status in ACTIVE:
            self._add(menu, self.tr("Pause"), partial(call, "pause", task=task.id), "pause")
            self._add(menu, self.tr("Stop after this message"), partial(call, "stop", task=task.id), "stop")
            self._add(menu, self.tr("Stop now"), partial(call, "stop", task=task.id, now=True), "stop")
        elif task.status in _RESUMABLE:
            self._add(menu, self.tr("Resume"), partial(call, "resume", task=task.id), "play")
        self._add(menu, self.tr("Rename"), partial(self.rename_requested.emit, "task", task.id), "edit")
        self._add(menu, self.tr("Open folder"), partial(self.open_folder, "task", task.id), "folder")
        menu.addSeparator()
        self._add(menu, self.tr("Branch…"), partial(self.branch, task), "branch")
        if task.plan is not None:
            self._add(menu, self.tr("Run again as a new task"), partial(self.run_again, task), "restart")
        menu.addSeparator()
        self._add(menu, self.tr("Delete"), partial(self.delete, task), "trash")

    def _fill_project(self, menu: QMenu, project: Project) -> None:
        self._add(menu, self.tr("Open"), partial(self.open_requested.emit, "project", project.id))
        self._add(menu, self.tr("New task here"), partial(self.task_requested.emit, project.id), "plus")
        menu.addSeparator()
        self._add(menu, self.tr("Rename"), partial(self.rename_requested.emit, "project", project.id), "edit")
        self._add(menu, self.tr("Open folder"), partial(self.open_folder, "project", project.id), "folder")
        self._add(menu, self.tr("The folder is elsewhere now…"), partial(self.move, project), "folder_open")
        menu.addSeparator()
        self._add(menu, self.tr("Remove from list…"), partial(self.forget, project), "cross")

    def _add(self, menu: QMenu, text: str, run: Callable[[], object], icon: str = "") -> None:
        action = menu.addAction(text)
        if icon:
            action.setIcon(self._theme.icon(icon, "muted"))
        # `triggered` hands on whether the action is checked, which none of these takes.
        action.triggered.connect(lambda _checked=False: run())
