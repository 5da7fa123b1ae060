"""Step 0: the planner and the person make the plan (R12, R13, R15, R20)."""

import json
from typing import Any

from workspace_app.domain import plan as plans
from workspace_app.domain.prompts import PLANNER_SYSTEM
from workspace_app.domain.records import Project, Task
from workspace_app.engine import functions, unasked
from workspace_app.engine.context import APP
from workspace_app.engine.kinds.base import StepRun, run_team, talk
from workspace_app.engine.mcp import PREFIX
from workspace_app.engine.middleware import registry as middleware
from workspace_app.engine.outcome import Outcome, Waits
from workspace_app.engine.structured.schema import fault_of
from workspace_app.engine.team_run import Crew, since_person
from workspace_app.engine.tools import tool_fault
from workspace_app.engine.works import version_id
from workspace_app.store.changes import NewMessage

PLANNER = "planner"
ASKED_AGAIN = 2
"""How often a broken plan is sent back to the planner before the person is asked."""


def planner_team(project: Project) -> plans.Team:
    """The planner and the person, by turns; the planner is an ordinary assistant with a system instruction and its project's middleware (L124)."""
    planner = plans.Assistant(PLANNER, PLANNER_SYSTEM, middleware=project.defaults.planner)
    return plans.Team(assistants=(planner,), person=True)


class PlanningKind:
    """Ends when the person approves a plan; every draft is kept as a work of step 0."""

    name = "planning"
    asks_first = True

    async def run(self, run: StepRun) -> Outcome:
        """Run the planner until it gave a plan or a question. A broken plan goes back to it, and the person sees that."""
        ended = await run_team(run, planner_team(run.place.project), delivers=False)
        if ended is not None:
            return ended
        answers = [item for item in run.recorder.said() if item.source == PLANNER and item.final]
        if not answers:
            return talk(run)
        try:
            plan = plans.parse_answer(answers[-1].text)
        except plans.NoPlan:
            return talk(run)
        except plans.PlanError as error:
            return await self._send_back(run, error)
        return await self._propose(run, plan, len(answers))

    async def _send_back(self, run: StepRun, error: plans.PlanError) -> Outcome:
        asked = [item for item in since_person(run.recorder.said()) if item.data.get("broken_plan")]
        if len(asked) >= ASKED_AGAIN:
            return Waits("ask", f"The planner's plan cannot be read: {error} Tell the planner what to do.", ("text",))
        text = f"This plan cannot be read: {error} Give the whole plan again as one JSON object."
        data = {"sent": True, "to": PLANNER, "broken_plan": True}
        await run.recorder.keep(NewMessage(source=APP, kind="notice", text=text, data=data))
        run.control.ended = None
        return await self.run(run)

    async def _propose(self, run: StepRun, plan: plans.Plan, number: int) -> Outcome:
        """Keep the draft as a work of step 0 (R12) and ask the person."""
        works, task = run.crew.works, run.place.task
        body = json.dumps(plan.to_json(), ensure_ascii=False, indent=2).encode()
        id_ = version_id(run.recorder.conversation, f"draft/{number}")
        made: dict[str, Any] = {"author": PLANNER, "author_kind": "assistant", "extension": ".json", "id": id_}
        await works.save(run.place, works.prepare(run.place, "Plan", body, **made))
        await works.committed(run.place)
        await run.crew.ledger.set_task(task.id, plan=plan.to_json(), steps=len(plan.steps))
        return plan_question(run.crew, task, plan)


def plan_question(crew: Crew, task: Task, plan: plans.Plan) -> Waits:
    """The question whether a plan is right, with what is wrong with it (R19) and what it does of its own accord."""
    acts = unasked.acts(crew.ledger.ask, task, plan)
    data = {"plan": plan.to_json(), "problems": check_plan(crew, task, plan), "acts": acts}
    text = f"Approve the plan “{plan.title}” with {len(plan.steps)} steps."
    if acts:
        text += f" Look at what it does without asking again: {'; '.join(acts)}."
    return Waits("plan", text, ("approve", "changes", "reject"), data)


def check_plan(crew: Crew, task: Task | None, plan: plans.Plan, *, health: bool = False) -> list[dict[str, str | None]]:
    """What keeps a plan from being approved: [{"step", "field", "message"}].

    Args:
        health: also which tool servers have failed; that keeps no plan from being approved, as they are tried again when they are used.
    """
    # With a model chosen for the task, names of models that only the planner knows give way to it.
    models = None if task is not None and task.model else set(crew.models.all())
    project = crew.ledger.ask.project(task.project) if task is not None else None
    own = crew.own(project) if project is not None else {}
    found = plans.problems(
        plan,
        known_functions=set(functions.functions()),
        known_models=models,
        middleware_faults=lambda listed: middleware.faults(listed, own),
        schema_fault=fault_of,
        tool_fault=lambda name: _tool_fault(crew, project, name, health),
    )
    return [{"step": problem.step, "field": problem.field, "message": problem.message} for problem in found]


def _tool_fault(crew: Crew, project: Project | None, name: str, health: bool) -> str | None:
    if not name.startswith(PREFIX):
        return tool_fault(name)
    return crew.mcp.fault_of(name, project, health) if project is not None else None
