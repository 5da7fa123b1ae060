"""Comments on passages (R54, R55), and the person's own edits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.driver import Driver, submit
from tests.support.scripted_model import ScriptedModel
from workspace_app.domain.comments import lines_of, locate
from workspace_app.domain.errors import NotAllowed, WorkspaceError
from workspace_app.domain.status import Status

REVIEW = {"id": "r", "step_task": "Write it.", "kind": "review"}
TEXT = "First line.\nThe sky is blue.\nThe end.\n"


@given(st.lists(st.sampled_from(["same", "other", "", "長"]), min_size=1, max_size=12), st.data())
def test_a_passage_follows_lines_that_are_added_above(lines: list[str], data: st.DataObject) -> None:
    old = "\n".join(f"{number}: {line}" for number, line in enumerate(lines))
    start = data.draw(st.integers(0, len(old) - 1))
    end = data.draw(st.integers(start + 1, len(old)))
    new = f"added\nadded again\n{old}"
    assert locate(old[start:end], start, old, new) == (
        start + len("added\nadded again\n"),
        end + len("added\nadded again\n"),
    )


def test_of_equal_passages_the_nearest_is_meant() -> None:
    old = "a\nx\nb\nx\nc\n"
    place = locate("x", old.rindex("x"), old, "new\n" + old)
    assert place == (("new\n" + old).rindex("x"), ("new\n" + old).rindex("x") + 1)
    assert locate("x", 2, old, "nothing") is None


def test_lines() -> None:
    assert lines_of("a\nb\nc", 2, 3) == (2, 2)
    assert lines_of("a\nb\nc", 0, 4) == (1, 2)


async def test_r54_three_comments_go_into_a_new_conversation_and_are_answered(
    drive: Driver, server: ScriptedModel
) -> None:
    server.script("m", [submit("Text", TEXT), submit("Text", "Better.")])
    task = await drive.planned([REVIEW])
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    for passage, words in (("First line", "Say more."), ("blue", "Which blue?"), ("The end", "Too short.")):
        start = TEXT.index(passage)
        await drive.desk.comment(work.newest.id, start, start + len(passage), words)
    version = (await drive.desk.save_work(work.id, "Added above.\n" + TEXT))["version"]
    assert drive.ask.version(version).author_kind == "user"
    found = await drive.desk.comments(work.id)
    assert [comment["line"] for comment in found] == [2, 3, 4]
    prompt = (await drive.desk.revision_prompt(work.id))["text"]
    assert "on line 3:\n> blue\nWhich blue?" in prompt
    assert "Added above." in prompt  # the edited work is what is revised
    await drive.desk.revise(work.id)
    question = await drive.asked(task)
    assert server.requests[-1].body["messages"][0]["content"] == prompt
    assert [comment["answered_in"] for comment in await drive.desk.comments(work.id)] == [1, 1, 1]
    with pytest.raises(NotAllowed, match="no open comment"):
        await drive.desk.revise(work.id)
    for comment in await drive.desk.comments(work.id):
        await drive.desk.resolve_comment(comment["id"])
    assert all(comment["resolved"] for comment in await drive.desk.comments(work.id))
    await drive.desk.answer(question.id, "approve")
    assert (await drive.rested(task)).status is Status.DONE


async def test_r55_comments_can_go_to_the_current_conversation(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", TEXT), submit("Text", "Better.")])
    task = await drive.planned([REVIEW])
    question = await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    await drive.desk.comment(work.newest.id, 0, 5, "Why?")
    made = await drive.desk.revise(work.id, here=True, note="And shorter.")
    assert made["conversation"] == question.conversation
    await drive.asked(task)
    said = str(server.requests[-1].body["messages"][-1]["content"])
    assert said.startswith("And shorter.\n\n# Comments: ")
    assert "\nComment 1, on line 1:\n> First\nWhy?" in said
    (answer,) = [message for message in drive.messages(task, 1) if message.source == "user"]
    written = answer.data["written"]
    assert written.startswith("And shorter.\n\n@[Comments on Text (1)](comments:")
    assert (await drive.desk.comments(work.id))[0]["answered_in"] == 2


async def test_comments_can_be_changed_and_taken_back(drive: Driver, server: ScriptedModel) -> None:
    server.script("m", [submit("Text", TEXT)])
    task = await drive.planned([REVIEW])
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    for start, end, words in ((0, 0, "x"), (5, 3, "x"), (0, 10_000, "x"), (0, 5, "  ")):
        with pytest.raises(WorkspaceError):
            await drive.desk.comment(work.newest.id, start, end, words)
    id_ = (await drive.desk.comment(work.newest.id, 0, 5, "Wy?"))["id"]
    await drive.desk.edit_comment(id_, "Why?")
    assert [comment["text"] for comment in await drive.desk.comments(work.id)] == ["Why?"]
    await drive.desk.delete_comment(id_)
    assert await drive.desk.comments(work.id) == []


async def test_r54_the_version_that_answers_tells_which_comments_it_addressed(
    drive: Driver, server: ScriptedModel
) -> None:
    text = "First line.\nSecond line, blue.\nThe end.\n"
    server.script("m", [submit("Text", text), submit("Text", "A start.\nFirst line.\nSecond line, green.\nThe end.\n")])
    task = await drive.planned([REVIEW])
    await drive.asked(task)
    (work,) = drive.ask.works(task, 1)
    for passage in ("First line", "blue"):
        start = text.index(passage)
        await drive.desk.comment(work.newest.id, start, start + len(passage), f"On {passage}")
    assert [comment["addressed"] for comment in await drive.desk.comments(work.id)] == [None, None]
    await drive.desk.revise(work.id)
    await drive.asked(task)
    new = drive.ask.works(task, 1)[-1]
    found = await drive.desk.comments(new.id)
    assert [(comment["quote"], comment["addressed"], comment["line"]) for comment in found] == [
        ("First line", False, 2), ("blue", True, None),
    ]  # fmt: skip
    old = await drive.desk.comments(work.id)
    assert [comment["addressed"] for comment in old] == [None, None]
    await drive.desk.resolve_comment(found[0]["id"], resolved=False)
    assert (await drive.desk.revision_prompt(work.id))["comments"] == 1
