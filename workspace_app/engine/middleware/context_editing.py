"""Old results of tools give way to a placeholder (L81-L84)."""

from __future__ import annotations

from collections.abc import Sequence

from autogen_core import FunctionCall
from autogen_core.models import AssistantMessage, FunctionExecutionResultMessage, LLMMessage
from pydantic import BaseModel, ConfigDict, Field

from workspace_app.engine.middleware import cut
from workspace_app.engine.middleware.base import ModelRequest, Run
from workspace_app.engine.middleware.named import Counter, Named
from workspace_app.engine.middleware.strategy import ContextStrategy, Count, per_token


class ClearToolUsesEdit(BaseModel):
    """Which results of tools are cleared."""

    model_config = ConfigDict(extra="forbid")

    trigger: int = Field(100_000, ge=0, title="Above so many tokens")
    clear_at_least: int = Field(
        0, ge=0, title="Clear at least so many tokens", description="Then it stops; 0 clears all it may."
    )
    keep: int = Field(3, ge=0, title="Newest results to keep")
    clear_tool_inputs: bool = Field(False, title="Clear the calls' arguments, too")
    exclude_tools: list[str] = Field(default_factory=list, title="Tools whose results stay")
    placeholder: str = Field("[cleared]", min_length=1, title="Text in their place")


class ContextEditingSettings(BaseModel):
    """What is cleared, edit after edit."""

    model_config = ConfigDict(extra="forbid")

    edits: list[ClearToolUsesEdit] = Field(
        default_factory=lambda: [ClearToolUsesEdit.model_validate({})], min_length=1, title="Edits"
    )
    token_count_method: Counter = Field(
        "approximate",
        title="Tokens counted",
        description="By the length of the texts, as the model itself reported them last, or by a function of the project's hooks file.",
    )


class ContextEditing(ContextStrategy[ContextEditingSettings]):
    """Clears old results of tools from what is sent.

    It may stand beside another strategy, and works on what that one leaves.
    """

    Settings = ContextEditingSettings
    alone = False

    @property
    def counted_by(self) -> str | Named:
        return self.settings.token_count_method

    async def view(self, run: Run, request: ModelRequest, size: int | None) -> Sequence[LLMMessage]:
        """The messages with old results cleared; for a `size`, all but the newest ones if need be."""
        count = self.count(run, request)
        view: Sequence[LLMMessage] = request.messages
        for edit in self.settings.edits:
            view = clear_tool_uses(view, edit, count)
        if size is None:
            return view
        for edit in self.settings.edits:
            more = {"trigger": size, "clear_at_least": 0, "keep": min(edit.keep, 1)}
            view = clear_tool_uses(view, edit.model_copy(update=more), count)
        return cut.fitted(view, size, per_token(run, request))


def clear_tool_uses(messages: Sequence[LLMMessage], edit: ClearToolUsesEdit, count: Count) -> tuple[LLMMessage, ...]:
    """The messages with the oldest results cleared, as far as the edit asks for it; those given stay as they are (L82-L84).

    Args:
        count: the tokens of messages.
    """
    view = list(messages)
    before = count(view)
    if before <= edit.trigger:
        return tuple(view)
    for place, id_ in _candidates(view, edit):
        if edit.clear_at_least and before - count(view) >= edit.clear_at_least:
            break
        view[place] = _without_result(view[place], id_, edit.placeholder)
        if edit.clear_tool_inputs:
            view = [_without_input(message, id_) for message in view]
    return tuple(view)


def _candidates(messages: Sequence[LLMMessage], edit: ClearToolUsesEdit) -> list[tuple[int, str]]:
    """The results that may be cleared, oldest first: (place of the message, id of the call)."""
    made = {id_ for message in messages for id_ in cut.calls(message)}
    found = [
        (place, one)
        for place, message in enumerate(messages)
        if isinstance(message, FunctionExecutionResultMessage)
        for one in message.content
    ]
    old = found[: max(0, len(found) - edit.keep)]
    return [
        (place, one.call_id)
        for place, one in old
        if one.content != edit.placeholder and one.call_id in made and one.name not in edit.exclude_tools
    ]


def _without_result(message: LLMMessage, id_: str, placeholder: str) -> LLMMessage:
    assert isinstance(message, FunctionExecutionResultMessage)
    parts = [one.model_copy(update={"content": placeholder}) if one.call_id == id_ else one for one in message.content]
    return message.model_copy(update={"content": parts})


def _without_input(message: LLMMessage, id_: str) -> LLMMessage:
    if id_ not in cut.calls(message):
        return message
    assert isinstance(message, AssistantMessage)
    made = [
        FunctionCall(one.id, "{}", one.name) if isinstance(one, FunctionCall) and one.id == id_ else one
        for one in message.content
    ]
    return message.model_copy(update={"content": made})
