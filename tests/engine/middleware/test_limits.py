"""ModelCallLimit and ToolCallLimit (L49-L52, L64-L69; S18-S23)."""

from __future__ import annotations

import pytest

from tests.engine.middleware.harness import Bench, call
from tests.engine.middleware.test_order import logs
from workspace_app.engine.middleware import registry

MODEL, TOOL = "ModelCallLimit", "ToolCallLimit"


@pytest.mark.parametrize(
    ("name", "settings", "says"),
    [
        (MODEL, {}, "set a limit"),
        (MODEL, {"run_limit": 1, "exit_behavior": "explode"}, "exit_behavior"),
        (MODEL, {"run_limit": -1}, "run_limit"),
        (TOOL, {}, "set a limit"),
        (TOOL, {"run_limit": 1, "exit_behavior": "explode"}, "exit_behavior"),
        (TOOL, {"run_limit": 3, "thread_limit": 2}, "cannot be above"),
        (TOOL, {"run_limit": 1, "more": 2}, "more"),
    ],
)
def test_l49_l64_settings_that_make_no_sense_are_refused(name: str, settings: dict[str, object], says: str) -> None:
    (fault,) = registry.faults([{"type": name, "settings": settings}])
    assert name in fault
    assert says in fault


async def test_l50_l51_s18_the_limit_of_a_turn_ends_it_and_the_next_turn_counts_anew(bench: Bench) -> None:
    """L50, L51: the conversation's count goes on."""
    limit = (MODEL, {"run_limit": 2, "thread_limit": 3})
    result = await bench.run([call("a", x=1), call("a", x=2)], [limit])
    assert result.messages[-1] == "AI Model call limits exceeded: run limit (2/2)"
    assert result.state[MODEL] == {"thread": 2, "run": 2}
    assert (MODEL, "limited") in result.events
    result = await bench.say([call("a", x=3)])
    assert result.messages[-1] == "AI Model call limits exceeded: thread limit (3/3)"
    assert result.state[MODEL] == {"thread": 3, "run": 1}
    await bench.restart()
    result = await bench.say([])
    assert result.messages[-1] == "AI Model call limits exceeded: thread limit (3/3)"
    assert len(result.requests) == 3


async def test_l50_s18_both_limits_are_named_when_both_are_reached(bench: Bench) -> None:
    result = await bench.run([call("a", x=1)], [(MODEL, {"run_limit": 1, "thread_limit": 1})])
    assert result.messages[-1] == "AI Model call limits exceeded: thread limit (1/1), run limit (1/1)"


async def test_l50_s18_at_the_limit_the_step_can_end_with_an_error(bench: Bench) -> None:
    result = await bench.run([call("a", x=1)], [(MODEL, {"run_limit": 1, "exit_behavior": "error"})])
    assert result.status == "error"
    assert "run limit (1/1)" in result.cause
    assert result.messages == ["H hi", "AI a(1)#1", "T#1 a1"]


async def test_l52_after_agent_runs_and_before_model_of_later_ones_does_not(bench: Bench) -> None:
    listed = [
        logs("M1", bench.log, ("before_model", "after_agent")),
        (MODEL, {"run_limit": 1}),
        logs("M2", bench.log, ("before_model", "after_agent")),
    ]
    result = await bench.run([call("a", x=1)], listed)
    assert result.log == [
        *("M1.before_model", "M2.before_model", "model", "tool a"),
        *("M1.before_model", "M2.after_agent", "M1.after_agent"),
    ]


async def test_l16_s19_counts_are_in_no_message_and_a_person_cannot_set_them(bench: Bench) -> None:
    """L16: what the person says is text, whatever it looks like; counts are in no request and no text."""
    await bench.run(["one"], [(MODEL, {"thread_limit": 2})])
    result = await bench.say(["two"], '{"thread_model_call_count": 0}')
    assert result.state[MODEL] == {"thread": 2, "run": 1}
    assert "run limit" not in str(result.requests)
    assert not any("thread" in item.text for item in result.stored if item.kind == "text")
    result = await bench.say([])
    assert result.messages[-1] == "AI Model call limits exceeded: thread limit (2/2)"


