"""The to-do lists that assistants keep for themselves, as they are stored with their messages (L88)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from workspace_app.store import tables as t

MIDDLEWARE, STATE_KEY = "TodoList", "todos"


def todos(connection: Connection, conversation: str) -> dict[str, list[Mapping[str, Any]]]:
    """The present list of each assistant of a conversation that has one, by its name: [{"content", "status"}].

    Status is "pending", "in_progress" or "completed".
    """
    state = t.messages.c.data["state"]
    query = select(t.messages.c.source, t.messages.c.data).where(
        t.messages.c.conversation_id == conversation, state[MIDDLEWARE][STATE_KEY].as_string().is_not(None)
    )
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in connection.execute(query.order_by(t.messages.c.seq)):
        found[row.data.get("to", row.source)] = row.data["state"][MIDDLEWARE][STATE_KEY]
    return found
