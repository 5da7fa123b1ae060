"""What middleware remembers is in the stored messages and nowhere else (L123)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from tests.engine.middleware.harness import Bench
from tests.engine.middleware.test_asking import Counts
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.engine.context import Said
from workspace_app.engine.middleware import memory
from workspace_app.engine.middleware.base import Artificial, ToolAnswer, ToolRequest
from workspace_app.engine.middleware.memory import Decision

values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(), inner, max_size=3),
    max_leaves=5,
)
ids = some.text(min_size=1, max_size=5)
artificial = some.builds(Artificial, some.text(), some.sampled_from(["assistant", "user"]), some.booleans())
answers = some.builds(ToolAnswer, some.text(), some.booleans(), some.dictionaries(some.text(), values, max_size=2))
arguments = some.none() | some.dictionaries(some.text(), values, max_size=2)


@some.composite
def decisions(draw: Any) -> Decision:
    calls = {id_: ToolRequest(id_, draw(some.text()), draw(arguments)) for id_ in draw(some.lists(ids, max_size=2))}
    return Decision(
        tuple(draw(some.lists(artificial, max_size=3))),
        draw(some.dictionaries(ids, answers, max_size=3)),
        calls,
        draw(some.sampled_from([None, "tools", "model", "end"])),
    )


@given(decisions())
def test_a_decision_reads_back_as_it_was_stored(decision: Decision) -> None:
    assert Decision.from_json(decision.to_json()) == decision


@given(decisions(), decisions(), decisions())
def test_decisions_add_up_in_any_grouping(first: Decision, second: Decision, third: Decision) -> None:
    assert first.and_then(second).and_then(third) == first.and_then(second.and_then(third))
    assert first.and_then(Decision()) == first == Decision().and_then(first)


def _by_results(request: dict[str, Any]) -> Reply:
    """Two calls at a time until six results are there: the same answer to the same conversation, whenever it is asked."""
    done = sum(message["role"] == "tool" for message in request["messages"])
    if done >= 6:
        return Reply(text="Done.")
    return Reply(tools=[("a", {"x": done}), ("b", {"x": done})])


async def test_l123_going_on_from_any_message_ends_in_the_same_conversation_and_state(
    bench: Bench, server: ScriptedModel
) -> None:
    """Limits, decisions and counts are those of the message gone back to, so every way leads to the same end."""
    server.script(None, _by_results)
    listed = [("ToolCallLimit", {"tool_name": "a", "run_limit": 2}), ("ModelCallLimit", {"thread_limit": 9}), Counts]
    whole = await bench.run([], listed)
    assert whole.messages[-1] == "AI Done."
    assert whole.state["ToolCallLimit[a]"] == {"thread": 2, "run": 3}
    conversation = bench.driver.ask.conversations(bench.driver.ask.step_n(bench.task, 1).id)[0].id
    for seq in range(1, len(whole.stored)):
        if whole.stored[seq - 1].final and whole.stored[seq - 1].source == "bot":
            continue
        await bench.driver.desk.continue_from(conversation, seq)
        again = await bench.result()
        assert again.messages == whole.messages, seq
        assert again.state == whole.state, seq


def test_states_of_two_speakers_are_apart() -> None:
    """L124."""
    said = [
        Said("ann", "text", "", True, {memory.STATE: {"M": {"n": 1}}}, None),
        Said("bob", "text", "", True, {memory.STATE: {"M": {"n": 2}}}, None),
        Said("workspace", "notice", "", False, {memory.STATE: {"M": {"n": 3}}, "to": "ann"}, None),
    ]
    assert memory.states("ann", said) == {"M": {"n": 3}}
    assert memory.states("bob", said) == {"M": {"n": 2}}
