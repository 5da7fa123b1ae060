"""What the strategies share that fold a part of the conversation into a text by a model (L75, L79, L80).

What was folded is kept as a notice of the conversation, beside the messages that it stands for. So going on, resuming and branches
rebuild the same view without asking a model again.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from autogen_core.models import LLMMessage
from pydantic import BaseModel

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.middleware import cut
from workspace_app.engine.middleware.base import ModelRequest, Run
from workspace_app.engine.middleware.strategy import ContextStrategy, per_token
from workspace_app.engine.models.context_length import context_length

FOLDED, NOT_FOLDED = "folded", "not_folded"
PATIENCE = 10
"""Messages that come after a failure until a model is asked for a text again."""

S = TypeVar("S", bound=BaseModel)


@dataclass(frozen=True)
class Fold:
    """A text and what it stands for.

    Args:
        covers: how many of the first messages in view it stands for, or that come before it.
    """

    text: str
    covers: int


class Folding(ContextStrategy[S]):
    """Sends a text in place of older messages."""

    def __init__(self, settings: S) -> None:
        super().__init__(settings)
        self._windows: dict[str, int | None] = {}

    @abstractmethod
    def is_due(self, run: Run, request: ModelRequest, view: Sequence[LLMMessage], window: int | None) -> bool:
        """Whether the view is to be folded now.

        Args:
            window: the tokens that the model reads at once, None if that is not known.
        """

    @abstractmethod
    def keep_from(self, run: Run, request: ModelRequest, view: Sequence[LLMMessage], window: int | None) -> int:
        """Where in the view the messages begin that stay."""

    @abstractmethod
    def head(self, messages: Sequence[LLMMessage], text: str) -> list[LLMMessage]:
        """What is sent before the messages that stay."""

    @abstractmethod
    async def fold(self, run: Run, request: ModelRequest, messages: Sequence[LLMMessage]) -> str:
        """The text for messages, an earlier text among them. Raises WorkspaceError if there is none."""

    def stays(self, messages: Sequence[LLMMessage]) -> int:
        """How many of the first messages are always sent."""
        return 0

    async def view(self, run: Run, request: ModelRequest, size: int | None) -> Sequence[LLMMessage]:
        """The messages, the older ones folded if that is due."""
        messages, per = request.messages, per_token(run, request)
        fold, view, head = self._rebuilt(run, messages)
        too_long = size is not None and cut.tokens(view, per) > size
        window = await self._window(run, request.slot)
        if not too_long and (_failed_lately(run, self.name, messages) or not self.is_due(run, request, view, window)):
            return view
        start = self.keep_from(run, request, view, window)
        if too_long and size is not None:
            start = max(start, cut.newest(view, size // 2, per))
        start = cut.safe(view, start)
        if start > head:
            folded = await self._folded(run, request, view, start, (fold.covers if fold else head) - head)
            if folded is None:
                return view
            view = folded
        return view if size is None else cut.shortened(view, size, per)

    async def _window(self, run: Run, slot: str) -> int | None:
        if slot not in self._windows:
            self._windows[slot] = await asyncio.to_thread(context_length, run.model(slot))
        return self._windows[slot]

    def _rebuilt(self, run: Run, messages: Sequence[LLMMessage]) -> tuple[Fold | None, Sequence[LLMMessage], int]:
        """The newest text, the view that follows from it, and how many messages of the view come before those that stay."""
        fold = self._latest(run)
        if fold is None or fold.covers > len(messages):
            return None, messages, self.stays(messages)
        head = self.head(messages, fold.text)
        return fold, (*head, *messages[fold.covers :]), len(head)

    async def _folded(
        self, run: Run, request: ModelRequest, view: Sequence[LLMMessage], start: int, offset: int
    ) -> Sequence[LLMMessage] | None:
        messages = request.messages
        try:
            text = await self.fold(run, request, view[self.stays(messages) : start])
        except WorkspaceError as error:
            why = f"The conversation is sent whole, because its older part could not be summarised. {error}"
            await run.tell(NOT_FOLDED, why, at=len(messages))
            return None
        covers = start + offset
        said = f"{covers - self.stays(messages)} messages are sent to the model as this summary:\n\n{text}"
        await run.tell(FOLDED, said, summary=text, covers=covers, messages=covers - self.stays(messages))
        return (*self.head(messages, text), *messages[covers:])

    def _latest(self, run: Run) -> Fold | None:
        for item in reversed(run.said):
            event = item.data.get("middleware"), item.data.get("event")
            if item.source == run.speaker and event == (self.name, FOLDED):
                return Fold(item.data["summary"], item.data["covers"])
        return None


def _failed_lately(run: Run, name: str, messages: Sequence[LLMMessage]) -> bool:
    """Whether the last try failed a few messages ago."""
    for item in reversed(run.said):
        if item.source == run.speaker and item.data.get("middleware") == name:
            if item.data.get("event") == NOT_FOLDED:
                return len(messages) - int(item.data["at"]) < PATIENCE
            if item.data.get("event") == FOLDED:
                return False
    return False
