"""In which order hooks run, and where they may go instead (L4-L12, L20-L22, F14; S1-S7, S39)."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tests.engine.middleware.harness import Bench, call
from workspace_app.engine.middleware.base import (
    HOOKS,
    LIST_HOOKS,
    Artificial,
    Interfere,
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


def logs(name: str, log: list[str], hooks: tuple[str, ...], **more: Any) -> type[Middleware[Any]]:
    """A middleware that writes down when each of its hooks is called; `more` are methods and attributes of the class."""

    def hook(which: str) -> Any:
        async def write(_self: Any, _run: Run, *given: Any) -> None:
            log.append(f"{name}.{which}")

        return write

    def wrap(which: str) -> Any:
        async def around(_self: Any, _run: Run, request: Any, inner: Any) -> Any:
            log.append(f"{name}.{which} in")
            answer = await inner(request)
            log.append(f"{name}.{which} out")
            return answer

        return around

    made = {which: (wrap if which.startswith("wrap") else hook)(which) for which in hooks}
    return type(name, (Middleware,), {**made, **more})


def jumps(log: list[str], hook: str, update: Update, declared: str | None = "end") -> type[Middleware[Any]]:
    """A middleware whose one hook gives an update, the first time that it is called in a run."""

    async def act(self: Any, _run: Run) -> Update | None:
        log.append(f"Jumps.{hook}")
        if getattr(self, "done", False):
            return None
        self.done = True
        return update

    return type("Jumps", (Middleware,), {hook: act, "can_jump_to": {hook: (declared,)} if declared else {}})


S1 = [
    "M1.before_agent",
    "M2.before_agent",
    "M1.before_model",
    "M2.before_model",
    "model",
    "M2.after_model",
    "M1.after_model",
    "tool a",
    "M1.before_model",
    "M2.before_model",
    "model",
    "M2.after_model",
    "M1.after_model",
    "M2.after_agent",
    "M1.after_agent",
]


async def test_l4_s1_before_hooks_run_down_the_list_and_after_hooks_up(bench: Bench) -> None:
    """L4."""
    listed = [logs(name, bench.log, LIST_HOOKS) for name in ("M1", "M2")]
    result = await bench.run([call("a", x=1), "done"], listed)
    assert result.log == S1
    assert result.messages == ["H hi", "AI a(1)#1", "T#1 a1", "AI done"]
    assert result.status == "waiting"


async def test_f14_the_hooks_of_both_systems_run_in_one_order(bench: Bench) -> None:
    result = await bench.run([call("a", x=1), "done"], [logs("M", bench.log, HOOKS)])
    assert [line.removeprefix("M.") for line in result.log] == [
        "before_agent",
        "pre_run",
        *("pre_observe", "post_observe", "before_model", "pre_think", "wrap_model_call in", "model"),
        *("wrap_model_call out", "post_think", "after_model"),
        *("pre_act", "wrap_tool_call in", "tool a", "wrap_tool_call out", "post_act"),
        *("pre_observe", "post_observe", "before_model", "pre_think", "wrap_model_call in", "model"),
        *("wrap_model_call out", "post_think", "after_model"),
        "post_run",
        "after_agent",
    ]


async def test_s3_a_jump_to_the_end_skips_the_model_and_runs_after_agent(bench: Bench) -> None:
    """L9, S3; the message is the assistant's answer, and no model was asked."""
    update = Update(messages=[Artificial("stop")], jump="end")
    m1 = logs("M1", bench.log, ("after_agent",))
    m2 = logs("M2", bench.log, ("before_model", "after_agent"))
    result = await bench.run([], [m1, jumps(bench.log, "before_model", update), m2])
    assert result.log == ["Jumps.before_model", "M2.after_agent", "M1.after_agent"]
    assert result.messages == ["H hi", "AI stop"]
    assert result.requests == []
    assert result.question is not None
    assert result.question.text == "stop"


async def test_l9_a_jump_to_the_model_is_the_entry_of_the_loop_and_acts_once(bench: Bench) -> None:
    m1 = logs("M1", bench.log, ("before_model",))
    result = await bench.run(["done"], [m1, jumps(bench.log, "before_model", Update(jump="model"), "model")])
    assert result.log == ["M1.before_model", "Jumps.before_model", "M1.before_model", "Jumps.before_model", "model"]


@pytest.mark.parametrize("hook", ["before_agent", "before_model", "after_model"])
async def test_s4_a_jump_that_is_not_declared_is_an_error_of_the_setup(bench: Bench, hook: str) -> None:
    """L9: said in a sentence, with what was there kept."""
    result = await bench.run(["done"], [jumps(bench.log, hook, Update(jump="end"), None)])
    assert result.status == "error"
    assert "does not declare" in result.cause


