"""How a task moves: a step starts, its run ends, the person answers, the next step starts (R14, R22, R41, R61-R64)."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from workspace_app.domain import plan as plans
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.prompts import DELIVERY, VALUE_DELIVERY, planning_prompt, step_prompt, step_task_of
from workspace_app.domain.records import Conversation, Question, Step, Task
from workspace_app.domain.status import ACTIVE, Status
from workspace_app.engine import inputs, references, staleness, unasked
from workspace_app.engine.in_space import persons_name
from workspace_app.engine.kinds import KINDS
from workspace_app.engine.kinds.planning import plan_question, planner_team
from workspace_app.engine.ledger import moved
from workspace_app.engine.outbox import Outbox
from workspace_app.engine.outcome import Done, Failed, Outcome, Stopped, Waits
from workspace_app.engine.place import Place
from workspace_app.engine.record.plan_file import write_plan
from workspace_app.engine.references import Expanded
from workspace_app.engine.runs import Runs
from workspace_app.engine.team_run import Crew
from workspace_app.store import changes
from workspace_app.store.changes import NewMessage

log = logging.getLogger(__name__)


class Flow:
    """Starts steps and carries out what their runs end with.

    Attributes:
        runs: what runs now.
        line: what the person has lined up to run again.
    """

    def __init__(self, crew: Crew, outbox: Outbox) -> None:
        self._crew, self._ledger, self._outbox = crew, crew.ledger, outbox
        self.runs = Runs(crew, self._ended)
        self.line = staleness.RunAgain(self._ledger)

    # where

    def place(self, task: str, step: Step, conversation: Conversation | None = None) -> Place:
        """The place of a step, or of one of its runs."""
        row = self._ledger.ask.task(task)
        return Place(self._ledger.ask.project(row.project), row, step, conversation)

    def place_of(self, conversation: str) -> Place:
        """The place of a conversation."""
        row = self._ledger.ask.conversation(conversation)
        return self.place(row.task, self._ledger.ask.step(row.step), row)

    def last_conversation(self, step: Step) -> Conversation | None:
        """The newest run of a step."""
        found = self._ledger.ask.conversations(step.id)
        return found[-1] if found else None

    # starting

    async def start_step(
        self,
        task: str,
        n: int,
        *,
        prompt: str | None = None,
        model: str | None = None,
        models: Mapping[str, str] | None = None,
        asked: bool = False,
    ) -> str | None:
        """Start a new run of a step; returns its conversation, None if it must wait for something first.

        Args:
            prompt: what the person made of the prompt, references as tokens; None for the program's (R23).
            model: overrides the task's model for this run.
            models: which slot stands in for which in this run (L27).
            asked: the person has seen the prompt (`ask_before_start`, F29).
        """
        step = self._ledger.ask.step_n(task, n)
        place = self.place(task, step)
        spec = spec_of(step)
        try:
            found = await inputs.gather(self._ledger.ask, place.project, place.task, spec)
        except WorkspaceError as error:
            await self._ledger.move(step, None, Status.ERROR, waits_for=str(error), error=str(error))
            return None
        if prompt is None:
            text = await references.expand(self._ledger.ask, prompt_of(place.task, step, found))
        else:
            text = await references.expand_whole(self._ledger.ask, prompt)
        if missing := (*found.missing, *text.missing):
            await self._wait_for_inputs(place, missing)
            return None
        if spec is not None and spec.ask_before_start and not asked:
            acts = "".join(f" It {what}." for what in unasked.step_acts(self._ledger.ask, place.task, spec))
            question = f"Look at the prompt, change it if you like, and start the step.{acts}"
            about = {"prompt": text.whole, "written": text.written}
            await self._ask(place, Waits("choice", question, ("approve", "text"), about))
            return None
        asks_first = KINDS[step.kind].asks_first
        record = text.record if asks_first else (*found.record, *text.record)
        slots = {"model": model or place.task.model, "models": models}
        conversation = await self._new_run(place, spec, text, record, slots)
        self.runs.submit(self.place_of(conversation))
        return conversation

    async def _new_run(
        self,
        place: Place,
        spec: plans.Step | None,
        text: Expanded,
        record: Sequence[Mapping[str, Any]],
        slots: Mapping[str, Any],
    ) -> str:
        team = plans.team_of(spec) if spec is not None else planner_team(place.project)
        data = {"inputs": list(record), **text.data}
        message = NewMessage(source="task", kind="task", text=text.whole, data=data)

        def change(c: Connection) -> tuple[str, int]:
            id_ = changes.add_conversation(
                c,
                project=place.project.id,
                task=place.task.id,
                step=place.step.id,
                prompt=text.whole,
                step_task=_edited_task(spec, text.written),
                inputs=record,
                team=_team_json(team),
                **slots,
            )
            changes.set_step(c, place.step.id, status=Status.QUEUED, error="", started_at=changes.now(), ended_at=None)
            about = {"step": place.step.n, "step_title": place.step.title, "waits_for": ""}
            status = Status.PLANNING if place.step.n == 0 else Status.QUEUED
            changes.set_task(c, place.task.id, status=status, **about)
            changes.comments_sent(c, text.comments)
            return id_, changes.append(c, id_, message)

        conversation, seq = await self._ledger.change(change)
        self._tell(place, conversation, Status.QUEUED)
        self._ledger.tell_message(conversation, message, seq)
        return conversation

    async def _wait_for_inputs(self, place: Place, missing: Sequence[str]) -> None:
        """A missing input stops the step before any model call (R63)."""
        names = ", ".join(missing)
        text = f"Step {place.step.n} needs {names}, which is not there. Put it back, then try again."
        await self._ask(place, Waits("input", text, ("approve", "file", "text"), {"missing": list(missing)}))

    async def _start_next(self, task: str) -> None:
        """Start the first step that is not done; the task is done when there is none."""
        following = self._next(task)
        if following is None:
            await self._ledger.set_task(task, status=Status.DONE, waits_for="")
        else:
            await self.start_step(task, following.n)

    def _next(self, task: str) -> Step | None:
        return next((step for step in self._ledger.ask.steps(task) if step.status is not Status.DONE), None)

    async def resume(self, task: str) -> None:
        """Go on with a task that was paused, interrupted or failed, from its last stored message (R64, R82)."""
        row = self._ledger.ask.task(task)
        step = self._ledger.ask.step_n(task, row.step)
        questions = self._ledger.ask.open_questions(task)
        conversation = self.last_conversation(step)
        if questions:
            await self._ledger.move(
                step, questions[-1].conversation, Status.WAITING, waits_for=questions[-1].text[:200]
            )
        elif step.n == 0 and conversation is None and row.plan is not None and not row.approved:
            plan = plans.Plan.from_json(row.plan)
            await self.wait(self.place(task, step), plan_question(self._crew, row, plan))
        elif step.status is Status.DONE or conversation is None or conversation.status is Status.DONE:
            if row.approved:
                await self.write_plan(self.place(task, step, conversation), "resumed")
            await self._start_next(task)
        elif (spec := spec_of(step)) is not None and spec.ask_before_start and not KINDS[step.kind].asks_first:
            await self.start_step(task, step.n)  # a function begins anew, so it is asked about anew
        else:
            await self.submit_again(conversation)

    async def submit_again(self, conversation: Conversation) -> None:
        """Go on with a conversation that has stopped."""
        place = self.place_of(conversation.id)
        await self._ledger.move(place.step, conversation.id, Status.QUEUED)
        self.runs.submit(self.place_of(conversation.id))

    # ending

    async def _ended(self, place: Place, outcome: Outcome, stopped: Stopped | None) -> None:
        assert place.conversation is not None
        await self._outbox.flush(place.project.id)
        if isinstance(outcome, Done):
            await self.complete(place, stopped)
        elif isinstance(outcome, Waits):
            await self.wait(place, outcome, stopped)
        elif isinstance(outcome, Failed):
            await self._ledger.move(
                place.step, place.conversation.id, Status.ERROR, waits_for=outcome.cause, error=outcome.cause
            )
        else:
            status = Status.PAUSED if outcome.paused else Status.INTERRUPTED
            await self._ledger.move(place.step, place.conversation.id, status, waits_for=str(outcome))

    async def wait(self, place: Place, waits: Waits, stopped: Stopped | None = None) -> None:
        """Ask the person, unless they said beforehand that they approve (`run --approve`)."""
        approve = place.task.approve
        # What the person's own plan does they know; a planner's is asked about if it does something of its own accord.
        sound = waits.kind == "plan" and not waits.data["problems"]
        known = place.conversation is None or not waits.data.get("acts")
        if stopped is None and sound and known and approve in ("plan", "all"):
            await self.approve_plan(place.task.id, plans.Plan.from_json(waits.data["plan"]))
        elif stopped is None and waits.kind == "review" and approve == "all":
            by = await persons_name(place.project.folder)
            await self._ledger.change(lambda c: changes.approve_versions(c, waits.data["versions"], by))
            await self.complete(place, None)
        else:
            await self._ask(place, waits)

    async def _ask(self, place: Place, waits: Waits) -> None:
        """Write the question and bring everything to waiting, at once: whoever sees the question may answer it."""
        conversation = place.conversation.id if place.conversation else None
        where: dict[str, Any] = {"project": place.project.id, "task": place.task.id}
        what: dict[str, Any] = {"kind": waits.kind, "text": waits.text, "answers": waits.answers, "data": waits.data}

        def change(c: Connection) -> str:
            moved(c, place.step, conversation, Status.WAITING, waits_for=waits.text[:200])
            return changes.ask(c, step=place.step.id, conversation=conversation, **where, **what)

        question = await self._ledger.change(change)
        self._ledger.tell_moved(place.step, conversation, Status.WAITING)
        about: dict[str, Any] = {**where, "step": place.step.n, "conversation": conversation}
        self._ledger.publish(Event("question", question, text=waits.text, **about))

    async def ask_again(self, place: Place, question: Question, waits: Waits) -> None:
        """Replace a question by another."""
        await self.close(question, "replaced")
        await self._ask(place, waits)

    async def close(self, question: Question, why: str) -> None:
        """Close a question that nobody answered, because something else took its place."""
        await self._ledger.change(lambda c: changes.close_question(c, question.id, {"action": why}))
        self._ledger.publish(Event("answered", question.id, project=question.project, task=question.task))

    async def complete(self, place: Place, stopped: Stopped | None = None) -> None:
        """A step is done: mark it, write the plan with the works' paths (R42), start the next."""
        conversation = place.conversation.id if place.conversation else None
        if conversation is not None:
            await self._ledger.hear_notes(conversation)
        await self._ledger.move(place.step, conversation, Status.DONE)
        await staleness.refresh(self._ledger)
        await self._wake_waiting(place)
        await self._follow(place, stopped)
        task = place.task.id
        await self.write_plan(place, f"step {place.step.n} done")
        if stopped is not None and self._next(task) is not None:
            status = Status.PAUSED if stopped.paused else Status.INTERRUPTED
            await self._ledger.set_task(task, status=status, waits_for=str(stopped))
        else:
            await self._start_next(task)

    async def _wake_waiting(self, place: Place) -> None:
        """Start the steps of other tasks that waited for what is there now (R21)."""
        for question in self._ledger.ask.inbox(place.project.id):
            if question.kind == "input" and question.data.get("missing") and question.task != place.task.id:
                other = self.place(question.task, self._ledger.ask.step(question.step))
                found = await inputs.gather(self._ledger.ask, other.project, other.task, spec_of(other.step))
                if not found.missing and other.task.status is Status.WAITING:
                    await self.close(question, "arrived")
                    await self.start_step(question.task, question.step_n)

    async def run_again(self, step: Step) -> None:
        """Run a finished step again; what the task asked meanwhile is put aside, and asked again when it comes to it."""
        await self.put_back(step)
        await self.start_step(step.task, step.n)

    async def put_back(self, step: Step) -> None:
        """Bring a task back to a step, whose questions and those of later steps are replaced."""
        for question in self._ledger.ask.open_questions(step.task):
            await self.close(question, "replaced")
            if question.conversation is not None:
                await self._ledger.set_conversation(question.conversation, status=Status.INTERRUPTED)
        await self._ledger.set_step(step, status=Status.QUEUED)
        status = Status.PLANNING if step.n == 0 else Status.QUEUED
        await self._ledger.set_task(step.task, status=status, step=step.n, step_title=step.title)

    async def _follow(self, place: Place, stopped: Stopped | None) -> None:
        """Run again what was lined up behind a step (R60)."""
        if stopped is not None:
            await self.line.give_up(place.step)
        for step in await self.line.follow(place.step):
            if step.task == place.task.id:
                await self.put_back(step)
            elif not self.runs.of_task(step.task):
                await self.run_again(step)

    # the plan

    async def approve_plan(self, task: str, plan: plans.Plan) -> None:
        """The plan is approved: the steps come into being and the first one starts (R14)."""
        await self._ledger.change(lambda c: self.keep_plan(c, task, plan))
        await self.begin(task)

    def keep_plan(self, connection: Connection, task: str, plan: plans.Plan) -> None:
        """Store an approved plan and its steps; planning is done."""
        row, step = self._ledger.ask.task(task), self._ledger.ask.step_n(task, 0)
        last = self.last_conversation(step)
        about = {
            "plan": plan.to_json(),
            "approved": True,
            "steps": len(plan.steps),
            "title": plan.title.strip() or row.title,
        }
        changes.set_task(connection, task, **about)
        specs = plan.to_json()["steps"]
        for number, (spec, values) in enumerate(zip(plan.steps, specs, strict=True), start=1):
            what = {"key": spec.id, "title": spec.title, "kind": spec.kind, "spec": values}
            changes.add_step(connection, project=row.project, task=task, n=number, status=Status.QUEUED, **what)
        changes.finish_step(connection, step.id, last.id if last else None)

    async def begin(self, task: str) -> None:
        """Start the first step of a plan that was approved."""
        steps = self._ledger.ask.steps(task)
        for row in steps[1:]:
            self._ledger.publish(Event("step", row.id, task=task, step=row.n, status=row.status))
        await self.complete(self.place(task, steps[0], self.last_conversation(steps[0])))

    # after a crash

    async def recover(self) -> None:
        """What was running when the engine died is interrupted now, and says from where it can be resumed (DESIGN 3)."""
        for conversation in self._ledger.ask.running():
            text = f"The app ended while this ran. Resume from message {conversation.messages}."
            step = self._ledger.ask.step(conversation.step)
            try:
                self._ledger.ask.task(conversation.task)
            except NotFound:
                continue
            await self._ledger.move(step, conversation.id, Status.INTERRUPTED, waits_for=text)
        await self.line.recover()
        for task in self._ledger.ask.tasks():
            answered = task.status is Status.WAITING and not self._ledger.ask.open_questions(task.id)
            if task.status in ACTIVE or answered:
                await self._ledger.set_task(
                    task.id, status=Status.INTERRUPTED, waits_for="The app ended between two steps. Resume to go on."
                )

    async def write_plan(self, place: Place, why: str) -> None:
        """Keep the plan's present state in the folder (R6)."""
        await write_plan(self._ledger, place, why)
        await self._outbox.flush(place.project.id)

    def _tell(self, place: Place, conversation: str, status: Status) -> None:
        about: dict[str, Any] = {"project": place.project.id, "task": place.task.id, "step": place.step.n}
        self._ledger.publish(
            Event("conversation", conversation, conversation=conversation, status=status, **about),
            Event("step", place.step.id, status=status, **about),
            Event("task", place.task.id, status=self._ledger.ask.task(place.task.id).status, **about),
        )


