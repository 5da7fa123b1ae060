"""Works that are delivered in the text of an answer, and answers that came in pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workspace_app.domain.plan.model import title_from

_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}(?=[^`]*$)|~{3,})[ \t]*(?P<info>.*?)\s*")
_WORK = re.compile(r"work(?:\s+(?P<title>.*))?", re.IGNORECASE)
_OVERLAP = 12  # characters; a shorter match is chance, unless it is a whole line


@dataclass(frozen=True)
class Delivery:
    """A document that an assistant hands in."""

    title: str
    content: str


@dataclass(frozen=True)
class _Fence:
    mark: str
    info: str

    @property
    def work(self) -> re.Match[str] | None:
        return _WORK.fullmatch(self.info)

    def reaches(self, outer: _Fence) -> bool:
        """Whether this fence is one that could close `outer`, if it had no info string."""
        return self.mark.startswith(outer.mark)


def find_works(text: str) -> list[Delivery]:
    """The complete fenced blocks whose info string is `work TITLE`; blocks inside of other blocks are content."""
    return _scan(text)[0]


def join_pieces(pieces: Sequence[str]) -> str:
    """One answer from the pieces that the length limit cut it into (R36).

    Text that a piece repeats from the one before is dropped, and so is a fence that it opens again.
    """
    joined = ""
    for place, piece in enumerate(pieces):
        overlap = _overlap(joined, piece)
        if not overlap:
            piece = _without_reopened_fence(joined, piece, "".join(pieces[place + 1 :]))
            overlap = _overlap(joined, piece)
        joined += piece[overlap:]
    return joined


def _scan(text: str) -> tuple[list[Delivery], list[_Fence]]:
    """The works in a text, and the fences that are open at its end, outermost first."""
    works: list[Delivery] = []
    unclosed: list[_Fence] = []
    begin = position = 0
    for line in text.split("\n"):
        fence, start = _fence(line), position
        position += len(line) + 1
        if fence is None:
            continue
        if not unclosed:
            unclosed, begin = [fence], position
        elif fence.reaches(unclosed[-1]) and not fence.info:
            outer = unclosed.pop()
            if not unclosed and outer.work:
                works.append(_delivery(outer.work, text[begin : max(start - 1, begin)]))
        elif fence.reaches(unclosed[-1]) and unclosed[0].work:
            unclosed.append(fence)  # code inside of a work, though the outer fence should have been longer
    return works, unclosed


def _fence(line: str) -> _Fence | None:
    match = _FENCE.fullmatch(line)
    return match and _Fence(match["mark"], match["info"])


def _delivery(work: re.Match[str], content: str) -> Delivery:
    return Delivery((work["title"] or "").strip() or title_from(content) or "work", content)


def _overlap(left: str, right: str) -> int:
    """How many characters at the start of `right` repeat the end of `left`."""
    for begin in dict.fromkeys((0, len(right) - len(right.lstrip()))):
        length = _repeated(left, right[begin:])
        if length:
            return begin + length
    return 0


def _repeated(left: str, right: str) -> int:
    start = left.find(right[:_OVERLAP]) if len(right) >= _OVERLAP else -1
    while start >= 0:
        if right.startswith(left[start:]):
            return len(left) - start if _tells(left[start:]) else 0
        start = left.find(right[:_OVERLAP], start + 1)
    last_line = left[left.rstrip("\n").rfind("\n") + 1 :]
    telling = _tells(last_line, letters=4 if last_line.endswith("\n") else 3)
    return len(last_line) if telling and right.startswith(last_line) else 0


def _tells(text: str, letters: int = 3) -> bool:
    """Whether finding a text twice is no chance: spaces, rules, brackets and rows of one thing repeat by themselves."""
    distinct = {character for character in text if character.isalnum()}
    return len(distinct) >= letters and text not in (text + text)[1:-1]


def _without_reopened_fence(left: str, piece: str, rest: str) -> str:
    unclosed = _scan(left)[1]
    first, newline, inside = piece.lstrip("\n").partition("\n")
    fence = _fence(first)
    if not unclosed or fence is None or not newline:
        return piece
    same = any(fence.info and (fence.info == outer.info or (fence.work and outer.work)) for outer in unclosed)
    ends_without = not _scan(left + inside + rest)[1]
    ends_with = not _scan(f"{left}\n{piece}{rest}")[1]
    return inside if same or (ends_without and not ends_with) else piece
