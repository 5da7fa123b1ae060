"""Providers as the form for a new model offers them."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication


@dataclass(frozen=True)
class Preset:
    """What a provider usually needs.

    Args:
        provider: as the verb add_model takes it.
        example: a model's name, as a hint only.
        base_url: its usual address; None where the provider's own is meant.
        key_env: the environment variable that usually has the key.
        asks_url: whether an address can or must be given.
        asks_key: whether it usually needs a key.
    """

    title: str
    provider: str
    example: str
    base_url: str | None = None
    key_env: str = ""
    asks_url: bool = False
    asks_key: bool = True


def presets() -> tuple[Preset, ...]:
    """The providers, in the order in which they are offered."""
    compatible = QCoreApplication.translate("Models", "Other (OpenAI-compatible)")
    local = QCoreApplication.translate("Models", "Ollama (on this computer)")
    practice = QCoreApplication.translate("Models", "Practice (offline, not an AI)")
    return (
        Preset("OpenAI", "openai", "gpt-5-mini", key_env="OPENAI_API_KEY"),
        Preset("Anthropic", "anthropic", "claude-sonnet-4-5", key_env="ANTHROPIC_API_KEY"),
        Preset(local, "ollama", "llama3.2", "http://localhost:11434", asks_url=True, asks_key=False),
        Preset("Azure OpenAI", "azure", "my-deployment", key_env="AZURE_OPENAI_API_KEY", asks_url=True),
        Preset(compatible, "openai", "model-name", asks_url=True),
        Preset(practice, "practice", "practice", asks_key=False),
    )
