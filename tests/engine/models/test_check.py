"""What the person is told about a model that works, and about one that does not."""

from __future__ import annotations

import socket

import pytest

from tests.engine.models.conftest import KEY, slot_at
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.engine.models.check import check_model
from workspace_app.engine.models.slots import PRACTICE, ModelSlot, Provider


async def test_a_model_that_answers(server: ScriptedModel, provider: Provider) -> None:
    server.script("model-a", ["OK"])
    check = await check_model(slot_at(server, provider), KEY)
    assert (check.ok, check.sentence, check.detail) == (True, "The model 'writer' answers.", "OK")


async def test_practice_needs_nothing() -> None:
    assert (await check_model(PRACTICE, None)).ok


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(status=401), "valid key"),
        (Reply(status=404), "does not know the model 'model-a'"),
        (Reply(status=429, headers={"Retry-After": "3"}), "wait 3 s"),
        (Reply(body="<html>A web page</html>"), "could not be understood"),
        (Reply(hang=True), "did not answer in time"),
    ],
)
async def test_what_is_wrong(server: ScriptedModel, provider: Provider, reply: Reply, words: str) -> None:
    server.script("model-a", [reply])
    check = await check_model(slot_at(server, provider, idle_timeout=0.5), KEY)
    assert not check.ok
    assert "Http:" not in check.sentence
    assert words in check.sentence
    assert "'writer'" in check.sentence


async def test_nobody_there(provider: Provider) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    check = await check_model(ModelSlot("writer", provider, "m", address), KEY)
    assert not check.ok
    assert f"Nothing answers for the model 'writer' at {address}" in check.sentence


@pytest.mark.parametrize("provider", ["openai", "anthropic"], indirect=True)
async def test_no_key(provider: Provider) -> None:
    check = await check_model(ModelSlot("writer", provider, "m"), None)
    assert not check.ok
    assert "has no key" in check.sentence
