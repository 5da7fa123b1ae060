"""How long messages are, and where a conversation may be cut: a tool call and its results stay together (L74, F9)."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from autogen_core import FunctionCall
from autogen_core.models import AssistantMessage, FunctionExecutionResultMessage, LLMMessage, UserMessage

CHARACTERS_PER_TOKEN = 4.0
_FOR_EACH_MESSAGE = 3
"""Tokens that a message takes beside its text."""
_PICTURE = 1000
"""Tokens of a picture: in the middle of what providers count."""
_SHORTEST = 200
"""Characters to which a text is cut at most."""


def tokens(messages: Sequence[LLMMessage], per_token: float = CHARACTERS_PER_TOKEN) -> int:
    """About how many tokens messages are, by their length; a character that is not ASCII counts as a token of its own.

    Args:
        per_token: ASCII characters to a token; 3.3 is nearer for Anthropic (L70).
    """
    return sum(_tokens(message, per_token) for message in messages)


def newest(messages: Sequence[LLMMessage], size: int, per_token: float = CHARACTERS_PER_TOKEN) -> int:
    """Where the longest end of the messages begins that is at most `size` tokens; a last message that is too long is kept (L73)."""
    start = len(messages)
    while start > 0 and size >= (need := _tokens(messages[start - 1], per_token)):
        size, start = size - need, start - 1
    return min(start, max(0, len(messages) - 1))


def longest_end(messages: Sequence[LLMMessage], size: int, count: Callable[[Sequence[LLMMessage]], int]) -> int:
    """The same by another way of counting, which is asked as seldom as can be: it may be slow."""
    start = bisect_left(range(len(messages)), True, key=lambda place: count(messages[place:]) <= size)
    return min(start, max(0, len(messages) - 1))


def safe(messages: Sequence[LLMMessage], start: int) -> int:
    """Where to cut instead of before message `start`, so that no call is parted from its results (L74).

    It moves back to the message that makes the calls; results whose call is nowhere are left out instead.
    """
    makes = {
        call: place
        for place, message in enumerate(messages)
        if isinstance(message, AssistantMessage)
        for call in calls(message)
    }
    place = len(messages)
    while place > start:
        place -= 1
        start = min([start, *(makes[call] for call in results(messages[place]) if makes.get(call, place) < place)])
    while start < len(messages) and (found := results(messages[start])) and not any(call in makes for call in found):
        start += 1
    return start


def fitted(
    messages: Sequence[LLMMessage], size: int, per_token: float = CHARACTERS_PER_TOKEN
) -> tuple[LLMMessage, ...]:
    """The first message, which says what to do, and as many of the newest ones as `size` tokens hold; long texts give way last."""
    if tokens(messages, per_token) <= size:
        return tuple(messages)
    start = newest(messages, size - tokens(messages[:1], per_token), per_token)
    return shortened((*messages[:1], *messages[max(1, safe(messages, start)) :]), size, per_token)


def calls(message: LLMMessage) -> list[str]:
    """The ids of the tool calls that a message makes."""
    if not isinstance(message, AssistantMessage) or isinstance(message.content, str):
        return []
    return [call.id for call in message.content]


def results(message: LLMMessage) -> list[str]:
    """The ids of the calls whose results a message brings."""
    return [one.call_id for one in message.content] if isinstance(message, FunctionExecutionResultMessage) else []


def shortened(
    messages: Sequence[LLMMessage], size: int, per_token: float = CHARACTERS_PER_TOKEN
) -> tuple[LLMMessage, ...]:
    """The same messages with the middle of their longest texts left out, as far as that is needed for `size` tokens."""
    limit, short = max(_SHORTEST, int(size * per_token)), tuple(messages)
    while tokens(short, per_token) > size and limit >= _SHORTEST:
        short = tuple(with_short_texts(message, limit) for message in messages)
        limit //= 2
    return short


def without_middle(text: str, limit: int) -> str:
    """A text of at most about `limit` characters: its beginning and its end."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half:,} characters are left out here …]\n{text[-half:]}"


def with_short_texts(message: LLMMessage, limit: int) -> LLMMessage:
    """A message whose texts have at most about `limit` characters each, the middle left out."""
    if isinstance(message, FunctionExecutionResultMessage):
        parts = [one.model_copy(update={"content": without_middle(one.content, limit)}) for one in message.content]
        return message.model_copy(update={"content": parts})
    if isinstance(message.content, str):
        return message.model_copy(update={"content": without_middle(message.content, limit)})
    if isinstance(message, AssistantMessage):
        # Half of a JSON object is none, so arguments that are too long give way as a whole.
        made = [
            one if isinstance(one, str) or len(one.arguments) <= limit else FunctionCall(one.id, "{}", one.name)
            for one in message.content
        ]
        return message.model_copy(update={"content": made})
    cut = [without_middle(part, limit) if isinstance(part, str) else part for part in message.content]
    return message.model_copy(update={"content": cut})


def _tokens(message: LLMMessage, per_token: float) -> int:
    words = sum(_weight(text, per_token) for text in _texts(message))
    pictures = (
        sum(1 for part in message.content if not isinstance(part, str)) if isinstance(message, UserMessage) else 0
    )
    return math.ceil(words) + pictures * _PICTURE + _FOR_EACH_MESSAGE


def _weight(text: str, per_token: float) -> float:
    plain = len(text.encode("ascii", "ignore"))
    return plain / per_token + (len(text) - plain)


def _texts(message: LLMMessage) -> Iterator[str]:
    if isinstance(message.content, str):
        yield message.content
        return
    for part in message.content:
        if isinstance(part, str):
            yield part
        elif isinstance(part, FunctionCall):
            yield part.name + part.arguments
        elif isinstance(message, FunctionExecutionResultMessage):
            yield getattr(part, "content", "")
