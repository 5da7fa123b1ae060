"""What an answer or a note refers to while a step is under way is an input of its conversation too (R65, R90)."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.engine.driver import Driver, driving, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.records import Work
from workspace_app.domain.references import Reference

REVIEW: dict[str, Any] = {"id": "r", "title": "Write", "step_task": "Write.", "kind": "review"}
SLOW = 0.3
"""Seconds that a scripted answer takes, so that something can be said meanwhile."""


async def source(drive: Driver, server: ScriptedModel) -> tuple[str, Work]:
    """A task that is done, and its one approved work."""
    server.script("m", [submit("Facts", "f1")])
    task = await drive.planned([REVIEW])
    await drive.desk.answer((await drive.asked(task)).id, "approve")
    await drive.rested(task)
    (work,) = drive.ask.works(task, 1)
    return task, work


def edges(picture: dict[str, Any]) -> set[tuple[str, str]]:
    names = {node["id"]: f"{node['title']} {node['n']}" for node in picture["nodes"]}
    return {(names[a], names[b]) for a, b in picture["edges"]}


async def test_r65_a_reference_in_an_answer_is_an_input_of_the_next_version_only(
    drive: Driver, server: ScriptedModel
) -> None:
    _, facts = await source(drive, server)
    server.script("m", [submit("Note", "one"), submit("Note", "two")])
    task = await drive.planned([REVIEW])
    token = Reference("Facts", "work", f"{facts.id}@1").token
    await drive.desk.answer((await drive.asked(task)).id, "changes", text=f"Use {token}.")
    await drive.asked(task)
    run = drive.ask.conversations(drive.ask.step_n(task, 1).id)[0]
    (item,) = run.inputs
    assert (item["path"], item["commit"], item["version"]) == (facts.path, facts.newest.commit, 1)
    (work,) = drive.ask.works(task, 1)
    assert edges(await drive.desk.provenance(work.id)) == {("Facts 1", "Note 2"), ("Note 1", "Note 2")}


async def test_r60_what_was_made_with_a_reference_in_an_answer_is_out_of_date_when_that_is_newer(
    drive: Driver, server: ScriptedModel
) -> None:
    source_task, facts = await source(drive, server)
    server.script("m", [submit("Note", "one"), submit("Note", "two")])
    task = await drive.planned([REVIEW])
    token = Reference("Facts", "work", f"{facts.id}@1").token
    await drive.desk.answer((await drive.asked(task)).id, "changes", text=f"Use {token}.")
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    assert not work.stale
    server.script("m", [submit("Facts", "f2")])
    await drive.desk.rerun(source_task, 1)
    await drive.desk.answer((await drive.asked(source_task)).id, "approve")
    await drive.until(lambda: drive.ask.work(work.id).stale)


@pytest.mark.parametrize("taken_back", [False, True])
async def test_r65_a_reference_in_a_note_is_an_input_once_it_is_heard(
    drive: Driver, server: ScriptedModel, taken_back: bool
) -> None:
    _, facts = await source(drive, server)
    server.script("m", [Reply(tools=[("list_files", {})], delay=SLOW), submit("Note", "one")])
    seen = len(server.requests)
    team = {"assistants": [{"name": "writer", "tools": ["list_files"]}]}
    task = await drive.planned([{**REVIEW, "team": team}])
    await asyncio.to_thread(server.wait_for_requests, seen + 1)
    run = drive.ask.conversations(drive.ask.step_n(task, 1).id)[0].id
    token = Reference("Facts", "work", facts.id).token
    note = (await drive.desk.say(run, f"Look at {token}."))["note"]
    assert drive.ask.conversation(run).inputs == ()
    if taken_back:
        await drive.desk.remove_note(note)
    await drive.asked(task)
    assert [item["path"] for item in drive.ask.conversation(run).inputs] == ([] if taken_back else [facts.path])


async def test_r89_going_on_from_before_a_reference_was_put_in_does_not_take_it_along(
    tmp_path: Path, server: ScriptedModel
) -> None:
    async with driving(tmp_path, server) as drive:
        _, facts = await source(drive, server)
        server.script("m", [submit("Note", "one"), submit("Note", "two"), submit("Note", "three")])
        task = await drive.planned([REVIEW])
        token = Reference("Facts", "work", f"{facts.id}@1").token
        question = await drive.asked(task)
        before = len(drive.messages(task, 1))
        await drive.desk.answer(question.id, "changes", text=f"Use {token}.")
        await drive.asked(task)
        made = await drive.desk.continue_from(question.conversation, before, text="Go on.")
        assert drive.ask.conversation(made["conversation"]).inputs == ()
        await drive.asked(task)
