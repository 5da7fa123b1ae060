"""The person is asked, in the whole window, by a real engine whose assistant wants to use tools (L37-L48)."""

import json
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from tests.ui.asked import Asked, asked, calls, done
from tests.ui.planning import Desk
from workspace_app.ui.approval_card import ApprovalCard
from workspace_app.ui.call_decision import CallDecision
from workspace_app.ui.inbox import Inbox
from workspace_app.ui.permissions_page import PermissionsPage
from workspace_app.ui.settings import Settings

CONTROL, RETURN = Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Return


@pytest.fixture
def scene(qtbot: QtBot, desk: Desk) -> Iterator[Asked]:
    with asked(qtbot, desk) as made:
        yield made
    for one in desk.call("permissions"):
        desk.call("revoke_permission", permission=one["id"])


def remember(qtbot: QtBot, call: CallDecision, words: str, pattern: str | None = None) -> None:
    """Choose how long a decision holds, by keys."""
    field = call.remember.scope
    field.setFocus()
    for _ in range(field.findText(words)):
        qtbot.keyClick(field, Qt.Key.Key_Down)
    assert field.currentText() == words
    if pattern is not None:
        call.remember.pattern.selectAll()
        qtbot.keyClick(call.remember.pattern, Qt.Key.Key_Delete)
        qtbot.keyClicks(call.remember.pattern, pattern)


def test_a_call_waits_for_the_person_who_allows_or_refuses_it_by_keys(qtbot: QtBot, scene: Asked) -> None:
    """L40, L45: it runs once, when it is allowed; the log tells it in a line, and no window but this one takes the keyboard."""
    scene.begin("write_file")
    scene.run(calls(scene.write("a.txt", "1")), calls(scene.write("a.txt", "2")), done())
    card = scene.card(ApprovalCard)
    composer = scene.window.task_page().pane.answers.composer.field
    assert (scene.files(), scene.focus()) == ({}, composer)
    scene.desk.wait(lambda: scene.seen(card.send) and scene.seen(card.refuse))
    # The key that sends says nothing about a call that the person may not have looked at.
    qtbot.keyClick(composer, RETURN, CONTROL)
    assert scene.focus() is card.calls[0].choices["approve"]
    assert scene.focus().accessibleName() == "Allow: write_file"
    qtbot.keyClick(scene.focus(), RETURN, CONTROL)
    second = scene.card(ApprovalCard, after=card)
    assert scene.files() == {"a.txt": "1"}
    scene.desk.wait(lambda: scene.log() == ["You allowed “write_file”."])
    scene.desk.wait(lambda: scene.ending("content=2") == "")
    scene.window.answer_task(scene.task)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Tab):
        qtbot.keyClick(scene.focus(), key)
    assert scene.focus() is second.calls[0].words
    qtbot.keyClicks(scene.focus(), "not now")
    qtbot.keyClick(scene.focus(), Qt.Key.Key_Tab)
    assert scene.focus() is second.calls[0].remember.scope
    qtbot.keyClick(scene.focus(), Qt.Key.Key_Tab)
    assert scene.focus() is second.send
    qtbot.keyClick(scene.focus(), Qt.Key.Key_Space)
    scene.settled()
    assert scene.files() == {"a.txt": "1"}
    assert "with reason: not now The tool was not executed." in scene.told()[1]
    scene.desk.wait(lambda: len(scene.log()) == 2 and "refused it" in scene.log()[1])
    scene.desk.wait(lambda: scene.ending("content=2") == "→ refused by you, not run")


@pytest.mark.parametrize(
    ("words", "again", "elsewhere"),
    [
        ("Allow it in this conversation", True, True),
        ("Allow it in this task", False, True),
        ("Allow it always, in every task", False, False),
    ],
)
def test_what_is_allowed_for_longer_is_not_asked_again_where_it_holds(
    qtbot: QtBot, scene: Asked, words: str, again: bool, elsewhere: bool
) -> None:
    """By tool, in this run, in the next run of the step, and in another task."""
    scene.begin("write_file")
    scene.run(calls(scene.write("a.txt", "1")), calls(scene.write("b.txt", "2")), done())
    card = scene.card(ApprovalCard)
    remember(qtbot, card.calls[0], words, "")
    assert "whatever its arguments are" in card.calls[0].remember.effect.text()
    scene.press(card, "Allow it")
    scene.settled()
    assert scene.files() == {"a.txt": "1", "b.txt": "2"}
    scene.model.script(None, [calls(scene.write("c.txt", "3")), done()])
    scene.desk.call("rerun", task=scene.task, step=1)
    if again:
        scene.press(scene.card(ApprovalCard), "Allow it")
    scene.settled()
    assert scene.files()["c.txt"] == "3"
    scene.begin("write_file")
    scene.run(calls(scene.write("a.txt", "4")), done())
    if elsewhere:
        scene.press(scene.card(ApprovalCard), "Refuse it")
    scene.settled()
    assert scene.files() == ({} if elsewhere else {"a.txt": "4"})


