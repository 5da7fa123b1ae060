"""Works, versions, inputs and the record in the folder (R3-R11, R30-R32, R37, R41-R46, R60-R65, R92, R93)."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.engine.driver import Driver, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status

AGENT = {"id": "a", "step_task": "List the facts.", "kind": "agent"}
REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}
USER = {"id": "u", "step_task": "Give the figures.", "kind": "user"}


def sent(server: ScriptedModel, number: int = -1) -> str:
    """All text of a request."""
    return "\n".join(str(message.get("content")) for message in server.requests[number].body["messages"])


def commits(folder: Path, path: str, form: str = "%an <%ae>|%s|%(trailers:unfold,separator=;)") -> list[str]:
    command = ["git", "log", f"--format={form}", "--", path]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()


async def test_r6_r42_the_plan_file_follows_the_plan(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Facts", "x")])
    task = await drive.planned([{**AGENT, "colour": "green"}, USER])
    await drive.asked(task)
    file = drive.project_folder(task) / drive.ask.task(task).folder / "plan.json"
    plan = json.loads(file.read_text(encoding="utf-8"))
    (work,) = drive.ask.works(task, 1)
    assert plan["steps"][0]["status"] == "done"
    assert plan["steps"][0]["colour"] == "green"  # R18: unknown keys survive
    assert plan["steps"][0]["works"] == [
        {"path": work.path, "title": "Facts", "version": 1, "commit": work.newest.commit}
    ]
    assert len(commits(drive.project_folder(task), str(file))) == 2


async def test_r7_r8_two_works_of_one_name_and_minute_have_two_paths(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Facts: a/b?", "1"), submit("Facts: a/b?", "2")])
    first = await drive.planned([AGENT])
    second = await drive.planned([AGENT])
    for row in (first, second):
        await drive.rested(row)
    server.script("m", [submit("Facts: a/b?", "3")])
    await drive.desk.rerun(first, 1)
    await drive.rested(first)
    paths = [work.path for row in (first, second) for work in drive.ask.works(row, 1)]
    assert len(set(paths)) == 3
    assert all(re.search(r"step_1/works/work_\d{8}_\d{4}_.+\.md$", path) for path in paths)
    assert not any(character in Path(path).name for path in paths for character in ':?*"<>|\\')


async def test_r9_a_commit_says_who_where_and_why(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Facts", "x")])
    task = await drive.planned([AGENT])
    await drive.rested(task)
    (work,) = drive.ask.works(task, 1)
    (line,) = commits(drive.project_folder(task), work.path)
    conversation = drive.ask.conversations(drive.ask.step_n(task, 1).id)[0]
    assert line.startswith("assistant <assistant@")
    assert f"Task: {task}" in line
    assert "Step: 1" in line
    assert f"Conversation: {conversation.id}" in line
    history = await drive.desk.history(work.path)
    assert [entry["commit"] for entry in history] == [work.newest.commit]


async def test_restoring_is_a_new_version(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one"), submit("Text", "two")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="again")
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    assert "+two" in (await drive.desk.diff(work.path, "1", "2"))["text"]
    await drive.desk.restore(work.path, "1")
    assert drive.read(task, 1) == "one"
    assert [version.n for version in drive.ask.versions(work.id)] == [3, 2, 1]
    assert len(commits(drive.project_folder(task), work.path)) == 3


async def test_r10_works_of_several_authors_reach_the_next_step(drive: Driver, server: ScriptedModel) -> None:
    both = {
        "tools": [
            ("submit_work", {"title": "One", "content": "first", "more": True}),
            ("submit_work", {"title": "Two", "content": "second"}),
        ]
    }
    server.script("m", [both, submit("All", "x")])
    task = await drive.planned([REVIEW, AGENT])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "file", file=str(_file(drive, "three.md", "third")))
    assert (await drive.rested(task)).status is Status.DONE
    assert {work.newest.author_kind for work in drive.ask.works(task, 1)} == {"assistant", "user"}
    assert all(text in sent(server) for text in ("first", "second", "third"))


async def test_r11_context_is_read_when_a_step_starts(drive: Driver, server: ScriptedModel, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("The sky is blue.", encoding="utf-8")
    server.script("m", [submit("Facts", "x")])
    task = await drive.planned([AGENT, USER, {**AGENT, "id": "c"}], context=[str(notes)])
    question = await drive.asked(task)
    assert "The sky is blue." in sent(server)
    (context,) = drive.ask.task_context(task)
    (drive.project_folder(task) / context).write_text("The sky is grey.", encoding="utf-8")
    server.script("m", [submit("Facts", "x")])
    await drive.desk.answer(question.id, "text", text="7")
    await drive.rested(task)
    assert "The sky is grey." in sent(server)
    assert "blue" not in sent(server)


async def test_r26_r27_r28_the_preview_is_what_is_sent(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Facts", "x")])
    task = await drive.planned([USER, AGENT])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "text", text="figures: 12")
    await drive.rested(task)
    body = server.requests[-1].body["messages"]
    assert [message["role"] for message in body] == ["user"]
    assert body[0]["content"] == (await drive.desk.prompt_preview(task, 2))["text"]
    message = drive.messages(task, 2)[1]
    request = drive.ask.request(message.request or "")
    assert request.messages[0]["content"] == body[0]["content"]
    assert [tool["name"] for tool in request.tools] == [
        tool["function"]["name"] for tool in server.requests[-1].body["tools"]
    ]


async def test_r31_a_function_executor_is_forced_to_its_one_tool(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [Reply(tools=[("find_in_files", {"text": "figures"})])])
    team = {"assistants": [{"name": "runner", "tools": ["find_in_files"], "executor": True}]}
    task = await drive.planned([USER, {**AGENT, "team": team}])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "text", text="figures: 12")
    assert (await drive.rested(task)).status is Status.DONE
    body = server.requests[-1].body
    assert (len(body["tools"]), body["tool_choice"]) == (1, "required")
    assert "figures: 12" in drive.read(task, 2)


async def test_r37_the_person_hands_in_their_own_edit(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "draft")])
    task = await drive.planned([REVIEW])
    await drive.asked(task)
    calls = len(server.requests)
    await drive.desk.submit(task, 1, text="draft, mended", title="Text")
    assert (await drive.rested(task)).status is Status.DONE
    (work,) = drive.ask.works(task, 1)
    assert [(version.n, version.author_kind) for version in drive.ask.versions(work.id)] == [
        (2, "user"),
        (1, "assistant"),
    ]
    assert work.approved is not None
    assert work.approved.n == 2
    assert len(server.requests) == calls


async def test_r5_r41_approval_binds_the_version_that_was_shown(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "draft")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    file = drive.project_folder(task) / work.path
    aside = file.with_suffix(".tmp")
    aside.write_text("draft, changed by hand", encoding="utf-8")
    aside.replace(file)
    await drive.until(lambda: drive.ask.work(work.id).newest.n == 2)
    assert drive.ask.work(work.id).newest.author_kind == "user"
    await drive.desk.answer(question.id, "approve")
    again = await drive.asked(task)
    assert again.id != question.id
    assert "since it was shown" in again.text
    await drive.desk.answer(again.id, "approve")
    assert (await drive.rested(task)).status is Status.DONE
    approved = drive.ask.work(work.id).approved
    assert approved is not None
    assert approved.n == 2


async def test_r43_r45_feedback_and_suggestions_are_kept(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", "one"), submit("Text", "two")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="Shorter.")
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "approve", text="Later steps should use metres.")
    said = drive.ask.feedback(drive.ask.step_n(task, 1).id)
    assert [message.text for message in said] == ["Shorter.", "Later steps should use metres."]
    (found,) = [item for item in await drive.desk.references("feedback", task=task) if item["kind"] == "feedback"]
    assert "- Shorter.\n- Later steps" in (await drive.desk.expand(found["token"]))["text"]


async def test_r61_r62_r65_exactly_the_required_works_go_in(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("One", "alpha"), submit("Two", "beta"), submit("Three", "gamma"), submit("Four", "x")])
    steps = [
        {**AGENT, "id": "s1", "require_inputs": "none"},
        {**AGENT, "id": "s2", "require_inputs": "none"},
        {**AGENT, "id": "s3"},
        {**AGENT, "id": "s4", "require_inputs": ["s1", "s3"]},
    ]
    task = await drive.planned(steps)
    await drive.rested(task)
    assert "alpha" not in sent(server, 1)
    assert "beta" in sent(server, 2)  # R62: [] is the step before
    assert ("alpha" in sent(server, 3), "beta" in sent(server, 3), "gamma" in sent(server, 3)) == (True, False, True)
    run = drive.ask.conversations(drive.ask.step_n(task, 4).id)[0]
    used = {work.path: work.newest.commit for n in (1, 3) for work in drive.ask.works(task, n)}
    assert {item["path"]: item["commit"] for item in run.inputs} == used
    assert all(f"{path} (version {str(commit)[:7]})" in sent(server, 3) for path, commit in used.items())


async def test_r63_a_missing_input_stops_before_any_model_call(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("One", "alpha")])
    task = await drive.planned([AGENT, USER, {**AGENT, "id": "c", "require_inputs": ["a"]}])
    question = await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    file = drive.project_folder(task) / work.path
    body = file.read_bytes()
    file.unlink()
    calls = len(server.requests)
    await drive.desk.answer(question.id, "text", text="figures")
    question = await drive.asked(task)
    assert (question.kind, len(server.requests)) == ("input", calls)
    assert work.path in question.text
    file.write_bytes(body)
    server.script("m", [submit("Two", "beta")])
    await drive.desk.answer(question.id, "approve")
    assert (await drive.rested(task)).status is Status.DONE


async def test_r21_a_task_waits_for_the_work_of_another(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Base", "alpha")])
    first = await drive.planned([REVIEW])
    review = await drive.asked(first)
    (work,) = drive.ask.works(first, 1)
    second = await drive.planned([{**AGENT, "require_inputs": [f"work:{work.path}"]}])
    question = await drive.asked(second)
    assert question.kind == "input"
    server.script("m", [submit("Next", "beta")])
    await drive.desk.answer(review.id, "approve")
    assert (await drive.rested(second)).status is Status.DONE
    assert "alpha" in sent(server)


async def test_r46_r60_a_rerun_stacks_and_marks_what_came_after(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("One", "first"), submit("Two", "from first"), submit("One", "second")])
    task = await drive.planned([AGENT, {**AGENT, "id": "b"}])
    await drive.rested(task)
    await drive.desk.rerun(task, 1)
    assert (await drive.rested(task)).status is Status.DONE
    step = drive.ask.step_n(task, 1)
    assert [run.n for run in drive.ask.conversations(step.id)] == [1, 2]
    assert len(drive.ask.works(task, 1)) == 2
    assert [work.stale for work in drive.ask.works(task, 2)] == [True]
    server.script("m", [submit("Two", "from second")])
    await drive.desk.rerun(task, 2)
    await drive.rested(task)
    assert "second" in sent(server)
    assert "first" not in sent(server)
    assert [work.stale for work in drive.ask.works(task, 2)] == [True, False]
    await drive.desk.still_good(drive.ask.works(task, 2)[0].id)
    assert [work.stale for work in drive.ask.works(task, 2)] == [False, False]


async def test_r92_a_project_may_be_renamed_and_moved(drive: Driver, server: ScriptedModel, tmp_path: Path) -> None:
    server.script("m", [submit("One", "alpha")])
    task = await drive.planned([AGENT, USER, {**AGENT, "id": "c", "require_inputs": ["a"]}])
    question = await drive.asked(task)
    project = drive.ask.task(task).project
    await drive.desk.rename_task(task, "Another name")
    folder = drive.project_folder(task)
    moved = tmp_path / "搬到這裡 folder"
    folder.rename(moved)
    with pytest.raises(WorkspaceError, match="does not hold"):
        await drive.desk.move_project(project, str(tmp_path))
    await drive.desk.move_project(project, str(moved))
    server.script("m", [submit("Two", "beta")])
    await drive.desk.answer(question.id, "text", text="figures")
    assert (await drive.rested(task)).status is Status.DONE
    assert "alpha" in sent(server)


async def test_r93_large_and_binary_context_is_named_not_pasted(drive: Driver, server: ScriptedModel) -> None:
    large, picture = _file(drive, "large.txt", "word " * 1_000_000), _file(drive, "picture.png", "\0\1")
    server.script("m", [submit("Facts", "x")])
    task = await drive.planned([AGENT], context=[str(large), str(picture)])
    await drive.rested(task)
    text = sent(server)
    assert len(text) < 5_000
    assert "5,000,000 bytes" in text
    assert "picture.png" in text


async def test_selector_chat_lets_the_model_choose_who_speaks(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", ["b", "I am b.", "c", submit("Facts", "by c")])
    team = {
        "chat": "selector",
        "assistants": [{"name": "a", "system": "Writes."}, {"name": "b", "system": "Talks."}, {"name": "c"}],
    }
    task = await drive.planned([{**AGENT, "team": team}])
    assert (await drive.rested(task)).status is Status.DONE
    assert [message.source for message in drive.messages(task, 1) if message.final] == ["b", "c"]


def _file(drive: Driver, name: str, text: str) -> Path:
    file = drive.desk.home.parent / name
    file.write_text(text, encoding="utf-8")
    return file


async def test_a_file_changed_meanwhile_is_kept_and_the_new_version_goes_beside(
    drive: Driver, server: ScriptedModel
) -> None:
    server.script("m", [submit("Text", "one"), Reply(**submit("Text", "two"), delay=0.2)])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    file = drive.project_folder(task) / work.path
    await drive.desk._edits.stop()  # as if the change had come in the very same moment
    file.write_text("one, by hand", encoding="utf-8")
    await drive.desk.answer(question.id, "changes", text="more")
    question = await drive.asked(task)
    assert file.read_text(encoding="utf-8") == "one, by hand"
    beside = [other for other in drive.ask.works(task, 1) if other.id != work.id]
    assert [(drive.project_folder(task) / other.path).read_text("utf-8") for other in beside] == ["two"]
