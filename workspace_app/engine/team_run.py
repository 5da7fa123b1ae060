"""One run of one team, from the stored messages to wherever it ends."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from autogen_agentchat.base import ChatAgent
from autogen_core import SingleThreadedAgentRuntime
from autogen_core.models import ChatCompletionClient
from autogen_core.tools import BaseTool

from workspace_app.domain import plan as plans
from workspace_app.domain.records import Project
from workspace_app.engine import teams
from workspace_app.engine.agents import StepAgent
from workspace_app.engine.context import PERSON, TASK, Said
from workspace_app.engine.control import Control
from workspace_app.engine.deliveries import Deliveries
from workspace_app.engine.functions import FunctionContext
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.mcp import PREFIX, McpServers
from workspace_app.engine.middleware import registry
from workspace_app.engine.middleware.base import Middleware
from workspace_app.engine.middleware.chain import Chain, Scene
from workspace_app.engine.middleware.model_calls import ModelCalls
from workspace_app.engine.model_slots import ModelSlots
from workspace_app.engine.models.reliable import ReliableClient
from workspace_app.engine.person_agent import PersonAgent
from workspace_app.engine.place import Place
from workspace_app.engine.prices import Prices
from workspace_app.engine.recorded_client import RecordedClient
from workspace_app.engine.recorder import Recorder
from workspace_app.engine.seat import Seat
from workspace_app.engine.structured.answers import StructuredAnswers
from workspace_app.engine.structured.strategies import Auto
from workspace_app.engine.submit import SubmitWork
from workspace_app.engine.suggest import SuggestReplan
from workspace_app.engine.tools import make_tools
from workspace_app.engine.tools.kept_files import KeptFiles
from workspace_app.engine.workbench import StepWorkbench
from workspace_app.engine.works import Works

MAX_TURNS = 30
"""Turns of assistants since the person last spoke, after which the person is asked (R40); `team.max_turns` overrides it."""


@dataclass(frozen=True)
class Crew:
    """What every team run uses.

    Args:
        pause: how middleware waits.
        own: the middleware that a project brings itself.
    """

    ledger: Ledger
    models: ModelSlots
    works: Works
    mcp: McpServers
    prices: Prices
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    own: Callable[[Project], registry.Own] = lambda _project: {}


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
        self._models = crew.models.standing_in(place.conversation.models if place.conversation else {})
        self._names = teams.agent_names([member.name for member in team.assistants])
        self._to_close: list[RecordedClient | ModelCalls | Chain] = []

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
            agents: list[ChatAgent] = [await self._agent(member) for member in self._team.assistants]
            if self._team.person:
                agents.append(PersonAgent(PERSON, self._control, self._recorder))
            said = self._recorder.said()
            selector = self._selector() if self._team.chat == "selector" and len(agents) > 1 else None
            team = teams.build(self._team, agents, self._names, runtime, self._control, selector, said)
            state = teams.state(self._team, self._names, said, [agent.name for agent in agents])
            await teams.run(team, state, runtime, self._control)
        finally:
            await asyncio.gather(*(one.close() for one in self._to_close), return_exceptions=True)

    async def _agent(self, member: plans.Assistant) -> ChatAgent:
        executor = bool(member.extra.get("executor"))
        deliveries = Deliveries(self._crew.ledger, self._crew.works, self._place)
        seat = Seat(member, self._names, self._control, self._recorder, deliveries, executor, self._after_turn)
        chain, middleware = self._chain(member)
        description = " ".join((member.system or member.name).split())[:200]
        system = "\n\n".join(text for _, text in registry.system_parts(member.system, middleware))
        structured = StructuredAnswers(self._form(member, executor), self._models.get)
        workbench = await self._workbench(member, chain, executor, structured.wanted is None)
        return StepAgent(seat, chain, workbench, structured, system, description)

    def _form(self, member: plans.Assistant, executor: bool) -> Auto | None:
        """What the step's result must fit (L36); the team's last assistant gives it."""
        schema = self._place.step.spec.get("output_schema")
        gives = self._delivers and not executor and member is self._team.assistants[-1]
        return Auto(schema) if schema and gives else None

    def _chain(self, member: plans.Assistant) -> tuple[Chain, list[Middleware[Any]]]:
        """The assistant's middleware, at work and as a list."""
        models = ModelCalls(
            lambda name: self._models.client(self._models.get(name)),
            lambda client: self._recorded(client, member.name),
        )
        scene = Scene(
            speaker=member.name,
            names=self._names,
            slot=self._slot(member.model),
            place=self._place,
            ledger=self._crew.ledger,
            recorder=self._recorder,
            control=self._control,
            models=models,
            pause=self._crew.pause,
        )
        dry = self._place.step.spec.get("dry_run")
        listed = registry.dry_run(member.middleware) if dry else member.middleware
        middleware = registry.build(listed, self._crew.own(self._place.project))
        chain = Chain(middleware, scene)
        self._to_close += [models, chain]
        return chain, middleware

    def _slot(self, model: str | None) -> str:
        return self._models.choose(model, self._place.conversation.model if self._place.conversation else None)

    def _recorded(self, client: ReliableClient, speaker: str) -> RecordedClient:
        return RecordedClient(
            client,
            ledger=self._crew.ledger,
            conversation=self._recorder.conversation,
            speaker=speaker,
            slot=client.slot,
            prices=self._crew.prices,
        )

    def _selector(self) -> ChatCompletionClient:
        model = self._team.extra.get("selector_model")
        slot = self._slot(model if isinstance(model, str) else None)
        client = self._recorded(self._models.client(self._models.get(slot)), "selector")
        self._to_close.append(client)
        return client

    async def _workbench(self, member: plans.Assistant, chain: Chain, executor: bool, hands_in: bool) -> StepWorkbench:
        """The assistant's tools, those of its middleware too; a model that cannot call any has none."""
        ledger, conversation = self._crew.ledger, self._recorder.conversation
        if not chain.scene.models.client(chain.scene.slot).model_info["function_calling"]:
            return StepWorkbench(ledger, conversation, [], None)
        context = FunctionContext(space=self._place.space, folder=self._place.folder)
        works = self._delivers and not executor
        submit = SubmitWork(self._place, self._crew.works, member.name) if works and hands_in else None
        hints = [SuggestReplan(self._recorder, member.name)] if works else []
        built_in = [name for name in member.tools if not name.startswith(PREFIX)]
        tools = [*make_tools(built_in, context), *await self._served_tools(member), *chain.brought_tools(), *hints]
        workbench = StepWorkbench(ledger, conversation, tools, submit)
        chain.tools = workbench.tools
        return workbench

    async def _served_tools(self, member: plans.Assistant) -> list[BaseTool[Any, Any]]:
        """The tools of MCP servers that the assistant is given; the servers are started for them."""
        names = [name for name in member.tools if name.startswith(PREFIX)]
        if not names:
            return []
        from workspace_app.engine.mcp.tools import mcp_tools

        keep = KeptFiles(self._crew.ledger, self._crew.works, self._place, member.name)
        return await mcp_tools(names, self._crew.mcp, self._place.project, keep)

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
        elif self._recorder.has_notes():
            return  # somebody is still to hear them
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
