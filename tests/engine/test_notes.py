"""What the person says while somebody is at work is held until it is heard, and never lost (R39, R84, R89)."""

import asyncio
from pathlib import Path

import pytest

from tests.engine.driver import Driver, driving, plan_reply, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.errors import NotAllowed
from workspace_app.domain.status import Status

TEAM = {"assistants": [{"name": "digger", "tools": ["list_files"]}]}
AGENT = {"id": "a", "step_task": "List the facts.", "kind": "agent", "team": TEAM}
REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}
SLOW = 0.3
"""Seconds that a scripted answer takes, so that something can be said meanwhile."""


def heard(server: ScriptedModel, number: int = -1) -> list[str]:
    body = server.requests[number].body["messages"]
    return [str(message["content"]) for message in body if message["role"] == "user"]


def run_of(drive: Driver, task: str, step: int = 1) -> str:
    return drive.ask.conversations(drive.ask.step_n(task, step).id)[-1].id


async def test_a_note_can_be_changed_and_taken_back_until_it_is_heard(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [Reply(tools=[("list_files", {})], delay=SLOW), submit("Facts", "x")])
    task = await drive.planned([AGENT])
    await asyncio.to_thread(server.wait_for_requests, 1)
    run = run_of(drive, task)
    notes = [(await drive.desk.say(run, text))["note"] for text in ("No wether.", "Hurry.")]
    assert [note.text for note in drive.ask.notes(run)] == ["No wether.", "Hurry."]
    assert [message.kind for message in drive.ask.messages(run)] == ["task"]  # R89: nothing is there that may change
    await drive.desk.edit_note(notes[0], "No weather.")
    await drive.desk.remove_note(notes[1])
    assert (await drive.rested(task)).status is Status.DONE
    assert heard(server)[-1] == "No weather."
    assert "Hurry" not in str(heard(server))
    (said,) = [message for message in drive.ask.messages(run) if message.source == "user"]
    assert (said.id, said.text) == (notes[0], "No weather.")
    assert drive.ask.notes(run) == []
    for late in (drive.desk.edit_note(notes[0], "Other."), drive.desk.remove_note(notes[0])):
        with pytest.raises(NotAllowed, match="not waiting any more"):
            await late


async def test_r39_a_note_during_the_last_call_is_heard_before_the_step_ends(
    drive: Driver, server: ScriptedModel
) -> None:
    first = Reply(tools=[("submit_work", {"title": "Facts", "content": "one"})], delay=SLOW)
    server.script("m", [first, submit("Facts", "two")])
    task = await drive.planned([AGENT])
    await asyncio.to_thread(server.wait_for_requests, 1)
    await drive.desk.say(run_of(drive, task), "In metres.")
    assert (await drive.rested(task)).status is Status.DONE
    assert heard(server)[-1] == "In metres."
    assert drive.read(task, 1) == "two"


async def test_a_note_outlives_the_engine_and_is_heard_after_resume(tmp_path: Path, server: ScriptedModel) -> None:
    server.script("m", [Reply(hang=True), submit("Facts", "x")])
    home = tmp_path / "home"
    async with driving(home, server) as drive:
        task = await drive.planned([AGENT])
        await asyncio.to_thread(server.wait_for_requests, 1)
        await drive.desk.say(run_of(drive, task), "In metres.")
    async with driving(home) as drive:
        assert [note.text for note in drive.ask.notes(run_of(drive, task))] == ["In metres."]
        await drive.desk.resume(task)
        assert (await drive.rested(task)).status is Status.DONE
        assert heard(server)[-1] == "In metres."


async def test_sending_now_stops_what_is_said_and_the_same_conversation_goes_on(
    drive: Driver, server: ScriptedModel
) -> None:
    server.script("m", [Reply(hang=True), submit("Text", "x")])
    task = await drive.planned([REVIEW])
    await asyncio.to_thread(server.wait_for_requests, 1)
    run = run_of(drive, task)
    await drive.desk.say(run, "In metres.")
    await drive.desk.send_now(run)
    question = await drive.asked(task)
    assert question.conversation == run
    assert heard(server)[-1] == "In metres."


async def test_a_note_to_the_planner_is_the_persons_turn(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [Reply(text=plan_reply([AGENT], "One"), delay=SLOW), plan_reply([AGENT], "Two")])
    task = (await drive.desk.new_task("Do it", model="m"))["id"]
    await asyncio.to_thread(server.wait_for_requests, 1)
    await drive.desk.say(run_of(drive, task, 0), "Call it Two.")
    question = await drive.asked(task)
    assert question.data["plan"]["title"] == "Two"
    assert heard(server)[-1] == "Call it Two."


async def test_a_note_that_nobody_could_hear_is_kept_as_a_message_when_the_step_ends(
    drive: Driver, server: ScriptedModel
) -> None:
    user = {"id": "u", "step_task": "Hand it in.", "kind": "function", "function": _WAIT}
    task = await drive.planned([user])
    await drive.until(lambda: drive.ask.task(task).status is Status.RUNNING)
    await drive.desk.say(run_of(drive, task), "Remember the milk.")
    assert (await drive.rested(task)).status is Status.DONE
    assert [message.text for message in drive.messages(task, 1) if message.source == "user"] == ["Remember the milk."]


async def test_notes_go_along_when_the_whole_conversation_is_continued(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [Reply(hang=True), submit("Text", "x")])
    task = await drive.planned([REVIEW])
    await asyncio.to_thread(server.wait_for_requests, 1)
    run = run_of(drive, task)
    await drive.desk.say(run, "In metres.")
    await drive.desk.stop(task, now=True)
    made = await drive.desk.continue_from(run, drive.ask.conversation(run).messages)
    await drive.asked(task)
    assert heard(server)[-1] == "In metres."
    assert drive.ask.notes(run) == drive.ask.notes(made["conversation"]) == []


_WAIT = {"name": "run_command", "arguments": {"command": ["sleep", "1"], "timeout": 20}}
