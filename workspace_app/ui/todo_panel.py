"""The to-do lists that a step's assistants keep, live beside the conversation (L88)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.events import Event
from workspace_app.domain.records import Conversation
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fold_line import Fold
from workspace_app.ui.small_widgets import IconLabel, label
from workspace_app.ui.speakers import speaker_name
from workspace_app.ui.theme import Theme
from workspace_app.ui.visible import visible

_PAUSE_MS = 400
_ICONS = {
    "pending": ("queued", "muted"),
    "in_progress": ("running", "status.running"),
    "completed": ("check", "success"),
}
Todos = Mapping[str, list[Mapping[str, Any]]]


class TodoPanel(QWidget):
    """A line for each assistant that has a list; unfolded, the list. Hidden while nobody has one."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._run = ""
        self.folds: dict[str, TodoFold] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(24, 2, 24, 2)
        self._layout.setSpacing(0)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_PAUSE_MS)
        self._rest.timeout.connect(self._read)
        bridge.events_ready.connect(self._take)
        self.hide()

    def show_run(self, run: Conversation | None) -> None:
        """Follow the lists of a conversation."""
        if self._run != (run.id if run else ""):
            self._run = run.id if run else ""
            self._show({})
            self._read()

    @Slot(list)
    def _take(self, events: list[Event]) -> None:
        if any(event.kind == "message" and event.conversation == self._run for event in events):
            self._rest.start()

    @Slot()
    def _read(self) -> None:
        if self._run:
            from workspace_app.store.todos import todos

            self._show(self._bridge.queries.read(partial(todos, conversation=self._run)))

    def _show(self, found: Todos) -> None:
        for gone in self.folds.keys() - found.keys():
            self.folds.pop(gone).deleteLater()
        for name, listed in found.items():
            if name not in self.folds:
                self.folds[name] = TodoFold(self._theme, name, self)
                self._layout.addWidget(self.folds[name])
            self.folds[name].show_todos(listed)
        self.setVisible(bool(self.folds))


class TodoFold(Fold):
    """One assistant's list: how far it is and what is in hand, unfolding to all of it."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        self._name = name
        self._todos: list[Mapping[str, Any]] = []
        super().__init__(theme, "plan", "", parent)

    def show_todos(self, todos: list[Mapping[str, Any]]) -> None:
        """Show a list as it is now."""
        if todos == self._todos:
            return
        self._todos = todos
        done = sum(one["status"] == "completed" for one in todos)
        in_hand = next((str(one["content"]) for one in todos if one["status"] == "in_progress"), "")
        words = self.tr("To do of {0}: {1} of {2} done").format(speaker_name(self._name), done, len(todos))
        self.line.setText(words)
        self.line.set_ending(visible(" ".join(in_hand.split())), "status.running")
        self.renew()

    def make_inside(self) -> QWidget:
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(44, 0, 8, 8)
        layout.setSpacing(3)
        for todo in self._todos:
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(IconLabel(self.theme, *_ICONS[str(todo["status"])], 14, inside))
            words = label(visible(str(todo["content"])), "muted" if todo["status"] == "completed" else "", inside)
            words.setAccessibleName(f"{self._status(str(todo['status']))}: {todo['content']}")
            words.setWordWrap(True)
            row.addWidget(words, 1)
            layout.addLayout(row)
        return inside

    def _status(self, status: str) -> str:
        return {
            "pending": self.tr("to do"),
            "in_progress": self.tr("in hand"),
            "completed": self.tr("done"),
        }[status]
