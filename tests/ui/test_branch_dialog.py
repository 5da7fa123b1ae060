"""Any message is a place to go on from: continue, edit, branch, and run a task again (R66-R77, R85-R89)."""

from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton
from pytestqt.qtbot import QtBot

from tests.support.scripted_model import ScriptedModel
from tests.support.scripted_shapes import Reply
from tests.ui.planning import Desk
from workspace_app.domain.status import ACTIVE, Status
from workspace_app.ui.branch_dialog import BranchDialog
from workspace_app.ui.continue_dialog import ContinueDialog
from workspace_app.ui.message_actions import MessageActions
from workspace_app.ui.prompt_editor import PromptEditor
from workspace_app.ui.task_page import TaskPage

PLAN: dict[str, Any] = {
    "title": "Note",
    "steps": [{"id": "s1", "title": "Write", "step_task": "Write a page.", "kind": "review", "require_inputs": "none"}],
}
T = TypeVar("T", BranchDialog, ContinueDialog, PromptEditor)
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def task(desk: Desk, tmp_path: Path) -> str:
    """A task with a context file whose step waits for a review, after one request for changes."""
    file = tmp_path / "field notes.md"
    file.write_text("Paper got dearer.", encoding="utf-8")
    made = desk.running_task(PLAN, model="practice", context=[str(file)])
    waits(desk, made)
    question = desk.bridge.queries.open_questions(made)[0]
    desk.call("answer", question=question.id, action="changes", text="Mention the year")
    desk.wait(lambda: desk.bridge.queries.works(made, 1)[0].newest.n == 2)
    waits(desk, made)
    return made


@pytest.fixture
def page(desk: Desk, task: str) -> TaskPage:
    made = TaskPage(desk.bridge, desk.theme)
    desk.show(made, 1280, 800)
    made.task_opened.connect(made.show_task)
    made.show_task(task)
    return made


def waits(desk: Desk, task: str) -> None:
    """Wait until a task waits for the person and nothing of it runs."""
    desk.wait(lambda: any(question.step_n == 1 for question in desk.bridge.queries.open_questions(task)))


def actions_of(page: TaskPage, source: str, kind: str) -> MessageActions:
    """The buttons of the last message of a speaker."""
    row = next(
        row for row in reversed(page.pane.view.mounted()) if row.message.source == source and row.message.kind == kind
    )
    row.show_actions(True)
    (found,) = row.findChildren(MessageActions)
    return found


def opened(desk: Desk, page: TaskPage, kind: type[T]) -> T:
    desk.wait(lambda: any(found.isActiveWindow() for found in page.findChildren(kind)))
    return next(found for found in page.findChildren(kind) if found.isActiveWindow())


def shown_task(page: TaskPage) -> str:
    return page._task


def test_continue_from_a_message_with_a_text(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    first = page.pane.run
    assert first is not None
    at = next(message for message in desk.bridge.queries.messages(first.id) if message.source == "user").seq - 1
    page.pane.view.go_to(at)
    row = next(row for row in page.pane.view.mounted() if row.first_seq <= at <= row.last_seq)
    row.show_actions(True)
    (actions,) = row.findChildren(MessageActions)
    qtbot.mouseClick(actions.go_on, Qt.MouseButton.LeftButton)
    dialog = opened(desk, page, ContinueDialog)
    qtbot.keyClicks(dialog.text, "Make it a poem")
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: page.pane.run is not None and page.pane.run.n == 2)
    assert page.pane.run is not None
    texts = [message.text for message in desk.bridge.queries.messages(page.pane.run.id)]
    assert "Make it a poem" in texts
    assert "Mention the year" not in texts
    assert "Mention the year" in [message.text for message in desk.bridge.queries.messages(first.id)]


def test_edit_an_own_message_and_continue(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    actions = actions_of(page, "user", "answer")
    qtbot.mouseClick(actions.edit, Qt.MouseButton.LeftButton)
    dialog = opened(desk, page, ContinueDialog)
    assert dialog.text.toPlainText() == "Mention the year"
    qtbot.keyClicks(dialog.text, " 2026")
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: page.pane.run is not None and page.pane.run.n == 2)
    assert page.pane.run is not None
    said = [message.text for message in desk.bridge.queries.messages(page.pane.run.id) if message.source == "user"]
    assert said[0] == "Mention the year 2026"


def test_a_message_of_an_assistant_cannot_be_edited_and_the_prompt_is_run_again(
    qtbot: QtBot, desk: Desk, page: TaskPage
) -> None:
    assert actions_of(page, "assistant", "summary").edit.isHidden()
    page.pane.view.go_to(1)
    qtbot.mouseClick(actions_of(page, "task", "task").edit, Qt.MouseButton.LeftButton)
    editor = opened(desk, page, PromptEditor)
    assert page.pane.run is not None
    prompt = page.pane.run.prompt
    editor.tabs.setCurrentIndex(1)
    desk.wait(lambda: editor.preview.toPlainText() == prompt)
    editor.reject()


