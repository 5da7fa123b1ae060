"""Every message is a place to go on from (R13, R47, R53, R66, R85-R89)."""

import pytest

from tests.durability.checksums import reply
from tests.engine.driver import Driver, plan_reply, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.errors import NotAllowed, NotFound
from workspace_app.domain.status import Status

TOOLS = ["read_file"]
TEAM = {"assistants": [{"name": "writer", "tools": TOOLS}, {"name": "critic", "tools": TOOLS}]}
REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review", "team": TEAM}


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_continuing_at_a_message_asks_what_the_first_run_asked(
    drive: Driver, server: ScriptedModel, every: bool
) -> None:
    """At every message, or at the last one of each kind."""
    server.script("m", reply)
    task = await drive.planned([REVIEW])
    for feedback in ("Shorter.", "Longer."):
        question = await drive.asked(task)
        await drive.desk.answer(question.id, "changes", text=feedback)
    await drive.asked(task)
    step = drive.ask.step_n(task, 1)
    (first,) = drive.ask.conversations(step.id)
    messages = drive.ask.messages(first.id)
    kinds = {message.seq: message.kind for message in messages}
    places = list(kinds) if every else list({kind: seq for seq, kind in kinds.items()}.values())
    for seq in places:
        made = await drive.desk.continue_from(first.id, seq)
        await drive.asked(task)
        kept = seq + 1 if kinds.get(seq + 1) == "tool_result" else seq
        kept = kept + 1 if kinds.get(kept + 1) == "summary" else kept
        assert made["seq"] == kept
        again = drive.ask.messages(made["conversation"])
        assert [(m.source, m.kind, m.text) for m in again[:kept]] == [
            (m.source, m.kind, m.text) for m in messages[:kept]
        ]
        requested = [m.request for m in messages[kept:] if m.request and m.source != "user"]
        requested_again = [m.request for m in again[kept:] if m.request]
        speaks_next = next((m.source for m in messages[kept:]), "user")
        if speaks_next == "user":
            assert not requested_again  # it is the person's turn: a question, and no model call
            assert len(again) == kept
        else:
            before, after = drive.ask.request(requested[0]), drive.ask.request(requested_again[0])
            assert (after.source, after.messages, after.tools) == (before.source, before.messages, before.tools)
    assert len(drive.ask.conversations(step.id)) == len(places) + 1
    assert drive.ask.messages(first.id) == messages  # R89: the first run is as it was


async def test_r89_editing_a_message_is_going_on_before_it(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one"), submit("Text", "two"), submit("Text", "three")])
    task = await drive.planned([{"id": "r", "step_task": "Write it.", "kind": "review"}])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="Shrter.")
    await drive.asked(task)
    (first,) = drive.ask.conversations(drive.ask.step_n(task, 1).id)
    typo = next(message for message in drive.ask.messages(first.id) if message.text == "Shrter.")
    made = await drive.desk.continue_from(first.id, typo.seq - 1, text="Shorter.")
    question = await drive.asked(task)
    assert "Shrter." not in str(server.requests[-1].body)
    assert "Shorter." in str(server.requests[-1].body["messages"][-1])
    assert question.conversation == made["conversation"]
    assert [message.text for message in drive.ask.messages(first.id) if message.source == "user"] == ["Shrter."]
    await drive.desk.answer(question.id, "approve")
    assert (await drive.rested(task)).status is Status.DONE


async def test_r88_an_earlier_version_can_be_approved_from_its_message(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one"), submit("Text", "two")])
    task = await drive.planned([{"id": "r", "step_task": "Write it.", "kind": "review"}])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="More.")
    await drive.asked(task)
    (first,) = drive.ask.conversations(drive.ask.step_n(task, 1).id)
    delivered = next(message for message in drive.ask.messages(first.id) if message.kind == "summary")
    await drive.desk.continue_from(first.id, delivered.seq)
    question = await drive.asked(task)
    (version,) = question.data["versions"]
    assert drive.ask.version(version).n == 1


async def test_r13_planning_is_a_step_like_any_other(drive: Driver, server: ScriptedModel) -> None:
    one, two = ([{"id": "a", "step_task": text, "kind": "agent"}] for text in ("First.", "Second."))
    server.script("m", [plan_reply(one, "One"), plan_reply(two, "Two"), plan_reply(one, "Three")])
    task = (await drive.desk.new_task("Do it", model="m"))["id"]
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="Another way.")
    await drive.asked(task)
    step = drive.ask.step_n(task, 0)
    (first,) = drive.ask.conversations(step.id)
    assert [version.n for version in drive.ask.versions(drive.ask.works(task, 0)[0].id)] == [2, 1]  # R12: both drafts
    await drive.desk.continue_from(first.id, 2, text="A third way.")
    question = await drive.asked(task)
    assert question.data["plan"]["title"] == "Three"
    server.script("m", [plan_reply(one, "Four"), submit("Facts", "x")])
    await drive.desk.rerun(task, 0)
    question = await drive.asked(task)
    assert [run.n for run in drive.ask.conversations(step.id)] == [1, 2, 3]
    await drive.desk.answer(question.id, "approve")
    assert (await drive.rested(task)).status is Status.DONE
    with pytest.raises(NotAllowed, match="branch"):
        await drive.desk.rerun(task, 0)


async def test_bad_places_and_times_to_go_on_from(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one"), Reply(hang=True)])
    task = await drive.planned([{"id": "r", "step_task": "Write it.", "kind": "review"}])
    question = await drive.asked(task)
    for seq in (0, 99, -1):
        with pytest.raises(NotFound, match="messages 1 to"):
            await drive.desk.continue_from(question.conversation or "", seq)
    await drive.desk.answer(question.id, "changes", text="More.")
    with pytest.raises(NotAllowed, match="running"):
        await drive.desk.continue_from(question.conversation or "", 1)


async def test_r52_handing_over_calls_no_model(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "the state of things"), submit("Text", "all")])
    task = await drive.planned([{"id": "r", "step_task": "Write it.", "kind": "review"}])
    question = await drive.asked(task)
    calls = len(server.requests)
    prompt = (await drive.desk.hand_over(question.conversation or ""))["text"]
    assert len(server.requests) == calls
    assert prompt.startswith("# Step task\nWrite it.")
    assert "the state of things" in prompt
    await drive.desk.rerun(task, 1, prompt=prompt)
    await drive.asked(task)
    assert server.requests[-1].body["messages"][0]["content"] == prompt
    assert len(server.requests[-1].body["messages"]) == 1
