"""A question answered where it stands."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Question
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.question_card import QuestionCard
from workspace_app.ui.theme import Theme

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def make_card(qtbot: QtBot, bridge: Bridge, theme: Theme, question: Question) -> QuestionCard:
    card = QuestionCard(bridge, theme, question)
    qtbot.addWidget(card)
    card.resize(700, 300)
    card.show()
    qtbot.waitExposed(card)
    return card


def buttons(card: QuestionCard) -> list[str]:
    return [button.text() for button in card.findChildren(QPushButton) if button.isVisible()]


def press(qtbot: QtBot, card: QuestionCard, text: str) -> None:
    found = next(button for button in card.findChildren(QPushButton) if button.text() == text)
    qtbot.mouseClick(found, LEFT)


@pytest.fixture
def card(
    request: pytest.FixtureRequest, qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> QuestionCard:
    name = getattr(request, "param", "review")
    return make_card(qtbot, bridge, theme, bridge.queries.question(filled.questions[name]))


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("plan", ["Approve plan", "Request changes", "Edit plan", "Reject"]),
        ("review", ["Market note (version 1)", "Approve", "Request changes", "Hand in a file…"]),
        ("ask", ["Send answer", "Hand in a file…"]),
    ],
    indirect=["card"],
)
def test_it_has_exactly_the_answers_that_the_question_takes(card: QuestionCard, expected: list[str]) -> None:
    assert buttons(card) == expected


def test_approving_by_mouse_answers_and_says_so(qtbot: QtBot, card: QuestionCard, bridge: RecordedBridge) -> None:
    with qtbot.waitSignal(card.answered) as blocker:
        press(qtbot, card, "Approve")
    assert blocker.args == [card.question.id]
    assert bridge.client.calls == [("answer", {"question": card.question.id, "action": "approve", "text": ""})]


def test_typed_text_goes_along_with_approval_as_a_note(
    qtbot: QtBot, card: QuestionCard, bridge: RecordedBridge
) -> None:
    qtbot.keyClicks(card.field, "good start")
    assert "Approve with note" in buttons(card)
    with qtbot.waitSignal(card.answered):
        qtbot.keyClick(card.field, Qt.Key.Key_Return, CONTROL)
    assert bridge.client.calls[0][1]["action"] == "approve"
    assert bridge.client.calls[0][1]["text"] == "good start"


def test_enter_alone_begins_a_line(qtbot: QtBot, card: QuestionCard, bridge: RecordedBridge) -> None:
    qtbot.keyClicks(card.field, "one")
    qtbot.keyClick(card.field, Qt.Key.Key_Return)
    qtbot.keyClicks(card.field, "two")
    assert card.field is not None
    assert card.field.toPlainText() == "one\ntwo"
    assert bridge.client.calls == []


def test_changes_need_words_and_then_go(qtbot: QtBot, card: QuestionCard, bridge: RecordedBridge) -> None:
    assert card.field is not None
    card.field.setFocus()
    qtbot.keyClick(card.field, Qt.Key.Key_Backspace, CONTROL | SHIFT)
    assert card.problem.text() == "Say what should be different."
    assert bridge.client.calls == []
    qtbot.keyClicks(card.field, "shorter")
    assert not card.problem.isVisible()
    with qtbot.waitSignal(card.answered):
        qtbot.keyClick(card.field, Qt.Key.Key_Backspace, CONTROL | SHIFT)
    assert bridge.client.calls == [("answer", {"question": card.question.id, "action": "changes", "text": "shorter"})]


@pytest.mark.parametrize("card", ["ask"], indirect=True)
def test_an_answer_in_words_is_sent_by_ctrl_enter(qtbot: QtBot, card: QuestionCard, bridge: RecordedBridge) -> None:
    qtbot.keyClick(card.field, Qt.Key.Key_Return, CONTROL)
    assert card.problem.text() == "Type your answer first."
    qtbot.keyClicks(card.field, "both")
    with qtbot.waitSignal(card.answered):
        qtbot.keyClick(card.field, Qt.Key.Key_Return, CONTROL)
    assert bridge.client.calls == [("answer", {"question": card.question.id, "action": "text", "text": "both"})]


def test_an_error_is_shown_in_the_card_and_it_can_be_tried_again(
    qtbot: QtBot, card: QuestionCard, bridge: RecordedBridge
) -> None:
    bridge.client.answers["answer"] = WorkspaceError("The file has changed on disk. Look at it, then approve again.")
    press(qtbot, card, "Approve")
    assert not any(button.isEnabled() for button in card.findChildren(QPushButton) if button.text() == "Approve")
    qtbot.waitUntil(lambda: card.problem.text().startswith("The file has changed"))
    assert next(button for button in card.findChildren(QPushButton) if button.text() == "Approve").isEnabled()
    bridge.client.answers["answer"] = {}
    with qtbot.waitSignal(card.answered):
        press(qtbot, card, "Approve")


def test_a_work_can_be_looked_at(qtbot: QtBot, card: QuestionCard, filled: Filled) -> None:
    with qtbot.waitSignal(card.work_requested) as blocker:
        press(qtbot, card, "Market note (version 1)")
    assert blocker.args == [filled.works["note"]]


def test_a_file_can_be_handed_in(qtbot: QtBot, card: QuestionCard, bridge: RecordedBridge, tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text("mine")

    def choose() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        dialog.selectFile(str(file))
        dialog.accept()  # type: ignore[call-arg]

    QTimer.singleShot(0, choose)
    with qtbot.waitSignal(card.answered):
        press(qtbot, card, "Hand in a file…")
    assert bridge.client.calls[0][1] == {"question": card.question.id, "action": "file", "file": str(file), "text": ""}


def test_options_are_buttons(qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled) -> None:
    base = bridge.queries.question(filled.questions["ask"])
    fields = {
        **base.__dict__,
        "kind": "tool",
        "answers": ("choose", "text"),
        "data": {"options": ["run again", "mark as failed"]},
    }
    card = make_card(qtbot, bridge, theme, Question(**fields))
    assert buttons(card) == ["run again", "mark as failed", "Give its result"]
    with qtbot.waitSignal(card.answered):
        press(qtbot, card, "mark as failed")
    assert bridge.client.calls[0][1]["choices"] == ["mark as failed"]


def test_without_a_field_it_asks_for_one(qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled) -> None:
    card = QuestionCard(bridge, theme, bridge.queries.question(filled.questions["review"]), with_text=False)
    qtbot.addWidget(card)
    with qtbot.waitSignal(card.text_requested) as blocker:
        press(qtbot, card, "Request changes")
    assert blocker.args == ["changes"]


def test_a_plan_of_a_model_cannot_mark_up_the_card(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    base = bridge.queries.question(filled.questions["plan"])
    steps = [{"title": "[click](http://x) **now**", "step_task": "x"}]
    card = make_card(qtbot, bridge, theme, Question(**{**base.__dict__, "data": {"plan": {"steps": steps}}}))
    from workspace_app.ui.markdown import MarkdownView

    view = card.findChild(MarkdownView)
    assert "[click](http://x) **now**" in view.toPlainText()


def test_a_real_question_is_answered_once(qtbot: QtBot, live_bridge: Bridge, theme: Theme) -> None:
    live_bridge.call("sample_project")
    qtbot.waitUntil(lambda: bool(live_bridge.queries.inbox()), timeout=20_000)
    question = live_bridge.queries.inbox()[0]
    first, second = (make_card(qtbot, live_bridge, theme, question) for _ in range(2))
    with qtbot.waitSignal(first.answered, timeout=10_000):
        press(qtbot, first, "Approve plan")
    assert live_bridge.queries.question(question.id).answered_at is not None
    press(qtbot, second, "Approve plan")
    qtbot.waitUntil(lambda: second.problem.isVisible())
    assert second.problem.text()
    qtbot.waitUntil(lambda: any(other.kind == "review" for other in live_bridge.queries.inbox()), timeout=20_000)
