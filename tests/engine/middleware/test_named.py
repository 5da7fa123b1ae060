"""Settings that name a function of the project's own hooks file (L32, L53, L55, L70, L81)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from autogen_core.models import LLMMessage
from autogen_core.tools import FunctionTool

from tests.engine.middleware.harness import Bench, Script, call, fails
from tests.engine.middleware.test_structured import ROME, UNION, W1, run, saved
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.engine.middleware import registry
from workspace_app.engine.middleware.own import FILE

PLAIN = {"jitter": False}


def is_busy(error: Exception) -> bool:
    """Whether a failure is worth another attempt."""
    return "busy" in str(error)


def in_my_words(error: Exception) -> str:
    """What is said of a failure."""
    return f"Mine: {type(error).__name__}"


def breaks(*_given: Any) -> str:
    """Fails."""
    raise KeyError("no")


def a_number(*_given: Any) -> int:
    """No text."""
    return 7


async def later(_error: Exception) -> bool:
    """Is no plain function."""
    return True


async def test_l53_l55_a_function_says_what_is_worth_another_attempt(bench: Bench) -> None:
    bench.hooks_file(is_busy)
    retry = ("ModelRetry", {"retry_on": ["is_busy"], **PLAIN})
    result = await bench.run([fails(400, "I am busy."), "done"], [retry])
    assert result.messages == ["H hi", "AI done"]
    assert bench.delays == [1.0]
    result = await bench.run([fails(500, "I am ill.")], [retry])
    assert result.status == Status.ERROR
    assert bench.delays == [1.0]


async def test_l53_l56_a_function_says_what_becomes_of_the_last_failure_and_nothing_is_completed(bench: Bench) -> None:
    bench.hooks_file(in_my_words)
    retry = ("ModelRetry", {"max_retries": 1, "on_failure": "in_my_words", **PLAIN})
    result = await bench.run([fails(), fails()], [retry])
    assert result.messages == ["H hi", "AI Mine: ModelError"]
    assert result.stored[-1].data["failed"] is True
    assert result.status != Status.DONE


async def test_l53_l57_tools_are_retried_by_kind_or_function_and_told_of_in_words_of_ones_own(bench: Bench) -> None:
    bench.hooks_file(is_busy, in_my_words)
    tried: list[str] = []

    async def moody(why: str) -> str:
        tried.append(why)
        raise TimeoutError("slow") if why == "slow" else ValueError(why)

    bench.tools.append(FunctionTool(moody, "It fails.", name="moody"))
    retry = ("ToolRetry", {"max_retries": 1, "retry_on": ["OSError", "is_busy"], "on_failure": "in_my_words", **PLAIN})
    both = call(("moody", {"why": "slow"}), ("moody", {"why": "busy"}))
    result = await bench.run([both, "done"], [retry])
    assert result.messages[2:] == ["T#1! Mine: TimeoutError", "T#2! Mine: ValueError", "AI done"]
    assert sorted(tried) == ["busy", "busy", "slow", "slow"]
    # L55, F18: what is not worth it is passed on at once, and on_failure is not asked.
    result = await bench.run([call("moody", why="ill")], [retry])
    assert result.status == Status.ERROR
    assert tried.count("ill") == 1
    assert "Mine" not in str(result.messages)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"on_failure": "nowhere"}, "no function 'nowhere'; it has: is_busy, later"),
        ({"retry_on": ["rate_limit", "nowhere"]}, "no function 'nowhere'"),
        ({"retry_on": "is_busy"}, "give a list"),
        ({"on_failure": "later"}, 'must be a plain one: write "def"'),
        ({"on_failure": 3}, "no function 3"),
    ],
)
def test_l53_a_name_that_is_none_is_a_fault_of_the_plan(settings: dict[str, Any], says: str) -> None:
    own = {"is_busy": is_busy, "later": later}
    (fault,) = registry.faults([{"type": "ModelRetry", "settings": settings}], own)
    assert says in fault


@pytest.mark.parametrize(("function", "says"), [(breaks, "breaks fails with KeyError"), (a_number, "returned 7")])
async def test_l53_a_function_that_goes_wrong_ends_the_step_in_words(bench: Bench, function: Any, says: str) -> None:
    bench.hooks_file(function)
    listed = [("ModelRetry", {"max_retries": 0, "on_failure": function.__name__})]
    result = await bench.run([fails()], listed)
    assert result.status == Status.ERROR
    assert says in result.cause
    assert result.messages == ["H hi"]


async def test_l32_l53_the_forms_offer_the_functions_of_the_trusted_file_and_no_others(bench: Bench) -> None:
    desk = bench.driver.desk
    await bench.run(["done"])
    project = bench.driver.ask.task(bench.task).project
    file = Path(bench.driver.ask.project(project).folder) / FILE
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        "import json\n\ndef is_busy(error):\n    return True\n\ndef _hidden():\n    pass\n", encoding="utf-8"
    )
    await desk.trust_middleware(project, (await desk.own_middleware(project))["fingerprint"])
    assert list(desk._hooks.of(bench.driver.ask.project(project))) == ["is_busy"]
    bench.hooks_file(is_busy)
    offered = {one["type"]: one["settings"]["properties"] for one in await desk.middleware(project)}
    assert offered["ModelRetry"]["on_failure"]["enum"] == ["continue", "error", "is_busy"]
    assert offered["ModelRetry"]["retry_on"]["items"]["enum"][-2:] == ["server", "is_busy"]
    assert offered["StructuredAnswer"]["error_function"]["enum"] == ["is_busy"]
    nowhere = {one["type"]: one["settings"]["properties"] for one in await desk.middleware()}
    assert nowhere["ModelRetry"]["on_failure"]["enum"] == ["continue", "error"]
    assert "error_function" not in nowhere["StructuredAnswer"]
    assert "is_busy" not in nowhere


# the form of an answer

WRONG, BOTH = call("W1", city=3), call(("W1", ROME), ("W2", {"mood": "fine"}))
RIGHT = call("W1", **ROME)


@pytest.mark.parametrize(
    ("settings", "wrong", "told"),
    [
        ({}, WRONG, "Error: Failed to parse structured output for tool 'W1': "),
        ({"error_text": "Look again."}, WRONG, "Look again."),
        ({"error_function": "in_my_words"}, WRONG, "Mine: StructuredOutputValidationError"),
        ({"errors": ["does not fit"]}, WRONG, "Error: Failed"),
        ({"errors": ["several at once"], "error_text": "One!"}, BOTH, "One!"),
        ({"handle_errors": False}, WRONG, None),
        ({"handle_errors": False}, BOTH, None),
        ({"errors": ["several at once"]}, WRONG, None),
        ({"errors": ["does not fit"], "error_text": "Never said."}, BOTH, None),
        ({"error_function": "a_number"}, WRONG, None),
    ],
)
async def test_l32_s33_a_setting_says_what_becomes_of_a_wrong_answer(
    bench: Bench, settings: dict[str, Any], wrong: Any, told: str | None
) -> None:
    """Not told, it ends the step, with everything that was said kept; the person resumes, and the model is asked again."""
    bench.hooks_file(in_my_words, a_number)
    listed = ("StructuredAnswer", {"tool_message": "Thank you.", **settings})
    result = await run(bench, [wrong, RIGHT] if told else [wrong], UNION, listed)
    if told is None:
        assert result.status == Status.ERROR
        assert result.messages[1].startswith("AI W1(")
        assert bench.driver.ask.works(bench.task, 1) == []
        result = await bench.resume([RIGHT])
        assert "not a valid tool" not in str(result.messages)
    else:
        assert all(line.partition("! ")[2].startswith(told) for line in result.messages[2:-2])
        assert result.stored[-1].kind != "error"
    assert result.messages[-1].endswith(" Thank you.")
    assert (result.status, saved(bench)) == (Status.DONE, ROME)


async def test_l32_l45_what_is_told_of_a_wrong_answer_is_the_same_after_a_question_and_a_restart(bench: Bench) -> None:
    """Wrong, beside a call that the person is asked about first."""
    bench.hooks_file(in_my_words)
    listed = [
        ("StructuredAnswer", {"error_function": "in_my_words"}),
        ("HumanInTheLoop", {"interrupt_on": {"a": True}}),
    ]
    result = await run(bench, [call(("a", {"x": 1}), ("W1", {"city": 3}))], W1, *listed)
    assert result.question is not None
    await bench.restart()
    result = await bench.answer("approve", [RIGHT], decisions=[{"type": "approve"}])
    assert result.messages[2:4] == ["T#2! Mine: StructuredOutputValidationError", "T#1 a1"]
    assert (result.status, saved(bench)) == (Status.DONE, ROME)


@pytest.mark.parametrize("way", ["tool", "provider"])
async def test_l28_l30_the_way_and_strictness_can_be_chosen(bench: Bench, way: str) -> None:
    script: Script = [RIGHT] if way == "tool" else [json.dumps(ROME)]
    result = await run(bench, script, W1, ("StructuredAnswer", {"way": way, "strict": True}))
    request = result.requests[0]
    assert ("response_format" in request) == (way == "provider")
    if way == "provider":
        assert request["response_format"]["json_schema"]["strict"] is True
    assert (result.status, saved(bench)) == (Status.DONE, ROME)


# how tokens are counted, and who sums up


def by_count(messages: Sequence[LLMMessage]) -> int:
    """A thousand for each message."""
    return 1000 * len(messages)


def shouts(conversation: str) -> str:
    """Sums up."""
    return conversation.upper()[:11]


ROUNDS: list[Any] = [call("a", x=1), call("a", x=2), call("a", x=3), "done"]


def results_sent(request: dict[str, Any]) -> list[str]:
    return [item["content"] for item in request["messages"] if item["role"] == "tool"]


async def test_l81_a_function_counts_the_tokens(bench: Bench) -> None:
    """L82: five messages are 5000, which is not above the trigger."""
    bench.hooks_file(by_count)
    edits = {"edits": [{"trigger": 5000, "keep": 1}], "token_count_method": "by_count"}
    result = await bench.run(ROUNDS, [("ContextEditing", edits)])
    assert results_sent(result.requests[2]) == ["a1", "a2"]
    assert results_sent(result.requests[3]) == ["[cleared]", "[cleared]", "a3"]


@pytest.mark.parametrize(("method", "sent"), [("approximate", ["a1", "a2"]), ("model", ["[cleared]", "a2"])])
async def test_l81_the_model_counts_the_system_prompt_and_the_tools_too(
    bench: Bench, method: str, sent: list[str]
) -> None:
    """By length the messages are below the trigger; the provider counts all that it is sent."""
    edits = {"edits": [{"trigger": 1000, "keep": 1}], "token_count_method": method}
    result = await bench.run(ROUNDS[:2] + ROUNDS[-1:], [("ContextEditing", edits)], system="Words. " * 1000)
    assert results_sent(result.requests[2]) == sent


async def test_l81_what_the_model_counted_is_kept_over_a_restart(bench: Bench) -> None:
    edits = {"edits": [{"trigger": 1000, "keep": 1}], "token_count_method": "model"}
    result = await bench.run(ROUNDS[:2], [("ContextEditing", edits)], system="Words. " * 1000)
    await bench.restart()
    result = await bench.resume(["done"])
    assert results_sent(result.requests[-1]) == ["[cleared]", "a2"]


async def test_l70_functions_count_and_sum_up_without_a_model(bench: Bench) -> None:
    bench.hooks_file(by_count, shouts)
    settings = {
        "trigger": [["tokens", 5000]],
        "keep": ["tokens", 2000],
        "token_counter": "by_count",
        "summarizer": "shouts",
    }
    result = await bench.run(ROUNDS[:2] + ROUNDS[-1:], [("Summarization", settings)])
    assert len(result.requests) == 3
    contents = [item["content"] for item in result.requests[-1]["messages"]]
    assert contents[0].startswith("Here is a summary of the conversation to date:\n\nHUMAN: ")
    assert [item["role"] for item in result.requests[-1]["messages"]] == ["user", "assistant", "tool"]
    assert len(result.stored) >= 6


async def test_l70_l79_a_function_that_fails_to_sum_up_leaves_the_history(bench: Bench) -> None:
    bench.hooks_file(breaks)
    settings = {"trigger": [["messages", 5]], "keep": ["messages", 2], "summarizer": "breaks"}
    result = await bench.run(ROUNDS[:2] + ROUNDS[-1:], [("Summarization", settings)])
    assert len(result.requests[-1]["messages"]) == 5
    assert result.events == [("Summarization", "not_folded")]
    assert "breaks fails with KeyError" in "".join(item.text for item in result.stored if item.kind == "notice")


def test_l70_the_functions_name_is_looked_up(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="no function 'nobody'"):
        registry.build([{"type": "Summarization", "settings": {"summarizer": "nobody"}}])
