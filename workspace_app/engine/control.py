"""How a run is asked to stop, and what it ended with. Nothing of ours ends a run by raising through AutoGen."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from autogen_agentchat.base import TerminatedException, TerminationCondition
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage
from autogen_core import CancellationToken

from workspace_app.engine.outcome import Waits

End = Literal["person", "delivered", "paused", "limit", "tool", "ask", "error"]


@dataclass
class Control:
    """The state of one run of a team (single-use).

    Args:
        token: cancelled to stop at once.
        halt: set to stop at the next safe point, which is before the next model call or tool call.
        ended: why the team stopped, None while it goes on.
        detail: for ended limit, error, tool, and paused by itself: what to tell the person.
        call: for ended tool: the call whose fate is unknown.
        asks: for ended ask: the question of a middleware.
    """

    token: CancellationToken = field(default_factory=CancellationToken)
    halt: asyncio.Event = field(default_factory=asyncio.Event)
    ended: End | None = None
    detail: str = ""
    call: dict[str, Any] | None = None
    asks: Waits | None = None

    @property
    def pausing(self) -> bool:
        """Whether the run is to stop at the next safe point."""
        return self.halt.is_set()

    def end(self, why: End, detail: str = "", call: dict[str, Any] | None = None) -> None:
        """End the run after the present message; the first reason stands."""
        if self.ended is None:
            self.ended, self.detail, self.call = why, detail, call


class RunEnded(TerminationCondition):
    """Ends the team once its control says so."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._terminated = False

    @property
    def terminated(self) -> bool:
        """Whether the team has been ended by this condition."""
        return self._terminated

    async def __call__(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> StopMessage | None:
        """A stop message once the run has ended."""
        if self._terminated:
            raise TerminatedException("The run has ended.")
        if self._control.ended is None:
            return None
        self._terminated = True
        return StopMessage(content=self._control.ended, source="workspace")

    async def reset(self) -> None:
        """Forget that the run has ended."""
        self._terminated = False
