"""Reads what the descent of works is made of, in four queries, whatever the number of works."""

from collections.abc import Collection

from sqlalchemy import Connection, func, select, true

from workspace_app.domain.descent import Descent, Run, Step, Version, Work
from workspace_app.domain.status import Status
from workspace_app.store import tables as t


def is_read(connection: Connection, steps: Collection[str]) -> bool:
    """Whether the inputs of any run name a version of a work of these steps."""
    versions = select(t.versions).join(t.works).where(t.works.c.step_id.in_(steps)).subquery()
    item = func.json_each(t.conversations.c.inputs).table_valued("value")
    named = func.json_extract(item.c.value, "$.id"), func.json_extract(item.c.value, "$.commit")
    read = named[0].in_(select(versions.c.id)) | named[1].in_(select(versions.c.commit))
    return (
        connection.execute(select(1).select_from(t.conversations.join(item, true())).where(read).limit(1)).first()
        is not None
    )


def read_descent(connection: Connection) -> Descent:
    """The descent of every version of every project, deleted tasks too."""
    s = t.steps.c
    steps = select(s.id, s.task_id, s.n, s.status, t.tasks.c.deleted_at).join(t.tasks, t.tasks.c.id == s.task_id)
    c, w, v = t.conversations.c, t.works.c, t.versions.c
    runs = select(c.id, c.step_id, c.n, c.started_at, c.inputs)
    works = select(w.id, w.step_id, w.path, w.title, w.kept_at).order_by(w.id)
    versions = select(v.id, v.work_id, v.n, v.commit, v.conversation_id, v.author_kind, v.created_at, v.approved_at)
    return Descent(
        steps=[
            Step(row.id, row.task_id, row.n, row.status == Status.DONE, row.deleted_at is not None)
            for row in connection.execute(steps)
        ],
        runs=[Run(row.id, row.step_id, row.n, row.started_at, tuple(row.inputs)) for row in connection.execute(runs)],
        works=[Work(row.id, row.step_id, row.path, row.title, row.kept_at) for row in connection.execute(works)],
        versions=[
            Version(
                id=row.id,
                work=row.work_id,
                n=row.n,
                commit=row.commit,
                run=row.conversation_id,
                by_person=row.author_kind == "user",
                created_at=row.created_at,
                approved_at=row.approved_at,
            )
            for row in connection.execute(versions)
        ],
    )
