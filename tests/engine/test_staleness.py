"""Works that are out of date: marked across tasks, explained, kept, and run again in order; nothing runs by itself (R60)."""

from typing import Any

import pytest

from tests.engine.driver import Driver, submit
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.errors import NotAllowed
from workspace_app.domain.status import Status

AGENT: dict[str, Any] = {"id": "a", "title": "Write", "step_task": "Write.", "kind": "agent"}
REVIEW: dict[str, Any] = {**AGENT, "kind": "review"}


def stale(drive: Driver, task: str) -> dict[str, bool]:
    """Whether each work of a task is out of date, by title."""
    return {work.title: work.stale for work in drive.ask.works(task)}


async def approve(drive: Driver, task: str) -> None:
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "approve")


async def chain(drive: Driver, server: ScriptedModel) -> tuple[str, str]:
    """A task with three steps, each on the one before, and another task on the last of them: all done."""
    server.script("m", [submit("A", "a1"), submit("B", "b1"), submit("C", "c1"), submit("D", "d1")])
    task = await drive.planned([AGENT, {**AGENT, "id": "b"}, {**AGENT, "id": "c"}])
    await drive.rested(task)
    (last,) = drive.ask.works(task, 3)
    other = await drive.planned([{**AGENT, "require_inputs": [f"work:{last.path}"]}])
    await drive.rested(other)
    return task, other


async def test_r60_a_newer_input_marks_all_that_was_made_from_it_across_tasks_and_nothing_runs(
    drive: Driver, server: ScriptedModel
) -> None:
    task, other = await chain(drive, server)
    server.script("m", [submit("A", "a2")])
    calls = len(server.requests)
    await drive.desk.rerun(task, 1)
    await drive.rested(task)
    assert len(server.requests) == calls + 1
    assert [(work.title, work.stale) for work in drive.ask.works(task)] == [
        ("A", False), ("A", False), ("B", True), ("C", True),
    ]  # fmt: skip
    assert stale(drive, other) == {"D": True}
    (late,) = drive.ask.works(other, 1)
    (cause,) = (await drive.desk.why_stale(late.id))["causes"]
    old, new = drive.ask.works(task, 1)
    assert (cause["used"]["version"], cause["now"]["version"]) == (old.newest.id, new.newest.id)
    steps = await drive.desk.out_of_date(task)
    assert [(step["task"], step["n"]) for step in steps] == [(task, 2), (task, 3), (other, 1)]


async def test_r60_run_again_in_order_each_waits_for_the_one_before(drive: Driver, server: ScriptedModel) -> None:
    task, other = await chain(drive, server)
    server.script("m", [submit("A", "a2"), submit("B", "b2"), submit("C", "c2"), submit("D", "d2")])
    await drive.desk.rerun(task, 1)
    await drive.rested(task)
    steps = await drive.desk.out_of_date(other)
    await drive.desk.run_in_order([step["step"] for step in steps])
    await drive.until(lambda: len(drive.ask.works(other, 1)) == 2 and drive.ask.task(other).status is Status.DONE)
    await drive.rested(task)
    sent = [str(request.body["messages"]) for request in server.requests[-3:]]
    assert ["a2" in sent[0], "b2" in sent[1], "c2" in sent[2]] == [True, True, True]
    assert await drive.desk.out_of_date() == []
    assert [drive.read(other, 1), drive.ask.lined_up()] == ["d2", []]


async def test_r60_what_is_lined_up_asks_as_always_and_waits_for_the_answer(
    drive: Driver, server: ScriptedModel
) -> None:
    server.script("m", [submit("A", "a1"), submit("B", "b1"), submit("C", "c1")])
    task = await drive.planned([AGENT, {**REVIEW, "id": "b"}, {**AGENT, "id": "c"}])
    await approve(drive, task)
    await drive.rested(task)
    server.script("m", [submit("A", "a2"), submit("B", "b2"), submit("C", "c2")])
    await drive.desk.rerun(task, 1)
    await drive.rested(task)
    await drive.desk.run_in_order([step["step"] for step in await drive.desk.out_of_date(task)])
    question = await drive.asked(task)
    assert question.step_n == 2
    assert len(drive.ask.works(task, 3)) == 1
    await drive.desk.answer(question.id, "approve")
    await drive.until(lambda: len(drive.ask.works(task, 3)) == 2)
    await drive.rested(task)
    assert drive.read(task, 3) == "c2"


async def test_r60_still_good_keeps_a_work_and_what_rests_on_it_and_can_be_taken_back(
    drive: Driver, server: ScriptedModel
) -> None:
    task, other = await chain(drive, server)
    server.script("m", [submit("A", "a2"), submit("A", "a3")])
    await drive.desk.rerun(task, 1)
    await drive.rested(task)
    (second,) = drive.ask.works(task, 2)
    await drive.desk.still_good(second.id)
    assert (stale(drive, task)["B"], stale(drive, task)["C"], stale(drive, other)["D"]) == (False, False, False)
    await drive.desk.still_good(second.id, on=False)
    assert (stale(drive, task)["B"], stale(drive, task)["C"], stale(drive, other)["D"]) == (True, True, True)
    await drive.desk.still_good(second.id)
    await drive.desk.rerun(task, 1)  # a newer change than the one that it was kept against
    await drive.rested(task)
    assert stale(drive, task)["B"]


async def test_r60_stopping_gives_up_what_is_lined_up_and_the_marks_stay(drive: Driver, server: ScriptedModel) -> None:
    task, _ = await chain(drive, server)
    server.script("m", [submit("A", "a2"), "I have a question?"])
    await drive.desk.rerun(task, 1)
    await drive.rested(task)
    steps = await drive.desk.out_of_date(task)
    await drive.desk.run_in_order([step["step"] for step in steps])
    await drive.asked(task)
    assert [row.step_id for row in drive.ask.lined_up()] == [step["step"] for step in steps]
    await drive.desk.leave_line(steps[1]["step"])
    assert [row.step_id for row in drive.ask.lined_up()] == [steps[0]["step"], steps[2]["step"]]
    assert stale(drive, task)["C"]


async def test_r60_nothing_to_run_again_is_said(drive: Driver) -> None:
    with pytest.raises(NotAllowed, match="Nothing is out of date"):
        await drive.desk.run_in_order([])


async def test_r60_a_persons_edit_of_an_input_counts_once_it_is_the_one_that_later_steps_read(
    drive: Driver, server: ScriptedModel
) -> None:
    task, _ = await chain(drive, server)
    (first,) = drive.ask.works(task, 1)
    await drive.desk.save_work(first.id, "a by hand")
    assert stale(drive, task)["B"]
    assert drive.ask.conversations(drive.ask.step_n(task, 2).id)[0].inputs[0]["version"] == 1
