"""A conversation as people read it: Markdown beside its JSON lines."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row

_NAMES = {"user": "You", "task": "Prompt", "workspace": "Workspace"}
_QUOTED = ("thought", "tool_call", "tool_result", "notice", "error")


def transcript(messages: Iterable[Row[Any]]) -> bytes:
    """Messages as Markdown: a heading for each with its number, speaker and time, then what was said."""
    return "\n".join(_section(message) for message in messages).encode("utf-8", "replace")


def _section(message: Row[Any]) -> str:
    speaker = _NAMES.get(message.source, message.source)
    kind = "" if message.kind in ("task", "text") else f" ({message.kind.replace('_', ' ')})"
    when = message.created_at.strftime("%Y-%m-%d %H:%M:%S UTC")
    text = message.text
    if message.kind in _QUOTED:
        text = "\n".join(f"> {line}".rstrip() for line in text.splitlines())
    pictures = [f"![{name}](../../images/{name})" for name in message.data.get("images", ())]
    body = "\n\n".join(part for part in (text, *pictures) if part)
    return f"## {message.seq}. {speaker}{kind}\n\n*{when}*\n\n{body}\n"
