"""References in a text: `@[Title](work:ID@3)` and the like. They go by id, so they stay valid when things are renamed or moved (R92)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from workspace_app.domain.comments import Comment
from workspace_app.domain.records import Version, Work

Kind = Literal["work", "file", "plan", "conversation", "feedback", "comments"]
How = Literal["", "full", "path"]

_TOKEN = re.compile(
    rf"@\[(?P<title>[^\]\n]{{0,300}})\]\((?P<kind>{'|'.join(get_args(Kind))}):(?P<target>[^()\n|]+)(?:\|(?P<how>full|path))?\)"
)
_QUOTED = {"%": "%25", "(": "%28", ")": "%29", "|": "%7C"}
"""Characters that end a target, and how they stand in one: "Report (1).pdf" is a common name of a file."""


@dataclass(frozen=True)
class Reference:
    """One reference.

    Args:
        target: for a work its id, or `id@n` for a fixed version; for comments `id,id@n`, their ids and the number of the version
            that they are placed in; for a file `PROJECT/path`; else the id of the task (plan), the conversation, or the step (feedback).
        how: "full" includes the text whatever its size, "path" names it only, "" lets its size decide (R93).
    """

    title: str
    kind: Kind
    target: str
    how: How = ""

    @property
    def token(self) -> str:
        """How it stands in a text."""
        title = self.title.replace("]", ")").replace("\n", " ")
        target = "".join(_QUOTED.get(sign, sign) for sign in self.target)
        return f"@[{title}]({self.kind}:{target}{'|' + self.how if self.how else ''})"


def version_reference(work: Work, version: Version) -> Reference:
    """The reference to one version of a work, with its whole text."""
    return Reference(work.title, "work", f"{work.id}@{version.n}", "full")


def comments_reference(work: Work, version: Version, comments: Sequence[Comment]) -> Reference:
    """The reference to some comments on a work, in their places in one version of it (R54)."""
    ids = ",".join(comment.id for comment in comments)
    return Reference(f"Comments on {work.title} ({len(comments)})", "comments", f"{ids}@{version.n}")


def find(text: str) -> list[Reference]:
    """The references in a text, in order, each once."""
    return list(dict.fromkeys(_reference(match) for match in _TOKEN.finditer(text)))


def replace(text: str, name: Callable[[Reference], str], alone: Callable[[Reference], str] | None = None) -> str:
    """The text with each reference replaced.

    Args:
        name: what to put in its place.
        alone: the same for one that has a line to itself; None for `name`.
    """

    def put(match: re.Match[str]) -> str:
        return (alone if alone is not None and _is_alone(match) else name)(_reference(match))

    return _TOKEN.sub(put, text)


def _is_alone(match: re.Match[str]) -> bool:
    before, after = match.string[: match.start()], match.string[match.end() :]
    return not (before.rpartition("\n")[2] + after.partition("\n")[0]).strip()


def _reference(match: re.Match[str]) -> Reference:
    kind, how = cast(Kind, match["kind"]), cast(How, match["how"] or "")
    target = match["target"]
    for sign, quoted in reversed(_QUOTED.items()):
        target = target.replace(quoted, sign)
    return Reference(match["title"], kind, target, how)
