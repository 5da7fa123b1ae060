"""One life of an engine that ends itself by SIGKILL at the next point of `POINTS`; see `runner`.

Run as `python -m tests.durability.cut_life HOME URL`. A file in the home counts the lives; the one after the last point comes to its end.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autogen_core.tools import BaseTool, FunctionTool

from tests.durability.middleware_life import write, written
from tests.durability.runner import live
from tests.engine.driver import Driver
from tests.support.scripted_model import Reply
from workspace_app.domain.records import Question
from workspace_app.engine.middleware.base import (
    Middleware,
    ModelAnswer,
    NoSettings,
    Run,
    ToolAnswer,
    ToolCall,
    ToolRequest,
    Update,
)

LIVES, EFFECTS = "lives.txt", "effects.txt"
POINTS = ("half an answer", "answered", "decided", "in the tool", "after the tool")
"""Where each life is cut: in the stream of an answer; between it and its row, before and after the hooks; after a tool's effect."""
BOT = "cut"
TALK = "I shall count. " * 20
PLAN = {
    "title": "Cut",
    "steps": [
        {
            "id": "r",
            "step_task": "Count.",
            "kind": "agent",
            "team": {"assistants": [{"name": BOT, "middleware": [{"type": "Cutter"}]}]},
        }
    ],
}


def counts_twice(request: dict[str, Any]) -> Reply:
    """The model: talks and counts to one, counts to two, hands in."""
    rounds = sum(message["role"] == "assistant" for message in request["messages"])
    if rounds < 2:
        return Reply(text=TALK, tools=[("count", {"n": rounds + 1})], chunk_delay=0.01 * (rounds == 0))
    return Reply(tools=[("submit_work", {"title": "Doc", "content": "Two."})])


class Cutter(Middleware[NoSettings]):
    """Ends its own engine, as `kill -9` does; brings a tool that has an effect."""

    home: Path

    def tools(self, run: Run) -> Sequence[BaseTool[Any, Any]]:
        async def count(n: int) -> str:
            write(self.home / EFFECTS, str(n))
            self.cut("in the tool")
            return f"counted {n}"

        return [FunctionTool(count, "Count.", name="count")]

    async def post_think(self, run: Run, answer: ModelAnswer) -> ModelAnswer:
        self.cut("answered")
        return answer.remember(self, asked=run.state.get("asked", 0) + 1)

    async def after_model(self, run: Run) -> Update:
        self.cut("decided")
        return Update(state={"answers": run.state.get("answers", 0) + 1})

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        answer = await call(request)
        if request.arguments == {"n": 2}:
            self.cut("after the tool")
        return answer

    @classmethod
    def cut(cls, point: str) -> None:
        """End the engine if this is where this life is to end."""
        lives = len(written(cls.home / LIVES)) - 1
        if POINTS[lives : lives + 1] == (point,):
            os.kill(os.getpid(), signal.SIGKILL)


async def looks(driver: Driver, question: Question) -> None:
    """The person: looks whether a cut call had its effect, and agrees to all else."""
    if question.kind != "tool":
        await driver.desk.answer(question.id, "approve")
        return
    n = json.loads(question.data["call"]["arguments"])["n"]
    assert str(n) in written(Cutter.home / EFFECTS), "it is asked about a call that never began"
    await driver.desk.answer(question.id, "text", text=f"counted {n}")


async def _live(home: Path, url: str) -> None:
    home.mkdir(exist_ok=True)
    write(home / LIVES, "one more")
    Cutter.home = home
    await live(home, url, PLAN, looks, tools=("count",), heard=_heard, own=lambda _project: {"Cutter": Cutter})


def _heard(event: Any) -> None:
    if event.kind == "delta":
        Cutter.cut("half an answer")


if __name__ == "__main__":
    asyncio.run(_live(Path(sys.argv[1]), sys.argv[2]))
