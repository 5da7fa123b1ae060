"""Where a participant of a step's team sits."""

from collections.abc import Callable
from dataclasses import dataclass

from workspace_app.domain.plan import Assistant
from workspace_app.engine.control import Control
from workspace_app.engine.deliveries import Deliveries
from workspace_app.engine.recorder import Recorder


@dataclass(frozen=True)
class Seat:
    """What a participant needs to know of the run it sits in.

    Args:
        member: the assistant as in the plan; its name is what messages carry.
        names: for each speaker, the ASCII name that models accept.
        executor: it only runs one given tool, whose result is the work (R31).
        after_turn: called with the speaker after each whole turn; it may end the run.
    """

    member: Assistant
    names: dict[str, str]
    control: Control
    recorder: Recorder
    deliveries: Deliveries
    executor: bool
    after_turn: Callable[[str], None]

    @property
    def speaker(self) -> str:
        """The assistant's name."""
        return self.member.name
