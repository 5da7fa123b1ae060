"""The scenarios' contract over the real engine: a script of model replies, tools and middleware in; messages, state, requests and a log out.

    async def test_x(bench: Bench) -> None:
        result = await bench.run([call("a", x=1), "done"], middleware=["TodoList", ("ToolCallLimit", {"run_limit": 1}), MyClass])
        assert result.messages == ["H hi", "AI a(1)#1", "T#1 a1", "AI done"]
        result = await bench.say(["more"], "go on")              # the person speaks: a new turn of the same conversation
        result = await bench.answer("approve", [...replies...])  # an answer to the question of a middleware
        result = await bench.resume([...])                       # after an error, a pause or a breakpoint
        await bench.restart()                                    # the engine is closed, and opened again on the same home

The tools are a(x) -> "a{x}", b(x) -> "b{x}", rd(x) -> "rd{x}" (return_direct) and boom, which raises ValueError("bang").
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autogen_core.tools import BaseTool, FunctionTool

from tests.engine.driver import Driver
from tests.support.scripted_model import Reply, ScriptedModel
from tests.support.stores import lay_store
from workspace_app.desk.desk import Desk
from workspace_app.domain.records import Message, Question
from workspace_app.engine.middleware import memory
from workspace_app.engine.middleware.base import Middleware, NoSettings, Run

BOT = "bot"
Entry = str | tuple[str, Mapping[str, Any]] | type[Middleware[Any]]
Script = Sequence[Reply | str | Mapping[str, Any]]


def call(*calls: Any, **arguments: Any) -> dict[str, Any]:
    """A scripted reply that calls tools: `call("a", x=1)`, or several: `call(("a", {"x": 1}), ("b", {"x": 2}))`."""
    if calls and isinstance(calls[0], str):
        return {"tools": [(calls[0], arguments)]}
    return {"tools": list(calls)}


def fails(status: int = 500, text: str = "") -> Reply:
    """A scripted failure of the model."""
    return Reply(status=status, text=text)


@dataclass(frozen=True)
class Result:
    """What a run came to.

    Args:
        messages: the conversation in short: "H text" (the person, or what is heard from nobody else), "AI text", "AI a(1)#1 b(2)#2",
            "T#1 result", "T#2! error". A call's number is its place among all calls of the conversation.
        state: private state by middleware.
        requests: the bodies of all requests that the model got, in order.
        log: "model", "tool a", and whatever the test's middleware wrote.
        events: (middleware, event) of each line that a middleware told.
        question: what waits for the person, None if nothing does.
        status, cause: the task's status, and what it waits for or what went wrong.
    """

    messages: list[str]
    state: dict[str, Any]
    requests: list[dict[str, Any]]
    log: list[str]
    events: list[tuple[str, str]]
    question: Question | None
    status: str
    cause: str
    stored: list[Message] = field(repr=False, default_factory=list)


class Bench:
    """One desk, one task with one assistant, and a scripted model.

    Attributes:
        step: further keys of the step in the plan.
    """

    def __init__(self, home: Path, server: ScriptedModel) -> None:
        self._home, self._server = home, server
        self._own: dict[str, Any] = {}
        self._stack = AsyncExitStack()
        self.log: list[str] = []
        self.delays: list[float] = []
        self.clock = "counted"
        self.step: dict[str, Any] = {}
        self.task = self.text = ""
        self.driver: Driver
        self.tools: list[BaseTool[Any, Any]] = self._standard_tools()

    async def open(self) -> None:
        """Open the desk."""
        lay_store(self._home)
        desk = await Desk.open(self._home, pause=self._pause, own=lambda _project: self._own)
        self._stack.push_async_callback(desk.close)
        self.driver = Driver(desk, self._home)
        self._stack.callback(self.driver.ask.close)
        await desk.allow_tool("*")  # what is asked about is a matter of test_permissions.py
        for name in ("m", "m2", "p", "f"):
            await desk.add_model(name, "openai", name, base_url=f"{self._server.url}/v1", key_env="WORKSPACE_TEST_KEY")

    def hooks_file(self, *functions: Callable[..., Any]) -> None:
        """Functions that the project's trusted hooks file has."""
        self._own |= {one.__name__: one for one in functions}

    async def close(self) -> None:
        """Close the desk."""
        await self._stack.aclose()

    async def restart(self) -> None:
        """Close the engine and open it again: nothing but the store is left."""
        await self.close()
        self._stack = AsyncExitStack()
        await self.open()

    async def run(
        self,
        script: Script,
        middleware: Sequence[Entry] = (),
        text: str = "hi",
        *,
        model: str = "m",
        **assistant: Any,
    ) -> Result:
        """A new task whose one step is done by one assistant; until it rests.

        Args:
            middleware: names of the registry, (name, settings), or classes of the test's own.
            assistant: further keys of the assistant in the plan.
        """
        self._own |= {one.__name__: one for one in middleware if isinstance(one, type)}
        self._own["GivenTools"] = self._given_tools()
        member = {
            "name": BOT,
            "middleware": [*(_entry(one) for one in middleware), {"type": "GivenTools"}],
            **assistant,
        }
        await self.start({"assistants": [member]}, script, text, model=model)
        return await self.result()

    async def start(self, team: Mapping[str, Any], script: Script, text: str = "hi", *, model: str = "m") -> None:
        """The same with a team of your own; not waited for."""
        self._play(script)
        self.text = text
        step = {"id": "s", "title": "Step", "step_task": text, "kind": "agent", "require_inputs": "none", "team": team}
        step |= self.step
        self.task = await self.driver.planned([step], model=model)

    async def say(self, script: Script, text: str = "go on") -> Result:
        """The person speaks: a new turn."""
        self._play(script)
        question = await self.driver.asked(self.task)
        if "middleware" in question.data:
            await self.driver.desk.say(question.conversation or "", text)
        else:
            await self.driver.desk.answer(question.id, "text", text=text)
        return await self.result()

    async def answer(self, action: str, script: Script = (), **values: Any) -> Result:
        """The person answers the open question."""
        self._play(script)
        question = await self.driver.asked(self.task)
        await self.driver.desk.answer(question.id, action, **values)
        return await self.result()

    async def resume(self, script: Script = ()) -> Result:
        """Go on after an error, a pause or a restart."""
        self._play(script)
        await self.driver.desk.resume(self.task)
        return await self.result()

    async def result(self) -> Result:
        """Wait until the task rests; what came of it."""
        row = await self.driver.rested(self.task)
        stored = self.driver.messages(self.task, 1)
        conversation = self.driver.ask.conversations(self.driver.ask.step_n(self.task, 1).id)[-1]
        said = list(self.driver.ask.spoken(conversation.id))
        questions = self.driver.ask.open_questions(self.task)
        return Result(
            messages=_short(stored, self.text),
            state=memory.states(BOT, said),
            requests=[dict(request.body) for request in self._server.requests],
            log=self.log,
            events=[(item.data["middleware"], item.data["event"]) for item in stored if "event" in item.data],
            question=questions[0] if questions else None,
            status=str(row.status),
            cause=row.waits_for,
            stored=stored,
        )

    def _play(self, script: Script) -> None:
        self._server.script(None, [self._logged(item) for item in script])

    def _logged(self, item: Any) -> Any:
        def reply(_request: Any) -> Any:
            self.log.append("model")
            return item

        return reply

    async def _pause(self, seconds: float) -> None:
        self.delays.append(seconds)
        if self.clock == "real":
            await asyncio.sleep(seconds)

    def tool(self, name: str, *, direct: bool = False) -> BaseTool[Any, Any]:
        """A tool name(x) -> "name{x}" that writes "tool name" to the log."""

        async def act(x: int) -> str:
            self.log.append(f"tool {name}")
            return f"{name}{x}"

        made = FunctionTool(act, f"The tool {name}.", name=name)
        made.return_direct = direct  # type: ignore[attr-defined]
        return made

    def _standard_tools(self) -> list[BaseTool[Any, Any]]:
        async def boom() -> str:
            self.log.append("tool boom")
            raise ValueError("bang")

        return [
            self.tool("a"),
            self.tool("b"),
            self.tool("rd", direct=True),
            FunctionTool(boom, "It fails.", name="boom"),
        ]

    def _given_tools(self) -> type[Middleware[Any]]:
        tools = self.tools

        class GivenTools(Middleware[NoSettings]):
            """The tools of the test."""

            def tools(self, run: Run) -> Sequence[BaseTool[Any, Any]]:
                return tools

        return GivenTools


