"""The person's standing permissions, in the store."""

from sqlalchemy import Connection, delete, insert, select

from workspace_app.domain.permissions import Rule
from workspace_app.store import tables as t
from workspace_app.store.changes import now
from workspace_app.store.ids import new_id


def add_rule(connection: Connection, rule: Rule) -> str:
    """Keep a rule, once; returns its id."""
    values = {"verdict": rule.verdict, "tool": rule.tool, "pattern": rule.pattern}
    where = {"task_id": rule.task, "conversation_id": rule.conversation}
    same = [t.permissions.c[name].is_not_distinct_from(value) for name, value in {**values, **where}.items()]
    known = connection.execute(select(t.permissions.c.id).where(*same)).scalar()
    if known is not None:
        return str(known)
    id_ = new_id()
    connection.execute(insert(t.permissions).values(id=id_, created_at=now(), **values, **where))
    return id_


def remove_rule(connection: Connection, rule: str) -> bool:
    """Take a rule back; whether there was one."""
    return connection.execute(delete(t.permissions).where(t.permissions.c.id == rule)).rowcount == 1


def rules(connection: Connection) -> list[Rule]:
    """All rules, oldest first."""
    return [
        Rule(row.id, row.verdict, row.tool, row.pattern, row.task_id, row.conversation_id, row.created_at)
        for row in connection.execute(select(t.permissions).order_by(t.permissions.c.id))
    ]
