"""Summaries, snapshots and shorter views of a conversation (L70-L80, E25-E31, E55, F8-F11, F19; S10, S13)."""

from __future__ import annotations

from typing import Any

import pytest
from autogen_core.models import AssistantMessage

from tests.engine.middleware.harness import Bench, Result, call, fails
from tests.engine.middleware.test_cut import brings, human, makes
from tests.support.scripted_model import ScriptedModel
from workspace_app.engine.middleware import cut, registry
from workspace_app.engine.middleware.base import MiddlewareError
from workspace_app.engine.middleware.thresholds import Keep, Trigger
from workspace_app.engine.middleware.too_long import AGAIN, LEAVE_OUT
from workspace_app.engine.middleware.transcript import transcript, trimmed

SUMMARY = "Here is a summary of the conversation to date:\n\n"
AT_FOUR: dict[str, Any] = {"trigger": ["messages", 4], "keep": ["messages", 2]}


def sent(result: Result, number: int = -1) -> list[tuple[str, Any]]:
    """Roles and texts of a request, without the system prompt."""
    messages = result.requests[number]["messages"]
    return [(item["role"], item.get("content")) for item in messages if item["role"] != "system"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"trigger": ["fraction", 0]},
        {"trigger": ["fraction", 1.1]},
        {"trigger": [["tokens", 0]]},
        {"trigger": ["messages", -1]},
        {"trigger": ["pages", 3]},
        {"trigger": [{}]},
        {"keep": ["tokens", 0]},
        {"keep": {"tokens": 1, "messages": 1}},
        {"summary_prompt": "no place for them"},
        {"trim_tokens_to_summarize": 0},
    ],
)
def test_l71_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    assert registry.faults([{"type": "Summarization", "settings": wrong}])


def test_l70_a_trigger_is_one_or_a_list_and_what_one_names_must_all_be_reached() -> None:
    assert not registry.faults([{"type": "Summarization", "settings": {"trigger": ["tokens", 5]}}])
    assert not registry.faults([{"type": "Summarization", "settings": {"trigger": {"tokens": 5, "messages": 2}}}])
    both = Trigger.model_validate({"tokens": 5, "messages": 2})
    assert not both.is_reached([human()], 5, None)
    assert not both.is_reached([human(), human()], 4, None)
    assert both.is_reached([human(), human()], 5, None)


def test_s10_l72_a_fraction_is_of_what_the_model_reads_and_at_least_one_token() -> None:
    assert Trigger.model_validate(["fraction", 0.8]).in_tokens(1001) == [800]
    assert Trigger.model_validate(["fraction", 0.001]).in_tokens(10) == [1]
    with pytest.raises(MiddlewareError, match="context window"):
        Trigger.model_validate(["fraction", 0.8]).in_tokens(None)


def test_s10_l73_what_is_kept_is_the_longest_end_within_the_size() -> None:
    history = [human("a" * 400) for _ in range(5)]
    assert Keep.model_validate(["tokens", 206]).start(history, None, cut.tokens) == 3
    assert Keep.model_validate(["tokens", 5000]).start(history, None, cut.tokens) == 0
    assert Keep.model_validate(["tokens", 1]).start(history, None, cut.tokens) == 4
    assert Keep.model_validate(["fraction", 0.5]).start(history, 412, cut.tokens) == 3


async def test_s10_l75_the_older_part_gives_way_to_a_summary_and_stays_stored(bench: Bench) -> None:
    """L80: the messages are stored as they were; the summary stands beside them, and says how many it is for."""
    script = [call("a", x=1), call("a", x=2), "S1", "done"]
    result = await bench.run(script, [("Summarization", AT_FOUR)])
    assert result.messages == ["H hi", "AI a(1)#1", "T#1 a1", "AI a(2)#2", "T#2 a2", "AI done"]
    assert sent(result)[0] == ("user", f"{SUMMARY}S1")
    assert [role for role, _ in sent(result)] == ["user", "assistant", "tool"]
    (fold,) = [item for item in result.stored if item.data.get("event") == "folded"]
    assert (fold.data["messages"], fold.data["summary"]) == (3, "S1")
    assert fold.text.startswith("3 messages are sent to the model as this summary")


