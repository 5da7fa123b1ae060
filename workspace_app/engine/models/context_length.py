"""How many tokens a model reads at once, where that is known."""

from workspace_app.engine.models.slots import ModelSlot

_VENDORS = {"openai": "openai", "anthropic": "anthropic", "azure": "azure"}


def context_length(slot: ModelSlot) -> int | None:
    """The tokens that the model of a slot reads at once: as its slot says, else by the kept list of genai-prices; None if unknown.

    A first call takes a moment: the list is large.
    """
    if "context_window" in slot.options or slot.provider == "practice":
        return slot.context_window
    from genai_prices.data_snapshot import get_snapshot

    vendor = None if slot.base_url else _VENDORS.get(slot.provider)
    if vendor is None and slot.base_url is None:
        return None
    try:
        _, model = get_snapshot().find_provider_model(slot.model, None, vendor, slot.base_url)
    except LookupError:
        return None
    return model.context_window
