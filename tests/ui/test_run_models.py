"""Models that one run asks in the place of others, and models by their provider's names, in the window (L23-L27)."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.support.scripted_model import Reply, ScriptedModel
from tests.ui.planning import Desk
from workspace_app.domain.status import Status
from workspace_app.ui.continue_dialog import ContinueDialog
from workspace_app.ui.message_actions import MessageActions
from workspace_app.ui.model_chooser import ModelChooser, NamedModelDialog
from workspace_app.ui.plan_editor import PlanEditor
from workspace_app.ui.prompt_editor import PromptEditor
from workspace_app.ui.request_dialog import RequestDialog
from workspace_app.ui.task_page import TaskPage

LEFT = Qt.MouseButton.LeftButton
TEAM = {
    "assistants": [
        {"name": "planner", "model": "planner_model"},
        {"name": "critic"},
        {
            "name": "writer",
            "model": "writer_model",
            "middleware": [{"type": "ModelFallback", "settings": {"models": ["spare"]}}],
        },
    ]
}
STEP = {"id": "s1", "title": "Write", "step_task": "Write.", "kind": "agent", "require_inputs": "none", "team": TEAM}


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with ScriptedModel() as made:
        yield made


@pytest.fixture
def page(desk: Desk, server: ScriptedModel) -> TaskPage:
    """A task whose step is done once, by a team of three with slots of their own and one without."""
    for name in ("planner_model", "writer_model", "spare", "plain", "strong"):
        about = {"provider": "openai", "base_url": f"{server.url}/v1", "key_env": "SCRIPTED_KEY"}
        desk.call("add_model", name=name, model=f"id-of-{name}", **about)
    talk(server)
    task = desk.running_task({"title": "Note", "steps": [STEP]}, model="plain")
    desk.wait(lambda: desk.task(task).status is Status.DONE)
    made = TaskPage(desk.bridge, desk.theme)
    desk.show(made, 1280, 800)
    made.show_task(task)
    return made


def talk(server: ScriptedModel) -> None:
    """One round of the team, whichever models it asks."""
    work = Reply(tools=[("submit_work", {"title": "Note", "content": "Done."})])
    server.script(None, ["I would write it.", "So would I.", work])


def opened(desk: Desk, page: TaskPage, kind: type[Any]) -> Any:
    def active() -> list[Any]:
        return [found for found in page.window().findChildren(kind) if found.isActiveWindow()]

    desk.wait(lambda: bool(active()))
    return active()[0]


def choose(qtbot: QtBot, desk: Desk, chooser: ModelChooser, name: str) -> None:
    """Choose by the keyboard."""
    desk.wait(lambda: chooser.findData(name) > 0)
    chooser.setFocus()
    qtbot.keyClick(chooser, Qt.Key.Key_Home)
    for _ in range(chooser.findData(name)):
        qtbot.keyClick(chooser, Qt.Key.Key_Down)
    assert chooser.slot_name() == name


def rerun(qtbot: QtBot, desk: Desk, page: TaskPage) -> PromptEditor:
    qtbot.mouseClick(page.pane.header.rerun, LEFT)
    editor = opened(desk, page, PromptEditor)
    assert isinstance(editor, PromptEditor)
    return editor


def finish(qtbot: QtBot, desk: Desk, page: TaskPage, dialog: Any, number: int) -> None:
    """Start the run that a dialog prepares, and wait for its end."""
    qtbot.mouseClick(dialog.accept_button, LEFT)
    desk.wait(lambda: page.pane.run is not None and page.pane.run.n == number)
    desk.wait(lambda: page.pane.run is not None and page.pane.run.status is Status.DONE)
    desk.wait(lambda: desk.task(page._task).status is Status.DONE)


def test_l27_the_models_of_a_team_are_chosen_for_one_run_and_seen_on_its_messages(
    qtbot: QtBot, desk: Desk, page: TaskPage, server: ScriptedModel
) -> None:
    """L25: each slot by itself; the next run begins with the plan's again."""
    editor = rerun(qtbot, desk, page)
    assert list(editor.models.slots) == ["planner_model", "writer_model", "spare"]
    said = [found.text() for found in editor.models.findChildren(QLabel) if found.isVisible()]
    assert said == ["Models, for this run only", "critic", "planner", "writer", "writer (Other models on failure)"]
    assert editor.models.slots["writer_model"].currentText() == "writer_model, as planned"
    choose(qtbot, desk, editor.models.slots["writer_model"], "strong")
    talk(server)
    finish(qtbot, desk, page, editor, 2)
    assert [request.model for request in server.requests][-3:] == ["id-of-planner_model", "id-of-plain", "id-of-strong"]
    assert "writer_model → strong" in page.pane.header.phases.full_text()
    rows = {row.message.source: row for row in page.pane.view.mounted() if row.message.kind == "text"}
    assert "id-of-plain" in [found.text() for found in rows["critic"].findChildren(QLabel)]
    last = next(row for row in reversed(page.pane.view.mounted()) if row.message.request)
    assert last.message.model == "id-of-strong"
    last.show_actions(True)
    qtbot.mouseClick(last.findChildren(MessageActions)[0].request, LEFT)
    shown = opened(desk, page, RequestDialog)
    about = shown.findChildren(QLabel)[0].text()
    assert "writer asked id-of-strong" in about
    assert "set up as “strong”" in about
    shown.reject()

    page.pane.acts.begin("continue", page.pane.run, 2)  # type: ignore[arg-type]
    dialog = opened(desk, page, ContinueDialog)
    assert dialog.models.slots["writer_model"].currentText() == "strong, as in that run"
    choose(qtbot, desk, dialog.models.slots["planner_model"], "spare")
    server.script(None, ["So would I.", Reply(tools=[("submit_work", {"title": "Note", "content": "Done."})])])
    finish(qtbot, desk, page, dialog, 3)
    assert page.pane.run is not None
    assert page.pane.run.models == {"writer_model": "strong", "planner_model": "spare"}

    editor = rerun(qtbot, desk, page)
    talk(server)
    finish(qtbot, desk, page, editor, 4)
    assert page.pane.run.models == {}
    assert server.requests[-1].model == "id-of-writer_model"


