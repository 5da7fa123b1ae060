"""What a middleware is, and the values that its hooks take and give (L4-L20, F14).

A middleware stands around the model calls and tool calls of one assistant. It is a class with a `Settings` form and whichever hooks it
needs; only those that it overrides are called. Hooks get values and give values back: nothing that they are given may be changed in place.
What a hook changed is stored with the assistant's next message, so that a crash, a resume and "continue from here" need no code of its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import iscoroutinefunction
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import FinishReasons, LLMMessage, RequestUsage
from autogen_core.tools import BaseTool, ToolSchema
from pydantic import BaseModel, ConfigDict

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Json
from workspace_app.engine.context import Said
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.engine.place import Place
from workspace_app.engine.structured.schema import Kind
from workspace_app.engine.structured.strategies import Provider, Strategy, Tool

Jump: TypeAlias = Literal["tools", "model", "end"]
State: TypeAlias = Mapping[str, Json]

LIST_HOOKS = ("before_agent", "before_model", "after_model", "after_agent")
OBSERVE_HOOKS = (
    "pre_run",
    "pre_observe",
    "post_observe",
    "pre_think",
    "post_think",
    "pre_act",
    "post_act",
    "post_run",
)
WRAP_HOOKS = ("wrap_model_call", "wrap_tool_call")
HOOKS = (*LIST_HOOKS, *WRAP_HOOKS, *OBSERVE_HOOKS)


class MiddlewareError(WorkspaceError):
    """A middleware is set up wrongly, or ends the step by a limit of its own; the sentence says what to do."""


class Signal(BaseException):
    """Leaves a hook on purpose. No `except Exception` catches it, so no retry or fallback takes it for a failure (L60)."""


class Ask(Signal):
    """Raised by a hook that needs the person: the run ends with everything stored, and a question waits in the inbox.

    When it is answered the run goes on, the list of hooks (or the tool call) in which it was raised is run again, and
    `run.answer(key)` tells what was answered. Nothing that was stored before is done twice (L45).

    Args:
        key: names the question within the conversation, the same each time the hook asks it: "call:" + a call's id, say.
        text: what is asked, a whole sentence.
        answers: what it takes, of `domain.questions.Action`; for "choose" `data["options"]` says what.
        data: what the window shows beside it; the engine adds "middleware", "type", "key" and "assistant".
        kind: of `domain.questions.QuestionKind`.
    """

    def __init__(
        self,
        key: str,
        text: str,
        answers: Sequence[str] = ("approve", "reject"),
        data: Mapping[str, Json] | None = None,
        kind: str = "tool",
    ) -> None:
        super().__init__(text)
        self.key, self.text, self.answers, self.data, self.kind = key, text, tuple(answers), dict(data or {}), kind


class Halt(Signal):
    """The person stops the run while a middleware waits."""


class Interfere(Signal):
    """Raised by a hook or tool that has something to say instead (T38): the texts enter as the person's words, and the model is asked again."""

    def __init__(self, *texts: str) -> None:
        super().__init__(" ".join(texts))
        self.texts = texts


@dataclass(frozen=True)
class ModelRequest:
    """One model call, before it is made. `override` gives a changed copy, which holds for this call only (L17).

    Args:
        slot: name of the model slot that is asked; another one makes a fallback.
        system: the system prompt, which is never stored among the messages (L3); empty for none.
        messages: what the assistant has in view.
        tools: what the model may call.
        tool_choice: "auto", "required", "none" or the name of a tool.
        response_format: what the answer must fit, None for free text: a `Strategy`, or a schema of any kind (L28), which is one for `Auto`.
            In a call of a middleware's own: a Pydantic class; a model that cannot be held to one is not.
        settings: more arguments for the provider ("temperature", ...).
    """

    slot: str
    system: str
    messages: tuple[LLMMessage, ...]
    tools: tuple[ToolSchema, ...] = ()
    tool_choice: str = "auto"
    response_format: Strategy | Kind | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def override(self, **changes: Any) -> Self:
        """A copy with these fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True)
class ModelAnswer:
    """What a model call came to.

    Args:
        calls: the tools that it wants called; its text is then its thought.
        slot: name of the slot that really answered.
        request: id of the recorded request; None for an answer that a middleware made up.
        failed: the text tells of a failure; it is shown as one.
        strategy: how the model was brought to answer with a value, None if it was not.
        state: changes of private state that came with it, by middleware (L19); see `remember`.
    """

    text: str = ""
    calls: tuple[FunctionCall, ...] = ()
    thought: str | None = None
    finish: FinishReasons = "stop"
    usage: RequestUsage = field(default_factory=lambda: RequestUsage(prompt_tokens=0, completion_tokens=0))
    slot: str = ""
    request: str | None = None
    failed: bool = False
    strategy: Provider | Tool | None = None
    state: Mapping[str, State] = field(default_factory=dict)

    def override(self, **changes: Any) -> Self:
        """A copy with these fields changed."""
        return replace(self, **changes)

    def remember(self, middleware: Middleware[Any], **state: Json) -> Self:
        """A copy that brings changes of a middleware's state; dropped with the answer if an outer wrapper does not use it (L19)."""
        return replace(self, state=merged(self.state, middleware.name, state))


