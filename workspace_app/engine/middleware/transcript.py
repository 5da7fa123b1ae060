"""A conversation as a text that a model can sum up (L76)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from autogen_core import FunctionCall
from autogen_core.models import AssistantMessage, FunctionExecutionResultMessage, LLMMessage, UserMessage

from workspace_app.engine.middleware import cut

NOTHING = "No previous conversation history."
TOO_LONG = "Previous conversation was too long to summarize."
_AT_LEAST = 15
"""Messages that are taken where nobody but the assistant has spoken lately."""


def trimmed(messages: Sequence[LLMMessage], size: int | None, per_token: float, first: int = 0) -> Sequence[LLMMessage]:
    """The newest messages of at most `size` tokens that begin with what a person said (L76).

    If no person spoke within them, the last 15 messages; none if not even the last message fits.

    Args:
        first: how many messages at the beginning are always taken: an earlier summary must not be lost.
    """
    if size is None or cut.tokens(messages, per_token) <= size:
        return messages
    if first:
        start = max(first, cut.safe(messages, cut.newest(messages, size, per_token)))
        return (*messages[:first], *messages[start:])
    start = cut.newest(messages, size, per_token)
    if cut.tokens(messages[start:], per_token) > size:
        return ()
    spoken = next((place for place in range(start, len(messages)) if isinstance(messages[place], UserMessage)), None)
    return messages[spoken if spoken is not None else cut.safe(messages, max(0, len(messages) - _AT_LEAST)) :]


def transcript(messages: Sequence[LLMMessage]) -> str:
    """The messages as "Human: …", "AI: …" and "Tool: …", one after the other."""
    return "\n".join(_line(message) for message in messages)


def _line(message: LLMMessage) -> str:
    if isinstance(message, FunctionExecutionResultMessage):
        return "\n".join(f"Tool: {one.name}: {one.content}" for one in message.content)
    if isinstance(message, AssistantMessage):
        return f"AI: {_said(message)}"
    if isinstance(message.content, str):
        return f"{'Human' if isinstance(message, UserMessage) else 'System'}: {message.content}"
    return "Human: " + " ".join(part if isinstance(part, str) else "[image]" for part in message.content)


def _said(message: AssistantMessage) -> str:
    if isinstance(message.content, str):
        return message.content
    calls = [{"name": one.name, "arguments": one.arguments} for one in message.content if isinstance(one, FunctionCall)]
    return " ".join(part for part in (message.thought or "", json.dumps(calls, ensure_ascii=False)) if part)
