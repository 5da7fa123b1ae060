"""Comments on passages of a work, and where a passage is in another version (R54)."""

from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher


@dataclass(frozen=True)
class Comment:
    """What the person remarks on a passage of a version.

    Args:
        version: number of the version that it was made on.
        start, end: character offsets of the passage in that version's text.
        answered_in, answer: number and id of the first version made after it was sent, None before.
    """

    id: str
    work: str
    version_id: str
    version: int
    start: int
    end: int
    quote: str
    text: str
    author: str
    sent: bool
    answered_in: int | None
    resolved: bool
    created_at: datetime
    answer: str | None = None

    @property
    def open(self) -> bool:
        """Whether it has yet to be sent."""
        return not self.resolved and not self.sent


def locate(quote: str, start: int, old: str, new: str) -> tuple[int, int] | None:
    """Where a passage of the old text is in the new one; None if it is not there any more.

    Args:
        quote: the passage.
        start: its offset in `old`.

    Of several equal passages it is the one nearest to where the lines around it went.
    """
    if not quote or quote not in new:
        return None
    guess = _moved(start, old, new)
    places: list[int] = []
    at = new.find(quote)
    while at >= 0:
        places.append(at)
        at = new.find(quote, at + 1)
    best = min(places, key=lambda place: abs(place - guess))
    return best, best + len(quote)


def _moved(start: int, old: str, new: str) -> int:
    """Where an offset goes when lines are added and taken away."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    line = old.count("\n", 0, start)
    column = start - sum(map(len, before[:line]))
    for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        if block.a <= line < block.a + block.size:
            return sum(map(len, after[: block.b + line - block.a])) + column
    return start


def lines_of(text: str, start: int, end: int) -> tuple[int, int]:
    """First and last line, from 1, of a passage."""
    return text.count("\n", 0, start) + 1, text.count("\n", 0, max(start, end - 1)) + 1


def block(comments: list[tuple[Comment, tuple[int, int] | None]], text: str) -> str:
    """The comments as a prompt carries them: each with its passage and lines (R54).

    Args:
        comments: each with where its passage is in `text`, None if it is gone.
    """
    parts = []
    for number, (comment, place) in enumerate(comments, start=1):
        if place is None:
            where = f"on a passage that is not there any more (version {comment.version})"
        else:
            first, last = lines_of(text, *place)
            where = f"on line {first}" if first == last else f"on lines {first} to {last}"
        quote = "\n".join(f"> {line}" for line in comment.quote.splitlines())
        parts.append(f"Comment {number}, {where}:\n{quote}\n{comment.text.strip()}")
    return "\n\n".join(parts)
