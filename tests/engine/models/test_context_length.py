"""How much a model reads at once is said only where it is known."""

import pytest

from workspace_app.engine.models.context_length import context_length
from workspace_app.engine.models.slots import PRACTICE, ModelSlot


@pytest.mark.parametrize(
    ("slot", "tokens"),
    [
        (PRACTICE, PRACTICE.context_window),
        (ModelSlot("own", "openai", "gpt-4o", options={"context_window": 9000}), 9000),
        (ModelSlot("known", "openai", "gpt-4o"), 128_000),
        (ModelSlot("other", "anthropic", "claude-sonnet-4-5"), 200_000),
        (ModelSlot("new", "openai", "a-model-of-tomorrow"), None),
        (ModelSlot("local", "ollama", "llama3.2"), None),
        (ModelSlot("near", "openai", "gpt-4o", "http://127.0.0.1:9/v1"), None),
    ],
    ids=lambda value: value.name if isinstance(value, ModelSlot) else "",
)
def test_the_slot_goes_before_the_list_and_what_nobody_knows_is_unknown(slot: ModelSlot, tokens: int | None) -> None:
    assert context_length(slot) == tokens
