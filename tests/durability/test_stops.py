"""Random stops and pauses, now or after the message, each resumed: the end is as if nothing had happened (R44, R81)."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.durability.checksums import reply, without_moments
from tests.durability.runner import PLAN, answer
from tests.engine.driver import Driver, driving
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.status import Status

STOPPED = (Status.PAUSED, Status.INTERRUPTED)


async def _to_the_end(drive: Driver, stops: random.Random | None, most: int) -> tuple[list[tuple[str, str, str]], int]:
    """Run the plan to its end, stopping it at random events; what was said, and how often it was stopped."""
    task = (await drive.desk.new_task("Do it", plan=PLAN, model="m"))["id"]
    stopped = 0
    told = asyncio.Semaphore(0)
    unsubscribe = drive.desk.events.subscribe(lambda _event: told.release())
    while (row := drive.ask.task(task)).status is not Status.DONE:
        if row.status is Status.WAITING and not drive.desk.busy(task):
            (question,) = drive.ask.open_questions(task)
            await answer(drive, question)
        elif row.status in STOPPED and not drive.desk.busy(task):
            await drive.desk.resume(task)
        elif stops is not None and stopped < most and stops.random() < 0.1:
            stopped += 1
            verb = stops.choice([drive.desk.stop, drive.desk.pause])
            async with asyncio.timeout(2):
                await verb(task, now=stops.random() < 0.7)
        else:
            assert row.status is not Status.ERROR, row.waits_for
            async with asyncio.timeout(30):
                await told.acquire()
    unsubscribe()
    said = [
        (message.source, message.kind, without_moments(message.text))
        for step in drive.ask.steps(task)
        for conversation in drive.ask.conversations(step.id)
        for message in drive.ask.messages(conversation.id)
        if not message.data.get("partial")
    ]
    return said, stopped


async def _check(tmp_path: Path, seeds: range, most: int) -> None:
    with ScriptedModel() as server:
        server.script("m", reply)
        async with driving(tmp_path / "whole", server) as drive:
            expected, _ = await _to_the_end(drive, None, 0)
        for seed in seeds:
            async with driving(tmp_path / f"stopped{seed}", server) as drive:
                said, stopped = await _to_the_end(drive, random.Random(seed), most)
            assert said == expected
            assert stopped


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKSPACE_TEST_KEY", "test-key")


async def test_stops_and_pauses_change_nothing(tmp_path: Path) -> None:
    await _check(tmp_path, range(1), most=15)


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_two_hundred_stops_and_pauses(tmp_path: Path) -> None:
    await _check(tmp_path, range(100, 114), most=15)
