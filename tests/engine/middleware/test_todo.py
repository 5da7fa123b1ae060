"""An assistant's own to-do list (L85-L88; S32): over the real engine, with a scripted model."""

from __future__ import annotations

from typing import Any

from tests.engine.middleware.harness import Bench, Result, call
from tests.support.scripted_model import ScriptedModel
from workspace_app.engine.middleware.todo import DESCRIPTION, PARALLEL, PROMPT
from workspace_app.store.todos import todos

ONE = [{"content": "Read", "status": "in_progress"}, {"content": "Write", "status": "pending"}]
TWO = [{"content": "Read", "status": "completed"}, {"content": "Write", "status": "in_progress"}]


def shown(bench: Bench, run: int = -1) -> dict[str, Any]:
    """What the window shows of a run of the step."""
    conversation = bench.driver.ask.conversations(bench.driver.ask.step_n(bench.task, 1).id)[run]
    return bench.driver.ask.read(lambda c: todos(c, conversation.id))


def results(result: Result) -> list[str]:
    return [line for line in result.messages if line.startswith("T#")]


async def test_l85_a_list_replaces_the_one_before(bench: Bench) -> None:
    script = [call("write_todos", todos=ONE), call("write_todos", todos=TWO), "done"]
    result = await bench.run(script, ["TodoList"], system="You write.")
    assert results(result) == [f"T#1 Updated todo list to {ONE}", f"T#2 Updated todo list to {TWO}"]
    assert result.state["TodoList"] == {"todos": TWO}
    request = result.requests[0]
    assert request["messages"][0]["content"] == f"You write.\n\n{PROMPT}"
    (tool,) = [tool["function"] for tool in request["tools"] if tool["function"]["name"] == "write_todos"]
    assert tool["description"] == DESCRIPTION


async def test_l85_its_texts_can_be_others(bench: Bench) -> None:
    settings = {"system_prompt": "Keep a list.", "tool_description": "Your list."}
    result = await bench.run(["done"], [("TodoList", settings)])
    assert result.requests[0]["messages"][0]["content"] == "Keep a list."
    assert "Your list." in [tool["function"]["description"] for tool in result.requests[0]["tools"]]


async def test_l86_s32_several_lists_at_once_are_all_refused_and_other_tools_run(bench: Bench) -> None:
    script = [
        call("write_todos", todos=ONE),
        call(("write_todos", {"todos": TWO}), ("a", {"x": 1}), ("write_todos", {"todos": []})),
        "done",
    ]
    result = await bench.run(script, ["TodoList"])
    assert sorted(results(result)[1:]) == sorted([f"T#2! {PARALLEL}", "T#3 a1", f"T#4! {PARALLEL}"])
    assert result.state["TodoList"] == {"todos": ONE}


async def test_l87_s32_a_wrong_status_is_an_error_and_changes_nothing(bench: Bench) -> None:
    wrong = [{"content": "Read", "status": "finished"}]
    script = [call("write_todos", todos=ONE), call("write_todos", todos=wrong), "done"]
    result = await bench.run(script, ["TodoList"])
    assert results(result)[1].startswith("T#2! Error invoking tool 'write_todos' with kwargs")
    assert "'pending', 'in_progress' or 'completed'" in results(result)[1]
    assert result.state["TodoList"] == {"todos": ONE}


async def test_l88_the_list_is_read_from_the_store_and_is_at_each_message_what_it_was(
    bench: Bench, server: ScriptedModel
) -> None:
    script = [call("write_todos", todos=ONE), call("write_todos", todos=TWO), "done"]
    result = await bench.run(script, ["TodoList"])
    assert shown(bench) == {"bot": TWO}
    first = next(item.seq for item in result.stored if item.kind == "tool_result")
    await bench.restart()
    conversation = bench.driver.ask.conversations(bench.driver.ask.step_n(bench.task, 1).id)[0].id
    server.script(None, [call("a", x=1), "done"])
    await bench.driver.desk.continue_from(conversation, first)
    result = await bench.result()
    assert shown(bench) == {"bot": ONE}
    assert result.state["TodoList"] == {"todos": ONE}
    assert shown(bench, 0) == {"bot": TWO}


async def test_l88_nobody_has_a_list_before_it_is_written(bench: Bench) -> None:
    await bench.run(["done"], ["TodoList"])
    assert shown(bench) == {}
