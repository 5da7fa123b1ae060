"""Answers that are values, over the real engine (L28-L36; S33-S35)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NotRequired

import pytest
from autogen_core import FunctionCall
from pydantic import BaseModel
from typing_extensions import TypedDict

from tests.engine.driver import Driver
from tests.engine.middleware.harness import Bench, Result, _entry, call
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain import plan as plans
from workspace_app.domain.status import Status
from workspace_app.engine.middleware.base import Middleware, ModelAnswer, ModelCall, ModelRequest, NoSettings, Run
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.engine.structured.schema import fault_of, forms
from workspace_app.engine.structured.strategies import (
    Auto,
    MultipleStructuredOutputsError,
    Provider,
    StructuredOutputError,
    StructuredOutputValidationError,
    Tool,
    decide,
    is_native,
    judge,
)

W1: dict[str, Any] = {
    "title": "W1",
    "type": "object",
    "properties": {"city": {"type": "string"}, "degrees": {"type": "integer"}},
    "required": ["city", "degrees"],
    "additionalProperties": False,
}
W2: dict[str, Any] = {"title": "W2", "type": "object", "properties": {"mood": {"type": "string"}}, "required": ["mood"]}
UNION: dict[str, Any] = {"oneOf": [W1, W2]}
ROME = {"city": "Rome", "degrees": 30}


class PydanticW1(BaseModel):
    """The weather."""

    city: str
    degrees: int


@dataclass
class DataclassW1:
    """The weather."""

    city: str
    degrees: int


class TypedW1(TypedDict):
    """The weather."""

    city: str
    degrees: NotRequired[int]


def slot(model: str, provider: Any = "openai", **options: Any) -> ModelSlot:
    return ModelSlot("s", provider, model, base_url="http://127.0.0.1:1", options=options)


async def run(
    bench: Bench, script: Any, schema: Mapping[str, Any] | None = W1, *middleware: Any, kind: str = "agent"
) -> Result:
    """A task whose one step has a schema for its result."""
    bench._play(script)
    bench.text = "hi"
    bench._own |= {one.__name__: one for one in middleware if isinstance(one, type)}
    bench._own["GivenTools"] = bench._given_tools()
    member = {"name": "bot", "middleware": [*map(_entry, middleware), {"type": "GivenTools"}]}
    step = {"id": "s", "title": "Weather", "step_task": "hi", "kind": kind, "team": {"assistants": [member]}}
    step |= {"require_inputs": "none"} | ({"output_schema": dict(schema)} if schema else {})
    bench.task = await bench.driver.planned([step], model="m")
    return await bench.result()


def saved(bench: Bench) -> Any:
    """The value in the step's only work."""
    (work,) = bench.driver.ask.works(bench.task, 1)
    assert work.path.endswith(".json")
    return json.loads(bench.driver.read(bench.task, 1))


# schemas and strategies by themselves


@pytest.mark.parametrize("kind", [PydanticW1, DataclassW1, TypedW1, W1])
def test_l28_four_kinds_of_schema_become_a_form(kind: Any) -> None:
    (form,) = forms(kind)
    assert form.schema["type"] == "object"
    assert set(form.schema["properties"]) == {"city", "degrees"}
    assert form.dump(form.read(ROME)) == ROME
    with pytest.raises(ValueError, match="degrees"):
        form.read({"city": "Rome", "degrees": "hot"})


def test_l28_a_union_has_a_form_for_each_member() -> None:
    assert [form.name for form in forms(PydanticW1 | DataclassW1)] == ["PydanticW1", "DataclassW1"]
    assert [form.name for form in forms(UNION)] == ["W1", "W2"]
    assert [form.name for form in forms({"oneOf": [{"type": "object"}, {"type": "object"}]})] == [
        "response_format",
        "response_format_2",
    ]


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "objekt"}, "objekt"),
        ({"type": "string"}, "must describe an object"),
        ({}, "must describe an object"),
        ({"oneOf": []}, "non-empty"),
        ({"oneOf": [W1, W1]}, "one title"),
        ({"oneOf": [3]}, ""),
        ({"type": "object", "properties": 3}, "3"),
    ],
)
def test_l36_a_schema_that_cannot_be_used_is_a_problem_of_the_plan(schema: Any, words: str) -> None:
    step = {"id": "s", "step_task": "x", "kind": "agent", "output_schema": schema}
    (problem,) = plans.problems(plans.Plan.from_json([step]), schema_fault=fault_of)
    assert problem.field == "output_schema"
    assert words in problem.message


