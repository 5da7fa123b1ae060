"""Reading works, their versions, and the files that wait to be committed."""

from collections.abc import Collection
from operator import attrgetter
from typing import Any

from sqlalchemy import Row, Select, func, select

from workspace_app.domain.descent import Descent
from workspace_app.domain.errors import NotFound
from workspace_app.domain.records import Version, Work
from workspace_app.store import rows
from workspace_app.store import tables as t
from workspace_app.store.descent import is_read, read_descent
from workspace_app.store.queries.base import AT_ONCE, Reading, Scope, grouped


class WorkQueries(Reading):
    """Works, what is out of date, and the outbox."""

    def works(self, task: str, step: int | None = None) -> list[Work]:
        """The works of a task, or of one of its steps, by step and time."""
        query = rows.WORKS.where(t.works.c.task_id == task).order_by(t.steps.c.n, t.works.c.id)
        if step is not None:
            query = query.where(t.steps.c.n == step)
        return self._works(query)

    def works_of(self, scope: Scope) -> dict[str, list[Work]]:
        """The works of the steps of many tasks by time, by step id."""
        return grouped(self._works(scope.limit(rows.WORKS).order_by(t.works.c.id)), attrgetter("step"))

    def project_works(self, project: str) -> list[Work]:
        """The works of every task of a project, newest first."""
        return self._works(rows.WORKS.where(t.works.c.project_id == project).order_by(t.works.c.id.desc()))

    def work(self, work: str) -> Work:
        """One work by its id."""
        return self._first_work(rows.WORKS.where(t.works.c.id == work), f"work {work}")

    def work_at(self, project: str, path: str) -> Work:
        """The work at a path relative to the project folder."""
        return self._first_work(
            rows.WORKS.where(t.works.c.project_id == project, t.works.c.path == path), f"work {path}"
        )

    def work_paths(self, project: str) -> set[str]:
        """Every path that a work of the project has taken."""
        return {row.path for row in self._all(select(t.works.c.path).where(t.works.c.project_id == project))}

    def versions(self, work: str) -> list[Version]:
        """The versions of a work, newest first."""
        query = select(*rows.VERSION).select_from(rows.VERSION_FROM).where(t.versions.c.work_id == work)
        return [rows.version_of(row) for row in self._all(query.order_by(t.versions.c.n.desc()))]

    def version(self, version: str) -> Version:
        """One version by its id."""
        query = select(*rows.VERSION).select_from(rows.VERSION_FROM).where(t.versions.c.id == version)
        return rows.version_of(self._one(query, f"version {version}"))

    def descent(self) -> Descent:
        """Which version of every project was made from which; some 100 ms with 10,000 works, so not for the event loop."""
        with self._engine.connect() as connection:
            return read_descent(connection)

    def are_read(self, steps: Collection[str]) -> bool:
        """Whether any run has read a version of a work of these steps: only then can a newer one put something out of date."""
        with self._engine.connect() as connection:
            return is_read(connection, steps)

    def stale_works(self) -> dict[str, int]:
        """How many works of each task are out of date, of those that have any (R60)."""
        query = select(t.works.c.task_id, func.count().label("number")).where(t.works.c.stale)
        return {row.task_id: int(row.number) for row in self._all(query.group_by(t.works.c.task_id))}

    def lined_up(self) -> list[Row[Any]]:
        """The steps that are to run again, in order: rows of step_id and batch, those of a batch one after the other."""
        columns = (t.reruns.c.step_id, t.reruns.c.batch)
        return self._all(select(*columns).order_by(t.reruns.c.batch, t.reruns.c.n))

    def outbox(self, project: str | None = None) -> list[Row[Any]]:
        """Files that are still to be committed, oldest first, without their bytes."""
        columns = [column for column in t.outbox.c if column.name != "body"]
        query = select(*columns).order_by(t.outbox.c.id)
        if project is not None:
            query = query.where(t.outbox.c.project_id == project)
        return self._all(query)

    def outbox_body(self, id_: str) -> bytes | None:
        """The bytes of an outbox row; None deletes the file."""
        return self._one(select(t.outbox.c.body).where(t.outbox.c.id == id_), "outbox row").body  # type: ignore[no-any-return]

    def pending_body(self, version: str) -> bytes | None:
        """The bytes of a version that is not committed yet; None once it is."""
        found = self._all(select(t.outbox.c.body).where(t.outbox.c.version_id == version))
        return found[0].body if found else None

    def _first_work(self, query: Select[Any], what: str) -> Work:
        found = self._works(query)
        if not found:
            raise NotFound(f"There is no {what}.")
        return found[0]

    def _works(self, query: Select[Any]) -> list[Work]:
        newest: dict[str, Version] = {}
        approved: dict[str, Version] = {}
        with self._engine.connect() as connection:
            found = list(connection.execute(query))
            for start in range(0, len(found), AT_ONCE):
                ids = [row.id for row in found[start : start + AT_ONCE]]
                newest |= rows.newest_versions(connection, ids)
                approved |= rows.newest_versions(connection, ids, approved=True)
        return [rows.work_of(row, newest[row.id], approved.get(row.id)) for row in found]
