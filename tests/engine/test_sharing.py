"""Two people with an app each share one project by way of a repository between them (DESIGN 4)."""

import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.engine.driver import Driver, driving, submit
from tests.spaces.conftest import Person
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status

REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}


@pytest.fixture
def remote(tmp_path: Path) -> str:
    place = tmp_path / "server.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(place)], check=True)
    return str(place)


@pytest.fixture
async def ann(tmp_path: Path, server: ScriptedModel) -> AsyncIterator[Driver]:
    async with driving(tmp_path / "ann", server) as driver:
        yield driver


@pytest.fixture
async def ben(tmp_path: Path, server: ScriptedModel) -> AsyncIterator[Driver]:
    async with driving(tmp_path / "ben", server) as driver:
        yield driver


async def shared(ann: Driver, ben: Driver, server: ScriptedModel, remote: str) -> tuple[str, str]:
    """A project of Ann with one note that waits for a review, which Ben has cloned and opened: its id, and the task's."""
    server.script("m", [submit("Note", "one")])
    task = await ann.planned([REVIEW])
    await ann.asked(task)
    project = ann.ask.task(task).project
    await ann.desk.set_remote(project, remote)
    await ann.desk.push(project)
    copy = Path(remote).parent / "Ben's copy"
    subprocess.run(["git", "clone", "-q", remote, str(copy)], check=True)
    assert (await ben.desk.rebuild(str(copy)))["project"] == project
    return project, task


def files(driver: Driver, project: str) -> dict[str, str]:
    """The works of a project as they lie in its folder."""
    folder = Path(driver.ask.project(project).folder)
    return {work.title: (folder / work.path).read_text() for work in driver.ask.project_works(project)}


async def versions(driver: Driver, title: str, project: str) -> list[tuple[str, str]]:
    """Author and text of each version of a work, oldest first."""
    (work,) = [work for work in driver.ask.project_works(project) if work.title == title]
    found = reversed(driver.ask.versions(work.id))
    return [(each.author, (await driver.desk.read_work(work.id, each.id))["text"]) for each in found]


async def sound(*drivers: Driver) -> None:
    """Nothing is wrong with any folder, and git has nothing to say about any of them."""
    for driver in drivers:
        for project in driver.ask.projects():
            await driver.sound(Path(project.folder))
            assert Person(Path(project.folder)).git("status", "--porcelain") == ""


async def test_a_task_that_one_pushed_appears_at_the_other(
    ann: Driver, ben: Driver, server: ScriptedModel, remote: str
) -> None:
    project, task = await shared(ann, ben, server, remote)
    assert await ben.desk.pull(project) == {"changed": False, "conflicts": [], "notes": []}
    server.script("m", [submit("Other", "two")])
    more = await ann.planned([REVIEW], project=project)
    question = await ann.asked(more)
    await ann.desk.answer(question.id, "approve")
    await ann.until(lambda: ann.ask.task(more).status is Status.DONE)
    await ann.desk.push(project)
    state = await ben.desk.sharing_state(project, look=True)
    assert (state["url"], state["branch"], state["ahead"]) == (remote, "main", 0)
    assert state["behind"] > 0
    done = await ben.desk.pull(project)
    assert (done["changed"], done["conflicts"]) == (True, [])
    assert ben.ask.task(more).status is Status.DONE
    assert files(ben, project) == {"Note": "one", "Other": "two"}
    assert [message.text for message in ben.messages(more, 1)] == [message.text for message in ann.messages(more, 1)]
    assert await versions(ben, "Other", project) == [("assistant", "two")]
    assert ben.ask.task(task).status is Status.WAITING
    await ben.desk._records.flush(project)
    await sound(ann, ben)


async def test_both_work_at_once_and_come_together(
    ann: Driver, ben: Driver, server: ScriptedModel, remote: str
) -> None:
    project, _ = await shared(ann, ben, server, remote)
    for driver, title in ((ann, "Ann's"), (ben, "Ben's")):
        server.script("m", [submit(title, title)])
        await driver.asked(await driver.planned([REVIEW], project=project))
    await ann.desk.push(project)
    with pytest.raises(WorkspaceError, match="pull them first"):
        await ben.desk.push(project)
    assert (await ben.desk.pull(project))["conflicts"] == []
    await ben.desk.push(project)
    assert (await ann.desk.pull(project))["conflicts"] == []
    for driver in (ann, ben):
        assert files(driver, project) == {"Note": "one", "Ann's": "Ann's", "Ben's": "Ben's"}
        assert len(driver.ask.tasks(project)) == 3