async def test_l10_calls_that_a_jump_leaves_open_get_an_explanation(bench: Bench) -> None:
    """The history stays valid: the next turn's request has a result for each call."""
    update = Update(messages=[Artificial("enough")], jump="end")
    result = await bench.run([call(("a", {"x": 1}), ("b", {"x": 2}))], [jumps(bench.log, "after_model", update)])
    why = "This tool call was not run, because the turn was ended before it."
    assert result.messages == ["H hi", "AI a(1)#1 b(2)#2", f"T#1! {why}", f"T#2! {why}", "AI enough"]
    assert "tool a" not in result.log
    result = await bench.say(["fine"])
    roles = [message["role"] for message in result.requests[-1]["messages"]]
    assert roles == ["user", "assistant", "tool", "tool", "assistant", "user"]


async def test_l11_s12_answered_calls_are_not_run_and_the_others_are(bench: Bench) -> None:
    """L11, L15: made-up results stand before real ones; the model is asked again."""

    class Blocks(Middleware[NoSettings]):
        """Answers each call of b."""

        async def after_model(self, run: Run) -> Update:
            blocked = [request.id for request in run.open_calls if request.name == "b"]
            return Update(results={id_: ToolAnswer("no", is_error=True) for id_ in blocked})

    result = await bench.run(
        [call(("a", {"x": 1}), ("b", {"x": 2}), ("a", {"x": 3})), call("b", x=4), "done"], [Blocks]
    )
    assert result.messages == [
        "H hi",
        "AI a(1)#1 b(2)#2 a(3)#3",
        *("T#2! no", "T#1 a1", "T#3 a3"),
        "AI b(4)#4",
        "T#4! no",
        "AI done",
    ]
    assert sorted(result.log) == ["model", "model", "model", "tool a", "tool a"]


async def test_l5_s5_wrappers_nest_and_the_first_is_outermost(bench: Bench) -> None:
    """L5."""
    listed = [logs(name, bench.log, ("wrap_tool_call",)) for name in ("W1", "W2", "W3")]
    result = await bench.run([call("a", x=1), "done"], listed)
    around = [line.replace(".wrap_tool_call", "") for line in result.log if line != "model"]
    assert around == ["W1 in", "W2 in", "W3 in", "tool a", "W3 out", "W2 out", "W1 out"]


async def test_s5_a_wrapper_that_does_not_call_on_answers_in_the_tools_place(bench: Bench) -> None:
    seen: list[str] = []

    class Sees(Middleware[NoSettings]):
        """Notes what comes out."""

        async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
            answer = await call(request)
            seen.append(answer.text)
            return answer

    class Short(Middleware[NoSettings]):
        """Answers by itself."""

        async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
            return ToolAnswer("mine")

    result = await bench.run([call("a", x=1), "done"], [Sees, Short, logs("W3", bench.log, ("wrap_tool_call",))])
    assert seen == ["mine"]
    assert result.log == ["model", "model"]
    assert result.messages[2] == "T#1 mine"


async def test_l19_s6_the_state_of_a_discarded_attempt_is_dropped_and_the_outer_change_wins(bench: Bench) -> None:
    """L19: the outer wrapper asks twice and uses the second answer only."""

    class Outer(Middleware[NoSettings]):
        """Asks twice."""

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            await call(request)
            answer = await call(request)
            return answer.override(state={**answer.state, "Inner": {**answer.state["Inner"], "by": "outer"}})

    class Inner(Middleware[NoSettings]):
        """Counts its own calls, and remembers the text of the answer."""

        calls = 0

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            answer = await call(request)
            self.calls += 1
            first = {"first": answer.text} if self.calls == 1 else {}
            return answer.remember(self, by="inner", text=answer.text, **first)

    result = await bench.run(["one", "two"], [Outer, Inner])
    assert result.messages == ["H hi", "AI two"]
    assert result.state["Inner"] == {"by": "outer", "text": "two"}
    assert len(result.requests) == 2


async def test_l12_s7_a_tool_that_returns_directly_ends_the_turn(bench: Bench) -> None:
    """L12: one model call, and after_agent runs."""
    result = await bench.run([call("rd", x=1)], [logs("M", bench.log, ("after_agent",))])
    assert result.messages == ["H hi", "AI rd(1)#1", "T#1 rd1"]
    assert result.log == ["model", "tool rd", "M.after_agent"]
    assert result.question is not None
    assert result.question.text == "rd1"


async def test_l12_s7_beside_another_tool_it_does_not(bench: Bench) -> None:
    """L12."""
    result = await bench.run([call(("rd", {"x": 1}), ("a", {"x": 2})), "x"])
    assert result.messages == ["H hi", "AI rd(1)#1 a(2)#2", "T#1 rd1", "T#2 a2", "AI x"]


async def test_l20_s39_a_breakpoint_stops_before_the_tools_and_survives_a_restart(bench: Bench) -> None:
    """The tool runs once, after going on; the model is not asked again for the first round."""
    result = await bench.run([call("b", x=2)], breakpoints=["before_tools"])
    assert (result.status, result.log) == ("paused", ["model"])
    assert "before tools" in result.cause
    await bench.restart()
    result = await bench.resume(["done"])
    assert result.log == ["model", "tool b", "model"]
    assert result.messages == ["H hi", "AI b(2)#1", "T#1 b2", "AI done"]


