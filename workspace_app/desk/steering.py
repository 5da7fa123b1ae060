"""Verbs that steer a task: pause, stop, resume, run a step again, go on from a message."""

from collections.abc import Mapping
from typing import Any

from workspace_app.desk.tasks import TaskVerbs
from workspace_app.domain.errors import NotAllowed, WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.prompts import text_of
from workspace_app.domain.references import version_reference
from workspace_app.domain.status import ACTIVE, Status
from workspace_app.engine import continuation, inputs, references
from workspace_app.engine.flow import prompt_of, spec_of
from workspace_app.engine.outcome import Stopped
from workspace_app.store import changes


class SteeringVerbs(TaskVerbs):
    """Decide when and from where a task runs."""

    async def pause(self, task: str, now: bool = False) -> dict[str, Any]:
        """Pause a task at its next safe point, or at once (R81); `resume` goes on."""
        return await self._halt(task, Stopped(paused=True), now)

    async def stop(self, task: str, now: bool = False) -> dict[str, Any]:
        """Stop a task after the present message, or at once; what was received is kept (R44)."""
        return await self._halt(task, Stopped(paused=False), now)

    async def _halt(self, task: str, stopped: Stopped, now: bool) -> dict[str, Any]:
        row = self._ask.task(task)
        running = self._flow.runs.of_task(task)
        for conversation in running:
            await self._flow.runs.stop(conversation, stopped, now=now)
        row = self._ask.task(task)
        if not running and row.status in (*ACTIVE, Status.WAITING, Status.PAUSED):
            step = self._ask.step_n(task, row.step)
            last = self._flow.last_conversation(step)
            open_ = last.id if last is not None and last.status is not Status.DONE else None
            status = Status.PAUSED if stopped.paused else Status.INTERRUPTED
            if step.status is Status.DONE:
                await self._ledger.set_task(task, status=status, waits_for=str(stopped))
            else:
                await self._ledger.move(step, open_, status, waits_for=str(stopped))
        return {}

    async def resume(self, task: str) -> dict[str, Any]:
        """Go on with a task that was paused, interrupted or failed, from its last stored message (R64, R82)."""
        async with self._lock(task):
            row = self._ask.task(task)
            if self._flow.runs.of_task(task):
                raise NotAllowed("This task is running.")
            if row.status is Status.DONE:
                raise NotAllowed("This task is done. Rerun one of its steps, or start a new task.")
            if row.status is Status.WAITING:
                raise NotAllowed(f"This task waits for you: {row.waits_for}")
            await self._flow.resume(task)
        return {}

    async def delete_task(self, task: str) -> dict[str, Any]:
        """Put a task away; `undelete_task` brings it back, and its folder stays as it is."""
        await self.stop(task, now=True)
        row = self._ask.task(task)
        await self._ledger.change(lambda c: changes.set_task(c, task, deleted_at=changes.now()))
        self._ledger.publish(Event("deleted", task, project=row.project, task=task))
        return {}

    async def undelete_task(self, task: str) -> dict[str, Any]:
        """Bring a deleted task back."""
        await self._ledger.set_task(task, deleted_at=None)
        return {}

    async def rerun(
        self,
        task: str,
        step: int,
        prompt: str | None = None,
        start_from: str | None = None,
        model: str | None = None,
        models: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Run a step once more in a new conversation; earlier ones and their works stay (R46-R48).

        Args:
            prompt: None for the program's prompt.
            start_from: id of a work version whose text the prompt carries (R56).
            model: a slot for this run only, for assistants that name none.
            models: {slot: the one that stands in for it in this run only} (L25, L27).
        """
        async with self._lock(task):
            row = self._ask.step_n(task, step)
            self._check_free(task, step)
            self._models.check_names(model, models)
            text = prompt
            if start_from is not None:
                text = await self._with_version(task, step, prompt, start_from)
            await self._flow.put_back(row)
            conversation = await self._flow.start_step(
                task, step, prompt=text, model=model, models=models, asked=prompt is not None
            )
        return {"conversation": conversation}

    async def continue_from(
        self,
        conversation: str,
        seq: int,
        text: str | None = None,
        model: str | None = None,
        models: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Go on from a message in a new conversation of the same step; the old one stays as it is (R85, R87, R89).

        Args:
            seq: the last message to keep. Where that would leave a tool call without its result, the result is kept too.
            text: what the person says next; to edit a message of their own, continue at the one before it with the new text.
            model, models: as for `rerun`; None for those of the old conversation.

        Returns:
            {"conversation": id, "seq": the last message that was kept}
        """
        old = self._ask.conversation(conversation)
        async with self._lock(old.task):
            step = self._ask.step(old.step)
            self._check_free(old.task, step.n)
            self._models.check_names(model, models)
            words = await references.expand_whole(self._ask, text) if text else None
            cut = continuation.whole(self._ask.spoken(conversation), seq)
            await self._flow.put_back(step)
            new = await continuation.copy(self._ledger, self._flow.place_of(conversation), cut, words, model, models)
            self._flow.runs.submit(self._flow.place_of(new))
        return {"conversation": new, "seq": cut}

    async def hand_over(self, conversation: str) -> dict[str, Any]:
        """The prompt of a new conversation that goes on from this one's newest work, written by program (R52).

        Returns:
            {"text": as it would be sent, "written": with references}
        """
        row = self._ask.conversation(conversation)
        (first,) = self._ask.messages(conversation, limit=1) or (None,)
        written = str(first.data.get("written", row.prompt)) if first else row.prompt
        step = self._ask.step(row.step)
        works = [work for work in self._ask.works(row.task, step.n) if work.newest.conversation == conversation]
        if works:
            token = version_reference(works[-1], works[-1].newest).token
            note = "# Note\nGo on with this document: keep what is good, and finish what is open."
            written = f"{written}\n\n{token}\n\n{note}"
        return {"text": (await references.expand_whole(self._ask, written)).whole, "written": written}

    def _check_free(self, task: str, step: int) -> None:
        """A new run of a step can start: nothing of the task runs, and an approved plan is not replanned in place (R66)."""
        if self._flow.runs.of_task(task):
            raise NotAllowed("This task is running: stop it first.")
        if step == 0 and self._ask.task(task).approved:
            raise NotAllowed("The plan has been approved. To plan anew, branch the task: that makes a new task.")

    async def _with_version(self, task: str, step: int, prompt: str | None, version: str) -> str:
        found = self._ask.version(version)
        work = self._ask.work(found.work)
        if text_of(await self._body(self._ask.task(work.task).project, work.path, found), whole=True) is None:
            raise WorkspaceError(f"{work.path} is not text and cannot be put into a prompt.")
        base = prompt or (await self.prompt_preview(task, step))["written"]
        note = "# Note\nGo on from this document: keep what is good, and finish what is open."
        return f"{base}\n\n{version_reference(work, found).token}\n\n{note}"

    async def prompt_preview(self, task: str, step: int) -> dict[str, Any]:
        """The prompt that a step would start with now, exactly (R28): {"text", "written": with references, "missing": [sentences]}."""
        row = self._ask.step_n(task, step)
        task_row = self._ask.task(task)
        found = await inputs.gather(self._ask, self._ask.project(task_row.project), task_row, spec_of(row))
        text = await references.expand(self._ask, prompt_of(task_row, row, found))
        return {"text": text.whole, "written": text.written, "missing": [*found.missing, *text.missing]}
