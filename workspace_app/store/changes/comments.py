"""Changes of comments on passages of works."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, update

from workspace_app.store import tables as t
from workspace_app.store.changes.base import now
from workspace_app.store.ids import new_id


def add_comment(
    connection: Connection,
    *,
    project: str,
    work: str,
    version: str,
    start: int,
    end: int,
    quote: str,
    text: str,
    author: str,
) -> str:
    """A comment on a passage of a version; returns its id."""
    id_ = new_id()
    passage = {"start": start, "end": end, "quote": quote}
    about = {"project_id": project, "work_id": work, "version_id": version, "author": author, "created_at": now()}
    connection.execute(insert(t.comments).values(id=id_, text=text, **passage, **about))
    return id_


def set_comment(connection: Connection, comment: str, **values: Any) -> None:
    """Change columns of a comment."""
    connection.execute(update(t.comments).where(t.comments.c.id == comment).values(**values))


def comments_sent(connection: Connection, comments: Sequence[str]) -> None:
    """The comments went to an assistant: the next version answers them."""
    connection.execute(update(t.comments).where(t.comments.c.id.in_(comments)).values(sent_at=now()))


def delete_comment(connection: Connection, comment: str) -> None:
    """Remove a comment."""
    connection.execute(delete(t.comments).where(t.comments.c.id == comment))
