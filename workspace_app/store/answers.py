"""Answers of models that are kept to be given again to the same request, in the store."""

from typing import Any

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects.sqlite import insert as upsert

from workspace_app.store import tables as t


def kept(connection: Connection, project: str, digest: str) -> dict[str, Any] | None:
    """The answer to the request of this digest, None if there is none."""
    where = t.answers.c.project_id == project, t.answers.c.digest == digest
    found: dict[str, Any] | None = connection.execute(select(t.answers.c.answer).where(*where)).scalar()
    return found


def keep(connection: Connection, project: str, digest: str, answer: dict[str, Any]) -> None:
    """Keep the newest answer to a request."""
    row = {"project_id": project, "digest": digest, "answer": answer}
    connection.execute(upsert(t.answers).values(row).on_conflict_do_update(set_={"answer": answer}))


def count(connection: Connection, project: str) -> int:
    """How many answers a project has."""
    where = t.answers.c.project_id == project
    return connection.execute(select(func.count()).select_from(t.answers).where(where)).scalar_one()


def forget(connection: Connection, project: str) -> int:
    """Forget all answers of a project; how many there were."""
    return connection.execute(delete(t.answers).where(t.answers.c.project_id == project)).rowcount