def spec_of(step: Step) -> plans.Step | None:
    """The step as in the plan; None for planning itself."""
    return plans.Plan.from_json({"steps": [dict(step.spec)]}).steps[0] if step.n else None


def prompt_of(task: Task, step: Step, found: inputs.Inputs) -> str:
    """The initial prompt of a step with references to what it reads; expanded, it is what will be sent (R28, R48)."""
    spec, tokens = spec_of(step), [reference.token for reference in found.references]
    if spec is None:
        return planning_prompt(task.text, tokens)
    if not KINDS[spec.kind].asks_first:
        return spec.step_task
    return step_prompt(spec.step_task, tokens, delivery=VALUE_DELIVERY if spec.output_schema else DELIVERY)


def _edited_task(spec: plans.Step | None, prompt: str) -> str | None:
    """The step's task in a prompt that the person edited, None if it is the plan's (R59)."""
    if spec is None:
        return None
    edited = step_task_of(prompt)
    return None if edited == step_task_of(step_prompt(spec.step_task, ())) else edited


def _team_json(team: plans.Team | None) -> dict[str, object] | None:
    if team is None:
        return None
    step = plans.Step(id="s", title="", step_task="", team=team)
    found: dict[str, object] = plans.Plan("", (step,)).to_json()["steps"][0]["team"]
    return found
