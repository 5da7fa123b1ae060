"""The scripted model server does what its scripts say, for plain HTTP clients."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import httpx
import pytest

from tests.support.scripted_model import Reply, ScriptedModel


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    with ScriptedModel() as server:
        yield server


def chat(model: ScriptedModel, name: str = "m", **more: object) -> httpx.Response:
    body = {"model": name, "messages": [{"role": "user", "content": "Hi"}], **more}
    return httpx.post(f"{model.url}/v1/chat/completions", json=body, headers={"Authorization": "Bearer key-1"})


def test_replies_come_in_order_and_by_model(model: ScriptedModel) -> None:
    model.script("a", ["one", "two"])
    model.script(None, [lambda request: f"any for {request['model']}"])
    answers = [chat(model, name).json()["choices"][0]["message"]["content"] for name in ("a", "b", "a")]
    assert answers == ["one", "any for b", "two"]


def test_an_empty_script_is_an_error_that_says_so(model: ScriptedModel) -> None:
    response = chat(model, "lonely")
    assert response.status_code == 500
    assert "no reply left for the model 'lonely'" in response.text


def test_scripts_and_requests_over_http_without_keys(model: ScriptedModel) -> None:
    added = httpx.post(f"{model.url}/_script", json={"model": "m", "items": ["x", {"tools": [["f", {"a": 1}]]}]})
    assert added.json() == {"added": 2}
    assert httpx.post(f"{model.url}/_script", json=[{"txet": "typo"}]).status_code == 400
    chat(model)
    calls = chat(model).json()["choices"][0]["message"]["tool_calls"]
    assert json.loads(calls[0]["function"]["arguments"]) == {"a": 1}
    seen = httpx.get(f"{model.url}/_requests")
    assert len(seen.json()) == 2
    assert "key-1" not in seen.text


def test_a_stream_comes_in_small_pieces_with_usage(model: ScriptedModel) -> None:
    model.script("m", [Reply(text="Hello there, you", usage=(7, 3))])
    text = chat(model, stream=True, stream_options={"include_usage": True}).text
    rows = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: {")]
    parts = [row["choices"][0]["delta"].get("content", "") for row in rows if row["choices"]]
    assert "".join(parts) == "Hello there, you"
    assert len([part for part in parts if part]) == 2
    assert rows[-1]["usage"]["total_tokens"] == 10
    assert text.endswith("data: [DONE]\n\n")


def test_a_dropped_stream_breaks_and_one_without_end_marker_does_not(model: ScriptedModel) -> None:
    model.script("m", [Reply(text="x" * 80, drop_after=3), Reply(text="x" * 80, end_marker=False)])
    with pytest.raises(httpx.RemoteProtocolError):
        chat(model, stream=True)
    assert "[DONE]" not in chat(model, stream=True).text


def test_stop_ends_hanging_requests_and_all_threads() -> None:
    before = set(threading.enumerate())
    errors: list[Exception] = []

    def ask(server: ScriptedModel) -> None:
        try:
            chat(server)
        except httpx.HTTPError as error:
            errors.append(error)

    with ScriptedModel() as server:
        server.script("m", [Reply(hang=True)])
        asker = threading.Thread(target=ask, args=(server,))
        asker.start()
        server.wait_for_requests(1)
    asker.join(10)
    assert len(errors) == 1
    assert set(threading.enumerate()) == before
