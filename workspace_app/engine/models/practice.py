"""The built-in Practice model: offline, without a key, the same answer to the same question.

It is a small program and not an AI, and says so in what it writes. What it makes, it makes from the texts given to it.
"""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelFamily,
    ModelInfo,
    RequestUsage,
    SystemMessage,
    UserMessage,
)
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from workspace_app.domain.plan import Plan, PlanError, parse_answer
from workspace_app.engine.context import APP, PERSON
from workspace_app.engine.models.practice_language import language_of, say
from workspace_app.engine.models.practice_plan import draft_plan, revise_plan
from workspace_app.engine.models.practice_reading import material_of, read_prompt
from workspace_app.engine.models.practice_work import Work, make_work
from workspace_app.engine.models.reliable import CHARACTERS_PER_TOKEN, estimate_tokens
from workspace_app.engine.models.slots import PRACTICE

PLANNER_PHRASE: Final = "You are the planner"
DELIVERY_TOOL: Final = "submit_work"
PIECE: Final = 24
_FENCED: Final = re.compile(r"```.*?```", re.DOTALL)
_SELECTION: Final = re.compile(r"Answer with one name out of \[(?P<names>[^\]]*)\]")


@dataclass(frozen=True)
class _Answer:
    """Text to say, and a work to hand in by the delivery tool."""

    text: str
    work: Work | None = None

    @property
    def length(self) -> int:
        return len(self.text) + (len(self.work.content) if self.work else 0)


