"""Fewer tools for a model call: those that a model chose for what was asked (L116-L119)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

from autogen_core.models import UserMessage
from autogen_core.tools import ToolSchema
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from workspace_app.engine import submit, suggest
from workspace_app.engine.middleware.base import Middleware, MiddlewareError, ModelAnswer, ModelCall, ModelRequest, Run
from workspace_app.engine.models.errors import ModelError

PROMPT = (
    "You choose the tools that an assistant is offered for what it was asked. Name those that it is likely to need, the most useful first,"
    " and no others."
)
_OF_THE_APP = (submit.NAME, suggest.NAME)
"""Without these a step cannot be done: they are no matter of choice."""


class SelectionError(MiddlewareError):
    """The model that chooses tools did not choose among them."""


class ToolSelectorSettings(BaseModel):
    """Who chooses, and how many."""

    model_config = ConfigDict(extra="forbid")

    model: str | None = Field(None, title="Model", description="Name of a model slot; empty for the assistant's own.")
    system_prompt: str = Field(PROMPT, title="Text", description="What the choosing model is told to do.")
    max_tools: int | None = Field(None, ge=1, title="Tools at most", description="Empty for no limit.")
    always_include: list[str] = Field(
        default_factory=list, title="Always offered", description="Names of tools; they do not count."
    )
    max_retries: int = Field(0, ge=0, title="Retries", description="When the choice cannot be read or is wrong.")
    on_parsing_failure: Literal["error", "all"] = Field(
        "error", title="When there is no choice then", description="End the step with an error, or offer all tools."
    )


class ToolSelector(Middleware[ToolSelectorSettings]):
    """Offers the assistant only the tools that a model finds useful for what was asked.

    It holds for one model call; which tools can be run is not limited by it (L119).
    """

    Settings = ToolSelectorSettings

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        """Make the call with fewer tools."""
        always = self.settings.always_include
        open_to_choice = [tool for tool in request.tools if tool["name"] not in (*always, *_OF_THE_APP)]
        if not request.tools:
            return await call(request)
        _check(always, request.tools)
        if not open_to_choice:
            return await call(request)
        names = await self._choose(run, request, open_to_choice)
        tools = [tool for tool in open_to_choice if tool["name"] in names]
        for own in (always, _OF_THE_APP):
            tools += [tool for tool in request.tools if tool["name"] in own]
        offered = [tool["name"] for tool in tools]
        text = f"{len(offered)} of {len(request.tools)} tools are offered: {', '.join(offered)}."
        await run.tell("selected", text, tools=offered, of=len(request.tools))
        return await call(request.override(tools=tuple(tools)))

    async def _choose(self, run: Run, request: ModelRequest, tools: Sequence[ToolSchema]) -> list[str]:
        """The names that count, in the order of the choice."""
        question = self._question(run, request, tools)
        for attempt in range(self.settings.max_retries + 1):
            try:
                names = _names((await run.ask_model(question)).text, tools)
            except (SelectionError, ModelError) as error:
                if isinstance(error, ModelError) and error.kind != "bad_answer":
                    raise
                if attempt < self.settings.max_retries:
                    continue
                if self.settings.on_parsing_failure == "error":
                    raise
                await run.tell("gave_up", f"All tools are offered, because none could be chosen. {error}")
                return [tool["name"] for tool in tools]
            return names[: self.settings.max_tools]
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _question(self, run: Run, request: ModelRequest, tools: Sequence[ToolSchema]) -> ModelRequest:
        """What the choosing model is asked: the tools, and the last thing that the assistant was told (L116)."""
        asked = next((message for message in reversed(request.messages) if isinstance(message, UserMessage)), None)
        if asked is None:
            raise MiddlewareError("No user message found for which tools could be chosen.")
        lines = [self.settings.system_prompt, "", "The tools:"]
        lines += [f"- {tool['name']}: {tool.get('description', '')}" for tool in tools]
        if self.settings.max_tools is not None:
            lines += ["", f"If you name more than {self.settings.max_tools}, only the first of them count."]
        lines += ["", 'Answer with JSON of this shape and nothing else: {"tools": ["NAME", ...]}']
        return ModelRequest(
            slot=self.settings.model or run.slot,
            system="\n".join(lines),
            messages=(asked,),
            response_format=_form([tool["name"] for tool in tools]),
        )


class _Choice(BaseModel):
    tools: list[str]


def _form(names: Sequence[str]) -> type[BaseModel]:
    """The answer's form, with the names as an enumeration; a name that is none is told of by `_names`, with its name."""
    items: dict[str, Any] = {"items": {"type": "string", "enum": list(names)}}
    return create_model("ToolSelection", tools=(list[str], Field(json_schema_extra=items)))


def _names(text: str, tools: Sequence[ToolSchema]) -> list[str]:
    """The chosen names, each once. Raises SelectionError if the text is no choice, or one of what is not there."""
    begin, end = text.find("{"), text.rfind("}") + 1
    try:
        chosen = _Choice.model_validate(json.loads(text[begin:end] if begin >= 0 else text)).tools
    except (ValueError, ValidationError) as error:
        raise SelectionError("The model that chooses tools did not answer with a list of names.") from error
    known = [tool["name"] for tool in tools]
    wrong = [name for name in chosen if name not in known]
    if wrong:
        raise SelectionError(f"Model selected invalid tools: {wrong}")
    return list(dict.fromkeys(chosen))


def _check(always: Sequence[str], tools: Sequence[ToolSchema]) -> None:
    there = [tool["name"] for tool in tools]
    missing = [name for name in always if name not in there]
    if missing:
        raise MiddlewareError(f"Tools in always_include not found: {missing}. Available tools: {', '.join(there)}")
