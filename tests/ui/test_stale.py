"""Works that are out of date, in the window: why, what changed, kept and undone, run again in order (R60)."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.domain.status import Status
from workspace_app.ui.compare_dialog import CompareDialog
from workspace_app.ui.run_again_dialog import RunAgainDialog
from workspace_app.ui.task_page import TaskPage

PLAN: dict[str, Any] = {
    "title": "Note",
    "steps": [
        {"id": "s1", "title": "Points", "step_task": "Write a page.", "kind": "agent", "require_inputs": "none"},
        {"id": "s2", "title": "Letter", "step_task": "Write a letter.", "kind": "agent", "require_inputs": ["s1"]},
    ],
}


@pytest.fixture
def page(desk: Desk) -> TaskPage:
    """A task whose first step ran again after the second was done."""
    task = desk.running_task(PLAN, model="practice")
    desk.wait(lambda: desk.task(task).status is Status.DONE)
    desk.call("rerun", task=task, step=1, prompt="# Step task\nWrite about paper and ink.")
    desk.wait(lambda: any(work.stale for work in desk.bridge.queries.works(task, 2)))
    desk.wait(lambda: desk.task(task).status is Status.DONE)
    made = TaskPage(desk.bridge, desk.theme)
    desk.show(made, 1280, 800)
    made.show_task(task)
    made.show_work(desk.bridge.queries.works(task, 2)[0].id)
    return made


def test_r60_an_out_of_date_work_says_why_and_is_kept_or_run_again(qtbot: QtBot, desk: Desk, page: TaskPage) -> None:
    view = page.panel.works.view
    bar = view.stale
    desk.wait(lambda: bar.isVisible() and "Out of date" in bar.words.text() and bar.changed.isVisible())
    assert "its step ran again" in bar.words.text()
    row = page.rail.model_of_rows.rows[2]
    assert row.stale
    assert "Out of date" in page.rail.model_of_rows.data(
        page.rail.model_of_rows.index(2), Qt.ItemDataRole.AccessibleTextRole
    )

    bar.changed.click()
    (dialog,) = page.window().findChildren(CompareDialog)
    desk.wait(lambda: dialog.diff.compared is not None and bool(dialog.diff.diff.lines()))
    assert dialog.left.made().version.n == 1
    dialog.reject()

    bar.good.click()
    desk.wait(bar.undo.isVisible)
    task = view.work().task
    assert not desk.bridge.queries.works(task, 2)[0].stale
    bar.undo.click()
    desk.wait(lambda: bar.again.isVisible() and bar.changed.isVisible())

    bar.again.click()
    (plan,) = page.window().findChildren(RunAgainDialog)
    desk.wait(lambda: plan.list.count() == 1)
    assert "step 2, Letter" in plan.list.item(0).text()
    plan.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert not plan.run.isEnabled()
    plan.list.item(0).setCheckState(Qt.CheckState.Checked)
    qtbot.mouseClick(plan.run, Qt.MouseButton.LeftButton)
    desk.wait(lambda: len(desk.bridge.queries.works(task, 2)) == 2 and desk.task(task).status is Status.DONE)
    page.show_work(desk.bridge.queries.works(task, 2)[-1].id)
    desk.wait(lambda: not bar.isVisible() and not page.rail.model_of_rows.rows[2].stale)
