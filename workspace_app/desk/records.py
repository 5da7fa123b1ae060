"""Verbs about what the folders keep of the tasks: reading it in on another machine, and one task as one file (DESIGN 4)."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from sqlalchemy import Connection

from spaces import Space
from spaces.errors import SpaceError
from workspace_app.desk.comments import CommentVerbs
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.records import Project
from workspace_app.engine.in_space import in_space
from workspace_app.engine.record import archive, layout
from workspace_app.engine.record.archive import Archive, OldVersion
from workspace_app.engine.record.layout import TaskFolder
from workspace_app.store import changes, recorded
from workspace_app.store.recorded import BadRecord, values_of


class RecordVerbs(CommentVerbs):
    """Rebuild, export and import."""

    async def find_record(self, folder: str) -> dict[str, Any]:
        """What a folder has to rebuild: {"title", "tasks": how many, "project": its id if it is one here, else None}.

        Raises:
            NewerFormat: a newer program wrote it.
        """
        path = Path(folder).expanduser().resolve()
        tasks = await asyncio.to_thread(layout.task_folders, path)
        title = (await asyncio.to_thread(_project_record, path))[0]["title"] if tasks else path.name
        known = [project.id for project in self._ask.projects() if Path(project.folder) == path]
        return {"title": title, "tasks": len(tasks), "project": known[0] if known else None}

    async def rebuild(self, folder: str) -> dict[str, Any]:
        """Read the record in a project's folder into the store: on another machine, or after something else wrote there.

        Returns:
            {"project", "title", "tasks", "new" and "newer" (rows), "kept", "problems" (sentences)}

        Raises:
            WorkspaceError: there is no record, a newer program wrote it, or the project is here already, in another folder.
        """
        path = Path(folder).expanduser().resolve()
        about, problems = await asyncio.to_thread(_project_record, path)
        if not (path / ".git").exists():
            problems.append("The history (.git) is not in this folder: earlier versions of works cannot be shown.")
        try:
            await asyncio.to_thread(Space.create, path)
        except (SpaceError, OSError) as error:
            raise WorkspaceError(str(error)) from error
        project = await self._project_at(path, about)
        await self._edits.watch(project)
        report = await self._records.read_space(project.id)
        found = asdict(report) | {"problems": problems + report.problems}
        return {"project": project.id, "title": project.title, **found}

    async def export_task(self, task: str, file: str, replace: bool = False) -> dict[str, Any]:
        """Write a task, with its works, their versions, its record and its context, into one file.

        Args:
            file: absolute path of the file to make.
            replace: whether a file that is there is written over.

        Raises:
            WorkspaceError: the file is there, or cannot be written.
        """
        row, path = self._ask.task(task), Path(file).expanduser().absolute()
        project = self._ask.project(row.project)
        if path.exists() and not replace:
            raise WorkspaceError(f"There is a file {path} already. Choose another name.")
        await self._edits.keep(project, self._ask.works(task))
        await self._outbox.flush(project.id)
        await self._records.write(task)
        waiting = [entry for entry in self._ask.outbox(project.id) if entry.path.startswith(f"{row.folder}/")]
        if waiting:
            raise WorkspaceError(f"{waiting[0].path} is not committed yet: {waiting[0].error} Try again afterwards.")
        versions = [
            OldVersion(version.id, work.path, version.commit, version.author, version.author_kind, version.created_at)
            for work in self._ask.works(task)
            for version in self._ask.versions(work.id)
        ]
        about = {"task": task, "title": row.title, "project": project.title, "exported_at": changes.now().isoformat()}
        await in_space(project.folder, lambda space: archive.pack(space, row.folder, about, versions, path))
        return {"file": str(path), "size": path.stat().st_size}

    async def import_task(self, file: str, project: str | None = None) -> dict[str, Any]:
        """Read a task from a file that `export_task` wrote. A task that is here already comes in once more, as another one.

        Args:
            project: its id; None for the project "My tasks", made on first use.

        Returns:
            {"task", "project", "title", "problems" (sentences)}

        Raises:
            WorkspaceError: the file is no exported task, is damaged or made to do harm, or a newer program wrote it.
        """
        path = Path(file).expanduser().absolute()
        with _opened(path) as given:
            about = await asyncio.to_thread(lambda: layout.parse(given.read(archive.TASK + layout.TASK_FILE)))
            layout.check_format(about, path.name)
            task = values_of(recorded.TASK, about, project_id="")
            owner = self._ask.project(project or await self._first_project())
            again, problems = self._has(task["id"]), list[str]()
            folder = self._task_folder(owner.id, Path(owner.folder), task["title"])

            def unpack(space: Space) -> None:
                trailers = {"Imported-From": task["id"]}
                archive.unpack(given, space, folder, again=again, trailers=trailers, tell=problems.append)

            async with self._outbox.lock(owner.id):
                await in_space(owner.folder, unpack)
        report = await self._records.read_task(owner.id, folder)
        made = [row for row in self._ask.tasks(owner.id) if row.folder == folder]
        problems += report.problems
        if not made:
            raise WorkspaceError(" ".join(problems))
        return {"task": made[0].id, "project": owner.id, "title": made[0].title, "problems": problems}

    # inside

    async def _project_at(self, path: Path, about: dict[str, Any]) -> Project:
        """The project of a folder, made if the store has none."""
        for project in self._ask.projects():
            if Path(project.folder) == path:
                return project
        try:
            known = self._ask.project(about["id"])
        except NotFound:
            known = None
        if known is not None and Path(known.folder).is_dir():
            raise WorkspaceError(
                f"This is a copy of the project “{known.title}”, which is at {known.folder}. Use that one, or open the copy in "
                "another data folder with --home."
            )

        def change(connection: Connection) -> None:
            if known is not None:
                changes.set_project(connection, known.id, folder=str(path))
            else:
                recorded.put(connection, recorded.PROJECT.table, {**about, "folder": str(path)})

        await self._ledger.change(change)
        return self._ask.project(about["id"])

    def _has(self, task: str) -> bool:
        with self._ask.connect() as connection:
            return recorded.is_known(connection, recorded.TASK.table, task)


def _project_record(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The columns of a folder's project but its folder, and what was wrong with its own file."""
    problems: list[str] = []
    tasks = layout.task_folders(path)
    layout.check_tasks(tasks)
    about: dict[str, Any] = {"title": path.name, "created_at": changes.now().isoformat()}
    try:
        body = layout.read_bytes(path, layout.PROJECT_FILE)
        if body is not None:
            given = layout.parse(body)
            layout.check_format(given, layout.PROJECT_FILE)
            return values_of(recorded.PROJECT, given), problems
    except BadRecord as error:
        problems.append(f"{layout.PROJECT_FILE}: {error}. The project gets the name of its folder.")
    if not tasks:
        raise WorkspaceError(f"There is no record of tasks in {path}. Choose a project's folder, in which “tasks” is.")
    return values_of(recorded.PROJECT, {**about, "id": _id_of(tasks)}), problems


def _id_of(tasks: list[TaskFolder]) -> str:
    """An id for a project whose own record is lost: made of its first task's record, so that the same folder gets the same one."""
    first = layout.read_bytes(tasks[0].space, f"{tasks[0].path}/{layout.TASK_FILE}") or b""
    record = layout.parse(first)
    return str(uuid5(NAMESPACE_OID, f"project of {record.get('id') if isinstance(record, dict) else first!r}"))


@contextmanager
def _opened(path: Path) -> Iterator[Archive]:
    if not path.is_file():
        raise WorkspaceError(f"There is no file {path}.")
    given = Archive.open(path)
    try:
        yield given
    finally:
        given.close()