def test_never_is_kept_listed_and_revoked_and_then_it_is_asked_again(qtbot: QtBot, scene: Asked) -> None:
    """By pattern; what does not look like it is still asked about. The inbox asks as well as the conversation."""
    scene.begin("write_file")
    folder = scene.queries.task(scene.task).folder
    script = [calls(scene.write("a.txt", "1")), calls(scene.write("a.txt", "2")), calls(scene.write("b.md", "3"))]
    scene.run(*script, calls(scene.write("a.txt", "4")), done())
    scene.card(ApprovalCard)
    scene.window.show_page("inbox")
    inbox = scene.window.pages.page("inbox")
    assert isinstance(inbox, Inbox)
    card = scene.card(ApprovalCard, inbox)
    scene.press(card, "Refuse")
    remember(qtbot, card.calls[0], "Never allow it, in no task", f"{folder}/files/*.txt")
    scene.press(card, "Refuse it")
    other = scene.card(ApprovalCard, inbox, after=card)
    assert other.question.data["calls"][0]["arguments"]["path"].endswith("b.md")
    assert "never allows" in scene.told()[1]
    page = permissions(scene)
    scene.desk.wait(lambda: len(page.rows) == 1)
    assert page.rows[0].words.text() == f"“write_file” is never allowed for {folder}/files/*.txt"
    qtbot.mouseClick(page.rows[0].revoke, Qt.MouseButton.LeftButton)
    scene.desk.wait(lambda: page.rows == [] and page.empty.isVisible())
    scene.window.open_task(scene.task)
    scene.press(scene.card(ApprovalCard), "Allow it")
    last = scene.card(ApprovalCard, after=other)
    scene.press(last, "Allow it")
    scene.settled()
    assert scene.files() == {"a.txt": "4", "b.md": "3"}
    scene.desk.wait(lambda: inbox.count() == 0)


def test_l48_a_mixed_batch_is_decided_call_by_call_and_the_model_is_told_in_their_order(
    qtbot: QtBot, scene: Asked
) -> None:
    """L38-L43, L48: approve, edit (arguments and tool), reject, respond; what is wrong keeps the card answerable."""
    gates = {"type": "HumanInTheLoop", "settings": {"interrupt_on": {"write_file": gate(), "read_file": gate()}}}
    scene.desk.call("allow_tool", tool="*")
    scene.begin("write_file", "read_file", middleware=[gates])
    names = ["one", "two", "three", "four", "five"]
    made = [scene.write(f"{name}.txt", name) for name in names]
    scene.run(calls(*made), done())
    card = scene.card(ApprovalCard)
    _, two, three, four, five = card.calls
    assert card.send.text() == "Allow all 5"
    assert two.choices["edit"].accessibleName() == "Edit: 2. write_file"
    scene.press(two, "Edit")
    scene.press(two.editor, "As JSON")
    two.editor.source.selectAll()
    qtbot.keyClicks(two.editor.source, '{"path": ')
    scene.press(three, "Refuse")
    qtbot.keyClicks(three.words, "too much")
    scene.press(four, "Answer instead")
    scene.press(five, "Edit")
    box = five.tool.findChild(QComboBox)
    assert box is not None
    qtbot.keyClicks(box, "read")
    assert box.currentText() == "read_file"
    five.editor.form.field("content").setFocus()
    qtbot.keyClick(scene.focus(), Qt.Key.Key_Tab)
    assert scene.focus() is five.editor.switch
    qtbot.keyClick(scene.focus(), RETURN, CONTROL)
    assert "This is not JSON yet" in card.problem.text()
    assert scene.question().id == card.question.id
    path = made[1][1]["path"]
    two.editor.source.selectAll()
    qtbot.keyClicks(two.editor.source, json.dumps({"path": path, "content": "by hand"}))
    assert card.problem.text() == ""
    assert card.send.text() == "Run 3 of 5, and send what you said of the others"
    scene.press(card, card.send.text())
    assert card.problem.text() == "Say what the tool would have answered."
    assert scene.focus() is four.words
    qtbot.keyClicks(four.words, "It is there already.")
    scene.press(card, card.send.text())
    scene.settled()
    assert scene.files() == {"one.txt": "one", "two.txt": "by hand"}
    told = scene.told()
    assert "one.txt" in told[0]
    assert told[1].startswith("[A reviewer replaced this tool call. What was run instead: write_file({")
    assert "with reason: too much The tool was not executed." in told[2]
    assert told[3] == "It is there already."
    assert told[4].startswith("[A reviewer replaced this tool call. What was run instead: read_file({")
    sent = [one for one in scene.model.requests[-1].body["messages"] if one.get("tool_calls")]
    assert [json.loads(one["function"]["arguments"])["content"] for one in sent[0]["tool_calls"]] == names


def test_l44_who_writes_something_else_cancels_the_calls(qtbot: QtBot, scene: Asked) -> None:
    """And whoever answers elsewhere, such as on the command line, takes the card away here too."""
    scene.begin("write_file")
    scene.run(calls(scene.write("a.txt", "1")), calls(scene.write("a.txt", "2")), done())
    card = scene.card(ApprovalCard)
    composer = scene.window.task_page().pane.answers.composer.field
    qtbot.keyClicks(composer, "Leave the file alone.")
    qtbot.keyClick(composer, RETURN)
    second = scene.card(ApprovalCard, after=card)
    assert "Cancelled by a message of the user: this tool call was not run." in scene.told()[0]
    assert scene.model.requests[-1].body["messages"][-1]["content"] == "Leave the file alone."
    scene.desk.call("answer", question=second.question.id, action="reject")
    scene.settled()
    scene.desk.wait(lambda: scene.window.task_page().pane.answers.card is None)
    assert scene.files() == {}


def gate() -> dict[str, list[str]]:
    return {"allowed_decisions": ["approve", "edit", "reject", "respond"]}


def permissions(scene: Asked) -> PermissionsPage:
    """The list of permissions, in the settings."""
    scene.window.show_page("settings")
    settings = scene.window.pages.page("settings")
    assert isinstance(settings, Settings)
    page = settings.findChild(PermissionsPage)
    assert page is not None
    return page
