"""Verbs about works that are out of date: why, keep them, or run their steps again in order (R60)."""

import asyncio
from collections.abc import Sequence
from typing import Any

from workspace_app.desk.works import WorkVerbs
from workspace_app.domain.descent import Cause
from workspace_app.domain.errors import NotAllowed
from workspace_app.engine import staleness
from workspace_app.store import changes


class StalenessVerbs(WorkVerbs):
    """Nothing runs again by itself: what is out of date is marked, and the person decides."""

    async def why_stale(self, work: str) -> dict[str, Any]:
        """Why a work is out of date.

        Returns:
            {"causes": [{"title", "new_title", "path", "task", "step", "used", "now": {"version": id, "work": id, "n"}}],
            "lined_up": whether its step is to run again}
        """
        row = self._ask.work(work)
        descent = await asyncio.to_thread(self._ask.descent)
        lined_up = {line.step_id for line in self._ask.lined_up()}
        causes = descent.causes(row.newest.id) if row.stale else ()
        return {"causes": [self._cause(cause) for cause in causes], "lined_up": row.step in lined_up}

    async def still_good(self, work: str, on: bool = True) -> dict[str, Any]:
        """Keep a work that is out of date as it is, until an input changes once more; `on` False takes it back (R60)."""
        self._ask.work(work)
        await self._ledger.change(lambda c: changes.keep_work(c, work, changes.now() if on else None))
        await staleness.refresh(self._ledger)
        return {}

    async def out_of_date(self, task: str | None = None) -> list[dict[str, Any]]:
        """The steps that would have to run again, in the order in which they would.

        Args:
            task: only its steps, and those of any task that hang together with them; None for all.

        Returns:
            [{"step": id, "n", "title", "task": id, "task_title", "works": [titles], "busy": whether its task runs now}]
        """
        descent = await asyncio.to_thread(self._ask.descent)
        stale, found = descent.stale(), []
        for id_ in descent.run_again(task):
            step = self._ask.step(id_)
            works = [work.title for work in descent.current(id_) if work.id in stale]
            about = {"step": id_, "n": step.n, "title": step.title, "works": works}
            busy = bool(self._flow.runs.of_task(step.task))
            found.append({**about, "task": step.task, "task_title": self._ask.task(step.task).title, "busy": busy})
        return found

    async def run_in_order(self, steps: Sequence[str]) -> dict[str, Any]:
        """Run finished steps again, each when the one before it is done; they ask as always (R60).

        Args:
            steps: their ids, as `out_of_date` orders them.

        Raises:
            NotAllowed: there is none, or the first one's task is running.
        """
        if not steps:
            raise NotAllowed("Nothing is out of date.")
        first = self._ask.step(steps[0])
        async with self._lock(first.task):
            if self._flow.runs.of_task(first.task):
                raise NotAllowed("This task is running: stop it first.")
            await self._flow.line.line_up(steps)
            await self._flow.run_again(first)
        return {}

    async def leave_line(self, step: str) -> dict[str, Any]:
        """Take a step out of those that are to run again; what it is out of date by stays marked."""
        row = self._ask.step(step)
        await self._ledger.change(lambda c: changes.leave_line(c, step))
        await self._ledger.set_step(row, status=row.status)
        return {}

    def _cause(self, cause: Cause) -> dict[str, Any]:
        used, now = self._ask.version(cause.used), self._ask.version(cause.now)
        old, work = self._ask.work(used.work), self._ask.work(now.work)
        about = {"title": old.title, "new_title": work.title, "path": work.path, "task": work.task, "step": work.step_n}
        versions = {
            name: {"version": version.id, "work": version.work, "n": version.n}
            for name, version in (("used", used), ("now", now))
        }
        return {**about, **versions}
