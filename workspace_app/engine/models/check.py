"""Tells in words whether a model can be used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from autogen_core.models import UserMessage

from workspace_app.engine.models.clients import make_client
from workspace_app.engine.models.errors import ModelError
from workspace_app.engine.models.slots import ModelSlot

PATIENCE: Final = 30.0


@dataclass(frozen=True)
class ModelCheck:
    """The outcome: a sentence for the person, and the provider's own words or the answer as detail."""

    ok: bool
    sentence: str
    detail: str


async def check_model(slot: ModelSlot, key: str | None) -> ModelCheck:
    """Asks the model one tiny question. Failures of the provider are the result, not an exception."""
    try:
        client = make_client(_impatient(slot), key)
    except ModelError as error:
        return ModelCheck(False, str(error), error.detail)
    try:
        result = await client.create([UserMessage(content="Answer with the one word OK.", source="user")])
    except ModelError as error:
        return ModelCheck(False, str(error), error.detail)
    finally:
        await client.close()
    return ModelCheck(True, f"The model '{slot.name}' answers.", str(result.content))


def _impatient(slot: ModelSlot) -> ModelSlot:
    limit = min(PATIENCE, float(slot.options.get("idle_timeout", PATIENCE)))
    return replace(slot, options={**slot.options, "idle_timeout": limit})
