"""One way to call any model: stops at once, tells failures in words, never takes half an answer for a whole one."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from contextvars import Context, copy_context
from dataclasses import replace
from typing import Any, Final, TypeVar

from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    FinishReasons,
    LLMMessage,
    ModelInfo,
    SystemMessage,
    UserMessage,
)
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from workspace_app.domain.characters import Joiner
from workspace_app.engine.models.errors import kind_of, model_error, words_of
from workspace_app.engine.models.received import received
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.engine.models.wire import CURRENT, Trace
from workspace_app.engine.models.wrapped import ToolChoice, WrappedClient

T = TypeVar("T")

CHARACTERS_PER_TOKEN: Final = 4
REASONS: Final[Mapping[str, FinishReasons]] = {
    "stop": "stop",
    "end_turn": "stop",
    "length": "length",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_calls": "function_calls",
    "tool_use": "function_calls",
    "content_filter": "content_filter",
    "refusal": "content_filter",
}


class ReliableClient(WrappedClient):
    """Wraps a provider's client.

    Both calls end with CancelledError as soon as the token is cancelled, and raise ModelError for every failure of the
    provider. `stream_args` are extra arguments for streams only; `fresh_ids` replaces all tool call ids; `key` is known
    only to keep it out of error texts. `close_inner` closes the provider's connections.
    """

    def __init__(
        self,
        inner: ChatCompletionClient,
        slot: ModelSlot,
        *,
        key: str | None = None,
        stream_args: Mapping[str, Any] | None = None,
        fresh_ids: bool = False,
        close_inner: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(inner)
        self.slot = slot
        self._key = key
        self._stream_args = stream_args or {}
        self._fresh_ids = fresh_ids
        self._close_inner = close_inner or inner.close

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: ToolChoice = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        async with self._call(cancellation_token) as (trace, context):
            call = self._inner.create(
                tidy_messages(messages, self.model_info),
                tools=tools,
                tool_choice=tool_choice,
                json_output=json_output,
                extra_create_args=extra_create_args,
            )
            result = await _run(call, cancellation_token, context)
        return self._finished(result, trace, messages, "")

    async def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: ToolChoice = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        async with self._call(cancellation_token) as (trace, context):
            source = self._inner.create_stream(
                tidy_messages(messages, self.model_info),
                tools=tools,
                tool_choice=tool_choice,
                json_output=json_output,
                extra_create_args={**self._stream_args, **extra_create_args},
            )
            said: list[str] = []
            joiner = Joiner()
            async with aclosing(_pumped(source, cancellation_token, context)) as items:
                async for item in items:
                    if isinstance(item, CreateResult):
                        yield self._finished(item, trace, messages, "".join(said))
                        return
                    piece = joiner.add(item)
                    said.append(piece)
                    yield piece
            raise model_error(self.slot, "dropped")

    async def close(self) -> None:
        await self._close_inner()

    def count_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        """An estimate by length; exact counters would have to be downloaded."""
        return estimate_tokens(messages, tools)

    def remaining_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        return self.slot.context_window - self.count_tokens(messages, tools=tools)

    @asynccontextmanager
    async def _call(self, token: CancellationToken | None) -> AsyncIterator[tuple[Trace, Context]]:
        _stop_if_cancelled(token)
        trace, context = Trace(), copy_context()
        context.run(CURRENT.set, trace)
        try:
            yield trace, context
        except Exception as error:
            kind = kind_of(error, answered=trace.status == 200)
            if kind is None:
                raise
            words = words_of(error)
            # The SDK's own exception may quote the key, so it is not chained.
            raise model_error(self.slot, kind, retry_after=trace.retry_after, detail=words, key=self._key) from None
        finally:
            await trace.close()

    def _finished(self, result: CreateResult, trace: Trace, asked: Sequence[LLMMessage], said: str) -> CreateResult:
        result = received(result)
        reason = result.finish_reason
        if reason == "unknown" and trace.reason:
            reason = REASONS.get(trace.reason, reason)
        content: str | list[FunctionCall] = result.content
        if isinstance(content, list):
            # AutoGen's Ollama client forgets a text that came in a single piece.
            content = self._with_unique_ids(whole_calls(content, reason), asked) or (result.thought or said)
        if reason == "content_filter":
            raise model_error(self.slot, "filtered")
        if reason == "unknown" and not content:
            # A stream in which nothing was found: a web page, say, where the address is wrong.
            raise model_error(self.slot, "bad_answer")
        thought = result.thought if content != result.thought else None
        return result.model_copy(
            update={"finish_reason": reason, "content": content, "thought": thought and spoken_thought(thought, said)}
        )

    def _with_unique_ids(self, calls: list[FunctionCall], asked: Sequence[LLMMessage]) -> list[FunctionCall]:
        seen = {call.id for message in asked if isinstance(message, AssistantMessage) for call in _calls(message)}
        unique: list[FunctionCall] = []
        for call in calls:
            repeated = self._fresh_ids or not call.id or call.id in seen
            call_id = f"call_{uuid.uuid4().hex}" if repeated else call.id
            seen.add(call_id)
            unique.append(FunctionCall(id=call_id, name=call.name, arguments=call.arguments))
        return unique


def tidy_messages(messages: Sequence[LLMMessage], info: ModelInfo) -> list[LLMMessage]:
    """The messages as every provider accepts them.

    Of a call whose arguments are no JSON object, which providers refuse to be told of, they become the text of one. Where a
    provider knows one system message only, at the beginning, adjacent ones become one, and later ones are said by a user; the
    last message is a copy, because AutoGen's Anthropic client changes it.
    """
    messages = [_with_whole_arguments(message) for message in messages]
    if info.get("multiple_system_messages", True):
        return messages
    tidy: list[LLMMessage] = []
    for message in messages:
        if not isinstance(message, SystemMessage):
            tidy.append(message)
        elif tidy and isinstance(tidy[-1], SystemMessage):
            tidy[-1] = SystemMessage(content=f"{tidy[-1].content}\n\n{message.content}")
        elif tidy:
            tidy.append(UserMessage(content=message.content, source="system"))
        else:
            tidy.append(message)
    return [*tidy[:-1], *(message.model_copy() for message in tidy[-1:])]


def _with_whole_arguments(message: LLMMessage) -> LLMMessage:
    calls = _calls(message) if isinstance(message, AssistantMessage) else []
    if all(_is_object(call.arguments) for call in calls):
        return message
    return message.model_copy(
        update={"content": [replace(call, arguments=_as_object(call.arguments)) for call in calls]}
    )


def _as_object(arguments: str) -> str:
    if not arguments.strip():
        return "{}"
    return arguments if _is_object(arguments) else json.dumps({"text": arguments}, ensure_ascii=False)


def whole_calls(calls: list[FunctionCall], reason: FinishReasons) -> list[FunctionCall]:
    """The calls without one that the length limit cut in half (R36)."""
    return calls if reason != "length" else [call for call in calls if _is_json(call.arguments)]


def spoken_thought(thought: str, said: str) -> str:
    """The thought as it was streamed: AutoGen's OpenAI client strips letters of its tags off the thought's ends."""
    if not said.startswith("<think>"):
        return thought
    return said.removeprefix("<think>").partition("</think>")[0]


def estimate_tokens(messages: Sequence[LLMMessage], tools: Sequence[Tool | ToolSchema] = ()) -> int:
    """Characters of texts, calls, results and tool descriptions divided by four."""
    schemas = [json.dumps(tool.schema if isinstance(tool, Tool) else tool) for tool in tools]
    return (sum(map(_length, messages)) + sum(map(len, schemas))) // CHARACTERS_PER_TOKEN


def _length(message: LLMMessage) -> int:
    if isinstance(message.content, str):
        return len(message.content)
    return sum(len(part if isinstance(part, str) else _text_of(part)) for part in message.content)


def _text_of(part: Any) -> str:
    if isinstance(part, FunctionCall):
        return part.name + part.arguments
    # An image counts as a fixed number of tokens at all providers; 1,000 is in the middle.
    return str(getattr(part, "content", " " * 1000 * CHARACTERS_PER_TOKEN))


def _calls(message: AssistantMessage) -> list[FunctionCall]:
    return message.content if isinstance(message.content, list) else []


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_object(text: str) -> bool:
    return _is_json(text) and isinstance(json.loads(text), dict)


def _stop_if_cancelled(token: CancellationToken | None) -> None:
    if token is not None and token.is_cancelled():
        raise asyncio.CancelledError


async def _run(call: Coroutine[Any, Any, T], token: CancellationToken | None, context: Context) -> T:
    task = asyncio.get_running_loop().create_task(call, context=context)
    if token is not None:
        token.link_future(task)
    return await task


async def _pumped(
    source: AsyncGenerator[T, None], token: CancellationToken | None, context: Context
) -> AsyncGenerator[T, None]:
    """The items of a stream, read by one task that the token can cancel (AutoGen's Anthropic stream ignores it)."""
    items: asyncio.Queue[T | None] = asyncio.Queue()

    async def pump() -> None:
        async with aclosing(source):
            async for item in source:
                items.put_nowait(item)

    task = asyncio.get_running_loop().create_task(pump(), context=context)
    task.add_done_callback(lambda _: items.put_nowait(None))
    if token is not None:
        token.link_future(task)
    try:
        while (item := await items.get()) is not None:
            _stop_if_cancelled(token)
            yield item
        await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