@pytest.mark.parametrize("choice", ["mine", "theirs", "both"])
async def test_a_work_that_both_changed_is_asked_about(
    ann: Driver, ben: Driver, server: ScriptedModel, remote: str, choice: str
) -> None:
    project, task = await shared(ann, ben, server, remote)
    (work,) = ann.ask.works(task, 1)
    for driver, text in ((ann, "by ann"), (ben, "by ben")):
        (Path(driver.ask.project(project).folder) / work.path).write_text(text)
    await ann.desk.push(project)
    done = await ben.desk.pull(project)
    assert done["conflicts"] == [work.path]
    (question,) = ben.ask.file_questions(task)
    assert sorted(files(ben, project).values()) == ["by ann", "by ben"]
    await ben.desk.answer(question.id, "choose", choices=[choice])
    await ben.desk.push(project)
    await ann.desk.pull(project)
    kept = {"mine": ["by ben"], "theirs": ["by ann"], "both": ["by ann", "by ben"]}[choice]
    for driver in (ann, ben):
        assert sorted(files(driver, project).values()) == kept
        texts = [text for _, text in await versions(driver, "Note", project)]
        assert texts[0] == "one"
        if choice != "both":
            assert set(texts) == {"one", "by ann", "by ben"}


async def test_a_work_that_was_changed_with_git_alone_keeps_the_name_of_who_did_it(
    ann: Driver, ben: Driver, server: ScriptedModel, remote: str, tmp_path: Path
) -> None:
    project, task = await shared(ann, ben, server, remote)
    (work,) = ann.ask.works(task, 1)
    subprocess.run(["git", "clone", "-q", remote, str(tmp_path / "pat")], check=True)
    pat = Person(tmp_path / "pat")
    pat.write(work.path, "by pat")
    pat.commit_all()
    pat.git("push", "-q")
    await ben.desk.pull(project)
    assert await versions(ben, "Note", project) == [("assistant", "one"), ("Pat", "by pat")]


async def test_what_goes_wrong_changes_nothing_and_is_said(drive: Driver, tmp_path: Path) -> None:
    project = (await drive.desk.new_project("P"))["id"]
    with pytest.raises(WorkspaceError, match="its address is not set"):
        await drive.desk.pull(project)
    with pytest.raises(WorkspaceError, match="cannot be used"):
        await drive.desk.set_remote(project, "ext::sh -c id")
    await drive.desk.set_remote(project, str(tmp_path / "nowhere"))
    with pytest.raises(WorkspaceError, match="There is no repository"):
        await drive.desk.pull(project)
    await drive.desk.stop_sharing(project)
    await drive.desk.set_remote(project, "")
    assert (await drive.desk.sharing_state(project))["url"] == ""


@pytest.mark.expected_log("is not committed yet: .* is not on the branch")
async def test_on_another_branch_works_wait_until_the_person_says_where_they_go(
    drive: Driver, server: ScriptedModel
) -> None:
    server.script("m", [submit("Note", "one"), submit("Note", "two")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    person = Person(drive.project_folder(task))
    person.git("checkout", "-q", "-b", "side")
    project = drive.ask.task(task).project
    await drive.desk.answer(question.id, "changes", text="More.")
    await drive.asked(task)
    assert "is not on the branch “main”" in drive.ask.work(work.id).newest.pending
    assert (await drive.desk.sharing_state(project))["checked_out"] == "side"
    assert (await drive.desk.read_work(work.id, drive.ask.work(work.id).newest.id))["text"] == "two"
    await drive.desk.use_branch(project)
    assert drive.ask.work(work.id).newest.pending == ""
    assert (person.folder / work.path).read_text() == "two"
    assert person.git("log", "--format=%s", "main..side").count("Note") >= 1
