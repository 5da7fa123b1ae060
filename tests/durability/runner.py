"""One life of an engine: opens the home, goes on with the task wherever it stands, prints every message as it is told, ends when it rests.

Run as `python -m tests.durability.runner HOME URL`; meant to be killed at any moment.
"""

import asyncio
import sys
from pathlib import Path

from tests.durability.checksums import ROUNDS
from tests.engine.driver import Driver
from workspace_app.desk.desk import Desk
from workspace_app.domain.status import Status

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


async def _live(home: Path, url: str) -> None:
    desk = await Desk.open(home)
    driver = Driver(desk, home)
    desk.events.subscribe(
        lambda event: print(event.kind, event.id, flush=True) if event.kind in ("message", "work", "task") else None
    )
    if "m" not in [slot["name"] for slot in await desk.models()]:
        await desk.add_model("m", "openai", "m", base_url=f"{url}/v1", key_env="WORKSPACE_TEST_KEY")
    tasks = driver.ask.tasks()
    task = tasks[0].id if tasks else (await desk.new_task("Do it", plan=PLAN, model="m"))["id"]
    while (row := await driver.rested(task)).status is not Status.DONE:
        if row.status is Status.INTERRUPTED:
            await desk.resume(task)
            continue
        assert row.status is Status.WAITING, row.waits_for
        (question,) = driver.ask.open_questions(task)
        if question.kind == "review" and driver.ask.work(question.data["works"][0]).newest.n < 2 * ROUNDS:
            await desk.answer(
                question.id, "changes", text=f"Feedback to {driver.ask.work(question.data['works'][0]).newest.n}"
            )
        else:
            await desk.answer(question.id, "approve")
    await desk.close()


if __name__ == "__main__":
    asyncio.run(_live(Path(sys.argv[1]), sys.argv[2]))
