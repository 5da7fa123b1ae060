"""Tools that a model plays (L120, L121; S22): over the real engine, with a scripted model."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.driver import submit
from tests.engine.middleware.harness import Bench, call


def details(bench: Bench) -> list[dict[str, Any]]:
    """What is beside the results of tools."""
    stored = bench.driver.messages(bench.task, 1)
    return [item.data.get("details", {}) for item in stored if item.kind == "tool_result"]


async def test_l120_s22_a_model_gives_the_result_and_the_tool_never_runs(bench: Bench) -> None:
    result = await bench.run([call("a", x=1), "made up", "done"], ["ToolEmulator"])
    assert result.messages == ["H hi", "AI a(1)#1", "T#1 made up", "AI done"]
    assert "tool a" not in result.log
    played = result.requests[1]
    (question,) = played["messages"]
    assert question["content"].startswith("You are emulating a tool call for testing purposes.")
    assert 'Tool: a\nDescription: The tool a.\nArguments: {"x": 1}' in question["content"]
    assert "Return ONLY the tool's output" in question["content"]
    assert (played["model"], played["temperature"]) == ("m", 1.0)
    assert "tools" not in played


@pytest.mark.parametrize(("tools", "ran"), [(["a"], ["tool b"]), ([], ["tool a", "tool b"])])
async def test_l120_s22_only_the_named_tools_are_played(bench: Bench, tools: list[str], ran: list[str]) -> None:
    played = ["made up"] * len(tools)
    script = [call("a", x=1), *played, call("b", x=2), "done"]
    result = await bench.run(script, [("ToolEmulator", {"tools": tools, "model": "m2", "temperature": 0.5})])
    assert [line for line in result.log if line.startswith("tool")] == ran
    assert [request["temperature"] for request in result.requests if request["model"] == "m2"] == [0.5] * len(tools)


async def test_l120_a_call_that_is_none_is_told_to_the_model(bench: Bench) -> None:
    result = await bench.run([call("nope"), "done"], ["ToolEmulator"])
    assert result.messages[2].startswith("T#1! Error: nope is not a valid tool")
    assert len(result.requests) == 2


async def test_l121_made_up_results_are_marked_where_they_are_stored(bench: Bench) -> None:
    result = await bench.run([call("a", x=1), "made up", "done"], [("ToolEmulator", {"tools": ["a"]})])
    assert result.events == [("ToolEmulator", "emulated")]
    (beside,) = details(bench)
    assert list(beside.values()) == [{"emulated": True}]


async def test_l121_a_work_after_a_made_up_result_says_that_it_is_of_a_dry_run(bench: Bench) -> None:
    """It is never a version of a real work of the same name."""
    script = [
        submit("Report", "real", more=True),
        call("a", x=1),
        "made up",
        submit("Report", "made up", more=True),
        submit("Report (dry run)", "again"),
    ]
    await bench.run(script, ["ToolEmulator"])
    works = bench.driver.ask.works(bench.task, 1)
    assert sorted((work.title, work.newest.n) for work in works) == [("Report", 1), ("Report (dry run)", 2)]
    (dry,) = [work for work in works if "dry" in work.title]
    assert dry.path.endswith("Report (dry run).md")
    assert bench.driver.read(bench.task, 1, works.index(dry)) == "again"


async def test_l121_a_work_in_a_text_is_marked_too(bench: Bench) -> None:
    await bench.run([call("a", x=1), "made up", "```work Report\nIt is so.\n```"], ["ToolEmulator"])
    (work,) = bench.driver.ask.works(bench.task, 1)
    assert work.title == "Report (dry run)"


async def test_l121_a_step_that_is_a_dry_run_plays_all_tools_of_all_its_assistants(bench: Bench) -> None:
    bench.step = {"dry_run": True}
    script = [call("a", x=1), "made up", submit("Report", "It is so.")]
    result = await bench.run(script, [("ToolEmulator", {"tools": []})])
    assert "tool a" not in result.log
    (work,) = bench.driver.ask.works(bench.task, 1)
    assert work.title == "Report (dry run)"
