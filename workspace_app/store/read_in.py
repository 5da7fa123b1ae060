"""Messages that were read from a folder, into the store: many at a time."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from workspace_app.store import tables as t

_AT_ONCE = 400  # values that one query names


def put_messages(
    connection: Connection, conversation: str, messages: Sequence[dict[str, Any]]
) -> tuple[int, list[int]]:
    """Add the messages of a conversation that the store does not have.

    Returns:
        How many were new, and the numbers at which the store has another message, which stays.
    """
    known: dict[str, str] = {}
    taken: dict[int, str] = {}
    for start in range(0, len(messages), _AT_ONCE):
        part = messages[start : start + _AT_ONCE]
        same = t.messages.c.id.in_([message["id"] for message in part])
        seqs = t.messages.c.seq.in_([message["seq"] for message in part])
        here = t.messages.c.conversation_id == conversation
        for row in connection.execute(
            select(t.messages.c.id, t.messages.c.seq, t.messages.c.conversation_id).where(same | (here & seqs))
        ):
            known[row.id] = row.conversation_id
            if row.conversation_id == conversation:
                taken[row.seq] = row.id
    new = [message for message in messages if message["id"] not in known and message["seq"] not in taken]
    if new:
        connection.execute(insert(t.messages), new)
        _count(connection, conversation)
    other = [message["seq"] for message in messages if taken.get(message["seq"]) != message["id"]]
    added = {message["seq"] for message in new}
    return len(new), [seq for seq in other if seq not in added]


def _count(connection: Connection, conversation: str) -> None:
    count = select(func.max(t.messages.c.seq)).where(t.messages.c.conversation_id == conversation).scalar_subquery()
    own = t.conversations.c.id == conversation
    # The conversation itself has not changed by being read.
    values = {"messages": count, "updated_at": t.conversations.c.updated_at}
    connection.execute(update(t.conversations).where(own).values(values))