@pytest.mark.parametrize("kind", ["user", "function"])
def test_l36_only_assistants_can_give_a_value(kind: str) -> None:
    step = {"id": "s", "step_task": "x", "kind": kind, "function": {"name": "f"}, "output_schema": W1}
    (problem,) = plans.problems(plans.Plan.from_json([step]), schema_fault=fault_of)
    assert "no assistants who could give it" in problem.message


def test_l36_the_plan_keeps_the_schema() -> None:
    plan = plans.Plan.from_json([{"id": "s", "step_task": "x", "output_schema": W1}])
    assert plan.steps[0].output_schema == W1
    assert plans.Plan.from_json(plan.to_json()) == plan
    with pytest.raises(plans.PlanError, match="output_schema must be an object"):
        plans.Plan.from_json([{"id": "s", "step_task": "x", "output_schema": "W1"}])


@pytest.mark.parametrize(
    ("model", "native"),
    [
        (slot("gpt-4o-mini"), True),
        (slot("openai/gpt-5"), True),
        (slot("gpt-4"), False),
        (slot("llama3"), False),
        (slot("llama3", structured_output=True), True),
        (slot("gpt-4o", structured_output=False), False),
        (slot("gpt-oss:20b", "ollama"), True),
        (slot("gpt-4o", "anthropic", structured_output=True), False),
        (slot("gemini-2.5-pro", structured_output=True), False),
        (slot("gemini-3-pro", structured_output=True), True),
    ],
)
def test_l29_what_the_slot_says_and_then_the_name_decides(model: ModelSlot, native: bool) -> None:
    """Gemini before 3 cannot do both, tools and a schema."""
    assert is_native(model, has_tools=True) is native
    assert isinstance(decide(Auto(W1), model, has_tools=True), Provider if native else Tool)
    assert isinstance(decide(Auto(UNION), model, has_tools=True), Tool)
    assert isinstance(decide(Tool(W1), model, has_tools=True), Tool)


def test_l30_strict_is_sent_only_if_asked_for() -> None:
    wanted = Provider(W1).settings(slot("m"))["response_format"]["json_schema"]
    assert wanted == {"name": "W1", "schema": W1}
    assert Provider(W1, strict=True).settings(slot("m"))["response_format"]["json_schema"]["strict"] is True
    assert Provider(W1).settings(slot("m", "ollama")) == {"format": W1}
    with pytest.raises(StructuredOutputError, match="not several"):
        decide(Provider(UNION), slot("gpt-5"), has_tools=False)


WRONG = [FunctionCall(id="1", name="W1", arguments='{"city": 3}')]
TWICE = [FunctionCall(id="1", name="W1", arguments="{}"), FunctionCall(id="2", name="W2", arguments="{}")]


@pytest.mark.parametrize(
    ("handle", "told"),
    [
        (True, "Error: Failed to parse structured output for tool 'W1': "),
        ("Look again.", "Look again."),
        (StructuredOutputValidationError, "Error: Failed"),
        ((MultipleStructuredOutputsError, StructuredOutputValidationError), "Error: Failed"),
        (lambda error: f"Oh: {type(error).__name__}", "Oh: StructuredOutputValidationError"),
        (False, None),
        (MultipleStructuredOutputsError, None),
    ],
)
def test_l32_what_the_model_is_told_of_a_wrong_value(handle: Any, told: str | None) -> None:
    strategy = Tool(W1, handle_errors=handle)
    if told is None:
        with pytest.raises(StructuredOutputValidationError):
            judge(strategy, WRONG)
        return
    judged = judge(strategy, WRONG)
    assert judged.value == {}
    text, is_error = judged.results["1"]
    assert is_error
    assert text.startswith(told)
    assert text.endswith("\n Please fix your mistakes.") == told.startswith("Error")


def test_l33_s33_several_values_at_once_are_an_error_for_each() -> None:
    """L33."""
    judged = judge(Tool(UNION), TWICE)
    assert list(judged.results) == ["1", "2"]
    for text, is_error in judged.results.values():
        assert is_error
        assert text == (
            "Error: Model incorrectly returned multiple structured responses (W1, W2) when only one is expected."
            "\n Please fix your mistakes."
        )
    with pytest.raises(MultipleStructuredOutputsError):
        judge(Tool(UNION, handle_errors=False), TWICE)


# in a step


