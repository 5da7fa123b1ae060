"""Verbs that make a new task out of another: branch it at a message, or run it again (R66-R77, R86)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from workspace_app.desk.models import ModelVerbs
from workspace_app.domain import plan as plans
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.prompts import planning_prompt, text_of
from workspace_app.domain.records import Task, Version, Work
from workspace_app.domain.status import Status
from workspace_app.engine import inputs
from workspace_app.engine.in_space import in_space

EXCERPT = 400
"""Characters of a part that the person is shown to decide by."""


@dataclass(frozen=True)
class _Part:
    """Something that a branch can carry: shown as a chip, left out if the person removes it (R69)."""

    id: str
    kind: str
    title: str
    body: bytes

    def describe(self) -> dict[str, Any]:
        text = text_of(self.body)
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "size": len(self.body),
            "text": text[:EXCERPT] if text is not None else None,
        }


class BranchVerbs(ModelVerbs):
    """Branch and run again: each makes a new, independent task (R72, R77)."""

    async def branch_parts(
        self, task: str, conversation: str | None = None, seq: int | None = None
    ) -> list[dict[str, Any]]:
        """What a branch could carry, as of a message: plan, context, works, feedback; each can be left out (R69, R86).

        Returns:
            [{"id", "kind" ("plan", "context", "work", "feedback", "conversation"), "title", "size" bytes, "text" (excerpt)}]
        """
        return [part.describe() for part in await self._parts(self._ask.task(task), conversation, seq)]

    async def branch(
        self,
        task: str,
        conversation: str | None = None,
        seq: int | None = None,
        text: str | None = None,
        origin: bool = True,
        parts: Sequence[str] | None = None,
        model: str | None = None,
    ) -> dict[str, Any]:
        """A new task from this one, in planning; this one stops, unless it is done (R68, R73).

        Args:
            conversation, seq: the message to branch at; None for where the task stands.
            text: what is to be done now; None for the old task's text.
            origin: whether the new task records where it comes from (R72).
            parts: ids of `branch_parts` to carry; None for all of them.
        """
        old = self._ask.task(task)
        found = await self._parts(old, conversation, seq)
        if parts is not None:
            unknown = set(parts) - {part.id for part in found}
            if unknown:
                raise WorkspaceError(f"There is nothing called {', '.join(sorted(unknown))} to carry along.")
            found = [part for part in found if part.id in parts]
        place = self._flow.place_of(conversation) if conversation else None
        source = {"task": task, "step": place.step.n if place else old.step, "conversation": conversation, "seq": seq}
        if old.status is not Status.DONE:
            await self.stop(task, now=True)
        new = await self._create(
            text or old.text, old.project, None, model or old.model, "none", origin=source if origin else None
        )
        await self._carry(old, new, found)
        await self._note_branch(old, new)
        return {"id": new, "project": old.project}

    async def run_again(self, task: str) -> dict[str, Any]:
        """A new task with the same text, context and plan, which can be approved at once (R76)."""
        old = self._ask.task(task)
        if old.plan is None:
            raise WorkspaceError("This task has no plan yet. Start a new task instead.")
        source = {"task": task, "step": None, "conversation": None, "seq": None}
        plan = plans.Plan.from_json(old.plan)
        new = await self._create(old.text, old.project, old.title, old.model, "none", origin=source, plan=plan)
        for part in await self._context_parts(old):
            await self._import(new, part, old)
        await self._propose(new, plan)
        return {"id": new, "project": old.project}

    # inside

    async def _carry(self, old: Task, new: str, parts: Sequence[_Part]) -> None:
        """Copy works and context into the new task's context; put the rest into the planner's prompt."""
        for part in parts:
            if part.kind in ("context", "work"):
                await self._import(new, part, old)
        row = self._ask.task(new)
        found = await inputs.gather(self._ask, self._ask.project(row.project), row, None)
        sections = [f"# {part.title}\n{text_of(part.body)}" for part in parts if part.kind not in ("context", "work")]
        tokens = [reference.token for reference in found.references]
        prompt = "\n\n".join([planning_prompt(row.text, tokens), *sections])
        await self._flow.start_step(new, 0, prompt=prompt, asked=True)

    async def _import(self, task: str, part: _Part, old: Task) -> None:
        row = self._ask.task(task)
        context = self._ask.task_context(task)
        path = self._free_path(f"{row.folder}/context", PurePosixPath(part.title), context)
        trailers = {"Task": task, "Imported-From": part.id, "Origin-Task": old.id}
        await self._put(row, path, part.body, f"Import {PurePosixPath(path).name}", trailers, context=[*context, path])

    async def _note_branch(self, old: Task, new: str) -> None:
        if old.status is not Status.DONE:
            title = self._ask.task(new).title
            await self._ledger.set_task(old.id, waits_for=f"Interrupted by you: branched into “{title}”.")

    async def _parts(self, task: Task, conversation: str | None, seq: int | None) -> list[_Part]:
        until = self._moment(conversation, seq)
        found: list[_Part] = []
        if task.plan is not None:
            plan = json.dumps(task.plan, ensure_ascii=False, indent=2)
            found.append(_Part("plan", "plan", "Plan so far", f"```json\n{plan}\n```".encode()))
        found += await self._context_parts(task)
        for work in self._ask.works(task.id):
            version = self._version_at(work, until) if work.step_n else None
            if version is not None:
                body = await self._body(task.project, work.path, version)
                name = f"{work.title}{PurePosixPath(work.path).suffix}"
                found.append(_Part(f"{work.path}@{version.n}", "work", name, body))
        feedback = self._feedback(task, until)
        if feedback:
            found.append(_Part("feedback", "feedback", "Feedback so far", feedback.encode()))
        if conversation is not None:
            said = self._ask.messages(conversation, limit=seq)
            lines = [
                f"{message.source}: {message.text}"
                for message in said[1:]
                if message.kind in ("text", "answer", "summary")
            ]
            if lines:
                found.append(_Part("conversation", "conversation", "Conversation so far", "\n\n".join(lines).encode()))
        return found

    async def _context_parts(self, task: Task) -> list[_Part]:
        paths = self._ask.task_context(task.id)
        folder = self._ask.project(task.project).folder
        bodies = await in_space(folder, lambda space: [space.read(path) for path in paths])
        return [
            _Part(path, "context", PurePosixPath(path).name, body) for path, body in zip(paths, bodies, strict=True)
        ]

    def _moment(self, conversation: str | None, seq: int | None) -> datetime | None:
        if conversation is None or seq is None:
            return None
        (message,) = self._ask.messages(conversation, after=seq - 1, limit=1) or (None,)
        if message is None:
            raise WorkspaceError(f"This conversation has no message {seq}.")
        return message.created_at

    def _version_at(self, work: Work, until: datetime | None) -> Version | None:
        """The version that was current at a moment; works that came later are not part of the branch (R86, R88)."""
        if until is None:
            return work.approved or work.newest
        return next((version for version in self._ask.versions(work.id) if version.created_at <= until), None)

    def _feedback(self, task: Task, until: datetime | None) -> str:
        """What the person said in each step, suggestions for later steps included, and assistants about the plan (R43, R45, R67)."""
        lines = [
            f"- Step {step.n}: {message.text}"
            for step in self._ask.steps(task.id)[1:]
            for message in self._ask.feedback(step.id)
            if message.data.get("action") != "approve" or message.data.get("suggestion")
            if until is None or message.created_at <= until
        ]
        lines += [
            f"- Step {n}: {message.text}"
            for n, message in self._ask.replan_hints(task.id)
            if until is None or message.created_at <= until
        ]
        return "\n".join(lines)
