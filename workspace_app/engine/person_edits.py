"""The person's own hand: works changed in any other program become versions by the person, apart from the assistants' (R5, R41)."""

import asyncio
import logging
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from spaces import Newest, Space
from spaces.errors import SpaceError
from spaces.files import is_plain, size_of
from spaces.large import digest
from spaces.shared import SharedSpace
from spaces.watch import FolderWatch
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.records import Project, Version, Work
from workspace_app.engine import large_files, staleness
from workspace_app.engine.in_space import in_space
from workspace_app.engine.large_files import limit, needs_consent
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.outbox import Outbox
from workspace_app.store import changes

AGAIN_SECONDS = 5.0
"""Until a change is looked at again that could not be kept, for instance while a merge was under way."""

log = logging.getLogger(__name__)


class PersonEdits:
    """Watches the project folders and keeps what the person changed in works."""

    def __init__(self, ledger: Ledger, outbox: Outbox) -> None:
        self._ledger, self._outbox = ledger, outbox
        self._watches: dict[str, FolderWatch] = {}
        self._paused: set[str] = set()
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

    async def keep(self, project: Project, works: Iterable[Work], among: Collection[str] = ()) -> list[Work]:
        """Make versions of those works that the person changed or moved in the folder; returns them as they were.

        Args:
            among: where a work that is not in its place may have gone, relative to the folder; empty for anywhere.

        Raises:
            WorkspaceError: the folder or its repository cannot be used now.
        """
        ids = {work.id for work in works}
        if not ids:
            return []
        async with self._outbox.lock(project.id):
            # Read under the lock: a commit of the app that is not a version yet would look like the person's.
            rows = self._ledger.ask.project_works(project.id) if len(ids) > 1 else [self._ledger.ask.work(*ids)]
            saved = (row for row in rows if row.id in ids and (row.newest.commit or row.newest.sha256))
            known = {row.path: row for row in saved}
            taken, largest = partial(self._ledger.ask.work_paths, project.id), limit(self._ledger.home)
            versions = {path: row.newest for path, row in known.items()}
            found = await in_space(project.folder, lambda space: _look(space, versions, taken, among, largest))
            for path, (newest, author) in found.edited.items():
                await self._add_version(project, known[path], newest, author=author)
            for old, (new, newest) in found.moved.items():
                await self._add_version(project, known[old], newest, path=new)
            for path, (size, sha256) in found.large.items():
                await self._add_large(project, known[path], size, sha256)
        changed = [known[path] for path in (*found.edited, *found.moved, *found.large)]
        if changed:
            await staleness.refresh(self._ledger, changed)
        return changed

    @contextmanager
    def pausing(self, project: str) -> Iterator[None]:
        """Leave what changes meanwhile to the caller: it is not the person who writes there."""
        self._paused.add(project)
        try:
            yield
        finally:
            self._paused.discard(project)

    def _notice(self, project: Project, paths: list[str]) -> None:
        keeping = asyncio.get_running_loop().create_task(self._keep_noticed(project, paths))
        self._keeping.add(keeping)
        keeping.add_done_callback(self._keeping.discard)

    async def _keep_noticed(self, project: Project, paths: list[str]) -> None:
        if project.id in self._paused:
            return
        works = self._ledger.ask.project_works(project.id)
        if paths:
            missing = await asyncio.to_thread(_missing, project.folder, [work.path for work in works])
            works = [work for work in works if work.path in missing or work.path in paths]
        try:
            await self.keep(project, works, paths)
        except WorkspaceError as error:
            log.info("Changes in %s are not kept yet: %s", project.folder, error)
            if project.id in self._watches:
                asyncio.get_running_loop().call_later(AGAIN_SECONDS, self._notice_again, project, paths)

    def _notice_again(self, project: Project, paths: list[str]) -> None:
        if project.id in self._watches:
            self._notice(project, paths)

    async def _add_version(
        self, project: Project, work: Work, newest: Newest, *, author: str = "You", path: str | None = None
    ) -> None:
        about: dict[str, Any] = {"project": project.id, "work": work.id, "author": author, "size": newest.size}

        def change(c: Connection) -> None:
            if path is not None:
                changes.move_work(c, work.id, path)
            changes.add_committed_version(c, commit=newest.commit, **about)

        await self._ledger.change(change)
        self._ledger.publish(Event("work", work.id, project=project.id, task=work.task, step=work.step_n))

    async def _add_large(self, project: Project, work: Work, size: int, sha256: str) -> None:
        """A version that is too large for the history, and a question about it."""
        about: dict[str, Any] = {"project": project.id, "work": work.id, "author": "You", "size": size}

        def change(c: Connection) -> str | None:
            changes.add_committed_version(c, commit=None, sha256=sha256, **about)
            return large_files.ask(c, work.id, size)

        question = await self._ledger.change(change)
        where: dict[str, Any] = {"project": project.id, "task": work.task, "step": work.step_n}
        self._ledger.publish(Event("work", work.id, **where))
        if question is not None:
            self._ledger.publish(Event("question", question, **where))