async def test_l31_the_schema_is_a_tool_that_must_be_called_and_its_arguments_are_the_work(bench: Bench) -> None:
    """L36."""
    result = await run(bench, [call("W1", **ROME)])
    assert result.status == Status.DONE
    assert result.messages == ["H hi", "AI W1(Rome, 30)#1", f"T#1 Returning structured response: {ROME}"]
    (request,) = result.requests
    offered = {tool["function"]["name"]: tool["function"] for tool in request["tools"]}
    assert offered["W1"]["parameters"]["required"] == ["city", "degrees"]
    assert request["tool_choice"] == "required"
    assert "submit_work" not in offered
    assert "submit_work" not in json.dumps(request["messages"])
    assert saved(bench) == ROME
    assert result.stored[-1].data["structured"] == ROME


async def test_l30_a_native_model_gets_the_schema_and_its_text_is_the_work(bench: Bench, server: ScriptedModel) -> None:
    url = f"{server.url}/v1"
    await bench.driver.desk.add_model("m", "openai", "gpt-5", base_url=url, key_env="WORKSPACE_TEST_KEY")
    result = await run(bench, [call("a", x=1), json.dumps(ROME)])
    assert result.status == Status.DONE
    assert result.log == ["model", "tool a", "model"]
    for request in result.requests:
        assert request["response_format"] == {"type": "json_schema", "json_schema": {"name": "W1", "schema": W1}}
        assert "tool_choice" not in request or request["tool_choice"] == "auto"
    assert saved(bench) == ROME


async def test_l30_a_native_answer_that_does_not_fit_ends_the_step_with_an_error(
    bench: Bench, server: ScriptedModel
) -> None:
    url = f"{server.url}/v1"
    await bench.driver.desk.add_model("m", "openai", "gpt-5", base_url=url, key_env="WORKSPACE_TEST_KEY")
    result = await run(bench, ['{"city": "Rome"}'])
    assert result.status == Status.ERROR
    assert "'degrees' is a required property" in result.cause
    assert len(result.requests) == 1
    result = await bench.resume([json.dumps(ROME)])
    assert result.status == Status.DONE
    assert saved(bench) == ROME


async def test_l30_ollama_gets_the_schema_in_its_own_way(bench: Bench, server: ScriptedModel) -> None:
    options = {"structured_output": True}
    await bench.driver.desk.add_model("m", "ollama", "llama3", base_url=server.url, options=options)
    result = await run(bench, [json.dumps(ROME)])
    assert result.status == Status.DONE
    assert result.requests[0]["format"] == W1
    assert saved(bench) == ROME


async def test_l31_anthropic_must_call_the_tool(bench: Bench, server: ScriptedModel) -> None:
    await bench.driver.desk.add_model("m", "anthropic", "claude", base_url=server.url, key_env="WORKSPACE_TEST_KEY")
    result = await run(bench, [call("W1", **ROME)])
    assert result.status == Status.DONE
    assert result.requests[0]["tool_choice"]["type"] == "any"
    assert saved(bench) == ROME


async def test_s33_the_model_is_told_and_gives_one(bench: Bench) -> None:
    """L32, L33: six messages in all."""
    both = call(("W1", ROME), ("W2", {"mood": "fine"}))
    result = await run(bench, [both, call("W1", **ROME)], UNION)
    assert [line.partition(" ")[0] for line in result.messages] == ["H", "AI", "T#1!", "T#2!", "AI", "T#3"]
    assert saved(bench) == ROME


async def test_s34_a_wrong_value_is_mended(bench: Bench) -> None:
    """L32."""
    result = await run(bench, [call("W1", city="Rome"), call("W1", **ROME)])
    assert result.messages[2].startswith("T#1! Error: Failed to parse structured output for tool 'W1': ")
    assert result.messages[2].endswith("\n Please fix your mistakes.")
    assert result.status == Status.DONE
    assert saved(bench) == ROME


async def test_s34_tools_beside_the_value_are_run_and_the_model_is_not_asked_again(bench: Bench) -> None:
    """L34."""
    result = await run(bench, [call(("a", {"x": 1}), ("W1", ROME))])
    assert result.log == ["model", "tool a"]
    assert sorted(result.messages[2:]) == sorted([f"T#2 Returning structured response: {ROME}", "T#1 a1"])
    assert (result.status, saved(bench)) == (Status.DONE, ROME)


async def test_l31_a_text_instead_of_a_value_completes_nothing(bench: Bench) -> None:
    result = await run(bench, ["It is hot."])
    assert result.status == Status.WAITING
    assert bench.driver.ask.works(bench.task, 1) == []
    result = await bench.say([call("W1", **ROME)], "As a value, please.")
    assert saved(bench) == ROME


