"""How a run of a step ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workspace_app.domain.records import Json


@dataclass(frozen=True)
class Done:
    """The step is complete."""


@dataclass(frozen=True)
class Waits:
    """The step waits for the person; see `domain.records.Question` for the fields.

    Args:
        approves: ids of the versions that an approval is about (kind review).
    """

    kind: str
    text: str
    answers: Sequence[str]
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Failed:
    """The step cannot go on; `cause` says why and what to do. It can be tried again."""

    cause: str


@dataclass(frozen=True)
class Stopped:
    """The step was paused (`paused`) or stopped, by the person unless `words` say otherwise."""

    paused: bool
    words: str = ""

    def __str__(self) -> str:
        return self.words or ("Paused by you." if self.paused else "Stopped by you.")


Outcome = Done | Waits | Failed | Stopped
