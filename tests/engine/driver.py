"""Drives a real desk against a scripted model, waiting on events and never on the clock."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from spaces import Space
from tests.support.scripted_model import ScriptedModel
from tests.support.stores import lay_store
from workspace_app.desk.desk import Desk
from workspace_app.domain.records import Message, Question, Task
from workspace_app.domain.status import Status
from workspace_app.store.database import open_reader
from workspace_app.store.queries import Queries

PATIENCE = 30.0
PAUSE = 0.05
RESTING = (Status.WAITING, Status.DONE, Status.ERROR, Status.PAUSED, Status.INTERRUPTED)


class Driver:
    """A desk, its store, and ways to wait for it."""

    def __init__(self, desk: Desk, home: Path) -> None:
        self.desk = desk
        self.ask = Queries(open_reader(home))
        self._changed = asyncio.Event()
        self.statuses: list[tuple[str, int | None, str]] = []
        desk.events.subscribe(self._heard)

    def _heard(self, event: Any) -> None:
        if event.kind in ("task", "step") and event.status:
            self.statuses.append((event.kind, event.step, str(event.status)))
        self._changed.set()

    async def until(self, met: Callable[[], Any]) -> Any:
        """Wait until `met()` is true, looking after every event, and now and then for what no event tells; its value."""
        async with asyncio.timeout(PATIENCE):
            while not (found := met()):
                self._changed.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), PAUSE)
        return found

    async def rested(self, task: str) -> Task:
        """Wait until a task neither runs nor is about to; the task."""
        return await self.until(
            lambda: (row := self.ask.task(task)).status in RESTING and not self.desk.busy(task) and row
        )

    async def asked(self, task: str) -> Question:
        """Wait until a task asks something; the question."""
        row = await self.rested(task)
        assert row.status is Status.WAITING, (row.status, row.waits_for)
        (question,) = self.ask.open_questions(task)
        return question

    async def planned(self, steps: list[dict[str, Any]], **values: Any) -> str:
        """A new task whose plan is these steps, approved."""
        plan = {"title": "Test", "steps": steps}
        task = (await self.desk.new_task("Do it", plan=plan, model=values.pop("model", "m"), **values))["id"]
        question = await self.asked(task) if values.get("approve", "none") == "none" else None
        if question is not None:
            await self.desk.answer(question.id, "approve")
        return str(task)

    def messages(self, task: str, step: int, run: int = -1) -> list[Message]:
        """The messages of a step's run, after a check that their numbers have no gap."""
        conversation = self.ask.conversations(self.ask.step_n(task, step).id)[run]
        messages = self.ask.messages(conversation.id)
        assert [message.seq for message in messages] == list(range(1, len(messages) + 1))
        return messages

    def kinds(self, task: str, step: int, run: int = -1) -> list[str]:
        """Speaker and kind of each message of a step's run."""
        return [f"{message.source}:{message.kind}" for message in self.messages(task, step, run)]

    def project_folder(self, task: str) -> Path:
        """The folder of a task's project."""
        return Path(self.ask.project(self.ask.task(task).project).folder)

    async def sound(self, folder: Path) -> None:
        """Wait until what is being written to a project's history is written; nothing is wrong with it then."""
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while problems := await asyncio.to_thread(Space.open(folder).check):
            assert asyncio.get_running_loop().time() < deadline, problems
            await asyncio.sleep(PAUSE)

    def read(self, task: str, step: int, number: int = -1) -> str:
        """The text, on disk, of one of a step's works."""
        work = self.ask.works(task, step)[number]
        return (self.project_folder(task) / work.path).read_text(encoding="utf-8")


@asynccontextmanager
async def driving(home: Path, server: ScriptedModel | None = None) -> AsyncIterator[Driver]:
    """A desk on `home`, with the slot "m" (model "m") and others on the scripted server."""
    lay_store(home)
    desk = await Desk.open(home)
    driver = Driver(desk, home)
    try:
        if server is not None:
            for name in ("m", "m2"):
                await desk.add_model(name, "openai", name, base_url=f"{server.url}/v1", key_env="WORKSPACE_TEST_KEY")
        yield driver
    finally:
        await desk.close()
        driver.ask.close()


def submit(title: str, content: str, **more: Any) -> dict[str, Any]:
    """A scripted reply that hands in a work."""
    return {"tools": [("submit_work", {"title": title, "content": content, **more})]}


def plan_reply(steps: list[dict[str, Any]], title: str = "Test") -> str:
    """A scripted planner's answer."""
    return f"Here it is.\n```json\n{json.dumps({'title': title, 'steps': steps})}\n```\nWhat do you think?"
