"""A middleware asks the person, and nothing is done twice when the run goes on (L43-L46, L123, L125)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.engine.middleware.harness import Bench, call
from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.middleware.base import (
    Artificial,
    Ask,
    Middleware,
    ModelAnswer,
    ModelCall,
    ModelRequest,
    NoSettings,
    Run,
    ToolAnswer,
    ToolCall,
    ToolRequest,
    Update,
)


class AsksBeforeA(Middleware[NoSettings]):
    """Asks before each call of a."""

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        if request.name != "a":
            return await call(request)
        answer = run.answer(f"call:{request.id}")
        if answer is None:
            raise Ask(f"call:{request.id}", "May a run?", ("approve", "reject"), {"call": request.name})
        return await call(request) if answer["action"] == "approve" else ToolAnswer("no", is_error=True)


class AsksAfterModel(Middleware[NoSettings]):
    """Asks about what the model said, and counts its answers."""

    async def after_model(self, run: Run) -> Update | None:
        assert run.answered is not None
        key = f"answer:{run.answered.text or run.answered.calls[0].id}"
        answer = run.answer(key)
        if answer is None:
            raise Ask(key, "Is this right?", ("approve", "choose"), {"options": ["replace"]}, kind="ask")
        state = {"asked": run.state.get("asked", 0) + 1}
        if answer["action"] == "choose":
            (first, *_) = run.open_calls
            return Update(
                state=state, calls={first.id: first.override(name="b", arguments={"x": 9}, tool=run.tools["b"])}
            )
        return Update(state=state)

    @classmethod
    def check_answer(cls, data: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        if answer["text"] == "wrong":
            raise WorkspaceError("That is no answer.")


async def test_l45_the_calls_beside_the_one_that_asks_run_once(bench: Bench) -> None:
    """The engine is closed between question and answer; the model is asked once for the round."""
    result = await bench.run([call(("a", {"x": 1}), ("b", {"x": 2}))], [AsksBeforeA])
    assert result.question is not None
    assert (result.question.kind, result.question.text) == ("tool", "May a run?")
    assert result.question.data["middleware"] == "AsksBeforeA"
    assert result.log == ["model", "tool b"]
    await bench.restart()
    result = await bench.answer("approve", ["done"])
    assert result.log == ["model", "tool b", "tool a", "model"]
    assert sorted(result.messages[2:4]) == ["T#1 a1", "T#2 b2"]
    assert result.messages[-1] == "AI done"


async def test_l45_a_refused_call_is_answered_in_its_place(bench: Bench) -> None:
    await bench.run([call("a", x=1)], [AsksBeforeA])
    result = await bench.answer("reject", ["fine"])
    assert result.messages == ["H hi", "AI a(1)#1", "T#1! no", "AI fine"]
    assert "tool a" not in result.log


async def test_two_calls_that_ask_are_asked_about_one_after_the_other(bench: Bench) -> None:
    await bench.run([call(("a", {"x": 1}), ("a", {"x": 2}))], [AsksBeforeA])
    result = await bench.answer("approve")
    assert result.question is not None
    result = await bench.answer("approve", ["done"])
    assert result.log.count("tool a") == 2
    assert sorted(result.messages[2:4]) == ["T#1 a1", "T#2 a2"]


async def test_l45_after_the_model_nothing_runs_until_the_answer_is_there(bench: Bench) -> None:
    """F21: the model's own call stays, what was decided instead is run; the state is that of one pass."""
    result = await bench.run([call(("a", {"x": 1}), ("b", {"x": 2}))], [AsksAfterModel])
    assert result.log == ["model"]
    await bench.restart()
    result = await bench.answer("choose", ["done"], choices=["replace"])
    assert result.question is not None  # it asks about the second answer too
    result = await bench.answer("approve")
    assert result.messages == ["H hi", "AI a(1)#1 b(2)#2", "T#1 b9", "T#2 b2", "AI done"]
    assert sorted(result.log) == ["model", "model", "tool b", "tool b"]
    assert result.state["AsksAfterModel"] == {"asked": 2}


