"""Scenarios of the same kind as those that are listed: other orders, several at once, restarts between, other messages gone back to (S4-S40)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.middleware.harness import Bench, Result, call, fails
from tests.engine.middleware.test_human import human
from tests.engine.middleware.test_structured import ROME, W1, run
from tests.support.scripted_model import Reply
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.engine.middleware.base import (
    Artificial,
    Middleware,
    ModelAnswer,
    ModelCall,
    ModelRequest,
    NoSettings,
    Run,
    Update,
)

MODEL, TOOL = "ModelCallLimit", "ToolCallLimit"
ALL_NO = "Tool call limit exceeded. Do not make additional tool calls."
PLAIN = {"jitter": False}


def many(name: str, *numbers: int) -> dict[str, Any]:
    """A reply that calls one tool several times."""
    return call(*((name, {"x": number}) for number in numbers))


async def continued(bench: Bench, seq: int, script: Any = ()) -> Result:
    """Go on from a message of the newest conversation."""
    bench._play(script)
    conversation = bench.driver.ask.conversations(bench.driver.ask.step_n(bench.task, 1).id)[-1].id
    await bench.driver.desk.continue_from(conversation, seq)
    return await bench.result()


def complete(result: Result) -> None:
    """Each request that was sent has one result for each call."""
    for request in result.requests:
        calls = [one["id"] for item in request["messages"] for one in item.get("tool_calls") or ()]
        answered = [item["tool_call_id"] for item in request["messages"] if item["role"] == "tool"]
        assert sorted(calls) == sorted(answered)


async def test_s6_each_wrapper_may_call_on_not_at_all_once_or_often(bench: Bench) -> None:
    """L5, L17: each call of the inner ones begins with the request that the outer one gave, and nothing of it lasts."""

    class Thrice(Middleware[NoSettings]):
        """Asks three times, each in its own words."""

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            answers = [await call(request.override(system=f"{request.system}{number}")) for number in range(3)]
            return answers[1].override(text="+".join(answer.text for answer in answers))

    class Adds(Middleware[NoSettings]):
        """Adds to what it is given, and answers the third itself."""

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            if request.system.endswith("2"):
                return ModelAnswer("mine")
            return await call(request.override(system=f"{request.system}!"))

    result = await bench.run(["one", "two"], [Thrice, Adds], system="S")
    assert [request["messages"][0]["content"] for request in result.requests] == ["S0!", "S1!"]
    assert result.messages == ["H hi", "AI one+two+mine"]


async def test_s8_s20_unknown_wrong_refused_and_good_calls_of_one_message(bench: Bench) -> None:
    """L13-L15, L66: each has its own result, the refused ones first, and the good ones ran."""
    limit = (TOOL, {"tool_name": "b", "run_limit": 1})
    calls = call(("a", {"x": 1}), ("nope", {}), ("a", {"x": "much"}), ("b", {"x": 4}), ("b", {"x": 5}))
    result = await bench.run([calls, "done"], [limit, ("ToolRetry", {"initial_delay": 0})])
    assert result.messages[2] == "T#5! Tool call limit exceeded. Do not call 'b' again."
    assert result.messages[3] == "T#1 a1"
    assert result.messages[4].startswith("T#2! Error: nope is not a valid tool, try one of [")
    assert result.messages[5].startswith("T#3! Error invoking tool 'a' with kwargs {'x': 'much'} with error:\n")
    assert result.messages[6:] == ["T#4 b4", "AI done"]
    assert sorted(result.log) == ["model", "model", "tool a", "tool b"]
    complete(result)


async def test_s12_a_jump_to_the_model_with_open_calls_answers_them_and_asks_again(bench: Bench) -> None:
    """L9-L11: it acts once."""

    class Again(Middleware[NoSettings]):
        """Has the model think again, once."""

        can_jump_to = {"after_model": ("model",)}  # noqa: RUF012 - as a person writes it

        async def after_model(self, run: Run) -> Update | None:
            if run.state.get("asked"):
                return None
            return Update(state={"asked": True}, messages=[Artificial("Sure?", "user")], jump="model")

    result = await bench.run([many("a", 1, 2), many("a", 3), "done"], [Again])
    assert result.log == ["model", "model", "tool a", "model"]
    assert [line.split()[0] for line in result.messages] == ["H", "AI", "T#1!", "T#2!", "H", "AI", "T#3", "AI"]
    complete(result)


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
async def test_s16_s18_a_node_counts_once_however_often_it_was_tried(bench: Bench, order: list[int]) -> None:
    """L51, in any order with retry and fallback; what the fallback answered counts like any other answer."""
    listed = [
        (MODEL, {"run_limit": 2}),
        ("ModelRetry", {"max_retries": 2, "on_failure": "error", **PLAIN}),
        ("ModelFallback", {"models": ["nobody", "f"]}),
    ]
    bench._server.script("p", [fails()] * 9)
    bench._server.script("f", [call("a", x=1), call("a", x=2)])
    result = await bench.run([], [listed[place] for place in order], model="p")
    assert result.messages[-1] == "AI Model call limits exceeded: run limit (2/2)"
    assert result.state[MODEL] == {"thread": 2, "run": 2}


async def test_s18_at_the_limit_with_an_error_nothing_is_asked_until_the_limit_is_another(bench: Bench) -> None:
    """L50, L51: resumed over a restart it ends the same way, and counts nothing."""
    limit = (MODEL, {"thread_limit": 1, "exit_behavior": "error"})
    await bench.run([call("a", x=1)], [limit])
    await bench.restart()
    result = await bench.resume()
    assert result.status == Status.ERROR
    assert (len(result.requests), result.log) == (1, ["model", "tool a"])
    assert "thread limit (1/1)" in result.cause


async def test_s18_going_back_gives_the_calls_back_and_a_new_run_begins_at_nothing(bench: Bench) -> None:
    """L51, L123."""
    result = await bench.run([call("a", x=1), call("a", x=2)], [(MODEL, {"thread_limit": 2})])
    assert result.state[MODEL]["thread"] == 2
    first_result = next(item.seq for item in result.stored if item.kind == "tool_result")
    result = await continued(bench, first_result, ["short"])
    assert (result.messages[-1], result.state[MODEL]["thread"]) == ("AI short", 2)
    bench._play(["anew"])
    await bench.driver.desk.rerun(bench.task, 1)
    result = await bench.result()
    assert (result.messages[-1], result.state[MODEL]["thread"]) == ("AI anew", 1)


async def test_s21_both_limits_are_named_and_the_batch_is_given_back(bench: Bench) -> None:
    """L67, L65: the refused turn counts for the turn alone; after a restart the next turn has all calls of the conversation left."""
    limit = (TOOL, {"tool_name": "a", "thread_limit": 2, "run_limit": 1, "exit_behavior": "end"})
    result = await bench.run([many("a", 1, 2, 3)], [limit])
    said = "'a' tool call limit reached: thread limit exceeded (3/2 calls) and run limit exceeded (3/1 calls)."
    assert result.messages[-1] == f"AI {said}"
    assert result.state["ToolCallLimit[a]"] == {"thread": 0, "run": 3}
    await bench.restart()
    result = await bench.say([many("a", 4), "one"])
    result = await bench.say([many("a", 5), "two"])
    assert [line for line in result.messages if line.startswith("T#")][3:] == ["T#4 a4", "T#5 a5"]
    result = await bench.say([many("a", 6)])
    said = "'a' tool call limit reached: thread limit exceeded (3/2 calls)."
    assert result.messages[-1] == f"AI {said}"
    complete(result)


@pytest.mark.parametrize("turned", [False, True])
async def test_s23_the_order_of_limiters_does_not_matter(bench: Bench, turned: bool) -> None:
    """L69: one of them ends the turn, and every call has a result."""
    listed = [(TOOL, {"tool_name": "a", "run_limit": 1, "exit_behavior": "end"}), (TOOL, {"run_limit": 2})]
    result = await bench.run(
        [call(*(("b", {"x": n}) for n in (1, 2)), ("a", {"x": 3}), ("a", {"x": 4}))], listed[:: -1 if turned else 1]
    )
    assert result.log == ["model"]
    assert result.messages[-1].startswith("AI 'a' tool call limit reached: run limit exceeded (2/1 calls).")
    assert sorted(line.split("!")[0] for line in result.messages if line.startswith("T#")) == [
        "T#1",
        "T#2",
        "T#3",
        "T#4",
    ]


@pytest.mark.parametrize("kept", [False, True])
async def test_s34_a_limit_of_all_tools_does_not_keep_the_value_back(bench: Bench, kept: bool) -> None:
    """L31, L64: the call that gives the value runs no tool, so no limit of tools counts or refuses it."""
    listed: list[Any] = [(TOOL, {"run_limit": 1}), "ResultCache"]
    script = [call("a", x=1), call(("a", {"x": 2}), ("W1", ROME))]
    result = await run(bench, script, W1, *listed)
    assert result.log == ["model", "tool a", "model"]
    if kept:  # L1: the same answer out of the cache is a value, too
        await bench.driver.desk.rerun(bench.task, 1)
        result = await bench.result()
        assert result.log == ["model", "tool a", "model", "tool a"]
    assert f"T#2! {ALL_NO}" in result.messages
    assert result.status == Status.DONE
    assert result.stored[-1].data["structured"] == ROME
    assert result.state[TOOL] == {"thread": 1, "run": 2}


@pytest.mark.parametrize("answer", ["approve", "edit", "reject", "respond"])
async def test_s24_s26_l45_a_batch_gone_back_to_while_its_question_waits_asks_again_and_runs_once(
    bench: Bench, answer: str
) -> None:
    """L123: the new conversation has a question of its own; what was answered there is done there alone."""
    result = await bench.run(
        [call(("a", {"x": 1}), ("b", {"x": 2}))],
        [human(b={"allowed_decisions": ["approve", "edit", "reject", "respond"]})],
    )
    made = next(item.seq for item in result.stored if item.kind == "tool_call")
    result = await continued(bench, made)
    assert result.question is not None
    assert bench.log == ["model"]
    await bench.restart()
    decisions = {
        "approve": {"type": "approve"},
        "edit": {"type": "edit", "name": "a", "arguments": {"x": 9}},
        "reject": {"type": "reject", "message": "no way"},
        "respond": {"type": "respond", "message": "it is 7"},
    }
    result = await bench.answer("approve", ["done"], decisions=[decisions[answer]])
    ran = {"approve": ["tool a", "tool b"], "edit": ["tool a", "tool a"]}.get(answer, ["tool a"])
    assert sorted(result.log) == ["model", "model", *ran]
    assert result.messages[-1] == "AI done"
    complete(result)


@pytest.mark.parametrize(
    "edited",
    [{"name": "nope", "arguments": {}}, {"name": "b", "arguments": {"x": "much"}}, {"name": "b", "arguments": {}}],
)
async def test_s26_an_edit_that_is_no_call_is_refused_or_told_and_runs_nothing(
    bench: Bench, edited: dict[str, Any]
) -> None:
    """L40, L43: whichever it is, the person or the model can mend it."""
    await bench.run([call("b", x=1)], [human(b=True)])
    try:
        result = await bench.answer("approve", ["done"], decisions=[{"type": "edit", **edited}])
    except WorkspaceError:
        result = await bench.answer("approve", ["done"], decisions=[{"type": "approve"}])
        assert result.log == ["model", "tool b", "model"]
    else:
        assert result.messages[2].startswith("T#1! ")
        assert "Error invoking tool 'b'" in result.messages[2]
        assert result.log == ["model", "model"]
    complete(result)


async def test_s28_wrong_answers_before_and_after_a_restart_leave_the_question_answerable(bench: Bench) -> None:
    """L39, L43."""
    await bench.run([many("b", 1, 2)], [human(b={"allowed_decisions": ["approve", "reject"]})])
    wrong: list[Any] = [
        [{"type": "approve"}],
        [{"type": "approve"}] * 3,
        [{"type": "sing"}] * 2,
        [{"type": "edit", "name": "b", "arguments": {"x": 1}}] * 2,
    ]
    for restart in (False, True):
        if restart:
            await bench.restart()
        for decisions in wrong:
            with pytest.raises(WorkspaceError):
                await bench.answer("approve", decisions=decisions)
    result = await bench.answer("approve", ["done"], decisions=[{"type": "reject"}, {"type": "approve"}])
    assert result.log == ["model", "tool b", "model"]
    assert result.messages[-2:] == ["T#2 b2", "AI done"]


async def test_s32_several_lists_at_once_leave_the_one_before_over_a_restart(bench: Bench) -> None:
    """L86, L88: one of them is wrong as well."""
    one = {"todos": [{"content": "x", "status": "pending"}]}
    bad = {"todos": [{"content": "y", "status": "soon"}]}
    await bench.run([call("write_todos", **one), "one"], ["TodoList"])
    await bench.restart()
    result = await bench.say(
        [call(("write_todos", bad), ("write_todos", one), ("a", {"x": 1})), call("write_todos", **bad), "two"]
    )
    told = [line for line in result.messages if line.startswith("T#")]
    assert all("should never be called multiple times in parallel" in line for line in told[1:3])
    assert told[3] == "T#4 a1"
    assert told[4].startswith("T#5! ")
    assert result.state["TodoList"]["todos"] == one["todos"]
    complete(result)


async def test_s22_s24_a_pretended_tool_is_asked_about_limited_and_never_run(bench: Bench) -> None:
    """L120 with L37 and L66, whichever stands first."""
    listed = [("ToolEmulator", {}), human(b=True), (TOOL, {"tool_name": "b", "run_limit": 1})]
    await bench.run([many("b", 1, 2)], listed)
    result = await bench.answer("approve", ["as if", "done"], decisions=[{"type": "approve"}])
    assert "tool b" not in result.log
    assert result.messages[2:] == ["T#2! Tool call limit exceeded. Do not call 'b' again.", "T#1 as if", "AI done"]


async def test_l124_s18_s23_two_assistants_with_one_limit_each_keep_their_counts_over_a_restart(bench: Bench) -> None:
    """Each may call one tool in the conversation."""
    bench._own["GivenTools"] = bench._given_tools()
    limit = {"type": TOOL, "settings": {"thread_limit": 1}}
    members = [{"name": name, "middleware": [limit, {"type": "GivenTools"}]} for name in ("ann", "bob")]
    script = [call("a", x=1), "ann 1", call("a", x=2), "bob 1"]
    await bench.start({"assistants": members, "max_turns": 2}, script)
    result = await bench.result()
    assert bench.log.count("tool a") == 2
    await bench.restart()
    await bench.say([call("a", x=3), "ann 2", call("a", x=4), "bob 2"])
    result = await bench.result()
    texts = [one["text"] for item in result.stored if item.kind == "tool_result" for one in item.data["results"]]
    assert texts == ["a1", "a2", ALL_NO, ALL_NO]


async def test_s33_s34_tools_beside_a_wrong_value_that_ended_the_step_run_once_it_is_resumed(bench: Bench) -> None:
    """L32, L34: over a restart, and the model is told what was wrong with its value."""
    strict = ("StructuredAnswer", {"handle_errors": False})
    result = await run(bench, [call(("a", {"x": 1}), ("W1", {"city": 3}))], W1, strict)
    assert (result.status, result.log) == (Status.ERROR, ["model"])
    await bench.restart()
    result = await bench.resume([call("W1", **ROME)])
    assert result.messages[2].startswith("T#2! Failed to parse structured output for tool 'W1'")
    assert result.messages[3] == "T#1 a1"
    assert (result.status, result.log) == (Status.DONE, ["model", "tool a", "model"])
    complete(result)


async def test_s18_s20_counts_of_a_turn_go_on_where_it_was_stopped(bench: Bench) -> None:
    """L51, L65, L20: a breakpoint and a restart begin no new turn."""
    listed = [(MODEL, {"run_limit": 2}), (TOOL, {"tool_name": "a", "run_limit": 1})]
    result = await bench.run([many("a", 1)], listed, breakpoints=["after_tools"])
    assert result.status == "paused"
    await bench.restart()
    result = await bench.resume([many("a", 2)])
    assert result.messages[-1] == "T#2! Tool call limit exceeded. Do not call 'a' again."
    await bench.restart()
    result = await bench.resume()
    assert result.messages[-1] == "AI Model call limits exceeded: run limit (2/2)"
    assert result.log == ["model", "tool a", "model"]


async def test_s13_l60_l79_a_stop_while_a_summary_waits_to_be_tried_again_ends_it(bench: Bench) -> None:
    """A provider asks for an hour; the person stops, and the history is what it was."""
    bench.clock = "real"
    await bench.restart()
    settings = {"trigger": ["messages", 5], "keep": ["messages", 2]}
    middleware = [{"type": "Summarization", "settings": settings}, {"type": "GivenTools"}]
    bench._own["GivenTools"] = bench._given_tools()
    later = Reply(status=429, headers={"Retry-After": "3600"})
    team = {"assistants": [{"name": "bot", "middleware": middleware}]}
    await bench.start(team, [many("a", 1), many("a", 2), later])
    await bench.driver.until(
        lambda: any("Attempt 2 of 4" in item.text for item in bench.driver.messages(bench.task, 1))
    )
    await bench.driver.desk.stop(bench.task)
    result = await bench.result()
    assert (result.status, len(result.requests)) == (Status.INTERRUPTED, 3)
    result = await bench.resume(["S", "done"])
    assert result.messages == ["H hi", "AI a(1)#1", "T#1 a1", "AI a(2)#2", "T#2 a2", "AI done"]
    assert len(result.requests[-1]["messages"]) == 3


@pytest.mark.parametrize("turned", [False, True])
async def test_s16_s35_a_fallback_gives_the_value_in_its_own_way(bench: Bench, turned: bool) -> None:
    """L29, L63: the first model is held to the schema by its provider, the other one by a tool; both get the same messages."""
    url = f"{bench._server.url}/v1"
    await bench.driver.desk.add_model("m", "openai", "gpt-5", base_url=url, key_env="WORKSPACE_TEST_KEY")
    bench._server.script("gpt-5", [fails()])
    bench._server.script("f", [call("W1", **ROME)])
    listed = [("ModelFallback", {"models": ["f"]}), ("StructuredAnswer", {"tool_message": "Thank you."})]
    result = await run(bench, [], W1, *listed[:: -1 if turned else 1])
    first, second = result.requests
    assert first["response_format"]["json_schema"]["name"] == "W1"
    assert "W1" not in [tool["function"]["name"] for tool in first["tools"]]
    assert "response_format" not in second
    assert "W1" in [tool["function"]["name"] for tool in second["tools"]]
    assert first["messages"] == second["messages"]
    assert result.messages[-1] == "T#1 Thank you."
    assert result.status == Status.DONE
