"""Reading projects, tasks and their steps."""

from operator import attrgetter

from sqlalchemy import func, select

from workspace_app.domain.records import Project, Step, Task
from workspace_app.domain.status import Status
from workspace_app.store import rows
from workspace_app.store import tables as t
from workspace_app.store.queries.base import Reading, Scope, grouped


class TaskQueries(Reading):
    """Projects, tasks and steps."""

    def projects(self) -> list[Project]:
        """All projects, oldest first."""
        return [rows.project_of(row) for row in self._all(select(t.projects).order_by(t.projects.c.id))]

    def project(self, project: str) -> Project:
        """One project."""
        return rows.project_of(self._one(select(t.projects).where(t.projects.c.id == project), f"project {project}"))

    def tasks(self, project: str | None = None) -> list[Task]:
        """The tasks of one project, or of all, newest change first."""
        query = (
            select(t.tasks)
            .where(t.tasks.c.deleted_at.is_(None))
            .order_by(t.tasks.c.updated_at.desc(), t.tasks.c.id.desc())
        )
        if project is not None:
            query = query.where(t.tasks.c.project_id == project)
        return [rows.task_of(row) for row in self._all(query)]

    def task(self, task: str) -> Task:
        """One task."""
        return rows.task_of(
            self._one(select(t.tasks).where(t.tasks.c.id == task, t.tasks.c.deleted_at.is_(None)), f"task {task}")
        )

    def task_context(self, task: str) -> list[str]:
        """The task's context files, relative to the project folder."""
        row = self._one(select(t.tasks.c.context).where(t.tasks.c.id == task), f"task {task}")
        return list(row.context)

    def task_folders(self, project: str) -> set[str]:
        """Every task folder that the project has ever used, deleted tasks too."""
        return {row.folder for row in self._all(select(t.tasks.c.folder).where(t.tasks.c.project_id == project))}

    def counts(self, project: str | None = None) -> dict[Status, int]:
        """How many tasks are in each status (R78)."""
        query = (
            select(t.tasks.c.status, func.count().label("number"))
            .where(t.tasks.c.deleted_at.is_(None))
            .group_by(t.tasks.c.status)
        )
        if project is not None:
            query = query.where(t.tasks.c.project_id == project)
        found = {Status(row.status): int(row.number) for row in self._all(query)}
        return {status: found.get(status, 0) for status in Status}

    def steps(self, task: str) -> list[Step]:
        """The task's steps in order; step 0 is planning."""
        return [
            rows.step_of(row)
            for row in self._all(select(t.steps).where(t.steps.c.task_id == task).order_by(t.steps.c.n))
        ]

    def step(self, step: str) -> Step:
        """One step by its id."""
        return rows.step_of(self._one(select(t.steps).where(t.steps.c.id == step), f"step {step}"))

    def step_n(self, task: str, n: int) -> Step:
        """One step by its number."""
        return rows.step_of(self._one(select(t.steps).where(t.steps.c.task_id == task, t.steps.c.n == n), f"step {n}"))

    def steps_of(self, scope: Scope) -> dict[str, list[Step]]:
        """The steps of many tasks in order, by task id."""
        query = scope.limit(select(t.steps)).order_by(t.steps.c.n)
        return grouped([rows.step_of(row) for row in self._all(query)], attrgetter("task"))
