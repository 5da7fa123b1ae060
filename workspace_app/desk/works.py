"""Verbs about works and their versions."""

import asyncio
from pathlib import Path
from typing import Any

from workspace_app.desk.answers import AnswerVerbs
from workspace_app.domain.errors import NotAllowed, NotFound, WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.plan import title_from
from workspace_app.domain.records import Project
from workspace_app.engine import large_files, staleness
from workspace_app.engine.copies import copy_of
from workspace_app.engine.in_space import in_space
from workspace_app.engine.outcome import Waits
from workspace_app.engine.works import version_id
from workspace_app.store.changes import NewVersion

SHOWN_BYTES = 2_000_000
"""How much of a work a screen is given."""


class WorkVerbs(AnswerVerbs):
    """Read, compare and restore works."""

    async def make_work(self, message: str, title: str | None = None) -> dict[str, Any]:
        """Make any message a work of its step; returns {"work": id}."""
        said = self._ask.message(message)
        place = self._flow.place_of(said.conversation)
        if place.step.n == 0:
            raise NotAllowed("Step 0 yields the plan. Put the text into the context instead.")
        works = self._crew.works
        made: dict[str, Any] = {"author": said.source, "author_kind": "user" if said.source == "user" else "assistant"}
        id_ = version_id(said.conversation, f"{message}/whole")
        name = title or title_from(said.text) or "Work"
        work, version = await works.save(
            place, works.prepare(place, name, said.text.encode(), id=id_, message=message, **made)
        )
        await works.committed(place)
        question = self._ask.conversation_question(said.conversation)
        if question is not None and question.kind in ("ask", "review"):
            text = f"Review “{work.title}” (version {version.n})."
            data = {"works": [work.id], "versions": [version.id]}
            await self._flow.ask_again(place, question, Waits("review", text, ("approve", "changes", "file"), data))
        return {"work": work.id}

    async def read_work(self, work: str, version: str | None = None) -> dict[str, Any]:
        """The text of a version of a work (None: the file as it lies in the folder).

        Returns:
            {"text" (None if binary), "size" bytes, "path" absolute, of a copy if it is not the newest version, "truncated"}
        """
        row = self._ask.work(work)
        project = self._ask.project(self._ask.task(row.task).project)
        if version is None:
            body = await asyncio.to_thread(_read_file, project, row.path) or await self._body(
                project.id, row.path, row.newest
            )
        else:
            body = await self._body(project.id, row.path, self._ask.version(version))
        path = Path(project.folder) / row.path
        if version is not None and version != row.newest.id:
            path = await asyncio.to_thread(copy_of, self.home, version, row.path, body)
        text = None if b"\0" in body[:8000] else body[:SHOWN_BYTES].decode("utf-8-sig", errors="replace")
        return {"text": text, "size": len(body), "path": str(path), "truncated": len(body) > SHOWN_BYTES}

    async def history(self, path: str) -> list[dict[str, Any]]:
        """The commits of a file, newest first: [{"commit","author","author_kind","when","subject"}]."""
        project, relative = self._locate(path)
        known = self._commits(project, relative)
        found = await self._in_space(project, lambda space: space.history(relative, known))
        return [
            {
                "commit": version.commit,
                "path": version.path,
                "author": version.author,
                "author_kind": version.author_kind,
                "when": version.when.isoformat(),
                "subject": version.subject,
            }
            for version in found
        ]

    async def diff(self, path: str, a: str, b: str | None = None) -> dict[str, Any]:
        """The change of a file from version `a` to `b` (None: as it lies in the folder), unified: {"text"}.

        Args:
            a, b: commits (full or short), or numbers of the work's versions.
        """
        project, relative = self._locate(path)
        first, second = self._commit(project, relative, a), self._commit(project, relative, b) if b else None
        return {"text": await self._in_space(project, lambda space: space.diff(relative, first, second))}

    async def restore(self, path: str, version: str) -> dict[str, Any]:
        """Make an earlier version the newest one again, as a new version (R9); returns {"version": id, "conflicts"}."""
        project, relative = self._locate(path)
        work = self._ask.work_at(project.id, relative)
        commit = self._commit(project, relative, version)
        body = await self._in_space(project, lambda space: space.read(relative, commit))
        place = self._flow.place(work.task, self._ask.step(work.step))
        new = NewVersion(
            work=work.id,
            path=relative,
            title=work.title,
            body=body,
            author="You",
            author_kind="user",
            subject=f"Restore {relative} from {commit[:8]}",
            trailers={**place.trailers(), "Restores": commit},
        )
        _, saved = await self._crew.works.save(place, new)
        self._ledger.publish(Event("work", work.id, project=project.id, task=work.task, step=work.step_n))
        await self._crew.works.committed(place)
        await staleness.refresh(self._ledger)
        where = self._ask.work(self._ask.version(saved.id).work)
        return {"version": saved.id, "conflicts": [] if where.id == work.id else [where.path]}

    async def file_limit(self) -> dict[str, Any]:
        """From which size on the person is asked before a file goes into the history: {"megabytes"}."""
        return {"megabytes": large_files.limit(self.home) // 1_000_000}

    async def set_file_limit(self, megabytes: int) -> dict[str, Any]:
        """Set that size, from 1 to 500 MB; for files that are saved from now on."""
        large_files.set_limit(self.home, megabytes)
        return {}

    # inside

    def _locate(self, path: str) -> tuple[Project, str]:
        """The project and the path within it, of an absolute path or one relative to a project or task folder."""
        given = Path(path)
        found: list[tuple[Project, str]] = []
        for project in self._ask.projects():
            folder = Path(project.folder)
            if given.is_absolute():
                if given.is_relative_to(folder):
                    found.append((project, given.relative_to(folder).as_posix()))
                continue
            known = self._ask.work_paths(project.id)
            tasks = [f"{task.folder}/{given.as_posix()}" for task in self._ask.tasks(project.id)]
            found += [
                (project, name) for name in (given.as_posix(), *tasks) if name in known or (folder / name).is_file()
            ]
        if not found:
            raise NotFound(f"No project holds the file {path}.")
        if len(found) > 1:
            raise WorkspaceError(f"Several files are called {path}: give its whole path.")
        return found[0]

    def _commits(self, project: Project, path: str) -> set[str]:
        """The commits of all versions of a work; nothing if some have none, or it is no work."""
        try:
            versions = self._ask.versions(self._ask.work_at(project.id, path).id)
        except NotFound:
            return set()
        commits = {version.commit for version in versions if version.commit is not None}
        return commits if len(commits) == len(versions) else set()

    def _commit(self, project: Project, path: str, version: str) -> str:
        """The commit of a version given by number or (short) commit id."""
        if not version.isdigit() or len(version) > 6:
            return version
        work = self._ask.work_at(project.id, path)
        for row in self._ask.versions(work.id):
            if row.n == int(version):
                if row.sha256 is not None:
                    raise WorkspaceError(f"Version {version} was kept out of the history: only its file is there.")
                if row.commit is None:
                    raise WorkspaceError(f"Version {version} is not in git yet: {row.pending}")
                return row.commit
        raise NotFound(f"{path} has no version {version}.")

    async def _in_space(self, project: Project, do: Any) -> Any:
        return await in_space(project.folder, do)


def _read_file(project: Project, path: str) -> bytes | None:
    file = Path(project.folder) / path
    return file.read_bytes() if file.is_file() else None
