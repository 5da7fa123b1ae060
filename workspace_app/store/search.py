"""What a search selects."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Select, literal, or_, select

from workspace_app.store import tables as t


def searches(text: str) -> Iterator[Select[Any]]:
    """Selections of kind, id, project, task, title and body: of tasks, works, then messages that contain `text`, newest first."""
    yield from (_tasks(text), _works(text), _messages(text))


def _tasks(text: str) -> Select[Any]:
    found = or_(t.tasks.c.title.icontains(text, autoescape=True), t.tasks.c.text.icontains(text, autoescape=True))
    columns = (
        t.tasks.c.id,
        t.tasks.c.project_id,
        t.tasks.c.id.label("task_id"),
        t.tasks.c.title,
        t.tasks.c.text.label("body"),
    )
    return select(literal("task").label("kind"), *columns).where(found).order_by(t.tasks.c.id.desc())


def _works(text: str) -> Select[Any]:
    columns = (t.works.c.id, t.works.c.project_id, t.works.c.task_id, t.works.c.title, t.works.c.path.label("body"))
    query = select(literal("work").label("kind"), *columns).join(t.tasks, t.tasks.c.id == t.works.c.task_id)
    return query.where(t.works.c.title.icontains(text, autoescape=True)).order_by(t.works.c.id.desc())


def _messages(text: str) -> Select[Any]:
    columns = (
        t.messages.c.id,
        t.messages.c.project_id,
        t.conversations.c.task_id,
        t.tasks.c.title,
        t.messages.c.text.label("body"),
    )
    query = (
        select(literal("message").label("kind"), *columns)
        .join(t.conversations, t.conversations.c.id == t.messages.c.conversation_id)
        .join(t.tasks, t.tasks.c.id == t.conversations.c.task_id)
    )
    return query.where(t.messages.c.text.icontains(text, autoescape=True)).order_by(t.messages.c.id.desc())


def excerpt(body: str, text: str, width: int = 160) -> str:
    """The part of a body around the first place where it has the text, `width` characters."""
    at = max(0, body.lower().find(text.lower()) - width // 4)
    return body[at : at + width]
