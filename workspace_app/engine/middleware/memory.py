"""What middleware remembers, read from the stored messages alone: resume, "continue from here" and branches need no code of their own (L123)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from workspace_app.domain.records import Json
from workspace_app.engine.context import APP, PERSON, Said
from workspace_app.engine.middleware.base import Artificial, Jump, State, ToolAnswer, ToolRequest
from workspace_app.store.changes import NewMessage

STATE, DECIDED, UNDECIDED, ANSWER_TO = "state", "decided", "undecided", "answer_to"
"""Keys of a stored message's data: whole states by middleware; what after_model came to; after_model is still to be run; an answer's key."""


@dataclass(frozen=True)
class Decision:
    """What a list of hooks came to, all their updates together.

    Args:
        results: answers in place of the calls with these ids.
        calls: what runs in place of the calls with these ids.
    """

    messages: tuple[Artificial, ...] = ()
    results: Mapping[str, ToolAnswer] = field(default_factory=dict)
    calls: Mapping[str, ToolRequest] = field(default_factory=dict)
    jump: Jump | None = None

    def __bool__(self) -> bool:
        return bool(self.messages or self.results or self.calls or self.jump)

    def and_then(self, later: Decision) -> Decision:
        """Both decisions as one; where they differ the later one holds."""
        return Decision(
            (*self.messages, *later.messages),
            {**self.results, **later.results},
            {**self.calls, **later.calls},
            later.jump or self.jump,
        )

    def to_json(self) -> dict[str, Json]:
        """As it is stored."""
        return {
            "messages": [{"text": item.text, "role": item.role, "failed": item.failed} for item in self.messages],
            "results": {
                id_: {"text": answer.text, "is_error": answer.is_error, "data": dict(answer.data)}
                for id_, answer in self.results.items()
            },
            "calls": {
                id_: {"name": call.name, "arguments": None if call.arguments is None else dict(call.arguments)}
                for id_, call in self.calls.items()
            },
            "jump": self.jump,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """As it was stored."""
        return cls(
            tuple(Artificial(**item) for item in data.get("messages", ())),
            {id_: ToolAnswer(**answer) for id_, answer in data.get("results", {}).items()},
            {id_: ToolRequest(id_, **call) for id_, call in data.get("calls", {}).items()},
            data.get("jump"),
        )


def owner(item: Said) -> str:
    """The assistant that a message is from, or is meant for."""
    return str(item.data.get("to", item.source)) if item.source == APP else item.source


def states(speaker: str, said: Sequence[Said]) -> dict[str, State]:
    """The newest state of each of `speaker`'s middleware."""
    found: dict[str, State] = {}
    for item in said:
        if owner(item) == speaker:
            found.update(item.data.get(STATE, {}))
    return found


def turn(speaker: str, said: Sequence[Said]) -> list[Said]:
    """What has been kept of `speaker`'s present turn; a turn is over when they, or the person, have had the last word."""
    kept: list[Said] = []
    for item in said:
        if item.final and item.source in (speaker, PERSON):
            kept = []
        elif owner(item) == speaker:
            kept.append(item)
    return kept


def has_begun(speaker: str, said: Sequence[Said]) -> bool:
    """Whether before_agent has been run for the present turn: something that follows it has been kept."""
    return any(STATE in item.data or item.kind not in ("notice", "error") for item in turn(speaker, said))


def answer(said: Sequence[Said], key: str) -> Mapping[str, Json] | None:
    """The person's newest answer to a question of a middleware."""
    for item in reversed(said):
        if item.data.get(ANSWER_TO) == key:
            found: Mapping[str, Json] = item.data["answer"]
            return found
    return None


def decision(speaker: str, said: Sequence[Said]) -> Decision:
    """What has been decided about `speaker`'s last answer."""
    decided = Decision()
    for item in turn(speaker, said):
        if item.kind in ("tool_call", "text"):
            decided = Decision()
        if DECIDED in item.data:
            decided = decided.and_then(Decision.from_json(item.data[DECIDED]))
    return decided


def note(speaker: str, text: str, decided: Decision) -> NewMessage:
    """What keeps a decision about `speaker`'s last answer; `quiet` lets the window make little of it; one without text is not shown."""
    return NewMessage(source=speaker, kind="notice", text=text, data={DECIDED: decided.to_json(), "quiet": True})


def undecided(speaker: str, said: Sequence[Said]) -> Said | None:
    """`speaker`'s last answer, if after_model was begun for it and is to be run again."""
    found: Said | None = None
    for item in turn(speaker, said):
        if item.kind in ("tool_call", "text"):
            found = item if item.data.get(UNDECIDED) else None
        elif item.data.get(DECIDED) is not None or item.kind == "tool_result":
            found = None
    return found
