"""What is typed while somebody is at work: a note for the next speaker, or said at once."""

from typing import Any

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.support.scripted_model import ScriptedModel
from tests.support.scripted_shapes import Reply
from tests.ui.planning import Desk
from workspace_app.domain.status import Status
from workspace_app.ui.task_page import TaskPage

PLAN: dict[str, Any] = {
    "title": "Note",
    "steps": [{"id": "s1", "title": "Write", "step_task": "Write a page.", "kind": "review", "require_inputs": "none"}],
}


def queued(page: TaskPage) -> list[str]:
    return [row.words.full_text() for row in page.pane.answers.queued.rows()]


def test_a_note_waits_for_the_next_speaker_or_is_said_now(qtbot: QtBot, desk: Desk) -> None:
    with ScriptedModel() as model:
        model.script(None, lambda _request: Reply(hang=True))
        desk.call(
            "add_model", name="slow", provider="openai", model="gpt-4o", base_url=model.url, key_env="SCRIPTED_KEY"
        )
        task = desk.running_task(PLAN, model="slow")
        page = TaskPage(desk.bridge, desk.theme)
        desk.show(page, 1280, 800)
        page.show_task(task)
        desk.wait(lambda: desk.task(task).status is Status.RUNNING)
        composer = page.pane.answers.composer
        desk.wait(lambda: composer.field.placeholderText().startswith("Add a note"))
        assert composer.now_button.isHidden()
        qtbot.keyClicks(composer.field, "Mention paper")
        assert composer.now_button.isVisible()
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
        desk.wait(lambda: queued(page) == ["Mention paper"])
        assert composer.now_button.isHidden()

        row = page.pane.answers.queued.rows()[0]
        qtbot.mouseClick(row.edit, Qt.MouseButton.LeftButton)
        assert row.field is not None
        qtbot.keyClicks(row.field, " clips")
        qtbot.keyClick(row.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        desk.wait(lambda: queued(page) == ["Mention paper clips"])
        assert not row.field.isVisible()
        qtbot.keyClicks(composer.field, "Never mind")
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
        desk.wait(lambda: queued(page) == ["Mention paper clips", "Never mind"])
        qtbot.mouseClick(page.pane.answers.queued.rows()[1].remove, Qt.MouseButton.LeftButton)
        desk.wait(lambda: queued(page) == ["Mention paper clips"])

        qtbot.keyClicks(composer.field, "And ink, at once")
        keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        qtbot.keyClick(composer.field, Qt.Key.Key_Return, keys)
        desk.wait(lambda: len(model.requests) == 2)
        desk.wait(lambda: not page.pane.answers.queued.isVisible())
        (run,) = desk.bridge.queries.conversations(desk.bridge.queries.step_n(task, 1).id)
        said = [message.text for message in desk.bridge.queries.messages(run.id) if message.source == "user"]
        assert said == ["Mention paper clips", "And ink, at once"]
        assert composer.field.toPlainText() == ""
        desk.call("stop", task=task, now=True)
        desk.call("remove_model", name="slow")
