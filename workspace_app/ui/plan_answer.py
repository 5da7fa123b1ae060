"""The open plan question of a task, and answering it."""

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from workspace_app.domain.events import Event
from workspace_app.domain.questions import Action, QuestionKind
from workspace_app.domain.records import Question
from workspace_app.ui.bridge import Bridge


class PlanAnswer(QObject):
    """Follows whether the planner waits for the person, and sends the answer.

    Signals:
        changed: the planner began or ceased to wait, or an answer is under way.
        approved: the engine has accepted the approval; carries the plan's JSON as it was approved.
        changes_requested: the engine has accepted the person's text for the planner.
        failed: an answer was refused; carries the sentence.
    """

    changed = Signal()
    approved = Signal(dict)
    changes_requested = Signal(str)
    failed = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._task = ""
        self._question: Question | None = None
        self.is_busy = False
        bridge.events_ready.connect(self._read_events)

    @property
    def question(self) -> Question | None:
        """The open plan question, if the planner waits and no answer is under way."""
        return None if self.is_busy else self._question

    def follow(self, task: str) -> None:
        """Look at the plan question of `task` from now on."""
        if task != self._task:
            self._task, self.is_busy = task, False
        self._find()

    def approve(self, plan: dict[str, Any]) -> None:
        """Approve `plan` in answer to the open question."""
        self._send(Action.APPROVE, partial(self._approval_done, plan), plan=plan)

    def request(self, text: str) -> None:
        """Ask the planner for changes."""
        self._send(Action.CHANGES, partial(self._request_done, text), text=text)

    def _send(self, action: Action, done: Any, **arguments: Any) -> None:
        if self.question is None:
            return
        asked, self.is_busy = self.question.id, True
        self.changed.emit()
        self._bridge.call("answer", question=asked, action=action.value, done=done, failed=self._refused, **arguments)

    def _approval_done(self, plan: dict[str, Any], _result: object) -> None:
        self._question, self.is_busy = None, False
        self.approved.emit(plan)
        self.changed.emit()

    def _request_done(self, text: str, _result: object) -> None:
        self._question, self.is_busy = None, False
        self.changes_requested.emit(text)
        self.changed.emit()

    def _refused(self, sentence: str) -> None:
        self.is_busy = False
        self._find()
        self.failed.emit(sentence)
        self.changed.emit()

    def _find(self) -> None:
        questions = self._bridge.queries.open_questions(self._task) if self._task else []
        self._question = next((question for question in questions if question.kind == QuestionKind.PLAN), None)

    @Slot(list)
    def _read_events(self, events: list[Event]) -> None:
        if any(event.task == self._task and event.kind in ("question", "answered") for event in events):
            self._find()
            self.changed.emit()
