"""Stopping has two forms, named as such, and says what it does until it is done (R44)."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.ui.run_bar import RunBar
from workspace_app.ui.theme import Theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def task(bridge: RecordedBridge, filled: Filled) -> Task:
    return bridge.queries.task(filled.tasks["running"])


@pytest.fixture
def bar(qtbot: QtBot, bridge: RecordedBridge, theme: Theme, task: Task) -> RunBar:
    bar = RunBar(bridge, theme)
    qtbot.addWidget(bar)
    bar.show_task(task)
    bar.show()
    return bar


def test_stopping_after_this_message_says_so_and_can_be_made_now(
    qtbot: QtBot, bridge: RecordedBridge, bar: RunBar, task: Task
) -> None:
    bar.stop_softly()
    qtbot.waitUntil(lambda: ("stop", {"task": task.id, "now": False}) in bridge.client.calls)
    assert bar.words.text() == "Stopping after this message…"
    assert bar.words.isVisible()
    assert not bar.stop.isVisible()
    bar.show_task(replace(task, updated_at=task.created_at))
    assert bar.words.isVisible()
    qtbot.mouseClick(bar.now, LEFT)
    qtbot.waitUntil(lambda: ("stop", {"task": task.id, "now": True}) in bridge.client.calls)
    assert bar.words.text() == "Stopping now…"
    bar.show_task(replace(task, status=Status.INTERRUPTED))
    assert not bar.words.isVisible()
    assert not bar.now.isVisible()


def test_both_forms_are_in_the_menu_with_their_keys(bar: RunBar) -> None:
    menu = bar.stop.menu()
    assert menu is not None
    assert [action.text().partition("\t")[2] for action in menu.actions()] == ["Esc", "Shift+Esc"]
    bar.press_escape()
    assert bar.words.text() == "Stopping after this message…"
    bar.press_escape()
    assert bar.words.text() == "Stopping now…"


def test_a_refused_stop_says_why_and_offers_it_again(qtbot: QtBot, bridge: RecordedBridge, bar: RunBar) -> None:
    bridge.client.answers["stop"] = WorkspaceError("It has stopped already.")
    with qtbot.waitSignal(bar.failed) as failed:
        bar.stop_softly()
    assert failed.args == ["It has stopped already."]
    assert bar.stop.isVisible()
    assert not bar.words.isVisible()
