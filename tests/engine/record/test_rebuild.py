"""A space is complete on its own: what the store knows comes back from the folder alone (DESIGN 4)."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.engine.driver import driving, submit
from tests.engine.record.whole import clone, everything, rows
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.engine.ledger import Ledger
from workspace_app.store import changes


async def recorded_here(tmp_path: Path, server: ScriptedModel) -> tuple[Path, Path]:
    """A home and a project's folder of this test's own, with a record of everything; the engine has ended."""
    home, folder = tmp_path / "home", tmp_path / "project"
    async with driving(home, server) as drive:
        await everything(drive, server, folder)
    return home, folder


async def test_a_clone_gives_every_row_again(tmp_path: Path, server: ScriptedModel, recorded: Path) -> None:
    """R3-R9, R37-R65: plan, conversations, messages, works, versions, comments, questions, links, usage."""
    home, folder = recorded / "home", recorded / "project"
    copy = clone(folder, tmp_path / "copy")
    async with driving(tmp_path / "other", server) as drive:
        report = await drive.desk.rebuild(str(copy))
        assert (report["tasks"], report["problems"], report["kept"]) == (1, [], [])
    before, after = rows(home), rows(tmp_path / "other")
    for table in before:
        assert after[table] == before[table], table
        assert before[table] or table == "notes", f"nothing in {table} to compare"
    assert subprocess.check_output(["git", "status", "--short"], cwd=copy) == b""
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=folder)
    assert subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=copy) == head, "rebuilding needs no commit"


async def test_rebuilding_twice_changes_nothing(tmp_path: Path, server: ScriptedModel, recorded: Path) -> None:
    folder = recorded / "project"
    copy = clone(folder, tmp_path / "copy")
    async with driving(tmp_path / "other", server) as drive:
        first = await drive.desk.rebuild(str(copy))
        before = rows(tmp_path / "other")
        second = await drive.desk.rebuild(str(copy))
        assert first["project"] == second["project"]
        assert (second["new"], second["newer"], second["kept"], second["problems"]) == (0, 0, [], [])
        assert rows(tmp_path / "other") == before


async def test_r64_what_ran_is_interrupted_and_can_be_resumed(tmp_path: Path, server: ScriptedModel) -> None:
    home, folder = tmp_path / "home", tmp_path / "project"
    server.script("m", [Reply(text="word " * 200, chunk_size=5, chunk_delay=0.02)])
    async with driving(home, server) as drive:
        project = (await drive.desk.new_project("Trial", str(folder)))["id"]
        task = await drive.planned([{"id": "s1", "step_task": "Write.", "kind": "review"}], project=project)
        await drive.until(lambda: drive.ask.task(task).status is Status.RUNNING)
        await drive.desk._records.write(task)
        copy = clone(folder, tmp_path / "copy")
    server.script("m", [submit("Text", "Done.")])
    async with driving(tmp_path / "other", server) as drive:
        await drive.desk.rebuild(str(copy))
        assert drive.ask.task(task).status is Status.INTERRUPTED
        await drive.desk.resume(task)
        question = await drive.asked(task)
        await drive.desk.answer(question.id, "approve")
        assert (await drive.rested(task)).status is Status.DONE
        assert drive.read(task, 1) == "Done."


async def test_a_rebuilt_task_goes_on_by_answer_rerun_continue_and_branch(
    tmp_path: Path, server: ScriptedModel, recorded: Path
) -> None:
    folder = recorded / "project"
    copy = clone(folder, tmp_path / "copy")
    async with driving(tmp_path / "other", server) as drive:
        await drive.desk.rebuild(str(copy))
        (task,) = [row.id for row in drive.ask.tasks()]
        (question,) = drive.ask.open_questions(task)
        server.script("m", [submit("Report", "Third."), submit("Report", "Fourth."), submit("Report", "Fifth.")])
        await drive.desk.answer(question.id, "changes", text="Again.")
        question = await drive.asked(task)
        assert "New text." in str(server.requests[-1].body["messages"]), (
            "the run is built from the messages that were read"
        )
        made = await drive.desk.rerun(task, 2)
        await drive.asked(task)
        assert "Facts: 42." in str(server.requests[-1].body["messages"])
        await drive.desk.continue_from(made["conversation"], 2)
        await drive.asked(task)
        version = drive.ask.versions(drive.ask.works(task, 2)[0].id)[-1]
        read = await drive.desk.read_work(version.work, version.id)
        assert read["text"] == "# Report\n\nOld text.\n", "each version is read at its commit"
        branched = await drive.desk.branch(task)
        assert drive.ask.task(branched["id"]).origin is not None
        await drive.rested(branched["id"])


async def test_a_request_that_only_the_first_machine_has_says_so(
    tmp_path: Path, server: ScriptedModel, recorded: Path
) -> None:
    folder = recorded / "project"
    copy = clone(folder, tmp_path / "copy")
    async with driving(tmp_path / "other", server) as drive:
        await drive.desk.rebuild(str(copy))
        (task,) = drive.ask.tasks()
        said = next(message for message in drive.messages(task.id, 1) if message.request)
        with pytest.raises(WorkspaceError, match="only on the machine that sent it"):
            drive.ask.request(said.request or "")


async def test_no_key_is_in_the_folder(tmp_path: Path, server: ScriptedModel, recorded: Path) -> None:
    folder = recorded / "project"
    for file in folder.rglob("*"):
        if file.is_file() and ".git" not in file.parts:
            assert "test-key" not in file.read_text(encoding="utf-8"), file


async def test_what_others_wrote_comes_in_and_what_is_newer_here_stays(tmp_path: Path, server: ScriptedModel) -> None:
    """Two people on two clones: tasks, comments and answers of both are there after a pull; of two states the later holds."""
    home, folder = await recorded_here(tmp_path, server)
    copy = clone(folder, tmp_path / "copy")
    async with driving(tmp_path / "other", server) as drive:
        made = await drive.desk.rebuild(str(copy))
        (task,) = [row.id for row in drive.ask.tasks()]
        (work,) = [work for work in drive.ask.works(task, 2) if drive.ask.comments(work.id)]
        (comment,) = drive.ask.comments(work.id)
        await drive.desk.resolve_comment(comment.id)
        await drive.desk.comment(work.newest.id, 0, 3, "From the other one.")
        second = (await drive.desk.new_task("Another", project=made["project"], plan={"steps": [{"step_task": "x"}]}))[
            "id"
        ]
        await drive.asked(second)
    subprocess.run(["git", "-c", "merge.ff=only", "pull", "-q", str(copy), "main"], cwd=folder, check=True)
    async with driving(home, server) as drive:
        project = drive.ask.task(task).project
        await drive.desk.rename_task(task, "Renamed here")
        report = await drive.desk.rebuild(str(folder))
        assert report["project"] == project
        assert drive.ask.task(second).text == "Another"
        assert {comment.text: comment.resolved for comment in drive.ask.comments(work.id)} == {
            "Newer?": True,
            "From the other one.": False,
        }
        assert drive.ask.task(task).title == "Renamed here"
        assert any("changed later here" in sentence for sentence in report["kept"]), report


async def test_what_somebody_else_wrote_is_never_written_over(tmp_path: Path, server: ScriptedModel) -> None:
    """A change here, after a pull that nobody told the program of, first takes in what came."""
    home, folder = await recorded_here(tmp_path, server)
    copy = clone(folder, tmp_path / "copy")
    async with driving(tmp_path / "other", server) as drive:
        await drive.desk.rebuild(str(copy))
        (task,) = [row.id for row in drive.ask.tasks()]
        work = drive.ask.works(task, 1)[0]
        await drive.desk.comment(work.newest.id, 0, 3, "From the other one.")
    subprocess.run(["git", "pull", "-q", str(copy), "main"], cwd=folder, check=True)
    async with driving(home, server) as drive:
        await drive.desk.rename_task(task, "Renamed here")
        await drive.desk._records.flush()
        assert [comment.text for comment in drive.ask.comments(work.id)] == ["From the other one."]
    step = json.loads((folder / drive_folder(home) / "step_1/step.json").read_text(encoding="utf-8"))
    assert step["works"][0]["comments"][0]["text"] == "From the other one."


def drive_folder(home: Path) -> str:
    """The folder of the only task of a home."""
    return str(rows(home)["tasks"][0]["folder"])


async def test_keys_that_this_program_does_not_know_survive(tmp_path: Path, server: ScriptedModel) -> None:
    home, folder = await recorded_here(tmp_path, server)
    task = folder / drive_folder(home)
    for name in ("task.json", "step_2/step.json", "step_2/conversations/conversation_1/conversation.json"):
        record = json.loads((task / name).read_text(encoding="utf-8"))
        record["colour"] = "green"
        for work in record.get("works", ()):
            work["colour"] = "blue"
        (task / name).write_text(json.dumps(record), encoding="utf-8")
    lines = task / "step_2/conversations/conversation_2/messages_000001.jsonl"
    first, rest = lines.read_text(encoding="utf-8").split("\n", 1)
    lines.write_text(json.dumps(json.loads(first) | {"colour": "red"}) + "\n" + rest, encoding="utf-8")
    async with driving(home, server) as drive:
        (row,) = drive.ask.tasks()
        server.script("m", [submit("Report", "Third.")])
        (question,) = drive.ask.open_questions(row.id)
        await drive.desk.answer(question.id, "changes", text="Again.")
        await drive.asked(row.id)
    assert list(task.rglob("*conflict*")) == []
    assert json.loads((task / "task.json").read_text(encoding="utf-8"))["colour"] == "green"
    step = json.loads((task / "step_2/step.json").read_text(encoding="utf-8"))
    assert (step["colour"], step["works"][0]["colour"]) == ("green", "blue")
    assert "Third." in lines.read_text(encoding="utf-8")
    assert json.loads(lines.read_text(encoding="utf-8").split("\n", 1)[0])["colour"] == "red"


async def test_r92_a_task_folder_that_was_renamed_is_read_with_its_paths(
    tmp_path: Path, server: ScriptedModel, recorded: Path
) -> None:
    home, folder = recorded / "home", recorded / "project"
    copy = clone(folder, tmp_path / "copy")
    (copy / drive_folder(home)).rename(copy / "tasks/Moved")
    async with driving(tmp_path / "other", server) as drive:
        report = await drive.desk.rebuild(str(copy))
        assert report["problems"] == []
        (row,) = drive.ask.tasks()
        assert row.folder == "tasks/Moved"
        assert drive.read(row.id, 1) == "a 1\nb 2\nc 3\n"
        assert drive.ask.task_context(row.id) == ["tasks/Moved/context/notes 筆記.md"]


async def test_what_was_deleted_or_renamed_or_branched_is_so_elsewhere(tmp_path: Path, server: ScriptedModel) -> None:
    home, folder = await recorded_here(tmp_path, server)
    async with driving(home, server) as drive:
        (task,) = drive.ask.tasks()
        server.script("m", [{"text": "Let me plan."}])
        branched = (await drive.desk.branch(task.id))["id"]
        await drive.rested(branched)
        await drive.desk.rename_task(branched, "The branch")
        await drive.desk.rename_project(task.project, "Renamed project")
        await drive.desk.delete_task(task.id)
    copy = clone(folder, tmp_path / "copy")
    async with driving(tmp_path / "other", server) as drive:
        await drive.desk.rebuild(str(copy))
        assert [(row.title, row.origin and row.origin.task) for row in drive.ask.tasks()] == [("The branch", task.id)]
        assert drive.ask.project(task.project).title == "Renamed project"
        await drive.desk.undelete_task(task.id)
        assert drive.ask.task(task.id).title == "Trial task"
        assert len(drive.messages(task.id, 1)) > 5


async def test_a_task_that_is_forgotten_with_its_project_can_be_read_again(
    tmp_path: Path, server: ScriptedModel
) -> None:
    home, folder = await recorded_here(tmp_path, server)
    before = rows(home)
    async with driving(home, server) as drive:
        (task,) = drive.ask.tasks()
        await drive.desk.forget_project(task.project)
        await drive.desk._records.flush()
        assert drive.ask.tasks() == []
        await drive.desk.rebuild(str(folder))
    assert rows(home) == before


async def test_a_change_whose_record_a_crash_prevented_is_recorded_at_the_next_start(
    tmp_path: Path, server: ScriptedModel
) -> None:
    """The store itself remembers which records are behind."""
    home, folder = await recorded_here(tmp_path, server)
    ledger = Ledger(home)
    (row,) = ledger.ask.tasks()
    await ledger.change(lambda c: changes.set_task(c, row.id, title="Renamed just before"))
    ledger.close()
    file = folder / row.folder / "task.json"
    assert json.loads(file.read_text(encoding="utf-8"))["title"] == "Trial task"
    async with driving(home, server):
        pass
    assert json.loads(file.read_text(encoding="utf-8"))["title"] == "Renamed just before"
