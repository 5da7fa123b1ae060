"""A window on a real engine whose scripted assistant calls tools, and the hands of the person who is asked about them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.support.scripted_model import Reply, ScriptedModel
from tests.ui.planning import Desk
from workspace_app.domain.records import Question
from workspace_app.domain.status import ACTIVE, Status
from workspace_app.ui.event_fold import EventFold
from workspace_app.ui.fold_line import ToolCallFold
from workspace_app.ui.main_window import MainWindow
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.question_card import QuestionCard

LEFT = Qt.MouseButton.LeftButton
MODEL = "scripted"
Card = TypeVar("Card", bound=QuestionCard)
Call = tuple[str, Mapping[str, Any]]


def calls(*made: Call) -> Reply:
    """A reply that calls tools."""
    return Reply(tools=list(made))


def done() -> Reply:
    """A reply that hands in and ends the step."""
    return Reply(tools=[("submit_work", {"title": "Note", "content": "Done."})])


class Asked:
    """One task whose only step is written by one assistant.

    Attributes:
        task: its id.
        folder: where the assistant may write.
    """

    def __init__(self, qtbot: QtBot, desk: Desk, window: MainWindow, model: ScriptedModel) -> None:
        self._qtbot, self.desk, self.window, self.model = qtbot, desk, window, model
        self.queries = desk.bridge.queries
        made = {"provider": "openai", "model": "gpt-4o", "base_url": model.url, "key_env": "SCRIPTED_KEY"}
        desk.call("add_model", name=MODEL, **made)
        self.task, self.folder = "", Path()

    def begin(self, *tools: str, middleware: Sequence[Mapping[str, Any]] = ()) -> None:
        """Make the task and show it; its plan is not approved yet, so the script can name its folder."""
        assistant = {"name": "writer", "tools": list(tools), "middleware": list(middleware)}
        step = {"id": "s1", "title": "Write", "step_task": "Write.", "kind": "agent", "require_inputs": "none"}
        plan = {"title": "Note", "steps": [{**step, "team": {"assistants": [assistant]}}]}
        self.task = self.desk.task_with_plan(plan, model=MODEL)
        row = self.queries.task(self.task)
        self.folder = Path(self.queries.project(row.project).folder) / row.folder
        self.window.open_task(self.task)

    def run(self, *replies: Any) -> None:
        """Approve the plan; the model answers with these."""
        self.model.script(None, replies)
        self.desk.call("answer", question=self.question().id, action="approve")

    def write(self, name: str, content: str) -> Call:
        """A call that writes a file of the assistant's own."""
        row = self.queries.task(self.task)
        return "write_file", {"path": f"{row.folder}/files/{name}", "content": content}

    def files(self) -> dict[str, str]:
        """What is on disk of the assistant's own files."""
        return {one.name: one.read_text("utf-8") for one in sorted((self.folder / "files").glob("*"))}

    def card(self, kind: type[Card], parent: QWidget | None = None, *, after: QuestionCard | None = None) -> Card:
        """The card that stands under the conversation (or in `parent`), once it does, and is not the one `after` which it comes."""
        before = after.question.id if after is not None else ""
        found: list[Card] = []

        def stands() -> bool:
            asked = [one.id for one in self.queries.open_questions(self.task) if one.id != before]
            known = (parent or self.window.task_page().pane.answers).findChildren(kind)
            found[:] = [one for one in known if one.isVisible() and one.question.id in asked]
            return bool(found)

        self.desk.wait(stands)
        return found[0]

    def question(self) -> Question:
        """The question that waits."""
        (found,) = self.queries.open_questions(self.task)
        return found

    def press(self, parent: QWidget, text: str) -> None:
        """Click the only button that says this."""
        (found,) = self._buttons(parent, text)
        self._qtbot.mouseClick(found, LEFT)

    def _buttons(self, parent: QWidget, text: str) -> list[QPushButton]:
        shown = [one for one in parent.findChildren(QPushButton) if one.isVisible() and one.isEnabled()]
        return [one for one in shown if one.text() == text]

    def focus(self) -> QWidget:
        """Who has the keyboard."""
        self.desk.wait(lambda: QApplication.focusWidget() is not None)
        found = QApplication.focusWidget()
        assert found is not None
        return found

    def settled(self) -> None:
        """Wait until the task is done."""
        self.desk.wait(lambda: self.queries.task(self.task).status is Status.DONE)

    def log(self) -> list[str]:
        """What the lines of the log in view say."""
        return [one.line.ending() for one in self.window.findChildren(EventFold) if one.isVisible()]

    def ending(self, part: str) -> str:
        """How the line of a tool call ended, that has this in it."""
        shown = [one.line for one in self.window.findChildren(ToolCallFold) if one.isVisible()]
        return next((line.ending() for line in shown if part in line.text()), "not in view")

    def seen(self, widget: QWidget) -> bool:
        """Whether all of it is in sight."""
        return widget.isVisible() and widget.visibleRegion().boundingRect() == widget.rect()

    def told(self) -> list[str]:
        """What the newest request tells of each tool call, in the order in which the model made them."""
        sent = self.model.requests[-1].body["messages"]
        results = {one["tool_call_id"]: str(one["content"]) for one in sent if one["role"] == "tool"}
        return [results[call["id"]] for one in sent for call in one.get("tool_calls") or ()]


@contextmanager
def asked(qtbot: QtBot, desk: Desk) -> Iterator[Asked]:
    """A window and a model server."""
    with ScriptedModel() as model:
        window = MainWindow(desk.bridge, desk.theme, Preferences(desk.home))
        # A window that is closed while something runs asks what is to become of it; so it does after a test that failed.
        qtbot.addWidget(window, before_close_func=partial(_at_rest, desk))
        desk.show(window, 1280, 800)
        yield Asked(qtbot, desk, window, model)


def _at_rest(desk: Desk, window: MainWindow) -> None:
    for task in desk.bridge.queries.tasks():
        if task.status in ACTIVE:
            desk.call("stop", task=task.id, now=True)
    desk.wait(lambda: not any(known.status in ACTIVE for known in window.book.tasks()))
