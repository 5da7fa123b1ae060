"""Around every model client: records the exact request before it is sent, and what came of it (DESIGN 5)."""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from autogen_core import CancellationToken
from autogen_core.models import ChatCompletionClient, CreateResult, LLMMessage
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from workspace_app.engine.ledger import Ledger
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.engine.models.wrapped import ToolChoice, WrappedClient
from workspace_app.engine.prices import Prices
from workspace_app.store import changes
from workspace_app.store.ids import new_id


class RecordedClient(WrappedClient):
    """A model client for one speaker of one conversation.

    Args:
        inner: the client that speaks to the provider.
        speaker: who asks, as messages name it.
        slot: the model that it speaks to.
        prices: by which the cost of each call is kept with it.

    Attributes:
        request: id of the last recorded request.
    """

    def __init__(
        self,
        inner: ChatCompletionClient,
        *,
        ledger: Ledger,
        conversation: str,
        speaker: str,
        slot: ModelSlot,
        prices: Prices,
    ) -> None:
        super().__init__(inner)
        self._ledger = ledger
        self._slot, self._prices = slot, prices
        self._about = {"conversation": conversation, "source": speaker, "slot": slot.name}
        self._about |= {"provider": slot.provider, "model": slot.model}
        self.request: str | None = None

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
        """As the inner client's, recorded."""
        request = await self._start(messages, tools, tool_choice, json_output, extra_create_args)
        try:
            result = await self._inner.create(
                messages,
                tools=tools,
                tool_choice=tool_choice,
                json_output=json_output,
                extra_create_args=extra_create_args,
                cancellation_token=cancellation_token,
            )
        except BaseException as error:
            await self._fail(request, error)
            raise
        await self._end(request, result)
        return result

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
        """As the inner client's, recorded."""
        request = await self._start(messages, tools, tool_choice, json_output, extra_create_args)
        try:
            async for piece in self._inner.create_stream(
                messages,
                tools=tools,
                tool_choice=tool_choice,
                json_output=json_output,
                extra_create_args=extra_create_args,
                cancellation_token=cancellation_token,
            ):
                if isinstance(piece, CreateResult):
                    await self._end(request, piece)
                yield piece
        except GeneratorExit:
            raise
        except BaseException as error:
            await self._fail(request, error)
            raise

    async def _start(
        self,
        messages: Sequence[LLMMessage],
        tools: Sequence[Tool | ToolSchema],
        choice: ToolChoice,
        form: bool | type[BaseModel] | None,
        extra: Mapping[str, Any],
    ) -> str:
        request = new_id()
        schemas = [tool.schema if isinstance(tool, Tool) else tool for tool in tools]
        options = {"tool_choice": choice.name if isinstance(choice, Tool) else choice, **extra}
        if isinstance(form, type):
            options["response_format"] = form.model_json_schema()
        dumped = [json.loads(message.model_dump_json()) for message in messages]
        await self._ledger.change(
            lambda c: changes.start_request(
                c,
                id=request,
                messages=dumped,
                tools=[dict(schema) for schema in schemas],
                options=options,
                **self._about,
            )
        )
        self.request = request
        return request

    async def _end(self, request: str, result: CreateResult) -> None:
        tokens = result.usage.prompt_tokens, result.usage.completion_tokens
        money = await self._prices.money(self._slot, *tokens)
        usage: dict[str, Any] = {"input_tokens": tokens[0], "output_tokens": tokens[1], "money": money}
        await self._ledger.change(lambda c: changes.end_request(c, request, finish=result.finish_reason, **usage))

    async def _fail(self, request: str, error: BaseException) -> None:
        text = str(error) or type(error).__name__
        await self._ledger.change(lambda c: changes.end_request(c, request, error=text))
