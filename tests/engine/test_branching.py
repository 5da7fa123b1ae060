"""Branching and running again are new tasks (R66-R77, R86)."""

import asyncio
from pathlib import Path

import pytest

from tests.engine.driver import Driver, plan_reply, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.status import Status

AGENT = {"id": "a", "step_task": "List the facts.", "kind": "agent"}
REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}


def sent(server: ScriptedModel) -> str:
    return "\n".join(str(message.get("content")) for message in server.requests[-1].body["messages"])


async def test_a_branch_carries_what_the_person_leaves_in(drive: Driver, server: ScriptedModel, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("The sky is blue.", encoding="utf-8")
    server.script(
        "m",
        [submit("Facts", "alpha"), submit("Text", "one"), submit("Text", "two"), plan_reply([AGENT], "Another way")],
    )
    task = await drive.planned([AGENT, REVIEW], context=[str(notes)])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="Use metres.")
    question = await drive.asked(task)
    parts = await drive.desk.branch_parts(task)
    assert [part["kind"] for part in parts] == ["plan", "context", "work", "work", "feedback"]
    keep = [part["id"] for part in parts if part["title"] != "Text.md"]
    made = await drive.desk.branch(task, text="Do it in another way.", parts=keep)
    old = drive.ask.task(task)
    assert old.status is Status.INTERRUPTED  # R73
    assert "branched into" in old.waits_for
    asked = await drive.asked(made["id"])
    assert asked.kind == "plan"
    text = sent(server)
    assert "Do it in another way." in text
    assert all(word in text for word in ("The sky is blue.", "alpha", "Use metres.", "Plan so far"))
    assert "two" not in text  # R69: what was taken out is not sent
    origin = drive.ask.task(made["id"]).origin
    assert origin is not None
    assert origin.task == task

    # R72: the old one may go; the new one stays whole.
    await drive.desk.delete_task(task)
    with pytest.raises(NotFound):
        drive.ask.task(task)
    server.script("m", [submit("New", "x")])
    await drive.desk.answer(asked.id, "approve")
    assert (await drive.rested(made["id"])).status is Status.DONE
    assert "alpha" in sent(server)  # R70: the works that it kept are its own now


async def test_r86_a_branch_at_a_message_knows_nothing_that_came_later(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one"), submit("Text", "two"), plan_reply([AGENT])])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="Use metres.")
    question = await drive.asked(task)
    delivered = next(message for message in drive.messages(task, 1) if message.kind == "summary")
    made = await drive.desk.branch(task, conversation=question.conversation, seq=delivered.seq, origin=False)
    await drive.asked(made["id"])
    assert "one" in sent(server)
    assert "Use metres." not in sent(server)
    assert drive.ask.task(made["id"]).origin is None


async def test_r68_a_branch_while_a_tool_runs_stops_the_old_task_for_real(drive: Driver, server: ScriptedModel) -> None:
    command = {"command": ["sleep", "60"], "timeout": 50}
    task = await drive.planned(
        [
            {
                "id": "f",
                "step_task": "Wait.",
                "kind": "function",
                "function": {"name": "run_command", "arguments": command},
            }
        ]
    )
    await drive.until(lambda: drive.ask.task(task).status is Status.RUNNING)
    server.script("m", [plan_reply([AGENT])])
    made = await drive.desk.branch(task)
    assert drive.ask.task(task).status is Status.INTERRUPTED
    assert not drive.desk.busy(task)
    await drive.asked(made["id"])
    assert [request.body["messages"][0]["role"] for request in server.requests] == [
        "system"
    ]  # the planner's call is the only one


async def test_r73_a_model_call_under_way_is_the_last_one(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [Reply(hang=True), plan_reply([AGENT])])
    task = await drive.planned([AGENT])
    await asyncio.to_thread(server.wait_for_requests, 1)
    made = await drive.desk.branch(task)
    await drive.asked(made["id"])
    assert len(server.requests) == 2


async def test_r73_a_finished_task_stays_done(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Facts", "x"), plan_reply([AGENT])])
    task = await drive.planned([AGENT])
    await drive.rested(task)
    await drive.asked((await drive.desk.branch(task))["id"])
    assert drive.ask.task(task).status is Status.DONE


async def test_r76_run_again_needs_no_planner(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Facts", "x"), submit("Facts", "y")])
    task = await drive.planned([AGENT])
    await drive.rested(task)
    made = await drive.desk.run_again(task)
    question = await drive.asked(made["id"])
    assert (question.kind, len(server.requests)) == ("plan", 1)
    await drive.desk.answer(question.id, "approve")
    assert (await drive.rested(made["id"])).status is Status.DONE
    assert drive.read(made["id"], 1) == "y"


async def test_what_cannot_be_branched(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    with pytest.raises(WorkspaceError, match="nothing called"):
        await drive.desk.branch(task, parts=["nonsense"])
    with pytest.raises(WorkspaceError, match="no message 99"):
        await drive.desk.branch(task, conversation=question.conversation, seq=99)
    assert drive.ask.task(task).status is Status.WAITING


async def test_r67_a_suggestion_for_the_plan_never_holds_the_step_up(drive: Driver, server: ScriptedModel) -> None:
    suggest = {"tools": [("suggest_replan", {"reason": "The figures are from 1990."})]}
    server.script("m", [suggest, submit("Facts", "alpha"), "Replan needed!", plan_reply([AGENT], "Newer")])
    task = await drive.planned([AGENT])
    assert (await drive.rested(task)).status is Status.DONE, drive.messages(task, 1)
    ((step, hint),) = drive.ask.replan_hints(task)
    assert (step, hint.kind, hint.data["replan"]) == (1, "notice", "The figures are from 1990.")
    (feedback,) = [part for part in await drive.desk.branch_parts(task) if part["kind"] == "feedback"]
    assert "The figures are from 1990." in feedback["text"]
    # What is only said is talk, and never read as a suggestion.
    other = await drive.planned([REVIEW])
    await drive.asked(other)
    assert drive.ask.replan_hints(other) == []
    await drive.asked((await drive.desk.branch(task))["id"])
    assert "The figures are from 1990." in sent(server)
    assert drive.ask.task(task).status is Status.DONE
