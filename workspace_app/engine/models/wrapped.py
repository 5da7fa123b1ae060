"""What every client around another one has in common."""

from collections.abc import Sequence
from typing import Literal

from autogen_core.models import ChatCompletionClient, LLMMessage, ModelInfo, RequestUsage
from autogen_core.tools import Tool, ToolSchema

ToolChoice = Tool | Literal["auto", "required", "none"]


class WrappedClient(ChatCompletionClient):
    """A model client around another one, whose answers it gives to all but the calls themselves.

    Args:
        inner: the client that is wrapped.
    """

    def __init__(self, inner: ChatCompletionClient) -> None:
        self._inner = inner

    async def close(self) -> None:
        """Close the inner client."""
        await self._inner.close()

    def actual_usage(self) -> RequestUsage:
        """The inner client's."""
        return self._inner.actual_usage()

    def total_usage(self) -> RequestUsage:
        """The inner client's."""
        return self._inner.total_usage()

    def count_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        """The inner client's estimate."""
        return self._inner.count_tokens(messages, tools=tools)

    def remaining_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        """The inner client's estimate."""
        return self._inner.remaining_tokens(messages, tools=tools)

    @property
    def capabilities(self) -> ModelInfo:
        """The same as `model_info`, under AutoGen's old name."""
        return self.model_info

    @property
    def model_info(self) -> ModelInfo:
        """The inner client's."""
        return self._inner.model_info
