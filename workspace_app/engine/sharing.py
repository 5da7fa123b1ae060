"""A project that several people share by way of another repository: looking there, pulling, pushing (DESIGN 4)."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from spaces import Newest, Space
from spaces.merge import Merged
from spaces.remote import Progress, Transfer
from spaces.shared import Apart, SharedSpace
from workspace_app.domain.errors import NotAllowed
from workspace_app.domain.events import Event
from workspace_app.domain.records import Project, Work
from workspace_app.engine import conflicts
from workspace_app.engine.in_space import in_space
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.outbox import Outbox
from workspace_app.engine.person_edits import PersonEdits
from workspace_app.engine.record.join import join
from workspace_app.engine.record.records import Records
from workspace_app.store import changes

T = TypeVar("T")


@dataclass(frozen=True)
class Pulled:
    """What a pull brought.

    Args:
        changed: whether anything came.
        conflicts: paths of files that both sides changed; theirs lie beside them, and for works the person is asked.
        notes: in sentences, what of the others' record could not be read, or was newer here.
    """

    changed: bool
    conflicts: tuple[str, ...]
    notes: tuple[str, ...]


class Sharing:
    """Exchanges what is committed in the projects' folders with other repositories, one transfer for each project at a time."""

    def __init__(self, ledger: Ledger, outbox: Outbox, edits: PersonEdits, records: Records) -> None:
        self._ledger, self._outbox, self._edits, self._records = ledger, outbox, edits, records
        self._transfers: dict[str, Transfer] = {}

    async def set_address(self, project: str, address: str) -> None:
        """Share a project with the repository at this address from now on; "" for none. Raises WorkspaceError."""
        async with self._outbox.lock(project):
            await self._shared(project, lambda shared: shared.set_address(address))

    async def is_shared(self, project: str) -> bool:
        """Whether the project has another repository. Raises WorkspaceError if its folder cannot be used."""
        return bool(await self._shared(project, lambda shared: shared.address))

    async def apart(self, project: str, *, look: bool) -> Apart:
        """How far the project and the other repository are apart.

        Args:
            look: ask the other side first. Raises WorkspaceError if that cannot be done.
        """
        if look:
            with self._transfer(project) as transfer:
                await self._shared(project, lambda shared: shared.fetch(transfer))
        return await self._shared(project, SharedSpace.apart)

    async def pull(self, project: str) -> Pulled:
        """Bring what others pushed into the folder and the store. A text that both sides changed is kept twice.

        Raises:
            WorkspaceError: it could not be done, and nothing was changed.
        """
        row = self._ledger.ask.project(project)
        await self._edits.keep(row, self._ledger.ask.project_works(project))
        await self._records.flush(project)
        with self._transfer(project) as transfer, self._edits.pausing(project):
            theirs = await self._shared(project, lambda shared: shared.fetch(transfer))
            if theirs is None:
                return Pulled(False, (), ())
            async with self._outbox.lock(project):
                before = await in_space(row.folder, Space.tip)
                merged = await in_space(row.folder, lambda space: space.take_in(theirs, join))
            if merged.commit == before:
                return Pulled(False, (), ())
            report = await self._records.read_space(project)
            await self._ask_about(row, merged, theirs)
        await self._edits.keep(row, self._ledger.ask.project_works(project))
        self._ledger.publish(Event("project", project, project=project))
        return Pulled(True, tuple(merged.beside), (*report.problems, *report.kept))

    async def push(self, project: str) -> None:
        """Send what is committed to the other repository.

        Raises:
            WorkspaceError: it could not be done; where others pushed meanwhile, it says to pull first.
        """
        row = self._ledger.ask.project(project)
        await self._edits.keep(row, self._ledger.ask.project_works(project))
        await self._records.flush(project)
        await self._outbox.flush(project)
        with self._transfer(project) as transfer:
            await self._shared(project, lambda shared: shared.push(transfer))
        self._ledger.publish(Event("project", project, project=project))

    def cancel(self, project: str) -> None:
        """End a project's transfer, if there is one; nothing is changed by it then."""
        if (transfer := self._transfers.get(project)) is not None:
            transfer.cancel()

    def cancel_all(self) -> None:
        """End every transfer."""
        for project in list(self._transfers):
            self.cancel(project)

    async def _shared(self, project: str, do: Callable[[SharedSpace], T]) -> T:
        folder = self._ledger.ask.project(project).folder
        return await in_space(folder, lambda space: do(SharedSpace(space.folder)))

    @contextmanager
    def _transfer(self, project: str) -> Iterator[Transfer]:
        if project in self._transfers:
            raise NotAllowed("This project is being pulled or pushed already: wait for it, or stop it.")
        loop = asyncio.get_running_loop()

        def tell(progress: Progress) -> None:
            text = f"{progress.what}: {progress.percent} %"
            loop.call_soon_threadsafe(self._ledger.publish, Event("sharing", project, project=project, text=text))

        self._transfers[project] = transfer = Transfer(tell)
        try:
            yield transfer
        finally:
            del self._transfers[project]

    async def _ask_about(self, project: Project, merged: Merged, theirs: str) -> None:
        """Ask which text stays, for every work that both sides changed."""
        works = {work.path: work for work in self._ledger.ask.project_works(project.id)}
        for path, copy in merged.beside.items():
            if (work := works.get(path)) is not None:
                states = await in_space(project.folder, partial(_states, path=path, theirs=theirs))
                about: dict[str, Any] = {
                    "project": project.id,
                    "work": work,
                    "copy": copy,
                    "states": states,
                    "merged": merged.commit,
                }
                question = await self._ledger.change(partial(_ask, **about))
                self._ledger.publish(Event("question", question, project=project.id, task=work.task))


def _states(space: Space, path: str, theirs: str) -> tuple[Newest, Newest, str]:
    """Our newest state of a file, theirs, and who made theirs."""
    mine, their = space.newest(path), space.newest(path, theirs)
    assert mine is not None
    assert their is not None
    return mine, their, space.author(their.commit).name


def _ask(
    connection: Connection, project: str, work: Work, copy: str, states: tuple[Newest, Newest, str], merged: str
) -> str:
    """Their text is a version of its own work beside ours; it has come with their record, or is made now."""
    mine, their, author = states
    known = changes.version_at(connection, work.id, their.commit)
    about: dict[str, Any] = {"project": project, "work": work.id, "author": author, "size": their.size}
    version = known or changes.add_committed_version(connection, commit=their.commit, **about)
    changes.set_version(connection, version, commit=merged)
    return conflicts.ask(connection, version, mine, copy, f"“{work.title}” was changed here and by {author}.")
