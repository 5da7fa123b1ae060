"""A task with something in every table that a record keeps, and ways to compare two stores."""

import json
import subprocess
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from tests.engine.driver import Driver, submit
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.records import Task
from workspace_app.store import recorded
from workspace_app.store.database import open_reader

STEPS = [
    {"id": "s1", "title": "Collect", "step_task": "Collect figures.", "kind": "review"},
    {"id": "s2", "title": "Write", "step_task": "Write it up. 寫成報告。", "kind": "review", "require_inputs": ["s1"]},
]


async def everything(drive: Driver, server: ScriptedModel, folder: Path) -> Task:
    """A task in a project of its own, with context, revisions, comments, a rerun, tool calls and a question that waits."""
    folder.mkdir(parents=True, exist_ok=True)
    context = folder.parent / "notes 筆記.md"
    context.write_text("Facts: 42.\n", encoding="utf-8")
    server.script(
        "m",
        [
            submit("Figures", "a 1\nb 2\n"),
            submit("Figures", "a 1\nb 2\nc 3\n"),
            submit("Report", "# Report\n\nOld text.\n"),
            submit("Report", "# Report\n\nNew text. 新。\n"),
        ],
    )
    project = (await drive.desk.new_project("Trial", str(folder)))["id"]
    task = await drive.planned(STEPS, project=project, context=[str(context)])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="Add c.")
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "approve", text="Good; be brief in the report.")
    await drive.asked(task)
    (work,) = drive.ask.works(task, 2)
    await drive.desk.comment(work.newest.id, 10, 13, "Newer?")
    await drive.desk.revise(work.id)
    await drive.asked(task)
    await drive.desk.rename_task(task, "Trial task")
    return drive.ask.task(task)


def rows(home: Path, *, but: tuple[str, ...] = ()) -> dict[str, list[dict[str, Any]]]:
    """Every row that a record keeps, as records, by table."""
    engine = open_reader(home)
    with engine.connect() as connection:
        found = rows_in(connection, but)
    engine.dispose()
    return found


def rows_in(connection: Connection, but: tuple[str, ...] = ()) -> dict[str, list[dict[str, Any]]]:
    """As `rows`, of an open store."""
    found: dict[str, list[dict[str, Any]]] = {}
    for kept in recorded.ALL:
        table = kept.table
        names = [column.name for column in table.c if column.name not in (*kept.local, *but)]
        columns = [table.c[name] for name in [*names, *(("messages",) if table.name == "conversations" else ())]]
        given = connection.execute(select(*columns).order_by(*table.primary_key)).mappings()
        found[table.name] = [json.loads(json.dumps(dict(row), default=str)) for row in given]
    return found


def clone(folder: Path, to: Path) -> Path:
    """A fresh `git clone`."""
    subprocess.run(["git", "clone", "-q", str(folder), str(to)], check=True)
    return to
