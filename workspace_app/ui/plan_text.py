"""A plan as readable text, so that two drafts can be compared."""

import difflib

from PySide6.QtCore import QCoreApplication

from workspace_app.domain.plan import NO_INPUTS, Plan, Step, Team, inputs_of, team_of
from workspace_app.ui.step_kinds import input_name, kind_words, members


def plan_text(plan: Plan) -> str:
    """The plan, one fact a line, steps without their numbers so that a moved step is one change."""
    return "\n".join([plan.title, *(line for step in plan.steps for line in ("", *_step_lines(plan, step)))])


def plan_diff(old: Plan, new: Plan) -> str:
    """A unified diff of two plans, whole; empty if they read the same."""
    lines = difflib.unified_diff(plan_text(old).splitlines(), plan_text(new).splitlines(), n=1000, lineterm="")
    return "\n".join(list(lines)[2:])


def _step_lines(plan: Plan, step: Step) -> list[str]:
    translate = QCoreApplication.translate
    lines = [f"## {step.title}", *step.step_task.splitlines()]
    lines.append(
        translate("PlanText", "Who: {kind} ({members})").format(kind=kind_words(step.kind).word, members=members(step))
    )
    if step.require_inputs is NO_INPUTS:
        lines.append(translate("PlanText", "Inputs: none"))
    elif step.require_inputs:
        names = ", ".join(_title(plan, needed) for needed in inputs_of(plan, step))
        lines.append(translate("PlanText", "Inputs: {names}").format(names=names))
    if step.function is not None:
        lines += [f"  {key} = {value}" for key, value in step.function.arguments.items()]
    for assistant in (team_of(step) or Team()).assistants:
        about = (assistant.model or "", ", ".join(assistant.tools), assistant.system)
        if any(about):
            lines.append(f"  {assistant.name}: " + " · ".join(part for part in about if part))
    if step.ask_before_start:
        lines.append(translate("PlanText", "Stops before it starts"))
    return lines


def _title(plan: Plan, needed: str) -> str:
    found = [step.title for step in plan.steps if step.id == needed]
    return found[0] if found else input_name(plan, needed)
