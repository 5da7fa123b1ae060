"""What a model's plan would do that nobody has been asked about: such a plan is not approved beforehand, whatever was said (decision 0007)."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from workspace_app.domain import plan as plans
from workspace_app.domain.permissions import Rule, Verdict, decide, leads_home
from workspace_app.domain.records import Task
from workspace_app.engine.tools.reach import reach_of
from workspace_app.store import permissions
from workspace_app.store.queries import Queries

_OWN_COMMANDS = ("shell_command", "startup_commands", "shutdown_commands")


def acts(ask: Queries, task: Task, plan: plans.Plan) -> list[str]:
    """What the plan itself brings about, beside the tool calls of its assistants, which are asked about one by one; a phrase each."""
    return [f"step {n} {what}" for n, step in enumerate(plan.steps, 1) for what in step_acts(ask, task, step)]


def verdict(ask: Queries, task: Task, function: plans.FunctionCall) -> Verdict:
    """What the person's rules say to a function, as they do to a tool of its name."""
    return decide(_rules(ask, task), function.name, function.arguments)


def _rules(ask: Queries, task: Task) -> list[Rule]:
    return [rule for rule in ask.read(permissions.rules) if rule.holds_in(task.id, None)]


def step_acts(ask: Queries, task: Task, step: plans.Step) -> Iterator[str]:
    """The same for one step."""
    function = step.function
    if function is not None and not _is_free(task, function) and verdict(ask, task, function) != "allow":
        yield f"runs {_code(function.name)} with {_code(dict(function.arguments))}"
    for assistant in step.team.assistants if step.team else ():
        for entry in assistant.middleware:
            if entry.get("type") == "Shell" and entry.get("on", True):
                yield from _of_shell(entry.get("settings") or {})


def _is_free(task: Task, function: plans.FunctionCall) -> bool:
    reach = reach_of(function.name, None)
    outside = reach == "outside" and task.approve == "all"
    return reach == "inside" or (outside and not leads_home(function.arguments))


def _of_shell(settings: Any) -> Iterator[str]:
    if not isinstance(settings, Mapping):
        return
    for key in _OWN_COMMANDS:
        if settings.get(key):
            yield f"has a shell that runs {_code(settings[key])} of its own accord"
    if settings.get("workspace"):
        yield f"has a shell that writes in {_code(settings['workspace'])}"
    if not settings.get("confined", True):
        yield "has a shell that is not kept in its folder"


def _code(value: Any) -> str:
    """A value as it is, whatever Markdown would make of it."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join(text.split()) or " "
    ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    return f"{ticks} {text} {ticks}" if "`" in text else f"`{text}`"
