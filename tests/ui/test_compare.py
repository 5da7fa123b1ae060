"""Choosing among runs: two versions side by side, with what each run took."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.ui.compare_dialog import CompareDialog
from workspace_app.ui.prompt_editor import PromptEditor
from workspace_app.ui.task_page import TaskPage

PLAN: dict[str, Any] = {
    "title": "Note",
    "steps": [{"id": "s1", "title": "Write", "step_task": "Write a page.", "kind": "review", "require_inputs": "none"}],
}


@pytest.fixture
def page(desk: Desk) -> TaskPage:
    """A task whose step ran twice, the second time with another prompt."""
    task = desk.running_task(PLAN, model="practice")

    def asked() -> bool:
        return any(question.step_n == 1 for question in desk.bridge.queries.open_questions(task))

    desk.wait(asked)
    desk.call("rerun", task=task, step=1, prompt="# Step task\nWrite about paper and ink.")
    desk.wait(lambda: len(desk.bridge.queries.conversations(desk.bridge.queries.step_n(task, 1).id)) == 2)
    desk.wait(asked)
    made = TaskPage(desk.bridge, desk.theme)
    desk.show(made, 1280, 800)
    made.show_task(task)
    return made


def test_two_runs_are_compared_and_the_step_goes_on_from_one(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    page.pane.header.compare_requested.emit()
    dialog = page.findChild(CompareDialog)
    desk.wait(dialog.isActiveWindow)
    desk.wait(lambda: bool(dialog.left.preview.whole_text() and dialog.right.preview.whole_text()))
    assert dialog.left.choice.currentText().startswith("Run 1")
    assert dialog.right.choice.currentText().startswith("Run 2")
    assert "practice" in dialog.left.about.text()
    assert "tokens" in dialog.right.about.text()
    assert dialog.left.preview.whole_text() != dialog.right.preview.whole_text()
    qtbot.keyClick(dialog, Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    desk.wait(dialog.diff.isVisible)
    desk.wait(lambda: "added" in dialog.diff.summary.text())
    assert {"added", "removed"} <= {line.kind for line in dialog.diff.diff.lines()}
    dialog.diff.ways["sides"].click()
    assert dialog.diff.sides.isVisible()
    assert dialog.diff.sides.old.document().blockCount() == dialog.diff.sides.new.document().blockCount()
    assert dialog.right.about.isVisible(), "what it took stays above"
    qtbot.mouseClick(dialog.as_they_are, Qt.MouseButton.LeftButton)
    assert dialog.left.preview.isVisible()
    # The same version on both sides.
    dialog.left.choice.setCurrentIndex(dialog.right.choice.currentIndex())
    desk.wait(lambda: dialog.diff.compared is not None and dialog.diff.compared.same)
    older = dialog.left.choice.count() - 1
    dialog.left.choice.setCurrentIndex(older)
    version = dialog.left.made().version.n
    qtbot.mouseClick(dialog.left.start, Qt.MouseButton.LeftButton)
    desk.wait(lambda: bool(page.findChildren(PromptEditor)))
    editor = page.findChildren(PromptEditor)[-1]
    assert [chip.reference.target.partition("@")[2] for chip in editor.text.chips()] == [str(version)]
    editor.reject()
