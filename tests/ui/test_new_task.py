"""The page where a task begins, on a real engine with the Practice model."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDropEvent, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.ui.new_task_page import NewTaskPage
from workspace_app.ui.project_chooser import NewProjectDialog
from workspace_app.ui.project_defaults import ProjectDefaultsDialog

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(desk: Desk) -> NewTaskPage:
    made = NewTaskPage(desk.bridge, desk.theme)
    made.start(None)
    desk.show(made)
    desk.wait(lambda: "not an AI" in made.model.itemText(0))
    return made


def test_ctrl_enter_starts_the_task_with_what_was_chosen(
    desk: Desk, page: NewTaskPage, qtbot: QtBot, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("12 GWh in 2025.")
    assert page.text.hasFocus()
    qtbot.keyClicks(page.text, "Collect the figures.")
    qtbot.keyClick(page.text, Qt.Key.Key_Return)
    qtbot.keyClicks(page.text, "Write a note.")
    drop(page, notes)
    page.approve.setCurrentIndex(page.approve.findData("plan"))
    with qtbot.waitSignal(page.task_created, timeout=30_000) as made:
        qtbot.keyClick(page.text, Qt.Key.Key_Return, CTRL)
    task = desk.task(made.args[0])
    assert task.text == "Collect the figures.\nWrite a note."
    assert task.approve == "plan"
    assert [Path(path).name for path in desk.bridge.queries.task_context(task.id)] == ["notes.md"]
    assert page.text.toPlainText() == ""
    assert page.context.paths() == []


def drop(page: NewTaskPage, *files: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    copy, left, plain = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    at = page.text.rect().center()
    QApplication.sendEvent(page.text.viewport(), QDragEnterEvent(at, copy, data, left, plain))
    QApplication.sendEvent(page.text.viewport(), QDropEvent(QPointF(at), copy, data, left, plain))


def test_an_empty_text_is_said_at_the_field_and_nothing_starts(desk: Desk, page: NewTaskPage, qtbot: QtBot) -> None:
    before = len(desk.bridge.queries.tasks())
    qtbot.mouseClick(page.begin, Qt.MouseButton.LeftButton)
    assert page.error.isVisible()
    assert page.text.hasFocus()
    assert len(desk.bridge.queries.tasks()) == before
    qtbot.keyClicks(page.text, "x")
    assert not page.error.isVisible()


def test_enter_that_confirms_a_candidate_does_not_start(desk: Desk, page: NewTaskPage, qtbot: QtBot) -> None:
    before = len(desk.bridge.queries.tasks())
    qtbot.keyClicks(page.text, "Write")
    QApplication.sendEvent(page.text, QInputMethodEvent("ㄒㄧㄝ", []))
    qtbot.keyClick(page.text, Qt.Key.Key_Return, CTRL)
    assert page.begin.isEnabled()
    assert len(desk.bridge.queries.tasks()) == before


def test_an_example_fills_the_field(page: NewTaskPage, qtbot: QtBot) -> None:
    assert page.examples.isVisible()
    qtbot.mouseClick(page.examples.buttons[1], Qt.MouseButton.LeftButton)
    assert page.text.toPlainText() == page.examples.buttons[1].property("text_of_task")
    assert page.text.hasFocus()
    assert not page.examples.isVisible()


def test_files_say_how_they_will_be_used_and_can_be_taken_away(page: NewTaskPage, qtbot: QtBot, tmp_path: Path) -> None:
    small, large, binary = tmp_path / "small.txt", tmp_path / "large.txt", tmp_path / "picture.png"
    small.write_text("a" * 900)
    large.write_text("a" * 1_200_000)
    binary.write_bytes(b"\x89PNG\0\0")
    drop(page, small, large, binary, tmp_path)
    words = [chip.words.full_text() for chip in page.context.chips]
    assert words == ["small.txt · 900 B", "large.txt · 1.2 MB · by name only", "picture.png · 6 B · by name only"]
    assert "Larger than" in page.context.chips[1].toolTip()
    assert "Not a text" in page.context.chips[2].toolTip()
    assert "Add files, not folders" in page.context.problem.text()
    qtbot.mouseClick(page.context.chips[1].cross, Qt.MouseButton.LeftButton)
    assert page.context.paths() == [str(small), str(binary)]


def test_a_file_that_vanished_is_said_and_what_was_typed_stays(page: NewTaskPage, qtbot: QtBot, tmp_path: Path) -> None:
    gone = tmp_path / "gone.txt"
    gone.write_text("x")
    drop(page, gone)
    gone.unlink()
    qtbot.keyClicks(page.text, "Read it.")
    qtbot.mouseClick(page.begin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.error.isVisible, timeout=30_000)
    assert "gone.txt" in page.error.text()
    assert page.text.toPlainText() == "Read it."
    assert page.begin.isEnabled()


def test_a_new_project_is_made_in_a_folder_of_ones_own(
    desk: Desk, page: NewTaskPage, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "電池 project"
    folder.mkdir()
    (folder / "mine.txt").write_text("stays")
    page.project.activated.emit(page.project.count() - 1)
    dialog = page.project.findChild(NewProjectDialog)
    assert dialog is not None
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    assert "title" in dialog.error.text()
    qtbot.keyClicks(dialog.title, "Batteries")
    dialog.folder.setText(str(folder))
    with qtbot.waitSignal(dialog.project_created, timeout=30_000) as made:
        qtbot.keyClick(dialog.title, Qt.Key.Key_Return)
    assert desk.bridge.queries.project(made.args[0]).folder == str(folder)
    assert page.project.project() == made.args[0]
    assert (folder / "mine.txt").read_text() == "stays"


def test_every_control_has_a_name(page: NewTaskPage) -> None:
    nameless = []
    for widget in page.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            face = QAccessible.queryAccessibleInterface(widget)
            if face is not None and not face.text(QAccessible.Text.Name):
                nameless.append(type(widget).__name__)
    assert nameless == []


def test_r71_a_task_begins_with_its_projects_defaults(
    desk: Desk, page: NewTaskPage, qtbot: QtBot, tmp_path: Path
) -> None:
    style = tmp_path / "style.md"
    style.write_text("Use metres.")
    project = desk.call("new_project", title="With defaults")["id"]
    dialog = ProjectDefaultsDialog(desk.bridge, desk.theme, desk.bridge.queries.project(project), page)
    dialog.open()
    desk.wait(dialog.isActiveWindow)
    qtbot.keyClicks(dialog.text, "Write in plain words.")
    dialog.context.add([str(style)])
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: desk.bridge.queries.project(project).defaults.text == "Write in plain words.")
    page.start(project)
    assert page.text.toPlainText() == "Write in plain words."
    assert [chip.property("path") for chip in page.context.chips] == [str(style)]
    page.start(None)
    assert page.text.toPlainText() == ""
    assert page.context.chips == []
    page.start(project)
    qtbot.mouseClick(page.context.chips[0].cross, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(page.text, " Be brief.")
    page.start(project)  # what the person changed stays
    assert page.text.toPlainText() == "Write in plain words. Be brief."
    assert page.context.chips == []
    with qtbot.waitSignal(page.task_created, timeout=30_000) as made:
        qtbot.mouseClick(page.begin, Qt.MouseButton.LeftButton)
    assert desk.task(made.args[0]).text == "Write in plain words. Be brief."
    page.start(project)
    assert page.text.toPlainText() == "Write in plain words."
    style.unlink()
    page.start(None)
    page.start(project)
    assert "style.md" in page.context.problem.text()