def test_l23_a_model_by_its_name_is_checked_at_once(
    qtbot: QtBot, desk: Desk, page: TaskPage, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.call("add_model", name="local", provider="ollama", model="some", base_url=server.url)
    editor = rerun(qtbot, desk, page)
    chooser = editor.models.slots["writer_model"]
    choose(qtbot, desk, chooser, "strong")
    qtbot.keyClick(chooser, Qt.Key.Key_End)
    dialog = opened(desk, page, NamedModelDialog)
    assert chooser.slot_name() == "strong"
    for name, sentence in [
        ("grok:big", "does not tell which provider has the model: write provider:model"),
        ("anthropic:claude-x", "anthropic is not set up: put its key into ANTHROPIC_API_KEY or add"),
    ]:
        dialog.name.clear()
        qtbot.keyClicks(dialog.name, name)
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
        desk.wait(lambda: bool(dialog.problem.text()))
        assert sentence in dialog.problem.text()
        assert dialog.isVisible()
    dialog.name.clear()
    assert dialog.problem.text() == ""
    qtbot.keyClicks(dialog.name, "qwen3:8b")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    desk.wait(lambda: chooser.slot_name() == "ollama:qwen3:8b")
    talk(server)
    finish(qtbot, desk, page, editor, 2)
    assert server.requests[-1].model == "qwen3:8b"


def test_l23_an_assistant_of_a_plan_is_given_a_model_by_its_name(qtbot: QtBot, desk: Desk) -> None:
    desk.call("add_model", name="local", provider="ollama", model="some", base_url="http://127.0.0.1:9")
    step = {**STEP, "team": {"assistants": [{"name": "writer"}]}}
    task = desk.task_with_plan({"title": "Note", "steps": [step]})
    editor = PlanEditor(desk.bridge, desk.theme)
    editor.show_plan(task, desk.task(task).plan, True)
    desk.show(editor)
    chooser = editor.steps.form(0).team.assistant_form(0).model
    desk.wait(lambda: chooser.findData("") > 0)
    chooser.setFocus()
    qtbot.keyClick(chooser, Qt.Key.Key_End)
    desk.wait(lambda: any(found.isActiveWindow() for found in editor.findChildren(NamedModelDialog)))
    (dialog,) = editor.findChildren(NamedModelDialog)
    assert chooser.currentText() == "The task's model"
    qtbot.keyClicks(dialog.name, "ollama:qwen3:8b")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    desk.wait(lambda: chooser.currentText() == "ollama:qwen3:8b")
    desk.wait(lambda: desk.task(task).plan["steps"][0]["team"]["assistants"][0].get("model") == "ollama:qwen3:8b")  # type: ignore[index]
