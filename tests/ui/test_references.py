"""References and presets in text fields: by key, by mouse, with an input method, and as chips (R49-R51, R90-R93)."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.domain.references import Reference
from workspace_app.ui.composer import Composer
from workspace_app.ui.fields import TextArea
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.presets_dialog import PresetsDialog

PLAN: dict[str, Any] = {
    "title": "Notes",
    "steps": [
        {"id": "s1", "title": "Hand in", "step_task": "Give the notes.", "kind": "user", "require_inputs": "none"},
        {"id": "s2", "title": "Write", "step_task": "Write a page.", "kind": "review", "require_inputs": ["s1"]},
    ],
}


@pytest.fixture
def task(desk: Desk, tmp_path: Path) -> str:
    """A task with a work, "Market note 市場", and a context file, prices.csv."""
    file = tmp_path / "prices.csv"
    file.write_text("paper,12\n", encoding="utf-8")
    made = desk.running_task(PLAN, model="practice", context=[str(file)])
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(made)))
    document = tmp_path / "Market note 市場.md"
    document.write_text("Sales rose.", encoding="utf-8")
    question = desk.bridge.queries.open_questions(made)[0]
    desk.call("answer", question=question.id, action="file", file=str(document))
    desk.wait(
        lambda: (
            bool(desk.bridge.queries.works(made, 1)) and desk.bridge.queries.works(made, 1)[0].newest.commit is not None
        )
    )
    desk.wait(lambda: any(question.step_n == 2 for question in desk.bridge.queries.open_questions(made)))
    return made


@pytest.fixture
def field(desk: Desk, task: str) -> TextArea:
    made = TextArea("Prompt", (0, 0))
    desk.show(made, 700, 480)
    made.inserting = Inserting(desk.bridge, desk.theme, made)  # type: ignore[attr-defined]
    made.inserting.set_place(None, task, {"work": "@[Market note](work:none)"})  # type: ignore[attr-defined]
    made.setFocus()
    return made


def inserting(field: TextArea) -> Inserting:
    found = field.inserting  # type: ignore[attr-defined]
    assert isinstance(found, Inserting)
    return found


def titles(field: TextArea) -> list[str]:
    popup = inserting(field).popup
    return [choice.title for choice in popup.choices()] if popup else []


def token_of(desk: Desk, task: str) -> str:
    (work,) = desk.bridge.queries.works(task, 1)
    return Reference(work.title, "work", work.id).token


def test_at_and_a_part_of_a_name_insert_a_chip(qtbot: QtBot, desk: Desk, task: str, field: TextArea) -> None:
    qtbot.keyClicks(field, "Use @mark")
    desk.wait(lambda: titles(field)[:1] == ["Market note 市場"])
    popup = inserting(field).popup
    assert popup is not None
    assert "step 1" in popup.choices()[0].detail
    assert "version 1" in popup.choices()[0].detail
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.toPlainText() == f"Use {token_of(desk, task)} "
    assert [chip.reference.title for chip in field.chips()] == ["Market note 市場"]
    assert inserting(field).popup is None
    desk.wait(lambda: field.state_of(token_of(desk, task)).state == "included")


def test_arrows_and_tab_choose_another_entry(qtbot: QtBot, desk: Desk, field: TextArea) -> None:
    qtbot.keyClicks(field, "@")
    desk.wait(lambda: len(titles(field)) > 2)
    second = titles(field)[1]
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert [chip.reference.title for chip in field.chips()] == [second]
    assert field.hasFocus()


def test_enter_waits_for_the_list_of_a_fast_typist(qtbot: QtBot, desk: Desk, field: TextArea) -> None:
    qtbot.keyClicks(field, "@prices")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.wait(lambda: bool(field.chips()))
    assert "\n" not in field.toPlainText()


def test_enter_is_enter_where_nothing_fits(qtbot: QtBot, desk: Desk, field: TextArea) -> None:
    qtbot.keyClicks(field, "@nobodyknows")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.wait(lambda: field.toPlainText() == "@nobodyknows\n")
    assert inserting(field).popup is None


def test_escape_leaves_a_plain_at_sign(qtbot: QtBot, desk: Desk, field: TextArea) -> None:
    qtbot.keyClicks(field, "at @")
    desk.wait(lambda: bool(titles(field)))
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    qtbot.keyClicks(field, "home")
    assert field.toPlainText() == "at @home"
    assert inserting(field).popup is None


@pytest.mark.parametrize("text", ["me@example.org", "# A heading", "## Two", "C# is", "a @ b", "#include <x>"])
def test_what_only_looks_like_it_is_not_trapped(qtbot: QtBot, desk: Desk, field: TextArea, text: str) -> None:
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.wait(lambda: field.toPlainText() == f"{text}\n")
    assert inserting(field).popup is None


def test_an_input_method_filters_with_what_it_commits(qtbot: QtBot, desk: Desk, field: TextArea) -> None:
    def compose(preedit: str, commit: str = "") -> None:
        event = QInputMethodEvent(preedit, [])
        event.setCommitString(commit)
        QApplication.sendEvent(field, event)

    compose("", "請看@")
    desk.wait(lambda: len(titles(field)) > 1)
    compose("shi chang")
    assert not field.chips()
    compose("", "市場")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.wait(lambda: [chip.reference.title for chip in field.chips()] == ["Market note 市場"])
    assert field.toPlainText().startswith("請看@[")


def test_a_chip_is_one_thing_for_the_cursor_undo_and_the_clipboard(
    qtbot: QtBot, desk: Desk, task: str, field: TextArea
) -> None:
    text = f"😀 see {token_of(desk, task)} and more"
    data = QMimeData()
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)
    qtbot.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(field.chips()) == 1
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(field, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == text
    field.set_offset(text.index(" and"))
    assert field.offset() == text.index(" and")
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert field.toPlainText() == "😀 see  and more"
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.toPlainText() == text
    qtbot.keyClicks(field, "!")
    assert field.toPlainText().count("!") == 1


def test_a_broken_reference_is_red_and_says_why(desk: Desk, field: TextArea) -> None:
    token = "@[Gone](work:01NOTHING)"
    field.setPlainText(f"Use {token}")
    desk.wait(lambda: field.state_of(token).state == "broken")
    assert "Gone" in field.state_of(token).words


def test_the_menu_of_a_chip_fixes_its_version_and_how_it_is_included(desk: Desk, task: str, field: TextArea) -> None:
    field.setPlainText(token_of(desk, task))
    menu = inserting(field).menu.make_menu(field.chips()[0])
    actions = {
        action.text(): action
        for action in (*menu.actions(), *(a for sub in menu.actions() if sub.menu() for a in sub.menu().actions()))
    }  # type: ignore[union-attr]
    actions["Version 1"].trigger()
    assert field.chips()[0].reference.target.endswith("@1")
    menu.deleteLater()
    menu = inserting(field).menu.make_menu(field.chips()[0])
    next(action for action in menu.actions() if action.text() == "Only say where it is").trigger()
    token = field.chips()[0].reference.token
    assert token.endswith("@1|path)")
    desk.wait(lambda: field.state_of(token).state == "named")
    menu.deleteLater()


def test_a_preset_is_inserted_with_what_is_known(qtbot: QtBot, desk: Desk, field: TextArea) -> None:
    qtbot.keyClicks(field, "#short")
    desk.wait(lambda: titles(field) == ["Shorter"])
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.toPlainText().startswith("Shorten the document")
    assert "{work}" not in field.toPlainText()
    assert len(field.chips()) == 1


def test_all_of_it_by_mouse(qtbot: QtBot, desk: Desk, task: str) -> None:
    composer = Composer(desk.bridge, desk.theme)
    desk.show(composer, 700, 480)
    question = desk.bridge.queries.open_questions(task)[0]
    composer.show_conversation(task, question.conversation, question, False)
    qtbot.mouseClick(composer.insert_buttons.reference, Qt.MouseButton.LeftButton)
    desk.wait(lambda: composer.inserting.popup is not None and len(composer.inserting.popup.choices()) > 1)
    popup = composer.inserting.popup
    assert popup is not None
    row = popup.list.visualRect(popup.list.model().index(1, 0))
    name = popup.choices()[1].title
    qtbot.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert [chip.reference.title for chip in composer.field.chips()] == [name]
    assert composer.send_button.isEnabled()


def test_a_button_whose_list_is_left_leaves_nothing(qtbot: QtBot, desk: Desk, field: TextArea) -> None:
    inserting(field).insert_reference()
    desk.wait(lambda: bool(titles(field)))
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.toPlainText() == ""


def test_presets_are_added_changed_and_deleted(qtbot: QtBot, desk: Desk, field: TextArea) -> None:
    dialog = PresetsDialog(desk.bridge, desk.theme, None, field)
    dialog.open()
    desk.wait(lambda: dialog.list.count() > 0)
    qtbot.mouseClick(dialog.new, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(dialog.name, "Formal")
    qtbot.keyClicks(dialog.text, "Write it formally.")
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.wait(lambda: "saved" in dialog.told.text())
    assert any(preset["name"] == "Formal" for preset in desk.call("presets"))
    desk.wait(lambda: dialog.list.currentItem() is not None and dialog.list.currentItem().text() == "Formal")
    qtbot.mouseClick(dialog.delete, Qt.MouseButton.LeftButton)
    desk.wait(lambda: "deleted" in dialog.told.text())
    assert not any(preset["name"] == "Formal" for preset in desk.call("presets"))
    dialog.close()


def test_a_long_text_with_chips_keeps_its_cursor_when_it_is_shown_again(desk: Desk, task: str, field: TextArea) -> None:
    text = f"one {token_of(desk, task)} two"
    field.setPlainText(text)
    field.moveCursor(QTextCursor.MoveOperation.End)
    field.set_text(text + " three")
    assert field.offset() == len(text)
    assert field.toPlainText() == text + " three"
