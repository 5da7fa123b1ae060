"""An engine whose approved tool call ends it by SIGKILL at a given point: `python -m tests.engine.middleware.killed HOME URL POINT`."""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autogen_core.tools import BaseTool, FunctionTool

from tests.engine.middleware.harness import BOT
from workspace_app.desk.desk import Desk
from workspace_app.engine.middleware.base import Middleware, NoSettings, Run, ToolAnswer, ToolCall, ToolRequest

POINTS = ("before the call", "in the call", "after the call")
PLAN = {
    "title": "Test",
    "steps": [
        {
            "id": "s",
            "step_task": "x",
            "kind": "agent",
            "require_inputs": "none",
            "team": {"assistants": [{"name": BOT, "middleware": [{"type": "Fatal"}]}]},
        }
    ],
}


def fatal(effects: Path, point: str = "") -> dict[str, type[Middleware[Any]]]:
    """Middleware with a tool `act`, which writes a line to `effects`; at the point, the process is killed."""

    def reached(here: str) -> None:
        if here == point:
            os.kill(os.getpid(), signal.SIGKILL)

    class Fatal(Middleware[NoSettings]):
        """Ends everything."""

        def tools(self, run: Run) -> Sequence[BaseTool[Any, Any]]:
            async def act(x: int) -> str:
                with effects.open("a") as file:
                    file.write(f"{x}\n")
                    file.flush()
                reached("in the call")
                return f"did {x}"

            return [FunctionTool(act, "It has an effect.", name="act")]

        async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
            reached("before the call")
            answer = await call(request)
            reached("after the call")
            return answer

    return {"Fatal": Fatal}


async def main(home: Path, url: str, point: str) -> None:
    """Run a task up to its question, approve, and go on until the end."""
    own = fatal(home / "effects.txt", point)
    desk = await Desk.open(home, own=lambda _project: own)
    rests, asked = asyncio.Event(), asyncio.Queue[str]()
    desk.events.subscribe(lambda event: asked.put_nowait(event.id) if event.kind == "question" else None)
    await desk.add_model("m", "openai", "m", base_url=f"{url}/v1", key_env="WORKSPACE_TEST_KEY")
    await desk.new_task("Do it", plan=PLAN, model="m")
    await desk.answer(await asked.get(), "approve")  # the plan
    await desk.answer(await asked.get(), "approve")  # the call
    await rests.wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