async def test_l80_going_on_rebuilds_the_same_view_and_does_not_summarise_again(bench: Bench) -> None:
    settings = {"trigger": ["messages", 7], "keep": ["messages", 2]}
    script = [*(call("a", x=number) for number in range(3)), "S1", "done"]
    result = await bench.run(script, [("Summarization", settings)])
    view = sent(result)
    await bench.restart()
    result = await bench.say(["again"])
    assert sent(result) == [*view, ("assistant", "done"), ("user", "go on")]
    assert len(result.requests) == 6


async def test_s10_l123_going_back_to_before_a_summary_takes_it_back(bench: Bench) -> None:
    """L80: and going back to after it keeps it, without asking for it again."""
    settings = {"trigger": ["messages", 5], "keep": ["messages", 2]}
    script = [*(call("a", x=number) for number in range(2)), "S1", "done"]
    result = await bench.run(script, [("Summarization", settings)])
    view = sent(result)
    first, second = (item.seq for item in result.stored if item.kind == "tool_result")
    folded = next(item.seq for item in result.stored if item.data.get("event") == "folded")
    conversation = bench.driver.ask.conversations(bench.driver.ask.step_n(bench.task, 1).id)[-1].id
    seen: list[list[tuple[str, Any]]] = []
    for seq, more in ((first, ["again"]), (folded, ["again"]), (second, ["S2", "again"])):
        bench._play(more)
        await bench.driver.desk.continue_from(conversation, seq)
        result = await bench.result()
        assert result.messages[-1] == "AI again"
        seen.append(sent(result))
    assert [role for role, _ in seen[0]] == ["user", "assistant", "tool"]
    assert not str(seen[0][0][1]).startswith(SUMMARY)
    assert seen[1] == view
    assert seen[2][0] == ("user", f"{SUMMARY}S2")


async def test_l75_a_later_summary_sums_up_the_earlier_one(bench: Bench) -> None:
    script = [call("a", x=1), call("a", x=2), "S1", call("a", x=3), "S2", "done"]
    result = await bench.run(script, [("Summarization", AT_FOUR)])
    asked = result.requests[-2]["messages"][0]["content"]
    assert f"Human: {SUMMARY}S1" in asked
    assert "Tool: a: a2" in asked
    assert sent(result)[0] == ("user", f"{SUMMARY}S2")
    assert [item.data["messages"] for item in result.stored if item.data.get("event") == "folded"] == [3, 5]


async def test_l72_what_the_provider_reports_counts_too(bench: Bench) -> None:
    first = {"tools": [("a", {"x": 1})], "usage": (5000, 10)}
    settings = {"trigger": ["tokens", 5010], "keep": ["messages", 1]}
    result = await bench.run([first, "S", "done"], [("Summarization", settings)])
    assert sent(result)[0] == ("user", f"{SUMMARY}S")


def test_l76_the_transcript_is_readable() -> None:
    said = AssistantMessage(content="so", source="bot")
    text = transcript([human("hello"), said, makes("1"), brings("1", text="one")])
    assert text == 'Human: hello\nAI: so\nAI: [{"name": "a", "arguments": "{}"}]\nTool: a: one'


def test_l76_the_newest_part_that_fits_begins_with_a_person() -> None:
    long = AssistantMessage(content="x" * 400, source="bot")
    history = [human("old"), long, human("new"), long]
    assert trimmed(history, 150, 4.0) == history[2:]
    assert trimmed(history, None, 4.0) == history
    assert list(trimmed(history, 50, 4.0)) == []
    alone = [human("old"), *(long for _ in range(20))]
    assert len(trimmed(alone, 250, 4.0)) == 15
    assert trimmed(history, 105, 4.0, first=1) == (history[0], history[3])


async def test_l77_the_summary_is_asked_for_in_four_sections(bench: Bench) -> None:
    result = await bench.run([call("a", x=1), call("a", x=2), "S", "done"], [("Summarization", AT_FOUR)])
    asked = result.requests[-2]["messages"][0]["content"]
    titles = ("SESSION INTENT", "SUMMARY", "ARTIFACTS", "NEXT STEPS")
    assert [title for title in titles if f"## {title}\n" in asked] == list(titles)
    assert "Respond ONLY with the extracted context" in asked
    assert "Tool: a: a1" in asked


