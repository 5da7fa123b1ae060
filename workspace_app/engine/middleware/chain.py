"""An assistant's middleware at work: the order of its hooks, what each sees, and what becomes of their changes (L4, L5, F14)."""

from __future__ import annotations

import asyncio
import getpass
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import LLMMessage
from autogen_core.tools import BaseTool
from pydantic import ValidationError

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Json
from workspace_app.engine.context import Said, context_of
from workspace_app.engine.control import Control
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.middleware import memory
from workspace_app.engine.middleware.base import (
    Artificial,
    Ask,
    Halt,
    Interfere,
    Middleware,
    MiddlewareError,
    ModelAnswer,
    ModelCall,
    ModelRequest,
    State,
    ToolAnswer,
    ToolCall,
    ToolRequest,
    Update,
    merged,
)
from workspace_app.engine.middleware.memory import Decision
from workspace_app.engine.middleware.model_calls import ModelCalls
from workspace_app.engine.middleware.order import in_order
from workspace_app.engine.middleware.registry import EVERYWHERE
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.engine.place import Place
from workspace_app.engine.recorder import Recorder
from workspace_app.store.changes import NewMessage

NOTHING = Decision()


@dataclass(frozen=True)
class Scene:
    """Where an assistant's middleware works.

    Args:
        names: for each speaker, the ASCII name that models accept.
        slot: name of the assistant's own model slot.
        pause: how waiting is done.
    """

    speaker: str
    names: Mapping[str, str]
    slot: str
    place: Place
    ledger: Ledger
    recorder: Recorder
    control: Control
    models: ModelCalls
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep


