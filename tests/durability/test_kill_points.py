"""Engines that end by SIGKILL exactly where it matters: between a model's answer and its row, and after a tool's effect (L45)."""

import json
from pathlib import Path

import pytest

from tests.durability.cut_life import BOT, EFFECTS, POINTS, TALK, counts_twice
from tests.durability.middleware_life import written
from tests.durability.test_kill import life
from tests.support.scripted_model import ScriptedModel
from workspace_app.engine.middleware import memory
from workspace_app.store.database import open_reader
from workspace_app.store.queries import Queries


@pytest.mark.timeout(180)
def test_l45_a_kill_between_an_answer_and_its_row_costs_a_call_and_nothing_else(tmp_path: Path) -> None:
    """The model is asked again for an answer that was not kept, and for no other; no answer is there in part, and no effect comes twice."""
    home = tmp_path / "home"
    with ScriptedModel() as server:
        server.script("m", counts_twice)
        ends = [life(home, server, None, "tests.durability.cut_life")[1] for _ in (*POINTS, "whole")]
        asked = [sum(item["role"] == "assistant" for item in one.body["messages"]) for one in server.requests]
    assert ends == [False] * len(POINTS) + [True]
    # Three were cut before their row was there: in the stream, and before and after the hooks.
    assert asked == [0, 0, 0, 0, 1, 2]
    assert written(home / EFFECTS) == ["1", "2"]
    ask = Queries(open_reader(home))
    (task,) = ask.tasks()
    (conversation,) = ask.conversations(ask.step_n(task.id, 1).id)
    said = [item for item in ask.spoken(conversation.id) if item.kind != "notice"]
    calls = [(call["name"], json.loads(call["arguments"])) for item in said for call in item.data.get("calls", ())]
    results = [one["text"] for item in said if item.kind == "tool_result" for one in item.data["results"]]
    assert [call for call in calls if call[0] == "count"] == [("count", {"n": 1}), ("count", {"n": 2})]
    assert results[:2] == ["counted 1", "counted 2"]
    talk = [item.text for item in said if "I shall count." in item.text]
    assert [text.count(TALK.strip()) for text in talk] == [1, 1], talk
    # What a hook counted is stored with the answer that it counted, so those that were lost are not in it.
    assert memory.states(BOT, list(ask.spoken(conversation.id)))["Cutter"] == {"asked": 3, "answers": 3}
    assert [(work.title, work.newest.n) for work in ask.works(task.id)] == [("Doc", 1)]
    ask.close()