async def test_l43_a_wrong_answer_leaves_the_question_open(bench: Bench) -> None:
    result = await bench.run(["a text"], [AsksAfterModel])
    with pytest.raises(WorkspaceError, match="no answer"):
        await bench.answer("approve", text="wrong")
    result = await bench.result()
    assert result.question is not None
    result = await bench.answer("approve")
    assert result.messages == ["H hi", "AI a text"]
    assert len(result.requests) == 1


async def test_l44_who_says_something_instead_has_the_calls_cancelled_first(bench: Bench) -> None:
    """The history stays valid: each call has a result before the new words."""
    await bench.run([call(("a", {"x": 1}), ("a", {"x": 2}))], [AsksBeforeA])
    result = await bench.say(["as you wish"], "never mind")
    why = "Cancelled by a message of the user: this tool call was not run."
    assert result.messages[-1] == "AI as you wish"
    assert f"T#1! {why}" in result.messages
    assert f"T#2! {why}" in result.messages
    assert result.log == ["model", "model"]
    roles = [message["role"] for message in result.requests[-1]["messages"]]
    assert roles == ["user", "assistant", "tool", "tool", "user"]


async def test_a_question_before_the_model_is_asked_holds_the_call_back(bench: Bench) -> None:
    class Pays(Middleware[NoSettings]):
        """Asks before the first call."""

        async def before_model(self, run: Run) -> Update | None:
            if run.answer("pay") is None:
                raise Ask("pay", "Pay for it?", ("approve",), kind="limit")
            return None

    result = await bench.run([], [Pays])
    assert (result.question is not None, result.log) == (True, [])
    result = await bench.answer("approve", ["paid"])
    assert result.messages == ["H hi", "AI paid"]


class Counts(Middleware[NoSettings]):
    """Counts model calls and tool calls."""

    per_turn = ("turn",)

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        answer = await call(request)
        return answer.remember(self, models=run.state.get("models", 0) + 1, turn=run.state.get("turn", 0) + 1)

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        return (await call(request)).remember(self, tools=run.state.get("tools", 0) + 1)

    async def after_agent(self, run: Run) -> Update:
        await run.tell("counted", "A turn was counted.")
        return Update(state={"turns": run.state.get("turns", 0) + 1})


async def test_l123_state_is_restored_with_the_values_of_the_message_gone_back_to(bench: Bench) -> None:
    """A continuation at the first tool's result goes on from what was counted until then."""
    result = await bench.run([call("a", x=1), call("a", x=2), "done"], [Counts])
    assert result.state["Counts"] == {"models": 3, "turn": 3, "tools": 2, "turns": 1}
    assert result.events == [("Counts", "counted")]
    first_result = next(item.seq for item in result.stored if item.kind == "tool_result")
    conversation = bench.driver.ask.conversations(bench.driver.ask.step_n(bench.task, 1).id)[-1].id
    bench._play(["short"])
    await bench.driver.desk.continue_from(conversation, first_result)
    result = await bench.result()
    assert result.messages[-1] == "AI short"
    assert result.state["Counts"] == {"models": 2, "turn": 2, "tools": 1, "turns": 1}


async def test_l123_state_outlives_the_engine_and_a_new_turn_resets_what_is_counted_per_turn(bench: Bench) -> None:
    await bench.run(["one"], [Counts])
    await bench.restart()
    result = await bench.say(["two"])
    assert result.state["Counts"] == {"models": 2, "turn": 1, "turns": 2}


async def test_what_after_agent_adds_comes_last_and_is_the_answer(bench: Bench) -> None:
    class Signs(Middleware[NoSettings]):
        """Adds a line."""

        async def after_agent(self, run: Run) -> Update:
            return Update(messages=[Artificial("signed")])

    result = await bench.run(["done"], [Signs])
    assert result.messages == ["H hi", "AI done", "AI signed"]
    assert [item.final for item in result.stored if item.kind == "text"] == [False, True]


async def test_l125_a_line_for_the_log_is_in_no_request(bench: Bench) -> None:
    await bench.run(["one"], [Counts])
    result = await bench.say(["two"])
    assert "was counted" not in str(result.requests)