async def test_s13_l78_only_what_is_between_the_summary_tags_is_used(bench: Bench) -> None:
    settings = {**AT_FOUR, "preset": "coding", "instructions": "Name every test."}
    answer = "<analysis>A</analysis><summary>S</summary>"
    result = await bench.run([call("a", x=1), call("a", x=2), answer, "done"], [("Summarization", settings)])
    assert sent(result)[0] == ("user", f"{SUMMARY}S")
    asked = result.requests[-2]["messages"][0]["content"]
    assert "## Compact Instructions\nName every test." in asked
    assert "9. Optional Next Step" in asked
    assert asked.startswith("CRITICAL")
    assert "REMINDER: Do NOT call any tools" in asked


async def test_l78_compact_instructions_of_the_project_are_obeyed(bench: Bench) -> None:
    await bench.run(["done"])
    folder = bench.driver.project_folder(bench.task)
    (folder / "AGENTS.md").write_text("# Ours\n\n## Compact Instructions\nKeep all numbers.\n\n## Else\nNo.\n", "utf-8")
    script = [call("a", x=1), call("a", x=2), "S", "done"]
    result = await bench.run(script, [("Summarization", {**AT_FOUR, "preset": "coding"})])
    asked = result.requests[-2]["messages"][0]["content"]
    assert "## Compact Instructions\nKeep all numbers.\n" in asked
    assert "No." not in asked.partition("The conversation:")[0].partition("Keep all numbers.")[2]


async def test_s13_l78_a_tool_call_in_place_of_a_summary_is_refused_and_asked_for_once_more(bench: Bench) -> None:
    script = [call("a", x=1), call("a", x=2), call("a", x=9), "S", "done"]
    result = await bench.run(script, [("Summarization", AT_FOUR)])
    assert sent(result)[0] == ("user", f"{SUMMARY}S")
    script = [call("a", x=1), call("a", x=2), call("a", x=9), call("a", x=9), "done"]
    result = await bench.run(script, [("Summarization", AT_FOUR)])
    assert len(sent(result)) == 5
    assert ("Summarization", "not_folded") in result.events


async def test_s13_l79_a_summary_that_fails_leaves_the_history_and_is_told(bench: Bench) -> None:
    """E25, E31, F19: the step goes on with the whole conversation."""
    result = await bench.run([call("a", x=1), call("a", x=2), fails(401), "done"], [("Summarization", AT_FOUR)])
    assert result.messages[-1] == "AI done"
    assert [role for role, _ in sent(result)] == ["user", "assistant", "tool", "assistant", "tool"]
    assert result.events == [("Summarization", "not_folded")]


@pytest.mark.parametrize(("failures", "folded"), [(3, True), (4, False)])
async def test_l79_a_failure_that_may_pass_is_tried_again_three_times(
    bench: Bench, failures: int, folded: bool
) -> None:
    script = [call("a", x=1), call("a", x=2), *[fails()] * failures, *["S"] * folded, "done"]
    result = await bench.run(script, [("Summarization", AT_FOUR)])
    assert result.messages[-1] == "AI done"
    assert (sent(result)[0] == ("user", f"{SUMMARY}S")) == folded
    assert len(sent(result)) == (3 if folded else 5)
    assert [event for _, event in result.events] == ["retried"] * 3 + ["folded" if folded else "not_folded"]
    assert len(bench.delays) == 3


@pytest.mark.parametrize("again", [False, True])
async def test_l79_a_conversation_too_long_to_sum_up_is_asked_about_once_without_its_middle(
    bench: Bench, again: bool
) -> None:
    """Refused once more it is sent whole, and the person is told (F19)."""
    refused = fails(400, "This model's maximum context length is 9 tokens. context_length_exceeded")
    script = [call("a", x=1), call("a", x=2), refused, refused if again else "S", "done"]
    result = await bench.run(script, [("Summarization", AT_FOUR)])
    whole, halved = (request["messages"][0]["content"] for request in result.requests[2:4])
    assert "characters are left out here" in halved
    assert len(halved) < len(whole)
    assert result.events == [("Summarization", "not_folded" if again else "folded")]
    assert len(sent(result)) == (5 if again else 3)
    assert result.messages[-1] == "AI done"
    assert len(result.stored) >= 6


