"""The task page over a real engine: a task from its plan to its end, as a person does it."""

import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from tests.support.scripted_model import ScriptedModel
from tests.support.scripted_shapes import Reply
from tests.ui.planning import Desk
from workspace_app.domain.status import Status
from workspace_app.ui.budget_dialog import BudgetDialog
from workspace_app.ui.hand_in_panel import HandInPanel
from workspace_app.ui.message_kinds import ErrorMessage
from workspace_app.ui.prompt_editor import PromptEditor
from workspace_app.ui.question_card import QuestionCard
from workspace_app.ui.step_dialogs import EditStepDialog
from workspace_app.ui.task_page import TaskPage
from workspace_app.ui.work_card import WorkCard

PLAN: dict[str, Any] = {
    "title": "Notes",
    "steps": [
        {"id": "s1", "title": "Hand in", "step_task": "Give the notes.", "kind": "user", "require_inputs": "none"},
        {"id": "s2", "title": "Write 寫作", "step_task": "Write a page.", "kind": "review", "require_inputs": ["s1"]},
        {"id": "s3", "title": "Shorten", "step_task": "Make it short.", "kind": "agent", "require_inputs": ["s2"]},
    ],
}
REVIEW_ONLY = {"title": "One", "steps": [{**PLAN["steps"][1], "id": "s1", "require_inputs": "none"}]}


@pytest.fixture
def page(desk: Desk) -> TaskPage:
    made = TaskPage(desk.bridge, desk.theme)
    desk.show(made, 1280, 800)
    return made


def started(desk: Desk, plan: dict[str, Any], model: str = "practice") -> str:
    """A task whose plan was approved."""
    task = desk.task_with_plan(plan, model=model)
    desk.call("answer", question=desk.bridge.queries.open_questions(task)[0].id, action="approve")
    return task


