"""Five tasks whose models are slow, at once, next to the slowest of them alone (R80)."""

import asyncio
import itertools
import os
import re
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.measure import Row
from tests.engine.driver import Driver, driving, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.status import Status

SECONDS = (0.5, 1.0, 1.5, 2.0, 2.5)
"""What the model of each task takes for its one answer."""
ROUNDS = 3


def rows(home: Path) -> list[Row]:
    """The comparison."""
    os.environ["WORKSPACE_TEST_KEY"] = "test-key"
    with ScriptedModel() as server:
        server.script("m", _slow_answer)
        return [asyncio.run(_measure(home, server))]


def _slow_answer(request: dict[str, Any]) -> Reply:
    """Hands in a work after as many seconds as the task's text says."""
    delay = re.search(r"Wait (\d+\.\d+) seconds", str(request["messages"]))
    assert delay is not None, request
    return Reply(delay=float(delay.group(1)), **submit("Result", "Waited."))


async def _measure(home: Path, server: ScriptedModel) -> Row:
    name, yardstick = f"{len(SECONDS)} tasks at once, slow models", "the slowest of them alone"
    ours, theirs = [], []
    numbers = itertools.count(1)
    async with driving(home, server) as driver:
        await _timed(driver, SECONDS[:1], next(numbers))
        for _ in range(ROUNDS):
            theirs.append(await _timed(driver, SECONDS[-1:], next(numbers)))
            ours.append(await _timed(driver, SECONDS, next(numbers)))
    return Row(name, yardstick, ours, theirs)


async def _timed(driver: Driver, seconds: tuple[float, ...], number: int) -> float:
    start = time.perf_counter()
    tasks = [await _start(driver, delay, number) for delay in seconds]
    for task in tasks:
        row = await driver.rested(task)
        assert row.status is Status.DONE, (row.status, row.waits_for)
    return time.perf_counter() - start


async def _start(driver: Driver, delay: float, number: int) -> str:
    step = {"id": "s", "title": "Wait", "step_task": f"Wait {delay} seconds.", "kind": "agent"}
    return await driver.planned([step], title=f"Wait {delay} ({number})")
