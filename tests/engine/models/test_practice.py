"""The Practice model as a client: in AutoGen, through the wrapper, as planner and as worker."""

from __future__ import annotations

import asyncio
import json

import pytest
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.messages import TextMessage, ToolCallRequestEvent
from autogen_core import CancellationToken
from autogen_core.models import (
    AssistantMessage,
    CreateResult,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    SystemMessage,
    UserMessage,
)
from autogen_core.tools import ToolSchema
from hypothesis import given, settings
from hypothesis import strategies as st

from workspace_app.domain.delivery import find_works
from workspace_app.domain.plan import parse_answer, problems
from workspace_app.domain.prompts import PLANNER_SYSTEM, Insert, insert_section, planning_prompt, step_prompt
from workspace_app.engine.models.clients import make_client
from workspace_app.engine.models.practice import PLANNER_PHRASE, PracticeClient, answer_to, fenced
from workspace_app.engine.models.practice_work import Work
from workspace_app.engine.models.slots import PRACTICE
from workspace_app.engine.teams import SELECTOR_PROMPT

PLANNER = SystemMessage(content=PLANNER_SYSTEM)
WORKER = SystemMessage(content="You work on one step.")
TEXT = "Tea costs 300 yen. It rose by 12%."
STEP = step_prompt(
    "Summarise the prices", [insert_section(Insert("Input", "step_1/works/a.md", "abc1234", TEXT, len(TEXT)))]
)
SUBMIT: ToolSchema = {"name": "submit_work"}


def said(text: str) -> UserMessage:
    return UserMessage(content=text, source="user")


async def test_a_plan_and_the_plan_after_feedback() -> None:
    client = make_client(PRACTICE, None)
    messages: list[LLMMessage] = [PLANNER, said(planning_prompt("Collect prices. Compare shops. Write a note.", []))]
    first = (await client.create(messages)).content
    assert isinstance(first, str)
    assert "not an AI" in first
    messages += [AssistantMessage(content=first, source="planner"), said("remove step 2")]
    second = (await client.create(messages)).content
    assert isinstance(second, str)
    assert [step.title for step in parse_answer(second).steps] == ["Collect prices", "Write a note"]
    assert "- removed step 2" in second
    messages += [AssistantMessage(content=second, source="planner"), said("add a step to check it")]
    third = (await client.create(messages)).content
    assert isinstance(third, str)
    assert len(parse_answer(third).steps) == 3


async def test_a_plan_that_comes_along_is_taken_over_once_and_only_notes_change_it() -> None:
    plan = {"title": "Shops", "steps": [{"id": f"s{n}", "step_task": f"Do thing {n}."} for n in (1, 2, 3)]}
    parts = [
        planning_prompt("Compare the shops. Use metres.", ["# Context: a.md\nOne. Two. Three."]),
        f"# Plan so far\n```json\n{json.dumps(plan)}\n```",
        "# Feedback so far\n- Step 1: Shorter.\n- Step 2: Longer.\n- Step 2: As a table.",
        "# Note\nRemove step 2.",
    ]
    answer = (await make_client(PRACTICE, None).create([PLANNER, said("\n\n".join(parts))])).content
    assert isinstance(answer, str)
    assert [step.step_task for step in parse_answer(answer).steps] == ["Do thing 1.", "Do thing 3."]
    told = [line for line in answer.splitlines() if line.startswith("- ")]
    assert told == ["- took over the plan that came along", "- removed step 2"]


def test_the_planner_is_recognised_by_its_phrase() -> None:
    assert PLANNER_PHRASE in PLANNER_SYSTEM


def test_a_plan_that_the_person_edited_is_taken_up() -> None:
    edited = '```json\n{"title": "Mine", "steps": [{"step_task": "Only this"}]}\n```\nadd a step to check it'
    messages: list[LLMMessage] = [PLANNER, said("Collect prices. Write a note.")]
    messages += [AssistantMessage(content=answer_to(messages, []).text, source="planner"), said(edited)]
    plan = parse_answer(answer_to(messages, []).text)
    assert (plan.title, [step.step_task for step in plan.steps]) == ("Mine", ["Only this", "Check it"])


