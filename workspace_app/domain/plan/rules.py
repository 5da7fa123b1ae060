"""What makes a plan invalid, in words that the person and the planner can act on (R19)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from workspace_app.domain.model_names import split_name
from workspace_app.domain.plan.model import (
    BREAKPOINTS,
    JSON,
    KINDS,
    RESERVED_NAMES,
    WORK_PREFIX,
    Plan,
    Problem,
    Step,
    Team,
    team_of,
)

MiddlewareFaults = Callable[[Sequence[Mapping[str, JSON]]], Sequence[str]]
"""What is wrong with an assistant's list of middleware, a sentence each."""

SchemaFault = Callable[[Mapping[str, JSON]], str | None]
"""What keeps a JSON schema from being that of a step's result, None if nothing does."""

ToolFault = Callable[[str], str | None]
"""What keeps an assistant from being given the tool of this name, a sentence; None if nothing is known to."""

_NAME = re.compile(r"\w[\w -]{0,63}")


def problems(
    plan: Plan,
    *,
    kinds: Collection[str] = KINDS,
    known_functions: Collection[str] | None = None,
    known_models: Collection[str] | None = None,
    middleware_faults: MiddlewareFaults | None = None,
    schema_fault: SchemaFault | None = None,
    tool_fault: ToolFault | None = None,
) -> tuple[Problem, ...]:
    """All that keeps a plan from being approved, in the order of its steps; empty if it is valid.

    Functions, models, middleware, schemas and tools are checked only with what is given; `kinds` are the step kinds that the engine has.
    """
    if not plan.steps:
        return (Problem(None, "steps", "The plan has no steps: add at least one."),)
    found: list[Problem] = []
    for place, step in enumerate(plan.steps):
        rules = (
            *_id_faults(plan, step, place),
            *_input_faults(plan, step, place),
            *_kind_faults(step, kinds, known_functions),
            *_team_faults(step, known_models),
            *_middleware_faults(step, middleware_faults),
            *_schema_faults(step, schema_fault),
            *_tool_faults(step, tool_fault),
        )
        name = step.title or step.id or str(place + 1)
        task = () if step.step_task.strip() else (("step_task", "has an empty task: say what to do"),)
        found += [Problem(step.id, path, f'Step {place + 1} "{name}" {what}.') for path, what in (*task, *rules)]
    return tuple(found)


_Faults = Iterator[tuple[str, str]]


def _id_faults(plan: Plan, step: Step, place: int) -> _Faults:
    if not step.id.strip():
        yield "id", "has no id"
    elif step.id == "none" or step.id.startswith(WORK_PREFIX):
        yield "id", f'has the id "{step.id}", which has another meaning in the inputs: choose another id'
    elif any(earlier.id == step.id for earlier in plan.steps[:place]):
        yield "id", f'has the same id "{step.id}" as an earlier step: every id must be its own'


def _input_faults(plan: Plan, step: Step, place: int) -> _Faults:
    earlier = {other.id for other in plan.steps[:place]}
    later = {other.id for other in plan.steps[place + 1 :]}
    for needed in step.require_inputs or ():
        if needed.startswith(WORK_PREFIX):
            if not needed.removeprefix(WORK_PREFIX).partition("@")[0].strip():
                yield "require_inputs", f'names a work without a path: write "{WORK_PREFIX}PATH"'
        elif needed == step.id:
            yield "require_inputs", "takes its own works as input"
        elif needed not in earlier:
            what = "which comes later" if needed in later else "which is not in the plan"
            yield "require_inputs", f'takes the works of step "{needed}" as input, {what}'


def _kind_faults(step: Step, kinds: Collection[str], known_functions: Collection[str] | None) -> _Faults:
    if step.kind not in kinds:
        yield "kind", f'is of the unknown kind "{step.kind}": choose one of {", ".join(kinds)}'
    if step.kind != "function":
        return
    if step.dry_run:
        yield "dry_run", "cannot be a dry run: a function is always run, and only assistants' tools can be made up"
    if step.function is None or not step.function.name.strip():
        yield "function", "is a function step, but names no function"
    elif known_functions is not None and step.function.name not in known_functions:
        known = ", ".join(sorted(known_functions)) or "none"
        yield "function.name", f'runs the unknown function "{step.function.name}" (known: {known})'


def _team_faults(step: Step, known_models: Collection[str] | None) -> _Faults:
    team = team_of(step)
    if team is None or step.kind == "function":
        return
    if not team.assistants and (not team.person or step.kind in ("agent", "review")):
        yield "team.assistants", "has no assistant in its team: add one"
    if team.chat == "selector" and len(team.assistants) + team.person < 2:
        yield "team.chat", "has a selector chat, which needs at least two members"
    if team.max_turns is not None and team.max_turns < 1:
        yield "team.max_turns", "must allow at least one turn"
    yield from _assistant_faults(team, known_models)


def _assistant_faults(team: Team, known_models: Collection[str] | None) -> _Faults:
    names = Counter(assistant.name.casefold() for assistant in team.assistants)
    for place, assistant in enumerate(team.assistants):
        path, name = f"team.assistants.{place}", assistant.name
        if not _NAME.fullmatch(name):
            yield f"{path}.name", f'has an assistant with the name "{name}": use letters, digits, spaces, - and _'
        elif name.casefold() in RESERVED_NAMES:
            yield f"{path}.name", f'has an assistant called "{name}", which is kept for the person'
        elif names[name.casefold()] > 1:
            yield f"{path}.name", f'has more than one assistant called "{name}"'
        named = assistant.model is None or split_name(assistant.model) is not None
        if known_models is not None and not named and assistant.model not in known_models:
            known = ", ".join(sorted(known_models)) or "none"
            yield f"{path}.model", f'gives {name} the unknown model "{assistant.model}" (known: {known})'


def _schema_faults(step: Step, fault_of: SchemaFault | None) -> _Faults:
    if step.output_schema is None:
        return
    if step.kind not in ("agent", "review"):
        yield "output_schema", "has a schema for its result, but no assistants who could give it: take it away"
    elif fault := fault_of(step.output_schema) if fault_of else None:
        yield "output_schema", f"has a schema for its result that cannot be used: {fault.rstrip('.')}"


def _middleware_faults(step: Step, faults_of: MiddlewareFaults | None) -> _Faults:
    """What is wrong with what is around the assistants' calls: limits, stops and middleware (L8, L20, L22)."""
    team = team_of(step)
    for place, assistant in enumerate(team.assistants if team and step.kind != "function" else ()):
        path = f"team.assistants.{place}"
        if assistant.max_rounds is not None and assistant.max_rounds < 1:
            yield f"{path}.max_rounds", f"must allow {assistant.name} at least one model call"
        for name in assistant.breakpoints:
            if name not in BREAKPOINTS:
                yield f"{path}.breakpoints", f'stops {assistant.name} at "{name}": choose of {", ".join(BREAKPOINTS)}'
        for fault in faults_of(assistant.middleware) if faults_of else ():
            yield f"{path}.middleware", f"gives {assistant.name} middleware that cannot be used: {fault.rstrip('.')}"


def _tool_faults(step: Step, fault_of: ToolFault | None) -> _Faults:
    team = team_of(step)
    if fault_of is None or team is None or step.kind == "function":
        return
    for place, assistant in enumerate(team.assistants):
        for tool in assistant.tools:
            if fault := fault_of(tool):
                words = f'gives {assistant.name} the tool "{tool}", which cannot be used: {fault.rstrip(".")}'
                yield f"team.assistants.{place}.tools", words
