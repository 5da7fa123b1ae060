"""The participants of a step's team: AutoGen's own agents, kept durable.

Everything that an agent says is stored inside the agent, before it leaves it; its context is read from what is stored. So a turn that was
cut anywhere, by a stop or a crash, goes on from its last stored message.
"""

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from itertools import takewhile
from typing import Any

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    StopMessage,
    ToolCallRequestEvent,
    ToolCallSummaryMessage,
)
from autogen_core import CancellationToken, FunctionCall
from autogen_core.model_context import ChatCompletionContext
from autogen_core.models import LLMMessage, SystemMessage
from autogen_core.tools import ToolSchema

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine import submit
from workspace_app.engine.context import Said, calls_of, context_of, pending_calls, with_new_ids
from workspace_app.engine.conversion import stored
from workspace_app.engine.middleware import memory
from workspace_app.engine.middleware.base import (
    Artificial,
    Ask,
    Halt,
    Interfere,
    ModelAnswer,
    ModelRequest,
    Signal,
)
from workspace_app.engine.middleware.chain import Chain
from workspace_app.engine.middleware.client import MiddlewareClient
from workspace_app.engine.middleware.memory import Decision
from workspace_app.engine.models.errors import failure_of
from workspace_app.engine.outcome import Waits
from workspace_app.engine.pictures import Pictures
from workspace_app.engine.recorder import Recorder
from workspace_app.engine.seat import Seat
from workspace_app.engine.speech import Speech
from workspace_app.engine.structured import answers as structured
from workspace_app.engine.structured.answers import StructuredAnswers
from workspace_app.engine.tool_round import ToolRound
from workspace_app.engine.workbench import StepWorkbench
from workspace_app.store.changes import NewMessage

MAX_ROUNDS = 50
"""Model calls in one turn of one assistant, after which the person is asked (R40, L22, F7); its `max_rounds` overrides it."""


class StoredContext(ChatCompletionContext):
    """An assistant's context, read from the conversation's stored messages at each call."""

    def __init__(self, recorder: Recorder, speaker: str, names: dict[str, str]) -> None:
        super().__init__()
        self._recorder, self._speaker, self._names = recorder, speaker, names
        self._pictures = Pictures(recorder.place)

    async def add_message(self, message: LLMMessage) -> None:
        """Nothing to do: what is stored is the context."""

    async def get_messages(self) -> list[LLMMessage]:
        """What the assistant has in view now."""
        said = self._recorder.said()
        return context_of(self._speaker, said, self._names, await self._pictures.of(said))


