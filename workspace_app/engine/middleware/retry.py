"""Trying again what failed (L53-L60)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from workspace_app.engine.middleware.base import (
    Middleware,
    MiddlewareError,
    ModelAnswer,
    ModelCall,
    ModelRequest,
    Run,
    ToolAnswer,
    ToolCall,
    ToolRequest,
)
from workspace_app.engine.middleware.named import Kinds, Named, OnFailure, Types
from workspace_app.engine.models.errors import ErrorKind, ModelError

PASSING: Sequence[ErrorKind] = ("rate_limit", "timeout", "connection", "dropped", "bad_answer", "server")
"""Failures of a model that may be over the next time; a wrong key or request never is (L55)."""
JITTER = 0.25


class _RetrySettings(BaseModel):
    """How often, and after how long."""

    model_config = ConfigDict(extra="forbid")

    max_retries: int = Field(2, ge=0, title="Retries", description="Further attempts after the first one.")
    initial_delay: float = Field(1.0, ge=0, title="First wait", description="Seconds before the first retry.")
    backoff_factor: float = Field(
        2.0, ge=0, title="Growth", description="Each wait is this much longer than the one before; 0 for equal waits."
    )
    max_delay: float = Field(
        60.0, ge=0, title="Longest wait", description="Seconds; a provider that asks for a longer one gets it."
    )
    jitter: bool = Field(
        True, title="Vary the waits", description="By up to 25 %, so that many runs do not retry at once."
    )
    on_failure: OnFailure = Field(
        "continue",
        title="When all attempts failed",
        description="Say so as the answer and go on, or pass the failure on; a function of the project's hooks file says it in its own words.",
    )

    def delay(self, retry: int) -> float:
        """Seconds to wait before a retry, numbered from 0 (L54)."""
        growth = self.backoff_factor**retry if self.backoff_factor else 1.0
        seconds = min(self.initial_delay * growth, self.max_delay)
        return max(0.0, seconds * (1 + random.uniform(-JITTER, JITTER)) if self.jitter else seconds)

    def attempts(self) -> str:
        """In words."""
        return "1 attempt" if self.max_retries == 0 else f"{self.max_retries + 1} attempts"

    def words(self, error: Exception, usual: str) -> str:
        """What is said of the last failure. Raises it if it is to be passed on."""
        if self.on_failure == "error":
            raise error
        return self.on_failure(str, error) if isinstance(self.on_failure, Named) else usual


class ModelRetrySettings(_RetrySettings):
    """When to ask the model again."""

    retry_on: Kinds = Field(
        list(PASSING),
        title="Failures",
        description="The kinds of failure that are worth another attempt, or functions of the project's hooks file that say whether one is.",
    )

    def is_worth_it(self, error: ModelError) -> bool:
        """Whether another attempt may mend it (L55)."""
        return any(one(bool, error) if isinstance(one, Named) else one == error.kind for one in self.retry_on)


class ModelRetry(Middleware[ModelRetrySettings]):
    """Asks the model again when it fails for a moment.

    A failure that another attempt would not mend (a wrong key, a refused request) is passed on at once (F18).
    """

    Settings = ModelRetrySettings

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        """The first answer that comes."""
        retry = 0
        while True:
            try:
                return await call(request)
            except ModelError as error:
                if not self.settings.is_worth_it(error):
                    raise
                if retry == self.settings.max_retries:
                    return await self._give_up(run, request, error)
                await wait(run, self.settings, retry, str(error), error.retry_after)
            retry += 1

    async def _give_up(self, run: Run, request: ModelRequest, error: ModelError) -> ModelAnswer:
        usual = f"Model call failed after {self.settings.attempts()} with {type(error).__name__}: {error}"
        text = self.settings.words(error, usual)
        await run.tell("gave_up", text)
        return ModelAnswer(text, slot=request.slot, failed=True)


class ToolRetrySettings(_RetrySettings):
    """When to run a tool again."""

    tools: list[str] | None = Field(None, title="Tools", description="Names of the tools; empty for all.")
    retry_on: Types = Field(
        ["Exception"],
        title="Failures",
        description="Names of exceptions such as TimeoutError, or functions of the project's hooks file that say whether a failure is worth it.",
    )

    def is_worth_it(self, error: Exception) -> bool:
        """Whether another attempt may mend it (L55)."""
        names = {one.__name__ for one in type(error).__mro__}
        return any(one(bool, error) if isinstance(one, Named) else one in names for one in self.retry_on)


class ToolRetry(Middleware[ToolRetrySettings]):
    """Runs a tool again when it fails.

    A tool fails if it raises an error, or says by one what is wrong. An error in the model's own arguments is not retried.
    """

    Settings = ToolRetrySettings

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        """The first result that is no failure."""
        if self.settings.tools is not None and request.name not in self.settings.tools:
            return await call(request)
        retry = 0
        while True:
            try:
                answer = await call(request)
                error: Exception | None = answer.error
            except MiddlewareError:
                raise
            except Exception as raised:  # noqa: BLE001 - a tool may raise anything; it is passed on, or told in the result
                answer, error = None, raised
            if error is None and answer is not None:
                return answer
            assert error is not None
            if not self.settings.is_worth_it(error):
                return _passed_on(error, answer)
            if retry == self.settings.max_retries:
                return await self._give_up(run, request, error, answer)
            await wait(run, self.settings, retry, f"The tool {request.name} failed: {error}")
            retry += 1

    async def _give_up(self, run: Run, request: ToolRequest, error: Exception, answer: ToolAnswer | None) -> ToolAnswer:
        if self.settings.on_failure == "error":
            return _passed_on(error, answer)
        why = f"{type(error).__name__}: {error}"
        usual = f"Tool '{request.name}' failed after {self.settings.attempts()} with {why}. Please try again."
        text = self.settings.words(error, usual)
        await run.tell("gave_up", text, call=request.id)
        return ToolAnswer(text, is_error=True)


def _passed_on(error: Exception, answer: ToolAnswer | None) -> ToolAnswer:
    """The failure as if nothing had been tried again."""
    if answer is None:
        raise error
    return answer


async def wait(run: Run, settings: _RetrySettings, retry: int, what: str, at_least: float | None = None) -> None:
    """Wait before a retry, as long as the provider asks for if that is longer: to ask it earlier would fail again."""
    seconds = max(settings.delay(retry), at_least or 0.0)
    words = f"{seconds:.1f}".removesuffix(".0")
    text = f"{what} Waiting {words} s, then trying again. Attempt {retry + 2} of {settings.max_retries + 1}."
    await run.tell("retried", text, attempt=retry + 2, delay=seconds)
    if seconds > 0:
        await run.sleep(seconds)
