"""The participants of a step's team: AutoGen's own agents, kept durable.

Everything that an agent says is stored inside the agent, before it leaves it; its context is read from what is stored. So a turn that was
cut anywhere, by a stop or a crash, goes on from its last stored message.
"""

import json
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autogen_agentchat.agents import AssistantAgent, UserProxyAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    ModelClientStreamingChunkEvent,
    StopMessage,
    ToolCallExecutionEvent,
    ToolCallSummaryMessage,
)
from autogen_core import CancellationToken, FunctionCall
from autogen_core.model_context import ChatCompletionContext
from autogen_core.models import FunctionExecutionResult, LLMMessage

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine import submit
from workspace_app.engine.context import APP, Said, calls_of, context_of, pending_calls, results_of
from workspace_app.engine.control import Control
from workspace_app.engine.conversion import stored
from workspace_app.engine.deliveries import Deliveries
from workspace_app.engine.recorded_client import RecordedClient
from workspace_app.engine.recorder import Recorder
from workspace_app.engine.workbench import StepWorkbench
from workspace_app.store.changes import NewMessage

MAX_ROUNDS = 40
"""Model calls in one turn of one assistant, after which the person is asked (R40)."""
MAX_PIECES = 5
"""Pieces of an answer that the length limit cuts, after which the person is asked (R36)."""
GO_ON = "Your answer was cut off by the length limit. Go on exactly where it stopped: no introduction, no repetition, same formatting."
CALL_CUT = "Your tool call was cut off by the length limit and was not run. Make it again, with shorter arguments."


class StoredContext(ChatCompletionContext):
    """An assistant's context, read from the conversation's stored messages at each call."""

    def __init__(self, recorder: Recorder, speaker: str, names: dict[str, str]) -> None:
        super().__init__()
        self._recorder, self._speaker, self._names = recorder, speaker, names

    async def add_message(self, message: LLMMessage) -> None:
        """Nothing to do: what is stored is the context."""

    async def get_messages(self) -> list[LLMMessage]:
        """What the assistant has in view now."""
        return context_of(self._speaker, self._recorder.said(), self._names)


@dataclass(frozen=True)
class Seat:
    """What a participant needs to know of the run it sits in.

    Args:
        speaker: the participant's name as messages carry it.
        names: for each speaker, the ASCII name that models accept.
        executor: it only runs one given tool, whose result is the work (R31).
        after_turn: called with the speaker after each whole turn; it may end the run.
    """

    speaker: str
    names: dict[str, str]
    control: Control
    recorder: Recorder
    deliveries: Deliveries
    executor: bool
    after_turn: Callable[[str], None]


