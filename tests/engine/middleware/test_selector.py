"""Tools are chosen for a model call (L116-L119; S36): over the real engine, with a scripted model."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select

from tests.engine.middleware.harness import Bench, Result, call
from workspace_app.engine.middleware.selector import PROMPT
from workspace_app.store import tables as t

OWN = ["suggest_replan", "submit_work"]


def choice(*names: str) -> str:
    return json.dumps({"tools": names})


def offered(result: Result, number: int) -> list[str]:
    """The tools in one of the requests."""
    return [tool["function"]["name"] for tool in result.requests[number].get("tools", ())]


def five(bench: Bench) -> None:
    bench.tools = [bench.tool(name) for name in "abcde"]


async def test_l116_a_model_chooses_by_the_tools_and_the_last_message(bench: Bench) -> None:
    await bench.run([choice("b"), "one"], ["ToolSelector"], "hi")
    result = await bench.say([choice("a"), "two"], "now a")
    asked = result.requests[2]
    system, said = asked["messages"]
    assert system["content"].startswith(PROMPT)
    assert "- a: The tool a." in system["content"]
    assert said["content"] == "now a"
    assert asked["model"] == "m"
    form = asked["response_format"]["json_schema"]["schema"]["properties"]["tools"]
    assert form["items"]["enum"] == ["a", "b", "rd", "boom"]
    assert "tools" not in asked
    recorded = bench.driver.ask.read(lambda c: c.execute(select(t.requests.c.options).order_by(t.requests.c.id)).all())
    assert ["response_format" in row.options for row in recorded] == [True, False, True, False]


async def test_l116_another_model_may_choose_by_other_words(bench: Bench) -> None:
    settings = {"model": "m2", "system_prompt": "Choose well."}
    result = await bench.run([choice("a"), "done"], [("ToolSelector", settings)])
    assert [request["model"] for request in result.requests] == ["m2", "m"]
    assert result.requests[0]["messages"][0]["content"].startswith("Choose well.")
    assert ("ToolSelector", "selected") in result.events


@pytest.mark.parametrize(
    ("chosen", "settings", "expected"),
    [
        (("d", "a", "a", "c"), {"max_tools": 2}, ["a", "d"]),
        (("d", "a"), {"max_tools": 1, "always_include": ["e", "b"]}, ["d", "b", "e"]),
        ((), {"always_include": ["c"]}, ["c"]),
        ((), {}, []),
        (("c", "b"), {}, ["b", "c"]),
    ],
)
async def test_l117_s36_the_first_ones_count_in_the_order_of_the_tools_then_those_always_offered(
    bench: Bench, chosen: tuple[str, ...], settings: dict[str, Any], expected: list[str]
) -> None:
    five(bench)
    result = await bench.run([choice(*chosen), "done"], [("ToolSelector", settings)])
    assert [name for name in offered(result, 1) if name not in OWN] == expected
    assert offered(result, 1)[-2:] == OWN


async def test_l118_a_name_that_is_none_ends_the_step_with_it(bench: Bench) -> None:
    result = await bench.run([choice("a", "zzz")], ["ToolSelector"])
    assert result.status == "error"
    assert "Model selected invalid tools: ['zzz']" in result.cause


async def test_l118_what_is_always_offered_must_be_there(bench: Bench) -> None:
    result = await bench.run([], [("ToolSelector", {"always_include": ["a", "zz"]})])
    assert result.status == "error"
    assert "Tools in always_include not found: ['zz']. Available tools: a, b, rd, boom" in result.cause
    assert result.requests == []


async def test_l118_nothing_is_asked_where_nothing_is_to_choose(bench: Bench) -> None:
    result = await bench.run(["done"], [("ToolSelector", {"always_include": ["a", "b", "rd", "boom"]})])
    assert len(result.requests) == 1


@pytest.mark.parametrize("bad", ["no idea", choice("zzz"), '{"tools": "a"}'])
async def test_l118_a_choice_that_cannot_be_used_is_asked_for_again(bench: Bench, bad: str) -> None:
    result = await bench.run([bad, choice("a"), "done"], [("ToolSelector", {"max_retries": 1})])
    assert offered(result, 2) == ["a", *OWN]


async def test_l118_all_tools_are_offered_if_that_is_set(bench: Bench) -> None:
    settings = {"max_retries": 1, "on_parsing_failure": "all"}
    result = await bench.run(["no", "idea", "done"], [("ToolSelector", settings)])
    assert offered(result, 2) == ["a", "b", "rd", "boom", *OWN]
    assert ("ToolSelector", "gave_up") in result.events


async def test_l119_it_holds_for_one_call_and_does_not_keep_tools_from_running(bench: Bench) -> None:
    result = await bench.run([choice("a"), call("b", x=1), choice("b"), "done"], ["ToolSelector"])
    assert offered(result, 1) == ["a", *OWN]
    assert offered(result, 3) == ["b", *OWN]
    assert result.messages == ["H hi", "AI b(1)#1", "T#1 b1", "AI done"]
