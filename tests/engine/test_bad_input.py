"""Bad input of every kind gets a clear sentence, and nothing is lost."""

import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.engine.driver import Driver, driving, plan_reply, submit
from tests.support.scripted_model import Reply, ScriptedModel
from workspace_app.desk.desk import Desk
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.store.database import StoreError, store_path

AGENT = {"id": "a", "step_task": "List the facts.", "kind": "agent"}
REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}


async def test_a_store_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with driving(home):
        pass
    with sqlite3.connect(store_path(home)) as store:
        store.execute("UPDATE alembic_version SET version_num = '9999'")
    store.close()
    before = store_path(home).read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        await Desk.open(home)
    assert store_path(home).read_bytes() == before


async def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    store_path(tmp_path / "home").write_bytes(b"not a store at all" * 100)
    with pytest.raises(StoreError, match="cannot be read"):
        await Desk.open(tmp_path / "home")


async def test_an_unusable_folder(drive: Driver, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(WorkspaceError):
            await drive.desk.new_project("P", str(folder))
    assert not drive.ask.projects()


async def test_an_unknown_model(drive: Driver) -> None:
    with pytest.raises(WorkspaceError, match="There is no model “nobody”"):
        await drive.desk.new_task("Do it", model="nobody")
    assert not drive.ask.tasks()
    problems = await drive.desk.check_plan(
        {"steps": [{**AGENT, "team": {"assistants": [{"name": "a", "model": "nobody"}]}}]}
    )
    assert "nobody" in problems["problems"][0]["message"]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([{**AGENT}, {**AGENT}], "twice|same id|already"),
        ([{**AGENT, "require_inputs": ["b"]}, {**AGENT, "id": "b"}], "later|earlier|before"),
        ([{**AGENT, "step_task": "  "}], "empty|what to do|task"),
    ],
)
async def test_r19_a_plan_with_faults_cannot_be_approved(
    drive: Driver, steps: list[dict[str, object]], said: str
) -> None:
    task = (await drive.desk.new_task("Do it", plan={"title": "T", "steps": steps}, approve="all"))["id"]
    question = await drive.asked(task)
    assert question.data["problems"]
    with pytest.raises(WorkspaceError, match=said):
        await drive.desk.answer(question.id, "approve")
    assert drive.ask.question(question.id).answered_at is None
    assert [step.n for step in drive.ask.steps(task)] == [0]


async def test_titles_that_no_folder_can_have(drive: Driver, server: ScriptedModel) -> None:
    server.script(
        "m",
        lambda request: submit('CON: a/b\\c?*"<>|' + "長" * 300, "x") if request.get("tools") else plan_reply([AGENT]),
    )
    for text in ("word " * 2000, "🎉🎊", "..", "con", "a/../../b", "\u202e\n\t"):
        if not text.strip():
            continue
        task = (await drive.desk.new_task(text, model="m", approve="all"))["id"]
        assert (await drive.rested(task)).status is Status.DONE
        row = drive.ask.task(task)
        assert len(row.title) <= 200
        assert row.text == text
        folder = drive.project_folder(task)
        (work,) = drive.ask.works(task, 1)
        assert (folder / work.path).resolve().is_relative_to(folder.resolve())
        assert len(Path(work.path).name.encode()) <= 255


async def test_a_large_and_a_binary_work(drive: Driver, server: ScriptedModel, tmp_path: Path) -> None:
    task = await drive.planned([{"id": "u", "step_task": "Give it.", "kind": "user"}, AGENT])
    question = await drive.asked(task)
    large = tmp_path / "large.bin"
    large.write_bytes(bytes(range(256)) * 80_000)
    server.script("m", [submit("Facts", "x")])
    await drive.desk.answer(question.id, "file", file=str(large))
    assert (await drive.rested(task)).status is Status.DONE
    (work,) = drive.ask.works(task, 1)
    assert work.newest.size == 20_480_000
    shown = await drive.desk.read_work(work.id)
    assert (shown["text"], shown["size"]) == (None, 20_480_000)
    assert (drive.project_folder(task) / work.path).read_bytes() == large.read_bytes()
    assert "20,480,000 bytes" in str(server.requests[-1].body)


@pytest.mark.expected_log("not committed yet: A merge is under way")
async def test_a_merge_under_way_holds_works_back_and_loses_none(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [Reply(**submit("Text", "one"))])
    task = await drive.planned([{"id": "u", "step_task": "Give it.", "kind": "user"}, REVIEW])
    question = await drive.asked(task)
    git = drive.project_folder(task) / ".git"
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=git.parent, capture_output=True, text=True, check=True
    ).stdout
    (git / "MERGE_HEAD").write_text(head, encoding="utf-8")
    await drive.desk.answer(question.id, "text", text="figures")
    question = await drive.asked(task)  # the figures are not in git, so the next step waits for them
    assert question.kind == "input"
    (work,) = drive.ask.works(task, 1)
    assert work.newest.commit is None
    assert "merge" in work.newest.pending
    assert (await drive.desk.read_work(work.id, work.newest.id))["text"] == "figures"
    assert any("merge" in problem for problem in (await drive.desk.status())["problems"])
    (git / "MERGE_HEAD").unlink()
    await drive.desk.doctor(repair=True)
    assert drive.ask.work(work.id).newest.commit is not None
    await drive.desk.answer(question.id, "approve")
    assert (await drive.asked(task)).kind == "review"


async def test_a_deleted_project_folder_is_an_error_of_its_tasks_only(
    drive: Driver, server: ScriptedModel, tmp_path: Path
) -> None:
    server.script("m", [submit("Text", "one")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    drive.project_folder(task).rename(tmp_path / "gone")
    with pytest.raises(WorkspaceError, match="not there"):
        await drive.desk.answer(question.id, "approve")
    assert any("put it back" in problem for problem in (await drive.desk.status())["problems"])
    (tmp_path / "gone").rename(drive.project_folder(task))
    await drive.desk.answer(question.id, "approve")
    assert (await drive.rested(task)).status is Status.DONE


async def test_a_plan_file_broken_by_hand_does_not_matter(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Facts", "x")])
    task = await drive.planned([{"id": "u", "step_task": "Give it.", "kind": "user"}, AGENT])
    question = await drive.asked(task)
    file = drive.project_folder(task) / drive.ask.task(task).folder / "plan.json"
    file.write_text("{ broken", encoding="utf-8")
    await drive.desk.answer(question.id, "text", text="figures")
    assert (await drive.rested(task)).status is Status.DONE
    show = ["git", "log", "--format=%an", "-S{ broken", "--", "."]
    kept = subprocess.run(show, cwd=file.parent, capture_output=True, text=True, check=True).stdout.split()
    assert "User" in kept, "what the person wrote is a version of their own"
