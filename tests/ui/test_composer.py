"""The composer: keys, input methods, drafts and files."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.domain.records import Question
from workspace_app.ui.composer import Composer, answer_action

PLAN = {
    "title": "Notes",
    "steps": [
        {"id": "s1", "title": "Hand in", "step_task": "Give the notes.", "kind": "user", "require_inputs": "none"},
        {"id": "s2", "title": "Write", "step_task": "Write a page.", "kind": "review", "require_inputs": ["s1"]},
    ],
}


@pytest.fixture
def planned(desk: Desk) -> Question:
    """The open question of a plan."""
    task = desk.task_with_plan(PLAN, model="practice")
    return desk.bridge.queries.open_questions(task)[0]


@pytest.fixture
def composer(desk: Desk, planned: Question) -> Composer:
    made = Composer(desk.bridge, desk.theme)
    desk.show(made, 700, 200)
    made.show_conversation(planned.task, planned.conversation, planned, False)
    made.field.setFocus()
    return made


def compose(composer: Composer, preedit: str, commit: str = "") -> None:
    """What an input method does: show a candidate, or confirm one."""
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(composer.field, event)


def test_enter_that_confirms_a_candidate_never_sends(
    qtbot: QtBot, composer: Composer, desk: Desk, planned: Question
) -> None:
    compose(composer, "ni hao")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert composer.is_composing()
    compose(composer, "", "你好")
    assert not composer.is_composing()
    assert composer.field.toPlainText().strip() == "你好"
    assert desk.bridge.queries.open_questions(planned.task) == [planned]


def test_shift_enter_begins_a_line_and_the_field_grows_to_eight_lines(qtbot: QtBot, composer: Composer) -> None:
    heights = [composer.field.height()]
    for _ in range(12):
        qtbot.keyClicks(composer.field, "line")
        qtbot.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        heights.append(composer.field.height())
    assert composer.field.toPlainText().count("\n") == 12
    assert heights[0] < heights[3] < heights[7]
    assert heights[8] == heights[12]


def test_enter_answers_the_open_question_and_clears_the_field(
    qtbot: QtBot, composer: Composer, desk: Desk, planned: Question
) -> None:
    assert composer.field.placeholderText() == "Request changes…"
    qtbot.keyClicks(composer.field, "Two steps only")
    with qtbot.waitSignal(composer.sent, timeout=20_000):
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert composer.field.toPlainText() == ""
    assert desk.bridge.queries.question(planned.id).answered_at is not None


def test_with_the_other_setting_enter_is_a_line_and_ctrl_enter_sends(
    qtbot: QtBot, composer: Composer, desk: Desk, planned: Question
) -> None:
    composer.set_enter_sends(False)
    assert "Ctrl+Enter" in composer.send_button.toolTip()
    qtbot.keyClicks(composer.field, "One")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    qtbot.keyClicks(composer.field, "two")
    assert composer.field.toPlainText() == "One\ntwo"
    with qtbot.waitSignal(composer.sent, timeout=20_000):
        qtbot.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_a_refused_text_stays_in_the_field_and_says_why(
    qtbot: QtBot, composer: Composer, desk: Desk, planned: Question
) -> None:
    desk.call("answer", question=planned.id, action="reject", text="no")
    qtbot.keyClicks(composer.field, "Too late")
    qtbot.mouseClick(composer.send_button, Qt.MouseButton.LeftButton)
    desk.wait(composer.notice.isVisible)
    assert composer.field.toPlainText() == "Too late"
    assert "answered already" in composer.notice.text()
    assert composer.send_button.isEnabled()


def test_drafts_are_kept_for_each_conversation(qtbot: QtBot, composer: Composer, planned: Question) -> None:
    qtbot.keyClicks(composer.field, "A draft")
    composer.show_conversation(planned.task, "another", None, True)
    assert composer.field.toPlainText() == ""
    assert composer.field.placeholderText().startswith("Add a note")
    qtbot.keyClicks(composer.field, "Of another")
    composer.show_conversation(planned.task, planned.conversation, planned, False)
    assert composer.field.toPlainText() == "A draft"


def test_an_empty_text_cannot_be_sent(qtbot: QtBot, composer: Composer, desk: Desk, planned: Question) -> None:
    qtbot.keyClicks(composer.field, "   ")
    assert not composer.send_button.isEnabled()
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert desk.bridge.queries.open_questions(planned.task) == [planned]


@pytest.mark.parametrize("as_url", [True, False])
def test_a_pasted_file_becomes_context(
    qtbot: QtBot, composer: Composer, desk: Desk, planned: Question, tmp_path: Path, as_url: bool
) -> None:
    file = tmp_path / "資料 notes.md"
    file.write_text("Notes", encoding="utf-8")
    data = QMimeData()
    if as_url:
        data.setUrls([QUrl.fromLocalFile(str(file))])
    else:
        data.setText(str(file))
    QGuiApplication.clipboard().setMimeData(data)
    qtbot.keyClick(composer.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    desk.wait(composer.notice.isVisible)
    assert "資料 notes.md" in composer.notice.text()
    assert composer.field.toPlainText() == ""
    assert [Path(path).name for path in desk.bridge.queries.task_context(planned.task)] == ["資料 notes.md"]


def test_text_that_only_looks_like_a_path_is_pasted(qtbot: QtBot, composer: Composer) -> None:
    QGuiApplication.clipboard().setText("/no/such/file.md")
    qtbot.keyClick(composer.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert composer.field.toPlainText() == "/no/such/file.md"


def test_which_answer_a_text_is(planned: Question) -> None:
    assert answer_action(None) is None
    assert answer_action(planned) == "changes"
