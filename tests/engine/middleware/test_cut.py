"""Where a conversation may be cut (L73, L74, F9; S11)."""

from __future__ import annotations

from collections.abc import Sequence

from autogen_core import FunctionCall
from autogen_core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    UserMessage,
)
from hypothesis import given
from hypothesis import strategies as st

from workspace_app.engine.middleware import cut


def human(text: str = "hi") -> LLMMessage:
    return UserMessage(content=text, source="user")


def makes(*ids: str) -> LLMMessage:
    return AssistantMessage(content=[FunctionCall(id_, "{}", "a") for id_ in ids], source="bot")


def brings(*ids: str, text: str = "r") -> LLMMessage:
    parts = [FunctionExecutionResult(content=text, name="a", call_id=id_, is_error=False) for id_ in ids]
    return FunctionExecutionResultMessage(content=parts)


TEN = [str(number) for number in range(10)]


def test_s11_ten_calls_and_their_results_stay_together() -> None:
    history = [human(), makes(*TEN), *(brings(id_) for id_ in TEN), human()]
    assert cut.safe(history, len(history) - 5) == 1
    together = [human(), makes(*TEN), brings(*TEN), human()]
    assert cut.safe(together, 2) == 1


def test_s11_results_whose_call_is_nowhere_are_left_out() -> None:
    history = [human(), *(brings(id_) for id_ in TEN), human()]
    assert cut.safe(history, len(history) - 5) == len(history) - 1


@st.composite
def histories(draw: st.DrawFn) -> list[LLMMessage]:
    """People speak, assistants speak or call tools, and results come in one message or one by one, words between them or not."""
    history: list[LLMMessage] = []
    for turn in range(draw(st.integers(0, 8))):
        kind = draw(st.sampled_from(["human", "text", "tools"]))
        if kind == "human":
            history.append(human())
        elif kind == "text":
            history.append(AssistantMessage(content="so", source="bot"))
        else:
            ids = [f"{turn}.{number}" for number in range(draw(st.integers(1, 10)))]
            history.append(makes(*ids))
            if draw(st.booleans()):
                history.append(brings(*ids))
            else:
                for id_ in draw(st.permutations(ids)):
                    history += [human("late")] if draw(st.booleans()) else []
                    history.append(brings(id_))
    return history


@given(histories(), st.integers(0, 60))
def test_l74_no_cut_parts_a_call_from_its_results(history: list[LLMMessage], start: int) -> None:
    start = min(start, len(history))
    kept = history[cut.safe(history, start) :]
    assert cut.safe(history, start) <= start
    assert {id_ for one in kept for id_ in cut.calls(one)} == {id_ for one in kept for id_ in cut.results(one)}


@given(histories(), st.integers(1, 200))
def test_l73_the_longest_end_within_the_size_is_kept(history: list[LLMMessage], size: int) -> None:
    start = cut.newest(history, size)
    if history:
        assert cut.tokens(history[start:]) <= size or start == len(history) - 1
        assert start == 0 or cut.tokens(history[start - 1 :]) > size
    else:
        assert start == 0


@given(histories(), st.integers(1, 200))
def test_l73_s10_by_another_count_the_same_end_is_found_with_few_looks(history: list[LLMMessage], size: int) -> None:
    looks: list[int] = []

    def count(messages: Sequence[LLMMessage]) -> int:
        looks.append(len(messages))
        return cut.tokens(messages)

    assert cut.longest_end(history, size, count) == cut.newest(history, size)
    assert len(looks) <= len(history).bit_length()


@given(histories(), st.integers(60, 2000))
def test_e55_long_texts_give_way_before_the_size_is_missed(history: list[LLMMessage], size: int) -> None:
    long = [*history[:3], human("x" * 50_000), makes("z"), brings("z", text="y" * 50_000)]
    fitted = cut.fitted(long, size * 4)
    assert cut.tokens(fitted) <= max(size * 4, 600)
    assert cut.fitted(history, 10_000) == tuple(history)


def test_l70_characters_that_are_not_ascii_count_as_tokens() -> None:
    assert cut.tokens([human("a" * 400)]) == 103
    assert cut.tokens([human("字" * 400)]) == 403
    assert cut.tokens([human("a" * 330)], 3.3) == 103
