"""What model calls cost: by the person's own prices, else by the kept list of genai-prices, which comes with the program.

A price that neither knows is unknown, and so is what was spent on it; nothing is asked of the network.
"""

import asyncio
from dataclasses import dataclass
from typing import Literal

from workspace_app.engine.ledger import Ledger
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.store import spending

MILLION = 1_000_000
_VENDORS = {"openai": "openai", "anthropic": "anthropic", "azure": "azure"}
"""What the list calls a provider, if the slot has no address of its own."""


@dataclass(frozen=True)
class Price:
    """US dollars for a million tokens in and out (of a short request, where long ones cost more).

    Args:
        source: "yours" if the person set it, "list" if it is from the kept list, "free" for the built-in model.
    """

    input: float
    output: float
    source: Literal["yours", "list", "free"]


class Prices:
    """Prices of model slots."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def of(self, slot: ModelSlot) -> Price | None:
        """What a slot's model costs, None if that is not known."""
        own = self._own(slot)
        if own is not None:
            return own
        found = await asyncio.to_thread(_listed, slot, 1000, 1000)
        return Price(found[0] * 1000, found[1] * 1000, "list") if found else None

    async def money(self, slot: ModelSlot, input_tokens: int, output_tokens: int) -> float | None:
        """What one call cost in US dollars; None if the price is not known, or the provider told no tokens."""
        own = self._own(slot)
        if own is not None and own.source == "free":
            return 0.0
        if input_tokens <= 0:
            return None
        if own is not None:
            return (input_tokens * own.input + output_tokens * own.output) / MILLION
        found = await asyncio.to_thread(_listed, slot, input_tokens, output_tokens)
        return sum(found) if found else None

    def _own(self, slot: ModelSlot) -> Price | None:
        if slot.provider == "practice":
            return Price(0.0, 0.0, "free")
        own = self._ledger.ask.read(lambda c: spending.price(c, slot.provider, slot.model))
        return Price(*own, "yours") if own else None


def _listed(slot: ModelSlot, input_tokens: int, output_tokens: int) -> tuple[float, float] | None:
    """By the kept list, US dollars for so many tokens in and out."""
    from genai_prices import Usage
    from genai_prices.data_snapshot import get_snapshot

    if slot.base_url is None and slot.provider not in _VENDORS:
        return None
    vendor = None if slot.base_url else _VENDORS[slot.provider]
    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    try:
        found = get_snapshot().calc(usage, slot.model, vendor, slot.base_url, None)
    except LookupError:
        return None
    return float(found.input_price), float(found.output_price)
