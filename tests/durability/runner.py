"""One life of an engine: opens the home, goes on with the task wherever it stands, prints every message as it is told, ends when it rests.

Run as `python -m tests.durability.runner HOME URL`; meant to be killed at any moment.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.durability.checksums import ROUNDS
from tests.engine.driver import Driver
from workspace_app.desk.desk import Desk
from workspace_app.domain.records import Question
from workspace_app.domain.status import Status

Answer = Callable[[Driver, Question], Awaitable[None]]

PLAN = {
    "title": "Long",
    "steps": [
        {
            "id": "r",
            "step_task": "Write it.",
            "kind": "review",
            "team": {
                "assistants": [{"name": "writer", "tools": ["read_file"]}, {"name": "critic", "tools": ["read_file"]}]
            },
        },
        {
            "id": "a",
            "step_task": "Conclude.",
            "kind": "agent",
            "team": {"assistants": [{"name": "closer", "tools": ["read_file"]}]},
        },
    ],
}


async def live(
    home: Path,
    url: str,
    plan: Mapping[str, Any],
    answer: Answer,
    tools: Sequence[str] = (),
    heard: Callable[[Any], None] = lambda _event: None,
    **crew: Any,
) -> None:
    """Go on with the task of a home until it is done, and print each message, work and task as it is told.

    Args:
        answer: the person, who is asked what waits.
        tools: those of the crew's that may be called.
        heard: is given every event.
        crew: as for `Desk.open`.
    """
    desk = await Desk.open(home, **crew)
    driver = Driver(desk, home)
    desk.events.subscribe(heard)
    desk.events.subscribe(
        lambda event: print(event.kind, event.id, flush=True) if event.kind in ("message", "work", "task") else None
    )
    if "m" not in [slot["name"] for slot in await desk.models()]:
        await desk.add_model("m", "openai", "m", base_url=f"{url}/v1", key_env="WORKSPACE_TEST_KEY")
    if not await desk.permissions():
        for tool in tools:
            await desk.allow_tool(tool)
    tasks = driver.ask.tasks()
    task = tasks[0].id if tasks else (await desk.new_task("Do it", plan=plan, model="m"))["id"]
    while (row := await driver.rested(task)).status is not Status.DONE:
        if row.status is Status.INTERRUPTED:
            await desk.resume(task)
            continue
        assert row.status is Status.WAITING, row.waits_for
        (question,) = driver.ask.open_questions(task)
        await answer(driver, question)
    await desk.close()


async def answer(driver: Driver, question: Question) -> None:
    """The person: sends the work back a few times, and agrees to all else."""
    version = driver.ask.work(question.data["works"][0]).newest.n if question.data.get("works") else 0
    if question.kind == "review" and version < 2 * ROUNDS:
        await driver.desk.answer(question.id, "changes", text=f"Feedback to {version}")
    else:
        await driver.desk.answer(question.id, "approve")


if __name__ == "__main__":
    asyncio.run(live(Path(sys.argv[1]), sys.argv[2], PLAN, answer))
