"""Text under way: what is kept of it, and where it is split."""

from hypothesis import given
from hypothesis import strategies as st

from workspace_app.ui.live_text import LONG_BLOCK, LiveTexts, settled_length, split_live

LINES = st.sampled_from(["", "word", "```", "```python", "- item", "# heading", "| a | b |", "字" * 30, "~~~"])


def test_blocks_settle_at_empty_lines_outside_of_listings() -> None:
    text = "One.\n\nTwo.\n\n```python\na = 1\n\nb = 2\n"
    assert text[: settled_length(text)] == "One.\n\nTwo.\n\n"
    closed = text + "```\n\nTail"
    assert closed[settled_length(closed) :] == "Tail"


@given(st.lists(LINES, max_size=60))
def test_splitting_loses_nothing(lines: list[str]) -> None:
    text = "\n".join(lines)
    head, tail = split_live(text)
    if len(text) - settled_length(text) <= LONG_BLOCK:
        assert head + tail == text


@given(st.lists(LINES, max_size=60), st.lists(st.integers(1, 40), min_size=1, max_size=40))
def test_what_has_settled_never_changes_whatever_the_pieces(lines: list[str], sizes: list[int]) -> None:
    text = "\n".join(lines)
    settled, at = "", 0
    for size in sizes:
        at += size
        now = text[: settled_length(text[:at])]
        assert now.startswith(settled)
        settled = now


def test_a_long_listing_is_split_at_a_line_and_its_fence_opened_again() -> None:
    lines = [f"line {number}" for number in range(2000)]
    head, tail = split_live("```python\n" + "\n".join(lines))
    assert head.startswith("```python\n")
    assert head.endswith("\n```\n")
    assert tail.startswith("```python\nline ")
    shown = [line for line in (head + tail).splitlines() if line.startswith("line")]
    assert shown == lines


def test_texts_are_kept_by_conversation_and_speaker_until_they_are_stored() -> None:
    texts = LiveTexts()
    texts.add("c", "a", "One ", False)
    texts.add("c", "b", "Two", False)
    texts.add("c", "a", "more", False)
    texts.add("d", "a", "Other", False)
    assert texts.of("c") == {"a": "One more", "b": "Two"}
    texts.add("c", "a", "Again", True)
    assert texts.of("c")["a"] == "Again"
    texts.stored("c", "a")
    assert texts.of("c") == {"b": "Two"}
    texts.stored("c", None)
    assert texts.of("c") == {}
    assert texts.of("d") == {"a": "Other"}
