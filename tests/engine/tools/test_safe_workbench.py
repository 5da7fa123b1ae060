"""Calls always end with a result: errors, cancellation, long texts, and a real assistant among them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

import pytest
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.messages import TextMessage, ToolCallExecutionEvent
from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import CreateResult, ModelInfo, RequestUsage
from autogen_core.tools import BaseTool, FunctionTool, TextResultContent, ToolResult, ToolSchema, Workbench
from autogen_ext.models.replay import ReplayChatCompletionClient

from workspace_app.engine.tools import Run, SafeWorkbench

MODEL = ModelInfo(vision=False, function_calling=True, json_output=False, structured_output=False, family="unknown")


def tool(call: Callable[..., Awaitable[str]], name: str = "act") -> BaseTool[Any, Any]:
    return FunctionTool(call, "Does something.", name=name)


async def echo(text: str) -> str:
    return text


async def fail(text: str = "") -> str:
    raise ValueError(text)


class Waiting:
    """A tool that waits until it is cancelled."""

    def __init__(self) -> None:
        self.started, self.cancelled = asyncio.Event(), asyncio.Event()

    async def act(self) -> str:
        self.started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        return "never"


class Raising(Workbench):
    """A workbench that breaks the rules, as third-party ones do."""

    async def list_tools(self) -> list[ToolSchema]:
        return [ToolSchema(name="act", description="Breaks.")]

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> ToolResult:
        assert cancellation_token is None
        raise KeyError("broken")

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def reset(self) -> None: ...

    async def save_state(self) -> Mapping[str, Any]:
        return {}

    async def load_state(self, state: Mapping[str, Any]) -> None: ...


@pytest.fixture(autouse=True)
async def nothing_left() -> AsyncIterator[None]:
    yield
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_call_gives_its_result() -> None:
    result = await SafeWorkbench([tool(echo)]).call_tool("act", {"text": "市場"}, CancellationToken(), "c1")
    assert (result.name, result.to_text(), result.is_error) == ("act", "市場", False)


@pytest.mark.parametrize(
    ("workbench", "name", "arguments", "says"),
    [
        (SafeWorkbench([tool(fail)]), "act", {"text": "bad luck"}, "bad luck"),
        (SafeWorkbench([tool(echo)]), "act", {}, "text"),
        (SafeWorkbench([tool(echo)]), "act", {"text": {"a": 1}}, "text"),
        (SafeWorkbench([tool(echo)]), "other", None, "not found"),
        (SafeWorkbench(Raising()), "act", None, "broken"),
    ],
)
async def test_errors_are_results(workbench: SafeWorkbench, name: str, arguments: dict[str, Any], says: str) -> None:
    result = await workbench.call_tool(name, arguments)
    assert result.is_error
    assert says in result.to_text()


async def test_the_token_ends_a_call() -> None:
    waiting, token = Waiting(), CancellationToken()
    call = asyncio.create_task(SafeWorkbench([tool(waiting.act)]).call_tool("act", {}, token))
    await waiting.started.wait()
    token.cancel()
    result = await call
    assert (result.is_error, result.to_text()) == (True, "The call was cancelled.")
    assert waiting.cancelled.is_set()


async def test_a_cancelled_token_lets_no_call_begin() -> None:
    waiting, token = Waiting(), CancellationToken()
    token.cancel()
    assert (await SafeWorkbench([tool(waiting.act)]).call_tool("act", {}, token)).is_error
    assert not waiting.started.is_set()


async def test_cancelling_the_caller_ends_in_a_result_too() -> None:
    waiting = Waiting()
    call = asyncio.create_task(SafeWorkbench([tool(waiting.act)]).call_tool("act", {}))
    await waiting.started.wait()
    call.cancel()
    assert (await call).is_error
    assert waiting.cancelled.is_set()


async def test_a_tool_that_cancels_itself_is_an_error() -> None:
    async def act() -> str:
        raise asyncio.CancelledError

    assert (await SafeWorkbench([tool(act)]).call_tool("act", {})).is_error


async def test_a_token_ends_only_its_own_call() -> None:
    first, second = Waiting(), Waiting()
    workbench = SafeWorkbench([tool(first.act, "first"), tool(second.act, "second")])
    tokens = CancellationToken(), CancellationToken()
    calls = [
        asyncio.create_task(workbench.call_tool(name, {}, token))
        for name, token in zip(("first", "second"), tokens, strict=True)
    ]
    await asyncio.gather(first.started.wait(), second.started.wait())
    tokens[0].cancel()
    assert (await calls[0]).is_error
    assert not calls[1].done()
    tokens[1].cancel()
    assert (await calls[1]).is_error


@pytest.mark.parametrize("letter", ["x", "市"])
async def test_a_long_result_is_cut_and_says_so(letter: str) -> None:
    result = await SafeWorkbench([tool(echo)]).call_tool("act", {"text": letter * 100_000})
    text = result.to_text()
    assert 63_000 < len(text.encode()) <= 64_000
    assert f"of {len(letter.encode()) * 100_000:,} bytes are shown" in text
    assert "\ufffd" not in text


async def test_a_long_error_is_cut_and_stays_an_error() -> None:
    result = await SafeWorkbench([tool(fail)]).call_tool("act", {"text": "x" * 100_000})
    assert result.is_error
    assert len(result.to_text()) <= 64_000


# The hook around each call


async def test_the_hook_sees_the_call_and_its_result() -> None:
    seen: list[tuple[str, str, Mapping[str, Any], str]] = []

    async def around(name: str, arguments: Mapping[str, Any], call_id: str, run: Run) -> ToolResult:
        seen.append(("started", name, arguments, call_id))
        result = await run()
        seen.append(("finished", result.to_text(), {}, call_id))
        return result

    await SafeWorkbench([tool(fail)], around).call_tool("act", {"text": "bad"}, None, "c1")
    assert seen == [("started", "act", {"text": "bad"}, "c1"), ("finished", "bad", {}, "c1")]


async def test_the_hook_can_answer_instead_and_knows_each_call() -> None:
    ids: list[str] = []

    async def around(name: str, arguments: Mapping[str, Any], call_id: str, run: Run) -> ToolResult:
        ids.append(call_id)
        return ToolResult(name=name, result=[TextResultContent(content="known")])

    workbench = SafeWorkbench([tool(fail)], around)
    results = [await workbench.call_tool("act", {}) for _ in range(2)]
    assert [result.to_text() for result in results] == ["known", "known"]
    assert len(set(ids)) == 2


async def test_a_hook_that_fails_is_a_result_too() -> None:
    async def around(name: str, arguments: Mapping[str, Any], call_id: str, run: Run) -> ToolResult:
        raise OSError("the disk is full")

    result = await SafeWorkbench([tool(echo)], around).call_tool("act", {"text": "x"})
    assert (result.is_error, result.to_text()) == (True, "the disk is full")


async def test_a_cancelled_call_is_not_told_as_finished() -> None:
    waiting, token, seen = Waiting(), CancellationToken(), []

    async def around(name: str, arguments: Mapping[str, Any], call_id: str, run: Run) -> ToolResult:
        seen.append("started")
        result = await run()
        seen.append("finished")
        return result

    call = asyncio.create_task(SafeWorkbench([tool(waiting.act)], around).call_tool("act", {}, token))
    await waiting.started.wait()
    token.cancel()
    await call
    assert seen == ["started"]


# In a real assistant


def assistant(workbench: SafeWorkbench, calls: Sequence[str]) -> AssistantAgent:
    asked = CreateResult(
        finish_reason="function_calls",
        content=[FunctionCall(id=str(number), name=name, arguments="{}") for number, name in enumerate(calls)],
        usage=RequestUsage(prompt_tokens=1, completion_tokens=1),
        cached=False,
    )
    client = ReplayChatCompletionClient([asked, "I go on."], model_info=MODEL)
    return AssistantAgent("assistant", client, workbench=workbench, reflect_on_tool_use=True)


async def test_an_assistant_goes_on_after_a_workbench_that_raises() -> None:
    agent = assistant(SafeWorkbench(Raising()), ["act"])
    response = await agent.on_messages([TextMessage(content="Go", source="task")], CancellationToken())
    executed = [event for event in response.inner_messages or () if isinstance(event, ToolCallExecutionEvent)]
    assert [result.is_error for event in executed for result in event.content] == [True]
    assert isinstance(response.chat_message, TextMessage)
    assert response.chat_message.content == "I go on."


async def test_an_assistant_that_is_cancelled_within_a_tool_does_not_hang() -> None:
    waiting, token = Waiting(), CancellationToken()
    agent = assistant(SafeWorkbench([tool(waiting.act), tool(echo, "echo")]), ["act", "echo"])
    events: list[Any] = []

    async def consume() -> None:
        async for event in agent.on_messages_stream([TextMessage(content="Go", source="task")], token):
            events.append(event)

    run = asyncio.create_task(consume())
    await waiting.started.wait()
    token.cancel()
    await asyncio.wait({run})
    executed = [event for event in events if isinstance(event, ToolCallExecutionEvent)]
    assert [result.is_error for event in executed for result in event.content] == [True, True]
