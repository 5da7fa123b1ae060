"""Where the open comments on a work can go now."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workspace_app.domain.questions import Action
from workspace_app.domain.records import Conversation, Version, Work
from workspace_app.domain.status import Status
from workspace_app.ui.revision_bar import Ways

if TYPE_CHECKING:
    from workspace_app.store.queries import Queries

_AT_WORK = (Status.PLANNING, Status.QUEUED, Status.RUNNING)


def find_ways(queries: "Queries", work: Work, version: Version, count: int) -> Ways:
    """Where `count` open comments on a work can go, and to whom.

    Args:
        version: the one that is shown; a new conversation starts from it.
    """
    runs = queries.conversations(work.step)
    asking = next(
        (
            question.conversation
            for question in queries.open_questions(work.task)
            if question.step == work.step and Action.CHANGES.value in question.answers
        ),
        None,
    )
    busy = queries.task(work.task).status in _AT_WORK
    return Ways(
        work=work.id,
        version=version.id,
        count=count,
        members=_members(runs),
        step=work.step_n,
        run=next((run.n for run in runs if run.id == asking), None),
        next_run=None if busy or work.step_n == 0 else max((run.n for run in runs), default=0) + 1,
        number=version.n,
    )


def _members(runs: list[Conversation]) -> str:
    """The assistants of the newest run, in words."""
    team = runs[-1].team if runs else None
    names = [str(member["name"]) for member in team.get("assistants", ())] if team else []
    return ", ".join(names) or QCoreApplication.translate("RevisionWays", "the step's assistants")
