"""Teams and what their members have in view, as pure functions of plan and messages."""

from typing import Any

import pytest
from autogen_agentchat.teams import BaseGroupChat
from autogen_core.models import AssistantMessage, FunctionExecutionResultMessage
from hypothesis import given
from hypothesis import strategies as st

from workspace_app.domain import plan as plans
from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.component import from_component, to_component
from workspace_app.engine.context import Said, calls_of, context_of, next_speaker, pending_calls, turn_was_cut
from workspace_app.engine.teams import agent_names

MODEL = {
    "provider": "autogen_ext.models.replay.ReplayChatCompletionClient",
    "component_type": "replay_chat_completion_client",
    "version": 1,
    "config": {"chat_completions": []},
}
NAMES = st.sampled_from(["writer", "critic", "研究員", "a b", "x" * 80, "Prüfer"])


def test_names_that_models_accept() -> None:
    names = agent_names(["writer", "研究員", "user", "a b"])
    assert names["writer"] == "writer"
    assert all(name.isascii() and name.isidentifier() for name in names.values())
    assert len({names[name] for name in ("writer", "研究員", "a b")}) == 3


@given(
    st.lists(NAMES, min_size=1, max_size=4, unique=True), st.booleans(), st.sampled_from(["round_robin", "selector"])
)
def test_r29_a_team_goes_to_an_autogen_component_and_back(names: list[str], person: bool, chat: Any) -> None:
    members = tuple(plans.Assistant(name, f"You are {name}.", tools=("read_file",)) for name in names)
    if chat == "selector" and len(members) + person < 2:
        chat = "round_robin"
    team = plans.Team(chat=chat, assistants=members, person=person, max_turns=7)
    component = to_component(team, MODEL)
    loaded = BaseGroupChat.load_component(component)
    assert type(loaded).__name__ == {"round_robin": "RoundRobinGroupChat", "selector": "SelectorGroupChat"}[chat]
    assert from_component(component) == team


def test_a_component_that_is_no_team_is_refused() -> None:
    with pytest.raises(WorkspaceError, match="round-robin or selector"):
        from_component({"provider": "os.system", "config": {}})


# Conversations of two assistants and the person, with tool calls, notes, cuts and notices, in any order that a run can produce.


def _call(source: str, number: int) -> Said:
    calls = [{"id": f"c{number}", "name": "t", "arguments": "{}"}]
    return Said(source, "tool_call", "t()", False, {}, {"content": calls})


def _result(source: str, number: int) -> Said:
    results = [{"call_id": f"c{number}", "name": "t", "content": "r", "is_error": False}]
    return Said(source, "tool_result", "r", False, {}, {"content": results})


@st.composite
def conversations(draw: st.DrawFn) -> list[Said]:
    said = [Said("task", "task", "Do it", False, {}, None)]
    number = 0
    for turn in range(draw(st.integers(0, 6))):
        speaker = ("a", "b", "user")[turn % 3]
        if speaker == "user":
            said.append(Said("user", "answer", f"answer {turn}", True, {}, None))
            continue
        for _ in range(draw(st.integers(0, 2))):
            number += 1
            said.append(_call(speaker, number))
            if draw(st.booleans()):
                said.append(Said("user", "text", f"note {number}", False, {}, None))
            said.append(_result(speaker, number))
        if draw(st.booleans()):
            said.append(Said(speaker, "thought", "hm", False, {}, None))
        said.append(Said(speaker, "text", f"{speaker} {turn}", True, {}, None))
    return said


@given(conversations(), st.integers(0, 40))
def test_r87_no_cut_leaves_a_call_without_a_result(said: list[Said], cut: int) -> None:
    said = said[: max(1, cut)]
    for speaker in ("a", "b"):
        context = context_of(speaker, said, {"a": "a", "b": "b", "user": "user", "task": "user"})
        for place, message in enumerate(context):
            if isinstance(message, AssistantMessage) and isinstance(message.content, list):
                following = context[place + 1]
                assert isinstance(following, FunctionExecutionResultMessage)
                assert [result.call_id for result in following.content] == [call.id for call in message.content]


@given(conversations())
def test_everyone_hears_everything_that_was_said_to_the_team(said: list[Said]) -> None:
    names = {"a": "a", "b": "b", "user": "user", "task": "user"}
    context = context_of("a", said, names)
    heard = [message.content for message in context if message.type == "UserMessage"]
    expected = [item.text for item in said if item.source != "a" and item.kind in ("task", "text", "answer")]
    assert sorted(map(str, heard)) == sorted(expected)


@given(conversations(), st.integers(1, 40))
def test_the_next_speaker_is_the_one_whose_turn_it_is(said: list[Said], cut: int) -> None:
    said = said[:cut]
    order = ["a", "b", "user"]
    speaker = order[next_speaker(order, said)]
    finals = [item.source for item in said if item.final]
    unfinished = turn_was_cut(order, said)
    due = order[(order.index(finals[-1]) + 1) % 3] if finals else "a"
    assert speaker == due
    assert unfinished in (None, due)


@given(conversations(), st.integers(1, 40))
def test_pending_calls_are_those_without_results(said: list[Said], cut: int) -> None:
    said = said[:cut]
    for speaker in ("a", "b"):
        found = pending_calls(speaker, said)
        results = {
            result["call_id"] for item in said if item.kind == "tool_result" for result in (item.raw or {})["content"]
        }
        open_ = [
            call
            for item in said
            if item.source == speaker and item.kind == "tool_call"
            for call in calls_of(item)
            if call.id not in results
        ]
        assert (found or []) == open_
