"""One life of an engine whose assistant has limits, retries, approvals and a list of its own; see `runner`.

Run as `python -m tests.durability.middleware_life HOME URL`; meant to be killed at any moment.
"""

import asyncio
import json
import os
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from autogen_core.tools import BaseTool, FunctionTool

from tests.durability.checksums import PLAN as PLAN_FILE
from tests.durability.checksums import checksum
from tests.durability.runner import live
from tests.engine.driver import Driver
from tests.support.scripted_model import Reply
from workspace_app.domain.records import Question
from workspace_app.engine.middleware.base import Middleware, NoSettings, Run, ToolAnswer, ToolCall, ToolRequest, Update

ROUNDS = 3
EFFECTS = "effects.txt"
BOT = "counter"
MIDDLEWARE: list[dict[str, Any]] = [
    {"type": "ModelCallLimit", "settings": {"run_limit": 5, "thread_limit": 50}},
    {"type": "ToolCallLimit", "settings": {"tool_name": "count", "run_limit": 2}},
    {"type": "ModelRetry", "settings": {"max_retries": 9, "initial_delay": 0, "on_failure": "error"}},
    {"type": "ToolRetry", "settings": {"tools": ["count"], "initial_delay": 0}},
    {"type": "HumanInTheLoop", "settings": {"interrupt_on": {"count": True}}},
    {"type": "Diary"},
]
PLAN = {
    "title": "Long",
    "steps": [
        {
            "id": "r",
            "step_task": "Write it.",
            "kind": "review",
            "team": {"assistants": [{"name": BOT, "tools": ["read_file"], "middleware": MIDDLEWARE}]},
        },
    ],
}


class ScriptedFailures:
    """The model: each turn counts twice beside a look at a file, once more than it may, and hands in; every third request fails."""

    def __init__(self) -> None:
        self._asked = 0

    def __call__(self, request: dict[str, Any]) -> Reply:
        self._asked += 1
        if self._asked % 3 == 0:
            return Reply(status=500, text="Overloaded.")
        crc = checksum(request)
        n = int(crc, 16) % 100_000
        rounds = 0
        for message in request["messages"]:
            rounds = rounds + 1 if message["role"] == "assistant" else (0 if message["role"] == "user" else rounds)
        if rounds == 0:
            return Reply(tools=[("count", {"n": n}), ("read_file", {"path": PLAN_FILE}), ("count", {"n": n + 1})])
        if rounds == 1:
            return Reply(tools=[("count", {"n": n})])
        return Reply(tools=[("submit_work", {"title": "Doc", "content": f"State {crc}"})])


class Diary(Middleware[NoSettings]):
    """Counts how often its hooks were called, and remembers what its tool did; brings that tool, which has an effect."""

    per_turn: ClassVar[Sequence[str]] = ("run",)
    effects: ClassVar[Path]

    def tools(self, run: Run) -> Sequence[BaseTool[Any, Any]]:
        async def count(n: int) -> str:
            if f"tried {n}" not in written(self.effects):
                write(self.effects, f"tried {n}")
                raise ConnectionError("Not the first time.")
            write(self.effects, f"done {n}")
            return answer_of(n)

        return [FunctionTool(count, "Count.", name="count")]

    async def before_agent(self, run: Run) -> Update:
        return self._one_more(run, "turns")

    async def before_model(self, run: Run) -> Update:
        return Update(state={"run": run.state.get("run", 0) + 1, "asked": run.state.get("asked", 0) + 1})

    async def after_model(self, run: Run) -> Update:
        return self._one_more(run, "answers")

    async def after_agent(self, run: Run) -> Update:
        return self._one_more(run, "ends")

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        answer = await call(request)
        return answer.remember(self, **{f"result {zlib.crc32(str(request.arguments).encode())}": answer.text})

    @staticmethod
    def _one_more(run: Run, key: str) -> Update:
        return Update(state={key: run.state.get(key, 0) + 1})


def answer_of(n: int) -> str:
    """What the tool says."""
    return f"counted {n}"


def written(effects: Path) -> list[str]:
    """The tool's effects."""
    return effects.read_text().splitlines() if effects.exists() else []


def write(effects: Path, line: str) -> None:
    """Have an effect that lasts."""
    with effects.open("a") as file:
        file.write(f"{line}\n")
        file.flush()
        os.fsync(file.fileno())


def decision(n: int) -> dict[str, Any]:
    """What the person says about a call: always the same about the same call."""
    if n % 4 == 0:
        return {"type": "reject", "message": f"Not {n}."}
    if n % 4 == 1:
        return {"type": "edit", "name": "count", "arguments": {"n": n + 1_000_000}}
    return {"type": "approve"}


async def answer(driver: Driver, effects: Path, question: Question) -> None:
    """The person: knows what to do with calls, looks what became of a cut one, and sends the work back a few times."""
    if question.kind == "tool" and "calls" in question.data:
        made = [decision(call["arguments"]["n"]) for call in question.data["calls"]]
        await driver.desk.answer(question.id, "approve", decisions=made)
    elif question.kind == "tool":
        await _look(driver, effects, question)
    elif question.kind == "review" and driver.ask.work(question.data["works"][0]).newest.n < ROUNDS:
        await driver.desk.answer(question.id, "changes", text=f"Feedback to {len(question.data['works'])}")
    else:
        assert question.kind in ("plan", "review"), (question.kind, question.text)
        await driver.desk.answer(question.id, "approve")


async def _look(driver: Driver, effects: Path, question: Question) -> None:
    """The engine does not know whether a call was finished; the person looks."""
    n = json.loads(question.data["call"]["arguments"])["n"]
    n = decision(n).get("arguments", {"n": n})["n"]
    if f"done {n}" in written(effects):
        await driver.desk.answer(question.id, "text", text=answer_of(n))
    else:
        await driver.desk.answer(question.id, "choose", choices=["run again"])


def own(home: Path) -> Callable[[object], Mapping[str, type[Middleware[Any]]]]:
    """The project's own middleware: the diary of this home."""
    Diary.effects = home / EFFECTS
    return lambda _project: {"Diary": Diary}


async def _live(home: Path, url: str) -> None:
    async def person(driver: Driver, question: Question) -> None:
        await answer(driver, home / EFFECTS, question)

    await live(home, url, PLAN, person, tools=("count",), own=own(home))


if __name__ == "__main__":
    asyncio.run(_live(Path(sys.argv[1]), sys.argv[2]))
