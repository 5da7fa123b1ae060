"""Makes the client of a model slot. The SDKs are imported on first use: they take up to a second."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import httpx
from autogen_core.models import ModelFamily, ModelInfo

from workspace_app.engine.models.errors import ModelError
from workspace_app.engine.models.reliable import ReliableClient
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.engine.models.wire import http_options

IDLE_TIMEOUT: Final = 120.0
AZURE_API_VERSION: Final = "2024-10-21"
# The SDK insists on a key; local servers that speak its protocol do not.
NO_KEY: Final = "none"
# AutoGen would warn at every call to a server that names its model a little differently ("llama3:latest").
ANY_NAME: Final = None


def make_client(slot: ModelSlot, key: str | None) -> ReliableClient:
    """A client for the slot; close it when done.

    It belongs to the running event loop, and to one assistant (AutoGen's Anthropic client carries the tools of one
    caller over to the next). Raises ModelError of kind "auth" if the provider needs a key and there is none, and of
    kind "not_found" if the provider's package is not installed (L23).
    """
    if key is None and needs_key(slot):
        raise ModelError(
            f"The model '{slot.name}' has no key: enter one, or name one with --key-env.", "auth", slot=slot.name
        )
    try:
        return MAKERS[slot.provider](slot, key)
    except ImportError as error:
        package = (error.name or slot.provider).partition(".")[0]
        raise ModelError(
            f"The model '{slot.name}' needs the Python package “{package}”, which is missing or broken: "
            f"install it with `pip install {package}`, then start the program again.",
            "not_found",
            detail=str(error),
            slot=slot.name,
        ) from error


def needs_key(slot: ModelSlot) -> bool:
    """Whether the provider works with a key only; own and local servers may do without."""
    return slot.provider == "azure" or (slot.provider in ("openai", "anthropic") and slot.base_url is None)


def _practice(slot: ModelSlot, key: str | None) -> ReliableClient:
    from workspace_app.engine.models.practice import PracticeClient

    return ReliableClient(PracticeClient(), slot)


def _openai(slot: ModelSlot, key: str | None) -> ReliableClient:
    from autogen_ext.models.openai import OpenAIChatCompletionClient

    where: dict[str, Any] = {"base_url": slot.base_url} if slot.base_url else {}
    client = OpenAIChatCompletionClient(**_settings(slot, key), **where)
    client._resolved_model = ANY_NAME
    return ReliableClient(client, slot, key=key, stream_args=_usage_in_streams(slot))


def _azure(slot: ModelSlot, key: str | None) -> ReliableClient:
    from autogen_ext.models.openai import AzureOpenAIChatCompletionClient

    where: dict[str, Any] = {
        "azure_endpoint": slot.base_url,
        "azure_deployment": slot.model,
        "api_version": slot.options.get("api_version", AZURE_API_VERSION),
    }
    client = AzureOpenAIChatCompletionClient(**_settings(slot, key), **where)
    client._resolved_model = ANY_NAME
    return ReliableClient(client, slot, key=key, stream_args=_usage_in_streams(slot))


def _anthropic(slot: ModelSlot, key: str | None) -> ReliableClient:
    from autogen_ext.models.anthropic import AnthropicChatCompletionClient

    where: dict[str, Any] = {"base_url": slot.base_url.rstrip("/").removesuffix("/v1")} if slot.base_url else {}
    client = AnthropicChatCompletionClient(**_settings(slot, key), **where)
    return ReliableClient(client, slot, key=key)


def _ollama(slot: ModelSlot, key: str | None) -> ReliableClient:
    from autogen_ext.models.ollama._ollama_client import BaseOllamaChatCompletionClient
    from ollama import AsyncClient

    headers = {"Authorization": f"Bearer {key}"} if key else {}
    # The public class builds its own connection, which could neither be given a time limit nor be closed.
    sdk = AsyncClient(slot.base_url, **http_options(_idle_timeout(slot), headers))
    options = {OLLAMA_NAMES.get(name, name): value for name, value in _sampling(slot).items()}
    if "context_window" in slot.options:
        options["num_ctx"] = slot.context_window
    client = BaseOllamaChatCompletionClient(
        sdk, create_args={"model": slot.model, "options": options}, model_info=_model_info(slot)
    )
    client._resolved_model = ANY_NAME
    return ReliableClient(client, slot, key=key, fresh_ids=True, close_inner=sdk.close)


MAKERS: Final[Mapping[str, Callable[[ModelSlot, str | None], ReliableClient]]] = {
    "practice": _practice,
    "openai": _openai,
    "azure": _azure,
    "anthropic": _anthropic,
    "ollama": _ollama,
}
SAMPLING: Final = ("temperature", "top_p", "max_tokens")
OLLAMA_NAMES: Final = {"max_tokens": "num_predict"}


def _settings(slot: ModelSlot, key: str | None) -> dict[str, Any]:
    return {
        "model": slot.model,
        "api_key": key or NO_KEY,
        "max_retries": 0,
        "http_client": httpx.AsyncClient(**http_options(_idle_timeout(slot)), follow_redirects=True),
        "timeout": _idle_timeout(slot),
        "model_info": _model_info(slot),
        **_sampling(slot),
    }


def _sampling(slot: ModelSlot) -> dict[str, Any]:
    return {name: slot.options[name] for name in SAMPLING if name in slot.options}


def _usage_in_streams(slot: ModelSlot) -> dict[str, Any]:
    return {"stream_options": {"include_usage": True}} if slot.options.get("include_usage", True) else {}


def _idle_timeout(slot: ModelSlot) -> float:
    return float(slot.options.get("idle_timeout", IDLE_TIMEOUT))


def _model_info(slot: ModelSlot) -> ModelInfo:
    speaks_openai = slot.provider in ("openai", "azure")
    return ModelInfo(
        vision=slot.options.get("vision", False),
        function_calling=slot.options.get("tools", True),
        json_output=slot.provider != "anthropic",
        structured_output=speaks_openai,
        # Only this family's <think> tags are told apart from the answer.
        family=ModelFamily.R1 if "deepseek-r1" in slot.model.lower() else ModelFamily.UNKNOWN,
        multiple_system_messages=slot.provider != "anthropic",
    )
