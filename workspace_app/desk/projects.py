"""Verbs about projects."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spaces import Space, safe_name
from spaces.errors import SpaceError
from workspace_app.desk.base import DeskBase
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.store import changes

FIRST_PROJECT = "My tasks"
LONGEST_TITLE = 200
"""Characters; the rest of a longer title is cut."""


class ProjectVerbs(DeskBase):
    """Make, rename and forget projects."""

    async def new_project(self, title: str, folder: str | None = None) -> dict[str, Any]:
        """A new project in a folder, which is created, or adopted with all that is in it (R5).

        Args:
            folder: absolute path; None for a folder of the project's name below the home.

        Raises:
            WorkspaceError: the folder cannot be used, or is a project already.
        """
        title = one_line(title) or "Project"
        path = Path(folder).expanduser().absolute() if folder else self._free_folder(title)
        for project in self._ask.projects():
            if Path(project.folder) == path:
                raise WorkspaceError(f"The folder {path} is the project “{project.title}” already.")
        try:
            await asyncio.to_thread(Space.create, path)
        except (SpaceError, OSError) as error:
            raise WorkspaceError(str(error)) from error
        id_ = await self._ledger.change(lambda c: changes.add_project(c, title, str(path)))
        await self._edits.watch(self._ask.project(id_))
        self._ledger.publish(Event("project", id_, project=id_))
        return {"id": id_}

    async def rename_project(self, project: str, title: str) -> dict[str, Any]:
        """Change a project's title; its folder keeps its name (R92)."""
        self._ask.project(project)
        await self._ledger.change(lambda c: changes.set_project(c, project, title=one_line(title) or "Project"))
        self._ledger.publish(Event("project", project, project=project))
        return {}

    async def set_project_defaults(self, project: str, text: str = "", context: Sequence[str] = ()) -> dict[str, Any]:
        """Say what new tasks of a project begin with: a text, and files that stay where they are (R71).

        Args:
            context: absolute paths.

        Raises:
            WorkspaceError: there is no such file.
        """
        planner = self._ask.project(project).defaults.planner
        lost = [path for path in context if not Path(path).is_file()]
        if lost:
            raise WorkspaceError(f"There is no file {lost[0]}.")
        defaults = {"text": text.strip(), "context": list(context), "planner": list(planner)}
        await self._ledger.change(lambda c: changes.set_project(c, project, defaults=defaults))
        self._ledger.publish(Event("project", project, project=project))
        return {}

    async def set_project_privacy(self, project: str, store_redacted: bool) -> dict[str, Any]:
        """Say what is kept of personal data that the PII middleware of a step's assistants redacts (F28, L94).

        What was stored before stays as it is; documents, plans and the texts of tasks are never changed, and stand-ins are not put back.

        Args:
            store_redacted: keep conversations as they are sent; else they are kept as they were said, and only sent redacted.
        """
        self._ask.project(project)
        await self._ledger.change(lambda c: changes.set_project(c, project, store_redacted=store_redacted))
        self._ledger.publish(Event("project", project, project=project))
        return {}

    async def move_project(self, project: str, folder: str) -> dict[str, Any]:
        """Say where a project's folder is now, after it was moved or renamed (R92).

        Raises:
            WorkspaceError: the folder is not this project's: none of its works is there.
        """
        row, path = self._ask.project(project), Path(folder).expanduser().absolute()
        known = self._ask.work_paths(project)
        if known and not any((path / work).exists() for work in known):
            raise WorkspaceError(
                f"The folder {path} does not hold the works of “{row.title}”. Choose the folder that does."
            )
        try:
            await asyncio.to_thread(Space.open, path)
        except (SpaceError, OSError) as error:
            raise WorkspaceError(str(error)) from error
        await self._ledger.change(lambda c: changes.set_project(c, project, folder=str(path)))
        await self._edits.watch(self._ask.project(project))
        self._ledger.publish(Event("project", project, project=project))
        return {}

    async def forget_project(self, project: str) -> dict[str, Any]:
        """Take a project off the list. Its folder stays, with all works and conversations: opened again, it is the project again."""
        self._ask.project(project)
        for task in self._ask.tasks(project):
            if self._flow.runs.of_task(task.id):
                raise WorkspaceError(f"The task “{task.title}” is running: stop it first.")
        await self._records.flush(project)
        await self._edits.forget(project)
        await self._ledger.change(lambda c: changes.forget_project(c, project))
        self._ledger.publish(Event("deleted", project, project=project))
        return {}

    async def _first_project(self) -> str:
        found = [project for project in self._ask.projects() if project.title == FIRST_PROJECT]
        if found:
            return found[0].id
        return str((await self.new_project(FIRST_PROJECT))["id"])

    def _free_folder(self, title: str) -> Path:
        root = self.home / "projects"
        name = safe_name(title, "")
        number = 1
        while (root / name).exists():
            number += 1
            name = safe_name(f"{title} {number}", "")
        return root / name


def one_line(text: str, longest: int = LONGEST_TITLE) -> str:
    """A title in one line, cut to `longest` characters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