@dataclass(frozen=True)
class ToolRequest:
    """One tool call, before it is made.

    Args:
        tool: None if the assistant has no tool of this name.
        arguments: as the model gave them; None if they are no JSON object.
    """

    id: str
    name: str
    arguments: Mapping[str, Any] | None
    tool: BaseTool[Any, Any] | None = None

    def override(self, **changes: Any) -> Self:
        """A copy with these fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True)
class ToolAnswer:
    """The result of a tool call, or what a middleware answers in its place.

    Args:
        data: what the window shows beside the text (exit codes, marks such as "emulated"); no model sees it.
        error: the WorkspaceError by which the tool says what is wrong, None for any other result; not stored.
        state: changes of private state that came with it, by middleware; see `remember`.
    """

    text: str
    is_error: bool = False
    data: Mapping[str, Json] = field(default_factory=dict)
    error: WorkspaceError | None = None
    state: Mapping[str, State] = field(default_factory=dict)

    def override(self, **changes: Any) -> Self:
        """A copy with these fields changed."""
        return replace(self, **changes)

    def remember(self, middleware: Middleware[Any], **state: Json) -> Self:
        """A copy that brings changes of a middleware's state."""
        return replace(self, state=merged(self.state, middleware.name, state))


@dataclass(frozen=True)
class Artificial:
    """A message that no model and no person said.

    Args:
        role: "assistant": as if the assistant had said it; "user": the assistant hears it, nobody else.
        failed: it tells of a failure, and is shown as one.
    """

    text: str
    role: Literal["assistant", "user"] = "assistant"
    failed: bool = False


@dataclass(frozen=True)
class Update:
    """What a list hook wants changed; None from a hook is no change.

    Args:
        state: changes of the middleware's private state, key by key.
        messages: to be added to the conversation.
        results: answers in place of the tool calls with these ids, which are then not run (after_model).
        calls: what to run in place of the tool calls with these ids; the model's own call stays in the conversation (F21).
        jump: where to go instead; only for a hook that declares it (L9).
    """

    state: State = field(default_factory=dict)
    messages: Sequence[Artificial] = ()
    results: Mapping[str, ToolAnswer] = field(default_factory=dict)
    calls: Mapping[str, ToolRequest] = field(default_factory=dict)
    jump: Jump | None = None


class Run(Protocol):
    """What a hook sees of the run of its assistant."""

    @property
    def speaker(self) -> str:
        """The assistant's name."""

    @property
    def slot(self) -> str:
        """Name of the assistant's own model slot."""

    @property
    def place(self) -> Place:
        """Project, task, step and conversation."""

    @property
    def trace(self) -> str:
        """Names this run of the step (T37): the conversation's id, under which all lines of its log are kept; the log file names it too."""

    @property
    def user(self) -> str:
        """The name under which the person uses this computer (T37)."""

    @property
    def ledger(self) -> Ledger:
        """The store."""

    @property
    def token(self) -> CancellationToken:
        """Cancelled when the run is stopped."""

    @property
    def held(self) -> bool:
        """Whether the run ended in the middle of a turn, to go on there: with a question, or paused (`close`)."""

    @property
    def state(self) -> State:
        """This middleware's private state, as stored with the conversation, and what it changed since (L16, L123)."""

    @property
    def said(self) -> Sequence[Said]:
        """The stored messages of the conversation, of all speakers."""

    @property
    def messages(self) -> Sequence[LLMMessage]:
        """What the assistant has in view now; no system prompt."""

    @property
    def answered(self) -> ModelAnswer | None:
        """The model's newest answer: what after_model and after_agent are about."""

    @property
    def open_calls(self) -> Sequence[ToolRequest]:
        """The calls of `answered` that no middleware has answered or replaced yet (after_model)."""

    @property
    def tools(self) -> Mapping[str, BaseTool[Any, Any]]:
        """The assistant's tools by name, those of its middleware too."""

    def model(self, slot: str) -> ModelSlot:
        """The model behind a slot. Raises NotFound if there is no such slot."""

    def answer(self, key: str) -> Mapping[str, Json] | None:
        """What the person answered to `Ask(key, ...)`: {"action", "text", "choices", "decisions", ...}; None while they have not."""

    async def tell(self, event: str, text: str, **data: Json) -> None:
        """Keep a line for the step's log (L125), that no model sees: `event` is one word ("blocked"), `text` a sentence."""

    async def ask_model(self, request: ModelRequest, *, prepared: bool = False) -> ModelAnswer:
        """A model call of the middleware's own: recorded under the assistant's name, not streamed, through no other middleware.

        Args:
            prepared: through all pre_think first, for a text that is not out of a request: it may hold what is not to be sent (T34).
        """

    async def sleep(self, seconds: float) -> None:
        """Wait. Raises Halt as soon as the run is to stop (L60)."""


