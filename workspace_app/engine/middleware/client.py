"""The model client that AutoGen's agent is given: each of its calls goes through the assistant's middleware."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import Any

from autogen_core import CancellationToken
from autogen_core.models import CreateResult, LLMMessage
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from workspace_app.engine.middleware.base import ModelAnswer
from workspace_app.engine.models.reliable import ReliableClient
from workspace_app.engine.models.wrapped import ToolChoice, WrappedClient

Think = Callable[[Sequence[LLMMessage], Sequence[ToolSchema]], Awaitable[ModelAnswer]]


class MiddlewareClient(WrappedClient):
    """Hands what AutoGen wants to ask to `think`, and its answer back whole; text on its way is shown by `think` itself.

    Args:
        model: the client of the assistant's own slot, for what it can do.
    """

    def __init__(self, model: ReliableClient, think: Think) -> None:
        super().__init__(model)
        self._think = think

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
        """The answer, after all middleware."""
        schemas = [tool.schema if isinstance(tool, Tool) else tool for tool in tools]
        answer = await self._think(messages, schemas)
        return CreateResult(
            finish_reason="function_calls" if answer.calls else answer.finish,
            content=list(answer.calls) or answer.text,
            thought=answer.thought,
            usage=answer.usage,
            cached=False,
        )

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
        """The same, as the one item of a stream."""
        yield await self.create(messages, tools=tools)

    async def close(self) -> None:
        """Nothing: the run closes the models."""
