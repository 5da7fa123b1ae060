"""What a run may cost, and what it has cost."""

from typing import Any

import pytest

from tests.engine.middleware.harness import Bench, call, fails
from tests.support.scripted_model import Reply
from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.middleware.budgets import BLIND

MILLION = 1_000_000


def used(reply: dict[str, Any] | str, input_tokens: int = 1000, output_tokens: int = 100) -> Reply:
    """A reply with the usage that its provider tells."""
    given = {"text": reply} if isinstance(reply, str) else reply
    return Reply(**given, usage=(input_tokens, output_tokens))


async def limit(bench: Bench, measure: str, amount: float, level: str = "task") -> None:
    await bench.driver.desk.set_budget(level, owner(bench, level), measure, amount)  # type: ignore[arg-type]


def owner(bench: Bench, level: str) -> str:
    ask, task = bench.driver.ask, bench.driver.ask.task(bench.task)
    step = ask.step_n(task.id, 1)
    ids = {"project": task.project, "task": task.id, "step": step.id, "conversation": ask.conversations(step.id)[-1].id}
    return ids[level]


async def cost(bench: Bench, level: str = "task") -> dict[str, Any]:
    return await bench.driver.desk.cost(level, owner(bench, level))  # type: ignore[arg-type]


@pytest.mark.parametrize("level", ["conversation", "step", "task", "project"])
async def test_at_a_limit_the_run_pauses_asks_and_goes_on_once_it_is_raised(bench: Bench, level: str) -> None:
    await bench.run(["one"])
    await limit(bench, "calls", 2, level)
    result = await bench.say([call("a", x=1)], "go on")
    assert result.question is not None
    assert result.question.kind == "limit"
    assert (
        result.question.text == f"The budget of 2 calls for this {level} is used up: 2 calls. Raise it, or stop here?"
    )
    assert result.question.data["options"] == ["raise by 1 call", "raise by 2 calls", "raise by 8 calls"]
    (share,) = result.question.data["shares"]
    assert (share["source"], share["slot"], share["calls"]) == ("bot", "m", 2)
    result = await bench.answer("choose", ["done"], choices=["raise by 1 call"])
    assert result.messages[-1] == "AI done"
    (budget,) = await bench.driver.desk.budgets(level, owner(bench, level))  # type: ignore[arg-type]
    assert (budget["amount"], budget["spent"]) == (3.0, 3)
    assert ("Budgets", "raised") in result.events


async def test_a_limit_in_calls_is_raised_by_whole_calls(bench: Bench) -> None:
    await bench.run(["one"])
    await limit(bench, "calls", 1)
    result = await bench.say([], "go on")
    assert result.question is not None
    assert result.question.data["options"] == ["raise by 1 call", "raise by 4 calls"]


async def test_a_new_limit_can_be_given_in_words_and_a_wrong_one_leaves_the_question_open(bench: Bench) -> None:
    await bench.run(["one"])
    await limit(bench, "tokens", 10)
    result = await bench.say([], "go on")
    assert result.question is not None
    for wrong in ("plenty", "1", "inf", "nan"):
        with pytest.raises(WorkspaceError, match=r"number|must be more"):
            await bench.answer("text", text=wrong)
    result = await bench.answer("text", ["two"], text="1,000,000")
    assert result.messages[-1] == "AI two"


async def test_stopping_at_a_limit_ends_the_step_with_its_reason_and_raising_it_lets_it_resume(bench: Bench) -> None:
    await bench.run(["one"])
    await limit(bench, "calls", 1)
    await bench.say([], "go on")
    result = await bench.answer("reject")
    assert result.status == "error"
    assert "The budget of 1 call for this task is used up" in result.cause
    await limit(bench, "calls", 5)
    result = await bench.resume(["two"])
    assert result.messages[-1] == "AI two"


async def test_setting_the_same_limit_again_asks_again(bench: Bench) -> None:
    await bench.run(["one"])
    await limit(bench, "calls", 1)
    await bench.say([], "more")
    await bench.answer("choose", ["two"], choices=["raise by 4 calls"])
    await limit(bench, "calls", 1)
    result = await bench.say([], "and more")
    assert result.question is not None
    assert result.question.kind == "limit"


async def test_the_limit_holds_while_a_turn_goes_on_and_after_a_restart(bench: Bench) -> None:
    await bench.run(["one"])
    await limit(bench, "calls", 3)
    result = await bench.say([call("a", x=1), call("a", x=2)], "work")
    assert result.question is not None
    assert result.log.count("tool a") == 2
    await bench.restart()
    result = await bench.answer("choose", ["done"], choices=["raise by 3 calls"])
    assert result.messages[-1] == "AI done"
    assert result.log.count("tool a") == 2


