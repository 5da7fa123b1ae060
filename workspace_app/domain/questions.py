"""Everything that waits for the person is a question in one inbox (R83); this says which answers each kind takes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from workspace_app.domain.errors import NotAllowed, WorkspaceError


class QuestionKind(StrEnum):
    """Why a task waits."""

    PLAN = "plan"
    REVIEW = "review"
    ASK = "ask"
    TOOL = "tool"
    INPUT = "input"
    LIMIT = "limit"
    CHOICE = "choice"
    HELP = "help"
    CONFLICT = "conflict"
    LARGE = "large"


ASIDE = (QuestionKind.CONFLICT, QuestionKind.LARGE)
"""Questions about a file that hold no task up: they wait in the inbox while the task goes on."""


class Action(StrEnum):
    """What the person may do with a question; `cli.md` gives each one an option of `answer`."""

    APPROVE = "approve"
    CHANGES = "changes"
    TEXT = "text"
    CHOOSE = "choose"
    REJECT = "reject"
    FILE = "file"


@dataclass(frozen=True)
class Answer:
    """What the person answered.

    Args:
        action: one of the question's `answers`.
        text: feedback, an answer, or the text of a work; for APPROVE an optional note for later steps (R45).
        written: the text with its references unread; `text` has what they stand for (R48).
        comments: ids of the comments that the text carries.
        choices: for CHOOSE.
        file: absolute path of a file to hand in, for FILE.
        decisions: for a question of a middleware about several calls, what is decided about each, in its order (L39).
        inputs: what the text refers to, as a conversation records it (R65).
        plan: for APPROVE of a plan, the plan as the person edited it (JSON), None for the one that was shown.
    """

    action: Action
    text: str = ""
    choices: tuple[str, ...] = ()
    file: str | None = None
    plan: dict[str, object] | None = field(default=None)
    decisions: tuple[dict[str, object], ...] = ()
    written: str = ""
    comments: tuple[str, ...] = ()
    inputs: tuple[Mapping[str, object], ...] = ()

    @property
    def said(self) -> dict[str, str]:
        """What the message of this answer remembers beside its text."""
        return {"written": self.written} if self.written not in ("", self.text) else {}


def check_answer(answers: tuple[str, ...], options: tuple[str, ...], answer: Answer) -> None:
    """Raise unless `answer` is one that the question takes.

    Args:
        answers: the actions that the question allows.
        options: what CHOOSE may name.
        answer: the person's answer.

    Raises:
        NotAllowed: the question does not take this action or choice.
        WorkspaceError: the action needs a text or file that is missing.
    """
    if answer.action.value not in answers:
        raise NotAllowed(f"This question takes {', '.join(answers)}; not {answer.action.value}.")
    if answer.action in (Action.CHANGES, Action.TEXT) and not answer.text.strip():
        raise WorkspaceError("Say what should be different: the text is empty.")
    if answer.action is Action.CHOOSE:
        wrong = [choice for choice in answer.choices if choice not in options]
        if wrong or not answer.choices:
            raise NotAllowed(f"Choose from: {', '.join(options)}.")
    if answer.action is Action.FILE and not answer.file:
        raise WorkspaceError("Name the file to hand in.")
