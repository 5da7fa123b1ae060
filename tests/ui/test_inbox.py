"""Everything that waits, in one list."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled, change
from workspace_app.domain.events import Event
from workspace_app.store import changes
from workspace_app.ui.background import Background
from workspace_app.ui.inbox import Inbox
from workspace_app.ui.question_card import QuestionCard
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def inbox(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> Iterator[Inbox]:
    background = Background()
    book = TaskBook(bridge, background, bridge)
    inbox = Inbox(bridge, theme, book, background)
    qtbot.addWidget(inbox)
    with qtbot.waitSignals([book.reloaded, inbox.count_changed]):
        book.reload()
        inbox.reload()
    inbox.resize(900, 900)
    inbox.show()
    qtbot.waitExposed(inbox)
    yield inbox
    background.close()


def cards(inbox: Inbox) -> list[QuestionCard]:
    found = [card for card in inbox.findChildren(QuestionCard) if card.isVisible()]
    return sorted(found, key=lambda card: card.mapTo(inbox, card.rect().topLeft()).y())


def test_it_lists_what_waits_in_every_project_oldest_first(inbox: Inbox, bridge: RecordedBridge) -> None:
    assert [card.question.id for card in cards(inbox)] == [question.id for question in bridge.queries.inbox()]
    assert len(cards(inbox)) == 3
    shown = " ".join(label.text() for label in inbox.findChildren(QLabel))
    assert "Website · Rewrite the About page · just now" in shown


def test_an_answer_takes_the_card_away_and_what_was_typed_elsewhere_stays(
    qtbot: QtBot, inbox: Inbox, filled: Filled, bridge: RecordedBridge
) -> None:
    ask, review = inbox.card(filled.questions["ask"]), inbox.card(filled.questions["review"])
    assert ask is not None
    assert review is not None
    qtbot.keyClicks(ask.field, "not sent yet")
    approve = next(button for button in review.findChildren(QPushButton) if button.text() == "Approve")
    with qtbot.waitSignal(inbox.count_changed) as blocker:
        qtbot.mouseClick(approve, LEFT)
    assert blocker.args == [2]
    assert review not in cards(inbox)
    assert ask.field is not None
    assert ask.field.toPlainText() == "not sent yet"


def test_new_and_answered_questions_come_and_go_by_themselves(
    qtbot: QtBot, inbox: Inbox, filled: Filled, bridge: RecordedBridge
) -> None:
    question = filled.questions["ask"]
    change(filled.home, question, how=lambda c, id_: changes.close_question(c, id_, {"action": "text"}))
    bridge.client.tell(Event("answered", question, task=filled.tasks["ask"]))
    qtbot.waitUntil(lambda: inbox.count() == 2)
    fresh = change(
        filled.home,
        how=lambda c: changes.ask(
            c, project=filled.projects["Website"], task=filled.tasks["queued"], step=filled.steps["queued", 1],
            conversation=None, kind="limit", text="20 rounds were used.", answers=["approve", "reject"],
        ),
    )  # fmt: skip
    bridge.client.tell(Event("question", fresh, task=filled.tasks["queued"]))
    qtbot.waitUntil(lambda: len(cards(inbox)) == 3)
    assert cards(inbox)[-1].question.id == fresh
    shown = [button.text() for button in cards(inbox)[-1].findChildren(QPushButton)]
    assert shown == ["Go on", "End the step"]


def test_open_leads_to_where_it_was_asked(qtbot: QtBot, inbox: Inbox) -> None:
    first = cards(inbox)[0]
    opens = [button for button in inbox.findChildren(QPushButton) if button.text() == "Open"]
    with qtbot.waitSignal(inbox.question_opened) as blocker:
        qtbot.mouseClick(opens[0], LEFT)
    assert blocker.args == [first.question.task, first.question.id]


def test_an_empty_inbox_says_what_comes_here(
    qtbot: QtBot, inbox: Inbox, filled: Filled, bridge: RecordedBridge
) -> None:
    for question in filled.questions.values():
        change(filled.home, question, how=lambda c, id_: changes.close_question(c, id_, {"action": "text"}))
    bridge.client.tell(Event("answered", filled.questions["ask"]))
    qtbot.waitUntil(lambda: inbox.count() == 0)
    assert inbox._empty.isVisible()
    assert not cards(inbox)


def test_many_questions_come_by_page(qtbot: QtBot, inbox: Inbox, filled: Filled, bridge: RecordedBridge) -> None:
    def add(connection: object) -> None:
        for n in range(60):
            changes.ask(
                connection, project=filled.projects["Website"], task=filled.tasks["ask"], step=filled.steps["ask", 1],  # type: ignore[arg-type]
                conversation=None, kind="ask", text=f"Question {n}", answers=["text"],
            )  # fmt: skip

    change(filled.home, how=add)
    bridge.client.tell(Event("question", "q"))
    qtbot.waitUntil(lambda: inbox.count() == 63)
    qtbot.waitUntil(lambda: len(cards(inbox)) == 20)
    qtbot.mouseClick(inbox._more, LEFT)
    qtbot.waitUntil(lambda: len(cards(inbox)) == 40)