def press_escape(page: TaskPage, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(page.pane.view, QKeyEvent(kind, Qt.Key.Key_Escape, modifiers))


def card_of(desk: Desk, page: TaskPage, task: str) -> QuestionCard:
    """The card of the question that is open now; the page may still show an answered one."""

    def there() -> bool:
        card, questions = page.pane.answers.card, desk.bridge.queries.open_questions(task)
        return isinstance(card, QuestionCard) and [card.question.id] == [question.id for question in questions]

    desk.wait(there)
    card = page.pane.answers.card
    assert isinstance(card, QuestionCard)
    return card


def shown_words(page: TaskPage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def test_from_the_plan_to_the_end(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    task = desk.task_with_plan(PLAN, model="practice")
    page.show_task(task)
    assert page.pane.step is not None
    assert page.pane.step.n == 0
    assert page.rail.isHidden()
    assert page.pane.plan.isVisible()
    page.pane.plan.approve()

    # Step 1 is the person's: the page goes there by itself.
    desk.wait(lambda: isinstance(page.pane.answers.card, HandInPanel))
    assert page.rail.current_step() == 1
    panel = page.pane.answers.card
    assert isinstance(panel, HandInPanel)
    qtbot.mouseClick(panel.field, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(panel.field, "Sales rose by 12 percent.")
    qtbot.keyClick(panel.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    # Step 2 runs and waits for a review; its work is a card in the conversation.
    desk.wait(lambda: page.rail.current_step() == 2 and isinstance(page.pane.answers.card, QuestionCard))
    desk.wait(lambda: bool(page.pane.view.findChildren(WorkCard)))
    assert page.header.status.text() == "Waiting for you"
    assert page.pane.answers.composer.field.placeholderText() == "Request changes…"
    qtbot.keyClicks(page.pane.answers.composer.field, "Mention the year")
    qtbot.keyClick(page.pane.answers.composer.field, Qt.Key.Key_Return)
    desk.wait(lambda: len(page.pane.view.findChildren(WorkCard)) == 2)
    card_of(desk, page, task).approve()

    # Step 3 needs nobody.
    desk.wait(lambda: desk.task(task).status is Status.DONE)
    desk.wait(lambda: page.header.status.text() == "Done")
    assert page.pane.answers.isHidden()
    rows = page.rail.model_of_rows.rows
    assert [row.step.status for row in rows] == [Status.DONE] * 4
    assert [row.works for row in rows][1:] == [1, 1, 1]
    assert page.header.usage.text().endswith("tokens")


def test_what_is_typed_goes_along_with_an_approval(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    task = started(desk, REVIEW_ONLY)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_task(task)
    qtbot.keyClicks(page.pane.answers.composer.field, "Keep it this short")
    approve = next(
        made for made in card_of(desk, page, task).findChildren(QPushButton) if made.text().startswith("Approve")
    )
    assert approve.text() == "Approve with note"
    qtbot.mouseClick(approve, Qt.MouseButton.LeftButton)
    desk.wait(lambda: desk.task(task).status is Status.DONE)
    desk.wait(lambda: page.pane.answers.composer.field.toPlainText() == "")
    step = desk.bridge.queries.step_n(task, 1)
    assert "Keep it this short" in [message.text for message in desk.bridge.queries.feedback(step.id)]


def test_words_that_went_along_do_not_keep_the_page_at_their_step(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    steps = [{**PLAN["steps"][1], "id": "s1", "require_inputs": "none"}, {**PLAN["steps"][2], "require_inputs": ["s1"]}]
    task = started(desk, {"title": "Two", "steps": steps})
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_task(task)
    qtbot.keyClicks(page.pane.answers.composer.field, "Keep it this short")
    card_of(desk, page, task).approve()
    # The window is busy meanwhile: it learns of the answer and of the next step at once.
    deadline = time.monotonic() + 20
    while desk.task(task).status is not Status.DONE:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    desk.wait(lambda: page.rail.current_step() == 2)
    assert page.pane.answers.composer.field.toPlainText() == ""


def test_a_step_that_has_not_started_can_be_edited(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    task = started(desk, PLAN)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_task(task)
    page.rail.setFocus()
    qtbot.keyClick(page.rail, Qt.Key.Key_Down)
    assert page.pane.step is not None
    assert page.pane.step.n == 2
    assert "Starts when step 1 is done." in shown_words(page)
    qtbot.mouseClick(page.pane.empty.edit, Qt.MouseButton.LeftButton)
    dialog = page.window().findChild(EditStepDialog)
    dialog.name.setText("Write it well")
    dialog.text.setPlainText("Write two pages.")
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.wait(lambda: desk.bridge.queries.step_n(task, 2).title == "Write it well")
    desk.wait(lambda: page.pane.header.title.full_text() == "Write it well")
    assert desk.bridge.queries.step_n(task, 2).spec["step_task"] == "Write two pages."


def test_a_dropped_file_is_handed_in(desk: Desk, page: TaskPage, tmp_path: Path) -> None:
    task = started(desk, PLAN)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_question(desk.bridge.queries.open_questions(task)[0].id)
    panel = page.pane.answers.card
    assert isinstance(panel, HandInPanel)
    file = tmp_path / "figures.csv"
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    drop = QDropEvent(
        QPointF(QPoint(20, 20)),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    panel.dropEvent(drop)
    desk.wait(lambda: page.rail.current_step() == 2)
    assert [work.newest.size for work in desk.bridge.queries.works(task, 1)] == [8]


def test_a_step_runs_again_with_the_prompt_that_was_used(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    task = started(desk, REVIEW_ONLY)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_task(task)
    first = page.pane.run
    assert first is not None
    qtbot.mouseClick(page.pane.header.rerun, Qt.MouseButton.LeftButton)
    dialog = page.window().findChild(PromptEditor)
    assert dialog.text.toPlainText() == first.prompt
    dialog.text.appendPlainText("Be brief.")
    dialog.submit()
    desk.wait(lambda: page.pane.run is not None and page.pane.run.n == 2)
    desk.wait(lambda: page.pane.header.runs.count() == 2)
    assert page.pane.run is not None
    assert page.pane.run.prompt == first.prompt + "\nBe brief."
    page.pane.header.runs.setFocus()
    qtbot.keyClick(page.pane.header.runs, Qt.Key.Key_Up)
    desk.wait(lambda: page.pane.run is not None and page.pane.run.id == first.id)
    assert page.pane.answers.composer.isHidden()


def test_escape_stops_a_running_step_and_it_can_go_on(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    with ScriptedModel() as model:
        model.script(None, lambda _request: Reply(hang=True))
        desk.call(
            "add_model", name="slow", provider="openai", model="gpt-4o", base_url=model.url, key_env="SCRIPTED_KEY"
        )
        task = started(desk, REVIEW_ONLY, "slow")
        page.show_task(task)
        desk.wait(lambda: desk.task(task).status is Status.RUNNING)
        desk.wait(page.header.run_bar.stop.isVisible)
        press_escape(page)
        assert page.header.run_bar.words.text() == "Stopping after this message…"
        desk.wait(page.header.run_bar.now.isVisible)
        qtbot.keyClick(page.header.run_bar.now, Qt.Key.Key_Escape)  # from wherever in the page the keyboard is
        desk.wait(lambda: desk.task(task).status is Status.INTERRUPTED)
        desk.wait(page.pane.answers.trouble.isVisible)
        assert "Interrupted" in page.pane.answers.trouble.heading.text()
        assert page.pane.answers.trouble.retry.text() == "Resume"


def test_an_error_shows_its_cause_and_offers_to_try_again(desk: Desk, page: TaskPage) -> None:
    desk.call(
        "add_model",
        name="nowhere",
        provider="openai",
        model="gpt-4o",
        base_url="http://127.0.0.1:9/v1",
        key_env="SCRIPTED_KEY",
    )
    task = started(desk, REVIEW_ONLY, "nowhere")
    page.show_task(task)
    desk.wait(lambda: desk.task(task).status is Status.ERROR)
    desk.wait(page.pane.answers.trouble.isVisible)
    trouble = page.pane.answers.trouble
    assert trouble.retry.text() == "Retry"
    assert trouble.cause.text()
    assert page.pane.view.findChildren(ErrorMessage)


def test_the_title_is_renamed_in_place(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    task = desk.task_with_plan(PLAN, model="practice")
    page.show_task(task)
    assert page.pane.empty.sentence.text() == "This plan came with the task. No planner was asked."
    qtbot.mouseClick(page.header.title.label, Qt.MouseButton.LeftButton)
    page.header.title.field.setText("報告 2026")
    qtbot.keyClick(page.header.title.field, Qt.Key.Key_Return)
    desk.wait(lambda: desk.task(task).title == "報告 2026")
    qtbot.mouseClick(page.header.title.label, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(page.header.title.field, "No")
    qtbot.keyClick(page.header.title.field, Qt.Key.Key_Escape)
    assert page.header.title.label.full_text() == "報告 2026"


def test_a_deleted_task_can_be_brought_back(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    task = desk.task_with_plan(PLAN, model="practice")
    page.show_task(task)
    page.header._delete()
    desk.wait(page.gone.isVisible)
    qtbot.mouseClick(page.gone.undo, Qt.MouseButton.LeftButton)
    desk.wait(page.header.isVisible)
    assert desk.task(task).id == task


def test_a_message_becomes_a_work_in_the_panel(desk: Desk, page: TaskPage) -> None:
    task = started(desk, REVIEW_ONLY)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_task(task)
    page.pane.view.made_work.emit(page.pane.view.mounted()[0].message.id)
    desk.wait(lambda: len(desk.bridge.queries.works(task, 1)) == 2)
    desk.wait(page.panel.isVisible)


def test_ctrl_f_finds_and_escape_closes_before_it_stops(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    task = started(desk, REVIEW_ONLY)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_task(task)
    page.pane.view.setFocus()
    qtbot.keyClick(page.pane.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.pane.find_bar.field.hasFocus()
    qtbot.keyClicks(page.pane.find_bar.field, "Write a page")
    desk.wait(lambda: " of " in page.pane.find_bar.count.text())
    qtbot.keyClick(page.pane.find_bar.field, Qt.Key.Key_Escape)
    assert page.pane.find_bar.isHidden()


@pytest.mark.parametrize(("width", "height"), [(1040, 760), (640, 540)])
def test_nothing_is_cut_off(desk: Desk, page: TaskPage, width: int, height: int) -> None:
    task = started(desk, REVIEW_ONLY)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_task(task)
    page.header.panel.setChecked(False)
    page.resize(width, height)
    QApplication.processEvents()
    assert (page.width(), page.height()) == (width, height)
    for widget in (
        page.header.more,
        page.pane.header.rerun,
        page.pane.answers.composer.send_button,
        card_of(desk, page, task),
    ):
        corner = widget.mapTo(page, widget.rect().bottomRight())
        assert page.rect().contains(corner), widget
    assert page.pane.view.viewport().height() >= 100
    assert page.rail.narrow == (width < 900)


@pytest.mark.parametrize(("words", "levels"), [("this step", 3), ("this conversation", 4)])
def test_costs_and_budgets_of_a_step_and_of_a_run_are_in_its_menu(
    desk: Desk, page: TaskPage, qtbot: QtBot, words: str, levels: int
) -> None:
    task = started(desk, REVIEW_ONLY)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_task(task)
    assert page.pane.step is not None
    assert page.pane.run is not None
    menu = page.pane.header.more.menu()
    next(action for action in menu.actions() if words in action.text()).trigger()
    (dialog,) = page.window().findChildren(BudgetDialog)
    known = ("conversation", "step", "task", "project")[-levels:]
    assert tuple(dialog.level.itemData(place) for place in range(dialog.level.count())) == known
    qtbot.keyClicks(dialog.amount, "5")
    qtbot.mouseClick(dialog.set, Qt.MouseButton.LeftButton)
    desk.wait(lambda: bool(dialog.rows))
    owner = page.pane.run.id if levels == 4 else page.pane.step.id
    (budget,) = (one for one in desk.call("budgets", level=known[0], owner=owner) if one["level"] == known[0])
    assert (budget["owner"], budget["measure"], budget["amount"]) == (owner, "money", 5.0)
    dialog.close()


def test_every_control_has_a_name(desk: Desk, page: TaskPage) -> None:
    task = started(desk, REVIEW_ONLY)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    page.show_task(task)
    nameless = []
    for kind in (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit):
        for widget in page.findChildren(kind):
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            if (
                widget.isVisible()
                and not (widget.accessibleName() or text)
                and not widget.objectName().startswith("qt_")
            ):
                nameless.append(widget)
    assert nameless == []
