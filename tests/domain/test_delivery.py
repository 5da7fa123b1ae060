"""Works in fenced blocks, and answers joined from pieces."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workspace_app.domain.delivery import Delivery, find_works, join_pieces

# Works in a text


@pytest.mark.parametrize("fence", ["```", "````", "~~~", "~~~~~"])
def test_a_work_is_found_in_talk(fence: str) -> None:
    text = f"Here it is.\n\n{fence}work Market note\n# Note\n\nText\n{fence}\nTell me what you think."
    assert find_works(text) == [Delivery("Market note", "# Note\n\nText")]


def test_several_works_come_in_order() -> None:
    text = "```work A\na\n```\n```python\nprint()\n```\n```work B\n```\n"
    assert find_works(text) == [Delivery("A", "a"), Delivery("B", "")]


@pytest.mark.parametrize(
    "content",
    [
        "```python\nx = 1\n```",
        "~~~\ntext\n~~~",
        "    ```\n    indented\n    ```",
        "```work Inner\ntext\n```",
        "a `tick` and ```inline``` code",
    ],
)
def test_fences_inside_of_a_longer_fence_are_content(content: str) -> None:
    assert find_works(f"````work T\n{content}\n````") == [Delivery("T", content)]


def test_code_inside_of_a_fence_of_the_same_length_is_content() -> None:
    content = "Run:\n```python\nx = 1\n```\nDone."
    assert find_works(f"```work T\n{content}\n```\n") == [Delivery("T", content)]


def test_an_indented_fence_does_not_end_a_work() -> None:
    content = "- item\n\n    ```\n    code\n    ```"
    assert find_works(f"```work T\n{content}\n```") == [Delivery("T", content)]


@pytest.mark.parametrize(
    "text",
    [
        "Text only.",
        "```workshop T\nx\n```",
        "```python\nx\n```",
        "````\n```work T\nan example\n```\n````",
        "    ```work T\n    x\n    ```",
        "work T\nx",
    ],
)
def test_other_blocks_are_no_works(text: str) -> None:
    assert find_works(text) == []


@pytest.mark.parametrize(
    "text", ["```work T\nx", "Talk\n```work T", "````work T\nx\n```", "```work T\n```py\n1\n```\n"]
)
def test_a_work_that_does_not_end_is_none(text: str) -> None:
    assert find_works(text) == []


def test_a_work_without_a_title_takes_its_first_words() -> None:
    assert find_works("```work\n# Market note\n```") == [Delivery("Market note", "# Market note")]
    assert find_works("```work\n```") == [Delivery("work", "")]


def test_windows_line_ends_are_understood() -> None:
    (work,) = find_works("```work T\r\na\r\nb\r\n```\r\n")
    assert (work.title, work.content.split()) == ("T", ["a", "b"])


@settings(deadline=None)
@given(st.text(st.characters(exclude_characters="`~", exclude_categories=["Cs"])))
def test_any_content_comes_back_as_it_was(content: str) -> None:
    assert find_works(f"```work T\n{content}\n```") == [Delivery("T", content)]


# Pieces of an answer


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A text in which no passage repeats, with code and works in it."""
    words = draw(st.lists(st.sampled_from(["note", "市場", "figure", "a", "Prüfung", "x ="]), min_size=3, max_size=60))
    ends = draw(st.lists(st.sampled_from([" ", "\n", "\n\n", ". "]), min_size=len(words), max_size=len(words)))
    body = [f"{word}{number:03}{end}" for number, (word, end) in enumerate(zip(words, ends, strict=True))]
    block = draw(st.sampled_from(["", "work Report", "python"]))
    if not block:
        return "".join(body)
    begin = draw(st.integers(0, len(body) - 1))
    end = draw(st.integers(begin + 1, len(body)))
    return f"{''.join(body[:begin])}\n```{block}\n{''.join(body[begin:end])}\n```\n{''.join(body[end:])}"


def cuts(text: str) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, len(text)), max_size=4).map(sorted)


@settings(deadline=None)
@given(documents(), st.data())
def test_a_text_cut_anywhere_joins_without_a_seam(text: str, data: st.DataObject) -> None:
    places = [0, *data.draw(cuts(text)), len(text)]
    pieces = [text[begin:end] for begin, end in pairwise(places)]
    assert join_pieces(pieces) == text


@settings(deadline=None)
@given(documents(), st.data())
def test_repeated_text_is_joined_once(text: str, data: st.DataObject) -> None:
    places = [0, *data.draw(cuts(text)), len(text)]
    pieces = [text[begin:end] for begin, end in pairwise(places)]
    for number in range(1, len(pieces)):
        before = places[number]
        repeat = data.draw(st.integers(16, min(60, before))) if before >= 16 else 0
        pieces[number] = text[before - repeat : before] + pieces[number]
    assert join_pieces(pieces) == text


@settings(deadline=None)
@given(documents(), st.data())
def test_a_restarted_answer_is_joined_once(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(16, len(text))) if len(text) > 16 else len(text)
    assert join_pieces([text[:cut], text]) == text


@pytest.mark.parametrize(
    ("pieces", "whole"),
    [
        ([], ""),
        (["", "one"], "one"),
        (["The con", "tinuation"], "The continuation"),
        (["Intro\n## Summ", "## Summary\nText"], "Intro\n## Summary\nText"),
        (["a\nLast line\n", "Last line\nNext"], "a\nLast line\nNext"),
        (["The market grew in", "\n\nThe market grew in May."], "The market grew in May."),
        (["```work T\nfirst ha", "```work T\nlf\n```"], "```work T\nfirst half\n```"),
        (["```work T\nfirst ha", "\n```work T (continued)\nlf\n```"], "```work T\nfirst half\n```"),
        (["```python\nx = ", "```\n1\n```\nDone"], "```python\nx = 1\n```\nDone"),
        (["```work T\nintro\n", "```python\nx\n```\n", "end\n```"], "```work T\nintro\n```python\nx\n```\nend\n```"),
        (["```python\nx\n", "```\nand\n```\n", "y\n```"], "```python\nx\n```\nand\n```\ny\n```"),
        (["```work T\nfirst\n", "```\nThat is it."], "```work T\nfirst\n```\nThat is it."),
    ],
)
def test_seams(pieces: list[str], whole: str) -> None:
    assert join_pieces(pieces) == whole


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("  }\n" * 3, "  }\n" * 3),
        ("</div>\n" * 3, "</div>\n" * 2),
        ("|---|---|---|---|", "---|---|---|---|"),
        (" " * 20, " " * 20),
    ],
)
def test_what_repeats_by_itself_is_kept(left: str, right: str) -> None:
    assert join_pieces([left, right]) == left + right


def test_large_pieces_join_quickly_enough_to_be_used() -> None:
    text = "".join(f"line {number} of many\n" for number in range(100_000))
    half = len(text) // 2
    assert join_pieces([text[:half], text[half - 5000 :]]) == text
