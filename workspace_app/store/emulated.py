"""Whether a conversation rests on results of tools that were made up (L121)."""

from sqlalchemy import Connection, select

from workspace_app.store import tables as t

EVENT = "emulated"
"""The event by which a made-up result is told."""


def is_emulated(connection: Connection, conversation: str) -> bool:
    """Whether a tool's result in it was made up."""
    query = select(t.messages.c.id).where(
        t.messages.c.conversation_id == conversation, t.messages.c.data["event"].as_string() == EVENT
    )
    return connection.execute(query.limit(1)).first() is not None