class PracticeClient(ChatCompletionClient):
    """Plans when the system message says `PLANNER_PHRASE` and no tools are offered; else works on a step."""

    def __init__(self) -> None:
        self._usage = RequestUsage(prompt_tokens=0, completion_tokens=0)

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        _stop_if_cancelled(cancellation_token)
        # A long text takes a second or two, in which the event loop must go on.
        answer = await asyncio.to_thread(answer_to, messages, _names(tools))
        _stop_if_cancelled(cancellation_token)
        return self._result(answer, estimate_tokens(messages, tools))

    async def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        result = await self.create(messages, tools=tools, cancellation_token=cancellation_token)
        text = result.content if isinstance(result.content, str) else result.thought or ""
        for start in range(0, len(text), PIECE):
            yield text[start : start + PIECE]
            await asyncio.sleep(0)
            _stop_if_cancelled(cancellation_token)
        yield result

    async def close(self) -> None:
        """Nothing is open."""

    def actual_usage(self) -> RequestUsage:
        return self._usage

    def total_usage(self) -> RequestUsage:
        return self._usage

    def count_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        return estimate_tokens(messages, tools)

    def remaining_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        return PRACTICE.context_window - self.count_tokens(messages, tools=tools)

    @property
    def capabilities(self) -> ModelInfo:
        return self.model_info

    @property
    def model_info(self) -> ModelInfo:
        return ModelInfo(
            vision=False,
            function_calling=True,
            json_output=False,
            structured_output=False,
            family=ModelFamily.UNKNOWN,
            multiple_system_messages=True,
        )

    def _result(self, answer: _Answer, read: int) -> CreateResult:
        usage = RequestUsage(prompt_tokens=read, completion_tokens=answer.length // CHARACTERS_PER_TOKEN)
        self._usage = RequestUsage(
            prompt_tokens=self._usage.prompt_tokens + usage.prompt_tokens,
            completion_tokens=self._usage.completion_tokens + usage.completion_tokens,
        )
        if answer.work is None:
            return CreateResult(finish_reason="stop", content=answer.text, usage=usage, cached=False)
        arguments = json.dumps({"title": answer.work.title, "content": answer.work.content}, ensure_ascii=False)
        call = FunctionCall(id=f"call_{uuid.uuid4().hex}", name=DELIVERY_TOOL, arguments=arguments)
        return CreateResult(
            finish_reason="function_calls", content=[call], usage=usage, cached=False, thought=answer.text
        )


def answer_to(messages: Sequence[LLMMessage], tools: Sequence[str]) -> _Answer:
    """The answer to a conversation, given the names of the tools on offer."""
    systems = [message.content for message in messages if isinstance(message, SystemMessage)]
    for message in messages[-1:]:
        if selection := _SELECTION.search(_text(message)):
            return _Answer(_next_name(_text(message), re.findall(r"[\w-]+", selection["names"])))
    if not tools and any(PLANNER_PHRASE in text for text in systems):
        return _Answer(_plan_answer(messages))
    heard = [message for message in messages if isinstance(message, UserMessage) and _text(message).strip()]
    said = [_text(message) for message in heard if message.source == PERSON]
    last = messages[-1] if messages else None
    if isinstance(last, FunctionExecutionResultMessage):
        return _Answer(_after_delivery(last, said[0] if said else ""))
    if not said:
        return _Answer("I am the Practice model, a small program and not an AI. Give me a task.")
    others = [message for message in heard if message.source not in (PERSON, APP)]
    material = [material_of(message.source, _text(message)) for message in others]
    work = make_work(said[0], said[1:], material)
    if DELIVERY_TOOL in tools:
        return _Answer(_presentation(said[0]), work)
    return _Answer(work.content if not systems else f"{_presentation(said[0])}\n\n{fenced(work)}")


def fenced(work: Work) -> str:
    """The work as a fenced block that holds all fences within it."""
    fence = "```"
    while fence in work.content:
        fence += "`"
    return f"{fence}work {work.title}\n{work.content.rstrip()}\n{fence}"


def _plan_answer(messages: Sequence[LLMMessage]) -> str:
    """The plan for the task, or the last plan of the conversation with the person's edits and remarks worked in."""
    plan: Plan | None = None
    asked: list[str] = []
    changes: list[str] = []
    for message in messages:
        text = _text(message)
        if isinstance(message, AssistantMessage):
            earlier = _plan_in(text)
            plan, changes = (earlier, []) if earlier else (plan, changes)
        elif isinstance(message, UserMessage) and message.source == PERSON:
            prompt, edited = read_prompt(text), _plan_in(text)
            remarks: Sequence[str] = ()
            if edited is not None and not asked:
                # The task brings a plan along, as a branch does: of all that comes with it only the notes are wishes.
                asked.append(prompt.task)
                remarks, changes = prompt.notes, [_took_over(prompt.task)]
            elif edited is not None or plan is not None:
                remarks = [_FENCED.sub("", text) if edited else text]
            else:
                asked.append(prompt.task)
            plan = edited or plan
            for remark in remarks:
                if plan is not None and remark.strip():
                    draft = revise_plan(plan, remark)
                    plan, changes = draft.plan, [*changes, *draft.changes]
    made = plan or draft_plan("\n".join(asked))
    return _plan_text(made, changes, "\n".join(asked))


def _took_over(task: str) -> str:
    return say(language_of(task), "took over the plan that came along", "沿用了帶來的計畫")


def _plan_in(text: str) -> Plan | None:
    try:
        return parse_answer(text)
    except PlanError:
        return None


def _plan_text(plan: Plan, changes: Sequence[str], task: str) -> str:
    language = language_of(task)
    number = len(plan.steps)
    intro = say(
        language,
        f"I am the Practice model, a small program and not an AI. I made {number} step{'s' * (number > 1)} from your own words.",
        f"我是練習模型（小程式，不是 AI）。這是由任務文字整理出的 {number} 個步驟。",
    )
    head = say(language, "Changes in this version:", "本版的修改：")
    told = "\n".join([head, *(f"- {change}" for change in changes)]) if changes else ""
    block = json.dumps(plan.to_json(), ensure_ascii=False, indent=2)
    return "\n\n".join(part for part in (intro, told, f"```json\n{block}\n```") if part)


def _next_name(history: str, names: Sequence[str]) -> str:
    """Who speaks next in a selector chat: the one after whoever spoke last."""
    spoken = [name for name in re.findall(r"^([\w-]+):", history, re.MULTILINE) if name in names]
    return names[(names.index(spoken[-1]) + 1) % len(names)] if spoken else names[0]


def _after_delivery(message: FunctionExecutionResultMessage, prompt: str) -> str:
    language = language_of(read_prompt(prompt).task)
    failed = [result.content for result in message.content if result.is_error]
    if failed:
        return say(language, f"The work could not be handed in: {failed[0]}", f"成果無法交付：{failed[0]}")
    return say(
        language,
        "The work is handed in. Tell me what to change, for example: shorter, as a table, only 3 points.",
        "成果已交付。要修改的話請告訴我，例如：更短、改成表格、只留 3 點。",
    )


def _presentation(prompt: str) -> str:
    return say(
        language_of(read_prompt(prompt).task),
        "I am the Practice model, a small program and not an AI. This work is made from the texts given to me only.",
        "我是練習模型（小程式，不是 AI）。以下成果只用您給的文字整理而成。",
    )


def _text(message: LLMMessage) -> str:
    if isinstance(message.content, str):
        return message.content
    return "\n".join(part for part in message.content if isinstance(part, str))


def _names(tools: Sequence[Tool | ToolSchema]) -> list[str]:
    return [tool.name if isinstance(tool, Tool) else tool["name"] for tool in tools]


def _stop_if_cancelled(token: CancellationToken | None) -> None:
    if token is not None and token.is_cancelled():
        raise asyncio.CancelledError