async def test_money_is_counted_by_the_persons_price_and_shown_for_each_assistant_and_model(bench: Bench) -> None:
    desk = bench.driver.desk
    await desk.set_price("openai", "m", 2.0, 10.0)
    await bench.run([used("one")])
    assert (await cost(bench))["total"]["money"] == pytest.approx((1000 * 2 + 100 * 10) / MILLION)
    await limit(bench, "money", 0.003)
    result = await bench.say([], "more")
    assert result.question is not None
    assert result.question.text.startswith("The budget of $0.0030 for this task is used up: $0.0030.")
    assert result.question.data["shares"][0]["money"] == pytest.approx(0.003)


async def test_an_unknown_price_is_unknown_and_never_zero_until_it_is_set(bench: Bench) -> None:
    await bench.run([used("one")])
    found = await cost(bench)
    assert found["total"]["money"] is None
    assert found["total"]["unknown_calls"] == 1
    assert (found["total"]["input_tokens"], found["total"]["output_tokens"]) == (1000, 100)
    prices = {one["slot"]: one for one in await bench.driver.desk.prices()}
    assert (prices["m"]["source"], prices["m"]["input"]) == ("unknown", None)
    assert (prices["practice"]["source"], prices["practice"]["input"]) == ("free", 0.0)
    await bench.driver.desk.set_price("openai", "m", 1.0, 1.0)
    assert (await cost(bench))["total"]["money"] == pytest.approx(1100 / MILLION)
    await bench.driver.desk.remove_price("openai", "m")
    assert (await cost(bench))["total"]["money"] == pytest.approx(1100 / MILLION)


async def test_a_limit_in_money_that_cannot_be_counted_is_told_and_can_be_done_without(bench: Bench) -> None:
    await bench.run([used("one")])
    await limit(bench, "money", 5)
    result = await bench.say([], "more")
    assert result.question is not None
    assert "what 1 of 1 calls cost is not known" in result.question.text
    result = await bench.answer("choose", [used("two")], choices=[BLIND])
    assert result.messages[-1] == "AI two"
    result = await bench.say([used("three")], "more")
    assert result.messages[-1] == "AI three"
    (budget,) = await bench.driver.desk.budgets("task", bench.task)
    assert not budget["known"]


async def test_a_limit_in_money_is_asked_about_before_the_first_call_to_a_model_without_a_price(bench: Bench) -> None:
    await bench.driver.desk.set_price("openai", "m", 1.0, 1.0)
    await bench.run([used("one")])
    await bench.driver.desk.remove_price("openai", "m")
    project = bench.driver.ask.task(bench.task).project
    await bench.driver.desk.set_budget("project", project, "money", 5)
    result = await bench.run([], text="Another")
    assert result.question is not None
    assert "$5.00 for this project cannot be kept: what the model “m” costs is not known." in result.question.text
    assert len(result.requests) == 1, "that of the first task"
    result = await bench.answer("choose", [used("two")], choices=[BLIND])
    assert result.messages[-1] == "AI two"


async def test_a_call_that_failed_counts_and_is_of_unknown_cost(bench: Bench) -> None:
    await bench.driver.desk.set_price("openai", "m", 2.0, 10.0)
    result = await bench.run([fails(401, "no")])
    assert result.status == "error"
    total = (await cost(bench))["total"]
    assert (total["calls"], total["money"], total["unknown_calls"]) == (1, None, 1)


async def test_time_counts_models_and_tools(bench: Bench) -> None:
    await bench.run([call("a", x=1), "done"])
    await limit(bench, "seconds", 0.000001)
    result = await bench.say([], "more")
    assert result.question is not None
    assert result.question.data["budget"]["measure"] == "seconds"
    assert result.question.data["spent"]["seconds"] > (await cost(bench))["shares"][0]["seconds"]


@pytest.mark.parametrize(
    ("level", "measure", "amount"),
    [("task", "apples", 1.0), ("task", "calls", 0.0), ("task", "calls", float("nan")), ("world", "calls", 1.0)],
)
async def test_a_budget_that_makes_no_sense_is_refused(bench: Bench, level: Any, measure: str, amount: float) -> None:
    await bench.run(["one"])
    with pytest.raises(WorkspaceError):
        await bench.driver.desk.set_budget(level, bench.task, measure, amount)


async def test_a_budget_taken_away_limits_nothing(bench: Bench) -> None:
    await bench.run(["one"])
    await limit(bench, "calls", 1)
    await bench.driver.desk.set_budget("task", bench.task, "calls", None)
    assert (await bench.say(["two"], "more")).messages[-1] == "AI two"


async def test_the_narrowest_budget_is_asked_about_first(bench: Bench) -> None:
    await bench.run(["one"])
    await limit(bench, "calls", 1, "project")
    await limit(bench, "calls", 1, "conversation")
    result = await bench.say([], "more")
    assert result.question is not None
    assert result.question.data["budget"]["level"] == "conversation"
    result = await bench.answer("choose", choices=["raise by 4 calls"])
    assert result.question is not None
    assert result.question.data["budget"]["level"] == "project"
