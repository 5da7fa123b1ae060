"""A step with many works: they are in files of a hundred, so that a stop writes what changed and not all of them."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update

from tests.engine.record.test_any_rows import empty_store, read, write
from tests.engine.record.whole import rows_in
from workspace_app.engine.record import writer
from workspace_app.engine.record.layout import TaskFolder
from workspace_app.engine.record.reader import Reading
from workspace_app.engine.record.records import Report
from workspace_app.store import changes
from workspace_app.store import tables as t

STEP = "tasks/T/step_0"


@contextmanager
def many(count: int) -> Iterator[tuple[Connection, str, TaskFolder]]:
    """A task whose step 0 has `count` works, recorded in a folder: the store, the task's id and the folder."""
    with empty_store() as store, tempfile.TemporaryDirectory() as name:
        project = changes.add_project(store, "P", "/somewhere")
        task = changes.add_task(store, project=project, title="T", text="T", folder="tasks/T")
        step = store.execute(t.steps.select()).one().id
        for number in range(count):
            add(store, project, task, step, number)
        folder = TaskFolder(Path(name), "tasks/T")
        write(store, folder, task)
        yield store, task, folder


def add(store: Connection, project: str, task: str, step: str, number: int) -> None:
    where: dict[str, Any] = {"project_id": project, "created_at": changes.now()}
    path, id_ = f"{STEP}/works/work_{number}.md", f"w{number:05}"
    store.execute(insert(t.works).values(id=id_, path=path, title="W", task_id=task, step_id=step, **where))
    about = {"n": 1, "author": "a", "author_kind": "assistant", "size": 1}
    store.execute(insert(t.versions).values(id=f"v{number}", work_id=id_, **about, **where))


@pytest.mark.parametrize("count", [0, 99, 100, 101, 250])
def test_however_many_works_come_back_from_the_record(count: int) -> None:
    with many(count) as (store, _, folder), empty_store() as other:
        reading = Reading()
        read(other, folder, Report(), reading)
        assert reading.problems == []
        before, after = rows_in(store), rows_in(other)
        assert [after[table] for table in ("works", "versions")] == [before[table] for table in ("works", "versions")]


def test_only_the_file_of_a_work_that_changed_is_written() -> None:
    with many(250) as (store, task, folder):
        store.execute(update(t.works).where(t.works.c.id == "w00120").values(title="Other"))
        assert [change.path for change in writer.changed_files(store, folder, task)] == [f"{STEP}/works_000101.json"]


def test_a_file_of_works_that_is_not_needed_any_more_goes() -> None:
    with many(101) as (store, task, folder):
        store.execute(t.works.delete().where(t.works.c.id == "w00000"))
        gone = {change.path: change.content for change in writer.changed_files(store, folder, task)}
        assert gone[f"{STEP}/works_000101.json"] is None


@pytest.mark.parametrize(("body", "words"), [(b"{", "is not JSON"), (b"[]", "are not a list")])
def test_a_damaged_file_of_works_is_named_and_the_others_are_read(body: bytes, words: str) -> None:
    with many(250) as (_, _, folder), empty_store() as other:
        (folder.space / STEP / "works_000101.json").write_bytes(body)
        reading = Reading()
        read(other, folder, Report(), reading)
        (problem,) = reading.problems
        assert "works_000101.json" in problem
        assert words in problem
        assert len(rows_in(other)["works"]) == 150
