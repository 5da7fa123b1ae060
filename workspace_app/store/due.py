"""Which tasks' records in their folders are behind: the database itself notes it, in the transaction of the change.

No verb has to remember it, and a crash between a change and its record loses nothing.
"""

from sqlalchemy import Connection, delete, select

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
CREATE TRIGGER IF NOT EXISTS record_due_{table}_{change} AFTER {change} ON {table} BEGIN
    INSERT INTO record_due (task_id, changes) SELECT task, 1 FROM (SELECT {task} AS task) WHERE task IS NOT NULL
    ON CONFLICT (task_id) DO UPDATE SET changes = changes + 1;
END
"""


def keep_watch(connection: Connection) -> None:
    """Let the database note every change from now on."""
    for table, task in _TASK.items():
        for change, row in (("insert", "NEW"), ("update", "NEW"), ("delete", "OLD")):
            trigger = _TRIGGER.format(table=table, change=change, task=task.format(row=row))
            connection.exec_driver_sql(trigger)


def due(connection: Connection) -> dict[str, int]:
    """The tasks whose records are behind, and how many changes each has seen; see `settle`."""
    return {row.task_id: row.changes for row in connection.execute(select(t.record_due))}


def settle(connection: Connection, task: str, changes: int) -> None:
    """The record of a task holds its first `changes` changes; it stays due if there were more meanwhile."""
    connection.execute(delete(t.record_due).where(t.record_due.c.task_id == task, t.record_due.c.changes == changes))
