"""From the store to the folder: the files of a task's record that are not yet as they should be."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, literal, select, tuple_

from spaces import FileChange
from workspace_app.engine.record import layout
from workspace_app.engine.record.layout import TaskFolder
from workspace_app.engine.record.transcript import transcript
from workspace_app.store import recorded
from workspace_app.store import tables as t
from workspace_app.store.recorded import BadRecord, Kept, Record, record_of

LINES, BYTES = 500, 1_000_000
"""A file of a series is full with so many lines or bytes. Only the last one is written again when more is said."""

_ORDER = {
    layout.MESSAGES: (t.messages.c.seq,),
    layout.REQUESTS: (t.requests.c.id,),
    layout.TOOL_CALLS: (t.tool_calls.c.started_at, t.tool_calls.c.call_id),
}
_KEPT = {layout.MESSAGES: recorded.MESSAGE, layout.REQUESTS: recorded.REQUEST, layout.TOOL_CALLS: recorded.TOOL_CALL}
_Rows = Mapping[str, Sequence[Row[Any]]]


def changed_files(connection: Connection, folder: TaskFolder, task: str) -> Iterator[FileChange]:
    """What must be written so that the folder's record of a task is what the store knows; keys that only the files know stay."""
    row = connection.execute(select(t.tasks).where(t.tasks.c.id == task)).one()
    yield from _project(connection, folder, row.project_id)
    yield from _document(folder, layout.TASK_FILE, recorded.TASK, row, layout.FORMAT)
    runs = _grouped(connection, t.conversations, "task_id", task, "step_id")
    questions = _grouped(connection, t.questions, "task_id", task, "step_id")
    works = _grouped(connection, t.works, "task_id", task, "step_id")
    of_work = {"versions": (recorded.VERSION, _of_works(connection, t.versions, task, t.versions.c.n))}
    of_work["comments"] = (recorded.COMMENT, _of_works(connection, t.comments, task, t.comments.c.id))
    for step in connection.execute(select(t.steps).where(t.steps.c.task_id == task).order_by(t.steps.c.n)):
        place = f"step_{step.n}"
        old = _old(folder, f"{place}/{layout.STEP_FILE}")
        new = _with_unknown(recorded.STEP, step, old, ("questions", "works"))
        new |= _children("questions", recorded.QUESTION, questions.get(step.id, ()), old)
        made = works.get(step.id, ())
        new |= _children("works", recorded.WORK, made[: layout.WORKS], old, of_work)
        yield from _if_other(folder, f"{place}/{layout.STEP_FILE}", layout.document(new))
        yield from _further_works(folder, place, made, of_work)
        for run in runs.get(step.id, ()):
            yield from _conversation(connection, folder, f"{place}/conversations/conversation_{run.n}", run)


def _further_works(
    folder: TaskFolder, place: str, works: Sequence[Row[Any]], of_work: Mapping[str, tuple[Kept, _Rows]]
) -> Iterator[FileChange]:
    """The works that are not in the step's own file, some in a file, so that with many of them only what changed is written."""
    left = folder.works(place)
    for start in range(layout.WORKS, len(works), layout.WORKS):
        name = layout.series_file(f"{place}/works", start + 1, ".json")
        left.pop(start + 1, None)
        some = works[start : start + layout.WORKS]
        found = _children("works", recorded.WORK, some, _old(folder, name), of_work)
        yield from _if_other(folder, name, layout.document(found))
    for name in left.values():
        yield FileChange(f"{folder.path}/{name}", None)


def _project(connection: Connection, folder: TaskFolder, project: str) -> Iterator[FileChange]:
    root = TaskFolder(folder.space, layout.TASKS)
    row = connection.execute(select(t.projects).where(t.projects.c.id == project)).one()
    yield from _document(root, layout.PROJECT_FILE.rpartition("/")[2], recorded.PROJECT, row, layout.FORMAT)


def _conversation(connection: Connection, folder: TaskFolder, place: str, run: Row[Any]) -> Iterator[FileChange]:
    name = f"{place}/{layout.CONVERSATION_FILE}"
    old = _old(folder, name)
    notes = connection.execute(select(t.notes).where(t.notes.c.conversation_id == run.id).order_by(t.notes.c.id)).all()
    new = _with_unknown(recorded.CONVERSATION, run, old, ("notes",))
    new |= _children("notes", recorded.NOTE, notes, old)
    yield from _if_other(folder, name, layout.document(new))
    for series in _ORDER:
        yield from _series(connection, folder, place, series, run.id)


def _series(
    connection: Connection, folder: TaskFolder, place: str, series: str, conversation: str
) -> Iterator[FileChange]:
    """The last files of a series; those before are full and stay as they are."""
    files = folder.series(place, series)
    first, rows = _from_last(connection, folder, files, series, conversation)
    starts = set()
    for start, chunk, lines in _chunks(series, rows, first):
        starts.add(start)
        name = layout.series_file(f"{place}/{series}", start)
        yield from _if_other(folder, name, _kept_lines(series, folder.read(name) or b"", lines))
        if series == layout.MESSAGES:
            name = layout.series_file(f"{place}/{series}", start, ".md")
            yield from _if_other(folder, name, transcript(chunk))
    for start, name in files.items():
        if start >= first and start not in starts:
            yield FileChange(f"{folder.path}/{name}", None)


