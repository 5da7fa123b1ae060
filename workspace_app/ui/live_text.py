"""Text that is still being written: kept for each conversation and speaker, and split where it will not change any more."""

from dataclasses import dataclass, field

LONG_BLOCK = 4000
"""Characters after which a block that goes on (a long listing) is split at a line, so that parsing stays short."""


@dataclass
class LiveTexts:
    """What has been said so far of the messages under way, also in conversations that are not on the screen."""

    _texts: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, conversation: str, source: str, text: str, restart: bool) -> None:
        """Take one delta; `restart` forgets what came before it."""
        texts = self._texts.setdefault(conversation, {})
        texts[source] = text if restart else texts.get(source, "") + text

    def stored(self, conversation: str, source: str | None) -> None:
        """A message of `source` is in the store now (None: of anybody): its deltas have done their service."""
        if source is None:
            self._texts.pop(conversation, None)
            return
        self._texts.get(conversation, {}).pop(source, None)

    def of(self, conversation: str) -> dict[str, str]:
        """The text under way by speaker, in the order in which they began."""
        return {source: text for source, text in self._texts.get(conversation, {}).items() if text}


def settled_length(text: str) -> int:
    """How much of a Markdown text under way is made of finished blocks, which later text cannot change.

    A block is finished at an empty line outside a code fence; inside one, and inside a very long paragraph, nothing is.
    """
    fence, settled, at = "", 0, 0
    for line in text.splitlines(keepends=True):
        at += len(line)
        stripped = line.strip()
        if fence:
            fence = "" if stripped.startswith(fence) and not stripped.strip(fence[0]) else fence
        elif stripped.startswith(("```", "~~~")):
            fence = stripped[:3]
        elif not stripped and line.endswith("\n"):
            settled = at
    return settled


def split_live(text: str) -> tuple[str, str]:
    """Split a text under way in what is settled and the tail that may still change.

    A listing or paragraph of more than LONG_BLOCK characters is settled at a line; its fence is closed and opened again.
    """
    at = settled_length(text)
    head, tail = text[:at], text[at:]
    if len(tail) <= LONG_BLOCK:
        return head, tail
    cut = tail.rfind("\n", 0, LONG_BLOCK) + 1
    if cut <= 0:
        return head, tail
    first, rest = tail[:cut], tail[cut:]
    opening = first.splitlines()[0].strip() if first.strip() else ""
    if opening.startswith(("```", "~~~")):
        return f"{head}{first}{opening[:3]}\n", f"{opening}\n{rest}"
    return head + first, rest
