"""What all strategies for the context share: each sends a shorter view of the conversation, and never changes what is stored (F10, F11)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar

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
from workspace_app.engine.models.errors import ModelError

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
            return await call(request.override(messages=view))
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
        return answer.remember(self, sizes={**sizes, request.slot: size})


def per_token(run: Run, request: ModelRequest) -> float:
    """Characters to a token for the model that is asked (L70)."""
    return _FOR_ANTHROPIC if run.model(request.slot).provider == "anthropic" else cut.CHARACTERS_PER_TOKEN


def check_alone(made: Sequence[Middleware[Any]]) -> None:
    """Raise MiddlewareError if there are two strategies of which an assistant has one."""
    names = [one.name for one in made if isinstance(one, ContextStrategy) and one.alone]
    if len(names) > 1:
        raise MiddlewareError(f"An assistant has one strategy for its context. Choose one of: {', '.join(names)}.")
