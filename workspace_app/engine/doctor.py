"""What is wrong with the projects' folders, and mending it: nothing is ever lost by a repair (DESIGN 4)."""

from pathlib import Path

from spaces import Space
from spaces.files import is_large, is_plain
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Project
from workspace_app.engine.in_space import in_space
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.outbox import Outbox
from workspace_app.engine.person_edits import PersonEdits


class Doctor:
    """Looks at every project's folder, and repairs it if that is asked for."""

    def __init__(self, ledger: Ledger, outbox: Outbox, edits: PersonEdits) -> None:
        self._ledger, self._outbox, self._edits = ledger, outbox, edits

    async def look(self) -> list[str]:
        """The problems, each in a sentence that says what to do."""
        problems = []
        for project in self._ledger.ask.projects():
            problems += await self._look_at(project)
        return problems + [
            f"{row.path} is not committed yet: {row.error}" for row in self._ledger.ask.outbox() if row.error
        ]

    async def repair(self) -> list[str]:
        """Mend what can be mended; returns what was done, in sentences. What cannot is among the problems afterwards."""
        done, waiting = [], self._ledger.ask.outbox()
        for project in self._ledger.ask.projects():
            try:
                done += await self._mend(project)
            except WorkspaceError:
                continue  # Named by `look`.
        left = {row.id for row in self._ledger.ask.outbox()}
        return done + [f"{row.path} was committed." for row in waiting if row.id not in left]

    async def _look_at(self, project: Project) -> list[str]:
        try:
            async with self._outbox.lock(project.id):
                problems = await in_space(project.folder, Space.check)
        except WorkspaceError as error:
            return [f"{project.title}: {error}"]
        folder, works = Path(project.folder), self._ledger.ask.project_works(project.id)
        saved = [work for work in works if work.newest.commit or work.newest.sha256 or work.newest.n > 1]
        problems += [
            f"The file of “{work.title}” is not at {work.path} any more: restore a version of it, or put it back."
            for work in saved
            if not (folder / work.path).exists()
        ]
        odd = [work for work in saved if (folder / work.path).exists() and not is_plain(folder, work.path)]
        problems += [f"At {work.path} is a link or a folder instead of “{work.title}”: move it away." for work in odd]
        return problems + [
            f"“{work.title}” ({work.path}) has become too large for the history: what is in it now is not kept as a version."
            for work in saved
            if work.newest.sha256 is None and is_large(folder, work.path)
        ]

    async def _mend(self, project: Project) -> list[str]:
        done = await self._begin_again(project)
        async with self._outbox.lock(project.id):
            done += await in_space(project.folder, Space.repair)
        await self._outbox.flush(project.id)
        await self._edits.keep(project, self._ledger.ask.project_works(project.id))
        return done

    async def _begin_again(self, project: Project) -> list[str]:
        """A folder whose .git is gone gets a new history, which begins with the works as they are now."""
        folder = Path(project.folder)
        if not folder.is_dir() or (folder / ".git").exists():
            return []
        works = self._ledger.ask.project_works(project.id)

        def begin(space: Space) -> None:
            space.keep_person_edits([work.path for work in works], subject="The history begins again", trailers={})

        async with self._outbox.lock(project.id):
            Space.create(folder)
            await in_space(folder, begin)
        return [
            f"The history of “{project.title}” was gone and begins again with the files as they are; earlier versions are lost with it."
        ]
