"""The desk: everything that a person can do, in one object, in the engine's process."""

import asyncio
import os
from pathlib import Path
from typing import Any, Self

from workspace_app import __version__
from workspace_app.assets import path as asset
from workspace_app.desk.middleware import MiddlewareVerbs
from workspace_app.desk.records import RecordVerbs
from workspace_app.desk.sharing import SharingVerbs
from workspace_app.desk.spending import SpendingVerbs
from workspace_app.desk.tools import ToolVerbs
from workspace_app.engine.copies import forget_copies
from workspace_app.engine.shell.sessions import SHELLS


class Desk(SharingVerbs, RecordVerbs, MiddlewareVerbs, ToolVerbs, SpendingVerbs):
    """Every public coroutine is a verb. Screens and command lines call them over a socket (`server`), tests directly."""

    @classmethod
    async def open(cls, home: Path, **crew: Any) -> Self:
        """Open the data folder, finish what a crash left, and be ready. The arguments are those of `DeskBase`.

        Raises:
            StoreError: the store cannot be opened.
        """
        desk = cls(home, **crew)
        await asyncio.to_thread(forget_copies, home)
        await desk._flow.recover()
        await desk._outbox.start()
        await desk._edits.start()
        await desk._records.start()
        desk._maintenance.start()
        return desk

    async def close(self) -> None:
        """Stop what runs (it can be resumed) and close the store."""
        self._sharing.cancel_all()
        await self._maintenance.stop()
        await self._flow.runs.close()
        await self._crew.mcp.close()
        await SHELLS.close_all()
        await self._edits.stop()
        await self._records.stop()
        await self._outbox.stop()
        self._ledger.close()

    async def status(self) -> dict[str, Any]:
        """How the engine is: {"pid", "version", "running", "problems"}."""
        stuck = [f"{row.path} is not committed yet: {row.error}" for row in self._ask.outbox() if row.error]
        gone = [
            f"The folder of “{project.title}” is not at {project.folder}: put it back, or say where it is now."
            for project in self._ask.projects()
            if not Path(project.folder).is_dir()
        ]
        return {"pid": os.getpid(), "version": __version__, "running": len(self._flow.runs), "problems": gone + stuck}

    async def sample_project(self) -> dict[str, Any]:
        """A small project to learn with, on the Practice model, which works offline and is not an AI."""
        known = [project for project in self._ask.projects() if project.title == "Sample"]
        project = known[0].id if known else (await self.new_project("Sample"))["id"]
        text = asset("sample/task.txt").read_text(encoding="utf-8")
        notes = str(asset("sample/field-notes.md"))
        made = await self.new_task(text, project=project, context=[notes], model="practice")
        return {"project": project, "task": made["id"]}

    async def doctor(self, repair: bool = False) -> dict[str, Any]:
        """Look for damage, and mend what can be mended: {"problems": [sentences that are left], "repaired": [sentences]}."""
        repaired = await self._doctor.repair() if repair else []
        return {"problems": await self._doctor.look(), "repaired": repaired}
