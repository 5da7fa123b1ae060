"""Makes one assistant's model calls, each recorded with the model that really answers (L27, L63)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from autogen_agentchat.utils import remove_images
from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import ChatCompletionClient, CreateResult, LLMMessage, SystemMessage
from autogen_core.tools import BaseTool, Tool, ToolSchema

from workspace_app.engine.middleware.base import MiddlewareError, ModelAnswer, ModelRequest
from workspace_app.engine.models.reliable import ReliableClient
from workspace_app.engine.models.wrapped import ToolChoice
from workspace_app.engine.recorded_client import RecordedClient

Record = Callable[[ReliableClient], RecordedClient]


class ModelCalls:
    """The model calls of one assistant in one run.

    Args:
        open_slot: the client of a slot, by its name.
        record: what records the calls of a client under the assistant's name.

    Attributes:
        last_request: id of the newest recorded request.
    """

    def __init__(self, open_slot: Callable[[str], ReliableClient], record: Record) -> None:
        self._open_slot, self._record = open_slot, record
        self._clients: dict[str, ReliableClient] = {}
        self.last_request: str | None = None

    def client(self, slot: str) -> ReliableClient:
        """The client of a slot, opened on first use. Raises NotFound if there is no such slot."""
        if slot not in self._clients:
            self._clients[slot] = self._open_slot(slot)
        return self._clients[slot]

    async def call(
        self, request: ModelRequest, token: CancellationToken, show: Callable[[str], None] | None = None
    ) -> ModelAnswer:
        """Make a call.

        Args:
            show: is given the text as it comes in; None to get it whole.

        Raises:
            ModelError: the model failed.
        """
        inner = self.client(request.slot)
        client = self._record(inner)
        arguments: dict[str, Any] = {
            "messages": _messages(request, inner),
            "tools": list(request.tools),
            "tool_choice": _choice(request) if request.tools else "auto",
            "json_output": request.response_format if inner.model_info["structured_output"] else None,
            "extra_create_args": dict(request.settings),
            "cancellation_token": token,
        }
        try:
            if show is None:
                result = await client.create(**arguments)
            else:
                result = await _streamed(client, arguments, show)
        finally:
            self.last_request = client.request
        return _answer(result, inner.slot.name, client.request)

    async def close(self) -> None:
        """Close the clients."""
        for client in self._clients.values():
            await client.close()


async def _streamed(
    client: ChatCompletionClient, arguments: Mapping[str, Any], show: Callable[[str], None]
) -> CreateResult:
    result: CreateResult | None = None
    async for item in client.create_stream(**arguments):
        if isinstance(item, CreateResult):
            result = item
        else:
            show(item)
    if result is None:
        raise MiddlewareError("The model's answer had no end.")
    return result


def _messages(request: ModelRequest, client: ReliableClient) -> list[LLMMessage]:
    system = [SystemMessage(content=request.system)] if request.system else []
    messages = [*system, *request.messages]
    return messages if client.model_info["vision"] else remove_images(messages)


def _choice(request: ModelRequest) -> ToolChoice:
    if request.tool_choice in ("auto", "required", "none"):
        return cast(Literal["auto", "required", "none"], request.tool_choice)
    for schema in request.tools:
        if schema["name"] == request.tool_choice:
            return cast(Tool, _Named(schema))
    raise MiddlewareError(f'The tool "{request.tool_choice}" is to be called, but is not among the tools of the call.')


class _Named(BaseTool[Any, Any]):
    """Stands for a tool of which only the schema is known, where AutoGen wants a tool."""

    def __init__(self, schema: ToolSchema) -> None:
        self._named = schema

    @property
    def name(self) -> str:
        return self._named["name"]

    @property
    def schema(self) -> ToolSchema:
        return self._named

    async def run(self, args: Any, cancellation_token: CancellationToken) -> Any:
        raise NotImplementedError


def _answer(result: CreateResult, slot: str, request: str | None) -> ModelAnswer:
    content = result.content
    calls: tuple[FunctionCall, ...] = () if isinstance(content, str) else tuple(content)
    text = content if isinstance(content, str) else ""
    return ModelAnswer(text, calls, result.thought, result.finish_reason, result.usage, slot, request)
