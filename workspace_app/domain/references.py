"""References in a text: `@[Title](work:ID@3)` and the like. They go by id, so they stay valid when things are renamed or moved (R92)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

Kind = Literal["work", "file", "plan", "conversation", "feedback"]
How = Literal["", "full", "path"]

_TOKEN = re.compile(
    r"@\[(?P<title>[^\]\n]{0,300})\]\((?P<kind>work|file|plan|conversation|feedback):(?P<target>[^()\n|]+)(?:\|(?P<how>full|path))?\)"
)


@dataclass(frozen=True)
class Reference:
    """One reference.

    Args:
        target: for a work its id, or `id@n` for a fixed version; for a file `PROJECT/path`; else the id of the task (plan), the
            conversation, or the step (feedback).
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
        return f"@[{title}]({self.kind}:{self.target}{'|' + self.how if self.how else ''})"


def find(text: str) -> list[Reference]:
    """The references in a text, in order, each once."""
    return list(dict.fromkeys(_reference(match) for match in _TOKEN.finditer(text)))


def replace(text: str, name: Callable[[Reference], str]) -> str:
    """The text with each reference replaced by what `name` gives for it."""
    return _TOKEN.sub(lambda match: name(_reference(match)), text)


def _reference(match: re.Match[str]) -> Reference:
    kind, how = cast(Kind, match["kind"]), cast(How, match["how"] or "")
    return Reference(match["title"], kind, match["target"], how)
