"""Another model when one fails (L61-L63)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from workspace_app.domain.errors import NotFound
from workspace_app.engine.middleware.base import Middleware, ModelAnswer, ModelCall, ModelRequest, Run
from workspace_app.engine.models.errors import ModelError

OF_ONE_PROVIDER = ("cache_control", "prompt_cache_key")
"""Settings of a request that only the provider which they were made for understands."""


class ModelFallbackSettings(BaseModel):
    """Which models stand in."""

    model_config = ConfigDict(extra="forbid")

    models: list[str] = Field(
        min_length=1, title="Models", description="Names of model slots, tried in this order after the assistant's own."
    )


class ModelFallback(Middleware[ModelFallbackSettings]):
    """Asks another model when one fails.

    Each gets one try; the error of the last one stands (L61). Which model answered is in the recorded request.
    """

    Settings = ModelFallbackSettings

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        """The answer of the first model that gives one."""
        settings = {key: value for key, value in request.settings.items() if key not in OF_ONE_PROVIDER}
        others = [request.override(slot=slot, settings=settings) for slot in self.settings.models]
        for attempt, following in zip([request, *others], others, strict=False):
            try:
                return await call(attempt)
            except (ModelError, NotFound) as error:
                text = f"The model “{attempt.slot}” failed, so “{following.slot}” is asked. {error}"
                await run.tell("fell_back", text, failed=attempt.slot, asked=following.slot)
        return await call(others[-1])
