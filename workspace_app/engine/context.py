"""What an assistant has seen, and who speaks next: both follow from the stored messages alone (DESIGN 5).

Starting, going on, resuming after a crash and continuing at an earlier message are therefore the same act.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from autogen_core import FunctionCall, Image
from autogen_core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    UserMessage,
)

from workspace_app.domain.records import Json

PERSON, TASK, APP = "user", "task", "workspace"
_HEARD = frozenset({"text", "answer", "handoff", "summary", "image"})


@dataclass(frozen=True)
class Said:
    """One stored message, as far as a context needs it.

    Args:
        raw: AutoGen's own dump, the truth for tool calls and results.
    """

    source: str
    kind: str
    text: str
    final: bool
    data: Mapping[str, Json]
    raw: Mapping[str, Any] | None


def context_of(
    assistant: str,
    said: Sequence[Said],
    names: Mapping[str, str],
    pictures: Mapping[int, Sequence[Image]] = MappingProxyType({}),
) -> list[LLMMessage]:
    """The model messages that `assistant` has in view.

    Args:
        assistant: its name as messages carry it.
        said: the conversation's messages, in order.
        names: for each speaker, the ASCII name that models accept.
        pictures: those of the messages, by their places in `said`; the text names them for models that cannot see.

    Every tool call is followed by its results; what the person said meanwhile comes after them (R44, R87).
    """
    messages: list[LLMMessage] = []
    late: list[LLMMessage] = []
    thought: str | None = None
    open_calls: list[FunctionCall] = []
    for number, item in enumerate(said):
        if item.source == assistant and not item.data.get("partial"):
            if item.kind == "thought":
                thought = item.text
            elif item.kind == "tool_call":
                messages += _interrupted(open_calls)
                open_calls = calls_of(item)
                messages.append(AssistantMessage(content=open_calls, thought=thought, source=names[assistant]))
                thought = None
            elif item.kind == "tool_result":
                messages.append(FunctionExecutionResultMessage(content=results_of(item)))
                open_calls = []
                messages += late
                late = []
            elif item.kind == "text":
                messages.append(AssistantMessage(content=item.text, thought=thought, source=names[assistant]))
                thought = None
        elif _is_heard(assistant, item):
            seen = list(pictures.get(number, ()))
            content: str | list[str | Image] = [item.text, *seen] if seen else item.text
            heard = UserMessage(content=content, source=names.get(item.source, item.source))
            (late if open_calls else messages).append(heard)
    return messages + _interrupted(open_calls) + late


def pending_calls(assistant: str, said: Sequence[Said]) -> list[FunctionCall] | None:
    """The tool calls that `assistant` made last and that have no results yet; None if there are none."""
    for item in reversed(said):
        if item.source == assistant:
            if item.kind == "tool_call":
                return calls_of(item)
            if item.kind == "tool_result" or item.final:
                return None
    return None


def next_speaker(participants: Sequence[str], said: Sequence[Said]) -> int:
    """Index of who speaks next in a round-robin: after whoever spoke last, or the same one if their turn was cut."""
    index = 0
    for item in said:
        if item.source in participants:
            place = participants.index(item.source)
            if item.final:
                index = (place + 1) % len(participants)
            elif item.source != PERSON and item.kind not in ("error", "notice"):
                index = place
        elif item.source == APP and item.data.get("sent") and item.data.get("to") in participants:
            index = participants.index(item.data["to"])
    return index


def turn_was_cut(participants: Sequence[str], said: Sequence[Said]) -> str | None:
    """The assistant whose turn has begun and not ended, if there is one."""
    for item in reversed(said):
        if item.source in participants and item.source != PERSON and item.kind not in ("error", "notice"):
            return None if item.final else item.source
        if item.source == PERSON and item.final:
            return None
    return None


def calls_of(item: Said) -> list[FunctionCall]:
    """The calls of a tool_call message."""
    return [FunctionCall(**call) for call in (item.raw or {}).get("content", [])]


def with_new_ids(calls: Sequence[FunctionCall], said: Sequence[Said]) -> tuple[FunctionCall, ...]:
    """A model's calls, none by the id of an earlier one: a model that was sent only part of the conversation may give an id again."""
    used = {call["id"] for item in said if item.kind == "tool_call" for call in (item.raw or {}).get("content", [])}
    return tuple(
        FunctionCall(f"call_{uuid.uuid4().hex}", call.arguments, call.name) if call.id in used else call
        for call in calls
    )


def results_of(item: Said) -> list[FunctionExecutionResult]:
    """The results of a tool_result message."""
    return [FunctionExecutionResult(**result) for result in (item.raw or {}).get("content", [])]


def _interrupted(calls: Sequence[FunctionCall]) -> list[LLMMessage]:
    if not calls:
        return []
    lost = "This call was interrupted and has no result."
    results = [FunctionExecutionResult(content=lost, call_id=call.id, is_error=True, name=call.name) for call in calls]
    return [FunctionExecutionResultMessage(content=results)]


def _is_heard(assistant: str, item: Said) -> bool:
    if item.data.get("partial"):
        return False
    if item.source == APP:
        return bool(item.data.get("sent")) and item.data.get("to", assistant) == assistant
    return item.source != assistant and (item.kind in _HEARD or (item.source == TASK and item.kind == "task"))
