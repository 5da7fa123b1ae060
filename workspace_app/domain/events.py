"""What the engine tells whoever is attached: which rows changed, and text under way."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

EventKind = Literal[
    "project",
    "task",
    "step",
    "conversation",
    "message",
    "work",
    "question",
    "answered",
    "delta",
    "deleted",
    "models",
    "engine",
    "sharing",
    "tools",
    "costs",
]


@dataclass(frozen=True)
class Event:
    """A change that is already durable, or (kind "delta") a piece of a message under way.

    Args:
        kind: what changed. "answered": a question was; "deleted": the task or project is gone; "engine": its health changed;
            "sharing": how far a pull or push of the project is, in `text`;
            "tools": a tool server's health or a permission did; "costs": a price or a budget did.
        id: of the row that changed (task id, step id, conversation id, message id, work id, question id).
        step: the step's number.
        status: the new status, for kinds task, step and conversation.
        seq: the message's number, for kind message.
        source: the speaker, for kinds message and delta.
        text: the new piece for kind delta; replaces all that came before when `restart`; else a short sentence.
    """

    kind: EventKind
    id: str
    project: str | None = None
    task: str | None = None
    step: int | None = None
    conversation: str | None = None
    seq: int | None = None
    status: str | None = None
    source: str | None = None
    text: str = ""
    restart: bool = False

    def to_json(self) -> dict[str, Any]:
        """The event without its empty fields."""
        return {
            key: value
            for key, value in asdict(self).items()
            if value is not None and value is not False and value != ""
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Event":
        """The event that `to_json` wrote."""
        return cls(**value)
