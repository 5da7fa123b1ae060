"""The folder survives people, and the doctor mends what can be mended: real folders, real git (DESIGN 4)."""

import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from spaces import Space
from tests.engine.driver import Driver, driving, submit
from tests.spaces.conftest import Person
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.records import Work

REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}


async def note(drive: Driver, server: ScriptedModel) -> tuple[str, Work, Person]:
    """A task with one work, which waits for a review: its id, the work, and the person at the project's folder."""
    server.script("m", [submit("Note", "one")])
    task = await drive.planned([REVIEW])
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    await drive.desk._records.flush()
    return task, work, Person(drive.project_folder(task))


async def another(drive: Driver, server: ScriptedModel, task: str, text: str = "two") -> None:
    """The assistant hands in the work again."""
    (question,) = drive.ask.open_questions(task)
    server.script("m", [submit("Note", text)])
    await drive.desk.answer(question.id, "changes", text="More.")
    await drive.asked(task)


async def text(drive: Driver, work: Work, n: int) -> Any:
    (version,) = [version for version in drive.ask.versions(work.id) if version.n == n]
    return (await drive.desk.read_work(work.id, version.id))["text"]


async def well(drive: Driver) -> bool:
    return (await drive.desk.doctor())["problems"] == []  # type: ignore[no-any-return]


async def test_a_rebase_by_the_person_loses_no_version(drive: Driver, server: ScriptedModel) -> None:
    task, work, person = await note(drive, server)
    (person.folder / work.path).write_text("mine")
    await drive.until(lambda: len(drive.ask.versions(work.id)) == 2)
    await another(drive, server, task)
    await drive.desk._records.flush()
    person.git("rebase", "-q", "--root", "--exec", "git commit -q --amend --no-edit --date=2020-01-01T00:00:00")
    person.git("reflog", "expire", "--expire=now", "--all")
    person.git("gc", "-q", "--prune=now")
    await another(drive, server, task, "three")
    assert [await text(drive, work, n) for n in (1, 2, 3, 4)] == ["one", "mine", "two", "three"]
    assert await well(drive)


async def test_a_reset_by_the_person_is_their_newest_version_and_loses_none(
    drive: Driver, server: ScriptedModel
) -> None:
    task, work, person = await note(drive, server)
    first = work.newest.commit
    await another(drive, server, task)
    person.git("reset", "-q", "--hard", str(first))
    await drive.until(lambda: drive.ask.versions(work.id)[0].author == "You")
    person.git("reflog", "expire", "--expire=now", "--all")
    person.git("gc", "-q", "--prune=now")
    assert [await text(drive, work, n) for n in (1, 2, 3)] == ["one", "two", "one"]
    await drive.desk.restore(work.path, "2")
    assert (person.folder / work.path).read_text() == "two"
    assert await well(drive)


@pytest.mark.expected_log("is not committed yet: .*has no history")
async def test_a_deleted_history_is_said_and_begins_again(drive: Driver, server: ScriptedModel) -> None:
    task, work, person = await note(drive, server)
    shutil.rmtree(person.folder / ".git")
    await another(drive, server, task)
    assert "has no history" in drive.ask.work(work.id).newest.pending
    assert any("has no history" in problem for problem in (await drive.desk.doctor())["problems"])
    done = await drive.desk.doctor(repair=True)
    assert any("begins again" in sentence for sentence in done["repaired"])
    assert done["problems"] == []
    assert (person.folder / work.path).read_text() == "two"
    assert await text(drive, work, drive.ask.work(work.id).newest.n) in ("one", "two")
    assert person.git("log", "--format=%s").splitlines()[-1] == "The history begins again"


def _remove(place: Path) -> None:
    place.unlink()


def _corrupt(place: Path) -> None:
    place.chmod(0o644)
    place.write_bytes(b"\x78\x01garbage" + place.read_bytes()[9:])


@pytest.mark.parametrize("damage", [_remove, _corrupt])
async def test_a_text_that_git_lost_is_put_back_from_the_folder(
    drive: Driver, server: ScriptedModel, damage: Any
) -> None:
    _, work, person = await note(drive, server)
    blob = person.git("rev-parse", f"HEAD:{work.path}").strip()
    damage(person.folder / ".git/objects" / blob[:2] / blob[2:])
    problems = (await drive.desk.doctor())["problems"]
    assert any(blob in problem for problem in problems)
    done = await drive.desk.doctor(repair=True)
    assert [work.path in sentence for sentence in done["repaired"]] == [True]
    assert done["problems"] == []
    assert await text(drive, work, 1) == "one"


async def test_a_branch_that_a_power_cut_emptied_is_set_right(drive: Driver, server: ScriptedModel) -> None:
    task, work, person = await note(drive, server)
    (person.folder / ".git/refs/heads/main").write_bytes(b"")
    assert any("branch" in problem for problem in (await drive.desk.doctor())["problems"])
    done = await drive.desk.doctor(repair=True)
    assert done["problems"] == []
    await another(drive, server, task)
    assert [await text(drive, work, n) for n in (1, 2)] == ["one", "two"]
    assert await well(drive)


