"""References and presets in prompts (R4, R16, R49-R51, R90-R93)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.driver import Driver, plan_reply, submit
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain import references
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.references import Reference

AGENT = {"id": "a", "step_task": "List the facts.", "kind": "agent"}
REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}


def sent(server: ScriptedModel) -> str:
    return "\n".join(str(message.get("content")) for message in server.requests[-1].body["messages"])


async def token(drive: Driver, text: str, **where: str) -> str:
    found = await drive.desk.references(text, **where)
    return str(found[0]["token"])


@given(
    st.text(max_size=50),
    st.sampled_from(["work", "file", "plan", "conversation", "feedback", "comments"]),
    st.text(min_size=1, max_size=30).filter(lambda target: "\n" not in target),
    st.sampled_from(["", "full", "path"]),
)
def test_a_token_reads_back_as_what_it_was(title: str, kind: str, target: str, how: str) -> None:
    reference = Reference(title, kind, target, how)  # type: ignore[arg-type]
    (found,) = references.find(f"before {reference.token} after, a@b.org #include")
    assert (found.kind, found.target, found.how) == (kind, target, how)


async def test_r16_planning_takes_context_works_and_an_earlier_plan(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("The sky is blue.", encoding="utf-8")
    server.script("m", [submit("Facts", "alpha"), plan_reply([AGENT], "Next")])
    first = await drive.planned([AGENT], context=[str(notes)])
    await drive.rested(first)
    tokens = [await token(drive, name, task=first) for name in ("notes.md", "Facts", "Plan")]
    second = (await drive.desk.new_task(f"Go on from {' and '.join(tokens)}.", model="m"))["id"]
    await drive.asked(second)
    text = sent(server)
    assert all(word in text for word in ("The sky is blue.", "alpha", '"step_task": "List the facts."'))
    assert "@[" not in text
    (run,) = drive.ask.conversations(drive.ask.step_n(second, 0).id)
    assert any(item.get("commit") for item in run.inputs)  # R65


async def test_r4_r91_files_of_the_project_and_works_of_other_projects(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Facts", "alpha")])
    first = await drive.planned([AGENT])
    await drive.rested(first)
    (drive.project_folder(first) / "brief.txt").write_text("Use metres.", encoding="utf-8")
    other = (await drive.desk.new_project("Other"))["id"]
    own = await drive.desk.references("brief", project=drive.ask.task(first).project)
    far = await drive.desk.references("brief", project=other)
    assert own[0]["detail"] == "brief.txt"
    assert far[0]["detail"].startswith("My tasks")
    server.script("m", [plan_reply([AGENT])])
    text = f"{far[0]['token']} and {await token(drive, 'Facts', project=other)}"
    second = (await drive.desk.new_task(text, project=other, model="m"))["id"]
    await drive.asked(second)
    assert "Use metres." in sent(server)
    assert "alpha" in sent(server)


async def test_r90_a_fixed_version_and_the_newest(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one"), submit("Text", "two")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="More.")
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    newest, fixed = Reference("T", "work", work.id).token, Reference("T", "work", f"{work.id}@1").token
    assert "\ntwo" in (await drive.desk.expand(newest))["text"]
    assert "\none" in (await drive.desk.expand(fixed))["text"]


async def test_r92_a_broken_reference_is_seen_before_and_stops_the_sending(
    drive: Driver, server: ScriptedModel
) -> None:
    server.script("m", [submit("Text", "one")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    broken = "@[Gone](work:nothing)"
    assert "Gone" in (await drive.desk.expand(broken))["missing"][0]
    with pytest.raises(WorkspaceError, match="Gone"):
        await drive.desk.answer(question.id, "changes", text=f"See {broken}")
    assert drive.ask.question(question.id).answered_at is None
    calls = len(server.requests)
    second = (await drive.desk.new_task(f"Use {broken}", model="m"))["id"]
    assert (await drive.asked(second)).kind == "input"
    assert len(server.requests) == calls


async def test_r92_references_survive_renaming(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one")])
    task = await drive.planned([AGENT])
    await drive.rested(task)
    inserted = await token(drive, "Text", task=task)
    await drive.desk.rename_task(task, "Something else")
    assert "\none" in (await drive.desk.expand(inserted))["text"]


async def test_r93_large_references_are_named_unless_asked_for(drive: Driver) -> None:
    project = (await drive.desk.new_project("P"))["id"]
    folder = Path(drive.ask.project(project).folder)
    (folder / "large.txt").write_text("word " * 100_000, encoding="utf-8")
    (folder / "picture.png").write_bytes(b"\x89PNG\0")
    plain, full = (Reference("large", "file", f"{project}/large.txt", how).token for how in ("", "full"))
    shown = await drive.desk.expand(f"{plain} {Reference('p', 'file', f'{project}/picture.png', 'full').token}")
    assert [item["included"] for item in shown["references"]] == [False, False]
    assert shown["size"] < 1000
    assert (await drive.desk.expand(full))["size"] > 500_000


async def test_a_reference_never_leaves_the_project(drive: Driver) -> None:
    project = (await drive.desk.new_project("P"))["id"]
    for path in ("../../secret", "/etc/passwd", ".git/config"):
        shown = await drive.desk.expand(Reference("x", "file", f"{project}/{path}").token)
        assert shown["missing"]


async def test_r51_presets_of_the_app_and_of_a_project(drive: Driver) -> None:
    project = (await drive.desk.new_project("P"))["id"]
    names = [preset["name"] for preset in await drive.desk.presets(project)]
    assert "Revise by comments" in names
    await drive.desk.save_preset("House style", "Write in metres.", project)
    await drive.desk.save_preset("Shorter", "Half of it.\n{work}")
    found = {preset["name"]: preset for preset in await drive.desk.presets(project)}
    assert (found["House style"]["scope"], found["Shorter"]["text"]) == ("project", "Half of it.\n{work}")
    assert "{work}" in (await drive.desk.expand(found["Shorter"]["text"]))["missing"][0]
    await drive.desk.delete_preset("Shorter")
    assert "half its length" in {preset["name"]: preset for preset in await drive.desk.presets()}["Shorter"]["text"]
    with pytest.raises(NotFound):
        await drive.desk.delete_preset("Shorter")


async def test_r48_what_was_written_is_kept_beside_what_was_sent(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    notes = tmp_path / "Notes (1).md"
    notes.write_text("The sky is blue.", encoding="utf-8")
    server.script(
        "m",
        [
            submit("Facts", "alpha"),
            submit("Text", "one"),
            submit("Text", "two"),
            submit("Text", "three"),
            submit("Text", "four"),
        ],
    )
    task = await drive.planned([AGENT, REVIEW], context=[str(notes)])
    question = await drive.asked(task)
    first = drive.messages(task, 2)[0]
    # The program's prompt shows what it reads as references, which stand for exactly what was sent.
    assert [reference.title for reference in references.find(first.data["written"])] == ["Notes (1).md", "Facts"]
    assert (await drive.desk.expand(first.data["written"]))["text"] == first.text == sent(server)
    assert first.text.index("# Context: ") < first.text.index("# Input: ") < first.text.index("# How to hand in")
    facts = await token(drive, "Facts", task=task)
    await drive.desk.answer(question.id, "changes", text=f"More of {facts}.")
    question = await drive.asked(task)
    answer = next(message for message in drive.messages(task, 2) if message.source == "user")
    assert answer.data["written"] == f"More of {facts}."
    assert "\nalpha" in answer.text
    made = await drive.desk.continue_from(question.conversation or "", answer.seq - 1, text=f"Less of {facts}.")
    await drive.asked(task)
    again = drive.ask.messages(made["conversation"])
    assert again[0].data["written"] == first.data["written"]
    assert next(message for message in again if message.source == "user").data["written"] == f"Less of {facts}."
    await drive.desk.rerun(task, 2, prompt=first.data["written"])
    await drive.asked(task)
    assert server.requests[-1].body["messages"][0]["content"] == first.text
    run = drive.ask.conversations(drive.ask.step_n(task, 2).id)[-1]
    assert [item["title"] for item in run.inputs] == ["Notes (1).md", "Facts"]  # R65


async def test_r48_what_has_no_references_is_kept_once(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one"), submit("Text", "two")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="More.")
    await drive.asked(task)
    assert not any("written" in message.data for message in drive.messages(task, 1))


async def test_a_reference_with_a_line_to_itself_stands_there_and_others_at_the_end(drive: Driver) -> None:
    project = (await drive.desk.new_project("P"))["id"]
    folder = Path(drive.ask.project(project).folder)
    (folder / "a.txt").write_text("Alpha @[x](work:none)", encoding="utf-8")
    (folder / "b.txt").write_text("Beta", encoding="utf-8")
    a, b = (Reference(name, "file", f"{project}/{name}").token for name in ("a.txt", "b.txt"))
    shown = await drive.desk.expand(f"Read {b}.\n\n{a}\n\nThen {a} again.")
    assert shown["missing"] == []  # what an inserted text says is never read as a reference
    assert shown["text"] == (
        "Read “b.txt” (b.txt).\n\n# Context: a.txt\nAlpha @[x](work:none)\n\nThen “a.txt” (a.txt) again."
        "\n\n# Context: b.txt\nBeta"
    )


async def test_r59_the_steps_task_that_was_edited_for_a_run_is_kept_with_it(
    drive: Driver, server: ScriptedModel
) -> None:
    server.script("m", [submit("Text", "one")] * 4)
    task = await drive.planned([REVIEW])
    await drive.asked(task)
    written = (await drive.desk.prompt_preview(task, 1))["written"]
    for prompt in (written, written.replace("Write it.", "Write it.\n\nIn French."), f"{written}\n\nHurry."):
        await drive.desk.rerun(task, 1, prompt=prompt)
        await drive.asked(task)
    runs = drive.ask.conversations(drive.ask.step_n(task, 1).id)
    assert [run.step_task for run in runs] == [None, None, "Write it.\n\nIn French.", None]
    assert drive.ask.step_n(task, 1).spec["step_task"] == "Write it."
