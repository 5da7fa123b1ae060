"""The person changes a file while an assistant writes it: both texts are kept and the person chooses (R41)."""

import threading
from pathlib import Path
from typing import Any

import pytest

from tests.engine.driver import PATIENCE, Driver, submit
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.errors import NotAllowed
from workspace_app.domain.records import Question
from workspace_app.domain.status import Status

REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}


async def conflict(drive: Driver, server: ScriptedModel, *, noticed: bool) -> tuple[str, Path, Question]:
    """A task in which the person edits the note while the model thinks: its id, the file and the question about it.

    Args:
        noticed: whether the app has made a version of the edit before the model answers.
    """
    server.script("m", [submit("Note", "one")])
    task = await drive.planned([REVIEW])
    asked = await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    file, go_on = drive.project_folder(task) / work.path, threading.Event()

    def think(_: Any) -> dict[str, Any]:
        file.write_text("mine")
        if noticed:
            go_on.wait(PATIENCE)
        return submit("Note", "two")

    server.script("m", [think])
    await drive.desk.answer(asked.id, "changes", text="Shorter.")
    if noticed:
        await drive.until(lambda: len(drive.ask.versions(work.id)) == 2)
        go_on.set()
    (question,) = await drive.until(lambda: drive.ask.file_questions(task))
    await drive.rested(task)
    return task, file, question


async def texts(drive: Driver, work: str) -> list[tuple[str, str]]:
    """Author and text of each version of a work, oldest first."""
    found = reversed(drive.ask.versions(work))
    return [(each.author, (await drive.desk.read_work(work, each.id))["text"]) for each in found]


@pytest.mark.parametrize("noticed", [False, True])
async def test_r41_both_texts_are_kept_and_the_task_goes_on(
    drive: Driver, server: ScriptedModel, noticed: bool
) -> None:
    task, file, question = await conflict(drive, server, noticed=noticed)
    data = question.data
    assert file.read_text() == "mine"
    assert (drive.project_folder(task) / data["copy_path"]).read_text() == "two"
    assert await texts(drive, data["work"]) == [("assistant", "one"), ("You", "mine")]
    assert await texts(drive, data["copy"]) == [("assistant", "two")]
    assert drive.ask.version(data["mine"]).author == "You"
    assert drive.ask.version(data["theirs"]).work == data["copy"]
    assert question in drive.ask.inbox()
    assert drive.ask.task(task).status is Status.WAITING
    assert [row.kind for row in drive.ask.open_questions(task)] == ["review"]


@pytest.mark.parametrize(
    ("choice", "on_disk", "versions"),
    [
        ("mine", "mine", [("assistant", "one"), ("You", "mine"), ("assistant", "two"), ("You", "mine")]),
        ("theirs", "two", [("assistant", "one"), ("You", "mine"), ("assistant", "two")]),
    ],
)
async def test_r41_the_person_chooses_and_nothing_leaves_the_history(
    drive: Driver, server: ScriptedModel, choice: str, on_disk: str, versions: list[tuple[str, str]]
) -> None:
    task, file, question = await conflict(drive, server, noticed=False)
    await drive.desk.answer(question.id, "choose", choices=[choice])
    assert file.read_text() == on_disk
    assert await texts(drive, question.data["work"]) == versions
    assert not (drive.project_folder(task) / question.data["copy_path"]).exists()
    assert [work.id for work in drive.ask.works(task, 1)] == [question.data["work"]]
    assert drive.ask.file_questions(task) == []
    with pytest.raises(NotAllowed):
        await drive.desk.answer(question.id, "choose", choices=["both"])
    await drive.sound(drive.project_folder(task))
    (review,) = drive.ask.open_questions(task)
    await drive.desk.answer(review.id, "approve")
    if choice == "mine":  # it was not what the question showed, so it is asked again
        await drive.desk.answer(drive.ask.open_questions(task)[0].id, "approve")
    await drive.until(lambda: drive.ask.task(task).status is Status.DONE)


async def test_r41_both_may_stay(drive: Driver, server: ScriptedModel) -> None:
    task, file, question = await conflict(drive, server, noticed=True)
    await drive.desk.answer(question.id, "choose", choices=["both"])
    assert file.read_text() == "mine"
    assert [work.newest.author for work in drive.ask.works(task, 1)] == ["You", "assistant"]


async def test_r41_mine_is_the_persons_text_also_when_another_version_came_while_the_question_waited(
    drive: Driver, server: ScriptedModel
) -> None:
    task, file, question = await conflict(drive, server, noticed=True)
    work = question.data["work"]
    (review,) = drive.ask.open_questions(task)
    server.script("m", [submit("Note", "three")])
    await drive.desk.answer(review.id, "changes", text="Once more.")
    await drive.rested(task)
    assert file.read_text() == "three"
    await drive.desk.answer(question.id, "choose", choices=["mine"])
    assert file.read_text() == "mine"
    assert (await texts(drive, work))[-1] == ("You", "mine")
    assert {"one", "two", "three", "mine"} == {text for _, text in await texts(drive, work)}


@pytest.mark.parametrize("choice", ["mine", "theirs"])
async def test_what_is_typed_between_the_question_and_the_answer_is_kept(
    drive: Driver, server: ScriptedModel, choice: str
) -> None:
    _, file, question = await conflict(drive, server, noticed=False)
    file.write_text("mine again")
    await drive.desk.answer(question.id, "choose", choices=[choice])
    assert ("You", "mine again") in await texts(drive, question.data["work"])
    assert file.read_text() == {"mine": "mine again", "theirs": "two"}[choice]


async def test_an_edit_that_the_assistant_was_told_of_is_no_conflict(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Note", "one"), submit("Note", "two")])
    task = await drive.planned([REVIEW])
    asked = await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    (drive.project_folder(task) / work.path).write_text("mine")
    await drive.until(lambda: len(drive.ask.versions(work.id)) == 2)
    await drive.desk.answer(asked.id, "changes", text="I changed the file, go on from it.")
    await drive.asked(task)
    assert drive.read(task, 1) == "two"
    assert await texts(drive, work.id) == [("assistant", "one"), ("You", "mine"), ("assistant", "two")]
    assert drive.ask.file_questions(task) == []


async def test_restoring_a_version_loses_no_edit_under_way(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Note", "one")])
    task = await drive.planned([REVIEW])
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    file = drive.project_folder(task) / work.path
    file.write_text("mine")
    result = await drive.desk.restore(work.path, "1")
    assert ("You", "mine") in await texts(drive, work.id)
    if result["conflicts"]:  # the edit had not been noticed yet
        (question,) = drive.ask.file_questions(task)
        assert (file.read_text(), result["conflicts"]) == ("mine", [question.data["copy_path"]])
    else:
        assert (await texts(drive, work.id))[-1] == ("You", "one")
