"""Changes of projects, tasks and steps, and of the line of steps that run again."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from workspace_app.domain.status import Status, move
from workspace_app.store import tables as t
from workspace_app.store.changes.base import Values, now
from workspace_app.store.changes.conversations import set_conversation
from workspace_app.store.ids import new_id


def add_project(connection: Connection, title: str, folder: str) -> str:
    """A new project; returns its id."""
    id_ = new_id()
    connection.execute(insert(t.projects).values(id=id_, title=title, folder=folder, created_at=now()))
    return id_


def set_project(connection: Connection, project: str, **values: Any) -> None:
    """Change columns of a project."""
    connection.execute(update(t.projects).where(t.projects.c.id == project).values(**values))


def forget_project(connection: Connection, project: str) -> None:
    """Remove a project from the store; its folder is not touched."""
    connection.execute(delete(t.projects).where(t.projects.c.id == project))


def add_task(connection: Connection, *, project: str, title: str, text: str, folder: str, **values: Any) -> str:
    """A new task in planning, with its step 0 (R13); returns its id."""
    id_, at = new_id(), now()
    connection.execute(
        insert(t.tasks).values(
            id=id_,
            project_id=project,
            title=title,
            text=text,
            folder=folder,
            status=Status.PLANNING,
            step_title="Plan",
            created_at=at,
            updated_at=at,
            **values,
        )
    )
    add_step(
        connection,
        project=project,
        task=id_,
        n=0,
        key="plan",
        title="Plan",
        kind="planning",
        spec={},
        status=Status.QUEUED,
    )
    return id_


def set_task(connection: Connection, task: str, **values: Any) -> None:
    """Change columns of a task; a status goes through the table of moves."""
    if "status" in values:
        old = connection.execute(select(t.tasks.c.status).where(t.tasks.c.id == task)).scalar_one()
        values["status"] = move(Status(old), Status(values["status"]))
    connection.execute(update(t.tasks).where(t.tasks.c.id == task).values(updated_at=now(), **values))


def add_step(
    connection: Connection,
    *,
    project: str,
    task: str,
    n: int,
    key: str,
    title: str,
    kind: str,
    spec: Values,
    status: Status,
) -> str:
    """A new step; returns its id."""
    id_ = new_id()
    values = {"n": n, "key": key, "title": title, "kind": kind, "spec": spec, "status": status}
    connection.execute(insert(t.steps).values(id=id_, project_id=project, task_id=task, **values))
    return id_


def set_step(connection: Connection, step: str, **values: Any) -> None:
    """Change columns of a step; a status goes through the table of moves."""
    if "status" in values:
        old = connection.execute(select(t.steps.c.status).where(t.steps.c.id == step)).scalar_one()
        values["status"] = move(Status(old), Status(values["status"]))
    connection.execute(update(t.steps).where(t.steps.c.id == step).values(**values))


def finish_step(connection: Connection, step: str, conversation: str | None) -> None:
    """A step, and the run that did it, are done."""
    set_step(connection, step, status=Status.DONE, error="", ended_at=now())
    if conversation is not None:
        set_conversation(connection, conversation, status=Status.DONE, error="", ended_at=now())


def line_up(connection: Connection, steps: Sequence[str], batch: str) -> None:
    """Put steps into a line, in this order, and out of any other."""
    connection.execute(delete(t.reruns).where(t.reruns.c.step_id.in_(steps)))
    for n, step in enumerate(steps):
        project = connection.execute(select(t.steps.c.project_id).where(t.steps.c.id == step)).scalar_one()
        connection.execute(insert(t.reruns).values(id=new_id(), project_id=project, step_id=step, batch=batch, n=n))


def leave_line(connection: Connection, step: str) -> None:
    """A step is lined up no more."""
    connection.execute(delete(t.reruns).where(t.reruns.c.step_id == step))


def drop_line(connection: Connection, step: str) -> None:
    """Nothing of the line that a step is in is lined up any more."""
    batch = select(t.reruns.c.batch).where(t.reruns.c.step_id == step)
    connection.execute(delete(t.reruns).where(t.reruns.c.batch.in_(batch.scalar_subquery())))
