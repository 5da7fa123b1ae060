"""A unified diff read line by line says what both texts say, whatever is in them."""

import difflib

from hypothesis import given
from hypothesis import strategies as st

from workspace_app.ui.diff_lines import counts, read_diff

LINES = st.lists(st.text(alphabet="ab +-@\\電\u2028\x0c", max_size=8), max_size=12)


def unified(old: list[str], new: list[str]) -> str:
    return "\n".join(difflib.unified_diff(old, new, "a", "b", n=1000, lineterm=""))


@given(LINES, LINES)
def test_both_texts_can_be_read_from_the_lines(old: list[str], new: list[str]) -> None:
    lines = read_diff(unified(old, new))
    if old == new:
        assert lines == []
        return
    assert [line.text for line in lines if line.kind in ("same", "removed")] == old
    assert [line.text for line in lines if line.kind in ("same", "added")] == new
    assert [line.new for line in lines if line.new is not None] == list(range(1, len(new) + 1))


@given(st.text(alphabet="ab ,電", max_size=20), st.text(alphabet="ab ,電", max_size=20))
def test_what_is_not_marked_is_the_same_on_both_sides(old: str, new: str) -> None:
    lines = read_diff(unified([old], [new]))
    pair = [line for line in lines if line.kind in ("removed", "added")]
    if len(pair) == 2 and (pair[0].marks or pair[1].marks):
        rests = []
        for line in pair:
            kept = list(line.text)
            for start, end in line.marks:
                kept[start:end] = [""] * (end - start)
            rests.append("".join(kept))
        assert rests[0] == rests[1]


def test_changed_words_are_marked() -> None:
    lines = read_diff(unified(["the price is 12 today"], ["the price is 15 today"]))
    assert [line.text[start:end] for line in lines for start, end in line.marks] == ["12", "15"]


def test_headers_hunks_and_gits_own_sentences() -> None:
    text = "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n a\n+b\n@@ -20,2 +21 @@ part\n c\n--- d\n\\ No newline at end of file\n"
    lines = read_diff(text)
    assert [(line.kind, line.text) for line in lines] == [
        ("same", "a"),
        ("added", "b"),
        ("hunk", "part"),
        ("same", "c"),
        ("removed", "-- d"),
    ]
    assert lines[4].old == 21
    assert counts(lines) == (1, 1)
    assert [line.kind for line in read_diff("Binary files a/x and b/x differ\n")] == ["note"]