def test_branch_at_a_message_without_the_parts_that_were_taken_away(
    qtbot: QtBot, desk: Desk, page: TaskPage, task: str
) -> None:
    actions = actions_of(page, "user", "answer")
    qtbot.mouseClick(actions.branch, Qt.MouseButton.LeftButton)
    dialog = opened(desk, page, BranchDialog)
    desk.wait(lambda: len(dialog.chips()) > 3)
    whole = len(dialog.chips())
    names = [chip.accessibleName() for chip in dialog.chips()]
    assert any("field notes.md" in name for name in names)
    plan = next(chip for chip in dialog.chips() if "Plan" in chip.accessibleName())
    plan.cross.setFocus()
    assert dialog._excerpt_text.text() == "1. Write"
    qtbot.mouseClick(plan.cross, Qt.MouseButton.LeftButton)
    assert len(dialog.chips()) == whole - 1
    assert dialog.summary.text().startswith(f"{whole - 1} of {whole} parts")
    qtbot.mouseClick(dialog.put_back, Qt.MouseButton.LeftButton)
    assert len(dialog.chips()) == whole
    plan = next(chip for chip in dialog.chips() if "Plan" in chip.accessibleName())
    plan.cross.setFocus()
    qtbot.keyClick(plan.cross, Qt.Key.Key_Space)
    dialog.text.setFocus()
    qtbot.keyClick(dialog.text, Qt.Key.Key_A, CTRL)
    qtbot.keyClicks(dialog.text, "Write a letter instead")
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: shown_task(page) != task)
    new = desk.task(shown_task(page))
    assert new.text == "Write a letter instead"
    assert new.origin is not None
    assert new.origin.task == task
    (run,) = desk.bridge.queries.conversations(desk.bridge.queries.step_n(new.id, 0).id)
    assert "Paper got dearer." in run.prompt
    assert "Plan so far" not in run.prompt
    assert desk.task(task).status is Status.INTERRUPTED
    # The link leads back to the message.
    desk.wait(page.header.origin.isVisible)
    assert "step 1, message" in page.header.origin.link.text()
    qtbot.mouseClick(page.header.origin.link, Qt.MouseButton.LeftButton)
    desk.wait(lambda: shown_task(page) == task)
    assert page.header.origin.isHidden()
    # Deleting the old task leaves the new one whole.
    desk.call("delete_task", task=task)
    page.show_task(new.id)
    desk.wait(lambda: "deleted" in page.header.origin.link.text())
    assert not page.header.origin.link.isEnabled()


def tick(qtbot: QtBot, box: QCheckBox) -> None:
    """Click on the box itself: its row is wider than what can be clicked."""
    option = QStyleOptionButton()
    box.initStyleOption(option)
    place = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box).center()
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=place)


def test_a_branch_that_forgets_where_it_came_from(qtbot: QtBot, desk: Desk, page: TaskPage, task: str) -> None:
    page.branch()
    dialog = opened(desk, page, BranchDialog)
    desk.wait(dialog.accept_button.isEnabled)
    tick(qtbot, dialog.remember)
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    desk.wait(lambda: shown_task(page) != task)
    assert desk.task(shown_task(page)).origin is None


def test_a_task_runs_again_as_a_new_one_that_only_needs_approval(
    qtbot: QtBot, desk: Desk, page: TaskPage, task: str
) -> None:
    page.header.again_requested.emit()
    desk.wait(lambda: shown_task(page) != task)
    new = shown_task(page)
    desk.wait(lambda: [question.kind for question in desk.bridge.queries.open_questions(new)] == ["plan"])
    assert [step["title"] for step in desk.task(new).plan["steps"]] == ["Write"]  # type: ignore[index]
    assert "from “Note”" in page.header.origin.link.text()


def test_what_runs_is_stopped_before_something_continues_from_it(qtbot: QtBot, desk: Desk) -> None:
    with ScriptedModel() as model:
        model.script(None, lambda _request: Reply(hang=True))
        desk.call(
            "add_model", name="slow", provider="openai", model="gpt-4o", base_url=model.url, key_env="SCRIPTED_KEY"
        )
        made = desk.running_task(PLAN, model="slow")
        desk.wait(lambda: desk.task(made).status is Status.RUNNING)
        page = TaskPage(desk.bridge, desk.theme)
        desk.show(page, 1280, 800)
        page.show_task(made)
        desk.wait(lambda: bool(page.pane.view.mounted()))
        qtbot.mouseClick(actions_of(page, "task", "task").go_on, Qt.MouseButton.LeftButton)
        dialog = opened(desk, page, ContinueDialog)
        qtbot.keyClick(dialog.text, Qt.Key.Key_Return, CTRL)
        desk.wait(lambda: page.pane.run is not None and page.pane.run.n == 2)
        old = desk.bridge.queries.conversations(desk.bridge.queries.step_n(made, 1).id)[0]
        assert old.status is Status.INTERRUPTED
        desk.wait(lambda: desk.task(made).status in ACTIVE)
        desk.call("stop", task=made, now=True)
        desk.call("remove_model", name="slow")
