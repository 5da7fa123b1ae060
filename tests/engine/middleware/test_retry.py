"""ModelRetry, ToolRetry and ModelFallback (L53-L63; S9, S14-S17)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.engine.middleware.harness import Bench, call, fails
from tests.support.scripted_model import ScriptedModel
from workspace_app.engine.middleware import registry
from workspace_app.engine.middleware.retry import JITTER, ModelRetrySettings

PLAIN = {"jitter": False}


@pytest.mark.parametrize("name", ["max_retries", "initial_delay", "backoff_factor", "max_delay"])
def test_l53_negative_values_are_refused(name: str) -> None:
    for kind in ("ModelRetry", "ToolRetry"):
        assert name in registry.faults([{"type": kind, "settings": {name: -1}}])[0]


@given(
    initial=some.floats(0, 100),
    factor=some.floats(0, 5),
    longest=some.floats(0, 100),
    retry=some.integers(0, 20),
)
def test_l54_s14_waits_grow_up_to_the_longest_and_vary_by_a_quarter(
    initial: float, factor: float, longest: float, retry: int
) -> None:
    """L54: factor 0 is a constant wait; only the variation may exceed the longest one."""
    values: dict[str, Any] = {"initial_delay": initial, "backoff_factor": factor, "max_delay": longest}
    plain = ModelRetrySettings(jitter=False, **values).delay(retry)
    assert plain == min(initial * (factor**retry if factor else 1), longest)
    varied = ModelRetrySettings(jitter=True, **values).delay(retry)
    assert plain * (1 - JITTER) - 1e-9 <= varied <= plain * (1 + JITTER) + 1e-9
    assert varied >= 0


async def test_l58_s14_the_model_is_asked_again_after_growing_waits(bench: Bench) -> None:
    """L58: only the answer that came is in the conversation; each attempt is in the log and in the recorded requests."""
    result = await bench.run([fails(), fails(429), "done"], [("ModelRetry", PLAIN)])
    assert result.messages == ["H hi", "AI done"]
    assert bench.delays == [1.0, 2.0]
    assert result.events == [("ModelRetry", "retried")] * 2
    assert len(result.requests) == 3


async def test_l54_no_wait_is_no_sleep(bench: Bench) -> None:
    await bench.run([fails(), "done"], [("ModelRetry", {"initial_delay": 0})])
    assert bench.delays == []


async def test_l55_s15_a_failure_that_stays_is_passed_on_at_once(bench: Bench) -> None:
    """L55, F18: on_failure is not used."""
    result = await bench.run([fails(401)], [("ModelRetry", PLAIN)])
    assert result.status == "error"
    assert "did not accept the key" in result.cause
    assert (len(result.requests), bench.delays) == (1, [])


async def test_l56_s15_after_the_last_attempt_the_failure_is_the_answer_and_completes_nothing(bench: Bench) -> None:
    """L56: it is marked as a failure, and the person is asked."""
    result = await bench.run([fails(text="p fail")], [("ModelRetry", {"max_retries": 0})])
    assert result.messages[-1].startswith("AI Model call failed after 1 attempt with ModelError: ")
    assert "p fail" in result.messages[-1]
    (answer,) = [item for item in result.stored if item.kind == "text"]
    assert answer.data["failed"]
    assert (result.status, result.question is not None) == ("waiting", True)


async def test_l59_s9_an_exception_of_a_tool_ends_the_step_with_everything_kept(bench: Bench) -> None:
    """L14, L59: also when a retry is there for another tool."""
    result = await bench.run([call(("boom", {}), ("a", {"x": 1}))], [("ToolRetry", {"tools": ["a"]})])
    assert result.status == "error"
    assert result.cause == "The tool boom failed with ValueError: bang"
    assert result.messages == ["H hi", "AI boom()#1 a(1)#2", "T#1! bang", "T#2 a1"]
    assert result.log.count("tool boom") == 1
    result = await bench.resume(["I see"])
    assert result.messages[-1] == "AI I see"
    assert result.log.count("tool boom") == 1


async def test_l57_after_the_last_attempt_the_tools_failure_is_told_to_the_model(bench: Bench) -> None:
    result = await bench.run([call("boom"), "oh"], [("ToolRetry", PLAIN)])
    text = "Tool 'boom' failed after 3 attempts with ValueError: bang. Please try again."
    assert result.messages == ["H hi", "AI boom()#1", f"T#1! {text}", "AI oh"]
    assert result.log == ["model", "tool boom", "tool boom", "tool boom", "model"]
    assert bench.delays == [1.0, 2.0]


async def test_l60_a_stop_during_the_wait_ends_it(bench: Bench, server: ScriptedModel) -> None:
    """The real clock, a wait of an hour: the person stops, and the run is over."""
    bench.clock = "real"
    await bench.restart()
    middleware = [{"type": "ModelRetry", "settings": {"initial_delay": 3600, "max_delay": 3600}}]
    await bench.start({"assistants": [{"name": "bot", "middleware": middleware}]}, [fails()])
    waits = "Attempt 2 of 3"
    await bench.driver.until(lambda: any(waits in item.text for item in bench.driver.messages(bench.task, 1)))
    await bench.driver.desk.stop(bench.task)
    result = await bench.result()
    assert result.status == "interrupted"
    assert len(result.requests) == 1


async def test_l61_l63_s16_the_fallback_answers_and_is_named_by_the_recorded_request(
    bench: Bench, server: ScriptedModel
) -> None:
    """L61, L63."""
    server.script("p", [fails(text="p fail")])
    server.script("f", ["f ok"])
    result = await bench.run([], [("ModelFallback", {"models": ["f"]})], model="p")
    assert result.messages == ["H hi", "AI f ok"]
    assert result.events == [("ModelFallback", "fell_back")]
    first, second = result.requests
    assert (first["model"], second["model"]) == ("p", "f")
    assert first["messages"] == second["messages"]
    answer = next(item for item in result.stored if item.kind == "text")
    assert answer.request is not None
    assert bench.driver.ask.request(answer.request).slot == "f"


async def test_l61_s16_the_last_error_stands(bench: Bench, server: ScriptedModel) -> None:
    server.script("p", [fails(text="p fail")])
    server.script("f", [fails(text="f fail")])
    result = await bench.run([], [("ModelFallback", {"models": ["f"]})], model="p")
    assert result.status == "error"
    assert "f fail" in result.cause


RETRY: tuple[str, dict[str, Any]] = ("ModelRetry", {"jitter": False})
FALLBACK: tuple[str, dict[str, Any]] = ("ModelFallback", {"models": ["f"]})
RAISES: tuple[str, dict[str, Any]] = ("ModelRetry", {"jitter": False, "on_failure": "error"})


@pytest.mark.parametrize(
    ("listed", "f_works", "asked", "says"),
    [
        pytest.param([RETRY, FALLBACK], False, (3, 3), "3 attempts with ModelError", id="A"),
        pytest.param([FALLBACK, RETRY], True, (3, 0), "p fail", id="B"),
        pytest.param([FALLBACK, RAISES], True, (3, 1), "f ok", id="C"),
    ],
)
async def test_l62_s17_what_comes_of_retry_and_fallback_depends_on_their_order(
    bench: Bench,
    server: ScriptedModel,
    listed: list[tuple[str, dict[str, Any]]],
    f_works: bool,
    asked: tuple[int, int],
    says: str,
) -> None:
    """L62."""
    server.script("p", lambda _: fails(text="p fail"))
    server.script("f", lambda _: "f ok" if f_works else fails(text="f fail"))
    result = await bench.run([], listed, model="p")
    assert tuple(len(server.requests_for(name)) for name in ("p", "f")) == asked
    assert says in result.messages[-1]


def test_l62_the_order_in_which_a_fallback_is_never_used_is_warned_of() -> None:
    entries = {name: {"type": name, "settings": settings} for name, settings in (FALLBACK, RETRY)}
    assert registry.warnings([entries["ModelRetry"], entries["ModelFallback"]]) == []
    (warning,) = registry.warnings([entries["ModelFallback"], entries["ModelRetry"]])
    assert "ModelFallback is never used" in warning
    raising = {"type": "ModelRetry", "settings": {"on_failure": "error"}}
    assert registry.warnings([entries["ModelFallback"], raising]) == []
