"""The order in which the hooks of a list of middleware are called, without calling them (L122)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workspace_app.engine.middleware.base import HOOKS, Middleware

MODEL, TOOL = "model", "tool"
_ROUND = ("pre_observe", "post_observe", "before_model", "pre_think", "wrap_model_call", "post_think", "after_model")
_CALL = ("pre_act", "wrap_tool_call", "post_act")


def hooks_of(class_: type[Middleware[Any]]) -> list[str]:
    """The hooks that a class overrides."""
    return [hook for hook in HOOKS if getattr(class_, hook) is not getattr(Middleware, hook)]


def in_order(middleware: Sequence[Middleware[Any]], hook: str) -> list[Middleware[Any]]:
    """Those that override a hook of a list, in the order in which it is called: after_* run up the list, and who asks the person comes last."""
    found = [one for one in middleware if hook in hooks_of(type(one))]
    if not hook.startswith("after_"):
        return found
    return sorted(reversed(found), key=lambda one: one.asks and hook == "after_model")


def trace(middleware: Sequence[Middleware[Any]]) -> list[str]:
    """What a turn with one tool call calls, in order.

    Returns:
        "NAME.hook", and for wrappers "NAME.hook in" and "NAME.hook out"; "model" and "tool" where these are called.
    """
    with_tool = [line for hook in (*_ROUND, *_CALL) for line in _lines(middleware, hook)]
    last = [line for hook in _ROUND for line in _lines(middleware, hook)]
    begin, end = ("before_agent", "pre_run"), ("post_run", "after_agent")
    return [
        *(line for hook in begin for line in _lines(middleware, hook)),
        *with_tool,
        *last,
        *(line for hook in end for line in _lines(middleware, hook)),
    ]


def _lines(middleware: Sequence[Middleware[Any]], hook: str) -> list[str]:
    names = [f"{one.name}.{hook}" for one in in_order(middleware, hook)]
    if hook.startswith("wrap_"):
        inside = MODEL if hook == "wrap_model_call" else TOOL
        return [*(f"{name} in" for name in names), inside, *(f"{name} out" for name in reversed(names))]
    return names
