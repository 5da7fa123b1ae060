"""The plan in a task's folder: as approved, with each step's status and works (R6, R42)."""

import json
from typing import Any

from sqlalchemy import Connection

from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.place import Place
from workspace_app.engine.record.layout import PLAN_FILE
from workspace_app.store import changes
from workspace_app.store.queries import Queries


async def write_plan(ledger: Ledger, place: Place, why: str) -> None:
    """Queue the plan's file for a commit. It changes at these moments only, for a run may read it."""
    plan = plan_record(ledger.ask, ledger.ask.task(place.task.id))
    body = json.dumps(plan, ensure_ascii=False, indent=2).encode() + b"\n"
    about: dict[str, Any] = {"author": "Workspace", "author_kind": "app", "trailers": place.trailers()}
    path = f"{place.task.folder}/{PLAN_FILE}"

    def change(connection: Connection) -> None:
        changes.put_file(connection, project=place.project.id, path=path, body=body, subject=f"Plan: {why}", **about)

    await ledger.change(change)


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
