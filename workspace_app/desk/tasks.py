"""Verbs about tasks: new, plan drafts, context, pause, resume, stop, rerun."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from secrets import token_hex
from typing import Any, Literal

from sqlalchemy import Connection

from spaces import safe_name
from spaces.large import LARGEST
from workspace_app.desk.projects import ProjectVerbs, one_line
from workspace_app.domain import plan as plans
from workspace_app.domain.errors import NotAllowed, WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.engine import functions
from workspace_app.engine.kinds.planning import check_plan, plan_question
from workspace_app.engine.tools import DESCRIPTIONS
from workspace_app.store import changes
from workspace_app.store.ids import new_id

LARGEST_CONTEXT = LARGEST
"""Bytes of a context file; git is no place for more."""


class TaskVerbs(ProjectVerbs):
    """Make tasks and steer them."""

    async def new_task(
        self,
        text: str,
        project: str | None = None,
        title: str | None = None,
        context: Sequence[str] = (),
        model: str | None = None,
        approve: Literal["none", "plan", "all"] = "none",
        plan: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """A new task, whose planning starts at once (R12, R13).

        Args:
            text: what the person wants.
            project: its id; None for the project "My tasks", made on first use.
            context: absolute paths of files to copy into the task's context folder (R11).
            model: name of a model slot for the whole task; None for the default.
            approve: what is approved without asking.
            plan: a plan, as JSON; then no planner is called and the plan is asked about at once (R76).

        Raises:
            WorkspaceError: no text, an unknown model, a context file that cannot be read, or a plan that cannot.
        """
        if not text.strip() and plan is None:
            raise WorkspaceError("Say what you want to get done: the task is empty.")
        if model is not None:
            self._models.get(model)
        made = plans.Plan.from_json(plan) if plan is not None else None
        files = [_readable(file) for file in context]
        owner = project or await self._first_project()
        name = title or plans.title_from(text).rstrip(":：… ") or (made.title if made else None)
        task = await self._create(text, owner, name, model, approve, plan=made)
        await self._add_files(self._ask.task(task), files)
        if made is None:
            await self._flow.start_step(task, 0)
        else:
            await self._propose(task, made)
        return {"id": task, "project": owner}

    async def _create(
        self,
        text: str,
        project: str,
        title: str | None,
        model: str | None,
        approve: str,
        origin: dict[str, Any] | None = None,
        plan: plans.Plan | None = None,
    ) -> str:
        """A new task with its folder, not started; returns its id."""
        where = self._ask.project(project)
        name = one_line(title or "") or plans.title_from(text).rstrip(":：… ") or "Task"
        # Two people may give two tasks one name; in a folder that they share, each has a folder of its own from the start.
        own = f"{name} {token_hex(2)}" if await self._sharing.is_shared(project) else name
        about: dict[str, Any] = {"project": project, "title": one_line(name), "text": text}
        how: dict[str, Any] = {"model": model, "approve": approve, "origin": origin}
        how |= {"plan": plan.to_json(), "steps": len(plan.steps)} if plan else {}
        async with self._lock(project):  # two that are made at once do not take one folder
            folder = self._task_folder(project, Path(where.folder), own)
            task = await self._ledger.change(lambda c: changes.add_task(c, **about, folder=folder, **how))
        await asyncio.to_thread((Path(where.folder) / folder / "context").mkdir, parents=True, exist_ok=True)
        self._ledger.publish(Event("task", task, project=project, task=task, step=0, status=Status.PLANNING))
        return task

    async def _propose(self, task: str, plan: plans.Plan) -> None:
        row = self._ask.task(task)
        waits = plan_question(self._crew, row, plan)
        place = self._flow.place(task, self._ask.step_n(task, 0))
        await self._flow.wait(place, waits)

    async def rename_task(self, task: str, title: str) -> dict[str, Any]:
        """Change a task's title; its folder keeps its name (R92)."""
        await self._ledger.set_task(task, title=one_line(title) or self._ask.task(task).title)
        return {}

    # context

    async def add_context(self, task: str, files: Sequence[str]) -> dict[str, Any]:
        """Copy files into the task's context folder (R11); returns their paths relative to the project folder."""
        return {"paths": await self._add_files(self._ask.task(task), [_readable(file) for file in files])}

    async def remove_context(self, task: str, path: str) -> dict[str, Any]:
        """Take a file out of the task's context; its history stays."""
        context = self._ask.task_context(task)
        if path not in context:
            raise WorkspaceError(f"{path} is not in the context of this task.")
        row = self._ask.task(task)
        rest = [other for other in context if other != path]
        await self._put(row, path, None, f"Remove context {Path(path).name}", context=rest)
        return {}

    async def _add_files(self, task: Task, files: Sequence[Path]) -> list[str]:
        paths = []
        for file in files:
            context = self._ask.task_context(task.id)
            path = self._free_path(f"{task.folder}/context", file, context)
            body = await asyncio.to_thread(file.read_bytes)
            await self._put(task, path, body, f"Add context {Path(path).name}", context=[*context, path])
            paths.append(path)
        return paths

    async def _put(
        self,
        task: Task,
        path: str,
        body: bytes | None,
        subject: str,
        trailers: Mapping[str, str] | None = None,
        **columns: Any,
    ) -> None:
        def change(c: Connection) -> None:
            about: dict[str, Any] = {"author": "You", "author_kind": "user", "trailers": trailers or {"Task": task.id}}
            changes.put_file(c, project=task.project, path=path, body=body, subject=subject, **about)
            changes.set_task(c, task.id, **columns)

        await self._ledger.change(change)
        await self._outbox.flush(task.project)
        self._ledger.publish(Event("task", task.id, project=task.project, task=task.id))

    # the plan before it is approved

    async def check_plan(self, plan: dict[str, Any], task: str | None = None) -> dict[str, Any]:
        """What keeps a plan from being approved, or its tool servers from being used: {"problems": [{"step", "field", "message"}]}."""
        try:
            made = plans.Plan.from_json(plan)
        except plans.PlanError as error:
            return {"problems": [{"step": p.step, "field": p.field, "message": p.message} for p in error.problems]}
        return {"problems": check_plan(self._crew, self._ask.task(task) if task else None, made, health=True)}

    async def save_draft(self, task: str, plan: dict[str, Any]) -> dict[str, Any]:
        """Keep the person's own draft of the plan as a work of step 0, whatever its problems; returns them."""
        row = self._ask.task(task)
        if row.approved:
            raise NotAllowed("The plan has been approved; change single steps that have not started.")
        step = self._ask.step_n(task, 0)
        place = self._flow.place(task, step, self._flow.last_conversation(step))
        body = json.dumps(plan, ensure_ascii=False, indent=2).encode()
        works = self._crew.works
        version = works.prepare(place, "Plan", body, author="You", author_kind="user", extension=".json", id=new_id())
        await works.save(place, version)
        await self._ledger.set_task(task, plan=plan)
        await works.committed(place)
        return await self.check_plan(plan, task)

    async def edit_step(self, task: str, step: int, spec: dict[str, Any]) -> dict[str, Any]:
        """Change a step that has not started (R23); `spec` is the whole step as in a plan."""
        async with self._lock(task):
            row = self._ask.step_n(task, step)
            if self._ask.conversations(row.id) or row.status is not Status.QUEUED:
                raise NotAllowed(f"Step {step} has started already. Rerun it with another prompt instead.")
            task_row = self._ask.task(task)
            assert task_row.plan is not None
            plan = plans.Plan.from_json(task_row.plan)
            edited = plans.Plan.from_json({"steps": [{**spec, "id": row.key}]}).steps[0]
            plan = plans.replace_step(plan, row.key, edited)
            found = [problem for problem in check_plan(self._crew, task_row, plan) if problem["step"] == row.key]
            if found:
                raise WorkspaceError(" ".join(str(problem["message"]) for problem in found))
            await self._keep_plan(task, plan)
        return {}

    async def move_step(self, task: str, step: int, to: int) -> dict[str, Any]:
        """Move a step that has not started to another place among those that have not (R24); references go by id and stay right."""
        async with self._lock(task):
            rows = self._ask.steps(task)
            started = max(row.n for row in rows if self._ask.conversations(row.id) or row.status is not Status.QUEUED)
            if min(step, to) <= started or max(step, to) >= len(rows):
                raise NotAllowed(f"Only steps after step {started} can be moved, and only behind it.")
            task_row = self._ask.task(task)
            assert task_row.plan is not None
            plan = plans.move_step(plans.Plan.from_json(task_row.plan), rows[step].key, to - 1)
            found = check_plan(self._crew, task_row, plan)
            if found:
                raise WorkspaceError(" ".join(str(problem["message"]) for problem in found))
            await self._keep_plan(task, plan)
        return {}

    async def _keep_plan(self, task: str, plan: plans.Plan) -> None:
        """Store an approved plan whose steps that have not started changed."""
        rows = {row.key: row for row in self._ask.steps(task)}
        specs = plan.to_json()["steps"]

        def change(c: Connection) -> None:
            changes.set_task(c, task, plan=plan.to_json())
            for number, (step, spec) in enumerate(zip(plan.steps, specs, strict=True), start=1):
                about = {"title": step.title, "kind": step.kind, "spec": spec}
                changes.set_step(c, rows[step.id].id, n=number, **about)

        await self._ledger.change(change)
        for row in self._ask.steps(task):
            self._ledger.publish(Event("step", row.id, task=task, step=row.n, status=row.status))
        place = self._flow.place(task, self._ask.step_n(task, 0))
        await self._flow.write_plan(place, "steps changed")

    async def functions(self) -> list[dict[str, Any]]:
        """The functions that a step can run: [{"name", "description", "parameters"}]."""
        known = functions.functions()
        return [
            {"name": f.name, "description": f.description, "parameters": dict(f.parameters)} for f in known.values()
        ]

    async def tools(self) -> list[dict[str, Any]]:
        """The tools that an assistant can be given: [{"name", "description"}]."""
        return [{"name": name, "description": text} for name, text in DESCRIPTIONS.items()]

    def _free_path(self, folder: str, file: PurePath, taken: Sequence[str]) -> str:
        """A path in `folder` for a file of this name that no other has."""
        number, path = 1, f"{folder}/{safe_name(file.stem, file.suffix)}"
        while path in taken:
            number += 1
            path = f"{folder}/{safe_name(f'{file.stem}_{number}', file.suffix)}"
        return path

    def _task_folder(self, project: str, space: Path, name: str) -> str:
        taken = {folder.casefold() for folder in self._ask.task_folders(project)}
        number = 1
        folder = f"tasks/{safe_name(name, '', 80)}"
        while folder.casefold() in taken or (space / folder).exists():
            number += 1
            folder = f"tasks/{safe_name(name, '', 80)}_{number}"
        return folder


def _readable(file: str) -> Path:
    path = Path(file).expanduser().absolute()
    if not path.is_file():
        raise WorkspaceError(f"There is no file {path}.")
    if path.stat().st_size > LARGEST_CONTEXT:
        raise WorkspaceError(
            f"{path.name} is larger than {LARGEST_CONTEXT // 1_000_000} MB: put a smaller extract into the context."
        )
    return path
