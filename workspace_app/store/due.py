"""Which tasks' records in their folders are behind: the database itself notes it, in the transaction of the change.

No verb has to remember it, and a crash between a change and its record loses nothing.
"""

from sqlalchemy import Connection, delete, select, update

from workspace_app.store import tables as t

_OF_CONVERSATION = "(SELECT task_id FROM conversations WHERE id = {row}.conversation_id)"
_OF_WORK = "(SELECT task_id FROM works WHERE id = {row}.work_id)"
_TASK = {
    "projects": "(SELECT min(id) FROM tasks WHERE project_id = {row}.id)",
    "tasks": "{row}.id",
    "steps": "{row}.task_id",
    "conversations": "{row}.task_id",
    "messages": _OF_CONVERSATION,
    "notes": _OF_CONVERSATION,
    "requests": _OF_CONVERSATION,
    "tool_calls": _OF_CONVERSATION,
    "works": "{row}.task_id",
    "versions": _OF_WORK,
    "questions": "{row}.task_id",
    "comments": _OF_WORK,
}
"""By table, which task's record holds a row of it; a project's own is written with any of its tasks."""

_TRIGGER = """
CREATE TRIGGER IF NOT EXISTS records_{table}_{change} AFTER {change} ON {table} BEGIN
    INSERT INTO records (task_id, changes) SELECT task, 1 FROM (SELECT {task} AS task) WHERE task IS NOT NULL
    ON CONFLICT (task_id) DO UPDATE SET changes = changes + 1;
END
"""


def keep_watch(connection: Connection) -> None:
    """Let the database note every change from now on."""
    for table, task in _TASK.items():
        for change, row in (("insert", "NEW"), ("update", "NEW"), ("delete", "OLD")):
            trigger = _TRIGGER.format(table=table, change=change, task=task.format(row=row))
            connection.exec_driver_sql(trigger)


def due(connection: Connection) -> list[str]:
    """The tasks whose records are behind."""
    return list(connection.execute(select(t.records.c.task_id).where(t.records.c.changes > 0)).scalars())


def state(connection: Connection, task: str) -> tuple[int, str | None]:
    """How many changes of a task its record lacks, and the digest of the record when it was last written or read."""
    row = connection.execute(select(t.records).where(t.records.c.task_id == task)).first()
    return (row.changes, row.digest) if row else (0, None)


def settle(connection: Connection, task: str, changes: int, digest: str) -> None:
    """The record of a task, with this digest, has this many changes more; it stays due if there were others meanwhile."""
    own = t.records.c.task_id == task
    connection.execute(update(t.records).where(own).values(changes=t.records.c.changes - changes, digest=digest))


def forget(connection: Connection, task: str) -> None:
    """The task is gone."""
    connection.execute(delete(t.records).where(t.records.c.task_id == task))