class StepAgent(AssistantAgent):
    """An assistant of a step.

    Args:
        seat: its place in the run.
        client: its model, recorded.
        workbench: its tools.
        system: its system instruction; none when empty (R27).
    """

    def __init__(
        self, seat: Seat, client: RecordedClient, workbench: StepWorkbench, system: str, description: str
    ) -> None:
        super().__init__(
            seat.names[seat.speaker],
            model_client=client,
            workbench=[workbench],
            system_message=system or None,
            model_context=StoredContext(seat.recorder, seat.speaker, seat.names),
            model_client_stream=True,
            max_tool_iterations=1,
            description=description,
        )
        self._seat = seat
        self._client = client
        self._step_tools = workbench

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """One turn: model calls and tool calls until it has something to say to the team, or the run is to end."""
        try:
            said = await self._turn(cancellation_token)
            if said is not None:
                self._seat.after_turn(self._seat.speaker)
        except WorkspaceError as error:
            await self._seat.recorder.keep_partial()
            await self._keep(
                NewMessage(source=self._seat.speaker, kind="error", text=str(error), request=self._client.request)
            )
            self._seat.control.end("error", str(error))
            said = None
        yield Response(chat_message=said or StopMessage(content="", source=self.name))

    async def _turn(self, token: CancellationToken) -> BaseChatMessage | None:
        """The message that ends the turn, None if the run ends in its middle."""
        ended = await self._take_up(token)
        if ended is not None or self._seat.control.ended:
            return ended
        for _ in range(MAX_ROUNDS):
            if self._seat.control.pausing:
                self._seat.control.end("paused")
                return None
            response = await self._round(token)
            ended = await self._after_round(response.chat_message)
            if ended is not None or self._seat.control.ended:
                return ended
        self._seat.control.end("limit", f"{self._seat.speaker} has made {MAX_ROUNDS} model calls in one turn.")
        return None

    async def _take_up(self, token: CancellationToken) -> BaseChatMessage | None:
        """Finish what a cut left of this turn's last round: calls without results, or a delivery that was not told yet."""
        said = self._seat.recorder.said()
        if (calls := pending_calls(self._seat.speaker, said)) is not None:
            return await self._finish_calls(calls, token)
        turn = [
            item for item in own_turn(self._seat.speaker, said) if item.kind in ("tool_call", "tool_result", "text")
        ]
        if len(turn) >= 2 and turn[-1].kind == "tool_result":
            return await self._after_tools(self._summary(calls_of(turn[-2]), results_of(turn[-1])))
        return None

    async def _round(self, token: CancellationToken) -> Response:
        """One model call, and the tools that it asks for."""
        response: Response | None = None
        self._seat.recorder.drop_stream(self._seat.speaker)
        async for item in super().on_messages_stream([], token):
            if isinstance(item, Response):
                response = item
            elif isinstance(item, ModelClientStreamingChunkEvent):
                self._seat.recorder.stream(self._seat.speaker, item.content)
            elif isinstance(item, ToolCallExecutionEvent):
                await self._keep_results(item)
            else:
                await self._keep_event(item)
        assert response is not None
        return response

    async def _after_round(self, message: BaseChatMessage) -> BaseChatMessage | None:
        if isinstance(message, ToolCallSummaryMessage):
            return await self._after_tools(message)
        if self._client.finish == "length":
            return await self._after_cut(message)
        seat = self._seat
        text = stored(message, source=seat.speaker, final=True, request=self._client.request)
        await seat.deliveries.keep_text(seat.recorder, text, seat.speaker)
        return message

    async def _after_tools(self, message: ToolCallSummaryMessage) -> BaseChatMessage | None:
        """Handing in a work ends the turn; other tools lead to the next model call."""
        seat = self._seat
        calls = list(zip(message.tool_calls, message.results, strict=True))
        handed_in = [call for call, result in calls if call.name == submit.NAME and not result.is_error]
        if seat.executor:
            done = await seat.deliveries.keep_results(seat.recorder, message, seat.speaker)
            if not done:
                seat.control.end("error", f"The tool failed: {message.results[-1].content[:500]}")
            return message if done else None
        if not handed_in or _more_follows(handed_in[-1]):
            return None
        await seat.deliveries.keep_summary(seat.recorder, message, handed_in, seat.speaker)
        return message

    async def _after_cut(self, message: BaseChatMessage) -> BaseChatMessage | None:
        """Ask for the rest of an answer that the length limit cut (R36)."""
        seat = self._seat
        piece = stored(message, source=seat.speaker, final=False, request=self._client.request)
        # What is left of an answer whose only content was half a tool call is empty.
        call_cut = not piece.text.strip()
        data: dict[str, Any] = {"cut": True, "call_cut": True, "partial": True} if call_cut else {"cut": True}
        pieces = 1 + sum(1 for item in own_turn(seat.speaker, seat.recorder.said()) if item.data.get("cut"))
        await seat.recorder.keep(replace(piece, data=data))
        if pieces >= MAX_PIECES:
            seat.control.end("limit", f"{seat.speaker}'s answer was cut off by the length limit {pieces} times.")
            return None
        data = {"sent": True, "to": seat.speaker}
        await seat.recorder.keep(NewMessage(source=APP, kind="notice", text=CALL_CUT if call_cut else GO_ON, data=data))
        return None

    async def _finish_calls(self, calls: list[FunctionCall], token: CancellationToken) -> BaseChatMessage | None:
        """Finish tool calls that a stop or crash cut: stored results are used, unknown ones are asked about, the rest is run (R64)."""
        results: list[FunctionExecutionResult] = []
        for call in calls:
            result = self._step_tools.known_result(call)
            if result is None and self._step_tools.was_started(call):
                self._seat.control.end(
                    "tool",
                    f"The tool {call.name} was running when the app stopped, and it is not known whether it finished.",
                    {"id": call.id, "name": call.name, "arguments": call.arguments},
                )
                return None
            results.append(result or await self._step_tools.run_call(call, token))
        event = ToolCallExecutionEvent(content=results, source=self.name)
        await self._keep_results(event)
        return await self._after_tools(self._summary(calls, results))

    def _summary(self, calls: list[FunctionCall], results: list[FunctionExecutionResult]) -> ToolCallSummaryMessage:
        text = "\n".join(result.content for result in results)
        return ToolCallSummaryMessage(content=text, source=self.name, tool_calls=calls, results=results)

    async def _keep_event(self, event: BaseAgentEvent | BaseChatMessage) -> None:
        await self._keep(stored(event, source=self._seat.speaker, final=False, request=self._client.request))

    async def _keep_results(self, event: ToolCallExecutionEvent) -> None:
        await self._keep(stored(event, source=self._seat.speaker, final=False, request=None))

    async def _keep(self, message: NewMessage) -> None:
        await self._seat.recorder.keep(message)


class PersonAgent(UserProxyAgent):
    """The person's seat. When it is their turn the run ends and holds nothing: a question waits, and the answer starts a new run."""

    def __init__(self, name: str, control: Control) -> None:
        super().__init__(name, description="The person who asked for the work, gives feedback and approves.")
        self._control = control

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """End the run: the person is to speak."""
        self._control.end("person")
        yield Response(chat_message=StopMessage(content="", source=self.name))


def own_turn(speaker: str, said: Sequence[Said]) -> list[Said]:
    """What `speaker` has said since their last turn ended."""
    turn: list[Said] = []
    for item in said:
        if item.source == speaker:
            turn = [] if item.final else [*turn, item]
    return turn


def _more_follows(call: FunctionCall) -> bool:
    try:
        arguments: Any = json.loads(call.arguments)
    except ValueError:
        return False
    return isinstance(arguments, dict) and bool(arguments.get("more"))
