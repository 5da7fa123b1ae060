"""What the person does to works with any other program becomes versions of their own, apart from the assistants' (R5, R41)."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine.driver import Driver, driving, submit
from tests.spaces.conftest import Person
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.records import Work
from workspace_app.store.changes import now

REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}


def in_place(file: Path) -> None:
    with file.open("r+") as stream:
        stream.write("mine")
        stream.truncate()


def by_rename(file: Path) -> None:
    new = file.with_name(f".{file.name}.tmp123")
    new.write_text("mine")
    new.replace(file)


def delete_and_create(file: Path) -> None:
    file.unlink()
    file.write_text("mine")


def vim(file: Path) -> None:
    """With a swap file, a test file and a backup that is removed at the end."""
    swap, backup = file.with_name(f".{file.name}.swp"), file.with_name(f"{file.name}~")
    swap.write_bytes(b"b0VIM 9.0")
    file.with_name("4913").touch()
    file.with_name("4913").unlink()
    file.rename(backup)
    file.write_text("mine")
    backup.unlink()
    swap.unlink()


def emacs(file: Path) -> None:
    """With a link as its lock, which stays while the file is open, and a backup that stays."""
    file.with_name(f".#{file.name}").symlink_to("pat@host.1234:1700000000")
    shutil.copy2(file, file.with_name(f"{file.name}~"))
    file.write_text("mine")


def office(file: Path) -> None:
    """A lock file that stays while the document is open, and a temporary file that takes the document's place."""
    file.with_name(f".~lock.{file.name}#").write_text(",pat,host,21.11.2026 14:00,file:///home/pat;")
    new = file.with_name("lu12345abcde.tmp")
    new.write_text("mine")
    file.unlink()
    new.rename(file)


def by_hand_in_git(file: Path) -> None:
    file.write_text("mine")
    subprocess.run(
        ["git", "-c", "user.name=Pat", "-c", "user.email=p@example.org", "commit", "-qam", "By hand"],
        cwd=file.parent,
        check=True,
    )


WAYS = [in_place, by_rename, delete_and_create, vim, emacs, office, by_hand_in_git]


async def note(drive: Driver, server: ScriptedModel) -> tuple[str, Work, Path]:
    """A task with one work by an assistant, which waits for a review: its id, the work and its file."""
    server.script("m", [submit("Note", "one")])
    task = await drive.planned([REVIEW])
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    return task, work, drive.project_folder(task) / work.path


async def texts(drive: Driver, work: Work) -> list[tuple[str, str]]:
    """Author and text of each version of a work, oldest first."""
    found = reversed(drive.ask.versions(work.id))
    return [(each.author, (await drive.desk.read_work(work.id, each.id))["text"]) for each in found]


@pytest.mark.parametrize("save", WAYS)
async def test_r5_a_save_of_any_editor_is_a_version_by_the_person(
    drive: Driver, server: ScriptedModel, save: Callable[[Path], None]
) -> None:
    task, work, file = await note(drive, server)
    saved = now()
    save(file)
    await drive.until(lambda: len(drive.ask.versions(work.id)) == 2)
    (mine, _) = drive.ask.versions(work.id)
    assert await texts(drive, work) == [("assistant", "one"), ("You", "mine")]
    assert (mine.author_kind, mine.conversation, mine.message) == ("user", None, None)
    assert mine.created_at >= saved
    person = Person(drive.project_folder(task))
    assert person.git("show", "--format=%ae", "--name-only", str(mine.commit)).split("\n")[2:] == [work.path, ""]
    assert person.git("show", "-s", "--format=%(trailers)", str(mine.commit)).strip() == ""
    assert [each.path for each in drive.ask.works(task, 1)] == [work.path]
    await drive.sound(person.folder)


@pytest.mark.parametrize("save", WAYS)
async def test_r5_what_was_saved_while_the_app_was_closed_is_a_version_too(
    tmp_path: Path, server: ScriptedModel, save: Callable[[Path], None]
) -> None:
    async with driving(tmp_path / "home", server) as drive:
        _, work, file = await note(drive, server)
    save(file)
    async with driving(tmp_path / "home", server) as drive:
        await drive.until(lambda: len(drive.ask.versions(work.id)) == 2)
        assert await texts(drive, work) == [("assistant", "one"), ("You", "mine")]


def rename(file: Path) -> Path:
    return file.rename(file.with_name("Better name.md"))


def move(file: Path) -> Path:
    place = file.parents[3] / "elsewhere 別處"
    place.mkdir()
    return file.rename(place / file.name)


def rename_the_folder(file: Path) -> Path:
    return file.parent.rename(file.parent.with_name("finished")) / file.name


def git_mv(file: Path) -> Path:
    person = Person(file.parent)
    person.git("mv", file.name, "moved.md")
    person.git("commit", "-qm", "Moved by hand")
    return file.with_name("moved.md")


@pytest.mark.parametrize("change", [rename, move, rename_the_folder, git_mv])
@pytest.mark.parametrize("closed", [False, True])
async def test_r92_a_work_that_the_person_moved_is_found_again_with_its_versions(
    tmp_path: Path, server: ScriptedModel, change: Callable[[Path], Path], closed: bool
) -> None:
    async with driving(tmp_path / "home", server) as drive:
        task, work, file = await note(drive, server)
        folder = drive.project_folder(task)
        if not closed:
            new = change(file)
            await drive.until(lambda: drive.ask.work(work.id).path != work.path)
    if closed:
        new = change(file)
    async with driving(tmp_path / "home", server) as drive:
        await drive.until(lambda: drive.ask.work(work.id).path != work.path)
        assert drive.ask.work(work.id).path == new.relative_to(folder).as_posix()
        assert await texts(drive, work) == [("assistant", "one"), ("You", "one")]
        new.write_text("mine")
        await drive.until(lambda: len(drive.ask.versions(work.id)) == 3)
        assert (await texts(drive, work))[-1] == ("You", "mine")
        await drive.sound(folder)


@pytest.mark.expected_log("is not committed yet: .* cannot be used: it is a link, a folder")
async def test_a_work_that_the_person_deleted_can_be_restored(drive: Driver, server: ScriptedModel) -> None:
    _, work, file = await note(drive, server)
    file.unlink()
    await drive.desk.restore(work.path, "1")
    assert file.read_text() == "one"
    file.unlink()
    file.mkdir()
    (file / "inside.txt").write_text("mine")
    await drive.desk.restore(work.path, "1")
    assert (file / "inside.txt").read_text() == "mine"
    (problem,) = [text for text in (await drive.desk.status())["problems"] if work.path in text]
    assert "folder" in problem
    shutil.rmtree(file)
    await drive.desk.doctor(repair=True)
    assert file.read_text() == "one"


async def test_edits_during_a_merge_of_the_person_are_kept_when_it_is_over(
    drive: Driver, server: ScriptedModel
) -> None:
    task, work, file = await note(drive, server)
    person = Person(drive.project_folder(task))
    person.git("checkout", "-q", "-b", "side")
    person.git("commit", "-q", "--allow-empty", "-m", "side")
    person.git("checkout", "-q", "main")
    person.git("merge", "--no-commit", "--no-ff", "side")
    file.write_text("mine")
    person.git("merge", "--abort", check=False)
    person.git("merge", "--quit", check=False)
    await drive.until(lambda: len(drive.ask.versions(work.id)) == 2)
    assert await texts(drive, work) == [("assistant", "one"), ("You", "mine")]
