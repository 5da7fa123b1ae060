"""What a person can change in a plan (R19): each edit returns a new plan and keeps step ids unique."""

from __future__ import annotations

from dataclasses import replace

from workspace_app.domain.plan.model import Plan, PlanError, Problem, Step, fresh_id, title_from


def add_step(plan: Plan, at: int, step: Step) -> Plan:
    """Insert a step at place `at` (0 = first); it gets a fresh id if its own is empty or taken."""
    taken = {other.id for other in plan.steps}
    new = step if step.id and step.id not in taken else replace(step, id=fresh_id(taken))
    steps = list(plan.steps)
    steps.insert(max(at, 0), new)
    return replace(plan, steps=tuple(steps))


def delete_step(plan: Plan, step_id: str) -> Plan:
    """Take a step out, and out of the inputs of the others. Raises PlanError if there is none with this id."""
    plan.index(step_id)
    return replace(plan, steps=tuple(_without_input(step, step_id) for step in plan.steps if step.id != step_id))


def move_step(plan: Plan, step_id: str, to: int) -> Plan:
    """Move a step so that it stands at place `to` (0 = first); references by id stay (R24)."""
    moved = plan.step(step_id)
    others = [step for step in plan.steps if step.id != step_id]
    others.insert(max(to, 0), moved)
    return replace(plan, steps=tuple(others))


def replace_step(plan: Plan, step_id: str, step: Step) -> Plan:
    """Put `step` in the place of another; it keeps that one's id, so that references stay right."""
    place = plan.index(step_id)
    return replace(plan, steps=(*plan.steps[:place], replace(step, id=step_id), *plan.steps[place + 1 :]))


def split_step(plan: Plan, step_id: str, at_text_offset: int) -> Plan:
    """Cut a step in two where its task text is cut; the second half takes the works of the first.

    Steps that took the works of the whole take those of both halves. Raises PlanError if a half would be empty.
    """
    whole, place = plan.step(step_id), plan.index(step_id)
    first, second = whole.step_task[:at_text_offset].rstrip(), whole.step_task[at_text_offset:].lstrip()
    if not first or not second:
        message = "A step can be split only inside of its task text: both halves need something to do."
        raise PlanError(message, (Problem(step_id, "step_task", message),))
    new_id = fresh_id([step.id for step in plan.steps])
    title = title_from(first) if whole.title == title_from(whole.step_task) else whole.title
    halves = (
        replace(whole, title=title, step_task=first),
        replace(whole, id=new_id, title=title_from(second), step_task=second, require_inputs=()),
    )
    later = tuple(_with_input(step, step_id, new_id) for step in plan.steps[place + 1 :])
    return replace(plan, steps=(*plan.steps[:place], *halves, *later))


def _without_input(step: Step, gone: str) -> Step:
    if step.require_inputs is None:
        return step
    return replace(step, require_inputs=tuple(needed for needed in step.require_inputs if needed != gone))


def _with_input(step: Step, after: str, new: str) -> Step:
    if step.require_inputs is None:
        return step
    inputs = [part for needed in step.require_inputs for part in ((needed, new) if needed == after else (needed,))]
    return replace(step, require_inputs=tuple(inputs))
