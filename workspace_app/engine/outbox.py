"""From the store to git: queued files are committed one by one, one writer for each repository (DESIGN 4)."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row

from spaces import Author, CommitResult, FileChange, Newest, Space
from spaces.errors import SpaceError
from spaces.files import is_large
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.engine import conflicts, large_files
from workspace_app.engine.in_space import in_space
from workspace_app.engine.large_files import limit, needs_consent
from workspace_app.engine.ledger import Ledger
from workspace_app.store import changes

log = logging.getLogger(__name__)
RETRY_SECONDS = 20.0


class Outbox:
    """Commits what `changes.put_file` queued. Repeating any of it changes nothing, so a crash in its middle is harmless."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._locks: dict[str, asyncio.Lock] = {}
        self._retry: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Finish what an earlier run left, and go on trying what fails."""
        for project in self._ledger.ask.projects():
            await self._tidy(project.id, Space.finish)
            await self.flush(project.id)
        self._retry = asyncio.create_task(self._keep_trying(), name="outbox")

    async def stop(self) -> None:
        """End the trying; what is queued stays queued."""
        if self._retry is not None:
            self._retry.cancel()
            await asyncio.gather(self._retry, return_exceptions=True)

    def lock(self, project: str) -> asyncio.Lock:
        """Held by whoever writes to the project's repository."""
        return self._locks.setdefault(project, asyncio.Lock())

    async def flush(self, project: str) -> None:
        """Commit all that is queued for a project, oldest first. What fails stays queued, and its row says why."""
        async with self.lock(project):
            folder = Path(self._ledger.ask.project(project).folder)
            stuck: set[str] = set()
            for row in self._ledger.ask.outbox(project):
                # A later state of a path must not overtake an earlier one that failed.
                if row.path in stuck or not await self._commit(folder, row):
                    stuck.add(row.path)

    async def _commit(self, folder: Path, row: Row[Any]) -> bool:
        body = self._ledger.ask.outbox_body(row.id)
        try:
            if body is not None and row.version_id is not None:
                row = await self._off_what_is_outside(folder, row)
                if await self._left_outside(folder, row, body):
                    return True
            aside = row.version_id is not None and conflicts.unheard(self._ledger.ask, row.version_id)
            result = await asyncio.to_thread(_commit, folder, row, body, aside)
        except (SpaceError, OSError) as error:
            text = str(error)
            if text != row.error:
                log.warning("%s is not committed yet: %s", row.path, text)
                await self._ledger.change(lambda c: changes.file_failed(c, row.id, text))
                self._tell(row)
            return False
        question = await self._ledger.change(lambda c: _committed(c, row, *result))
        self._tell(row)
        if question is not None:
            self._ledger.publish(Event("question", question, project=row.project_id))
        return True

    async def _off_what_is_outside(self, folder: Path, row: Row[Any]) -> Row[Any]:
        """The row, at another path if a file is in its way that no history has: that one is never written over."""
        new = self._ledger.ask.version(row.version_id)
        before = next((version for version in self._ledger.ask.versions(new.work) if version.n < new.n), None)
        if not (before and before.sha256) and not await asyncio.to_thread(is_large, folder, row.path):
            return row
        path = await asyncio.to_thread(lambda: Space.open(folder).beside(row.path))
        await self._ledger.change(lambda c: changes.file_beside(c, row.id, path))
        return next(each for each in self._ledger.ask.outbox(row.project_id) if each.id == row.id)

    async def _left_outside(self, folder: Path, row: Row[Any], body: bytes) -> bool:
        """Whether a work is too large for the history: then it is written into the folder, and the person is asked."""
        largest = limit(self._ledger.home)
        if not await asyncio.to_thread(needs_consent, folder, row.path, len(body), largest):
            return False
        sha256 = await asyncio.to_thread(lambda: Space.open(folder).put_outside(row.path, body))
        work = self._ledger.ask.version(row.version_id).work

        def change(c: Connection) -> str | None:
            changes.file_outside(c, row.id, sha256)
            return large_files.ask(c, work, len(body))

        question = await self._ledger.change(change)
        self._tell(row)
        if question is not None:
            self._ledger.publish(Event("question", question, project=row.project_id))
        return True

    def _tell(self, row: Row[Any]) -> None:
        if row.version_id is not None:
            version = self._ledger.ask.version(row.version_id)
            work = self._ledger.ask.work(version.work)
            self._ledger.publish(Event("work", work.id, project=row.project_id, task=work.task, step=work.step_n))

    async def _keep_trying(self) -> None:
        while True:
            await asyncio.sleep(RETRY_SECONDS)
            for project in {row.project_id for row in self._ledger.ask.outbox()}:
                await self.flush(project)
            # The person's index could not be told of a commit while another program held its lock.
            for project in list(self._locks):
                await self._tidy(project, Space.refresh_index)

    async def _tidy(self, project: str, do: Callable[[Space], object]) -> None:
        """Do something in a project's repository that can as well be done later; a repository that is gone or busy is left alone."""
        async with self.lock(project):
            try:
                await in_space(self._ledger.ask.project(project).folder, do)
            except WorkspaceError as error:
                log.info("Put off: %s", error)


def _committed(connection: Connection, row: Row[Any], result: CommitResult, mine: Newest | None) -> str | None:
    """Remember the commit; where the person had changed the file, both texts are versions and the person is asked. The question's id."""
    changes.file_committed(connection, row.id, result.commit)
    if row.version_id is None or mine is None:
        return None
    return conflicts.ask(connection, row.version_id, mine, result.conflicts[0])


def _commit(folder: Path, row: Row[Any], body: bytes | None, aside: bool) -> tuple[CommitResult, Newest | None]:
    """The commit of a file and, if the person had changed it, what they have there now."""
    space = Space.open(folder)
    result = space.commit(
        [FileChange(row.path, body)],
        author=Author(row.author, row.author_kind),
        subject=row.subject,
        trailers=row.trailers,
        ident=row.id,
        aside=aside,
    )
    return result, space.newest(row.path) if result.conflicts else None
