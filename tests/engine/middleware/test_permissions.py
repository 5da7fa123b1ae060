"""Nothing beyond reading in the project happens unless the person allowed it."""

from typing import Any

import pytest

from tests.engine.middleware.harness import Bench, Result, call
from workspace_app.domain.errors import NotFound, WorkspaceError


@pytest.fixture
async def gated(bench: Bench) -> Bench:
    """A bench on which nothing is allowed."""
    await revoke_all(bench)
    return bench


async def revoke_all(bench: Bench) -> None:
    for rule in await bench.driver.desk.permissions():
        await bench.driver.desk.revoke_permission(rule["id"])


def ran(result: Result) -> list[str]:
    return [line for line in result.log if line.startswith("tool")]


async def decide(bench: Bench, script: list[Any], **decision: Any) -> Result:
    return await bench.answer("approve", script, decisions=[decision])


async def test_a_call_is_asked_about_and_runs_once_it_is_approved(gated: Bench) -> None:
    result = await gated.run([call("a", x=1)])
    assert result.question is not None
    assert result.question.kind == "tool"
    (asked,) = result.question.data["calls"]
    assert (asked["name"], asked["arguments"]) == ("a", {"x": 1})
    assert "write, run programs or reach other services" in asked["why"]
    assert not ran(result)
    result = await gated.answer("approve", ["done"])
    assert result.messages == ["H hi", "AI a(1)#1", "T#1 a1", "AI done"]
    assert ("Permissions", "approved") in result.events


async def test_reading_in_the_project_and_handing_in_are_not_asked_about(gated: Bench) -> None:
    script = [call("list_files"), call("submit_work", title="T", content="text")]
    result = await gated.run(script, tools=["list_files"])
    assert result.question is None
    assert result.status == "done"


async def test_once_is_for_this_call_alone(gated: Bench) -> None:
    await gated.run([call("a", x=1)])
    result = await decide(gated, [call("a", x=1)], type="approve", scope="once")
    assert result.question is not None
    assert ran(result) == ["tool a"]
    assert await gated.driver.desk.permissions() == []


@pytest.mark.parametrize("scope", ["conversation", "task", "always"])
async def test_a_longer_permission_is_kept_listed_and_holds_after_a_restart(gated: Bench, scope: str) -> None:
    await gated.run([call("a", x=1)])
    result = await decide(gated, [call("a", x=2), "done"], type="approve", scope=scope)
    assert ran(result) == ["tool a", "tool a"]
    (rule,) = await gated.driver.desk.permissions()
    assert (rule["tool"], rule["verdict"], rule["scope"]) == ("a", "allow", scope)
    await gated.restart()
    assert rule["id"] in [one["id"] for one in await gated.driver.desk.permissions()]


async def test_a_permission_for_a_task_does_not_hold_in_another_task(gated: Bench) -> None:
    await gated.run([call("a", x=1)])
    await decide(gated, ["done"], type="approve", scope="task")
    result = await gated.run([call("a", x=1)])
    assert result.question is not None
    assert result.question.kind == "tool"
    await decide(gated, ["done"], type="approve", scope="always")
    result = await gated.run([call("a", x=1), "done"])
    assert result.messages[-1] == "AI done"


async def test_taking_a_permission_back_takes_effect_at_the_next_call(gated: Bench) -> None:
    await gated.run([call("a", x=1)])
    result = await decide(gated, [call("a", x=2), "done"], type="approve", scope="always")
    await revoke_all(gated)
    result = await gated.say([call("a", x=3)], "again")
    assert result.question is not None
    assert ran(result) == ["tool a", "tool a"]
    with pytest.raises(NotFound, match="taken back already"):
        await gated.driver.desk.revoke_permission("nothing")


async def test_never_is_told_to_the_model_and_goes_before_what_is_allowed(gated: Bench) -> None:
    await gated.driver.desk.allow_tool("*")
    await gated.driver.desk.allow_tool("b", verdict="never")
    result = await gated.run([call(("a", {"x": 1}), ("b", {"x": 2})), "done"])
    assert ran(result) == ["tool a"]
    assert result.messages[2].startswith("T#2! The user never allows this use of the tool `b`.")
    assert result.messages[3] == "T#1 a1"


async def test_never_can_be_said_in_the_answer(gated: Bench) -> None:
    await gated.run([call("a", x=1)])
    result = await decide(gated, [call("a", x=1), "done"], type="reject", scope="never", message="far too risky")
    assert not ran(result)
    assert "far too risky" in result.messages[2]
    assert "never allows" in result.messages[4]


async def test_a_batch_is_one_question_and_what_is_allowed_waits_for_it(gated: Bench) -> None:
    await gated.driver.desk.allow_tool("a")
    result = await gated.run([call(("a", {"x": 1}), ("b", {"x": 2}), ("rd", {"x": 3}))])
    assert result.question is not None
    assert [one["name"] for one in result.question.data["calls"]] == ["b", "rd"]
    assert not ran(result)
    decisions = [{"type": "reject"}, {"type": "edit", "arguments": {"x": 7}}]
    result = await gated.answer("approve", ["done"], decisions=decisions)
    assert sorted(ran(result)) == ["tool a", "tool rd"]
    assert any(line.endswith("rd7") and "reviewer replaced" in line for line in result.messages)


async def test_a_wrong_scope_leaves_the_question_open(gated: Bench) -> None:
    await gated.run([call("a", x=1)])
    with pytest.raises(WorkspaceError, match="There is no scope “weekly”"):
        await decide(gated, [], type="approve", scope="weekly")
    assert ran(await gated.answer("approve", ["done"])) == ["tool a"]


async def test_what_the_person_approved_in_another_question_is_not_asked_again(gated: Bench) -> None:
    gate = ("HumanInTheLoop", {"interrupt_on": {"a": True}})
    await gated.run([call("a", x=1)], [gate])
    result = await gated.answer("approve", ["done"])
    assert ran(result) == ["tool a"]
    await gated.run([call("a", x=1)], [gate])
    result = await gated.answer("approve", ["done"], decisions=[{"type": "edit", "arguments": {"x": 5}}])
    assert result.messages[2].endswith("a5")


async def test_a_tool_that_is_not_there_is_not_asked_about(gated: Bench) -> None:
    result = await gated.run([call("nope", x=1), "done"])
    assert "is not a valid tool" in result.messages[2]


async def test_approving_everything_in_a_task_does_not_allow_tools_that_act_nor_the_own_network(gated: Bench) -> None:
    step = {
        "id": "s",
        "step_task": "x",
        "kind": "agent",
        "team": {"assistants": [{"name": "bot", "tools": ["write_file", "web_fetch"]}]},
    }
    home = {"url": "http://127.0.0.1:9/admin"}
    gated._play([call(("write_file", {"path": "a.txt", "content": "x"}), ("web_fetch", home))])
    gated.task = await gated.driver.planned([step], approve="all")
    question = await gated.driver.asked(gated.task)
    assert question.kind == "tool"
    assert [one["pattern"] for one in question.data["calls"]] == ["a.txt", home["url"]]