class StepAgent(AssistantAgent):
    """An assistant of a step.

    Args:
        seat: its place in the run.
        chain: its middleware.
        workbench: its tools.
        structured: the value that it is to answer with, if any.
        system: its system instruction, with what its middleware adds; none when empty (R27).
    """

    def __init__(
        self,
        seat: Seat,
        chain: Chain,
        workbench: StepWorkbench,
        structured: StructuredAnswers,
        system: str,
        description: str,
    ) -> None:
        super().__init__(
            seat.names[seat.speaker],
            model_client=MiddlewareClient(chain.scene.models.client(chain.scene.slot), self._think),
            workbench=[workbench],
            system_message=system or None,
            model_context=StoredContext(seat.recorder, seat.speaker, seat.names),
            model_client_stream=True,
            max_tool_iterations=1,
            description=description,
        )
        self._seat = seat
        self._chain = chain
        self._structured = structured
        self._speech = Speech(seat, chain, self.name)
        self._tool_round = ToolRound(chain, workbench, self.name)

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """One turn: model calls and tool calls until it has something to say to the team, or the run is to end."""
        said: BaseChatMessage | None = None
        try:
            said = await self._turn(cancellation_token)
            if said is not None:
                self._seat.after_turn(self._seat.speaker)
        except Ask as ask:
            data = {**ask.data, "assistant": self._seat.speaker}
            self._seat.control.asks = Waits(ask.kind, ask.text, ask.answers, data)
            self._seat.control.end("ask")
        except Halt:
            self._seat.control.end("paused")
        except WorkspaceError as error:
            await self._seat.recorder.keep_partial()
            request = self._chain.scene.models.last_request
            data = failure_of(error)
            await self._speech.keep(
                NewMessage(source=self._seat.speaker, kind="error", text=str(error), request=request, data=data)
            )
            self._seat.control.end("error", str(error))
        yield Response(chat_message=said or StopMessage(content="", source=self.name))

    async def _turn(self, token: CancellationToken) -> BaseChatMessage | None:
        """The message that ends the turn, None if the run ends in its middle."""
        control, limit, rounds = self._seat.control, self._seat.member.max_rounds or MAX_ROUNDS, 0
        begins = self._chain.open_turn()
        ended = await (self._begin() if begins else self._take_up(token))
        while ended is None and control.ended is None:
            if control.pausing:
                control.end("paused")
            elif rounds == limit:
                control.end("limit", f"{self._seat.speaker} has made {limit} model calls in one turn.")
            else:
                ended = await self._round(token)
                rounds += 1
        return ended

    async def _begin(self) -> BaseChatMessage | None:
        """Begin a turn. Calls that the person did not wait for are answered first, so that the history stays valid (L44)."""
        calls = pending_calls(self._seat.speaker, self._seat.recorder.said())
        if calls is not None:
            await self._speech.keep(self._tool_round.cancelled(calls))
        return await self._speech.follow(await self._chain.run_hooks("before_agent", "pre_run"))

    async def _take_up(self, token: CancellationToken) -> BaseChatMessage | None:
        """Finish what a cut or a question left of this turn's last round: a decision, calls without results, a delivery not told yet."""
        speaker, said = self._seat.speaker, self._seat.recorder.said()
        waiting = memory.undecided(speaker, said)
        if waiting is not None:
            await self._decide(waiting)
            if waiting.kind == "text":
                data = self._structured.judge(self._chain.answered)[1] if self._chain.answered else {}
                message = NewMessage(source=speaker, kind="text", text=waiting.text, data=data)
                return await self._speech.conclude(message, self._chain.decision)
        decision = memory.decision(speaker, self._seat.recorder.said())
        if (calls := pending_calls(speaker, said)) is not None:
            return await self._act(calls, decision, token)
        turn = [item for item in memory.turn(speaker, said) if item.kind in ("tool_call", "tool_result", "text")]
        if len(turn) >= 2 and turn[-1].kind == "tool_result":
            return await self._after_tools(self._tool_round.told(turn[-2], turn[-1]), decision)
        return None

    async def _decide(self, waiting: Said) -> None:
        """Run after_model again for a stored answer, now that the person has answered; what it comes to is stored."""
        calls = tuple(calls_of(waiting)) if waiting.kind == "tool_call" else ()
        answer = ModelAnswer("" if calls else waiting.text, calls, slot=self._chain.scene.slot)
        self._chain.answered = self._structured.known(answer)
        judged = memory.decision(self._seat.speaker, self._seat.recorder.said())
        decision = await self._chain.run_hooks("after_model", decided=judged)
        await self._speech.keep(memory.note(self._seat.speaker, "", decision))

    # one round

    async def _round(self, token: CancellationToken) -> BaseChatMessage | None:
        """One model call, and the tools that it asks for; what the person said meanwhile is heard first (R39)."""
        await self._seat.recorder.hear()
        decision = await self._chain.run_hooks("pre_observe", "post_observe", "before_model")
        ended = await self._speech.follow(decision)
        if ended is not None or decision.jump is not None or await self._stops_at("before_model"):
            return ended
        try:
            thoughts, answer = await self._ask()
        except Interfere as said:
            return await self._speech.follow(Decision(tuple(Artificial(text, "user") for text in said.texts)))
        for thought in thoughts:
            request = self._chain.answered.request if self._chain.answered else None
            self._seat.recorder.lead(stored(thought, source=self._seat.speaker, final=False, request=request))
        return await self._after_model(answer, token)

    async def _ask(self) -> tuple[list[BaseAgentEvent | BaseChatMessage], ToolCallRequestEvent | BaseChatMessage]:
        """Have AutoGen's agent ask the model, up to where it would call tools: it hangs when one is cancelled, so they are called here."""
        thoughts: list[BaseAgentEvent | BaseChatMessage] = []
        async with aclosing(super().on_messages_stream([], self._seat.control.token)) as items:
            async for item in items:
                if isinstance(item, Response):
                    return thoughts, item.chat_message
                if isinstance(item, ToolCallRequestEvent):
                    return thoughts, item
                thoughts.append(item)
        raise AssertionError("AutoGen's agent ended without an answer.")

    async def _think(self, messages: Sequence[LLMMessage], tools: Sequence[ToolSchema]) -> ModelAnswer:
        """What AutoGen's agent wants to ask, through the middleware."""
        system = messages[0].content if messages and isinstance(messages[0], SystemMessage) else ""
        request = ModelRequest(
            slot=self._chain.scene.slot,
            system=system,
            messages=tuple(messages[1:] if system else messages),
            tools=tuple(tools),
            tool_choice="required" if self._seat.executor else "auto",
            response_format=self._structured.wanted,
        )
        return await self._chain.think(request, self._call_model)

    async def _call_model(self, request: ModelRequest) -> ModelAnswer:
        self._chain.check_tools(request)
        recorder, speaker = self._seat.recorder, self._seat.speaker
        recorder.drop_stream(speaker)

        def show(text: str) -> None:
            if self._chain.shows_text:
                recorder.stream(speaker, text)

        request, strategy = self._structured.prepared(request)
        answer = await self._chain.scene.models.call(request, self._seat.control.token, show)
        return answer.override(calls=with_new_ids(answer.calls, recorder.said()), strategy=strategy)

    async def _after_model(
        self, answer: ToolCallRequestEvent | BaseChatMessage, token: CancellationToken
    ) -> BaseChatMessage | None:
        """Store the answer together with what after_model came to, and carry that out."""
        calls, answered = isinstance(answer, ToolCallRequestEvent), self._chain.answered
        assert answered is not None
        self._chain.answered = answered = self._structured.known(answered)
        message = stored(answer, source=self._seat.speaker, final=False, request=answered.request)
        message = replace(message, data={**message.data, "failed": True}) if answered.failed else message
        try:
            values, data = self._structured.judge(answered)
        except WorkspaceError as error:
            refused = {memory.DECIDED: self._structured.refused(answered, error).to_json()}
            await self._speech.keep(message, refused if calls else {"partial": True})
            raise
        try:
            decision = await self._chain.run_hooks("after_model", decided=values)
        except (Signal, WorkspaceError):
            # Kept for when the run goes on: the model is not asked again, but what it said is not settled either.
            judged = {memory.DECIDED: values.to_json()} if values else {}
            await self._speech.keep(message, {memory.UNDECIDED: True, **judged} | ({} if calls else {"partial": True}))
            raise
        if isinstance(answer, ToolCallRequestEvent):
            await self._speech.keep(message, {memory.DECIDED: decision.to_json()} if decision else {})
            return await self._act(answer.content, decision, token)
        if decision.jump is None and answered.finish == "length":
            await self._speech.ask_for_the_rest(message)
            return None
        return await self._speech.conclude(replace(message, data={**message.data, **data}), decision)

    # tools

    async def _act(
        self, calls: list[FunctionCall], decision: Decision, token: CancellationToken
    ) -> BaseChatMessage | None:
        """Call the tools, or answer in their place, and go on from their results."""
        if await self._stops_at("before_tools"):
            return None
        unknown = self._tool_round.unknown(calls, decision)
        if unknown is not None:
            text = f"The tool {unknown.name} was running when the app stopped, and it is not known whether it finished."
            call = {"id": unknown.id, "name": unknown.name, "arguments": unknown.arguments}
            self._seat.control.end("tool", text, call)
            return None
        ran = await self._tool_round.run(calls, decision, token)
        await self._speech.keep(ran.message)
        await self._speech.follow(Decision(ran.words))
        if ran.failure is not None:
            raise ran.failure
        return await self._after_tools(ran.summary, decision)

    async def _after_tools(self, summary: ToolCallSummaryMessage, decision: Decision) -> BaseChatMessage | None:
        """Handing in a work ends the turn, and so do a jump and tools that say so (L12); others lead to the next model call."""
        if await self._stops_at("after_tools"):
            return None
        seat, calls = self._seat, list(zip(summary.tool_calls, summary.results, strict=True))
        handed_in = [call for call, result in calls if call.name == submit.NAME and not result.is_error]
        if seat.executor:
            await self._speech.close_turn()
            done = await seat.deliveries.keep_results(seat.recorder, summary, seat.speaker)
            if not done:
                seat.control.end("error", f"The tool failed: {summary.results[-1].content[:500]}")
            return summary if done else None
        if found := structured.values(decision, [call.id for call, _ in calls]):
            await self._speech.close_turn()
            await seat.deliveries.keep_value(seat.recorder, summary, found[0], seat.speaker)
            return summary
        if handed_in and not _more_follows(handed_in[-1]):
            await self._speech.close_turn()
            await seat.deliveries.keep_summary(seat.recorder, summary, handed_in, seat.speaker)
            return summary
        if decision.messages or decision.jump is not None:
            return await self._speech.follow(decision)
        if self._is_direct(summary.tool_calls, decision):
            await self._speech.close_turn()
            await self._speech.keep(stored(summary, source=seat.speaker, final=True, request=None))
            return summary
        return None

    def _is_direct(self, calls: Sequence[FunctionCall], decision: Decision) -> bool:
        """Whether all that was run is an answer by itself (L12)."""
        ran = [self._chain.tools.get(call.name) for call in calls if call.id not in decision.results]
        return bool(ran) and all(getattr(tool, "return_direct", False) for tool in ran)

    async def _stops_at(self, point: str) -> bool:
        """Whether the run stops here, at a breakpoint (L20); when it goes on from there it does not stop again."""
        seat = self._seat
        latest = takewhile(
            lambda item: item.kind == "notice", reversed(memory.turn(seat.speaker, seat.recorder.said()))
        )
        if point not in seat.member.breakpoints or any(item.data.get("breakpoint") == point for item in latest):
            return False
        text = f"{seat.speaker} stopped at the breakpoint “{point.replace('_', ' ')}”. Resume to go on."
        await self._speech.keep(NewMessage(source=seat.speaker, kind="notice", text=text, data={"breakpoint": point}))
        seat.control.end("paused", text)
        return True


def _more_follows(call: FunctionCall) -> bool:
    try:
        arguments: Any = json.loads(call.arguments)
    except ValueError:
        return False
    return isinstance(arguments, dict) and bool(arguments.get("more"))
