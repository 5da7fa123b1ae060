"""The shapes of many tasks: the same as of one, and read at once."""

from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from tests.cli.filled import fill
from workspace_app.cli import shapes
from workspace_app.domain.status import Status
from workspace_app.store import changes
from workspace_app.store.changes import NewVersion
from workspace_app.store.database import open_writer
from workspace_app.store.queries import Queries, Scope


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """A store with a little of everything, and a task with two steps of several runs, works and versions."""
    filled = fill(tmp_path)
    engine = open_writer(tmp_path)
    with engine.begin() as c:
        task = changes.add_task(c, project=filled.project, title="More", text="More", folder="more")
        for n in (2, 1):
            of = {"project": filled.project, "task": task}
            plan = {"key": f"s{n}", "title": "S", "kind": "agent", "spec": {"step_task": "Do"}}
            of["step"] = changes.add_step(c, **of, **plan, n=n, status=Status.RUNNING)
            for file in ("a", "b"):
                changes.add_conversation(c, **of, prompt="Do")
                path = f"more/step_{n}/works/{file}.md"
                first = NewVersion(None, path, "A", b"1", "writer", "assistant", "s", {}, id=f"{path}1")
                work = changes.save_version(c, **of, version=first)
                changes.approve_versions(c, [first.id], "You")
                second = NewVersion(work, path, "A", b"12", "writer", "assistant", "s", {}, id=f"{path}2")
                changes.save_version(c, **of, version=second)
    return engine


def test_a_list_has_what_each_of_its_tasks_has(engine: Engine) -> None:
    queries = Queries(engine)
    everything = shapes.Parts.read(queries, Scope())
    for row in queries.tasks():
        alone = shapes.task(row, shapes.Parts.read(queries, Scope(task=row.id)))
        assert shapes.task(row, everything) == alone
        assert shapes.task(row, shapes.Parts.read(queries, Scope(project=row.project))) == alone
        assert [step["n"] for step in alone["steps"]] == [step.n for step in queries.steps(row.id)]
        assert [work["id"] for step in alone["steps"] for work in step["works"]] == [
            w.id for w in queries.works(row.id)
        ]
        for shape, step in zip(alone["steps"], queries.steps(row.id), strict=True):
            runs = [{"id": run.id, "n": run.n, "status": run.status.value} for run in queries.conversations(step.id)]
            assert shape["conversations"] == runs
    engine.dispose()


def test_a_work_stands_at_its_newest_version_and_its_newest_approved_one(engine: Engine) -> None:
    (row,) = [task for task in Queries(engine).tasks() if task.title == "More"]
    works = Queries(engine).works(row.id)
    assert [(work.step_n, work.newest.n, work.newest.size) for work in works] == [(1, 2, 2)] * 2 + [(2, 2, 2)] * 2
    assert [work.approved and (work.approved.n, work.approved.size) for work in works] == [(1, 1)] * 4
    engine.dispose()


def test_more_tasks_are_no_more_queries(engine: Engine) -> None:
    asked: list[str] = []
    event.listen(engine, "before_cursor_execute", lambda *arguments: asked.append(arguments[2]))
    queries = Queries(engine)
    rows = queries.tasks()
    asked.clear()
    shapes.Parts.read(queries, Scope(task=rows[0].id))
    of_one = len(asked)
    asked.clear()
    everything = shapes.Parts.read(queries, Scope())
    assert len([shapes.task(row, everything) for row in rows]) == 4
    assert len(asked) == of_one
    engine.dispose()
