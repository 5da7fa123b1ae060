"""Files too large to go into the history unasked: handled with the person's consent, and nothing is lost (R5, R9)."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from tests.engine.driver import Driver, driving, submit
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Question, Work

REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}
MB = 1_000_000
LARGE = 60 * MB


def sparse(file: Path, size: int, first: bytes = b"data") -> str:
    """Make a file of `size` bytes that takes no room on the disk; its SHA-256."""
    file.write_bytes(first)
    with file.open("r+b") as stream:
        stream.truncate(size)
        return hashlib.file_digest(stream, "sha256").hexdigest()


async def note(drive: Driver, server: ScriptedModel, *replies: object) -> tuple[str, Work, Path]:
    server.script("m", [submit("Note", "one"), *replies])
    task = await drive.planned([REVIEW])
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    return task, work, drive.project_folder(task) / work.path


async def consent(drive: Driver, task: str) -> Question:
    (question,) = await drive.until(lambda: drive.ask.file_questions(task))
    return question


def in_git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout


async def test_a_file_that_the_person_makes_large_is_kept_out_of_the_history_when_they_say_so(tmp_path: Path) -> None:
    with ScriptedModel() as server:
        async with driving(tmp_path, server) as drive:
            task, work, file = await note(drive, server)
            before = work.newest.commit
            sha256 = sparse(file, LARGE)
            question = await consent(drive, task)
            assert "60 MB" in question.text
            newest = drive.ask.work(work.id).newest
            assert (newest.n, newest.commit, newest.sha256, newest.size) == (2, None, sha256, LARGE)

            await drive.desk.answer(question.id, "choose", choices=["out"])

            folder = drive.project_folder(task)
            assert f"/{work.path}" in (folder / ".git/info/exclude").read_text().splitlines()
            assert in_git(folder, "log", "-1", "--format=%H", "--", work.path).strip() == before
            shown = await drive.desk.read_work(work.id)
            assert (shown["size"], shown["truncated"]) == (LARGE, True)
            assert (await drive.desk.doctor())["problems"] == []


async def test_a_file_that_was_kept_out_is_not_asked_about_again(tmp_path: Path) -> None:
    with ScriptedModel() as server:
        async with driving(tmp_path, server) as drive:
            task, work, file = await note(drive, server)
            sparse(file, LARGE)
            await drive.desk.answer((await consent(drive, task)).id, "choose", choices=["out"])
            sha256 = sparse(file, LARGE + MB, b"other")
            await drive.until(lambda: drive.ask.work(work.id).newest.sha256 == sha256)
            assert drive.ask.file_questions(task) == []
            assert drive.ask.work(work.id).newest.commit is None


async def test_a_file_that_was_kept_out_comes_back_into_the_history_when_it_is_small_again(tmp_path: Path) -> None:
    with ScriptedModel() as server:
        async with driving(tmp_path, server) as drive:
            task, work, file = await note(drive, server)
            sparse(file, LARGE)
            await drive.desk.answer((await consent(drive, task)).id, "choose", choices=["out"])
            file.write_text("small")
            newest = await drive.until(
                lambda: (found := drive.ask.work(work.id).newest).commit and found.n == 3 and found
            )
            assert newest.author_kind == "user"
            assert (await drive.desk.read_work(work.id, newest.id))["text"] == "small"


async def test_a_file_that_is_let_in_is_in_the_history_and_so_is_every_later_state_of_it(tmp_path: Path) -> None:
    with ScriptedModel() as server:
        async with driving(tmp_path, server) as drive:
            task, work, file = await note(drive, server)
            sparse(file, LARGE)
            await drive.desk.answer((await consent(drive, task)).id, "choose", choices=["in"])
            newest = drive.ask.work(work.id).newest
            assert newest.sha256 is None
            assert in_git(drive.project_folder(task), "cat-file", "-s", f"{newest.commit}:{work.path}").strip() == str(
                LARGE
            )
            sparse(file, LARGE + MB, b"other")
            later = await drive.until(lambda: (found := drive.ask.work(work.id).newest).n == 3 and found)
            assert later.commit is not None
            assert drive.ask.file_questions(task) == []


async def test_a_large_file_that_an_assistant_hands_in_is_a_work_and_asked_about(tmp_path: Path) -> None:
    with ScriptedModel() as server:
        async with driving(tmp_path, server) as drive:
            await drive.desk.set_file_limit(1)
            project = (await drive.desk.new_project("P"))["id"]
            sha256 = sparse(Path(drive.ask.project(project).folder) / "made.bin", 2 * MB)
            reply = {"tools": [("submit_work", {"title": "Data", "path": "made.bin"})]}
            server.script("m", [reply])
            task = await drive.planned([REVIEW], project=project)
            review = await drive.asked(task)
            (work,) = drive.ask.works(task, 1)
            assert (work.newest.sha256, work.newest.commit, work.newest.author_kind) == (sha256, None, "assistant")
            question = await consent(drive, task)
            assert question.data["work"] == work.id
            await drive.desk.answer(question.id, "choose", choices=["in"])
            commit = drive.ask.work(work.id).newest.commit
            assert commit
            author = in_git(drive.project_folder(task), "log", "-1", "--format=%ae", commit).strip()
            assert author == "assistant@workspace.local"
            await drive.desk.answer(review.id, "approve")


async def test_what_is_in_no_history_is_never_written_over(tmp_path: Path) -> None:
    with ScriptedModel() as server:
        async with driving(tmp_path, server) as drive:
            task, work, file = await note(drive, server, submit("Note", "two"))
            sha256 = sparse(file, LARGE)
            await drive.desk.answer((await consent(drive, task)).id, "choose", choices=["out"])
            (review,) = drive.ask.open_questions(task)
            await drive.desk.answer(review.id, "changes", text="Again.")
            await drive.asked(task)
            with file.open("rb") as stream:
                assert hashlib.file_digest(stream, "sha256").hexdigest() == sha256
            (beside,) = (other for other in drive.ask.works(task, 1) if other.id != work.id)
            assert (await drive.desk.read_work(beside.id))["text"] == "two"
            assert beside.newest.commit is not None


async def test_a_later_step_reads_a_work_that_is_not_in_the_history(tmp_path: Path) -> None:
    copy = {"id": "c", "step_task": "Copy.", "kind": "function", "function": {"name": "copy_works"}, "inputs": ["r"]}
    with ScriptedModel() as server:
        async with driving(tmp_path, server) as drive:
            await drive.desk.set_file_limit(1)
            server.script("m", [submit("Note", "one")])
            task = await drive.planned([REVIEW, copy])
            await drive.asked(task)
            (work,) = drive.ask.works(task, 1)
            sha256 = sparse(drive.project_folder(task) / work.path, 2 * MB)
            await drive.desk.answer((await consent(drive, task)).id, "choose", choices=["out"])
            (review,) = drive.ask.open_questions(task)
            await drive.desk.answer(review.id, "approve")
            again = await drive.asked(task)
            await drive.desk.answer(again.id, "approve")
            await drive.rested(task)
            (made,) = drive.ask.works(task, 2)
            assert made.newest.sha256 == sha256


@pytest.mark.parametrize("megabytes", [0, 501, -1])
async def test_a_limit_that_makes_no_sense_is_refused(tmp_path: Path, megabytes: int) -> None:
    async with driving(tmp_path) as drive:
        with pytest.raises(WorkspaceError, match="from 1 to 500"):
            await drive.desk.set_file_limit(megabytes)
        assert await drive.desk.file_limit() == {"megabytes": 50}
