"""One task as one file: out of one project, into another project or machine."""

import json
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine.driver import Driver, driving, submit
from tests.engine.record.whole import clone, rows
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.engine.record.archive import BadArchive
from workspace_app.engine.record.layout import NewerFormat


@pytest.fixture
async def exported(recorded: Path, tmp_path: Path) -> Path:
    """The recorded task as a file."""
    copy = clone(recorded / "project", tmp_path / "copy")
    async with driving(tmp_path / "first") as drive:
        await drive.desk.rebuild(str(copy))
        (task,) = drive.ask.tasks()
        made = await drive.desk.export_task(task.id, str(tmp_path / "task.zip"))
    assert made == {"file": str(tmp_path / "task.zip"), "size": (tmp_path / "task.zip").stat().st_size}
    return tmp_path / "task.zip"


async def test_a_task_comes_whole_into_another_machine(exported: Path, recorded: Path, tmp_path: Path) -> None:
    """Ids, messages, versions with their authors and texts, comments, questions and context; commits are new ones."""
    async with driving(tmp_path / "other") as drive:
        project = (await drive.desk.new_project("Mine"))["id"]
        made = await drive.desk.import_task(str(exported), project)
        assert made["problems"] == []
        task = drive.ask.task(made["task"])
        assert (task.title, task.project, task.status) == ("Trial task", project, Status.WAITING)
        assert drive.read(task.id, 1) == "a 1\nb 2\nc 3\n"
        (work,) = drive.ask.works(task.id, 1)
        texts = [await drive.desk.read_work(work.id, version.id) for version in drive.ask.versions(work.id)]
        assert [text["text"] for text in texts] == ["a 1\nb 2\nc 3\n", "a 1\nb 2\n"]
        history = await drive.desk.history(str(drive.project_folder(task.id) / work.path))
        assert [(entry["author"], entry["author_kind"]) for entry in history] == [("assistant", "assistant")] * 2
        (context,) = drive.ask.task_context(task.id)
        assert (drive.project_folder(task.id) / context).read_text(encoding="utf-8") == "Facts: 42.\n"
        run = drive.ask.conversations(drive.ask.step_n(task.id, 2).id)[0]
        (used,) = [item for item in run.inputs if item.get("version")]
        assert used["commit"] == drive.ask.versions(work.id)[0].commit, "inputs name the commits of this history (R65)"
    before, after = rows(recorded / "home", but=("folder", "path", "context")), rows(tmp_path / "other")
    for table in ("messages", "requests", "tool_calls", "comments", "questions", "versions", "works"):
        assert {row.get("id") for row in before[table]} == {row.get("id") for row in after[table]}, table


async def test_a_task_that_is_here_already_comes_in_as_another_one(
    drive: Driver, server: ScriptedModel, exported: Path
) -> None:
    first = await drive.desk.import_task(str(exported))
    second = await drive.desk.import_task(str(exported))
    assert first["task"] != second["task"]
    assert second["problems"] == []
    task = second["task"]
    assert len(drive.messages(task, 1)) == len(drive.messages(first["task"], 1))
    assert [work.title for work in drive.ask.works(task)] == [work.title for work in drive.ask.works(first["task"])]
    assert all(work.path.startswith(drive.ask.task(task).folder) for work in drive.ask.works(task))
    server.script("m", [submit("Report", "Third.")])
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "changes", text="Again.")
    question = await drive.asked(task)
    await drive.desk.answer(question.id, "approve")
    assert (await drive.rested(task)).status is Status.DONE
    assert drive.ask.task(first["task"]).status is Status.WAITING, "the other one is untouched"


async def test_a_file_that_is_there_is_not_written_over_unasked(drive: Driver, exported: Path) -> None:
    made = await drive.desk.import_task(str(exported))
    with pytest.raises(WorkspaceError, match="There is a file"):
        await drive.desk.export_task(made["task"], str(exported))
    assert (await drive.desk.export_task(made["task"], str(exported), replace=True))["size"] > 0
    assert not list(exported.parent.glob("*.part"))


def remade(exported: Path, change: Callable[[zipfile.ZipFile], None], but: tuple[str, ...] = ()) -> Path:
    """The archive once more, without some of its members and with others."""
    made = exported.with_name("changed.zip")
    with zipfile.ZipFile(exported) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in but:
                new.writestr(name, old.read(name))
        change(new)
    return made


def linked(archive: zipfile.ZipFile) -> None:
    info = zipfile.ZipInfo("task/context/link")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(info, "/etc/passwd")


def bombed(archive: zipfile.ZipFile) -> None:
    archive.writestr("task/context/zeros", bytes(20_000_000))


def dense(archive: zipfile.ZipFile) -> None:
    archive.writestr("task/context/zeros", bytes(2_000_000))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda archive: archive.writestr("../evil.txt", "x"), "“..” part"),
        (lambda archive: archive.writestr("task/../../evil.txt", "x"), "“..” part"),
        (lambda archive: archive.writestr("/etc/evil", "x"), "inside the folder"),
        (lambda archive: archive.writestr("C:/evil", "x"), "inside the folder"),
        (lambda archive: archive.writestr("task\\..\\evil", "x"), "inside the folder|not allowed on every system"),
        (lambda archive: archive.writestr("task/.git/hooks/post-commit", "x"), "belongs to git"),
        (lambda archive: archive.writestr("task/context/con.txt", "x"), "not allowed on every system"),
        (linked, "holds a link or a device"),
        (bombed, "holds more than a task can"),
        (dense, "packed too well"),
    ],
)
async def test_a_hostile_archive_is_refused_and_nothing_is_written(
    drive: Driver, exported: Path, change: Callable[[zipfile.ZipFile], None], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workspace_app.engine.record.archive.LARGEST", 10_000_000)
    monkeypatch.setattr("workspace_app.engine.record.archive.LARGE", 1_000_000)
    project = (await drive.desk.new_project("Mine"))["id"]
    with pytest.raises(BadArchive, match=says):
        await drive.desk.import_task(str(remade(exported, change)), project)
    folder = Path(drive.ask.project(project).folder)
    assert [path.name for path in folder.iterdir()] == [".git"]
    assert drive.ask.tasks(project) == []
    assert not (exported.parent.parent / "evil.txt").exists()


async def test_what_is_no_task_is_refused(drive: Driver, exported: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "x.zip"
    nothing.write_bytes(b"not a zip")
    with pytest.raises(BadArchive, match="cannot be read as an exported task"):
        await drive.desk.import_task(str(nothing))
    with pytest.raises(WorkspaceError, match="There is no file"):
        await drive.desk.import_task(str(tmp_path / "gone.zip"))
    with zipfile.ZipFile(nothing, "w") as archive:
        archive.writestr("readme.txt", "x")
    with pytest.raises(BadArchive, match="is not a task that was exported"):
        await drive.desk.import_task(str(nothing))
    newer = json.dumps({"format": 99, "kind": "workspace-task"})
    changed = remade(exported, lambda archive: archive.writestr("manifest.json", newer), but=("manifest.json",))
    with pytest.raises(NewerFormat, match="Update the program"):
        await drive.desk.import_task(str(changed))
    body = bytearray(exported.read_bytes())
    with zipfile.ZipFile(exported) as archive:
        place = archive.getinfo("task/task.json").header_offset + 60
    body[place : place + 20] = bytes(20)
    exported.write_bytes(body)
    with pytest.raises(BadArchive, match=r"cannot be read|is damaged"):
        await drive.desk.import_task(str(exported))
    assert drive.ask.tasks() == []