@dataclass(frozen=True)
class _Found:
    """What the person did.

    Args:
        edited: new states by path, each with its author.
        moved: the new path and state by the old path.
        large: size in bytes and SHA-256, by path, of new states that are too large for the history.
    """

    edited: Mapping[str, tuple[Newest, str]]
    moved: Mapping[str, tuple[str, Newest]]
    large: Mapping[str, tuple[int, str]]


def _look(
    space: Space,
    known: Mapping[str, Version],
    taken: Callable[[], Collection[str]],
    among: Collection[str],
    largest: int,
) -> _Found:
    """Commit the person's changes of these files; one that is gone, and nowhere else, is left for the person to restore."""
    sizes = {path: size_of(space.folder, path) for path in known}
    large = {path for path, size in sizes.items() if needs_consent(space.folder, path, size, largest)}
    commits = {path: version.commit for path, version in known.items() if version.commit and path not in large}
    found = space.keep_edits(commits)
    outside = {path: version for path, version in known.items() if path in large or version.commit is None}
    other = {path: sha256 for path, version in outside.items() if (sha256 := _changed(space, path, version))}
    found |= {path: _commit(space, path) for path in other if path not in large}
    edited = {path: (newest, _author(space, newest)) for path, newest in found.items()}
    missing = {path: commits[path] for path in _missing(space.folder, commits)}
    moved = space.moved(missing, among or space.files(), taken()) if missing else {}
    return _Found(
        edited,
        {old: (new, space.keep_move(old, new)) for old, new in moved.items()},
        {path: (sizes[path], sha256) for path, sha256 in other.items() if path in large},
    )


def _changed(space: Space, path: str, version: Version) -> str | None:
    """The SHA-256 of a file that is not what `version` has; None if it is, or is not there."""
    file = space.folder / path
    if not is_plain(space.folder, path) or not file.exists():
        return None
    if version.sha256 and file.stat().st_mtime < version.created_at.timestamp() and file.stat().st_size == version.size:
        return None
    found = digest(file)
    return found if found != version.sha256 else None


def _commit(space: Space, path: str) -> Newest:
    """The person's state of a file that was too large before."""
    space.keep_person_edits([path], subject="Changes by the person", trailers={})
    if (newest := space.newest(path)) is None:
        raise SpaceError(f"“{path}” changed again while it was looked at: try again.")
    return newest


def _author(space: Space, newest: Newest) -> str:
    """Who made a state that no assistant made: the person, or whoever pushed it."""
    return space.author(newest.commit).name if SharedSpace(space.folder).came_from_there(newest.commit) else "You"


def _missing(folder: str | Path, paths: Iterable[str]) -> set[str]:
    return {path for path in paths if not os.path.lexists(f"{folder}/{path}")}
