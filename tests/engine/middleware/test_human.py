"""The person looks at chosen calls before they are made (L37-L48, S24-S30)."""

from typing import Any

import pytest

from tests.engine.middleware.harness import Bench, call
from workspace_app.domain.errors import WorkspaceError

NOT_RUN = "The tool was not executed. Do not retry this tool call unless the user explicitly requests it."


def human(*, prefix: str | None = None, one_by_one: bool = False, **tools: Any) -> tuple[str, dict[str, Any]]:
    """The middleware, asking about these tools."""
    settings: dict[str, Any] = {"interrupt_on": tools, "one_by_one": one_by_one}
    return "HumanInTheLoop", settings | ({"description_prefix": prefix} if prefix else {})


async def test_l37_tools_that_are_not_listed_or_are_false_run_without_asking(bench: Bench) -> None:
    result = await bench.run([call(("a", {"x": 1}), ("b", {"x": 2})), "done"], [human(b=False)])
    assert result.messages == ["H hi", "AI a(1)#1 b(2)#2", "T#1 a1", "T#2 b2", "AI done"]


async def test_l38_one_question_tells_each_gated_call_in_order_with_what_it_takes(bench: Bench) -> None:
    gates = human(prefix="Look here", a=True, b={"allowed_decisions": ["reject"], "description": "B is dangerous."})
    result = await bench.run([call(("b", {"x": 1}), ("rd", {"x": 2}), ("a", {"x": 3}))], [gates])
    assert result.question is not None
    first, second = result.question.data["calls"]
    assert (first["name"], first["why"], first["allowed"]) == ("b", "B is dangerous.", ["reject"])
    assert second["why"].startswith("Look here\n\nTool: a\nArgs: ")
    assert second["arguments"] == {"x": 3}
    assert second["allowed"] == ["approve", "edit", "reject"]
    assert not [line for line in result.log if line.startswith("tool")]


async def test_l41_l15_s25_a_mixed_batch_keeps_its_order_and_runs_nothing_before_the_answer(bench: Bench) -> None:
    """L41: automatic calls wait too; rejections come first among the results' makers, the order of the calls stays (L15)."""
    batch = call(("a", {"x": 1}), ("b", {"x": 2}), ("a", {"x": 3}), ("b", {"x": 4}), ("rd", {"x": 5}))
    result = await bench.run([batch], [human(b=True, rd=True)])
    assert result.question is not None
    assert [one["arguments"]["x"] for one in result.question.data["calls"]] == [2, 4, 5]
    assert result.log == ["model"]
    result = await bench.answer(
        "approve",
        ["done"],
        decisions=[{"type": "approve"}, {"type": "reject"}, {"type": "edit", "name": "b", "arguments": {"x": 9}}],
    )
    assert result.messages[1] == "AI a(1)#1 b(2)#2 a(3)#3 b(4)#4 rd(5)#5"
    results = {line.split()[0].rstrip("!"): line for line in result.messages if line.startswith("T#")}
    assert [results[f"T#{n}"].split(" ", 1)[1] for n in (1, 2, 3)] == ["a1", "b2", "a3"]
    assert results["T#4"].startswith("T#4! User rejected the tool call for `b` with id ")
    assert results["T#5"].endswith("b9")
    assert sorted(result.log[1:-1]) == ["tool a", "tool a", "tool b", "tool b"]
    assert result.messages[-1] == "AI done"


async def test_s24_l40_all_rejected_asks_the_model_again_and_tells_it_not_to_retry(bench: Bench) -> None:
    await bench.run([call("b", x=1)], [human(b=True)])
    result = await bench.answer("reject", ["well"])
    assert result.log == ["model", "model"]
    assert f". {NOT_RUN}" in result.messages[2]
    assert result.messages[2].startswith("T#1! User rejected the tool call for `b` with id ")


async def test_s27_a_reason_reaches_the_model_and_a_decision_that_is_not_allowed_leaves_the_question_open(
    bench: Bench,
) -> None:
    """L40, L43: the reference stored a wrong answer and failed for ever after."""
    await bench.run([call("b", x=1)], [human(b={"allowed_decisions": ["reject"]})])
    with pytest.raises(WorkspaceError, match="Unexpected human decision “approve” for the tool “b”: it takes reject"):
        await bench.answer("approve")
    result = await bench.answer("reject", ["well"], text="no way")
    assert f"with reason: no way {NOT_RUN}" in result.messages[2]


async def test_s28_l39_too_few_decisions_leave_the_question_open(bench: Bench) -> None:
    await bench.run([call(("b", {"x": 1}), ("b", {"x": 2}))], [human(b=True)])
    message = r"Number of human decisions \(1\) does not match number of hanging tool calls \(2\)\."
    for _ in range(2):
        with pytest.raises(WorkspaceError, match=message):
            await bench.answer("approve", decisions=[{"type": "approve"}])
    result = await bench.answer("approve", ["done"])
    assert result.messages[2:] == ["T#1 b1", "T#2 b2", "AI done"]


async def test_l42_an_answer_of_the_person_stands_for_the_tools(bench: Bench) -> None:
    await bench.run([call("b", x=1)], [human(b={"allowed_decisions": ["respond"]})])
    with pytest.raises(WorkspaceError, match="the text is empty"):
        await bench.answer("approve", decisions=[{"type": "respond"}])
    result = await bench.answer("approve", ["done"], decisions=[{"type": "respond", "message": "It is 42."}])
    assert result.messages[2:] == ["T#1 It is 42.", "AI done"]


