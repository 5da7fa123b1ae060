"""Whatever the store holds of a task comes back from its record, row by row and column by column."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import JSON, Boolean, Column, Connection, Float, Integer, create_engine, insert, update

from tests.engine.record.whole import rows_in
from workspace_app.domain.status import Status
from workspace_app.engine.record import layout, writer
from workspace_app.engine.record.layout import TaskFolder
from workspace_app.engine.record.reader import Reading, TaskReader
from workspace_app.engine.record.records import Report, _put_rows
from workspace_app.store import recorded
from workspace_app.store import tables as t
from workspace_app.store.ids import new_id
from workspace_app.store.read_in import put_messages
from workspace_app.store.recorded import Kept

PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
MOMENTS = st.integers(0, 10**9).map(lambda n: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(milliseconds=n))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(TEXTS, VALUES, max_size=3)
AT_REST = [status.value for status in (Status.WAITING, Status.PAUSED, Status.INTERRUPTED, Status.ERROR, Status.DONE)]
SPECIAL = {
    "status": st.sampled_from(AT_REST),
    "approve": st.sampled_from(["none", "plan", "all"]),
    "author_kind": st.sampled_from(["user", "assistant", "function"]),
    "questions.kind": st.sampled_from(["plan", "review", "ask", "tool"]),
    "messages.kind": st.sampled_from(["text", "thought", "tool_call"]),
    "sha256": st.none() | st.just("0123456789abcdef" * 4),
    "commit": st.none() | st.just("0123456789" * 4),
    "context": st.just(["tasks/T/context/a.md"]),
    "origin": st.none() | st.just({"task": "t", "step": 1, "conversation": None, "seq": 3}),
    "inputs": st.lists(st.fixed_dictionaries({"path": TEXTS, "commit": st.none() | TEXTS}), max_size=2),
    "answers": st.lists(TEXTS, max_size=3),
    "spec": st.just({"id": "s", "title": "S", "step_task": "Do.", "kind": "review"}),
    "team": st.none() | OBJECTS,
    "models": st.none() | st.dictionaries(TEXTS, TEXTS, max_size=2),
    "messages.data": OBJECTS.filter(lambda data: "works" not in data),
}


def value(column: Column[Any]) -> st.SearchStrategy[Any]:
    """Any value that the app could have put into a column."""
    special = SPECIAL.get(f"{column.table.name}.{column.name}", SPECIAL.get(column.name))
    if special is not None:
        return special
    if column.name.endswith("_id"):
        return st.none() if column.nullable else st.just("x")
    kinds = {Boolean: st.booleans(), Integer: st.integers(0, 2**40), JSON: OBJECTS, t.Utc: MOMENTS}
    kinds[Float] = st.floats(0, 1e6)
    found: st.SearchStrategy[Any] = kinds.get(type(column.type), TEXTS)
    return st.none() | found if column.nullable else found


@st.composite
def row(draw: st.DrawFn, kept: Kept) -> dict[str, Any]:
    """Any row, without what places it."""
    return {column.name: draw(value(column)) for column in kept.columns}


@settings(max_examples=25, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_rows_come_back_from_the_record(data: st.DataObject) -> None:
    """rebuild(record(x)) == x, for every table that a record keeps."""
    with tempfile.TemporaryDirectory() as name, empty_store() as first, empty_store() as second:
        task = fill(first, data)
        folder = TaskFolder(Path(name), "tasks/T")
        write(first, folder, task)
        assert list(writer.changed_files(first, folder, task)) == [], "written once, there is nothing more to write"
        report, reading = Report(), Reading()
        read(second, folder, report, reading)
        assert (report.problems, reading.problems, reading.changed) == ([], [], False)
        assert rows_in(second) == rows_in(first)


@contextmanager
def empty_store() -> Iterator[Connection]:
    """A new store, in memory."""
    engine = create_engine("sqlite://")
    t.metadata.create_all(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def fill(connection: Connection, data: st.DataObject) -> str:
    """A task with some of everything; returns its id."""

    def add(kept: Kept, **given: Any) -> str:
        key = {"id": new_id()} if "id" in kept.table.c else {}
        connection.execute(insert(kept.table).values({**data.draw(row(kept)), **key, **given}))
        return key.get("id", "")

    some = st.integers(0, 3)
    project = add(recorded.PROJECT, folder="/somewhere")
    task = add(recorded.TASK, project_id=project, folder="tasks/T")
    for n in range(data.draw(some) + 1):
        step = add(recorded.STEP, project_id=project, task_id=task, n=n)
        of_step = {"project_id": project, "task_id": task, "step_id": step}
        for run in range(data.draw(some)):
            conversation = add(recorded.CONVERSATION, **of_step, n=run + 1)
            of_run = {"project_id": project, "conversation_id": conversation}
            count = data.draw(some)
            for seq in range(count):
                add(recorded.MESSAGE, **of_run, seq=seq + 1)
            own = t.conversations.c.id == conversation
            connection.execute(update(t.conversations).where(own).values(messages=count, updated_at=data.draw(MOMENTS)))
            for number in range(data.draw(some)):
                add(recorded.TOOL_CALL, **of_run, call_id=f"call/{number} é")
                add(recorded.REQUEST, **of_run, parts={})
                add(recorded.NOTE, **of_run)
        for number in range(data.draw(some)):
            work = add(recorded.WORK, **of_step, path=f"tasks/T/step_{n}/works/{number}.md")
            version = add(recorded.VERSION, project_id=project, work_id=work, n=1)
            add(recorded.COMMENT, project_id=project, work_id=work, version_id=version)
            add(recorded.QUESTION, **of_step)
    return task


def write(connection: Connection, folder: TaskFolder, task: str) -> None:
    """Write a record, without git."""
    for change in writer.changed_files(connection, folder, task):
        file = folder.space / change.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(change.content or b"")


def read(connection: Connection, folder: TaskFolder, report: Report, reading: Reading) -> None:
    """Read a record into an empty store."""
    project = json.loads((folder.space / layout.PROJECT_FILE).read_text(encoding="utf-8"))
    recorded.put(connection, t.projects, recorded.values_of(recorded.PROJECT, project, folder="/somewhere"))
    reader = TaskReader(folder, project["id"], reading)
    found = list(reader.rows())
    _put_rows(connection, folder, found, report)
    for each in found:
        if each.table is t.conversations:
            for batch in reader.messages(each):
                put_messages(connection, each.values["id"], batch)
            _put_rows(connection, folder, list(reader.others(each)), report)


def test_every_table_is_kept_or_said_to_be_of_this_machine() -> None:
    """Whoever adds a table decides whether the folder keeps it."""
    kept = {each.table.name for each in recorded.ALL}
    assert kept | set(recorded.LOCAL) == set(t.metadata.tables)
    assert not kept & set(recorded.LOCAL)


def test_a_conversation_in_many_files_grows_at_its_end_only(tmp_path: Path) -> None:
    """Of 1,200 messages and one more, only the last file is written again, and its transcript."""
    at = datetime.now(UTC)
    project, task, step, run = (new_id() for _ in range(4))
    where, same = {"project_id": project, "task_id": task}, {"created_at": at, "updated_at": at, "status": "done"}

    def say(connection: Connection, seq: int) -> None:
        message = {"seq": seq, "source": "user", "kind": "text", "text": str(seq), "created_at": at}
        connection.execute(insert(t.messages).values(id=new_id(), project_id=project, conversation_id=run, **message))

    folder = TaskFolder(tmp_path, "tasks/T")
    with empty_store() as connection:
        connection.execute(insert(t.projects).values(id=project, title="P", folder="/p", created_at=at))
        values = {"title": "T", "text": "T", "folder": "tasks/T"}
        connection.execute(insert(t.tasks).values(id=task, project_id=project, **values, **same))
        plan = {"n": 0, "key": "plan", "title": "", "kind": "planning", "spec": {}, "status": "done"}
        connection.execute(insert(t.steps).values(id=step, **plan, **where))
        begun = {"n": 1, "prompt": "", "status": "done", "started_at": at}
        connection.execute(insert(t.conversations).values(id=run, step_id=step, **begun, **where))
        for seq in range(1, 1201):
            say(connection, seq)
        write(connection, folder, task)
        say(connection, 1201)
        changed = [change.path for change in writer.changed_files(connection, folder, task)]
    place = "step_0/conversations/conversation_1"
    assert changed == [f"tasks/T/{place}/messages_001001.jsonl", f"tasks/T/{place}/messages_001001.md"]
    assert sorted(folder.series(place, layout.MESSAGES)) == [1, 501, 1001]
