"""The middleware that there is, by the name that plans call it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

from pydantic import ValidationError

from workspace_app.engine.middleware.base import Middleware, MiddlewareError
from workspace_app.engine.middleware.strategy import check_alone

Own: TypeAlias = Mapping[str, type[Middleware[Any]] | Callable[..., Any]]
"""What a project brings itself, by name: classes of middleware, and functions that settings may name."""

MODULES: dict[str, str] = {
    "PII": "pii",
    "Recall": "recall",
    "ModelCallLimit": "limits",
    "ToolCallLimit": "limits",
    "Summarization": "summarization",
    "TaskMemory": "summarization",
    "Snapshot": "snapshot",
    "LastMessages": "last_messages",
    "ContextEditing": "context_editing",
    "ToolSelector": "selector",
    "ModelFallback": "fallback",
    "ModelRetry": "retry",
    "ToolRetry": "retry",
    "HumanInTheLoop": "human",
    "TodoList": "todo",
    "Shell": "shell",
    "FileSearch": "file_search",
    "WebSearch": "web_search",
    "ToolEmulator": "emulator",
    "StructuredAnswer": "structured_answer",
    "ResultCache": "cache",
}
"""Class name -> module of this package, in the order in which they are offered (L122)."""
EVERYWHERE: dict[str, str] = {"Permissions": "permissions", "Budgets": "budgets", "TooLong": "too_long"}
"""The same for what every assistant has, outermost and whatever its list says, with default settings."""


def types() -> dict[str, type[Middleware[Any]]]:
    """Every class of middleware by its name: those that every assistant has, then the others in the default order (L122)."""
    return {name: class_of(name) for name in EVERYWHERE | MODULES}


def class_of(name: str, own: Own = MappingProxyType({})) -> type[Middleware[Any]]:
    """The class of this name. Raises MiddlewareError, which names those that exist."""
    brought = types_of(own)
    if name in brought:
        return brought[name]
    if name not in MODULES | EVERYWHERE:
        raise MiddlewareError(f'There is no middleware "{name}". There are: {", ".join([*MODULES, *brought])}.')
    found: type[Middleware[Any]] = getattr(import_module(f"{__package__}.{(MODULES | EVERYWHERE)[name]}"), name)
    return found


def types_of(own: Own) -> dict[str, type[Middleware[Any]]]:
    """The classes of middleware among what a project brings."""
    return {name: one for name, one in own.items() if isinstance(one, type) and issubclass(one, Middleware)}


def functions_of(own: Own) -> dict[str, Callable[..., Any]]:
    """The functions among what a project brings, which settings may name (L53)."""
    return {name: one for name, one in own.items() if not isinstance(one, type)}


def build(listed: Sequence[Mapping[str, Any]], own: Own = MappingProxyType({})) -> list[Middleware[Any]]:
    """The middleware of an assistant, for one run.

    Args:
        listed: as in the plan: [{"type": name, "settings": {...}, "on": true}].
        own: what the project brings itself.

    Raises:
        MiddlewareError: an unknown name, wrong settings, two of one name (L8), or two strategies for the context.
    """
    always = [_make(class_of(name), {}, {}) for name in EVERYWHERE]  # never a project's own class of that name
    on = [entry for entry in listed if entry.get("on", True)]
    functions = functions_of(own)
    made = always + [
        _make(class_of(str(entry.get("type", "")), own), entry.get("settings") or {}, functions) for entry in on
    ]
    twice = [name for name, count in Counter(one.name for one in made).items() if count > 1]
    if twice:
        raise MiddlewareError(f"Please remove duplicate middleware instances. Twice in the list: {', '.join(twice)}.")
    check_alone(made)
    return made


def dry_run(listed: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The list of an assistant whose tools are all emulated, innermost (L121)."""
    return [*(entry for entry in listed if entry.get("type") != "ToolEmulator"), {"type": "ToolEmulator"}]


def system_parts(system: str, made: Sequence[Middleware[Any]]) -> list[tuple[str, str]]:
    """What an assistant's system prompt is made of: (source, text), the source empty for the plan's own `system` (R27, R28).

    The prompt is the texts with a blank line between them.
    """
    parts = [("", system), *((one.name, one.prompt) for one in made)]
    return [(source, text) for source, text in parts if text]


def faults(listed: Sequence[Mapping[str, Any]], own: Own = MappingProxyType({})) -> list[str]:
    """What keeps an assistant's list of middleware from being used, a sentence each."""
    try:
        build(listed, own)
    except MiddlewareError as error:
        return [str(error)]
    return []


def warnings(listed: Sequence[Mapping[str, Any]]) -> list[str]:
    """What can be used, but hardly does what was meant (L62), a sentence each."""
    on = [entry for entry in listed if entry.get("on", True)]
    outer_fallback = False
    for entry in on:
        if entry.get("type") == "ModelFallback":
            outer_fallback = True
        elif entry.get("type") == "ModelRetry" and outer_fallback and _continues(entry):
            return [
                "ModelFallback is never used, because the ModelRetry after it turns every failure into an answer: "
                "put ModelRetry before it, or let it pass failures on."
            ]
    return []


def _continues(retry: Mapping[str, Any]) -> bool:
    return bool((retry.get("settings") or {}).get("on_failure", "continue") == "continue")


def check_answer(data: Mapping[str, Any], answer: Mapping[str, Any], own: Own = MappingProxyType({})) -> None:
    """Raise WorkspaceError if the person's answer to a middleware's question cannot be used (L43).

    Args:
        data: the question's.
        answer: {"action", "text", "choices", "decisions", ...}.
    """
    class_of(str(data["type"]), own).check_answer(data, answer)


def _make(
    class_: type[Middleware[Any]], settings: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]]
) -> Middleware[Any]:
    try:
        return class_(class_.Settings.model_validate(settings, context=functions))
    except ValidationError as error:
        wrong = "; ".join(
            f"{'.'.join(map(str, fault['loc'])) or 'settings'}: {fault['msg']}" for fault in error.errors()
        )
        raise MiddlewareError(f"The settings of {class_.__name__} are wrong: {wrong}.") from None