async def test_s26_l42_an_edited_call_stays_in_the_history_as_the_model_made_it_and_the_model_is_told(
    bench: Bench,
) -> None:
    await bench.run([call("b", x=1)], [human(b=True)])
    decision = {"type": "edit", "arguments": {"x": 7}}
    result = await bench.answer("approve", ["done"], decisions=[decision])
    assert result.messages[1] == "AI b(1)#1"
    assert "A reviewer replaced this tool call" in result.messages[2]
    assert result.messages[2].endswith("b7")
    sent = result.requests[-1]["messages"]
    assert [made["tool_calls"][0]["function"]["arguments"] for made in sent if made.get("tool_calls")] == ['{"x": 1}']


async def test_l42_only_calls_that_the_pattern_fits_are_asked_about(bench: Bench) -> None:
    gates = human(a={"when": "docs/**"})
    result = await bench.run([call("a", x=1), "done"], [gates])
    assert result.messages[2:] == ["T#1 a1", "AI done"]


async def test_l42_one_question_for_each_call_which_cannot_change_the_tool_and_fits_the_schema(bench: Bench) -> None:
    schema = {"type": "object", "properties": {"x": {"type": "integer", "maximum": 5}}}
    gates = human(one_by_one=True, b={"args_schema": schema})
    result = await bench.run([call(("b", {"x": 1}), ("b", {"x": 2}))], [gates])
    assert result.question is not None
    assert len(result.question.data["calls"]) == 1
    with pytest.raises(WorkspaceError, match="cannot be replaced by “a”"):
        await bench.answer("approve", decisions=[{"type": "edit", "name": "a", "arguments": {"x": 1}}])
    with pytest.raises(WorkspaceError, match="do not fit"):
        await bench.answer("approve", decisions=[{"type": "edit", "arguments": {"x": 9}}])
    result = await bench.answer("approve", decisions=[{"type": "edit", "arguments": {"x": 4}}])
    assert result.question is not None
    assert result.question.data["calls"][0]["arguments"] == {"x": 2}
    result = await bench.answer("approve", ["done"])
    assert [line[-2:] for line in result.messages if line.startswith("T#")] == ["b4", "b2"]


async def test_s29_l44_a_new_message_while_a_question_waits_cancels_the_calls(bench: Bench) -> None:
    await bench.run([call(("a", {"x": 1}), ("b", {"x": 2}))], [human(b=True)])
    result = await bench.say(["all right"], "never mind")
    assert result.log == ["model", "model"]
    sent = result.requests[-1]["messages"]
    answered = [item["tool_call_id"] for item in sent if item["role"] == "tool"]
    (made,) = [item["tool_calls"] for item in sent if item.get("tool_calls")]
    assert answered == [one["id"] for one in made]
    assert sent[-1]["role"] == "user"
    assert sent[-1]["content"].endswith("never mind")


async def test_s30_l47_a_call_that_another_middleware_has_answered_is_not_asked_about(bench: Bench) -> None:
    """Wherever it stands in the list."""
    limit = ("ToolCallLimit", {"tool_name": "b", "run_limit": 1})
    for order in ([limit, human(b=True)], [human(b=True), limit]):
        result = await bench.run([call(("b", {"x": 1}), ("b", {"x": 2}))], order)
        assert result.question is not None
        assert [one["arguments"]["x"] for one in result.question.data["calls"]] == [1]
        bench.log.clear()
        result = await bench.answer("approve", ["done"])
        assert result.log == ["tool b", "model"]
        refused, ran = result.messages[2:4]
        assert (refused.split()[0], ran) == ("T#2!", "T#1 b1")


@pytest.mark.parametrize("exit_behavior", ["end", "error"])
async def test_s30_l67_a_turn_that_a_limit_ends_asks_nothing(bench: Bench, exit_behavior: str) -> None:
    limit = ("ToolCallLimit", {"tool_name": "b", "run_limit": 1, "exit_behavior": exit_behavior})
    result = await bench.run([call(("b", {"x": 1}), ("b", {"x": 2}))], [limit, human(b=True)])
    assert result.question is None or "calls" not in result.question.data
    assert result.log == ["model"]
    assert "exceeded" in result.messages[-1] + result.cause


async def test_l45_l46_a_question_survives_a_restart_and_nothing_that_ran_runs_again(bench: Bench) -> None:
    script = [call("a", x=1), call(("a", {"x": 2}), ("b", {"x": 3}))]
    await bench.run(script, [human(b=True)])
    assert bench.log == ["model", "tool a", "model"]
    await bench.restart()
    result = await bench.answer("approve", ["done"])
    assert result.log == ["model", "tool a", "model", "tool a", "tool b", "model"]
    assert result.messages[-1] == "AI done"


async def test_l125_what_was_decided_is_in_the_log(bench: Bench) -> None:
    await bench.run([call(("b", {"x": 1}), ("b", {"x": 2}))], [human(b=True)])
    result = await bench.answer("approve", ["done"], decisions=[{"type": "approve"}, {"type": "reject"}])
    assert ("HumanInTheLoop", "approved") in result.events
    assert ("HumanInTheLoop", "rejected") in result.events