def _entry(one: Entry) -> dict[str, Any]:
    if isinstance(one, type):
        return {"type": one.__name__}
    if isinstance(one, str):
        return {"type": one}
    return {"type": one[0], "settings": dict(one[1])}


def _short(stored: Sequence[Message], task: str) -> list[str]:
    numbers: dict[str, int] = {}
    short: list[str] = []
    for item in stored:
        if item.data.get("partial"):
            continue
        if item.kind == "tool_call":
            short.append("AI " + " ".join(_call(made, numbers) for made in item.data["calls"]))
        elif item.kind == "tool_result":
            short += [
                f"T#{numbers[result['id']]}{'!' if result['is_error'] else ''} {result['text']}"
                for result in item.data["results"]
            ]
        elif item.kind == "text" and item.source == BOT:
            short.append(f"AI {item.text}")
        elif item.kind == "task":
            short.append(f"H {task}")
        elif item.kind in ("answer", "text") or item.data.get("sent"):
            short.append(f"H {item.text}")
    return short


def _call(made: Mapping[str, Any], numbers: dict[str, int]) -> str:
    numbers[made["id"]] = len(numbers) + 1
    try:
        values = ", ".join(str(value) for value in json.loads(made["arguments"] or "{}").values())
    except (ValueError, AttributeError):
        values = made["arguments"]
    return f"{made['name']}({values})#{numbers[made['id']]}"
