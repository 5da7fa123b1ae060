"""The middle of a long conversation is sent as a snapshot of the task, which the assistant's model writes itself (E55)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from autogen_core.models import AssistantMessage, FunctionExecutionResultMessage, LLMMessage, UserMessage
from autogen_core.tools import ParametersSchema, ToolSchema
from pydantic import BaseModel, ConfigDict, Field

from workspace_app.engine.middleware import cut
from workspace_app.engine.middleware.base import MiddlewareError, ModelRequest, Run
from workspace_app.engine.middleware.folding import Folding
from workspace_app.engine.middleware.strategy import per_token
from workspace_app.engine.middleware.summary_prompts import SNAPSHOT

NAME = "task_snapshot"
TOOL = ToolSchema(
    name=NAME,
    description="Keeps a snapshot of the task, from which it goes on.",
    parameters=ParametersSchema(
        type="object",
        properties={
            "doneIds": {"type": "array", "items": {"type": "string"}, "description": "What is done already."},
            "taskSnapshot": {"type": "string", "description": "The state of the task, complete enough to go on from."},
        },
        required=["doneIds", "taskSnapshot"],
        additionalProperties=False,
    ),
)
LONGEST = 8000
"""Characters of a text that the model is given for the snapshot."""
FEWEST = 5
"""Messages of which there is no snapshot below."""
FEW = 10
"""Messages from which on the tokens count."""


class SnapshotSettings(BaseModel):
    """When a snapshot is taken."""

    model_config = ConfigDict(extra="forbid")

    messages: int = Field(80, ge=FEWEST, title="From so many messages on")
    tokens: int = Field(80_000, gt=0, title="Or from so many tokens on", description="And ten messages.")


class Snapshot(Folding[SnapshotSettings]):
    """Sends the beginning, a snapshot of the task that the model writes itself, and the last tool call.

    The model is made to call a tool of its own for it; if it does not, the conversation is sent whole.
    """

    Settings = SnapshotSettings

    def is_due(self, run: Run, request: ModelRequest, view: Sequence[LLMMessage], window: int | None) -> bool:
        by_tokens = len(view) >= FEW and cut.tokens(view, per_token(run, request)) >= self.settings.tokens
        return len(view) >= self.settings.messages or by_tokens

    def keep_from(self, run: Run, request: ModelRequest, view: Sequence[LLMMessage], window: int | None) -> int:
        last = [place for place, message in enumerate(view) if cut.results(message)][-1:]
        return cut.safe(view, last[0]) if last else len(view) - 1

    def stays(self, messages: Sequence[LLMMessage]) -> int:
        """The first exchange: what was asked, what was answered, and the results of its calls."""
        if len(messages) < FEWEST or not isinstance(messages[1], AssistantMessage):
            return 1
        return 3 if cut.results(messages[2]) else 2

    def head(self, messages: Sequence[LLMMessage], text: str) -> list[LLMMessage]:
        said = f"The current task has been interrupted. Below is a snapshot of it; go on from there.\n\n{text}"
        return [*messages[: self.stays(messages)], UserMessage(content=said, source="user")]

    async def fold(self, run: Run, request: ModelRequest, messages: Sequence[LLMMessage]) -> str:
        whole = [*request.messages[: self.stays(request.messages)], *messages]
        used = {
            one.name
            for message in whole
            if isinstance(message, FunctionExecutionResultMessage)
            for one in message.content
        }
        asked = ModelRequest(
            slot=request.slot,
            system=request.system,
            messages=(*_lean(whole), UserMessage(content=SNAPSHOT, source="user")),
            tools=(*(tool for tool in request.tools if tool["name"] in used), TOOL),
            tool_choice=NAME,
        )
        answer = await run.ask_model(asked)
        return _told([call.arguments for call in answer.calls if call.name == NAME])


def _lean(messages: Sequence[LLMMessage]) -> list[LLMMessage]:
    """The messages with long texts cut, and only the newest picture (E55)."""
    lean: list[LLMMessage] = []
    seen = False
    for message in reversed(messages):
        if isinstance(message, UserMessage) and not isinstance(message.content, str):
            parts = [part if isinstance(part, str) or not seen else "[image]" for part in message.content]
            seen = seen or any(not isinstance(part, str) for part in message.content)
            message = message.model_copy(update={"content": parts})
        lean.append(cut.with_short_texts(message, LONGEST))
    return lean[::-1]


def _told(arguments: Sequence[str]) -> str:
    try:
        given: Any = json.loads(arguments[0]) if arguments else None
    except ValueError:
        given = None
    text = str(given.get("taskSnapshot") or "").strip() if isinstance(given, dict) else ""
    if not isinstance(given, dict) or not text:
        raise MiddlewareError("The model gave no snapshot of the task.")
    done = [str(one) for one in given.get("doneIds") or ()]
    return f"{text}\n\nDone: {', '.join(done)}" if done else text
