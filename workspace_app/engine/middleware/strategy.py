"""What all strategies for the context share: each sends a shorter view of the conversation, and never changes what is stored (F10, F11)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from autogen_core.models import LLMMessage
from pydantic import BaseModel

from workspace_app.engine.middleware import cut
from workspace_app.engine.middleware.base import (
    Middleware,
    MiddlewareError,
    ModelAnswer,
    ModelCall,
    ModelRequest,
    Run,
)
from workspace_app.engine.middleware.named import Named
from workspace_app.engine.models.errors import ModelError

Count: TypeAlias = Callable[[Sequence[LLMMessage]], int]
"""The tokens of messages."""
S = TypeVar("S", bound=BaseModel)
_FOR_ANTHROPIC = 3.3


class StillTooLong(ModelError):
    """The model refused even what a strategy had shortened once more."""


class ContextStrategy(Middleware[S]):
    """Chooses what of the conversation is sent.

    A model that refuses the view as too long is asked once more with a shorter one, and what it took is remembered for the next calls.

    Attributes:
        alone: whether an assistant can have no other strategy beside it.
    """

    alone = True

    @abstractmethod
    async def view(self, run: Run, request: ModelRequest, size: int | None) -> Sequence[LLMMessage]:
        """The messages to send for a request.

        Args:
            size: the tokens, as `cut.tokens` counts them, that they may be; None if no model has refused any yet.
        """

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        """The answer to the view, or to a shorter one."""
        sizes = run.state.get("sizes", {})
        view = tuple(await self.view(run, request, sizes.get(request.slot)))
        try:
            return self._counted(run, request, view, await call(request.override(messages=view)))
        except ModelError as error:
            if error.kind != "context_length":
                raise
        size = cut.tokens(view, per_token(run, request)) // 2
        shorter = tuple(await self.view(run, request, size))
        await run.tell("shortened", "The model found the conversation too long, so it is sent shortened.", tokens=size)
        try:
            answer = await call(request.override(messages=shorter))
        except ModelError as error:
            if error.kind != "context_length":
                raise
            raise StillTooLong(str(error), error.kind, detail=error.detail) from error
        return self._counted(run, request, shorter, answer).remember(self, sizes={**sizes, request.slot: size})

    @property
    def counted_by(self) -> str | Named:
        """How tokens are counted: "approximate", "model", or a function of the project's (L70, L81)."""
        return "approximate"

    def count(self, run: Run, request: ModelRequest, *, whole: bool = True) -> Count:
        """How the tokens of messages are counted for a request.

        By "model": as the provider counted its last request, and what has changed since by length.

        Args:
            whole: the messages are all that is sent, so the system prompt and the tools count, too, where the provider tells of them.
        """
        if isinstance(self.counted_by, Named):
            return partial(self.counted_by, int)
        by_length = partial(cut.tokens, per_token=per_token(run, request))
        beyond = int(run.state.get("beyond", {}).get(request.slot, 0)) if whole else 0
        return lambda messages: max(0, by_length(messages) + beyond)

    def _counted(self, run: Run, request: ModelRequest, sent: Sequence[LLMMessage], answer: ModelAnswer) -> ModelAnswer:
        """An answer that brings what the provider counted beyond the length of what was sent."""
        reported = answer.usage.prompt_tokens
        if self.counted_by != "model" or not reported or answer.slot != request.slot:
            return answer
        beyond = reported - cut.tokens(sent, per_token(run, request))
        return answer.remember(self, beyond={**run.state.get("beyond", {}), request.slot: beyond})


def per_token(run: Run, request: ModelRequest) -> float:
    """Characters to a token for the model that is asked (L70)."""
    return _FOR_ANTHROPIC if run.model(request.slot).provider == "anthropic" else cut.CHARACTERS_PER_TOKEN


def check_alone(made: Sequence[Middleware[Any]]) -> None:
    """Raise MiddlewareError if there are two strategies of which an assistant has one."""
    names = [one.name for one in made if isinstance(one, ContextStrategy) and one.alone]
    if len(names) > 1:
        raise MiddlewareError(f"An assistant has one strategy for its context. Choose one of: {', '.join(names)}.")
