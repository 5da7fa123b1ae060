"""Changes of the notes that nobody heard yet."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select, update

from workspace_app.store import redaction
from workspace_app.store import tables as t
from workspace_app.store.changes.base import Values, now
from workspace_app.store.changes.conversations import NewMessage, add_inputs, append
from workspace_app.store.ids import new_id


def add_note(connection: Connection, conversation: str, text: str, written: str, inputs: Sequence[Values] = ()) -> str:
    """Hold a note until the conversation's run takes it; returns its id, which its message will have.

    Args:
        inputs: what the note refers to; see `add_inputs`.
    """
    project = connection.execute(
        select(t.conversations.c.project_id).where(t.conversations.c.id == conversation)
    ).scalar_one()
    id_ = new_id()
    values = {"id": id_, "project_id": project, "conversation_id": conversation, "created_at": now()}
    said = redaction.cleaned_in(connection, conversation, "input", {"text": text, "written": written})
    connection.execute(insert(t.notes).values(**values, **said, inputs=list(inputs)))
    return id_


def set_note(connection: Connection, note: str, text: str, written: str, inputs: Sequence[Values] = ()) -> bool:
    """Change a note; False if it has been heard already."""
    conversation = connection.execute(select(t.notes.c.conversation_id).where(t.notes.c.id == note)).scalar()
    said = redaction.cleaned_in(connection, conversation, "input", {"text": text, "written": written})
    found = connection.execute(update(t.notes).where(t.notes.c.id == note).values(**said, inputs=list(inputs)))
    return found.rowcount == 1


def delete_note(connection: Connection, note: str) -> bool:
    """Take a note back; False if it has been heard already."""
    return connection.execute(delete(t.notes).where(t.notes.c.id == note)).rowcount == 1


def move_notes(connection: Connection, conversation: str, to: str) -> None:
    """Hold the notes of a conversation for the one that goes on in its place."""
    connection.execute(update(t.notes).where(t.notes.c.conversation_id == conversation).values(conversation_id=to))


def hear_notes(
    connection: Connection, conversation: str, attempt: int | None = None, *, final: bool = False
) -> list[tuple[NewMessage, int]]:
    """Make messages of the notes that wait in a conversation; returns them with their seq.

    Args:
        final: the last one ends the person's turn.

    Raises:
        LeaseLost: another attempt holds the lease.
    """
    query = select(t.notes).where(t.notes.c.conversation_id == conversation).order_by(t.notes.c.id)
    found = connection.execute(query).all()
    heard: list[tuple[NewMessage, int]] = []
    for row in found:
        data = {"written": row.written} if row.written != row.text else {}
        last = final and row.id == found[-1].id
        message = NewMessage(source="user", kind="text", text=row.text, final=last, data=data, id=row.id)
        heard.append((message, append(connection, conversation, message, attempt)))
        add_inputs(connection, conversation, row.inputs)
        delete_note(connection, row.id)
    return heard