async def test_l20_breakpoints_before_the_model_and_after_the_tools_stop_each_round(bench: Bench) -> None:
    result = await bench.run([call("b", x=2)], breakpoints=["before_model", "after_tools"])
    assert (result.status, result.log) == ("paused", [])
    result = await bench.resume()
    assert (result.status, result.log) == ("paused", ["model", "tool b"])
    result = await bench.resume()
    assert (result.status, result.log) == ("paused", ["model", "tool b"])
    result = await bench.resume(["done"])
    assert result.messages == ["H hi", "AI b(2)#1", "T#1 b2", "AI done"]


async def test_l22_the_round_limit_of_the_assistant_asks_the_person(bench: Bench) -> None:
    """F7."""
    result = await bench.run([call("a", x=1), call("a", x=2)], max_rounds=2)
    assert result.question is not None
    assert result.question.kind == "limit"
    assert "2 model calls" in result.question.text


async def test_t38_a_hook_that_interferes_is_heard_after_all_results(bench: Bench) -> None:
    """This call is not run, every call has a result, and the words come after them."""

    class Interferes(Middleware[NoSettings]):
        """Speaks up at the first call of a."""

        async def pre_act(self, run: Run, request: ToolRequest) -> None:
            if request.name == "a":
                raise Interfere("rather not")

    result = await bench.run([call(("a", {"x": 1}), ("b", {"x": 2})), "as you like"], [Interferes])
    assert result.messages == [
        "H hi",
        "AI a(1)#1 b(2)#2",
        "T#1! This tool call was not run: the user has something to say first.",
        "T#2 b2",
        "H rather not",
        "AI as you like",
    ]
    assert "tool a" not in result.log


async def test_t38_while_thinking_the_words_enter_and_the_model_is_asked(bench: Bench) -> None:
    class Interferes(Middleware[NoSettings]):
        """Speaks up once."""

        async def pre_think(self, run: Run, request: ModelRequest) -> None:
            if not any(item.text == "think first" for item in run.said):
                raise Interfere("think first")

    result = await bench.run(["done"], [Interferes])
    assert result.messages == ["H hi", "H think first", "AI done"]


async def test_t33_an_exception_of_a_hook_is_the_way_to_veto(bench: Bench) -> None:
    class Vetoes(Middleware[NoSettings]):
        """Forbids."""

        async def pre_act(self, run: Run, request: ToolRequest) -> None:
            raise ValueError("not here")

    result = await bench.run([call("a", x=1)], [Vetoes])
    assert (result.status, result.log) == ("error", ["model"])
    assert "not here" in result.cause
    assert result.messages == ["H hi", "AI a(1)#1", "T#1! not here"]


class Adds(Middleware[NoSettings]):
    """Adds a message to the first request only."""

    can_jump_to: ClassVar = {}

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        first = not any(item.kind == "tool_call" for item in run.said)
        changed = request.override(messages=request.messages[:-1], system="For once.", settings={"temperature": 0.25})
        return await call(changed if first else request)


async def test_l17_a_change_of_a_request_holds_for_that_call_only(bench: Bench) -> None:
    result = await bench.run([call("a", x=1), "done"], [Adds], system="You are a bot.")
    first, second = result.requests
    assert [message["content"] for message in first["messages"]] == ["For once."]
    assert first["temperature"] == 0.25
    assert second["messages"][0]["content"] == "You are a bot."
    assert "temperature" not in second
    assert len(second["messages"]) == 4


async def test_l3_the_system_prompt_is_sent_and_never_stored(bench: Bench) -> None:
    result = await bench.run(["done"], system="You are a bot.")
    assert result.requests[0]["messages"][0] == {"role": "system", "content": "You are a bot."}
    assert not any("You are a bot." in item.text for item in result.stored)


async def test_l21_the_name_of_the_assistant_is_on_its_messages(bench: Bench) -> None:
    result = await bench.run(["done"])
    assert [item.source for item in result.stored if item.kind == "text"] == ["bot"]
    result = await bench.say(["more"])
    assert [message.get("name") for message in result.requests[-1]["messages"]][1] in ("bot", None)


@pytest.mark.parametrize("hook", LIST_HOOKS)
async def test_t33_a_hook_that_fails_ends_the_step_in_words_and_keeps_what_was_said(bench: Bench, hook: str) -> None:
    """Going on asks the model again only for what was not kept."""

    async def fail(_self: Any, run: Run) -> None:
        if not any(item.kind == "error" for item in run.said):
            raise ValueError("oops")

    broken = type("Broken", (Middleware,), {hook: fail})
    script = [call("a", x=1)] if hook == "after_model" else ["done"] if hook == "after_agent" else []
    result = await bench.run(script, [broken])
    assert result.status == "error"
    assert result.cause == f"Broken failed in {hook} with ValueError: oops"
    result = await bench.resume(["done"])
    assert result.messages[-1] == "AI done"
    assert result.log.count("tool a") == (hook == "after_model")
