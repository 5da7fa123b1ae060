"""Stopping, pausing, speaking in between, limits, recovering (R39, R40, R44, R64, R80-R84)."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.engine.driver import PATIENCE, Driver, driving, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.errors import NotAllowed
from workspace_app.domain.status import Status

AGENT = [{"id": "a", "step_task": "List the facts.", "kind": "agent"}]
REVIEW = [{"id": "r", "step_task": "Write it.", "kind": "review"}]


async def test_r33_three_agent_steps_need_no_click(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("One", "1"), submit("Two", "2"), submit("Three", "3")])
    task = await drive.planned([{"step_task": f"Step {n}.", "kind": "agent"} for n in (1, 2, 3)])
    assert (await drive.rested(task)).status is Status.DONE
    assert len(server.requests) == 3  # R23: setting up a step calls no model


async def test_r35_a_question_is_not_a_result(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", ["Which year?", "Which town?", submit("Facts", "1901, Wells")])
    task = await drive.planned(AGENT)
    for answer in ("1901", "Wells"):
        question = await drive.asked(task)
        assert question.kind == "ask"
        assert not drive.ask.works(task)
        await drive.desk.answer(question.id, "text", text=answer)
    assert (await drive.rested(task)).status is Status.DONE


async def test_r39_a_note_enters_before_the_next_model_call(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [Reply(tools=[("list_files", {})], delay=0.3), submit("Facts", "x")])
    task = await drive.planned([{**AGENT[0], "team": {"assistants": [{"name": "digger", "tools": ["list_files"]}]}}])
    await asyncio.to_thread(server.wait_for_requests, 1)
    conversation = drive.ask.conversations(drive.ask.step_n(task, 1).id)[0].id
    await drive.desk.say(conversation, "Leave out the weather.")
    await drive.rested(task)
    heard = [message["content"] for message in server.requests[1].body["messages"] if message["role"] == "user"]
    assert "Leave out the weather." in str(heard[-1])


async def test_r40_the_round_limit_waits_and_is_never_done(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", lambda _request: "Just talk.")
    team = {"assistants": [{"name": "a"}, {"name": "b"}], "max_turns": 4}
    task = await drive.planned([{**AGENT[0], "team": team}])
    question = await drive.asked(task)
    assert question.kind == "limit"
    assert [m.source for m in drive.messages(task, 1) if m.final] == ["a", "b", "a", "b"]
    await drive.desk.answer(question.id, "reject", text="Enough")
    assert drive.ask.task(task).status is Status.ERROR


async def test_r36_pieces_are_capped(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", lambda _request: Reply(text="and on ", finish_reason="length"))
    task = await drive.planned(AGENT)
    assert (await drive.asked(task)).kind == "limit"
    assert len([m for m in drive.messages(task, 1) if m.data.get("cut")]) == 5


async def test_r36_half_a_tool_call_is_not_run(drive: Driver, server: ScriptedModel) -> None:
    cut = Reply(tools=[("submit_work", '{"title": "Half", "content": "abc')], finish_reason="length")
    server.script("m", [cut, submit("Whole", "abcdef")])
    task = await drive.planned(AGENT)
    assert (await drive.rested(task)).status is Status.DONE
    assert [work.title for work in drive.ask.works(task, 1)] == ["Whole"]


async def test_r44_stop_now_keeps_what_came_and_resume_goes_on(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [Reply(text="word " * 2000, chunk_size=5, chunk_delay=0.02)])
    task = await drive.planned(REVIEW)
    deltas = asyncio.Event()
    drive.desk.events.subscribe(lambda event: deltas.set() if event.kind == "delta" else None)
    await deltas.wait()
    async with asyncio.timeout(2):
        await drive.desk.stop(task, now=True)
    row = await drive.rested(task)
    assert row.status is Status.INTERRUPTED
    assert drive.messages(task, 1)[-1].data["partial"] is True
    server.script("m", [submit("Text", "all of it")])
    await drive.desk.resume(task)
    assert (await drive.asked(task)).kind == "review"
    assert "word word" not in str(server.requests[-1].body["messages"])


async def test_r44_stop_during_a_tool_leaves_no_orphan_call(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    command = {"command": ["sleep", "60"], "timeout": 50}
    steps = [
        {"id": "f", "step_task": "Wait.", "kind": "function", "function": {"name": "run_command", "arguments": command}}
    ]
    task = await drive.planned(steps)
    await drive.until(lambda: drive.ask.task(task).status is Status.RUNNING)
    async with asyncio.timeout(3):
        await drive.desk.stop(task, now=True)
    assert (await drive.rested(task)).status is Status.INTERRUPTED


async def test_r81_pause_takes_effect_before_the_next_model_call(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [Reply(tools=[("list_files", {})], delay=0.3)])
    task = await drive.planned([{**AGENT[0], "team": {"assistants": [{"name": "digger", "tools": ["list_files"]}]}}])
    await asyncio.to_thread(server.wait_for_requests, 1)
    await drive.desk.pause(task)
    assert (await drive.rested(task)).status is Status.PAUSED
    assert drive.kinds(task, 1) == ["task:task", "digger:tool_call", "digger:tool_result"]
    server.script("m", [submit("Facts", "x")])
    await drive.desk.resume(task)
    assert (await drive.rested(task)).status is Status.DONE
    assert len(server.requests) == 2


async def test_a_paused_question_can_be_answered_or_brought_back(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one")])
    task = await drive.planned(REVIEW)
    await drive.asked(task)
    await drive.desk.pause(task)
    assert drive.ask.task(task).status is Status.PAUSED
    await drive.desk.resume(task)
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "approve")
    with pytest.raises(NotAllowed, match="answered already"):
        await drive.desk.answer(question.id, "approve")
    assert (await drive.rested(task)).status is Status.DONE


async def test_r80_tasks_run_side_by_side_and_one_that_waits_blocks_none(drive: Driver, server: ScriptedModel) -> None:
    server.script("m2", ["What do you mean?"])
    waiting = await drive.planned(AGENT, model="m2")
    await drive.asked(waiting)
    all_ask = threading.Barrier(5, timeout=PATIENCE)

    def when_all_ask(_request: Any) -> Reply:
        all_ask.wait()
        return Reply(**submit("Facts", "x"))

    server.script("m", when_all_ask)
    tasks = [await drive.planned(AGENT) for _ in range(5)]
    for task in tasks:
        assert (await drive.rested(task)).status is Status.DONE
    assert drive.ask.task(waiting).status is Status.WAITING


async def test_r83_every_wait_is_in_one_inbox_and_answers_resume_their_task(
    drive: Driver, server: ScriptedModel
) -> None:
    server.script("m", [submit("Text", "one"), "Which one?"])
    review = await drive.planned(REVIEW)
    await drive.asked(review)
    ask = await drive.planned(AGENT)
    await drive.asked(ask)
    user = await drive.planned([{"id": "u", "step_task": "Give it.", "kind": "user"}])
    await drive.asked(user)
    assert [question.kind for question in drive.ask.inbox()] == ["review", "ask", "input"]
    await drive.desk.answer(drive.ask.inbox()[2].id, "text", text="Here.")
    assert (await drive.rested(user)).status is Status.DONE
    assert len(drive.ask.inbox()) == 2


async def test_r96_closing_interrupts_and_reopening_resumes(tmp_path: Path, server: ScriptedModel) -> None:
    home = tmp_path / "home"
    server.script("m", [Reply(hang=True)])
    async with driving(home, server) as drive:
        task = await drive.planned(AGENT)
        await asyncio.to_thread(server.wait_for_requests, 1)
    async with driving(home) as drive:
        row = drive.ask.task(task)
        assert row.status is Status.INTERRUPTED
        server.script("m", [submit("Facts", "x")])
        await drive.desk.resume(task)
        assert (await drive.rested(task)).status is Status.DONE