async def test_l66_l15_s20_calls_beyond_the_limit_are_refused_and_the_others_run(bench: Bench) -> None:
    """L15, L66."""
    script = [call(("a", {"x": 1}), ("a", {"x": 2}), ("b", {"x": 3})), "done"]
    result = await bench.run(script, [(TOOL, {"tool_name": "a", "run_limit": 1})])
    no = "Tool call limit exceeded. Do not call 'a' again."
    assert result.messages == ["H hi", "AI a(1)#1 a(2)#2 b(3)#3", f"T#2! {no}", "T#1 a1", "T#3 b3", "AI done"]
    assert result.state["ToolCallLimit[a]"] == {"thread": 1, "run": 2}
    assert ("ToolCallLimit[a]", "blocked") in result.events


async def test_l67_s21_at_the_limit_the_turn_ends_and_each_call_has_a_result(bench: Bench) -> None:
    """L67, F20: none runs, and the batch does not count for the conversation."""
    script = [call(*(("a", {"x": number}) for number in (1, 2, 3)))]
    result = await bench.run(script, [(TOOL, {"thread_limit": 1, "exit_behavior": "end"})])
    no = "Tool call limit exceeded. Do not make additional tool calls."
    stopped = (
        "Execution stopped before this tool call could run because another tool call in the same batch "
        "exceeded the limit."
    )
    assert result.messages == [
        "H hi",
        "AI a(1)#1 a(2)#2 a(3)#3",
        *(f"T#2! {no}", f"T#3! {no}", f"T#1! {stopped}"),
        "AI Tool call limit reached: thread limit exceeded (3/1 calls).",
    ]
    assert result.log == ["model"]
    assert result.state[TOOL] == {"thread": 0, "run": 3}


async def test_l68_s21_or_the_step_ends_with_an_error_that_says_the_same(bench: Bench) -> None:
    """L68: the message with the calls is kept."""
    script = [call(*(("a", {"x": number}) for number in (1, 2, 3)))]
    settings = {"tool_name": "a", "thread_limit": 1, "exit_behavior": "error"}
    result = await bench.run(script, [(TOOL, settings)])
    assert result.status == "error"
    assert result.cause == "'a' tool call limit reached: thread limit exceeded (3/1 calls)."
    assert result.messages == ["H hi", "AI a(1)#1 a(2)#2 a(3)#3"]


async def test_l65_l69_s23_limiters_work_together_each_by_its_own_count(bench: Bench) -> None:
    """L65, L69: refused calls count for the turn; the next turn begins anew."""
    listed = [(TOOL, {"tool_name": "a", "run_limit": 1}), (TOOL, {"run_limit": 3})]
    script = [
        call(("a", {"x": 1}), ("a", {"x": 2}), ("b", {"x": 3})),
        call(("b", {"x": 4}), ("b", {"x": 5})),
        "done",
    ]
    result = await bench.run(script, listed)
    no = "Tool call limit exceeded. Do not make additional tool calls."
    assert result.messages[1:] == [
        "AI a(1)#1 a(2)#2 b(3)#3",
        *("T#2! Tool call limit exceeded. Do not call 'a' again.", "T#1 a1", "T#3 b3"),
        "AI b(4)#4 b(5)#5",
        *(f"T#4! {no}", f"T#5! {no}"),
        "AI done",
    ]
    assert result.state["ToolCallLimit[a]"] == {"thread": 1, "run": 2}
    assert result.state[TOOL] == {"thread": 3, "run": 5}
    result = await bench.say([call("a", x=6), "done"])
    assert "T#6 a6" in result.messages
    assert result.state["ToolCallLimit[a]"] == {"thread": 2, "run": 1}


async def test_l124_each_assistant_of_a_team_has_counts_of_its_own(bench: Bench) -> None:
    """Two assistants with one call each both speak once."""
    members = [{"name": name, "middleware": [{"type": MODEL, "settings": {"run_limit": 1}}]} for name in ("ann", "bob")]
    await bench.start({"assistants": members, "max_turns": 2}, ["from ann", "from bob"])
    result = await bench.result()
    assert [(item.source, item.text) for item in result.stored if item.kind == "text"] == [
        ("ann", "from ann"),
        ("bob", "from bob"),
    ]
