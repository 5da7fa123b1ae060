"""The person's seat in a team."""

from collections.abc import AsyncGenerator, Sequence

from autogen_agentchat.agents import UserProxyAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage, TextMessage
from autogen_core import CancellationToken

from workspace_app.engine.control import Control
from workspace_app.engine.recorder import Recorder


class PersonAgent(UserProxyAgent):
    """The person's seat. When it is their turn the run ends and holds nothing: a question waits, and the answer starts a new run.

    What they have said already, while others spoke, is their turn.
    """

    def __init__(self, name: str, control: Control, recorder: Recorder) -> None:
        super().__init__(name, description="The person who asked for the work, gives feedback and approves.")
        self._control, self._recorder = control, recorder

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """Say what waits to be heard, or end the run: the person is to speak."""
        notes = await self._recorder.hear(final=True)
        if notes:
            yield Response(chat_message=TextMessage(content="\n\n".join(notes), source=self.name))
            return
        self._control.end("person")
        yield Response(chat_message=StopMessage(content="", source=self.name))
