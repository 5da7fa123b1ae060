"""Running a step again: the prompt editor, starting from a version, and going on in a new conversation (R46-R59)."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.ui.chip import Chip
from workspace_app.ui.prompt_editor import PromptEditor
from workspace_app.ui.task_page import TaskPage
from workspace_app.ui.task_state import TaskState

PLAN: dict[str, Any] = {
    "title": "Note",
    "steps": [{"id": "s1", "title": "Write", "step_task": "Write a page.", "kind": "review", "require_inputs": "none"}],
}
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def task(desk: Desk) -> str:
    """A task whose only step waits for a review."""
    made = desk.running_task(PLAN, model="practice")
    desk.wait(lambda: any(question.step_n == 1 for question in desk.bridge.queries.open_questions(made)))
    return made


@pytest.fixture
def page(desk: Desk, task: str) -> TaskPage:
    made = TaskPage(desk.bridge, desk.theme)
    desk.show(made, 1280, 800)
    made.show_task(task)
    return made


def editor_of(desk: Desk, page: TaskPage) -> PromptEditor:
    desk.wait(lambda: bool(page.window().findChildren(PromptEditor)))
    editor = page.window().findChildren(PromptEditor)[-1]
    desk.wait(editor.isActiveWindow)
    return editor


def run_number(page: TaskPage) -> int:
    return page.pane.run.n if page.pane.run is not None else 0


def test_the_last_prompt_is_there_to_edit_and_the_preview_is_what_is_sent(
    qtbot: QtBot, desk: Desk, page: TaskPage, task: str
) -> None:
    first = page.pane.run
    assert first is not None
    qtbot.mouseClick(page.pane.header.rerun, Qt.MouseButton.LeftButton)
    editor = editor_of(desk, page)
    assert editor.text.toPlainText() == first.prompt
    qtbot.keyClicks(editor.text, " Use @plan")
    qtbot.keyClick(editor.text, Qt.Key.Key_Return)
    desk.wait(lambda: bool(editor.text.chips()))
    qtbot.keyClicks(editor.text, "only.")
    editor.tabs.setCurrentIndex(1)
    desk.wait(lambda: "plan.json" in editor.preview.toPlainText() and "only." in editor.preview.toPlainText())
    assert "@[" not in editor.preview.toPlainText()
    assert "kB" in editor.tabs.tabText(1) or " B" in editor.tabs.tabText(1)
    shown = editor.preview.toPlainText()
    editor.tabs.setCurrentIndex(0)
    qtbot.keyClick(editor.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: run_number(page) == 2)
    assert page.pane.run is not None
    assert page.pane.run.prompt == shown


def test_a_prompt_with_a_hole_is_not_sent(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    qtbot.mouseClick(page.pane.header.rerun, Qt.MouseButton.LeftButton)
    editor = editor_of(desk, page)
    editor.text.setPlainText("Revise it. {comments} @[Gone](work:none)")
    qtbot.keyClick(editor.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: "{comments}" in editor.problem.text() and "Gone" in editor.problem.text())
    desk.wait(editor.accept_button.isEnabled)
    assert editor.isVisible()
    assert run_number(page) == 1
    editor.reject()


def test_start_from_an_older_version(qtbot: QtBot, desk: Desk, page: TaskPage, task: str) -> None:
    qtbot.keyClicks(page.pane.answers.composer.field, "Shorter")
    qtbot.keyClick(page.pane.answers.composer.field, Qt.Key.Key_Return)

    def newest() -> int:
        works = desk.bridge.queries.works(task, 1)
        return works[0].newest.n if works else 0

    desk.wait(lambda: newest() == 2)
    desk.wait(lambda: any(question.step_n == 1 for question in desk.bridge.queries.open_questions(task)))
    page.toggle_panel()
    view = page.panel.works.view
    desk.wait(lambda: view.shown() is not None and len(desk.bridge.queries.versions(view.work().id)) == 2)  # type: ignore[union-attr]
    page.panel.works.refresh()
    qtbot.mouseClick(view.bar.which, Qt.MouseButton.LeftButton)
    view.versions.list.setCurrentRow(1)
    desk.wait(lambda: view.shown() is not None and view.shown().n == 1)  # type: ignore[union-attr]
    qtbot.mouseClick(view.versions.start, Qt.MouseButton.LeftButton)
    editor = editor_of(desk, page)
    (chip,) = editor.text.chips()
    assert chip.reference.target.endswith("@1")
    qtbot.keyClick(editor.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: run_number(page) == 2)
    assert page.pane.run is not None
    assert any(entry.get("version") == 1 for entry in page.pane.run.inputs)


def test_a_long_conversation_is_continued_in_a_new_one_with_one_click(
    qtbot: QtBot, desk: Desk, page: TaskPage, task: str
) -> None:
    assert page.pane.long_bar.isHidden()
    page._preferences.long_conversation = 10
    page.show_task(task)
    desk.wait(page.pane.long_bar.isVisible)
    assert "messages" in page.pane.long_bar.words.text()
    qtbot.mouseClick(page.pane.long_bar.go_on, Qt.MouseButton.LeftButton)
    editor = editor_of(desk, page)
    (work,) = desk.bridge.queries.works(task, 1)
    (chip,) = editor.text.chips()
    assert chip.reference.target == f"{work.id}@{work.newest.n}"
    assert "Write a page." in editor.text.toPlainText()
    editor.accept_button.setFocus()
    qtbot.keyClick(editor.accept_button, Qt.Key.Key_Space)
    desk.wait(lambda: run_number(page) == 2)
    page._preferences.long_conversation = 100_000


def test_the_model_of_a_run_can_be_chosen(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    qtbot.mouseClick(page.pane.header.rerun, Qt.MouseButton.LeftButton)
    editor = editor_of(desk, page)
    desk.wait(lambda: bool(editor.models.base.itemData(1)))
    editor.models.base.setCurrentIndex(1)
    QApplication.processEvents()
    name = editor.models.base.slot_name()
    qtbot.mouseClick(editor.accept_button, Qt.MouseButton.LeftButton)
    desk.wait(lambda: run_number(page) == 2)
    assert page.pane.run is not None
    assert page.pane.run.model == name


def test_r59_a_task_that_was_edited_for_a_run_is_marked_on_its_step(
    qtbot: QtBot, desk: Desk, page: TaskPage, task: str
) -> None:
    qtbot.mouseClick(page.pane.header.rerun, Qt.MouseButton.LeftButton)
    editor = editor_of(desk, page)
    editor.text.setPlainText(editor.text.toPlainText().replace("Write a page.", "Write a page in verse."))
    qtbot.keyClick(editor.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: run_number(page) == 2)
    desk.wait(lambda: page.rail.model_of_rows.rows[1].edited == 2)
    tip = page.rail.model_of_rows.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert "changed in run 2" in tip
    page.pane.show_step(TaskState.read(desk.bridge.queries, task), 0)
    chips = [chip for chip in page.pane.plan.steps.card(0).findChildren(Chip) if "run 2" in chip.accessibleName()]
    assert {chip.toolTip() for chip in chips} == {"Write a page in verse."}


def test_r51_r54_the_preset_for_comments_is_filled_with_the_open_ones(
    qtbot: QtBot, desk: Desk, page: TaskPage, task: str
) -> None:
    (work,) = desk.bridge.queries.works(task, 1)
    desk.call("comment", version=work.newest.id, start=0, end=5, text="Say it otherwise.")
    qtbot.mouseClick(page.pane.header.rerun, Qt.MouseButton.LeftButton)
    editor = editor_of(desk, page)
    editor.text.clear()
    qtbot.keyClicks(editor.text, "#Revise by")
    desk.wait(lambda: editor.inserting.popup is not None)
    qtbot.keyClick(editor.text, Qt.Key.Key_Return)
    desk.wait(lambda: len(editor.text.chips()) == 2)
    editor.tabs.setCurrentIndex(1)
    desk.wait(lambda: "Say it otherwise." in editor.preview.toPlainText())
    assert editor.problem.text() == ""
    editor.tabs.setCurrentIndex(0)
    qtbot.keyClick(editor.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: run_number(page) == 2)
    assert [comment.open for comment in desk.bridge.queries.comments(work.id)] == [False]


def test_r55_open_comments_go_along_with_a_request_for_changes(
    qtbot: QtBot, desk: Desk, page: TaskPage, task: str
) -> None:
    (work,) = desk.bridge.queries.works(task, 1)
    answers = page.pane.answers
    assert not answers.comments.isVisible()
    desk.call("comment", version=work.newest.id, start=0, end=5, text="Say it otherwise.")
    desk.wait(answers.comments.isVisible)
    qtbot.keyClicks(answers.composer.field, "Mend this")
    assert answers.comments.text() == "Include 1 open comment"
    qtbot.mouseClick(answers.comments, Qt.MouseButton.LeftButton)
    assert not answers.comments.isVisible()
    qtbot.keyClick(answers.composer.field, Qt.Key.Key_Return)
    run = page.pane.run
    assert run is not None
    desk.wait(lambda: any(row.source == "user" for row in desk.bridge.queries.messages(run.id)))
    (said,) = [message for message in desk.bridge.queries.messages(run.id) if message.source == "user"]
    assert said.text.startswith("Mend this\n\n# Comments: ")
    assert "Say it otherwise." in said.text
    assert [comment.open for comment in desk.bridge.queries.comments(work.id)] == [False]
