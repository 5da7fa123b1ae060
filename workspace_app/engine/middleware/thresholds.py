"""How much of a conversation: messages, tokens, or a part of what the model reads at once (L70-L73)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from autogen_core.models import LLMMessage
from pydantic import BaseModel, ConfigDict, Field, model_validator

from workspace_app.engine.middleware import cut
from workspace_app.engine.middleware.base import MiddlewareError
from workspace_app.engine.middleware.strategy import Count


class Threshold(BaseModel):
    """A size; also given as ["tokens", 4000]."""

    model_config = ConfigDict(extra="forbid")

    messages: int | None = Field(None, gt=0, title="Messages")
    tokens: int | None = Field(None, gt=0, title="Tokens")
    fraction: float | None = Field(
        None, gt=0, le=1, title="Part of what the model reads at once", description="Such as 0.8."
    )

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, value: Any) -> Any:
        if isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[0], str):
            return {value[0]: value[1]}
        return value

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.messages is None and self.tokens is None and self.fraction is None:
            raise ValueError("say how many messages, how many tokens, or which part of what the model reads at once")
        return self

    def in_tokens(self, window: int | None) -> list[int]:
        """What it says of tokens.

        Raises:
            MiddlewareError: it is a part of what the model reads at once, and that is not known (L71).
        """
        found = [] if self.tokens is None else [self.tokens]
        if self.fraction is None:
            return found
        if window is None:
            raise MiddlewareError(
                "It is not known how many tokens the model reads at once, so no part of them can be reckoned: "
                "enter its context window in the settings of the model, or use a number of tokens."
            )
        return [*found, max(1, int(window * self.fraction))]


class Trigger(Threshold):
    """When: all that it names must be reached."""

    def is_reached(self, view: Sequence[LLMMessage], used: int, window: int | None) -> bool:
        """Whether the view is as long, or longer (L72).

        Args:
            used: the tokens of the view.
        """
        by_tokens = all(used >= limit for limit in self.in_tokens(window))
        return by_tokens and (self.messages is None or len(view) >= self.messages)


class Keep(Threshold):
    """How much stays: one of them."""

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if sum(value is not None for value in (self.messages, self.tokens, self.fraction)) != 1:
            raise ValueError("say either messages, or tokens, or a part of what the model reads at once")
        return self

    def start(self, view: Sequence[LLMMessage], window: int | None, count: Count) -> int:
        """Where the messages that stay begin, calls and results not looked at (L73)."""
        if self.messages is not None:
            return max(0, len(view) - self.messages)
        return cut.longest_end(view, self.in_tokens(window)[0], count)
