"""What the window shows when a model fails, and the buttons that help (R82)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.support.file_keyring import FILE
from tests.support.scripted_model import Reply, ScriptedModel
from tests.ui.planning import Desk, engine
from workspace_app.domain.status import Status
from workspace_app.ui.continue_dialog import ContinueDialog
from workspace_app.ui.event_fold import EventFold
from workspace_app.ui.key_dialog import KeyDialog
from workspace_app.ui.message_kinds import ErrorMessage
from workspace_app.ui.task_page import TaskPage
from workspace_app.ui.trouble_bar import TroubleBar

LEFT = Qt.MouseButton.LeftButton
DONE = Reply(tools=[("submit_work", {"title": "Note", "content": "Done."})])


@pytest.fixture(scope="module")
def engine_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder with an engine that has a keyring."""
    made = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "tests.support.file_keyring.FileKeyring")
        patch.setenv(FILE, str(made / "keyring.json"))
        with engine(made):
            yield made


@pytest.fixture
def server(desk: Desk) -> Iterator[ScriptedModel]:
    """A provider with three models, of which "spare" has other words for its failures than "first"."""
    with ScriptedModel() as made:
        for name in ("first", "spare"):
            about = {"provider": "openai", "model": f"id-of-{name}", "base_url": f"{made.url}/v1"}
            desk.call("add_model", name=name, key_env="FIRST_KEY", options={"idle_timeout": 0.4}, **about)
        yield made


@pytest.fixture
def page(desk: Desk) -> TaskPage:
    made = TaskPage(desk.bridge, desk.theme)
    desk.show(made, 1280, 800)
    return made


def started(desk: Desk, page: TaskPage, middleware: Sequence[Mapping[str, Any]] = ()) -> str:
    """A task at its only step, on the page."""
    team = {"assistants": [{"name": "writer", "middleware": list(middleware)}]}
    step = {
        "id": "s1",
        "title": "Write",
        "step_task": "Write.",
        "kind": "agent",
        "require_inputs": "none",
        "team": team,
    }
    task = desk.running_task({"title": "Note", "steps": [step]}, model="first")
    page.show_task(task)
    return task


def failed(desk: Desk, page: TaskPage) -> TroubleBar:
    """The bar of a step whose model has failed."""
    task = started(desk, page)
    bar = page.pane.answers.trouble
    desk.wait(bar.isVisible)
    assert desk.task(task).status is Status.ERROR
    return bar


def opened(desk: Desk, page: TaskPage, kind: type[Any]) -> Any:
    desk.wait(lambda: any(found.isActiveWindow() for found in page.window().findChildren(kind)))
    return next(found for found in page.window().findChildren(kind) if found.isActiveWindow())


def ends(desk: Desk, page: TaskPage) -> None:
    desk.wait(lambda: desk.task(page._task).status is Status.DONE)


def test_a_refused_key_is_replaced_where_the_failure_is_told(
    qtbot: QtBot, desk: Desk, page: TaskPage, server: ScriptedModel
) -> None:
    server.script("id-of-first", [Reply(status=401), DONE])
    bar = failed(desk, page)
    assert "did not accept the key of the model 'first': enter a valid key" in bar.cause.text()
    assert bar.rerun.isHidden()
    qtbot.mouseClick(bar.key, LEFT)
    dialog = opened(desk, page, KeyDialog)
    desk.wait(lambda: "FIRST_KEY comes first" in dialog.hint.text())
    qtbot.mouseClick(dialog.accept_button, LEFT)
    desk.wait(lambda: dialog.problem.text() == "The key is empty.")
    qtbot.keyClicks(dialog.key, "another-key")
    qtbot.keyClick(dialog.key, Qt.Key.Key_Return)
    ends(desk, page)
    assert json.loads((desk.home / "keyring.json").read_text()) == {"workspace-app/first": "another-key"}


def test_a_model_that_hangs_gives_way_to_another_one_and_nothing_is_lost(
    qtbot: QtBot, desk: Desk, page: TaskPage, server: ScriptedModel
) -> None:
    server.script("id-of-first", [Reply(hang=True)])
    bar = failed(desk, page)
    assert "'first' did not answer in time" in bar.cause.text()
    assert bar.key.isHidden()
    server.script("id-of-spare", [DONE])
    qtbot.mouseClick(bar.model, LEFT)
    dialog = opened(desk, page, ContinueDialog)
    chooser = dialog.models.base
    desk.wait(lambda: chooser.findData("spare") > 0)
    chooser.setFocus()
    qtbot.keyClick(chooser, Qt.Key.Key_Home)
    for _ in range(chooser.findData("spare")):
        qtbot.keyClick(chooser, Qt.Key.Key_Down)
    qtbot.mouseClick(dialog.accept_button, LEFT)
    ends(desk, page)
    assert page.pane.run is not None
    assert page.pane.run.model == "spare"


def test_a_model_that_is_not_set_up_fails_in_the_log_too(desk: Desk, page: TaskPage, server: ScriptedModel) -> None:
    desk.call("add_model", name="gone", provider="openai", model="m", base_url=f"{server.url}/v1")
    task = desk.task_with_plan(model="gone")
    desk.call("remove_model", name="gone")
    desk.call("answer", question=desk.bridge.queries.open_questions(task)[0].id, action="approve")
    page.show_task(task)
    bar = page.pane.answers.trouble
    desk.wait(bar.isVisible)
    assert "There is no model “gone”" in bar.cause.text()
    assert bar.model.isVisible()
    (said,) = page.pane.view.findChildren(ErrorMessage)
    assert any("There is no model “gone”" in found.text() for found in said.findChildren(QLabel))


def test_a_log_says_who_failed_how_often_after_which_wait_and_who_answered(
    qtbot: QtBot, desk: Desk, page: TaskPage, server: ScriptedModel
) -> None:
    limited = Reply(status=429, headers={"Retry-After": "0.1"})
    server.script("id-of-first", [limited, Reply(status=500, text="Kaput."), Reply(status=401)])
    server.script("id-of-spare", [Reply(hang=True), DONE])
    retry = {"type": "ModelRetry", "settings": {"initial_delay": 0.1, "jitter": False}}
    started(desk, page, [{"type": "ModelFallback", "settings": {"models": ["spare"]}}, retry])
    ends(desk, page)
    desk.wait(lambda: len(page.pane.view.findChildren(EventFold)) == 4)
    lines = []
    for fold in page.pane.view.findChildren(EventFold):
        qtbot.mouseClick(fold.line, LEFT)
        lines.append(next(found.text() for found in fold.findChildren(QLabel) if found.isVisible()))
    address = f"{server.url}/v1"
    assert lines == [
        "The model 'first' is being asked too often: wait 0.1 s and try again. "
        "Waiting 0.1 s, then trying again. Attempt 2 of 3.",
        f"{address} had an error of its own with the model 'first' (Kaput): try again later. "
        "Waiting 0.2 s, then trying again. Attempt 3 of 3.",
        "The model “first” failed, so “spare” is asked. "
        f"{address} did not accept the key of the model 'first': enter a valid key for it.",
        "The model 'spare' did not answer in time: try again, or raise its idle_timeout. "
        "Waiting 0.1 s, then trying again. Attempt 2 of 3.",
    ]
    (answer,) = [row for row in page.pane.view.mounted() if row.message.request]
    assert "id-of-spare" in [found.text() for found in answer.findChildren(QLabel)]
