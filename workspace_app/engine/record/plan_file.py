"""The plan in a task's folder: as approved, with each step's status and works (R6, R42)."""

from typing import Any

from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.store.queries import Queries


def plan_record(ask: Queries, task: Task) -> dict[str, Any]:
    """The plan as the folder keeps it."""
    steps = {row.key: row for row in ask.steps(task.id) if row.n}
    works: dict[str, list[dict[str, Any]]] = {}
    for work in ask.works(task.id):
        version = work.approved or work.newest
        about = {"path": work.path, "title": work.title, "version": version.n, "commit": version.commit}
        works.setdefault(work.step, []).append(about)
    plan = dict(task.plan or {"title": task.title, "steps": []})
    plan["steps"] = [
        {**spec, "status": row.status, "works": works.get(row.id, [])}
        for spec in plan["steps"]
        if (row := steps.get(spec["id"])) is not None
    ]
    finished = all(row.status is Status.DONE for row in steps.values())
    return {**plan, "task": task.text, "status": Status.DONE if finished else Status.RUNNING}
