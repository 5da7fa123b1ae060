"""Keeping personal data from models (L89-L94, T34)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Self

from autogen_core import FunctionCall
from autogen_core.models import AssistantMessage, FunctionExecutionResultMessage, LLMMessage, UserMessage
from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from workspace_app.domain.pii import TYPES, Detector, Match, Rule, Strategy, within_json
from workspace_app.engine.middleware.base import Middleware, MiddlewareError, ModelAnswer, ModelRequest, Run

REDACTED = "redacted"
"""The event by which it is told what was found: data {"type", "strategy", "count", "where", "seen"}, never the text."""


class PIIDetectionError(MiddlewareError):
    """A text holds what is to be blocked.

    Attributes:
        type: what was found.
        matches: where; not in the sentence, which is kept.
    """

    def __init__(self, type: str, matches: Sequence[Match], where: str) -> None:
        many = "instance" if len(matches) == 1 else "instances"
        super().__init__(
            f"Detected {len(matches)} {many} of {type} in {where}. Continue from an earlier message without it, or choose another strategy for PII[{type}]."
        )
        self.type, self.matches = type, tuple(matches)


class PIISettings(BaseModel):
    """What is looked for, where, and what happens to it."""

    model_config = ConfigDict(extra="forbid")
    function: ClassVar[Detector | None] = None

    type: str = Field(
        title="Kind of data",
        description=f"{', '.join(TYPES)}, or a name of your own with a detector.",
        pattern=r"^[A-Za-z][A-Za-z0-9_]{0,40}$",
    )
    strategy: Strategy = Field(
        "redact",
        title="What happens to it",
        description=(
            "redact: [REDACTED_EMAIL]; mask: a part is shown; hash: the same value gets the same mark; block: the step ends before the model is"
            " asked; stand_in: the model gets a stand-in, and the real value is put back into its answers and tool calls."
        ),
    )
    detector: str = Field(
        "", title="Detector", description="A regular expression; empty for the built-in way of finding this kind."
    )
    apply_to_input: bool = Field(
        True, title="In what the assistant is told", description="By you, the task and other assistants."
    )
    apply_to_output: bool = Field(
        False, title="In what the assistant says", description="Its text then appears when it is complete."
    )
    apply_to_tool_results: bool = Field(False, title="In results of tools")
    whole_history: bool = Field(
        True,
        title="In the whole conversation",
        description="Otherwise only in the newest message of each sort, and earlier ones are sent as they are.",
    )

    @model_validator(mode="after")
    def _is_a_rule(self) -> Self:
        self.rule()
        return self

    def rule(self) -> Rule:
        """The settings as a rule. Raises ValueError if nothing can be found by them."""
        return Rule(**self.model_dump(exclude={"whole_history"}), function=type(self).function)


class PII(Middleware[PIISettings]):
    """Keeps personal data such as e-mail addresses from the model, or out of its answers.

    The stored messages stay as they are, and what is sent is changed, at each call; see `set_project_privacy` for the other way.
    """

    Settings = PIISettings

    def __init__(self, settings: PIISettings) -> None:
        super().__init__(settings)
        self._rule = settings.rule()
        self.shows_text = not (settings.apply_to_output or self._rule.everywhere)

    @property
    def name(self) -> str:
        return f"PII[{self.settings.type}]"

    async def pre_think(self, run: Run, request: ModelRequest) -> ModelRequest | None:
        """Change what is sent (L92)."""
        seen, count, messages = self._seen(run), 0, list(request.messages)
        for place, message in enumerate(request.messages):
            if not self._concerns(place, message, request.messages):
                continue
            cleaner = _Cleaner(self._rule)
            messages[place] = _changed(message, cleaner, calls=self._rule.everywhere)
            if self._rule.strategy == "block":
                await self._block(run, cleaner, newest=place == _last(UserMessage, messages))
            count += len(cleaner.found) if place >= seen else 0
        if count:
            await self._tell(run, count, "what was sent", len(messages))
        return request.override(messages=tuple(messages))

    async def post_think(self, run: Run, answer: ModelAnswer) -> ModelAnswer | None:
        """Change what the model said: put real values back, or take them out. Its tool calls are kept."""
        if self._rule.everywhere:
            return self._put_back(run, answer)
        if not self.settings.apply_to_output:
            return None
        cleaner = _Cleaner(self._rule)
        text, thought = cleaner(answer.text), None if answer.thought is None else cleaner(answer.thought)
        if not cleaner.found:
            return None
        if self._rule.strategy == "block":
            raise await self._blocked(run, cleaner.found, "what the model said")
        await self._tell(run, len(cleaner.found), "what the model said", self._seen(run))
        return answer.override(text=text, thought=thought)

    def _concerns(self, place: int, message: LLMMessage, messages: Sequence[LLMMessage]) -> bool:
        """Whether a message that is sent is looked at."""
        settings, everywhere = self.settings, self._rule.everywhere
        if isinstance(message, UserMessage):
            newest = place == _last(UserMessage, messages)
            return everywhere or (settings.apply_to_input and (settings.whole_history or newest))
        if isinstance(message, FunctionExecutionResultMessage):
            newest = place > _last(AssistantMessage, messages)
            return everywhere or (settings.apply_to_tool_results and (settings.whole_history or newest))
        return everywhere or (settings.apply_to_output and settings.whole_history)

    async def _block(self, run: Run, cleaner: _Cleaner, *, newest: bool) -> None:
        if cleaner.found:
            raise await self._blocked(run, cleaner.found, "what was to be sent, so the model was not asked")
        # Where only the mark of a blocked text is kept (F28), that text was still not to be answered.
        if newest and any(self._rule.blocked in text for text in cleaner.read):
            raise await self._blocked(run, [Match(0, 0, "")], "what was said, so the model was not asked")

    async def _blocked(self, run: Run, found: Sequence[Match], where: str) -> PIIDetectionError:
        error = PIIDetectionError(self.settings.type, found, where)
        places = [[match.start, match.end] for match in found]
        await run.tell("blocked", str(error), type=error.type, count=len(found), places=places)
        return error

    def _put_back(self, run: Run, answer: ModelAnswer) -> ModelAnswer:
        cleaner = _Cleaner(self._rule)
        for message in run.messages:
            _changed(message, cleaner, calls=True)
        real = {self._rule.instead(match.text): match.text for match in cleaner.found}

        def back(text: str) -> str:
            for stand_in, value in real.items():
                text = text.replace(stand_in, value)
            return text

        calls = tuple(FunctionCall(call.id, within_json(call.arguments, back), call.name) for call in answer.calls)
        thought = None if answer.thought is None else back(answer.thought)
        return answer.override(text=back(answer.text), thought=thought, calls=calls)

    async def _tell(self, run: Run, count: int, where: str, seen: int) -> None:
        type_, strategy = self.settings.type, self._rule.strategy
        text = f"{count} × {type_} in {where}: {strategy}."
        await run.tell(REDACTED, text, type=type_, strategy=strategy, count=count, where=where, seen=seen)

    def _seen(self, run: Run) -> int:
        """How many messages were in view when it was last told what was found, so that each is told of once."""
        told = [item.data for item in run.said if item.source == run.speaker and item.data.get("event") == REDACTED]
        return max((data["seen"] for data in told if data["middleware"] == self.name), default=0)


def pii(function: Detector) -> type[PII]:
    """A PII middleware out of a function, for a project's own file (L93); its name is the kind of data.

    @pii
    def badge(text):
        return [{"start": found.start(), "end": found.end(), "text": found[0]} for found in re.finditer("B-[0-9]+", text)]
    """
    name = function.__name__
    settings = create_model(f"{name}Settings", __base__=PIISettings, type=(str, Field(name, title="Kind of data")))
    settings.function = function
    body = {"__doc__": function.__doc__ or PII.__doc__, "__module__": function.__module__, "Settings": settings}
    return type(name, (PII,), body)


class _Cleaner:
    """Cleans texts by a rule, and remembers what it read and found."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self.read: list[str] = []
        self.found: list[Match] = []

    def __call__(self, text: str) -> str:
        self.read.append(text)
        self.found += self._rule.find(text)
        return self._rule.clean(text)


def _changed(message: LLMMessage, change: Callable[[str], str], *, calls: bool) -> LLMMessage:
    """A copy of a message with its texts changed; arguments of tool calls only if `calls`."""
    if isinstance(message, UserMessage):
        parts = [message.content] if isinstance(message.content, str) else message.content
        new = [change(part) if isinstance(part, str) else part for part in parts]
        return message.model_copy(update={"content": new[0] if isinstance(message.content, str) else new})
    if isinstance(message, FunctionExecutionResultMessage):
        results = [result.model_copy(update={"content": change(result.content)}) for result in message.content]
        return message.model_copy(update={"content": results})
    if not isinstance(message, AssistantMessage):
        return message
    thought = None if message.thought is None else change(message.thought)
    if isinstance(message.content, str):
        return message.model_copy(update={"content": change(message.content), "thought": thought})
    made = [
        FunctionCall(call.id, within_json(call.arguments, change) if calls else call.arguments, call.name)
        for call in message.content
    ]
    return message.model_copy(update={"content": made, "thought": thought})


def _last(class_: type[LLMMessage], messages: Sequence[LLMMessage]) -> int:
    return max((place for place, message in enumerate(messages) if isinstance(message, class_)), default=-1)
