"""Keeps what one assistant says, with what its middleware adds and remembers; and ends its turns."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from autogen_agentchat.messages import BaseChatMessage, TextMessage

from workspace_app.engine.context import APP
from workspace_app.engine.middleware.base import Artificial, Ask, MiddlewareError
from workspace_app.engine.middleware.chain import Chain
from workspace_app.engine.middleware.memory import Decision
from workspace_app.engine.seat import Seat
from workspace_app.store.changes import NewMessage


class Speech:
    """What one assistant says in one run.

    Args:
        name: the assistant's name as models know it.
    """

    def __init__(self, seat: Seat, chain: Chain, name: str) -> None:
        self._speaker, self._recorder, self._deliveries = seat.speaker, seat.recorder, seat.deliveries
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
            if "artificial" in message.data:
                await self._recorder.keep(message)
            else:
                await self._deliveries.keep_text(self._recorder, message, speaker)
        return TextMessage(content=messages[last].text, source=self._name)

    async def close_turn(self) -> None:
        """End the turn before a message that is not a text; state that changed since the last message is stored by itself."""
        for item in (await self._after_agent()).messages:
            await self.keep(self._artificial(item))
        if state := self._chain.take_state():
            text = "What the middleware remembers is kept."
            await self._recorder.keep(
                NewMessage(source=self._speaker, kind="notice", text=text, data={"quiet": True, **state})
            )

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