ModelCall: TypeAlias = Callable[[ModelRequest], Awaitable[ModelAnswer]]
ToolCall: TypeAlias = Callable[[ToolRequest], Awaitable[ToolAnswer]]


class NoSettings(BaseModel):
    """Nothing to set."""

    model_config = ConfigDict(extra="forbid")


S = TypeVar("S", bound=BaseModel)


class Middleware(Generic[S]):
    """Subclass it, give it a docstring whose first sentence is its help, and override the hooks that it needs.

    The first in an assistant's list is the outermost: before_* and pre_*, post_* run in list order, after_* in reverse, wrap_* nest (L4, L5).
    An instance lives as long as one run of its team; what must live longer belongs into `state`.

    Attributes:
        settings: what the person set, checked.
        State: what its private state must fit; None for whatever it remembers (L1, L7). What does not fit ends the step.
        per_turn: keys of the state that are forgotten when a new turn of the assistant begins ("run" counts).
        can_jump_to: for each list hook that may jump, where to (L9).
        asks: its after_model asks the person, and so comes after all others: they may settle a call without them (L47).
        shows_text: False if the model's text must not be seen while it comes in, because a wrapper changes it.
    """

    Settings: ClassVar[type[BaseModel]] = NoSettings
    State: ClassVar[type[BaseModel] | None] = None
    per_turn: ClassVar[Collection[str]] = ()
    can_jump_to: ClassVar[Mapping[str, Collection[str]]] = {}
    asks: ClassVar[bool] = False
    shows_text: bool = True

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Raises NotImplementedError for a hook that is not async (L6)."""
        super().__init_subclass__(**kwargs)
        for hook in vars(cls).keys() & set(HOOKS):
            if not iscoroutinefunction(vars(cls)[hook]):
                raise NotImplementedError(f'{cls.__name__}.{hook} is awaited: write "async def".')

    def __init__(self, settings: S) -> None:
        self.settings = settings

    @property
    def name(self) -> str:
        """Its own name in the list: two of one name are refused (L8), so one that may stand twice says for what it is ("PII[email]")."""
        return type(self).__name__

    @property
    def prompt(self) -> str:
        """A text that is put after the system prompt, and is shown with its source wherever the prompt is (R27, R28)."""
        return ""

    def tools(self, run: Run) -> Sequence[BaseTool[Any, Any]]:
        """Tools that it brings; called once for each run (L2)."""
        return ()

    @classmethod
    def check_answer(cls, data: Mapping[str, Json], answer: Mapping[str, Json]) -> None:
        """Raise WorkspaceError if the person's answer to a question of this middleware is wrong; the question then stays open (L43)."""

    async def close(self) -> None:
        """The run of the team is over; called once."""

    # once in a turn

    async def before_agent(self, run: Run) -> Update | None:
        """Before the first model call of a turn."""

    async def after_agent(self, run: Run) -> Update | None:
        """When the turn has come to its answer, before that is stored."""

    async def pre_run(self, run: Run) -> Update | None:
        """After all before_agent."""

    async def post_run(self, run: Run) -> Update | None:
        """Before all after_agent."""

    # once in a round

    async def pre_observe(self, run: Run) -> Update | None:
        """Before what the assistant has in view is gathered."""

    async def post_observe(self, run: Run) -> Update | None:
        """After it."""

    async def before_model(self, run: Run) -> Update | None:
        """Before the model is asked."""

    async def after_model(self, run: Run) -> Update | None:
        """After it has answered and before any tool is called. Its messages, results and jump are stored with that answer."""

    async def pre_think(self, run: Run, request: ModelRequest) -> ModelRequest | None:
        """The request as it goes into the nest of wrap_model_call; None leaves it."""

    async def post_think(self, run: Run, answer: ModelAnswer) -> ModelAnswer | None:
        """The answer as it came out of the nest; None leaves it."""

    async def wrap_model_call(self, run: Run, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        """Around one model call; it may await `call` not at all, once or often, and change request and answer (L5)."""
        return await call(request)

    # once for each tool call

    async def pre_act(self, run: Run, request: ToolRequest) -> ToolRequest | None:
        """The call as it goes into the nest of wrap_tool_call; None leaves it. An exception ends the step: this is how to veto (T33)."""

    async def post_act(self, run: Run, request: ToolRequest, answer: ToolAnswer) -> ToolAnswer | None:
        """The result as it came out of the nest; None leaves it."""

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        """Around one tool call; calls of one answer run side by side."""
        return await call(request)


def merged(all_state: Mapping[str, State], name: str, changes: State) -> dict[str, State]:
    """States by middleware, with changes of one of them; the later change of a key wins (L19)."""
    return {**all_state, name: {**all_state.get(name, {}), **changes}} if changes else dict(all_state)
