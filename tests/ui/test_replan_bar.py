"""An assistant's suggestion to plan anew is a banner that holds nothing up (R67)."""

from typing import Any

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.support.scripted_model import ScriptedModel
from tests.ui.planning import Desk
from workspace_app.domain.status import Status
from workspace_app.ui.branch_dialog import BranchDialog
from workspace_app.ui.task_page import TaskPage

PLAN: dict[str, Any] = {
    "title": "Facts",
    "steps": [{"id": "s1", "title": "Facts", "step_task": "List the facts.", "kind": "agent"}],
}
LEFT = Qt.MouseButton.LeftButton


def test_a_suggestion_offers_a_new_task_with_its_reason_and_can_be_put_away(qtbot: QtBot, desk: Desk) -> None:
    suggest = {"tools": [("suggest_replan", {"reason": "The figures are from 1990."})]}
    deliver = {"tools": [("submit_work", {"title": "Facts", "content": "x"})]}
    with ScriptedModel() as model:
        model.script("gpt-4o", [suggest, deliver])
        about = {"provider": "openai", "model": "gpt-4o", "base_url": f"{model.url}/v1", "key_env": "SCRIPTED_KEY"}
        desk.call("add_model", name="scripted", **about)
        task = desk.running_task(PLAN, model="scripted")
        page = TaskPage(desk.bridge, desk.theme)
        desk.show(page, 1280, 800)
        page.show_task(task)
        desk.wait(lambda: desk.task(task).status is Status.DONE)
    bar = page.pane.replan_bar
    desk.wait(bar.isVisible)
    assert "assistant in step 1 suggests a new plan: The figures are from 1990." in bar.words.text()
    qtbot.mouseClick(bar.go_on, LEFT)
    desk.wait(lambda: bool(page.window().findChildren(BranchDialog)))
    dialog = page.window().findChildren(BranchDialog)[-1]
    desk.wait(lambda: bool(dialog.chips()))
    assert any(chip.property("part") == "feedback" for chip in dialog.chips())
    dialog.reject()
    assert bar.isVisible()
    qtbot.mouseClick(bar.cross, LEFT)
    assert not bar.isVisible()
    page.show_task(task)
    assert not bar.isVisible()
