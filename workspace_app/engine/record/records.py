"""When the records in the folders are written and read, by one hand for each project."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.exc import IntegrityError

from spaces import Author, Space
from spaces.errors import SpaceError
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.records import Project
from workspace_app.domain.status import ACTIVE
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.outbox import Outbox
from workspace_app.engine.record import layout, writer
from workspace_app.engine.record.layout import TaskFolder
from workspace_app.engine.record.reader import Found, Reading, TaskReader
from workspace_app.store import due, recorded
from workspace_app.store import tables as t
from workspace_app.store.ids import new_id
from workspace_app.store.read_in import put_messages
from workspace_app.store.recorded import BadRecord, Came

log = logging.getLogger(__name__)
RETRY_SECONDS = 20.0
SETTLE_SECONDS = 0.5
"""How long a change may be followed by others that go into the same commit."""


@dataclass
class Report:
    """What became of a record that was read.

    Args:
        new, newer: rows that the store did not have, or had in an older state.
        kept: what is newer in the store and stayed, in sentences.
        problems: what could not be read, in sentences, each with its file.
    """

    tasks: int = 0
    new: int = 0
    newer: int = 0
    kept: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Records:
    """Keeps the record of every task in its folder up to date, and brings the records of others into the store.

    The store notes which tasks' records are behind (`store.due`), so that nothing is lost by a crash between the two.

    Args:
        busy: whether a task runs now; it is written when a conversation of it stops.
    """

    def __init__(self, ledger: Ledger, outbox: Outbox, busy: Callable[[str], bool]) -> None:
        self._ledger, self._outbox, self._busy = ledger, outbox, busy
        self._changed, self._ending = asyncio.Event(), asyncio.Event()
        self._stopped: set[str] = set()
        self._keeping: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] | None = None

    async def start(self) -> None:
        """Write what is behind, now and whenever something changed."""
        self._unsubscribe = self._ledger.hub.subscribe(self._heard)
        self._keeping = asyncio.create_task(self._keep(), name="records")

    async def stop(self) -> None:
        """Write what is behind a last time and end. What is being written is finished: cut, it would go on in its thread."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._ending.set()
        self._changed.set()
        if self._keeping is not None:
            await self._keeping
        await self.flush()

    async def flush(self, project: str | None = None) -> None:
        """Write the records that are behind, of one project or all; a task that runs only if a conversation of it has stopped.

        What fails is tried again later.
        """
        stopped, self._stopped = self._stopped, set()
        with self._ledger.ask.connect() as connection:
            behind = due.due(connection)
        for task in behind:
            owner = self._row(task)
            wanted = owner is None or project in (None, owner.project_id)
            if wanted and (task in stopped or not self._busy(task)):
                await self.write(task)

    async def write(self, task: str) -> None:
        """Write one task's record, as far as it is behind. If that cannot be done now, it is tried again later."""
        row = self._row(task)
        if row is None:
            await self._ledger.change(lambda c: due.forget(c, task))
            return
        project = self._ledger.ask.project(row.project_id)
        async with self._outbox.lock(project.id):
            try:
                await self._write(project, row)
            except (WorkspaceError, SpaceError, OSError) as error:
                log.info("The record of %s is not written yet: %s", row.folder, error)

    async def read_space(self, project: str) -> Report:
        """Bring what a project's folder knows of its tasks, and the store does not, into the store.

        To be called after something else wrote there (a pull, a copy). Of two states of a row the later one holds.

        Raises:
            NewerFormat: the folder was written by a newer program; nothing was changed.
        """
        row = self._ledger.ask.project(project)
        report = Report()
        async with self._outbox.lock(project):
            folders = await asyncio.to_thread(layout.task_folders, Path(row.folder))
            await asyncio.to_thread(layout.check_tasks, folders)
            for folder in folders:
                await self._read(row, folder, report)
        self._ledger.publish(Event("project", project, project=project))
        return report

    async def read_task(self, project: str, folder: str) -> Report:
        """As `read_space`, for the task in one folder, relative to the project's."""
        row, report = self._ledger.ask.project(project), Report()
        async with self._outbox.lock(project):
            await self._read(row, TaskFolder(Path(row.folder), folder), report)
        return report

    # writing

    def _heard(self, event: Event) -> None:
        if event.kind == "conversation" and event.task is not None and event.status not in ACTIVE:
            self._stopped.add(event.task)
        if event.kind not in ("delta", "message"):
            self._changed.set()

    async def _keep(self) -> None:
        while not self._ending.is_set():
            try:
                await self.flush()
            except Exception:
                log.exception("The records could not be written; trying again later")
            await _set_within(self._changed, RETRY_SECONDS)
            await _set_within(self._ending, SETTLE_SECONDS)
            self._changed.clear()

    async def _write(self, project: Project, task: Row[Any]) -> None:
        folder = TaskFolder(Path(project.folder), task.folder)
        before = await asyncio.to_thread(folder.digest)
        foreign = before is not None and before != self._state(task.id)[1]
        # Somebody else wrote there since: what they know comes first, or it would be written over.
        if foreign and not await self._read(project, folder, Report()):
            return
        changes = self._state(task.id)[0]
        await asyncio.to_thread(self._commit, project, folder, task, foreign)
        digest = await asyncio.to_thread(folder.digest)
        await self._ledger.change(lambda c: due.settle(c, task.id, changes, digest or ""))

    def _commit(self, project: Project, folder: TaskFolder, task: Row[Any], foreign: bool) -> None:
        space = Space.open(Path(project.folder))
        subject, trailers, author = f"Record of “{task.title}”", {"Task": task.id}, Author("Workspace", "app")
        with self._ledger.ask.connect() as connection:
            for batch in layout.batches(writer.changed_files(connection, folder, task.id)):
                if foreign:
                    # Their text is in the new one, and stays in the history; a copy beside it would be for nobody.
                    paths = [change.path for change in batch if (space.folder / change.path).exists()]
                    space.keep_person_edits(paths, subject=f"As found: {subject}", trailers=trailers)
                space.commit(batch, author=author, subject=subject, trailers=trailers, ident=new_id())

    def _row(self, task: str) -> Row[Any] | None:
        """The row of a task, deleted ones too: that they were is part of the record."""
        with self._ledger.ask.connect() as connection:
            return connection.execute(select(t.tasks).where(t.tasks.c.id == task)).first()

    def _state(self, task: str) -> tuple[int, str | None]:
        with self._ledger.ask.connect() as connection:
            return due.state(connection, task)

    # reading

    async def _read(self, project: Project, folder: TaskFolder, report: Report) -> bool:
        """Read one task's record; False if it cannot be now. A part that cannot be read is told in the report, and the rest is read."""
        reading = Reading()
        reader = TaskReader(folder, project.id, reading)
        try:
            found = await asyncio.to_thread(lambda: list(reader.rows()))
        except BadRecord as error:
            report.problems.append(f"{folder.path}/{layout.TASK_FILE}: {error}. This task is left out.")
            return True
        task, kept = found[0].values["id"], len(report.kept)
        if self._busy(task):
            report.kept.append(f"{folder.path}: this task runs here; what came is read in when it rests.")
            return False
        behind = self._state(task)[0] > 0
        failed = await self._ledger.change(lambda c: _put_rows(c, folder, found, report))
        report.tasks += task not in failed
        for run in found:
            if run.table is t.conversations and run.values["id"] not in failed:
                await self._read_run(reader, folder, run, report)
        report.problems += reading.problems
        if not behind and not reading.changed and len(report.kept) == kept:
            await self._settle(task, folder)
        self._ledger.publish(Event("task", task, project=project.id, task=task))
        return True

    async def _read_run(self, reader: TaskReader, folder: TaskFolder, run: Found, report: Report) -> None:
        conversation = run.values["id"]
        batches = reader.messages(run)
        while (batch := await asyncio.to_thread(next, batches, None)) is not None:
            new, other = await self._ledger.change(lambda c, b=batch: put_messages(c, conversation, b))  # type: ignore[misc]
            report.new += new
            if other:
                where = f"{folder.path}/{run.where}"
                report.kept.append(f"{where}: it went on otherwise here from message {other[0]} on, which is kept.")
        others = await asyncio.to_thread(lambda: list(reader.others(run)))
        await self._ledger.change(lambda c: _put_rows(c, folder, others, report))

    async def _settle(self, task: str, folder: TaskFolder) -> None:
        digest = await asyncio.to_thread(folder.digest)
        changes = self._state(task)[0]
        await self._ledger.change(lambda c: due.settle(c, task, changes, digest or ""))


async def _set_within(event: asyncio.Event, seconds: float) -> None:
    """Wait until an event is set, but not longer."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


def _put_rows(connection: Connection, folder: TaskFolder, found: Sequence[Found], report: Report) -> set[str]:
    """Bring rows into the store; returns the ids of those that it does not take, of which nothing else can be taken."""
    failed: set[str] = set()
    for row in found:
        parents = [row.values[column.name] for column in row.table.c if column.foreign_keys]
        where, what = f"{folder.path}/{row.where}", row.table.name
        try:
            if failed.intersection(parents):
                raise BadRecord("what it belongs to could not be taken")
            with connection.begin_nested():
                came = recorded.put(connection, row.table, row.values)
        except (BadRecord, IntegrityError) as error:
            cause = error if isinstance(error, BadRecord) else "what it names is not there, or has another place here"
            report.problems.append(f"{where}: one of its {what} is left out: {cause}.")
            failed.add(str(row.values.get("id")))
            continue
        report.new += came is Came.NEW
        report.newer += came is Came.NEWER
        if came is Came.OLDER:
            report.kept.append(f"{where}: one of its {what} changed later here, which is kept.")
    return failed
