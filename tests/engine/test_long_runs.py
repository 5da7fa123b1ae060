"""Runs of up to 300 tool rounds with a model that refuses what is longer than it reads, under each context strategy (L70-L84, F8-F11, F19)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from autogen_core.tools import FunctionTool

from tests.engine import driver
from tests.engine.middleware.harness import Bench, Entry, Result, call
from tests.support.scripted_model import ScriptedModel

STRATEGIES: dict[str, Entry] = {
    "summaries": ("Summarization", {"trigger": ["fraction", 0.6], "keep": ["fraction", 0.2]}),
    "summaries, when refused only": "Summarization",
    "task memory": ("TaskMemory", {"messages": 40}),
    "snapshots": "Snapshot",
    "last messages": ("LastMessages", {"messages": 30}),
    "last messages, more than fit": ("LastMessages", {"messages": 1000}),
    "cleared results": "ContextEditing",
}
SIZES = [
    pytest.param(60, 8_000, id="60 rounds"),
    pytest.param(300, 32_000, id="300 rounds", marks=[pytest.mark.long, pytest.mark.timeout(900)]),
]
"""Rounds, and the tokens that the model reads at once."""


@pytest.fixture
async def bench(tmp_path: Path, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    monkeypatch.setattr(driver, "PATIENCE", 850.0)
    made = Bench(tmp_path / "home", server)
    await made.open()

    async def read(x: int) -> str:
        return f"page {x} " + "lorem " * 200

    made.tools = [FunctionTool(read, "Reads a page.", name="read")]
    try:
        yield made
    finally:
        await made.close()


class Worker:
    """A model that reads a page in each round, and sums up when it is asked for that."""

    def __init__(self, rounds: int) -> None:
        self.rounds, self.done, self.folds = rounds, 0, 0

    def __call__(self, request: Mapping[str, Any]) -> Any:
        names = [tool["function"]["name"] for tool in request.get("tools", [])]
        if "read" not in names or "task_snapshot" in names:
            self.folds += 1
            snapshot = call("task_snapshot", doneIds=["1"], taskSnapshot=f"Snapshot {self.folds}.")
            return snapshot if "task_snapshot" in names else f"Summary {self.folds}."
        self.done += 1
        return call("read", x=self.done) if self.done <= self.rounds else "All is read."


def whole(result: Result, rounds: int) -> None:
    """Every call and every result of the run is stored, in full and in order."""
    pages = [item.data["results"][0]["text"] for item in result.stored if item.kind == "tool_result"]
    assert [text.split()[1] for text in pages] == [str(number) for number in range(1, rounds + 1)]
    assert all(len(text) > 1200 for text in pages)
    calls = [item.data["calls"][0]["id"] for item in result.stored if item.kind == "tool_call"]
    assert len(set(calls)) == rounds


def paired(request: Mapping[str, Any]) -> bool:
    """Whether each call of a request has its result in it, and each result its call."""
    made = [one["id"] for item in request["messages"] for one in item.get("tool_calls") or ()]
    return sorted(made) == sorted(item["tool_call_id"] for item in request["messages"] if item["role"] == "tool")


@pytest.mark.parametrize(("rounds", "reads"), SIZES)
@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=STRATEGIES)
async def test_a_long_run_ends_well_and_the_stored_history_is_whole(
    bench: Bench, server: ScriptedModel, strategy: Entry, rounds: int, reads: int
) -> None:
    address: dict[str, Any] = {"base_url": f"{server.url}/v1", "key_env": "WORKSPACE_TEST_KEY"}
    await bench.driver.desk.add_model("m", "openai", "m", **address, options={"context_window": reads})
    server.reads, worker = reads, Worker(rounds)
    server.script("m", worker)
    result = await bench.run([], [strategy], max_rounds=rounds + 10)
    assert result.messages[-1] == "AI All is read."
    assert result.status == "waiting"
    assert worker.done == rounds + 1
    whole(result, rounds)
    assert all(paired(request) for request in result.requests)
    refused = [request for request in result.requests if len(json.dumps(request)) // 4 > reads]
    assert len(refused) <= 3
    assert "too_long" not in [event for _, event in result.events]
