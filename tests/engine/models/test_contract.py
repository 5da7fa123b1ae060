"""Every provider's client, over real HTTP, through the wrapper and through AutoGen."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.messages import ModelClientStreamingChunkEvent, TextMessage, ToolCallRequestEvent
from autogen_core import CancellationToken
from autogen_core.models import (
    AssistantMessage,
    CreateResult,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    SystemMessage,
    UserMessage,
)
from autogen_core.tools import ToolSchema

from tests.engine.models.conftest import KEY, OpenClient, slot_at
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.engine.models.clients import make_client
from workspace_app.engine.models.errors import ErrorKind, ModelError
from workspace_app.engine.models.reliable import ReliableClient
from workspace_app.engine.models.slots import Provider

ASKED: list[LLMMessage] = [SystemMessage(content="Be brief."), UserMessage(content="Hello", source="user")]
ADD: ToolSchema = {
    "name": "add",
    "description": "Adds",
    "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
}


async def streamed(client: ReliableClient, **arguments: Any) -> tuple[list[str], CreateResult]:
    """Pieces and result of a stream."""
    pieces: list[str] = []
    async for item in client.create_stream(ASKED, **arguments):
        if isinstance(item, CreateResult):
            return pieces, item
        pieces.append(item)
    raise AssertionError("The stream had no result.")


async def call(client: ReliableClient, stream: bool, **arguments: Any) -> CreateResult:
    return (await streamed(client, **arguments))[1] if stream else await client.create(ASKED, **arguments)


async def test_text_and_usage(server: ScriptedModel, open_client: OpenClient) -> None:
    server.script("model-a", [Reply(text="Good day", usage=(11, 4))])
    async with open_client() as client:
        result = await client.create(ASKED)
    assert (result.content, result.finish_reason) == ("Good day", "stop")
    assert (result.usage.prompt_tokens, result.usage.completion_tokens) == (11, 4)
    assert "stream_options" not in server.requests[0].body


async def test_stream_comes_in_pieces_with_usage(server: ScriptedModel, open_client: OpenClient) -> None:
    server.script("model-a", [Reply(text="A rather longer answer, 你好", usage=(11, 4))])
    async with open_client() as client:
        pieces, result = await streamed(client)
    assert "".join(pieces) == result.content == "A rather longer answer, 你好"
    assert len(pieces) > 2
    assert (result.usage.prompt_tokens, result.usage.completion_tokens) == (11, 4)


async def test_a_text_of_one_piece_is_not_lost(server: ScriptedModel, open_client: OpenClient) -> None:
    server.script("model-a", [Reply(text="OK", chunk_size=100)])
    async with open_client() as client:
        assert (await streamed(client))[1].content == "OK"


@pytest.mark.parametrize("stream", [False, True])
async def test_the_length_limit_is_seen(server: ScriptedModel, open_client: OpenClient, stream: bool) -> None:
    server.script("model-a", [Reply(text="And then", finish_reason="length")])
    async with open_client() as client:
        result = await call(client, stream)
    assert (result.content, result.finish_reason) == ("And then", "length")


async def test_half_a_call_is_not_made(server: ScriptedModel) -> None:
    tools = [("add", '{"a": 1}'), ("add", '{"a": 2, "te')]
    server.script("model-a", [Reply(tools=tools, finish_reason="length")])
    client = make_client(slot_at(server, "openai"), KEY)
    _, result = await streamed(client, tools=[ADD])
    await client.close()
    assert isinstance(result.content, list)
    assert [call.arguments for call in result.content] == ['{"a": 1}']


@pytest.mark.parametrize("stream", [False, True])
async def test_parallel_calls_have_ids_of_their_own(
    server: ScriptedModel, open_client: OpenClient, stream: bool
) -> None:
    server.script("model-a", [Reply(tools=[("add", {"a": 1}), ("add", {"a": 2})])] * 2)
    async with open_client() as client:
        first = (await call(client, stream, tools=[ADD])).content
        assert isinstance(first, list)
        results = [FunctionExecutionResult(content="1", name="add", call_id=made.id) for made in first]
        history: list[LLMMessage] = [
            *ASKED,
            AssistantMessage(content=first, source="a"),
            FunctionExecutionResultMessage(content=results),
        ]
        second = (await client.create(history, tools=[ADD])).content
    assert isinstance(second, list)
    assert [json.loads(made.arguments)["a"] for made in first] == [1, 2]
    assert len({made.id for made in first + second}) == 4


@pytest.mark.parametrize("stream", [False, True])
async def test_tool_loop_of_an_assistant(server: ScriptedModel, open_client: OpenClient, stream: bool) -> None:
    async def add(a: int, b: int) -> str:
        """Adds two numbers."""
        return f"sum={a + b}"

    server.script("model-a", [Reply(text="Let me see", tools=[("add", {"a": 2, "b": 3})]), Reply(text="It is five.")])
    async with open_client() as client:
        agent = AssistantAgent(
            "writer", client, tools=[add], model_client_stream=stream, max_tool_iterations=3, reflect_on_tool_use=False
        )
        events = [event async for event in agent.run_stream(task="2 + 3?")]
    requests = [event for event in events if isinstance(event, ToolCallRequestEvent)]
    answers = [event for event in events if isinstance(event, TextMessage) and event.source == "writer"]
    chunks = [event for event in events if isinstance(event, ModelClientStreamingChunkEvent)]
    assert len(requests) == 1
    assert answers[-1].content == "It is five."
    assert answers[-1].models_usage is not None
    assert answers[-1].models_usage.completion_tokens > 0
    assert bool(chunks) == stream
    assert "sum=5" in json.dumps(server.requests[1].body)


@pytest.mark.parametrize("stream", [False, True])
async def test_cancel_ends_a_hanging_call(server: ScriptedModel, open_client: OpenClient, stream: bool) -> None:
    server.script("model-a", [Reply(hang=True)])
    token = CancellationToken()
    async with open_client() as client:
        task = asyncio.create_task(call(client, stream, cancellation_token=token))
        await asyncio.to_thread(server.wait_for_requests, 1)
        token.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_cancel_ends_a_stream_between_pieces(server: ScriptedModel, open_client: OpenClient) -> None:
    server.script("model-a", [Reply(text="x" * 400, hang_after=5)])
    token = CancellationToken()
    async with open_client() as client:
        stream = client.create_stream(ASKED, cancellation_token=token)
        assert await anext(stream) == "x" * 8
        token.cancel()
        with pytest.raises(asyncio.CancelledError):
            await anext(stream)


@pytest.mark.parametrize("stream", [False, True])
async def test_a_cancelled_token_makes_no_call(server: ScriptedModel, open_client: OpenClient, stream: bool) -> None:
    token = CancellationToken()
    token.cancel()
    async with open_client() as client:
        with pytest.raises(asyncio.CancelledError):
            await call(client, stream, cancellation_token=token)
    assert server.requests == []


async def test_leaving_a_stream_early_leaves_nothing_behind(server: ScriptedModel, open_client: OpenClient) -> None:
    server.script("model-a", [Reply(text="x" * 400, chunk_delay=0.01), "next"])
    async with open_client() as client:
        stream = client.create_stream(ASKED)
        assert await anext(stream) == "x" * 8
        await stream.aclose()
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        await asyncio.wait_for(asyncio.gather(*left), 10)
        assert (await client.create(ASKED)).content == "next"


FAULTS: list[tuple[Reply, ErrorKind]] = [
    (Reply(status=401, text=f"Incorrect API key provided: {KEY}"), "auth"),
    (Reply(status=403), "auth"),
    (Reply(status=404, text="model not found"), "not_found"),
    (Reply(status=429, headers={"Retry-After": "7"}), "rate_limit"),
    (Reply(status=400, text="This model's maximum context length is 10 tokens."), "context_length"),
    (Reply(status=400, text="Bad request."), "refused"),
    (Reply(status=500), "server"),
    (Reply(status=529), "server"),
    (Reply(hang=True), "timeout"),
    (Reply(text="x" * 99, drop_after=0), "dropped"),
]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("fault", "kind"), FAULTS)
async def test_faults_in_words(
    server: ScriptedModel, open_client: OpenClient, stream: bool, fault: Reply, kind: ErrorKind
) -> None:
    server.script("model-a", [fault])
    async with open_client(idle_timeout=0.5) as client:
        with pytest.raises(ModelError) as caught:
            await call(client, stream)
    assert caught.value.kind == kind
    assert "writer" in str(caught.value)
    assert KEY not in f"{caught.value} {caught.value.detail}"
    assert caught.value.retry_after == (7 if kind == "rate_limit" else None)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "body", ["{not json", "<html>Hello</html>", {"hello": 1}, [1], {"choices": [], "message": None}]
)
async def test_an_answer_of_another_kind(server: ScriptedModel, open_client: OpenClient, body: Any) -> None:
    server.script("model-a", [Reply(body=body)])
    async with open_client() as client:
        with pytest.raises(ModelError) as caught:
            await client.create(ASKED)
    assert caught.value.kind == "bad_answer"


@pytest.mark.filterwarnings("ignore:No text content or tool calls")
@pytest.mark.parametrize(
    "reply",
    [
        Reply(body="{not json"),
        Reply(body="<html>Hello</html>", headers={"Content-Type": "text/html"}),
        Reply(body={"hello": 1}),
        Reply(body=""),
    ],
)
async def test_a_stream_in_which_nothing_is_found_is_no_answer(
    server: ScriptedModel, open_client: OpenClient, reply: Reply
) -> None:
    server.script("model-a", [reply])
    async with open_client() as client:
        with pytest.raises(ModelError) as caught:
            await streamed(client)
    assert caught.value.kind == "bad_answer"


@pytest.mark.parametrize("stream", [False, True])
async def test_an_answer_that_a_content_filter_stopped_is_no_whole_one(
    server: ScriptedModel, open_client: OpenClient, stream: bool
) -> None:
    server.script("model-a", [Reply(text="It begins", finish_reason="content_filter")])
    async with open_client() as client:
        with pytest.raises(ModelError) as caught:
            await call(client, stream)
    assert caught.value.kind == "filtered"


async def test_the_page_of_a_gateway_is_not_read_out(server: ScriptedModel, open_client: OpenClient) -> None:
    page = Reply(status=502, body="<html><body>Bad gateway</body></html>", headers={"Content-Type": "text/html"})
    server.script("model-a", [page])
    async with open_client() as client:
        with pytest.raises(ModelError) as caught:
            await streamed(client)
    assert caught.value.kind == "server"
    assert "<" not in str(caught.value)
    assert "Bad gateway" in caught.value.detail


@pytest.mark.parametrize("reply", [Reply(text="x" * 99, drop_after=4), Reply(text="x" * 99, end_marker=False)])
async def test_a_dropped_stream_is_no_success(server: ScriptedModel, open_client: OpenClient, reply: Reply) -> None:
    server.script("model-a", [reply])
    async with open_client() as client:
        with pytest.raises(ModelError) as caught:
            await streamed(client)
    assert caught.value.kind == "dropped"


async def test_a_stream_that_falls_silent(server: ScriptedModel, open_client: OpenClient) -> None:
    server.script("model-a", [Reply(text="x" * 99, hang_after=4)])
    async with open_client(idle_timeout=0.4) as client:
        with pytest.raises(ModelError) as caught:
            await streamed(client)
    assert caught.value.kind == "timeout"


async def test_system_messages_in_the_middle_are_sent(server: ScriptedModel, open_client: OpenClient) -> None:
    server.script("model-a", ["Fine"])
    messages: list[LLMMessage] = [
        SystemMessage(content="First rule."),
        SystemMessage(content="Second rule."),
        *ASKED[1:],
        SystemMessage(content="A summary."),
        UserMessage(content="Go on", source="user"),
    ]
    async with open_client() as client:
        assert (await client.create(messages)).content == "Fine"
    sent = json.dumps(server.requests[0].body)
    assert all(text in sent for text in ("First rule.", "Second rule.", "A summary.", "Go on"))


async def test_the_key_is_sent_and_nothing_shows_it(server: ScriptedModel, open_client: OpenClient) -> None:
    server.script("model-a", ["Fine"])
    async with open_client() as client:
        await client.create(ASKED)
        assert KEY not in repr(client)
        assert KEY not in repr(client.slot)
    headers = {name.lower(): value for name, value in server.requests[0].headers.items()}
    assert "***" in (headers.get("authorization"), headers.get("x-api-key"))


async def test_counting_tokens_needs_no_download(open_client: OpenClient) -> None:
    async with open_client(context_window=1000) as client:
        assert client.count_tokens(ASKED) == 3
        assert client.remaining_tokens(ASKED, tools=[ADD]) < 1000 - client.count_tokens(ASKED)


async def test_reasoning_is_kept_whole(server: ScriptedModel) -> None:
    server.script("model-a", [Reply(thought="thinking about it", text="Done")])
    client = make_client(slot_at(server, "openai"), KEY)
    _, result = await streamed(client)
    await client.close()
    assert (result.thought, result.content) == ("thinking about it", "Done")


WAITS: list[tuple[dict[str, str], float | None]] = [
    ({"Retry-After": "7"}, 7),
    ({"Retry-After-Ms": "1500", "Retry-After": "2"}, 1.5),
    ({"Retry-After": "-3"}, 0),
    ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0),
    ({"Retry-After": "inf"}, None),
    ({"Retry-After": "soon"}, None),
    ({}, None),
]


@pytest.mark.parametrize(("headers", "seconds"), WAITS)
async def test_how_long_the_provider_asks_to_wait(
    server: ScriptedModel, open_client: OpenClient, headers: dict[str, str], seconds: float | None
) -> None:
    server.script("model-a", [Reply(status=429, headers=headers)])
    async with open_client() as client:
        with pytest.raises(ModelError) as caught:
            await streamed(client)
    assert caught.value.retry_after == seconds


async def test_a_wait_until_a_date_is_counted_from_now(server: ScriptedModel, open_client: OpenClient) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(days=2), usegmt=True)
    server.script("model-a", [Reply(status=503, headers={"Retry-After": date})])
    async with open_client() as client:
        with pytest.raises(ModelError) as caught:
            await streamed(client)
    assert caught.value.retry_after is not None
    assert 86_400 < caught.value.retry_after <= 2 * 86_400


STREAM_ERRORS: list[tuple[Provider, str, str, ErrorKind]] = [
    ("openai", "text/event-stream", 'data: {"error": {"message": "The engine failed."}}\n\n', "server"),
    (
        "anthropic",
        "text/event-stream",
        'event: error\ndata: {"type": "error", "error": {"type": "rate_limit_error", "message": "Slow down."}}\n\n',
        "rate_limit",
    ),
    ("ollama", "application/x-ndjson", '{"error": "the runner has stopped"}\n', "server"),
]


@pytest.mark.parametrize(("provider", "kind_of_stream", "body", "kind"), STREAM_ERRORS)
async def test_an_error_told_within_a_stream(
    server: ScriptedModel, provider: Provider, kind_of_stream: str, body: str, kind: ErrorKind
) -> None:
    server.script("model-a", [Reply(body=body, headers={"Content-Type": kind_of_stream})])
    client = make_client(slot_at(server, provider), KEY)
    with pytest.raises(ModelError) as caught:
        await streamed(client)
    await client.close()
    assert caught.value.kind == kind


async def test_azure_asks_its_deployment(server: ScriptedModel) -> None:
    server.script("model-a", [Reply(text="Hello from Azure", usage=(5, 2))])
    client = make_client(slot_at(server, "azure"), KEY)
    pieces, result = await streamed(client)
    await client.close()
    assert "".join(pieces) == result.content == "Hello from Azure"
    assert result.usage.completion_tokens == 2
    assert server.requests[0].path == "/openai/deployments/model-a/chat/completions"
