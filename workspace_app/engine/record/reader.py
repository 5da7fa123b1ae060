"""From the folder to rows: what a task's record says, each value checked; what cannot be read is named, and the rest is read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from sqlalchemy import Table

from spaces.errors import UnsafeName
from spaces.names import check_inside
from workspace_app.domain.status import ACTIVE, Status
from workspace_app.engine.record import layout
from workspace_app.engine.record.layout import TaskFolder
from workspace_app.store import recorded
from workspace_app.store.recorded import BadRecord, Kept, values_of

MOST_MISSING = 10_000
"""Messages in a row that may be missing; a larger gap is a mistake or a trap."""
_INTERRUPTED = "This was running when the folder was written. Resume to go on."


@dataclass(frozen=True)
class Found:
    """A row that a record stands for.

    Args:
        where: the file, for what has to be said about it.
    """

    table: Table
    values: dict[str, Any]
    where: str


@dataclass
class Reading:
    """What was met on the way.

    Attributes:
        problems: in sentences, each with its file.
        changed: whether the rows differ from the files on purpose (another folder, what ran is interrupted).
    """

    problems: list[str] = field(default_factory=list)
    changed: bool = False


class TaskReader:
    """Reads the record of one task.

    Args:
        project: id of the project that it is read into.

    Raises:
        NewerFormat: from `rows`, if a newer program wrote it.
        BadRecord: from `rows`, if the task's own file cannot be read.
    """

    def __init__(self, folder: TaskFolder, project: str, reading: Reading) -> None:
        self._folder, self._project, self._reading = folder, project, reading
        self._moved_from: str | None = None
        self._seen: set[tuple[str, str]] = set()

    def rows(self) -> Iterator[Found]:
        """The task, its steps and all that is theirs but messages, requests and tool calls; parents before children."""
        record = layout.parse(self._folder.read(layout.TASK_FILE) or b"")
        layout.check_format(record, f"{self._folder.path}/{layout.TASK_FILE}")
        folder = record.get("folder") if isinstance(record, dict) else None
        if isinstance(folder, str) and folder != self._folder.path:
            self._moved_from, self._reading.changed = folder, True
        values = values_of(recorded.TASK, self._moved(record), project_id=self._project)
        self._check_paths(values["folder"] + "/.", *values["context"])
        if values["status"] in ACTIVE:
            values |= {"status": Status.INTERRUPTED.value, "waits_for": _INTERRUPTED}
            self._reading.changed = True
        task = values["id"]
        self._seen.add(("tasks", task))
        yield Found(recorded.TASK.table, values, layout.TASK_FILE)
        for n, place in self._folder.steps().items():
            yield from self._step(place, {"project_id": self._project, "task_id": task}, n)

    def messages(self, conversation: Found) -> Iterator[list[dict[str, Any]]]:
        """The messages of a conversation that `rows` found, file by file, numbered from 1 without a gap.

        What cannot be read is stood for by a notice that says so, so that the others keep their numbers.
        """
        given = {"project_id": self._project, "conversation_id": conversation.values["id"]}
        expected, told = 1, False
        for name in self._files(conversation, layout.MESSAGES):
            batch: list[dict[str, Any]] = []
            for values in self._lines(name, recorded.MESSAGE, given):
                if values is None:
                    told = True
                    continue
                seq = values["seq"]
                if seq < expected:
                    self._problem(name, f"message {seq} is there twice; the first one counts")
                    continue
                if seq - expected > MOST_MISSING:
                    self._problem(name, f"message {seq} comes after message {expected - 1}; it is left out")
                    continue
                if seq > expected and not told:
                    self._problem(name, f"what comes before message {seq} and after message {expected - 1} is missing")
                batch += [_placeholder(given, missing, conversation) for missing in range(expected, seq)]
                batch.append(values)
                expected, told = seq + 1, False
            yield batch

    def others(self, conversation: Found) -> Iterator[Found]:
        """The recorded requests and tool calls of a conversation."""
        given = {"project_id": self._project, "conversation_id": conversation.values["id"]}
        columns: dict[str, Any] = {"parts": {}}
        for series, kept, more in (
            (layout.REQUESTS, recorded.REQUEST, columns),
            (layout.TOOL_CALLS, recorded.TOOL_CALL, {}),
        ):
            for name in self._files(conversation, series):
                for values in self._lines(name, kept, given | more):
                    if values and self._is_new(kept.table, values, name):
                        yield Found(kept.table, values, name)

    # inside

    def _step(self, place: str, given: dict[str, str], n: int) -> Iterator[Found]:
        name = f"{place}/{layout.STEP_FILE}"
        record = self._document(name)
        step = self._row(recorded.STEP, record, name, given)
        if record is None or step is None:
            return
        step.values["n"] = n
        if step.values["status"] == Status.RUNNING:
            self._interrupt(step)
        yield step
        owner = given | {"step_id": step.values["id"]}
        for run, folder in self._folder.conversations(place).items():
            yield from self._conversation(folder, owner, run)
        yield from self._works(record, name, owner)
        for further in self._folder.works(place).values():
            yield from self._works(self._document(further), further, owner)
        yield from self._rows(recorded.QUESTION, record, "questions", name, owner)

    def _works(self, record: Any, name: str, owner: dict[str, str]) -> Iterator[Found]:
        for work in self._children(record, "works", name):
            found = self._row(recorded.WORK, work, name, owner, lambda values: self._check_paths(values["path"]))
            if found is not None:
                of_work = {"project_id": self._project, "work_id": found.values["id"]}
                yield found
                yield from self._rows(recorded.VERSION, work, "versions", name, of_work)
                yield from self._rows(recorded.COMMENT, work, "comments", name, of_work)

    def _conversation(self, folder: str, owner: dict[str, str], n: int) -> Iterator[Found]:
        name = f"{folder}/{layout.CONVERSATION_FILE}"
        record = self._document(name)
        found = self._row(recorded.CONVERSATION, record, name, owner)
        if record is None or found is None:
            return
        found.values["n"] = n
        if found.values["status"] in (Status.RUNNING, Status.QUEUED):
            self._interrupt(found)
        yield found
        of_run = {"project_id": self._project, "conversation_id": found.values["id"]}
        yield from self._rows(recorded.NOTE, record, "notes", name, of_run)

    def _interrupt(self, found: Found) -> None:
        found.values["status"] = Status.INTERRUPTED.value
        self._reading.changed = True

    def _rows(self, kept: Kept, parent: Any, key: str, name: str, given: dict[str, str]) -> Iterator[Found]:
        for record in self._children(parent, key, name):
            found = self._row(kept, record, name, given)
            if found is not None:
                yield found

    def _row(
        self,
        kept: Kept,
        record: Any,
        name: str,
        given: dict[str, str],
        check: Callable[[dict[str, Any]], None] | None = None,
    ) -> Found | None:
        """The row of a record, None (and a problem) if it is none."""
        if record is None:
            return None
        try:
            values = values_of(kept, self._moved(record), **given)
            if check is not None:
                check(values)
        except BadRecord as error:
            self._problem(name, f"one of its {kept.table.name} is left out: {error}")
            return None
        return Found(kept.table, values, name) if self._is_new(kept.table, values, name) else None

    def _is_new(self, table: Table, values: dict[str, Any], name: str) -> bool:
        key = (table.name, "/".join(str(values[column.name]) for column in table.primary_key))
        if key in self._seen:
            self._problem(name, f"{key[1]} is there twice among the {table.name}; the first one counts")
            return False
        self._seen.add(key)
        return True

    def _document(self, name: str) -> Any:
        try:
            body = self._folder.read(name)
            if body is None:
                raise BadRecord("it is not there, so this part of the task is left out")
            return layout.parse(body)
        except BadRecord as error:
            self._problem(name, str(error))
            return None

    def _children(self, record: Any, key: str, name: str) -> list[Any]:
        if record is None:
            return []  # That has been told.
        found = record.get(key, []) if isinstance(record, dict) else None
        if isinstance(found, list):
            return found
        self._problem(name, f"its {key} are not a list")
        return []

    def _files(self, conversation: Found, series: str) -> list[str]:
        place = conversation.where.rpartition("/")[0]
        return list(self._folder.series(place, series).values())

    def _lines(self, name: str, kept: Kept, given: dict[str, Any]) -> Iterator[dict[str, Any] | None]:
        """The values of each line; None (and a problem) for one that cannot be read."""
        try:
            lines = (self._folder.read(name) or b"").split(b"\n")
        except BadRecord as error:
            self._problem(name, str(error))
            return
        for number, text in enumerate(lines, start=1):
            if not text.strip():
                continue
            try:
                if len(text) > layout.LARGEST_LINE:
                    raise BadRecord(f"it is longer than {layout.LARGEST_LINE // 1_000_000} MB")
                yield values_of(kept, self._moved(layout.parse(text)), **given)
            except BadRecord as error:
                self._problem(name, f"line {number} cannot be read: {error}")
                yield None

    def _problem(self, name: str, sentence: str) -> None:
        self._reading.problems.append(f"{self._folder.path}/{name}: {sentence}.")

    def _check_paths(self, *paths: str) -> None:
        for path in paths:
            try:
                check_inside(path.removesuffix("/."))
            except UnsafeName as error:
                raise BadRecord(str(error).rstrip(".")) from error
            if not path.startswith(f"{self._folder.path}/"):
                raise BadRecord(f"the path {path} is not in the task's folder")

    def _moved(self, record: Any) -> Any:
        """The record with the paths that it has since its folder got another name (R92)."""
        return _relocated(record, self._moved_from, self._folder.path) if self._moved_from else record


def _relocated(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {
            key: _path(each, old, new)
            if key in ("path", "folder") and isinstance(each, str)
            else [_path(path, old, new) if isinstance(path, str) else path for path in each]
            if key == "context" and isinstance(each, list)
            else _relocated(each, old, new)
            for key, each in value.items()
        }
    return [_relocated(each, old, new) for each in value] if isinstance(value, list) else value


def _path(path: str, old: str, new: str) -> str:
    return new + path[len(old) :] if path == old or path.startswith(f"{old}/") else path


def _placeholder(given: dict[str, Any], seq: int, conversation: Found) -> dict[str, Any]:
    record = {
        "id": str(uuid5(NAMESPACE_OID, f"{given['conversation_id']}/unreadable/{seq}")),
        "seq": seq,
        "source": "workspace",
        "kind": "notice",
        "text": "This message could not be read from the project's folder.",
        "created_at": conversation.values["started_at"].isoformat(),
    }
    return values_of(recorded.MESSAGE, record, **given)
