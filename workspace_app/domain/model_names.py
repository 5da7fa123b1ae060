"""Models named in one word: "provider:model", or a model's name that tells its provider (L23)."""

import re
from typing import Final, Literal, cast, get_args

from workspace_app.domain.errors import WorkspaceError

Provider = Literal["practice", "openai", "anthropic", "ollama", "azure"]

PROVIDERS: Final[tuple[str, ...]] = get_args(Provider)
_OPEN_FAMILIES: Final = "codellama|deepseek|gemma|gpt-oss|llama|mistral|mixtral|phi|qwen"
_PREFIXES: Final[tuple[tuple[re.Pattern[str], Provider], ...]] = (
    # Many services offer open models under these names; of the providers here only Ollama does.
    (re.compile(rf"({_OPEN_FAMILIES})[\w.:-]*", re.IGNORECASE), "ollama"),
    (re.compile(r"(chatgpt-|gpt-|o[134](?![^-]))[\w.:-]*", re.IGNORECASE), "openai"),
    (re.compile(r"claude[\w.:-]*", re.IGNORECASE), "anthropic"),
)


def split_name(name: str) -> tuple[Provider, str] | None:
    """Provider and model of "provider:model"; None if it is no such name ("llama3:8b" is one model's whole name)."""
    provider, _, model = name.partition(":")
    return (cast(Provider, provider), model.strip()) if provider in PROVIDERS and model.strip() else None


def provider_of(name: str, *, elsewhere: bool = False) -> tuple[Provider, str]:
    """Provider and model of a name that says the provider or begins as only one provider's models do.

    Args:
        elsewhere: the model is at an address of its own, where every kind of server may have it: the name must say it.

    Raises:
        WorkspaceError: the name tells no provider.
    """
    if named := split_name(name):
        return named
    for prefix, provider in _PREFIXES:
        if not elsewhere and prefix.fullmatch(name):
            return provider, name
    raise WorkspaceError(
        f"The name “{name}” does not tell which provider has the model: write provider:model, "
        f"with one of {', '.join(PROVIDERS)} as the provider."
    )
