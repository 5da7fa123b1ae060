"""One run of one team, from the stored messages to wherever it ends."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from autogen_agentchat.base import ChatAgent
from autogen_core import SingleThreadedAgentRuntime
from autogen_core.models import ChatCompletionClient

from workspace_app.domain import plan as plans
from workspace_app.engine import teams
from workspace_app.engine.agents import PersonAgent, Seat, StepAgent
from workspace_app.engine.context import PERSON, TASK, Said
from workspace_app.engine.control import Control
from workspace_app.engine.deliveries import Deliveries
from workspace_app.engine.functions import FunctionContext
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.model_slots import ModelSlots
from workspace_app.engine.place import Place
from workspace_app.engine.recorded_client import RecordedClient
from workspace_app.engine.recorder import Recorder
from workspace_app.engine.submit import SubmitWork
from workspace_app.engine.tools import make_tools
from workspace_app.engine.workbench import StepWorkbench
from workspace_app.engine.works import Works

MAX_TURNS = 30
"""Turns of assistants since the person last spoke, after which the person is asked (R40); `team.max_turns` overrides it."""


@dataclass(frozen=True)
class Crew:
    """What every team run uses."""

    ledger: Ledger
    models: ModelSlots
    works: Works


class TeamRun:
    """A team at work on one conversation (single-use).

    Args:
        delivers: whether its assistants hand in works; a planner does not, it only talks.
    """

    def __init__(
        self, crew: Crew, place: Place, team: plans.Team, control: Control, recorder: Recorder, *, delivers: bool = True
    ) -> None:
        self._crew, self._place, self._team = crew, place, team
        self._control, self._recorder, self._delivers = control, recorder, delivers
        self._names = teams.agent_names([member.name for member in team.assistants])
        self._clients: list[RecordedClient] = []

    async def run(self) -> None:
        """Run until the control says why it ended.

        Raises:
            WorkspaceError: the team cannot be built (unknown model or tool).
            asyncio.CancelledError: it was stopped.
        """
        self._judge_last_turn()
        if self._control.ended is not None:
            return
        runtime = SingleThreadedAgentRuntime(ignore_unhandled_exceptions=True)
        try:
            agents: list[ChatAgent] = [self._agent(member) for member in self._team.assistants]
            if self._team.person:
                agents.append(PersonAgent(PERSON, self._control))
            said = self._recorder.said()
            selector = self._selector() if self._team.chat == "selector" and len(agents) > 1 else None
            team = teams.build(self._team, agents, self._names, runtime, self._control, selector, said)
            state = teams.state(self._team, self._names, said, [agent.name for agent in agents])
            await teams.run(team, state, runtime, self._control)
        finally:
            await asyncio.gather(*(client.close() for client in self._clients), return_exceptions=True)

    def _agent(self, member: plans.Assistant) -> ChatAgent:
        executor = bool(member.extra.get("executor"))
        client = self._client(member.name, member.model, "required" if executor else None)
        deliveries = Deliveries(self._crew.ledger, self._crew.works, self._place)
        seat = Seat(member.name, self._names, self._control, self._recorder, deliveries, executor, self._after_turn)
        description = " ".join((member.system or member.name).split())[:200]
        return StepAgent(seat, client, self._workbench(member, client, executor), member.system, description)

    def _client(
        self, speaker: str, model: str | None, tool_choice: Literal["required"] | None = None
    ) -> RecordedClient:
        slot = self._crew.models.choose(model, self._place.conversation.model if self._place.conversation else None)
        client = RecordedClient(
            self._crew.models.client(slot),
            ledger=self._crew.ledger,
            conversation=self._recorder.conversation,
            speaker=speaker,
            slot=slot.name,
            model=slot.model,
            tool_choice=tool_choice,
        )
        self._clients.append(client)
        return client

    def _selector(self) -> ChatCompletionClient:
        model = self._team.extra.get("selector_model")
        return self._client("selector", model if isinstance(model, str) else None)

    def _workbench(self, member: plans.Assistant, client: RecordedClient, executor: bool) -> StepWorkbench:
        if not client.model_info["function_calling"]:
            return StepWorkbench(self._crew.ledger, self._recorder.conversation, [], None)
        context = FunctionContext(space=self._place.space, folder=self._place.folder)
        submit = SubmitWork(self._place, self._crew.works, member.name) if self._delivers and not executor else None
        tools = make_tools(member.tools, context)
        return StepWorkbench(self._crew.ledger, self._recorder.conversation, tools, submit)

    def _judge_last_turn(self) -> None:
        """A run that was cut just after a whole turn must not speak twice."""
        spoken = [item for item in self._recorder.said() if item.source in self._names or item.data.get("sent")]
        if spoken and spoken[-1].final and spoken[-1].source not in (PERSON, TASK):
            self._after_turn(spoken[-1].source)

    def _after_turn(self, speaker: str) -> None:
        """Decide whether the team goes on after a turn; where the person sits in, their own turn ends the run."""
        said = self._recorder.said()
        recent = since_person(said)
        turns = [item for item in recent if item.final and item.source in self._names]
        if len(turns) >= (self._team.max_turns or MAX_TURNS):
            self._control.end("limit", f"The team has taken {len(turns)} turns without you.")
        elif not self._team.person and self._round_ended(speaker):
            if any(item.data.get("works") for item in recent):
                self._control.end("delivered")
            elif len(self._team.assistants) == 1:
                self._control.end("person")

    def _round_ended(self, speaker: str) -> bool:
        """In a round-robin works count once everyone has spoken, so that a second assistant can still improve the first one's."""
        return self._team.chat == "selector" or speaker == self._team.assistants[-1].name


def since_person(said: Sequence[Said]) -> list[Said]:
    """What has been said since the person last ended a turn."""
    last = max((place for place, item in enumerate(said) if item.source == PERSON and item.final), default=-1)
    return list(said[last + 1 :])
