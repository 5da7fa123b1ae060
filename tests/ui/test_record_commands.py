"""Opening a project's folder, exporting and importing a task, from the window."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled
from workspace_app.ui.main_window import MainWindow
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.project_dialog import ProjectDialog
from workspace_app.ui.theme import Theme


@pytest.fixture
def window(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> Iterator[MainWindow]:
    window = MainWindow(bridge, theme, Preferences(bridge.home))
    bridge.client.answers |= {"models": [], "functions": [], "tools": []}
    qtbot.addWidget(window, before_close_func=lambda shown: setattr(shown, "_close_now", True))
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    with qtbot.waitSignal(window.book.reloaded):
        bridge.opened.emit()
    yield window
    window.background.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The folder that the person chooses."""
    chosen = str(tmp_path / "Market")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: chosen)
    return chosen


def notice(qtbot: QtBot) -> QMessageBox:
    """The question or notice that is on the screen."""
    found: list[QMessageBox] = []

    def shown() -> bool:
        active = QApplication.activeModalWidget()
        found[:] = [active] if isinstance(active, QMessageBox) else []
        return bool(found)

    qtbot.waitUntil(shown)
    if place := os.environ.get("WORKSPACE_TEST_PICTURES"):
        found[0].grab().save(f"{place}/{found[0].windowTitle()}.png")
    return found[0]


def press(qtbot: QtBot, box: QMessageBox, text: str) -> None:
    (button,) = [button for button in box.buttons() if button.text().replace("&", "") == text]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_folder_with_tasks_from_elsewhere_is_read_in_after_asking(
    qtbot: QtBot, window: MainWindow, bridge: RecordedBridge, filled: Filled, folder: str
) -> None:
    report = {
        "project": next(iter(filled.projects.values())),
        "tasks": 3,
        "problems": ["tasks/A/step_1/step.json: it is not JSON."],
    }
    bridge.client.answers |= {"find_record": {"title": "Market", "tasks": 3, "project": None}, "rebuild": report}
    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    box = notice(qtbot)
    assert "“Market” has tasks from elsewhere: 3." in box.text()
    assert "rebuild" not in bridge.client.verbs()
    press(qtbot, box, "Read them in")
    qtbot.waitUntil(lambda: ("rebuild", {"folder": folder}) in bridge.client.calls)
    qtbot.waitUntil(lambda: "Tasks that were read in: 3." in window.toasts.texts())
    box = notice(qtbot)
    assert box.informativeText() == report["problems"][0]
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert window.current_project() == next(iter(filled.projects.values()))


def test_not_reading_them_in_changes_nothing(
    qtbot: QtBot, window: MainWindow, bridge: RecordedBridge, folder: str
) -> None:
    bridge.client.answers["find_record"] = {"title": "Market", "tasks": 3, "project": None}
    window.actions_.run("project.open_folder")
    box = notice(qtbot)
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert ("rebuild", {"folder": folder}) not in bridge.client.calls


def test_a_folder_without_a_record_becomes_a_project(
    qtbot: QtBot, window: MainWindow, bridge: RecordedBridge, folder: str
) -> None:
    bridge.client.answers["find_record"] = {"title": "Market", "tasks": 0, "project": None}
    window.actions_.run("project.open_folder")
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), ProjectDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ProjectDialog)
    assert (dialog.title.text(), dialog.folder.text()) == ("Market", folder)
    dialog.reject()


def test_a_folder_that_is_a_project_here_is_shown(
    qtbot: QtBot, window: MainWindow, bridge: RecordedBridge, filled: Filled, folder: str
) -> None:
    bridge.client.answers["find_record"] = {
        "title": "Market",
        "tasks": 2,
        "project": next(iter(filled.projects.values())),
    }
    window.actions_.run("project.open_folder")
    qtbot.waitUntil(lambda: window.current_project() == next(iter(filled.projects.values())))


def test_a_task_is_exported_and_imported(
    qtbot: QtBot,
    window: MainWindow,
    bridge: RecordedBridge,
    filled: Filled,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = str(tmp_path / "task.zip")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (file, ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (file, ""))
    bridge.client.answers |= {"export_task": {"file": file, "size": 3}}
    task = window.book.tasks()[0].id
    bridge.client.answers["import_task"] = {
        "task": task,
        "project": next(iter(filled.projects.values())),
        "title": "T",
        "problems": [],
    }
    window.open_task(task)
    window.actions_.run("task.export")
    exported = ("export_task", {"task": task, "file": file, "replace": True})
    qtbot.waitUntil(lambda: exported in bridge.client.calls)
    qtbot.waitUntil(lambda: f"The task is in {file}." in window.toasts.texts())
    window.show_page("dashboard")
    window.actions_.run("task.import")
    qtbot.waitUntil(lambda: "import_task" in bridge.client.verbs())
    qtbot.waitUntil(lambda: window.shown_task() == task)