class Chain:
    """The middleware of one assistant in one run, outermost first.

    Attributes:
        tools: the assistant's tools by name, those of its middleware too.
        answered: the model's newest answer.
    """

    def __init__(self, middleware: Sequence[Middleware[Any]], scene: Scene) -> None:
        self.scene = scene
        self.tools: Mapping[str, BaseTool[Any, Any]] = {}
        self.answered: ModelAnswer | None = None
        self.decision = Decision()
        self._middleware = list(middleware)
        self._views = {one.name: _View(self, one.name) for one in middleware}
        self._state: dict[str, State] = {}
        self._changed: set[str] = set()

    @property
    def shows_text(self) -> bool:
        """Whether the model's text may be seen while it comes in."""
        return all(one.shows_text for one in self._middleware)

    def brought_tools(self) -> list[BaseTool[Any, Any]]:
        """The tools that the middleware brings (L2)."""
        return [tool for one in self._middleware for tool in one.tools(self._views[one.name])]

    def open_turn(self) -> bool:
        """Read the middleware's state back from the stored messages; whether a turn begins now."""
        said, speaker = self.scene.recorder.said(), self.scene.speaker
        self._state, self._changed = memory.states(speaker, said), set()
        begins = not memory.has_begun(speaker, said)
        for one in self._middleware if begins else ():
            old = self._state.get(one.name, {})
            if any(key in old for key in one.per_turn):
                self._state[one.name] = {key: value for key, value in old.items() if key not in one.per_turn}
                self._changed.add(one.name)
        return begins

    def state_of(self, name: str) -> State:
        """The present state of a middleware."""
        return self._state.get(name, {})

    def take_state(self) -> dict[str, Json]:
        """What is to be stored with the next message: {"state": ...} if anything changed since the last one."""
        names, self._changed = self._changed, set()
        return {memory.STATE: {name: dict(self._state.get(name, {})) for name in names}} if names else {}

    def accept(self, changes: Mapping[str, State]) -> None:
        """Take over changes of state that came with an answer. Raises MiddlewareError for one that does not fit its `State`."""
        for name, state in changes.items():
            after = merged(self._state, name, state)
            self._check_state(name, after.get(name, {}))
            self._state = after
            self._changed.add(name)

    def _check_state(self, name: str, state: State) -> None:
        schema = next((one.State for one in self._middleware if one.name == name), None)
        try:
            if schema is not None:
                schema.model_validate(state)
        except ValidationError as error:
            raise MiddlewareError(f"{name} is to remember what its State does not allow: {error}") from None

    async def run_hooks(self, *hooks: str, decided: Decision = NOTHING) -> Decision:
        """Run lists of hooks; nothing of it is taken over if one of them raises. A jump skips what would follow.

        Args:
            decided: what is decided already, to which they add.
        """
        before = dict(self._state), set(self._changed)
        self.decision = decided
        try:
            for hook in hooks:
                for one in in_order(self._middleware, hook):
                    self._take(one, hook, await self._update(one, hook) or Update())
                    if self.decision.jump is not None:
                        return self.decision
        except Interfere as said:
            words = Decision(tuple(Artificial(text, "user") for text in said.texts), jump="model")
            self.decision = self.decision.and_then(words)
        except BaseException:
            self._state, self._changed = before
            raise
        return self.decision

    async def think(self, request: ModelRequest, call: ModelCall) -> ModelAnswer:
        """Make a model call through the middleware."""
        answer: ModelAnswer = await self._nest("wrap_model_call", call)(await self.prepared(request))
        for one in self._with("post_think"):
            with _failing(one, "post_think"), _blamed_on(one):
                answer = await one.post_think(self._views[one.name], answer) or answer
        self.accept(answer.state)
        self.answered = answer
        return answer

    async def prepared(self, request: ModelRequest) -> ModelRequest:
        """The request as all pre_think leave it."""
        for one in self._with("pre_think"):
            with _failing(one, "pre_think"), _blamed_on(one):
                request = await one.pre_think(self._views[one.name], request) or request
        return request

    async def act(self, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        """Make a tool call through the middleware; its changes of state are the caller's to `accept`."""
        for one in self._with("pre_act"):
            with _blamed_on(one):
                request = await one.pre_act(self._views[one.name], request) or request
        answer: ToolAnswer = await self._nest("wrap_tool_call", call)(request)
        for one in self._with("post_act"):
            with _blamed_on(one):
                answer = await one.post_act(self._views[one.name], request, answer) or answer
        return answer

    def check_tools(self, request: ModelRequest) -> None:
        """Raise MiddlewareError if a request offers tools that nobody can run (L18)."""
        unknown = [tool["name"] for tool in request.tools if tool["name"] not in self.tools]
        # What every assistant has lets calls through; it runs none in a tool's place.
        if unknown and all(type(one).__name__ in EVERYWHERE for one in self._with("wrap_tool_call")):
            raise MiddlewareError(
                f"A middleware offers tools that the assistant does not have: {', '.join(unknown)}. "
                f"It has: {', '.join(self.tools) or 'none'}. Give it these tools, or a middleware with wrap_tool_call that runs them."
            )

    async def close(self) -> None:
        """The run is over."""
        for one in self._middleware:
            await one.close()

    def _with(self, hook: str) -> Iterator[Middleware[Any]]:
        """Those that override a hook (L6), outermost first."""
        return (one for one in self._middleware if getattr(type(one), hook) is not getattr(Middleware, hook))

    def _nest(self, hook: str, innermost: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
        call = innermost
        for one in reversed(list(self._with(hook))):
            call = self._wrapped(one, hook, call)
        return call

    def _wrapped(
        self, one: Middleware[Any], hook: str, inner: Callable[[Any], Awaitable[Any]]
    ) -> Callable[[Any], Awaitable[Any]]:
        async def call(request: Any) -> Any:
            with _blamed_on(one):
                return await getattr(one, hook)(self._views[one.name], request, inner)

        return call

    async def _update(self, one: Middleware[Any], hook: str) -> Update | None:
        with _failing(one, hook), _blamed_on(one):
            update: Update | None = await getattr(one, hook)(self._views[one.name])
        return update

    def _take(self, one: Middleware[Any], hook: str, update: Update) -> None:
        if update.jump is not None and update.jump not in one.can_jump_to.get(hook, ()):
            raise MiddlewareError(
                f'{one.name} jumps to "{update.jump}" from {hook}, which it does not declare: name it in can_jump_to.'
            )
        if update.state:
            self.accept({one.name: update.state})
        later = Decision(tuple(update.messages), dict(update.results), dict(update.calls), update.jump)
        self.decision = self.decision.and_then(later)


class _View:
    """The run as one middleware sees it; see `base.Run`."""

    def __init__(self, chain: Chain, name: str) -> None:
        self._chain, self._name, self._scene = chain, name, chain.scene

    @property
    def speaker(self) -> str:
        return self._scene.speaker

    @property
    def slot(self) -> str:
        return self._scene.slot

    @property
    def place(self) -> Place:
        return self._scene.place

    @property
    def trace(self) -> str:
        return self._scene.recorder.conversation

    @property
    def user(self) -> str:
        return getpass.getuser()

    @property
    def ledger(self) -> Ledger:
        return self._scene.ledger

    @property
    def token(self) -> CancellationToken:
        return self._scene.control.token

    @property
    def held(self) -> bool:
        return self._scene.control.ended in ("ask", "paused")

    @property
    def state(self) -> State:
        return self._chain.state_of(self._name)

    @property
    def said(self) -> Sequence[Said]:
        return self._scene.recorder.said()

    @property
    def messages(self) -> Sequence[LLMMessage]:
        return context_of(self._scene.speaker, self.said, self._scene.names)

    @property
    def answered(self) -> ModelAnswer | None:
        return self._chain.answered

    @property
    def open_calls(self) -> Sequence[ToolRequest]:
        decided = self._chain.decision
        calls = self._chain.answered.calls if self._chain.answered else ()
        return [
            tool_request(call, self._chain.tools)
            for call in calls
            if call.id not in decided.results and call.id not in decided.calls
        ]

    @property
    def tools(self) -> Mapping[str, BaseTool[Any, Any]]:
        return self._chain.tools

    def model(self, slot: str) -> ModelSlot:
        return self._scene.models.client(slot).slot

    def answer(self, key: str) -> Mapping[str, Json] | None:
        return memory.answer(self.said, key)

    async def tell(self, event: str, text: str, **data: Json) -> None:
        about = {**data, "middleware": self._name, "event": event}
        await self._scene.recorder.keep(NewMessage(source=self._scene.speaker, kind="notice", text=text, data=about))

    async def ask_model(self, request: ModelRequest, *, prepared: bool = False) -> ModelAnswer:
        request = await self._chain.prepared(request) if prepared else request
        return await self._scene.models.call(request, self._scene.control.token)

    async def sleep(self, seconds: float) -> None:
        waiting = {
            asyncio.ensure_future(wait) for wait in (self._scene.pause(seconds), self._scene.control.halt.wait())
        }
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()
        if self._scene.control.pausing:
            raise Halt


def tool_request(call: FunctionCall, tools: Mapping[str, BaseTool[Any, Any]]) -> ToolRequest:
    """A model's call as middleware sees it."""
    try:
        arguments = json.loads(call.arguments or "{}")
    except ValueError:
        arguments = None
    return ToolRequest(call.id, call.name, arguments if isinstance(arguments, dict) else None, tools.get(call.name))


@contextmanager
def _failing(one: Middleware[Any], hook: str) -> Iterator[None]:
    """What a hook raises that is no sentence of ours ends the step with one (T33)."""
    try:
        yield
    except WorkspaceError:
        raise
    except Exception as error:
        raise MiddlewareError(f"{one.name} failed in {hook} with {type(error).__name__}: {error}") from error


@contextmanager
def _blamed_on(one: Middleware[Any]) -> Iterator[None]:
    """A question tells which middleware asks it; the innermost one does."""
    try:
        yield
    except Ask as ask:
        if "middleware" not in ask.data:
            ask.data |= {"middleware": one.name, "type": type(one).__name__, "key": ask.key}
        raise