async def test_l26_s35_the_strategy_follows_the_model_that_a_wrapper_chose(bench: Bench, server: ScriptedModel) -> None:
    """L26, L29: the second round is made by a native model, the first and the third by one that needs the tool."""

    class Swap(Middleware[NoSettings]):
        """Asks the other model in the second round."""

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            rounds = int(str(run.state.get("rounds", 0)))
            answer = await call(request.override(slot="m2") if rounds == 1 else request)
            return answer.remember(self, rounds=rounds + 1)

    url = f"{server.url}/v1"
    await bench.driver.desk.add_model("m2", "openai", "gpt-5", base_url=url, key_env="WORKSPACE_TEST_KEY")
    result = await run(bench, [call("a", x=1), call("b", x=2), call("W1", **ROME)], W1, Swap)
    first, second, third = result.requests
    for request in (first, third):
        assert request["tool_choice"] == "required"
        assert "response_format" not in request
        assert "W1" in [tool["function"]["name"] for tool in request["tools"]]
    assert second["response_format"]["json_schema"]["name"] == "W1"
    assert [tool["function"]["name"] for tool in second["tools"]].count("W1") == 0
    assert saved(bench) == ROME
    conversation = bench.driver.ask.conversations(bench.driver.ask.step_n(bench.task, 1).id)[-1]
    calls = [item for item in result.stored if item.kind == "tool_call"]
    assert [bench.driver.ask.request(item.request or "").model for item in calls] == ["m", "gpt-5", "m"]
    assert conversation.status == Status.DONE


async def test_l35_a_form_that_only_a_wrapper_knows_is_refused(bench: Bench) -> None:
    class Other(Middleware[NoSettings]):
        """Asks for another form."""

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            return await call(request.override(response_format=Tool(W2)))

    result = await run(bench, [], W1, Other)
    assert result.status == Status.ERROR
    assert "W2, which the step does not declare" in result.cause
    assert result.requests == []


@pytest.mark.parametrize("handled", [True, False])
async def test_l32_a_wrapper_may_choose_what_becomes_of_errors(bench: Bench, handled: bool) -> None:
    """Not told, the error ends the step; resumed, the call has a result and the model is asked again."""

    class Own(Middleware[NoSettings]):
        """Chooses the strategy."""

        async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
            strategy = Tool(W1, handle_errors="Try again." if handled else False, tool_message="Thank you.")
            return await call(request.override(response_format=strategy))

    result = await run(bench, [call("W1", city=3)] + [call("W1", **ROME)] * handled, W1, Own)
    if not handled:
        assert result.status == Status.ERROR
        assert "Failed to parse structured output for tool 'W1'" in result.cause
        result = await bench.resume([call("W1", **ROME)])
    else:
        assert result.messages[2] == "T#1! Try again."
    assert result.messages[-1] == "T#2 Thank you."
    assert (result.status, saved(bench)) == (Status.DONE, ROME)


async def test_l34_a_value_is_not_lost_when_the_run_goes_on_after_a_question(bench: Bench) -> None:
    """A tool beside it needs the person; the engine is closed meanwhile."""
    gate = ("HumanInTheLoop", {"interrupt_on": {"a": True}})
    result = await run(bench, [call(("a", {"x": 1}), ("W1", ROME))], W1, gate)
    assert result.question is not None
    await bench.restart()
    result = await bench.answer("approve", decisions=[{"type": "approve"}])
    assert (result.status, saved(bench)) == (Status.DONE, ROME)
    assert result.log == ["model", "tool a"]


async def test_l36_a_reviewed_value_is_changed_as_a_new_version(bench: Bench) -> None:
    result = await run(bench, [call("W1", **ROME)], kind="review")
    assert result.question is not None
    assert result.question.kind == "review"
    await bench.answer("changes", [call("W1", city="Rome", degrees=31)], text="One more.")
    await bench.answer("approve")
    assert saved(bench) == {"city": "Rome", "degrees": 31}
    (work,) = bench.driver.ask.works(bench.task, 1)
    assert len(bench.driver.ask.versions(work.id)) == 2


async def test_l36_in_a_team_the_last_assistant_gives_the_value(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", ["I think that it is hot.", Reply(tools=[("W1", ROME)])])
    team = {"assistants": ["critic", "writer"]}
    step = {"id": "s", "title": "Weather", "step_task": "Say.", "kind": "agent", "team": team, "output_schema": W1}
    task = await drive.planned([step])
    assert (await drive.rested(task)).status is Status.DONE
    assert json.loads(drive.read(task, 1)) == ROME
    names = [[tool["function"]["name"] for tool in one.body.get("tools", [])] for one in server.requests]
    assert ["W1" in each for each in names] == [False, True]