@pytest.mark.parametrize(("history", "name"), [("", "ann"), ("ann: hello", "bob"), ("ann: hi\nbob: hi", "ann")])
def test_in_a_selector_chat_all_speak_in_turn(history: str, name: str) -> None:
    prompt = SELECTOR_PROMPT.format(roles="ann: writes\nbob: reads", history="", participants=["ann", "bob"])
    assert answer_to([said(prompt)], []).text in ("ann", "bob")
    prompt = SELECTOR_PROMPT.format(roles="-", history=history, participants=["ann", "bob"])
    assert answer_to([said(prompt)], []).text == name


async def test_a_work_by_the_tool_in_an_assistant() -> None:
    handed_in: list[tuple[str, str]] = []

    async def submit_work(title: str, content: str) -> str:
        """Hands in a work."""
        handed_in.append((title, content))
        return "Saved."

    client = make_client(PRACTICE, None)
    agent = AssistantAgent("writer", client, tools=[submit_work], model_client_stream=True, max_tool_iterations=3)
    events = [event async for event in agent.run_stream(task=STEP)]
    events += [event async for event in agent.run_stream(task="only 1 point")]
    assert len([event for event in events if isinstance(event, ToolCallRequestEvent)]) == 2
    assert [title for title, _ in handed_in] == ["Summary - prices"] * 2
    assert "Tea costs 300 yen." in handed_in[0][1]
    assert "- only 1 point\n" in handed_in[1][1]
    answers = [event.content for event in events if isinstance(event, TextMessage) and event.source == "writer"]
    assert answers[-1].startswith("The work is handed in.")


def test_a_work_in_a_fenced_block_without_tools() -> None:
    works = find_works(answer_to([WORKER, said(STEP)], []).text)
    assert [work.title for work in works] == ["Summary - prices"]
    assert "Tea costs 300 yen." in works[0].content


def test_fences_in_the_content_do_not_end_the_work() -> None:
    content = "# A\n\n```python\nx = 1\n```"
    assert [work.content for work in find_works(fenced(Work("A", content)))] == [content]


def test_a_failed_delivery_is_told() -> None:
    result = FunctionExecutionResult(content="The disk is full.", name="submit_work", call_id="1", is_error=True)
    answer = answer_to([said(STEP), FunctionExecutionResultMessage(content=[result])], ["submit_work"])
    assert answer.work is None
    assert "The disk is full." in answer.text


async def test_stream_usage_and_determinism() -> None:
    client = make_client(PRACTICE, None)
    items = [item async for item in client.create_stream([WORKER, said(STEP)])]
    result = items[-1]
    assert isinstance(result, CreateResult)
    assert "".join(item for item in items if isinstance(item, str)) == result.content
    assert len(items) > 5
    assert result.usage.prompt_tokens == client.count_tokens([WORKER, said(STEP)])
    assert result.usage.completion_tokens > 0
    assert (await client.create([WORKER, said(STEP)])).content == result.content


async def test_the_call_carries_the_work() -> None:
    result = await PracticeClient().create([said(STEP)], tools=[SUBMIT])
    assert isinstance(result.content, list)
    assert set(json.loads(result.content[0].arguments)) == {"title", "content"}
    assert result.finish_reason == "function_calls"


async def test_the_token_stops_the_stream() -> None:
    token = CancellationToken()
    stream = make_client(PRACTICE, None).create_stream([WORKER, said(STEP)], cancellation_token=token)
    await anext(stream)
    token.cancel()
    with pytest.raises(asyncio.CancelledError):
        await anext(stream)


@settings(deadline=None)
@given(
    st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('{}[]"`-\n '), max_size=200),
    st.text(max_size=60),
)
def test_any_conversation_gives_a_plan_that_can_be_read(task: str, remark: str) -> None:
    messages: list[LLMMessage] = [PLANNER, said(task)]
    for text in ("", remark):
        if text:
            messages.append(said(text))
        answer = answer_to(messages, []).text
        assert problems(parse_answer(answer)) == ()
        messages.append(AssistantMessage(content=answer, source="planner"))
