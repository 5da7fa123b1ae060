"""Telling the person that something waits or is finished, outside the window if that is possible."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from workspace_app import assets
from workspace_app.domain.status import Status
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.toasts import Toasts


class Notifier(QObject):
    """ "Waiting for you", "finished" and "error" are different notices: in the tray when there is one, else in the window.

    Args:
        looks_at: whether the person, with the window active, sees a task (its id) in that status anyway; then nothing is told.
    """

    task_chosen = Signal(str)
    """A notice was followed; carries the task's id."""

    def __init__(
        self, book: TaskBook, toasts: Toasts, window: QWidget, looks_at: Callable[[str, Status], bool]
    ) -> None:
        super().__init__(window)
        self._book, self._toasts, self._window, self._looks_at = book, toasts, window, looks_at
        self._tray: QSystemTrayIcon | None = None
        self._told = ""
        book.status_changed.connect(self._tell)

    @Slot(str, str)
    def _tell(self, id_: str, status: str) -> None:
        task = self._book.task(id_)
        words = self._words(Status(status))
        self._toasts.dismiss(id_)
        if task is None or words is None or (self._window.isActiveWindow() and self._looks_at(id_, Status(status))):
            return
        heading, icon, color = words
        if not self._window.isActiveWindow() and QSystemTrayIcon.isSystemTrayAvailable():
            self._told = id_
            self._tray_icon().showMessage(heading, task.title, QSystemTrayIcon.MessageIcon.Information)
        self._toasts.news(
            f"{heading}: {task.title}", icon, color, (self.tr("Open"), partial(self.task_chosen.emit, id_)), id_
        )

    def _words(self, status: Status) -> tuple[str, str, str] | None:
        return {
            Status.WAITING: (self.tr("Waiting for you"), "hand", "status.waiting"),
            Status.DONE: (self.tr("Finished"), "done", "status.done"),
            Status.ERROR: (self.tr("Stopped by an error"), "warning", "status.error"),
        }.get(status)

    def _tray_icon(self) -> QSystemTrayIcon:
        if self._tray is None:
            self._tray = QSystemTrayIcon(QIcon(str(assets.path("icons/workspace.svg"))), self)
            self._tray.messageClicked.connect(self._clicked)
            self._tray.activated.connect(self._raise)
            self._tray.show()
        return self._tray

    @Slot()
    def _clicked(self) -> None:
        self._raise()
        self.task_chosen.emit(self._told)

    @Slot()
    def _raise(self) -> None:
        self._window.showNormal() if self._window.isMinimized() else self._window.show()
        self._window.raise_()
        self._window.activateWindow()
