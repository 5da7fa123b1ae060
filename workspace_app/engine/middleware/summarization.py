"""The older part of a conversation is sent as a summary (L70-L80)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from autogen_core.models import LLMMessage, UserMessage
from pydantic import BaseModel, ConfigDict, Field, field_validator

from workspace_app.engine.middleware import cut
from workspace_app.engine.middleware.base import MiddlewareError, ModelRequest, Run
from workspace_app.engine.middleware.folding import Folding
from workspace_app.engine.middleware.named import Counter, Named, NoFunction
from workspace_app.engine.middleware.retry import ModelRetrySettings, wait
from workspace_app.engine.middleware.strategy import per_token
from workspace_app.engine.middleware.summary_prompts import CODING, HISTORY, SECTIONS
from workspace_app.engine.middleware.thresholds import Keep, Trigger
from workspace_app.engine.middleware.transcript import NOTHING, TOO_LONG, transcript, trimmed
from workspace_app.engine.models.errors import ModelError

PROMPTS = {"sections": SECTIONS, "coding": CODING}
INSTRUCTION_FILES = ("AGENTS.md", "CLAUDE.md")
"""Files of a project folder in which a section "Compact Instructions" is looked for."""
SUMMARY = "Here is a summary of the conversation to date:\n\n"
RETRIES = ModelRetrySettings.model_validate({"max_retries": 3})
HINT = "[Task history memory begins]"


class SummarizationSettings(BaseModel):
    """When it is summed up, and how."""

    model_config = ConfigDict(extra="forbid")

    trigger: list[Trigger] = Field(
        default_factory=list,
        title="Summarise from",
        description="From any of these sizes on. Empty: only when the model refuses the conversation as too long.",
    )
    keep: Keep = Field(Keep.model_validate({"messages": 20}), title="Keep as it is", description="The newest part.")
    model: str = Field("", title="Model", description="Name of a model slot; empty for the assistant's own.")
    preset: Literal["sections", "coding"] = Field("sections", title="Kind of summary")
    summary_prompt: str = Field(
        "", title="Prompt of your own", description="In place of the preset's, with {messages} for the conversation."
    )
    instructions: str = Field(
        "",
        title="Compact instructions",
        description='For the kind "coding", beside a section of that name in AGENTS.md or CLAUDE.md of the project folder.',
    )
    summarizer: NoFunction = Field(
        None,
        title="Function in place of the model",
        description="Of the project's hooks file; it gets the conversation as a text, and returns the summary.",
    )
    token_counter: Counter = Field(
        "approximate",
        title="Tokens counted",
        description="By the length of the texts, as the model itself reported them last, or by a function of the project's hooks file.",
    )
    trim_tokens_to_summarize: int | None = Field(
        4000, gt=0, title="Tokens to summarise", description="Of the older part, the newest ones; empty for all."
    )

    @field_validator("trigger", mode="before")
    @classmethod
    def _as_list(cls, value: Any) -> Any:
        single = isinstance(value, dict) or (isinstance(value, list | tuple) and value and isinstance(value[0], str))
        return [value] if single else value if value is not None else []

    @field_validator("summary_prompt")
    @classmethod
    def _takes_messages(cls, value: str) -> str:
        if value and "{messages}" not in value:
            raise ValueError("write {messages} where the conversation belongs")
        return value


class Summarization(Folding[SummarizationSettings]):
    """Sends a summary in place of the older messages.

    The messages stay stored; the summary is kept beside them (L80).
    """

    Settings = SummarizationSettings

    @property
    def counted_by(self) -> str | Named:
        return self.settings.token_counter

    def is_due(self, run: Run, request: ModelRequest, view: Sequence[LLMMessage], window: int | None) -> bool:
        used = max(self.count(run, request)(view), _reported(run, request))
        return any(one.is_reached(view, used, window) for one in self.settings.trigger)

    def keep_from(self, run: Run, request: ModelRequest, view: Sequence[LLMMessage], window: int | None) -> int:
        return self.settings.keep.start(view, window, self.count(run, request, whole=False))

    def head(self, messages: Sequence[LLMMessage], text: str) -> list[LLMMessage]:
        return [UserMessage(content=f"{SUMMARY}{text}", source="user")]

    async def fold(self, run: Run, request: ModelRequest, messages: Sequence[LLMMessage]) -> str:
        if not messages:
            return NOTHING
        settings = self.settings
        first = 1 if str(messages[0].content).startswith(SUMMARY) else 0
        fitting = trimmed(messages, settings.trim_tokens_to_summarize, per_token(run, request), first)
        if not fitting:
            return TOO_LONG
        if isinstance(settings.summarizer, Named):
            return await asyncio.to_thread(settings.summarizer, str, transcript(fitting))
        prompt = settings.summary_prompt or PROMPTS[settings.preset]
        if "{instructions}" in prompt:
            prompt = prompt.replace("{instructions}", await _instructions(settings.instructions, run.place.space))
        return await summary(run, settings.model or request.slot, prompt, transcript(fitting))


class TaskMemorySettings(BaseModel):
    """When it is summed up, and how."""

    model_config = ConfigDict(extra="forbid")

    messages: int = Field(10, ge=4, title="Summarise above so many messages")
    hint: str = Field(HINT, title="Text before the summary")
    model: str = Field("", title="Model", description="Name of a model slot; empty for the assistant's own.")
    summary_prompt: str = Field(
        HISTORY, title="Prompt", description="With {messages} for the conversation.", pattern=r"\{messages\}"
    )


class TaskMemory(Folding[TaskMemorySettings]):
    """Sends the task, a summary of what was done, and the last two messages.

    The summary lists every action with its result (E28-E31).
    """

    Settings = TaskMemorySettings

    def is_due(self, run: Run, request: ModelRequest, view: Sequence[LLMMessage], window: int | None) -> bool:
        # One more for the system prompt, which the limit counts as a message.
        return len(view) + bool(request.system) > self.settings.messages

    def keep_from(self, run: Run, request: ModelRequest, view: Sequence[LLMMessage], window: int | None) -> int:
        return len(view) - 2

    def stays(self, messages: Sequence[LLMMessage]) -> int:
        return 1

    def head(self, messages: Sequence[LLMMessage], text: str) -> list[LLMMessage]:
        said = [UserMessage(content=content, source="user") for content in (self.settings.hint, text)]
        return [messages[0], *said]

    async def fold(self, run: Run, request: ModelRequest, messages: Sequence[LLMMessage]) -> str:
        return await summary(
            run, self.settings.model or request.slot, self.settings.summary_prompt, transcript(messages)
        )


async def summary(run: Run, slot: str, prompt: str, conversation: str) -> str:
    """A model's summary.

    A tool call in its answer is refused, and it is asked once more (L78); so it is without the middle if it refuses the length. A failure
    that may pass is tried again three times (L79).

    Raises:
        WorkspaceError: the model failed, or gave no text.
    """
    failures, refusals, is_cut = 0, 0, False
    while refusals < 2:
        request = ModelRequest(
            slot, "", (UserMessage(content=prompt.replace("{messages}", conversation), source="user"),)
        )
        try:
            answer = await run.ask_model(request)
        except ModelError as error:
            if error.kind == "context_length" and not is_cut:
                conversation, is_cut = cut.without_middle(conversation, len(conversation) // 2), True
                continue
            if failures == RETRIES.max_retries or not RETRIES.is_worth_it(error):
                raise
            await wait(run, RETRIES, failures, f"The summary failed. {error}", error.retry_after)
            failures += 1
            continue
        text = _only_summary(answer.text)
        if text and not answer.calls:
            return text
        refusals += 1
    raise MiddlewareError(f"The model “{slot}” gave no summary.")


def _only_summary(text: str) -> str:
    found = re.search(r"<summary>(.*?)(</summary>|\Z)", text, re.DOTALL)
    return (found.group(1) if found else re.sub(r"<analysis>.*?</analysis>", "", text, flags=re.DOTALL)).strip()


def _reported(run: Run, request: ModelRequest) -> int:
    """The tokens that the provider reported of the last answer; 0 if that was from another model (L72)."""
    last = run.answered
    if last is None or last.slot != request.slot:
        return 0
    return last.usage.prompt_tokens + last.usage.completion_tokens


async def _instructions(own: str, folder: Path) -> str:
    of_project = await asyncio.to_thread(_of_project, folder)
    given = "\n\n".join(text for text in (own.strip(), of_project) if text)
    return f"\n## Compact Instructions\n{given}\n" if given else ""


def _of_project(folder: Path) -> str:
    for name in INSTRUCTION_FILES:
        file = folder / name
        if file.is_file():
            text = file.read_text(encoding="utf-8", errors="replace")
            found = re.search(r"^#+ *Compact Instructions *$(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
            if found:
                return found.group(1).strip()
    return ""
