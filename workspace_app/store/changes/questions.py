"""Changes of the questions that wait for the person."""

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select, update

from workspace_app.domain.errors import NotAllowed
from workspace_app.domain.questions import Action
from workspace_app.store import redaction
from workspace_app.store import tables as t
from workspace_app.store.changes.base import Values, now
from workspace_app.store.ids import new_id


def ask(
    connection: Connection,
    *,
    project: str,
    task: str,
    step: str,
    conversation: str | None,
    kind: str,
    text: str,
    answers: Sequence[str],
    data: Values | None = None,
) -> str:
    """A question that waits for the person; returns its id."""
    id_ = new_id()
    about = redaction.cleaned_in(connection, conversation, "call", {"text": text, "data": dict(data or {})})
    values = {"kind": kind, "answers": list(answers), "asked_at": now(), **about}
    connection.execute(
        insert(t.questions).values(
            id=id_, project_id=project, task_id=task, step_id=step, conversation_id=conversation, **values
        )
    )
    return id_


def ask_about_file(connection: Connection, work: str, kind: str, text: str, data: Values) -> str:
    """A question about a work's file, for which its task does not wait; returns its id.

    Args:
        data: what the question is about, with the "options" that the person chooses from.
    """
    row = connection.execute(select(t.works).where(t.works.c.id == work)).one()
    return ask(
        connection,
        project=row.project_id,
        task=row.task_id,
        step=row.step_id,
        conversation=None,
        kind=kind,
        text=text,
        answers=(Action.CHOOSE,),
        data={"work": work, "path": row.path, **data},
    )


def close_question(connection: Connection, question: str, answer: Values) -> None:
    """Mark a question as answered.

    Raises:
        NotAllowed: it has been answered before.
    """
    conversation = connection.execute(
        select(t.questions.c.conversation_id).where(t.questions.c.id == question)
    ).scalar()
    said = redaction.cleaned_in(connection, conversation, "input", dict(answer))
    found = connection.execute(
        update(t.questions)
        .where(t.questions.c.id == question, t.questions.c.answered_at.is_(None))
        .values(answered_at=now(), answer=said)
    )
    if found.rowcount != 1:
        raise NotAllowed("This question has been answered already.")
