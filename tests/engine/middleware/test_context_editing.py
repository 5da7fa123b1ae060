"""ContextEditing (L81-L84; S31)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from autogen_core.models import FunctionExecutionResultMessage, LLMMessage

from tests.engine.middleware.harness import Bench, call
from tests.engine.middleware.test_cut import brings, human, makes
from workspace_app.engine.middleware import cut, registry
from workspace_app.engine.middleware.context_editing import ClearToolUsesEdit, clear_tool_uses

NAMES = "abcde"


def characters(messages: Sequence[LLMMessage]) -> int:
    """Counts each result's characters, and one for the person's word."""
    return 1 + sum(len(one.content) for item in messages if cut.results(item) for one in _parts(item))


def _parts(message: LLMMessage) -> Any:
    assert isinstance(message, FunctionExecutionResultMessage)
    return message.content


def five_rounds() -> list[LLMMessage]:
    rounds = [(makes(id_), brings(id_, text="x" * 100)) for id_ in NAMES]
    return [human(), *(message for pair in rounds for message in pair)]


def cleared(messages: Sequence[LLMMessage]) -> str:
    return "".join(one.call_id for item in messages if cut.results(item) for one in _parts(item) if one.content == "-")


def edit(**settings: Any) -> ClearToolUsesEdit:
    return ClearToolUsesEdit.model_validate({"placeholder": "-", **settings})


def test_s31_the_oldest_results_are_cleared_and_the_newest_kept() -> None:
    """L82: 501 by a counter of characters."""
    assert characters(five_rounds()) == 501
    assert cleared(clear_tool_uses(five_rounds(), edit(trigger=10), characters)) == "ab"


def test_s31_nothing_is_cleared_at_exactly_the_trigger() -> None:
    assert cleared(clear_tool_uses(five_rounds(), edit(trigger=501), characters)) == ""
    assert cleared(clear_tool_uses(five_rounds(), edit(trigger=500), characters)) == "ab"


def test_s31_an_excluded_tool_keeps_its_results() -> None:
    history = five_rounds()
    history[2] = history[2].model_copy(update={"content": [_parts(history[2])[0].model_copy(update={"name": "kept"})]})
    assert cleared(clear_tool_uses(history, edit(trigger=10, exclude_tools=["kept"]), characters)) == "b"


def test_s31_it_stops_when_enough_is_cleared() -> None:
    assert cleared(clear_tool_uses(five_rounds(), edit(trigger=10, keep=0, clear_at_least=150), characters)) == "ab"


def test_s31_l84_a_second_time_changes_nothing_and_what_was_given_stays() -> None:
    history = five_rounds()
    once = clear_tool_uses(history, edit(trigger=10), characters)
    assert clear_tool_uses(once, edit(trigger=10), characters) == once
    assert history == five_rounds()


def test_l83_a_cleared_result_keeps_its_id_name_and_status() -> None:
    (first, *_), (before, *_) = (
        [one for item in messages if cut.results(item) for one in _parts(item)]
        for messages in (clear_tool_uses(five_rounds(), edit(trigger=10), characters), five_rounds())
    )
    assert (first.call_id, first.name, first.is_error) == (before.call_id, before.name, before.is_error)
    assert first.content == "-"


def test_l83_arguments_are_cleared_for_several_calls_of_one_message() -> None:
    calls = makes("a", "b", "c")
    calls = calls.model_copy(
        update={"content": [type(one)(one.id, '{"x": 1}', one.name) for one in calls.content]}  # type: ignore[arg-type, union-attr]
    )
    history = [human(), calls, brings("a", "b", "c", text="x" * 100)]
    view = clear_tool_uses(history, edit(trigger=10, keep=1, clear_tool_inputs=True), characters)
    assert [one.arguments for one in view[1].content] == ["{}", "{}", '{"x": 1}']  # type: ignore[union-attr]
    assert cleared(view) == "ab"


def test_l82_a_result_without_its_call_is_left_alone() -> None:
    history = [human(), brings("z", text="x" * 100), makes("a"), brings("a", text="x" * 100)]
    assert cleared(clear_tool_uses(history, edit(trigger=10, keep=0), characters)) == "a"


@pytest.mark.parametrize("wrong", [{"trigger": -1}, {"keep": -1}, {"more": 1}, {"placeholder": ""}])
def test_l81_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    assert registry.faults([{"type": "ContextEditing", "settings": {"edits": [wrong]}}])


async def test_l84_what_is_stored_stays_whole(bench: Bench) -> None:
    """L81: the view alone has the placeholder."""
    edits = {"edits": [{"trigger": 0, "keep": 1}]}
    result = await bench.run([call("a", x=1), call("a", x=2), "done"], [("ContextEditing", edits)])
    assert result.messages == ["H hi", "AI a(1)#1", "T#1 a1", "AI a(2)#2", "T#2 a2", "AI done"]
    sent = [item["content"] for item in result.requests[-1]["messages"] if item["role"] == "tool"]
    assert sent == ["[cleared]", "a2"]
