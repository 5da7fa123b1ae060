"""A middleware out of a single function (L7).

    @before_model(can_jump_to=("end",))
    async def short(run):
        if len(run.messages) > 20:
            return Update(messages=[Artificial("That is enough.")], jump="end")

The name of the function is the middleware's name, the first line of its docstring its help. docs/hooks.md is for those who write them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from autogen_core.tools import BaseTool
from pydantic import BaseModel

from workspace_app.engine.middleware.base import WRAP_HOOKS, Middleware, ModelAnswer, ModelCall, ModelRequest, Run

Function = Callable[..., Any]
Made = type[Middleware[Any]]
Decorator = Callable[[Function], Made]


def _hook(
    hook: str,
    function: Function | None = None,
    *,
    name: str | None = None,
    tools: Sequence[BaseTool[Any, Any]] = (),
    can_jump_to: Collection[str] = (),
    per_turn: Collection[str] = (),
    state: type[BaseModel] | None = None,
) -> Made | Decorator:
    """Make a middleware of one hook.

    Args:
        function: takes what the hook takes, without `self`; may be async or not, but a wrapper is async.
        name: None for the function's.
        state: what its private state must fit.

    Raises:
        NotImplementedError: a wrapper that is not async (L6).
    """
    if function is None:
        return lambda given: _made(hook, given, name, tools, can_jump_to, per_turn, state)
    return _made(hook, function, name, tools, can_jump_to, per_turn, state)


def _made(
    hook: str,
    function: Function,
    name: str | None,
    tools: Sequence[BaseTool[Any, Any]],
    can_jump_to: Collection[str],
    per_turn: Collection[str],
    state: type[BaseModel] | None = None,
) -> Made:
    if hook in WRAP_HOOKS and not inspect.iscoroutinefunction(function):
        raise NotImplementedError(f'{function.__name__} wraps calls, which are awaited: write "async def".')

    async def run_hook(_self: Middleware[Any], *given: Any) -> Any:
        result = function(*given)
        return await result if inspect.isawaitable(result) else result

    body = {
        "__doc__": function.__doc__,
        "__module__": function.__module__,
        hook: run_hook,
        "tools": lambda _self, _run: tools,
        "can_jump_to": {hook: tuple(can_jump_to)},
        "per_turn": tuple(per_turn),
        "State": state,
    }
    return type(name or function.__name__, (Middleware,), body)


def dynamic_prompt(function: Callable[[Run, ModelRequest], str]) -> Made:
    """A middleware whose function gives the system prompt for each call."""

    async def wrap_model_call(run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        text = function(run, request)
        return await call(request.override(system=await text if inspect.isawaitable(text) else text))

    return _made("wrap_model_call", wrap_model_call, function.__name__, (), (), ())


before_agent = partial(_hook, "before_agent")
after_agent = partial(_hook, "after_agent")
before_model = partial(_hook, "before_model")
after_model = partial(_hook, "after_model")
wrap_model_call = partial(_hook, "wrap_model_call")
wrap_tool_call = partial(_hook, "wrap_tool_call")
pre_run = partial(_hook, "pre_run")
post_run = partial(_hook, "post_run")
pre_observe = partial(_hook, "pre_observe")
post_observe = partial(_hook, "post_observe")
pre_think = partial(_hook, "pre_think")
post_think = partial(_hook, "post_think")
pre_act = partial(_hook, "pre_act")
post_act = partial(_hook, "post_act")