async def test_e28_the_task_a_hint_the_summary_and_the_last_two_messages_are_sent(bench: Bench) -> None:
    """E30, F8: eleven messages with the system prompt become six, and no pair is parted."""
    rounds = [call("a", x=number) for number in range(5)]
    result = await bench.run([*rounds[:4], rounds[4], "done"], ["TaskMemory"], system="You work.")
    assert len(result.requests) == 6 + 1
    assert len(result.requests[4]["messages"]) == 10
    view = sent(result)
    assert [role for role, _ in view] == ["user", "user", "user", "assistant", "tool"]
    assert view[1][1] == "[Task history memory begins]"


async def test_e30_parallel_calls_stay_with_their_results(bench: Bench) -> None:
    pair = call(("a", {"x": 1}), ("b", {"x": 2}))
    result = await bench.run([pair, pair, "S", "done"], [("TaskMemory", {"messages": 4})])
    assert [role for role, _ in sent(result)] == ["user", "user", "user", "assistant", "tool", "tool"]


async def test_e55_the_model_writes_a_snapshot_by_a_call_that_it_must_make(bench: Bench) -> None:
    snapshot = call("task_snapshot", doneIds=["1"], taskSnapshot="Half way.")
    script = [call("a", x=1), call("b", x=2), call("a", x=3), snapshot, "done"]
    result = await bench.run(script, [("Snapshot", {"messages": 7})])
    asked = result.requests[-2]
    assert asked["tool_choice"] == {"type": "function", "function": {"name": "task_snapshot"}}
    assert [tool["function"]["name"] for tool in asked["tools"]] == ["a", "b", "task_snapshot"]
    view = sent(result)
    assert [role for role, _ in view] == ["user", "assistant", "tool", "user", "assistant", "tool"]
    assert "Half way.\n\nDone: 1" in view[3][1]


async def test_e55_without_a_snapshot_the_conversation_is_sent_whole(bench: Bench) -> None:
    script = [call("a", x=1), call("b", x=2), call("a", x=3), "no", "done"]
    result = await bench.run(script, [("Snapshot", {"messages": 7})])
    assert len(sent(result)) == 7
    assert ("Snapshot", "not_folded") in result.events


async def test_the_last_messages_are_sent_with_the_first(bench: Bench) -> None:
    script = [call("a", x=1), call("a", x=2), call("a", x=3), "done"]
    result = await bench.run(script, [("LastMessages", {"messages": 3})])
    assert [role for role, _ in sent(result)] == ["user", "assistant", "tool", "assistant", "tool"]


def test_f10_an_assistant_has_one_strategy_and_context_editing_beside_it() -> None:
    assert registry.faults([{"type": "Summarization"}, {"type": "Snapshot"}])
    assert not registry.faults([{"type": "Summarization"}, {"type": "ContextEditing"}])


async def test_f19_without_a_strategy_the_step_waits_and_the_oldest_may_be_left_out(
    bench: Bench, server: ScriptedModel
) -> None:
    """A refused length is no answer and no end: everything is stored, and the person is asked."""
    server.reads = 3000
    result = await bench.run([call("a", x=1)], text="lorem " * 2500)
    assert result.status == "waiting"
    assert result.question is not None
    assert result.question.kind == "limit"
    assert result.question.data["options"] == [LEAVE_OUT, AGAIN]
    assert "too long for the model" in result.question.text
    result = await bench.answer("choose", ["done"], choices=[LEAVE_OUT])
    assert result.messages[-3:] == ["AI a(1)#1", "T#1 a1", "AI done"]
    assert "characters are left out here" in str(sent(result)[0][1])


async def test_f19_a_refusal_that_no_strategy_mends_is_asked_about(bench: Bench, server: ScriptedModel) -> None:
    server.reads = 10
    result = await bench.run([], ["Summarization"])
    assert result.status == "waiting"
    assert result.question is not None
    assert result.question.data["options"] == [AGAIN]
    server.reads = None
    result = await bench.answer("choose", ["done"], choices=[AGAIN])
    assert result.messages[-1] == "AI done"
