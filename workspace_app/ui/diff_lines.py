"""A unified diff as lines with their numbers, and which words of a changed pair differ. No Qt."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

_HUNK = re.compile(r"^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$")
_WORD = re.compile(r"[A-Za-z0-9_]+|\s+|.", re.DOTALL)
_LONGEST = 2000
_ALIKE = 0.3

Span = tuple[int, int]


@dataclass(frozen=True)
class DiffLine:
    """One line of a diff.

    Args:
        kind: "same", "added", "removed", "hunk" (a gap between two parts), or "note" (a sentence about the files).
        old, new: its number in the old and the new text, None where it has none.
        marks: [start, end) of the characters that differ from its partner on the other side.
    """

    kind: Literal["same", "added", "removed", "hunk", "note"]
    text: str
    old: int | None = None
    new: int | None = None
    marks: tuple[Span, ...] = ()


def read_diff(text: str) -> list[DiffLine]:
    """The lines of a unified diff of one file, with the words marked in pairs of changed lines."""
    return _mark_words(list(_read(text)))


def counts(lines: Sequence[DiffLine]) -> tuple[int, int]:
    """How many lines were added and removed."""
    kinds = [line.kind for line in lines]
    return kinds.count("added"), kinds.count("removed")


def _read(text: str) -> Iterator[DiffLine]:
    old = new = 0
    inside = False
    # Only "\n" ends a line of a diff; the text itself may hold form feeds and the like.
    for raw in text.removesuffix("\n").split("\n"):
        line = raw.removesuffix("\r")
        if hunk := _HUNK.match(line):
            if inside or hunk[1] not in ("0", "1") or hunk[2] not in ("0", "1"):
                yield DiffLine("hunk", hunk[3])
            old, new, inside = int(hunk[1]), int(hunk[2]), True
        elif not inside:
            if line.strip() and not _is_header(line):
                yield DiffLine("note", line)
        elif line.startswith("+"):
            yield DiffLine("added", line[1:], None, new)
            new += 1
        elif line.startswith("-"):
            yield DiffLine("removed", line[1:], old, None)
            old += 1
        elif not line.startswith("\\"):
            yield DiffLine("same", line[1:], old, new)
            old, new = old + 1, new + 1


def _is_header(line: str) -> bool:
    starts = (
        "diff --git",
        "index ",
        "--- ",
        "+++ ",
        "new file mode",
        "deleted file mode",
        "similarity ",
        "rename ",
        "old mode",
        "new mode",
    )
    return line.startswith(starts)


def _mark_words(lines: list[DiffLine]) -> list[DiffLine]:
    at = 0
    while at < len(lines):
        removed = _run(lines, at, "removed")
        added = _run(lines, at + removed, "added")
        for pair in range(min(removed, added)):
            first, second = at + pair, at + removed + pair
            old, new = _word_spans(lines[first].text, lines[second].text)
            lines[first], lines[second] = replace(lines[first], marks=old), replace(lines[second], marks=new)
        at += max(1, removed + added)
    return lines


def _run(lines: list[DiffLine], at: int, kind: str) -> int:
    end = at
    while end < len(lines) and lines[end].kind == kind:
        end += 1
    return end - at


def _word_spans(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The differing characters of two lines; none when they are too long or have little in common."""
    if max(len(old), len(new)) > _LONGEST:
        return (), ()
    first, second = _WORD.findall(old), _WORD.findall(new)
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return (), ()
    changes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    return (
        _spans(first, [(start, end) for _, start, end, _, _ in changes]),
        _spans(second, [(start, end) for _, _, _, start, end in changes]),
    )


def _spans(words: Sequence[str], ranges: Sequence[Span]) -> tuple[Span, ...]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return tuple((starts[start], starts[end]) for start, end in ranges if end > start)
