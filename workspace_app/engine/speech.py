"""Keeps what one assistant says, with what its middleware adds and remembers; and ends its turns."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from autogen_agentchat.messages import BaseChatMessage, TextMessage

from workspace_app.engine.context import APP
from workspace_app.engine.middleware import memory
from workspace_app.engine.middleware.base import Artificial, Ask, MiddlewareError
from workspace_app.engine.middleware.chain import Chain
from workspace_app.engine.middleware.memory import Decision
from workspace_app.engine.seat import Seat
from workspace_app.engine.structured.answers import VALUE
from workspace_app.store.changes import NewMessage

MAX_PIECES = 5
"""Pieces of an answer that the length limit cuts, after which the person is asked (R36)."""
GO_ON = "Your answer was cut off by the length limit. Go on exactly where it stopped: no introduction, no repetition, same formatting."
CALL_CUT = "Your tool call was cut off by the length limit and was not run. Make it again, with shorter arguments."


class Speech:
    """What one assistant says in one run.

    Args:
        name: the assistant's name as models know it.
    """

    def __init__(self, seat: Seat, chain: Chain, name: str) -> None:
        self._speaker, self._recorder, self._deliveries = seat.speaker, seat.recorder, seat.deliveries
        self._control = seat.control
        self._chain, self._name = chain, name

    async def follow(self, decision: Decision) -> BaseChatMessage | None:
        """Store what a list of hooks has to say, and end the turn if it jumps there."""
        messages = [self._artificial(item) for item in decision.messages]
        if decision.jump == "end":
            return await self._end(messages)
        for message in messages:
            await self.keep(message)
        return None

    async def conclude(self, answer: NewMessage, decision: Decision) -> BaseChatMessage | None:
        """What follows an answer without tool calls: the end of the turn, unless a hook asks the model again."""
        messages = [answer, *(self._artificial(item) for item in decision.messages)]
        if decision.jump != "model":
            return await self._end(messages)
        for message in messages:
            await self.keep(message)
        return None

    async def _end(self, messages: list[NewMessage]) -> BaseChatMessage:
        """End the turn with these messages; the assistant's last one is its answer to the team."""
        speaker = self._speaker
        closing = await self._after_agent()
        messages = [*messages, *(self._artificial(item) for item in closing.messages)]
        if all(message.source != speaker for message in messages):
            messages.append(NewMessage(source=speaker, kind="text", text="", data={"partial": True}))
        last = max(place for place, message in enumerate(messages) if message.source == speaker)
        for place, message in enumerate(messages):
            message = self._with(replace(message, final=place == last))
            if VALUE in message.data:
                await self._deliveries.keep_text_value(self._recorder, message, speaker)
            elif "artificial" in message.data:
                await self._recorder.keep(message)
            else:
                await self._deliveries.keep_text(self._recorder, message, speaker)
        return TextMessage(content=messages[last].text, source=self._name)

    async def close_turn(self) -> None:
        """End the turn before a message that is not a text; state that changed since the last message is stored by itself.

        A run that was cut between the two does not call after_agent again.
        """
        if any(item.data.get("closed") for item in memory.turn(self._speaker, self._recorder.said())):
            return
        for item in (await self._after_agent()).messages:
            await self.keep(self._artificial(item))
        if state := self._chain.take_state():
            text = "What the middleware remembers is kept."
            await self._recorder.keep(
                NewMessage(
                    source=self._speaker, kind="notice", text=text, data={"quiet": True, "closed": True, **state}
                )
            )

    async def ask_for_the_rest(self, piece: NewMessage) -> None:
        """Ask for the rest of an answer that the length limit cut (R36)."""
        # What is left of an answer whose only content was half a tool call is empty.
        call_cut = not piece.text.strip()
        data: dict[str, Any] = {"cut": True, "call_cut": True, "partial": True} if call_cut else {"cut": True}
        pieces = 1 + sum(1 for item in memory.turn(self._speaker, self._recorder.said()) if item.data.get("cut"))
        await self.keep(piece, data)
        if pieces >= MAX_PIECES:
            self._control.end("limit", f"{self._speaker}'s answer was cut off by the length limit {pieces} times.")
            return
        data = {"sent": True, "to": self._speaker}
        await self.keep(NewMessage(source=APP, kind="notice", text=CALL_CUT if call_cut else GO_ON, data=data))

    async def _after_agent(self) -> Decision:
        try:
            return await self._chain.run_hooks("post_run", "after_agent")
        except Ask as ask:
            raise MiddlewareError(f"{ask.data['middleware']} asks in after_agent, when it is too late: {ask}") from None

    def _artificial(self, item: Artificial) -> NewMessage:
        """A message that a middleware adds, as it is stored."""
        mark = {"artificial": True} | ({"failed": True} if item.failed else {})
        if item.role == "user":
            return NewMessage(
                source=APP, kind="notice", text=item.text, data={**mark, "sent": True, "to": self._speaker}
            )
        return NewMessage(source=self._speaker, kind="text", text=item.text, data=mark)

    def _with(self, message: NewMessage, data: Mapping[str, Any] | None = None) -> NewMessage:
        """The message with what the middleware remembers since the last one (L123)."""
        return replace(message, data={**message.data, **(data or {}), **self._chain.take_state()})

    async def keep(self, message: NewMessage, data: Mapping[str, Any] | None = None) -> None:
        """Store a message, with `data` beside its own."""
        await self._recorder.keep(self._with(message, data))