def _from_last(
    connection: Connection, folder: TaskFolder, files: Mapping[int, str], series: str, conversation: str
) -> tuple[int, Iterable[Row[Any]]]:
    """Where to write on: the number of a line, and the rows from it on.

    What a request cost or a call gave is known late, so that the last but one file of these may have to change too.
    """
    table, order = _KEPT[series].table, _ORDER[series]
    query: Select[Any] = select(table).where(table.c.conversation_id == conversation).order_by(*order)
    known = list(files.items())
    for first, name in reversed(known if series == layout.MESSAGES else known[:-1]):
        key = _first_key(folder, name, series)
        if key is None:
            continue
        if connection.execute(query.where(tuple_(*order) == tuple_(*key))).first() is not None:
            return first, connection.execute(query.where(tuple_(*order) >= tuple_(*key)))
    return 1, connection.execute(query)


def _first_key(folder: TaskFolder, name: str, series: str) -> tuple[Any, ...] | None:
    """What a file's first line is ordered by; None if the line is damaged."""
    body = folder.read(name) or b""
    try:
        values = recorded.values_of(_KEPT[series], layout.parse(body.split(b"\n", 1)[0]))
    except BadRecord:
        return None
    return tuple(literal(values[column.name], column.type) for column in _ORDER[series])


def _chunks(
    series: str, rows: Iterable[Row[Any]], first: int
) -> Iterator[tuple[int, list[Row[Any]], list[tuple[Record, bytes]]]]:
    chunk: list[Row[Any]] = []
    lines: list[tuple[Record, bytes]] = []
    size = 0
    for row in rows:
        if len(lines) == LINES or size >= BYTES:
            yield first, chunk, lines
            first, chunk, lines, size = first + len(lines), [], [], 0
        record = record_of(_KEPT[series], row)
        chunk.append(row)
        lines.append((record, layout.line(record)))
        size += len(lines[-1][1])
    if lines:
        yield first, chunk, lines


def _kept_lines(series: str, old: bytes, lines: Sequence[tuple[Record, bytes]]) -> bytes:
    """The lines of a file, with the keys that its old lines have and this program does not know."""
    new = b"".join(line for _, line in lines)
    if new.startswith(old):
        return new
    names = {column.name for column in _KEPT[series].columns}
    known = dict(enumerate(old.splitlines()))
    return b"".join(_kept_line(record, line, known.get(n, b""), names) for n, (record, line) in enumerate(lines))


def _kept_line(record: Record, line: bytes, old: bytes, names: set[str]) -> bytes:
    if old + b"\n" == line:
        return line
    try:
        before = layout.parse(old)
    except BadRecord:
        return line
    same = isinstance(before, dict) and all(before.get(key) == record.get(key) for key in ("id", "call_id"))
    more = {key: value for key, value in before.items() if key not in names} if same else {}
    return layout.line(record | more) if more else line


# one document


def _document(folder: TaskFolder, name: str, kept: Kept, row: Row[Any], version: int) -> Iterator[FileChange]:
    record = {"format": version} | _with_unknown(kept, row, _old(folder, name), ("format",))
    yield from _if_other(folder, name, layout.document(record))


def _with_unknown(kept: Kept, row: Row[Any], old: Any, children: Sequence[str]) -> Record:
    """The record of a row, with what `old` (its record until now) has beyond the columns and `children`."""
    names = {column.name for column in kept.table.c} | set(children)
    more = old if isinstance(old, dict) else {}
    return record_of(kept, row) | {key: value for key, value in more.items() if key not in names}


def _children(
    name: str,
    kept: Kept,
    rows: Sequence[Row[Any]],
    old: Any,
    nested: Mapping[str, tuple[Kept, _Rows]] | None = None,
) -> Record:
    before = _by_id(old, name)
    nested = nested or {}
    found = []
    for row in rows:
        known = before.get(row.id)
        record = _with_unknown(kept, row, known, tuple(nested))
        for child, (of, grouped) in nested.items():
            record |= _children(child, of, grouped.get(row.id, ()), known)
        found.append(record)
    return {name: found} if found else {}


def _by_id(old: Any, name: str) -> dict[Any, Any]:
    given = old.get(name) if isinstance(old, dict) else None
    found = given if isinstance(given, list) else []
    return {each["id"]: each for each in found if isinstance(each, dict) and isinstance(each.get("id"), str)}


def _old(folder: TaskFolder, name: str) -> Any:
    try:
        return layout.parse(folder.read(name) or b"{}")
    except BadRecord:
        return {}


def _if_other(folder: TaskFolder, name: str, body: bytes) -> Iterator[FileChange]:
    if folder.read(name) != body:
        yield FileChange(f"{folder.path}/{name}", body)


# rows


def _grouped(connection: Connection, table: Any, column: str, value: str, by: str) -> _Rows:
    query = select(table).where(table.c[column] == value).order_by(table.c.n if "n" in table.c else table.c.id)
    return _by(connection.execute(query), by)


def _of_works(connection: Connection, table: Any, task: str, order: Any) -> _Rows:
    works = select(t.works.c.id).where(t.works.c.task_id == task)
    return _by(connection.execute(select(table).where(table.c.work_id.in_(works)).order_by(order)), "work_id")


def _by(rows: Iterable[Row[Any]], column: str) -> _Rows:
    groups: dict[str, list[Row[Any]]] = {}
    for row in rows:
        groups.setdefault(getattr(row, column), []).append(row)
    return groups
