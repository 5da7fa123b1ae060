"""The person's own hand: works changed in any other program become versions by the person, apart from the assistants' (R5, R41)."""

import asyncio
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from spaces import Space
from spaces.errors import SpaceError
from spaces.watch import FolderWatch
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.records import Project, Work
from workspace_app.engine.in_space import in_space
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.outbox import Outbox
from workspace_app.store import changes

log = logging.getLogger(__name__)


class PersonEdits:
    """Watches the project folders and keeps what the person changed in works."""

    def __init__(self, ledger: Ledger, outbox: Outbox) -> None:
        self._ledger, self._outbox = ledger, outbox
        self._watches: dict[str, FolderWatch] = {}
        self._keeping: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Watch every project, and look at what changed while nobody watched."""
        for project in self._ledger.ask.projects():
            await self.watch(project)
            self._notice(project, [])

    async def stop(self) -> None:
        """End the watching."""
        watches, self._watches = self._watches, {}
        for watch in watches.values():
            await asyncio.to_thread(watch.stop)
        # What is being kept is finished: cut between the commit and its row, a version would be missing.
        await asyncio.gather(*self._keeping, return_exceptions=True)

    async def watch(self, project: Project) -> None:
        """Watch a project's folder; one that cannot be watched is looked at when it is used."""
        await self.forget(project.id)
        loop = asyncio.get_running_loop()

        def changed(paths: list[str]) -> None:
            loop.call_soon_threadsafe(self._notice, project, paths)

        try:
            self._watches[project.id] = await asyncio.to_thread(FolderWatch, Path(project.folder), changed)
        except (OSError, SpaceError) as error:
            log.warning("The folder %s is not watched: %s", project.folder, error)

    async def forget(self, project: str) -> None:
        """Watch a project's folder no more."""
        if (watch := self._watches.pop(project, None)) is not None:
            await asyncio.to_thread(watch.stop)

    async def keep(self, project: Project, works: Iterable[Work]) -> list[Work]:
        """Make versions of those works that the person changed in the folder; returns them.

        Raises:
            WorkspaceError: the folder or its repository cannot be used now.
        """
        paths = {work.path: work for work in works if work.newest.commit is not None}
        if not paths:
            return []
        async with self._outbox.lock(project.id):
            kept = await in_space(project.folder, lambda space: _keep(space, list(paths)))
            for path, (commit, size) in kept.items():
                await self._add_version(project, paths[path], commit, size)
        return [paths[path] for path in kept]

    def _notice(self, project: Project, paths: list[str]) -> None:
        keeping = asyncio.get_running_loop().create_task(self._keep_noticed(project, paths))
        self._keeping.add(keeping)
        keeping.add_done_callback(self._keeping.discard)

    async def _keep_noticed(self, project: Project, paths: list[str]) -> None:
        works = [work for work in self._ledger.ask.project_works(project.id) if not paths or work.path in paths]
        try:
            await self.keep(project, works)
        except WorkspaceError as error:
            log.info("Changes in %s are not kept yet: %s", project.folder, error)

    async def _add_version(self, project: Project, work: Work, commit: str, size: int) -> None:
        about: dict[str, Any] = {"project": project.id, "work": work.id, "author": "You", "size": size}
        await self._ledger.change(lambda c: changes.add_committed_version(c, commit=commit, **about))
        self._ledger.publish(Event("work", work.id, project=project.id, task=work.task, step=work.step_n))


def _keep(space: Space, paths: list[str]) -> dict[str, tuple[str, int]]:
    """Commit the person's changes of these files: {path: (commit, bytes)}. A deleted file is left for the person to restore."""
    present = [path for path in space.changed_by_person(paths) if (space.folder / path).is_file()]
    if not present:
        return {}
    commit = space.keep_person_edits(present, subject="Changes by the person", trailers={})
    return {path: (commit, (space.folder / path).stat().st_size) for path in present} if commit else {}
