"""AutoGen's messages as stored ones. A class that AutoGen adds later is kept raw and shown as text, never dropped."""

import io
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
from autogen_core import Image

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
    images = _images(message)
    return NewMessage(
        id=message.id,
        source=source,
        kind=_kind(message),
        text=_text(message),
        final=final,
        data=_data(message) | ({"images": list(images)} if images else {}),
        raw=_raw(message, list(images)),
        files=images,
        request=request,
        input_tokens=usage.prompt_tokens if usage else None,
        output_tokens=usage.completion_tokens if usage else None,
    )


def _images(message: BaseAgentEvent | BaseChatMessage) -> dict[str, bytes]:
    """The pictures of a message, by the names of the files that they become."""
    if not isinstance(message, MultiModalMessage):
        return {}
    pictures = [part for part in message.content if isinstance(part, Image)]
    return {f"{message.id}_{number}.png": _png(picture) for number, picture in enumerate(pictures, start=1)}


def _png(picture: Image) -> bytes:
    body = io.BytesIO()
    picture.image.save(body, format="PNG")
    return body.getvalue()


def _raw(message: BaseAgentEvent | BaseChatMessage, images: list[str]) -> dict[str, Any]:
    """AutoGen's dump; pictures in it give way to the names of their files."""
    raw: dict[str, Any] = json.loads(message.model_dump_json()) | {"type": type(message).__name__}
    if images:
        names = iter(images)
        raw["content"] = [part if isinstance(part, str) else {"file": next(names)} for part in raw["content"]]
    return raw


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
