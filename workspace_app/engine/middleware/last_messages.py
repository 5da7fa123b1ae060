"""Only the newest part of a conversation is sent."""

from __future__ import annotations

from collections.abc import Sequence

from autogen_core.models import LLMMessage
from pydantic import BaseModel, ConfigDict, Field

from workspace_app.engine.middleware import cut
from workspace_app.engine.middleware.base import ModelRequest, Run
from workspace_app.engine.middleware.strategy import ContextStrategy, per_token


class LastMessagesSettings(BaseModel):
    """How much is sent."""

    model_config = ConfigDict(extra="forbid")

    messages: int = Field(20, gt=0, title="Newest messages", description="Calls and their results stay together.")


class LastMessages(ContextStrategy[LastMessagesSettings]):
    """Sends the first message, which says what to do, and the newest ones.

    No model is asked for a summary: what lies between is not known to the assistant.
    """

    Settings = LastMessagesSettings

    async def view(self, run: Run, request: ModelRequest, size: int | None) -> Sequence[LLMMessage]:
        """The first message and the newest ones."""
        messages = request.messages
        start = cut.safe(messages, max(0, len(messages) - self.settings.messages))
        view = messages[start:] if start == 0 else (*messages[:1], *messages[max(1, start) :])
        return view if size is None else cut.fitted(view, size, per_token(run, request))
