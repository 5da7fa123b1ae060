"""A window's bridge on a real engine, and a task whose plan waits for approval, for the tests of planning screens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from workspace_app.desk.client import DeskClient
from workspace_app.domain.records import Task
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.theme import Theme

PLAN: dict[str, Any] = {
    "title": "Market note",
    "mood": "kept",
    "steps": [
        {
            "id": "s1",
            "title": "Collect",
            "step_task": "Collect the figures. Keep every page.",
            "kind": "agent",
            "color": "blue",
        },
        {"id": "s2", "title": "Table", "step_task": "Make a table.", "kind": "review", "require_inputs": ["s1"]},
        {"id": "s3", "title": "Note", "step_task": "Write the note.", "kind": "review", "require_inputs": ["s1", "s2"]},
    ],
}


class Desk:
    """A connected bridge, and verbs that are called and waited for."""

    def __init__(self, qtbot: QtBot, home: Path, theme: Theme) -> None:
        self._qtbot = qtbot
        self.home = home
        self.bridge = Bridge(home)
        self.theme = theme
        self.bridge.start()
        qtbot.waitUntil(lambda: self.bridge.connected or bool(self.bridge.trouble), timeout=20_000)
        assert self.bridge.connected, self.bridge.trouble

    def call(self, verb: str, **arguments: Any) -> Any:
        """The result of a verb; a failing one fails the test."""
        results: list[Any] = []
        failures: list[str] = []
        self.bridge.call(verb, done=results.append, failed=failures.append, **arguments)
        self.wait(lambda: bool(results or failures))
        assert not failures, failures
        return results[0]

    def wait(self, condition: Callable[[], bool]) -> None:
        """Let the window work until something is so."""
        self._qtbot.waitUntil(condition, timeout=40_000)

    def task_with_plan(self, plan: dict[str, Any] = PLAN, **arguments: Any) -> str:
        """A task whose plan waits for the person; no planner is called."""
        task = str(self.call("new_task", text="Write a market note", plan=plan, **arguments)["id"])
        self.wait(lambda: bool(self.bridge.queries.open_questions(task)))
        return task

    def running_task(self, plan: dict[str, Any], **arguments: Any) -> str:
        """A task whose plan has just been approved."""
        task = self.task_with_plan(plan, **arguments)
        self.call("answer", question=self.bridge.queries.open_questions(task)[0].id, action="approve")
        return task

    def task(self, task: str) -> Task:
        """What the store has of a task."""
        return self.bridge.queries.task(task)

    def show(self, widget: QWidget, width: int = 700, height: int = 900) -> None:
        """Show a widget in a window of its own, with the keyboard."""
        self._qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        self._qtbot.waitExposed(widget)
        widget.activateWindow()
        self.wait(widget.isActiveWindow)


@contextmanager
def engine(home: Path) -> Iterator[None]:
    """Keep the engine of `home` alive for as long as the tests need it."""
    client = DeskClient(home)
    client.connect()
    try:
        yield
    finally:
        client.close()


def texts(widget: QWidget, kind: type[QWidget]) -> list[str]:
    """What the visible children of a kind say, top to bottom."""
    QApplication.processEvents()
    found = [child for child in widget.findChildren(kind) if child.isVisible()]
    return [str(child.text()) for child in found if hasattr(child, "text")]
