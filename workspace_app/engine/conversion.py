"""AutoGen's messages as stored ones. A class that AutoGen adds later is kept raw and shown as text, never dropped."""

import json
from typing import Any

from autogen_agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    HandoffMessage,
    MultiModalMessage,
    TextMessage,
    ThoughtEvent,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
    ToolCallSummaryMessage,
)

from workspace_app.store.changes import NewMessage

SHOWN_CHARACTERS = 20_000
"""How much of a tool's arguments or result the screen's copy (`data`) holds; `raw` has all."""


def stored(message: BaseAgentEvent | BaseChatMessage, *, source: str, final: bool, request: str | None) -> NewMessage:
    """The message to store for one of AutoGen's.

    Args:
        source: the speaker's name as the person knows it.
        final: whether it ends the speaker's turn.
        request: id of the recorded request that produced it.
    """
    usage = message.models_usage
    return NewMessage(
        id=message.id,
        source=source,
        kind=_kind(message),
        text=_text(message),
        final=final,
        data=_data(message),
        raw=json.loads(message.model_dump_json()) | {"type": type(message).__name__},
        request=request,
        input_tokens=usage.prompt_tokens if usage else None,
        output_tokens=usage.completion_tokens if usage else None,
    )


def _kind(message: BaseAgentEvent | BaseChatMessage) -> str:
    kinds: tuple[tuple[type[Any], str], ...] = (
        (ThoughtEvent, "thought"),
        (ToolCallRequestEvent, "tool_call"),
        (ToolCallExecutionEvent, "tool_result"),
        (ToolCallSummaryMessage, "summary"),
        (HandoffMessage, "handoff"),
        (MultiModalMessage, "image"),
        (TextMessage, "text"),
    )
    for class_, kind in kinds:
        if isinstance(message, class_):
            return kind
    return "text" if isinstance(message, BaseChatMessage) else "notice"


def _text(message: BaseAgentEvent | BaseChatMessage) -> str:
    if isinstance(message, ToolCallRequestEvent):
        return "\n".join(f"{call.name}({_short(call.arguments)})" for call in message.content)
    if isinstance(message, ToolCallExecutionEvent):
        return "\n".join(f"{result.name}: {_short(result.content)}" for result in message.content)
    return message.to_text()


def _data(message: BaseAgentEvent | BaseChatMessage) -> dict[str, Any]:
    if isinstance(message, ToolCallRequestEvent):
        calls = [{"id": call.id, "name": call.name, "arguments": _short(call.arguments)} for call in message.content]
        return {"calls": calls}
    if isinstance(message, ToolCallExecutionEvent):
        return {
            "results": [
                {
                    "id": result.call_id,
                    "name": result.name,
                    "text": _short(result.content),
                    "is_error": bool(result.is_error),
                }
                for result in message.content
            ]
        }
    return {}


def _short(text: str) -> str:
    if len(text) <= SHOWN_CHARACTERS:
        return text
    return f"{text[:SHOWN_CHARACTERS]}… ({len(text):,} characters in all)"
