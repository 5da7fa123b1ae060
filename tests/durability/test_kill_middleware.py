"""Engines with middleware killed at random moments: the same words, the same state, and no effect twice (L45, L123).

The calls of the model are not compared: one that was cut between the model's answer and its row is made again, which has no effect on anything but the bill.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.durability.checksums import without_moments
from tests.durability.middleware_life import BOT, EFFECTS, ScriptedFailures, written
from tests.durability.test_kill import check_killed
from tests.support.scripted_model import ScriptedModel
from workspace_app.engine.middleware import memory
from workspace_app.store.database import open_reader
from workspace_app.store.queries import Queries

LONGEST_STEP = 0.05
"""Seconds in which an engine does something that it tells: it is killed between, too."""
LIFE = "tests.durability.middleware_life"


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with ScriptedModel() as model:
        model.script("m", ScriptedFailures())
        yield model


def outcome(home: Path) -> dict[str, Any]:
    """What a home has come to: what was said and done, each middleware's state, the works, the tool's effects. Lines of the log are left out."""
    store = open_reader(home)
    ask = Queries(store)
    (task,) = ask.tasks()
    (step,) = (step for step in ask.steps(task.id) if step.n == 1)
    (conversation,) = ask.conversations(step.id)
    everything = list(ask.spoken(conversation.id))
    said = [item for item in everything if item.kind != "notice"]
    calls = [call for item in said if item.kind == "tool_call" for call in item.data["calls"]]
    results = [result for item in said if item.kind == "tool_result" for result in item.data["results"]]
    found = {
        "said": [(item.source, item.kind, without_moments(item.text)) for item in said],
        "calls": [(call["name"], call["arguments"]) for call in calls],
        "results": [(result["name"], without_moments(result["text"]), result["is_error"]) for result in results],
        "state": json.loads(without_moments(json.dumps(memory.states(BOT, everything)))),
        "works": [(work.title, version.n) for work in ask.works(task.id) for version in ask.versions(work.id)],
        "effects": sorted(written(home / EFFECTS)),
    }
    store.dispose()
    return found


def check(tmp_path: Path, server: ScriptedModel, kills: int, seed: int) -> None:
    """Kill engines of this kind; see `check_killed`."""
    how = {"module": LIFE, "most": 1 / 4, "later": LONGEST_STEP}
    expected = check_killed(tmp_path, server, outcome, kills=kills, seed=seed, **how)
    assert len(expected["effects"]) == len(set(expected["effects"]))
    assert expected["state"]["Diary"]["turns"] == expected["state"]["Diary"]["ends"] > 1


@pytest.mark.timeout(600)
def test_l45_killed_engines_with_middleware_say_and_do_the_same_and_nothing_twice(
    tmp_path: Path, server: ScriptedModel
) -> None:
    check(tmp_path, server, kills=4, seed=3)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_l45_a_hundred_kills_of_engines_with_middleware(tmp_path: Path, server: ScriptedModel) -> None:
    check(tmp_path, server, kills=100, seed=4)
