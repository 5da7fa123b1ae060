"""Limits on how often an assistant calls its model and its tools (L49-L52, L64-L69)."""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from autogen_core import FunctionCall
from pydantic import BaseModel, ConfigDict, Field, model_validator

from workspace_app.engine.middleware.base import (
    Artificial,
    Middleware,
    MiddlewareError,
    ModelAnswer,
    Run,
    ToolAnswer,
    Update,
)
from workspace_app.engine.structured.strategies import Tool

STOPPED = (
    "Execution stopped before this tool call could run because another tool call in the same batch exceeded the limit."
)


class ModelCallLimitExceededError(MiddlewareError):
    """The model has been called as often as it may be."""


class ToolCallLimitExceededError(MiddlewareError):
    """A tool was to be called more often than it may be."""


class _Limits(BaseModel):
    """How many calls there may be."""

    model_config = ConfigDict(extra="forbid")

    thread_limit: int | None = Field(
        None, ge=0, title="In the conversation", description="Calls in the whole conversation; empty for no limit."
    )
    run_limit: int | None = Field(
        None, ge=0, title="In one turn", description="Calls in one turn of the assistant; empty for no limit."
    )

    @model_validator(mode="after")
    def _is_a_limit(self) -> Self:
        if self.thread_limit is None and self.run_limit is None:
            raise ValueError("set a limit for the conversation, for one turn, or both")
        return self

    def exceeded(self, thread: int, run: int) -> list[tuple[str, int, int]]:
        """The limits that these counts are over: (name, count, limit)."""
        counts = (("thread limit", thread, self.thread_limit), ("run limit", run, self.run_limit))
        return [(name, count, limit) for name, count, limit in counts if limit is not None and count > limit]


class ModelCallLimitSettings(_Limits):
    """How often the model may be called."""

    exit_behavior: Literal["end", "error"] = Field(
        "end", title="At the limit", description="End the turn with a message, or end the step with an error."
    )


class ModelCallLimit(Middleware[ModelCallLimitSettings]):
    """Limits how often the model is called.

    A call counts when it has been answered, and once, however often it was retried (L51).
    """

    Settings = ModelCallLimitSettings
    per_turn = ("run",)
    can_jump_to: ClassVar = {"before_model": ("end",)}

    async def before_model(self, run: Run) -> Update | None:
        """End the turn, or the step, at the limit (L50)."""
        thread, turn = run.state.get("thread", 0), run.state.get("run", 0)
        over = self.settings.exceeded(thread + 1, turn + 1)
        if not over:
            return None
        counts = ", ".join(f"{name} ({count - 1}/{limit})" for name, count, limit in over)
        if self.settings.exit_behavior == "error":
            raise ModelCallLimitExceededError(f"Model call limits exceeded: {counts}. Raise the limit, then resume.")
        text = f"Model call limits exceeded: {counts}"
        await run.tell("limited", text)
        return Update(messages=[Artificial(text)], jump="end")

    async def after_model(self, run: Run) -> Update:
        """Count the call."""
        return Update(state={"thread": run.state.get("thread", 0) + 1, "run": run.state.get("run", 0) + 1})


class ToolCallLimitSettings(_Limits):
    """How often a tool, or all tools together, may be called."""

    tool_name: str | None = Field(None, title="Tool", description="Name of the tool; empty for all tools together.")
    exit_behavior: Literal["continue", "end", "error"] = Field(
        "continue",
        title="At the limit",
        description="Refuse the call and let the assistant go on, end the turn with a message, or end the step with an error.",
    )

    @model_validator(mode="after")
    def _turn_within_conversation(self) -> Self:
        if self.thread_limit is not None and self.run_limit is not None and self.run_limit > self.thread_limit:
            raise ValueError("the limit of one turn cannot be above that of the conversation")
        return self


class ToolCallLimit(Middleware[ToolCallLimitSettings]):
    """Limits how often a tool is called.

    The count of the conversation is of allowed calls; that of the turn is of refused ones too (L65).
    """

    Settings = ToolCallLimitSettings
    per_turn = ("run",)
    can_jump_to: ClassVar = {"after_model": ("end",)}

    @property
    def name(self) -> str:
        """With the tool's, because there may be one for each tool."""
        tool = self.settings.tool_name
        return f"ToolCallLimit[{tool}]" if tool else "ToolCallLimit"

    async def after_model(self, run: Run) -> Update | None:
        """Refuse the calls beyond a limit, in the order in which the model made them (L65-L68)."""
        tool, limits = self.settings.tool_name, self.settings
        thread, turn = run.state.get("thread", 0), run.state.get("run", 0)
        calls = [call for call in _tool_calls(run.answered) if tool in (None, call.name)]
        if not calls:
            return None
        allowed, refused = thread, []
        for place, call in enumerate(calls, start=1):
            if limits.exceeded(allowed + 1, turn + place):
                refused.append(call)
            else:
                allowed += 1
        state = {"thread": allowed, "run": turn + len(calls)}
        if not refused:
            return Update(state=state)
        await run.tell("blocked", f"{len(refused)} calls were refused by the tool call limit.", calls=len(refused))
        what = f"Do not call '{tool}' again." if tool else "Do not make additional tool calls."
        no = ToolAnswer(f"Tool call limit exceeded. {what}", is_error=True)
        results = {call.id: no for call in refused}
        if limits.exit_behavior == "continue":
            return Update(state=state, results=results)
        over = limits.exceeded(thread + len(calls), turn + len(calls))
        counts = " and ".join(f"{name} exceeded ({count}/{limit} calls)" for name, count, limit in over)
        who = f"'{tool}' tool" if tool else "Tool"
        text = f"{who} call limit reached: {counts}."
        if limits.exit_behavior == "error":
            raise ToolCallLimitExceededError(text)
        others = {call.id: ToolAnswer(STOPPED, is_error=True) for call in run.open_calls if call.id not in results}
        # Nothing of this batch runs, so nothing of it counts for the conversation.
        state = {"thread": thread, "run": turn + len(calls)}
        return Update(state=state, results=results | others, messages=[Artificial(text)], jump="end")


def _tool_calls(answer: ModelAnswer | None) -> list[FunctionCall]:
    """The calls of an answer that would run a tool: one that gives the step's value runs none (L31)."""
    if answer is None:
        return []
    values = {form.name for form in answer.strategy.forms} if isinstance(answer.strategy, Tool) else set()
    return [call for call in answer.calls if call.name not in values]
