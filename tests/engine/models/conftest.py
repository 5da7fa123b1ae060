"""Slots that lead to the scripted model server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest

from tests.support.scripted_model import ScriptedModel
from workspace_app.engine.models.clients import make_client
from workspace_app.engine.models.reliable import ReliableClient
from workspace_app.engine.models.slots import ModelSlot, Provider

PROVIDERS: tuple[Provider, ...] = ("openai", "anthropic", "ollama")
KEY = "sk-secret-0123456789"


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with ScriptedModel() as running:
        yield running


@pytest.fixture(params=PROVIDERS)
def provider(request: pytest.FixtureRequest) -> Provider:
    return request.param  # type: ignore[no-any-return]


def slot_at(server: ScriptedModel, provider: Provider, **options: Any) -> ModelSlot:
    url = server.url + "/v1" if provider == "openai" else server.url
    return ModelSlot("writer", provider, "model-a", base_url=url, options={"idle_timeout": 10, **options})


OpenClient = Callable[..., AbstractAsyncContextManager[ReliableClient]]


@pytest.fixture
def open_client(server: ScriptedModel, provider: Provider) -> OpenClient:
    """Opens a client of the provider under test; it is closed afterwards."""

    @asynccontextmanager
    async def opened(**options: Any) -> AsyncIterator[ReliableClient]:
        client = make_client(slot_at(server, provider, **options), KEY)
        try:
            yield client
        finally:
            await client.close()

    return opened
