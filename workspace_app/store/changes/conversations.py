"""Changes of conversations and their messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, insert, select, update

from workspace_app.domain.errors import NotAllowed
from workspace_app.domain.status import Status, move
from workspace_app.store import redaction
from workspace_app.store import tables as t
from workspace_app.store.changes.base import Values, now
from workspace_app.store.ids import new_id


class LeaseLost(NotAllowed):
    """Another attempt runs this conversation now; what this one says is not kept."""


@dataclass(frozen=True)
class NewMessage:
    """A message to append; see `domain.records.Message`.

    Args:
        raw: AutoGen's own dump.
        files: bytes of pictures by file name; they go into the step's folder, not into the store.
    """

    source: str
    kind: str
    text: str
    final: bool = False
    data: Values = field(default_factory=dict)
    raw: Values | None = None
    request: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)
    id: str = field(default_factory=new_id)


def add_conversation(
    connection: Connection,
    *,
    project: str,
    task: str,
    step: str,
    prompt: str,
    step_task: str | None = None,
    inputs: Sequence[Values] = (),
    team: Values | None = None,
    model: str | None = None,
    models: Mapping[str, str] | None = None,
) -> str:
    """A new run of a step, queued, with no messages; returns its id. See `domain.records.Conversation`."""
    last = connection.execute(
        select(t.conversations.c.n)
        .where(t.conversations.c.step_id == step)
        .order_by(t.conversations.c.n.desc())
        .limit(1)
    ).scalar()
    id_ = new_id()
    values = {
        "prompt": redaction.cleaned(connection, project, team, "input", prompt),
        "step_task": redaction.cleaned(connection, project, team, "input", step_task),
        "inputs": list(inputs),
        "team": team,
        "model": model,
        "models": dict(models) if models else None,
        "n": (last or 0) + 1,
    }
    connection.execute(
        insert(t.conversations).values(
            id=id_, project_id=project, task_id=task, step_id=step, status=Status.QUEUED, started_at=now(), **values
        )
    )
    return id_


def set_conversation(connection: Connection, conversation: str, **values: Any) -> None:
    """Change columns of a conversation; a status goes through the table of moves."""
    if "status" in values:
        old = connection.execute(
            select(t.conversations.c.status).where(t.conversations.c.id == conversation)
        ).scalar_one()
        values["status"] = move(Status(old), Status(values["status"]))
    connection.execute(update(t.conversations).where(t.conversations.c.id == conversation).values(**values))


def claim(connection: Connection, conversation: str, seconds: float) -> int:
    """Take the lease of a conversation for a new attempt, whose number is returned (DESIGN 5)."""
    row = connection.execute(select(t.conversations.c.attempt).where(t.conversations.c.id == conversation)).one()
    set_conversation(connection, conversation, attempt=row.attempt + 1, lease_until=now() + timedelta(seconds=seconds))
    return int(row.attempt) + 1


def renew(connection: Connection, conversation: str, attempt: int, seconds: float) -> bool:
    """Keep the lease for `seconds` more; False if another attempt has it."""
    found = connection.execute(
        update(t.conversations)
        .where(t.conversations.c.id == conversation, t.conversations.c.attempt == attempt)
        .values(lease_until=now() + timedelta(seconds=seconds))
    )
    return found.rowcount == 1


def append(connection: Connection, conversation: str, message: NewMessage, attempt: int | None = None) -> int:
    """Append a message; returns its seq. Appending the same id again changes nothing.

    Args:
        attempt: the attempt that says it; None for the person and the app, who need no lease.

    Raises:
        LeaseLost: another attempt holds the lease.
    """
    row = connection.execute(select(t.conversations).where(t.conversations.c.id == conversation)).one()
    if attempt is not None and row.attempt != attempt:
        raise LeaseLost("Another run of this conversation has taken over.")
    known = connection.execute(select(t.messages.c.seq).where(t.messages.c.id == message.id)).scalar()
    if known is not None:
        return int(known)
    seq = int(row.messages) + 1
    said = {"text": message.text, "data": dict(message.data), "raw": message.raw}
    part = redaction.part_of(message.source, message.kind)
    connection.execute(
        insert(t.messages).values(
            id=message.id,
            project_id=row.project_id,
            conversation_id=conversation,
            seq=seq,
            source=message.source,
            kind=message.kind,
            final=message.final,
            created_at=now(),
            input_tokens=message.input_tokens,
            output_tokens=message.output_tokens,
            request_id=message.request,
            **redaction.cleaned(connection, row.project_id, row.team, part, said),
        )
    )
    connection.execute(update(t.conversations).where(t.conversations.c.id == conversation).values(messages=seq))
    return seq


def add_inputs(connection: Connection, conversation: str, inputs: Sequence[Values]) -> None:
    """A conversation reads more than it began with, from now on: each entry gets the time as "at" (R65).

    Args:
        inputs: as in `domain.records.Conversation`; what is there already is not named twice.
    """
    if not inputs:
        return
    own = t.conversations.c.id == conversation
    known = list(connection.execute(select(t.conversations.c.inputs).where(own)).scalar_one())
    names = {(each["path"], each.get("commit")) for each in known}
    at = now().isoformat()
    new = [{**each, "at": at} for each in inputs if (each["path"], each.get("commit")) not in names]
    connection.execute(update(t.conversations).where(own).values(inputs=[*known, *new]))
