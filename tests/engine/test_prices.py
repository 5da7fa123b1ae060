"""Prices from the kept list and the person's own; what neither knows is unknown."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from workspace_app.engine.ledger import Ledger
from workspace_app.engine.models.slots import PRACTICE, ModelSlot
from workspace_app.engine.prices import Prices
from workspace_app.store import spending


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    ledger = Ledger(tmp_path)
    yield ledger
    ledger.close()


@pytest.mark.parametrize(
    "slot",
    [
        ModelSlot("a", "openai", "gpt-4o-mini"),
        ModelSlot("a", "openai", "gpt-4o-mini-2024-07-18"),
        ModelSlot("a", "anthropic", "claude-sonnet-4-5"),
        ModelSlot("a", "azure", "gpt-4o", base_url="https://mine.openai.azure.com"),
        ModelSlot("a", "openai", "openai/gpt-4o-mini", base_url="https://openrouter.ai/api/v1"),
    ],
)
async def test_the_kept_list_knows_usual_models_where_they_are_served(ledger: Ledger, slot: ModelSlot) -> None:
    price = await Prices(ledger).of(slot)
    assert price is not None
    assert price.source == "list"
    assert 0 < price.input < price.output
    money = await Prices(ledger).money(slot, 1000, 1000)
    assert money == pytest.approx((price.input + price.output) / 1000)


@pytest.mark.parametrize(
    "slot",
    [
        ModelSlot("a", "openai", "a-model-of-mine"),
        ModelSlot("a", "openai", "gpt-4o-mini", base_url="http://localhost:8000/v1"),
        ModelSlot("a", "ollama", "llama3.2"),
    ],
)
async def test_what_nobody_knows_is_unknown_and_not_free(ledger: Ledger, slot: ModelSlot) -> None:
    assert await Prices(ledger).of(slot) is None
    assert await Prices(ledger).money(slot, 1000, 1000) is None


async def test_the_persons_own_price_goes_first(ledger: Ledger) -> None:
    slot = ModelSlot("a", "openai", "gpt-4o-mini")
    await ledger.change(lambda c: spending.set_price(c, "openai", "gpt-4o-mini", 7.0, 70.0))
    assert await Prices(ledger).money(slot, 1_000_000, 100_000) == pytest.approx(14.0)
    await ledger.change(lambda c: spending.remove_price(c, "openai", "gpt-4o-mini"))
    price = await Prices(ledger).of(slot)
    assert price is not None
    assert price.source == "list"


async def test_a_provider_that_tells_no_tokens_leaves_the_cost_unknown(ledger: Ledger) -> None:
    assert await Prices(ledger).money(ModelSlot("a", "openai", "gpt-4o-mini"), 0, 0) is None
    assert await Prices(ledger).money(PRACTICE, 0, 0) == 0.0