async def test_a_lock_of_a_git_that_died_is_removed_and_a_live_one_is_not(drive: Driver, server: ScriptedModel) -> None:
    task, work, person = await note(drive, server)
    lock = person.folder / ".git/index.lock"
    lock.touch()
    await another(drive, server, task)  # a lock of the person's index holds nothing up
    assert (person.folder / work.path).read_text() == "two"
    assert any("index.lock" in problem for problem in (await drive.desk.doctor(repair=True))["problems"])
    assert lock.exists()
    os.utime(lock, (time.time() - 3600,) * 2)
    done = await drive.desk.doctor(repair=True)
    assert not lock.exists()
    assert done["problems"] == []
    assert person.git("status", "--porcelain") == ""


@pytest.mark.expected_log("is not committed yet: The folder .* is not there")
async def test_r92_a_folder_moved_while_open_is_found_again_with_what_was_made_meanwhile(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    task, work, person = await note(drive, server)
    moved = person.folder.rename(tmp_path / "moved")
    await another(drive, server, task)
    assert not person.folder.exists()
    assert any("put it back, or say where it is now" in each for each in (await drive.desk.status())["problems"])
    await drive.desk.move_project(drive.ask.task(task).project, str(moved))
    await drive.desk.doctor(repair=True)
    assert (moved / work.path).read_text() == "two"
    (moved / work.path).write_text("mine")
    await drive.until(lambda: drive.ask.versions(work.id)[0].author == "You")
    assert await well(drive)


async def test_submodules_nested_repositories_and_links_are_left_alone(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    task, work, person = await note(drive, server)
    other = Person(tmp_path / "other")
    other.folder.mkdir()
    other.git("init", "-q", "-b", "main")
    other.write("inside.md", "theirs")
    other.commit_all()
    person.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.folder), "module")
    person.git("commit", "-q", "-m", "A submodule")
    shutil.copytree(other.folder, person.folder / "nested")
    (person.folder / "out").symlink_to(tmp_path)
    (person.folder / "module/inside.md").write_text("changed in the submodule")
    await another(drive, server, task)
    assert (person.folder / work.path).read_text() == "two"
    assert Person(person.folder / "module").git("status", "--porcelain") == " M inside.md\n"
    assert person.git("ls-tree", "HEAD", "module").startswith("160000")
    assert await well(drive)


@pytest.mark.expected_log("is not committed yet: .*cannot be used")
async def test_a_work_whose_folder_became_a_link_out_of_the_project_is_not_written(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    task, work, person = await note(drive, server)
    place = (person.folder / work.path).parent
    outside = place.rename(tmp_path / "outside")
    place.symlink_to(outside)
    await another(drive, server, task)
    assert (outside / Path(work.path).name).read_text() == "one"
    assert any(work.path in problem for problem in (await drive.desk.doctor())["problems"])
    place.unlink()
    outside.rename(place)
    assert (await drive.desk.doctor(repair=True))["problems"] == []
    assert (person.folder / work.path).read_text() == "two"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give a folder away")
async def test_a_folder_that_belongs_to_somebody_else_is_used_all_the_same(
    drive: Driver, server: ScriptedModel
) -> None:
    """Git itself refuses it ("dubious ownership"); nothing of the repository's own is run, so there is nothing to fear."""
    task, work, person = await note(drive, server)
    for place in (person.folder, person.folder / ".git"):
        os.chown(place, 12345, 12345)
    await another(drive, server, task)
    assert (person.folder / work.path).read_text() == "two"
    assert await well(drive)


async def test_a_huge_file_is_not_read_into_the_history(drive: Driver, server: ScriptedModel) -> None:
    task, work, person = await note(drive, server)
    with (person.folder / "film.mkv").open("wb") as film:
        film.truncate(1_000_000_000)
    file = person.folder / work.path
    file.write_text("mine")
    await drive.until(lambda: drive.ask.versions(work.id)[0].author == "You")
    with file.open("wb") as stream:
        stream.truncate(1_000_000_000)
    await drive.until(lambda: drive.ask.work(work.id).newest.sha256)
    await another(drive, server, task)
    assert file.stat().st_size == 1_000_000_000
    (beside,) = (other for other in drive.ask.works(task, 1) if other.id != work.id)
    assert (person.folder / beside.path).read_text() == "two"
    assert len(person.git("count-objects", "-v").split("size: ")[1].split()[0]) < 5


async def test_damage_that_was_done_while_the_app_was_closed_does_not_keep_it_from_starting(
    tmp_path: Path, server: ScriptedModel
) -> None:
    async with driving(tmp_path / "home", server) as drive:
        _, work, person = await note(drive, server)
    for place in sorted((person.folder / ".git/objects").rglob("*")):
        if place.is_file():
            place.unlink()
    async with driving(tmp_path / "home", server) as drive:
        problems = (await drive.desk.doctor())["problems"]
        assert any("put back .git from a backup" in problem for problem in problems)
        assert (person.folder / work.path).read_text() == "one"
    assert Space.open(person.folder).files()
