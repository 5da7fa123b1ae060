"""The plan editor as a person uses it, on a real engine (R19)."""

import copy
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QInputMethodEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.planning import PLAN, Desk
from workspace_app.ui.inputs_field import InputsField
from workspace_app.ui.plan_editor import PlanEditor
from workspace_app.ui.step_list import StepList

KEY = Qt.Key
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def open_plan(desk: Desk, plan: dict[str, Any] = PLAN, editable: bool = True) -> tuple[PlanEditor, str]:
    task = desk.task_with_plan(plan)
    editor = PlanEditor(desk.bridge, desk.theme)
    editor.show_plan(task, desk.task(task).plan, editable)
    desk.show(editor)
    desk.wait(lambda: editor.steps.card(0).isVisible())
    return editor, task


def titles(editor: PlanEditor) -> list[str]:
    return [editor.steps.card(place).title.full_text() for place in range(len(editor.model.plan.steps))]


def drag(steps: StepList, place: int, to: int) -> None:
    """Drag a card by its handle below (or above) another card."""
    handle = steps.card(place).handle
    start = QPointF(handle.rect().center())
    target = steps.card(to).geometry()
    end = steps.widget().mapToGlobal(QPoint(target.center().x(), target.bottom() if to > place else target.top()))
    for kind, at in (
        (QEvent.Type.MouseButtonPress, handle.mapToGlobal(start.toPoint())),
        (QEvent.Type.MouseMove, end),
        (QEvent.Type.MouseButtonRelease, end),
    ):
        buttons = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else Qt.MouseButton.LeftButton
        local = QPointF(handle.mapFromGlobal(at))
        event = QMouseEvent(
            kind, local, QPointF(at), Qt.MouseButton.LeftButton, buttons, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(handle, event)


def test_typing_is_kept_as_a_draft_and_undone_by_the_keyboard(desk: Desk, qtbot: QtBot) -> None:
    editor, task = open_plan(desk)
    qtbot.mouseClick(editor.steps.card(1), Qt.MouseButton.LeftButton, pos=QPoint(120, 20))
    form = editor.steps.form(1)
    form.task.setFocus()
    qtbot.keyClick(form.task, KEY.Key_End, CTRL)
    qtbot.keyClicks(form.task, " Sort it.")
    desk.wait(lambda: desk.task(task).plan["steps"][1]["step_task"] == "Make a table. Sort it.")
    assert desk.task(task).plan["mood"] == "kept"
    assert desk.task(task).plan["steps"][0]["color"] == "blue"
    for _ in range(3):
        qtbot.keyClick(form.task, KEY.Key_Z, CTRL)
    assert form.task.toPlainText() == "Make a table."
    qtbot.keyClick(form.task, KEY.Key_Z, CTRL | SHIFT)
    assert form.task.toPlainText().startswith("Make a table. ")


def test_steps_are_added_duplicated_moved_and_deleted_by_keys(desk: Desk, qtbot: QtBot) -> None:
    editor, _ = open_plan(desk)
    editor.steps.go_to(0)
    qtbot.keyClick(editor.steps.card(0), KEY.Key_Down, ALT)
    assert titles(editor) == ["Table", "Collect", "Note"]
    assert editor.steps.card(1).hasFocus()
    qtbot.keyClick(editor.steps.card(1), KEY.Key_Up, ALT)
    qtbot.keyClick(editor.steps.card(0), KEY.Key_D, CTRL)
    assert titles(editor) == ["Collect", "Collect (copy)", "Table", "Note"]
    qtbot.keyClick(editor.steps.card(1), KEY.Key_Delete)
    qtbot.keyClick(editor.steps.card(1), KEY.Key_Down)
    assert editor.steps.card(2).hasFocus()
    assert titles(editor) == ["Collect", "Table", "Note"]
    qtbot.mouseClick(editor.steps._lines[1], Qt.MouseButton.LeftButton)
    assert titles(editor) == ["Collect", "New step", "Table", "Note"]
    qtbot.keyClicks(editor.steps.form(1).task, "Check it")
    assert titles(editor)[1] == "Check it"
    for _ in range(10):
        qtbot.keyClick(editor.steps.form(1).task, KEY.Key_Z, CTRL)
    assert titles(editor) == ["Collect", "Table", "Note"]


def test_a_card_is_dragged_to_another_place_and_inputs_follow(desk: Desk) -> None:
    editor, _ = open_plan(desk)
    drag(editor.steps, 2, 0)
    assert titles(editor) == ["Note", "Collect", "Table"]
    assert "takes the works of step" in editor.footer.reason.text()
    assert not editor.footer.approve.isEnabled()
    drag(editor.steps, 0, 2)
    assert titles(editor) == ["Collect", "Table", "Note"]
    assert editor.footer.approve.isEnabled()


def test_a_step_is_split_where_the_cursor_is(desk: Desk, qtbot: QtBot) -> None:
    editor, _ = open_plan(desk)
    form = editor.steps.form(0)
    form.task.setFocus()
    qtbot.keyClick(form.task, KEY.Key_Home, CTRL)
    assert not form.split.isEnabled()
    for _ in range(len("Collect the figures.")):
        qtbot.keyClick(form.task, KEY.Key_Right)
    qtbot.mouseClick(form.split, Qt.MouseButton.LeftButton)
    assert [step.step_task for step in editor.model.plan.steps[:2]] == ["Collect the figures.", "Keep every page."]
    assert titles(editor)[2:] == ["Table", "Note"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"id": "s1", "require_inputs": []}, "same id"),
        ({"require_inputs": ["s3"]}, "which comes later"),
        ({"step_task": "  "}, "empty task"),
    ],
)
def test_a_wrong_plan_cannot_be_approved_and_says_why(
    desk: Desk, qtbot: QtBot, wrong: dict[str, Any], words: str
) -> None:
    plan = copy.deepcopy(PLAN)
    plan["steps"][1] |= wrong
    plan["steps"][2]["require_inputs"] = ["s1"]
    editor, task = open_plan(desk, plan)
    assert not editor.footer.approve.isEnabled()
    assert words in editor.footer.reason.text()
    qtbot.mouseClick(editor.footer.go, Qt.MouseButton.LeftButton)
    assert editor.steps.card(1).is_open
    form = editor.steps.form(1)
    shown = (form._id_box.problem, form.inputs.problem, form._task_box.problem)
    assert words in " ".join(problem.text() for problem in shown if problem.isVisible())
    assert not editor.steps.card(0).wrong.isVisible()
    qtbot.keyClick(editor, KEY.Key_Return, CTRL)
    if "id" in wrong:
        qtbot.mouseClick(form.own_id, Qt.MouseButton.LeftButton)
    elif "step_task" in wrong:
        qtbot.keyClicks(form.task, "Make it")
    else:
        choose_inputs(qtbot, form.inputs, 0)
    assert desk.task(task).approved is False
    qtbot.keyClick(form.task, KEY.Key_Return, CTRL)
    desk.wait(lambda: desk.task(task).approved)


def test_ctrl_enter_approves_the_plan_as_it_was_edited(desk: Desk, qtbot: QtBot) -> None:
    editor, task = open_plan(desk)
    editor.steps.go_to(2)
    qtbot.keyClick(editor.steps.card(2), KEY.Key_Delete)
    with qtbot.waitSignal(editor.approved, timeout=30_000) as sent:
        qtbot.keyClick(editor.steps.card(1), KEY.Key_Return, CTRL)
    assert [step["title"] for step in sent.args[0]["steps"]] == ["Collect", "Table"]
    stored = desk.task(task)
    assert stored.approved
    assert stored.steps == 2
    assert stored.plan["mood"] == "kept"
    assert not editor.footer.isVisible()
    assert not editor.steps.card(0).menu.isVisible()


def test_changes_are_asked_of_the_planner(desk: Desk, qtbot: QtBot) -> None:
    editor, task = open_plan(desk)
    qtbot.keyClick(editor, KEY.Key_Backspace, CTRL | SHIFT)
    assert editor.footer.text.hasFocus()
    assert not editor.footer.send.isEnabled()
    qtbot.keyClicks(editor.footer.text, "Add a step that checks the table")
    compose(editor.footer.text, "ㄅ")
    qtbot.keyClick(editor.footer.text, KEY.Key_Return, CTRL)
    compose(editor.footer.text, "")
    assert editor.footer.text.isVisible()
    with qtbot.waitSignal(editor.changes_requested, timeout=30_000):
        qtbot.keyClick(editor.footer.text, KEY.Key_Return, CTRL)
    assert not editor.footer.text.isVisible()
    assert not editor.footer.approve.isEnabled()
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    desk.wait(editor.footer.approve.isEnabled)


def compose(widget: QWidget, preedit: str) -> None:
    QApplication.sendEvent(widget, QInputMethodEvent(preedit, []))


def test_a_new_draft_never_overwrites_the_persons_edits(desk: Desk, qtbot: QtBot) -> None:
    editor, task = open_plan(desk)
    draft = copy.deepcopy(PLAN) | {"title": "The planner's second"}
    editor.show_plan(task, draft, True)
    assert editor.title.text() == "The planner's second"
    assert not editor.bar.isVisible()

    editor.title.selectAll()
    qtbot.keyClicks(editor.title, "Mine")
    third = copy.deepcopy(PLAN) | {"title": "The planner's third"}
    editor.show_plan(task, third, True)
    assert editor.title.text() == "Mine"
    assert editor.bar.isVisible()
    qtbot.mouseClick(editor.bar.show_changes, Qt.MouseButton.LeftButton)
    dialog = editor.findChild(QWidget, "", Qt.FindChildOption.FindDirectChildrenOnly)
    dialogs = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible() and hasattr(widget, "view")]
    assert dialog is not None
    assert "The planner's third" in dialogs[0].view.toPlainText()
    assert "Mine" in dialogs[0].view.toPlainText()
    dialogs[0].close()
    qtbot.mouseClick(editor.bar.keep, Qt.MouseButton.LeftButton)
    assert editor.title.text() == "Mine"
    editor.show_plan(task, third, True)
    assert not editor.bar.isVisible()

    editor.show_plan(task, copy.deepcopy(PLAN) | {"title": "Fourth"}, True)
    qtbot.mouseClick(editor.bar.take, Qt.MouseButton.LeftButton)
    assert editor.title.text() == "Fourth"
    qtbot.mouseClick(editor.undo, Qt.MouseButton.LeftButton)
    assert editor.title.text() == "Mine"


def test_ones_own_draft_coming_back_is_no_new_draft(desk: Desk, qtbot: QtBot) -> None:
    editor, task = open_plan(desk)
    editor.title.selectAll()
    qtbot.keyClicks(editor.title, "Mine")
    desk.wait(lambda: desk.task(task).plan["title"] == "Mine")
    qtbot.keyClicks(editor.title, " too")
    editor.show_plan(task, desk.task(task).plan, True)
    assert editor.title.text() == "Mine too"
    assert not editor.bar.isVisible()

    again = PlanEditor(desk.bridge, desk.theme)
    desk.wait(lambda: desk.task(task).plan["title"] == "Mine too")
    again.show_plan(task, desk.task(task).plan, True)
    desk.show(again)
    assert again.model.edited
    again.show_plan(task, copy.deepcopy(PLAN) | {"title": "The planner's next"}, True)
    assert again.title.text() == "Mine too"
    assert again.bar.isVisible()


def test_the_team_is_edited(desk: Desk, qtbot: QtBot) -> None:
    editor, _ = open_plan(desk)
    form = editor.steps.form(1)
    assert form.team.isVisible()
    qtbot.mouseClick(form.team.add, Qt.MouseButton.LeftButton)
    second = form.team.assistant_form(1)
    second.name.selectAll()
    qtbot.keyClicks(second.name, "critic")
    qtbot.keyClicks(second.system, "Doubt it.")
    desk.wait(lambda: bool(second.tools_menu().actions()[0].isCheckable()))
    menu = second.tools_menu()
    menu.triggered.connect(second._toggle_tool)
    next(action for action in menu.actions() if action.text() == "read_file").trigger()
    form.team.chat.setCurrentIndex(1)
    form.team.chat.activated.emit(1)
    team = editor.model.plan.steps[1].team
    assert team is not None
    assert (team.chat, team.person) == ("selector", True)
    assert [(one.name, one.system, one.tools) for one in team.assistants] == [
        ("assistant", "", ()),
        ("critic", "Doubt it.", ("read_file",)),
    ]
    second.name.selectAll()
    qtbot.keyClicks(second.name, "user")
    assert "kept for the person" in second._name_box.problem.text()
    qtbot.mouseClick(second.remove, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(kind_button(form.kind, "agent"), Qt.MouseButton.LeftButton)
    assert editor.model.plan.steps[1].kind == "agent"
    assert editor.footer.reason.text() == "" or "selector" in editor.footer.reason.text()


def kind_button(field: QWidget, kind: str) -> QPushButton:
    return next(button for button in field.findChildren(QPushButton) if button.property("step_kind") == kind)


def test_a_function_step_gets_its_arguments_from_a_form(desk: Desk, qtbot: QtBot) -> None:
    editor, _ = open_plan(desk)
    form = editor.steps.form(0)
    qtbot.mouseClick(kind_button(form.kind, "function"), Qt.MouseButton.LeftButton)
    assert not form.team.isVisible()
    assert not editor.footer.approve.isEnabled()
    desk.wait(lambda: form.function.name.findData("web_fetch") > 0)
    form.function.name.setCurrentIndex(form.function.name.findData("web_fetch"))
    form.function.name.activated.emit(form.function.name.currentIndex())
    assert "url" in editor.footer.reason.text()
    qtbot.keyClicks(form.function.arguments.field("url"), "http://127.0.0.1/page")
    call = editor.model.plan.steps[0].function
    assert call is not None
    assert (call.name, dict(call.arguments)) == ("web_fetch", {"url": "http://127.0.0.1/page"})
    assert editor.footer.approve.isEnabled()


def choose_inputs(qtbot: QtBot, inputs: InputsField, mode: int) -> None:
    """Click one of the three choices, once it has its place in the form."""
    choice, at = inputs._group.button(mode), QPoint(8, 8)
    qtbot.waitUntil(lambda: choice.hitButton(at))
    qtbot.mouseClick(choice, Qt.MouseButton.LeftButton, pos=at)


def test_inputs_are_chosen_among_earlier_steps(desk: Desk, qtbot: QtBot) -> None:
    editor, _ = open_plan(desk)
    inputs = editor.steps.form(2).inputs
    assert [action.text() for action in inputs.add_menu().actions() if action.data() in ("s1", "s2", "s3")] == []
    choose_inputs(qtbot, inputs, 1)
    assert editor.model.plan.steps[2].require_inputs is None
    choose_inputs(qtbot, inputs, 2)
    assert editor.model.plan.steps[2].require_inputs == ("s2",)
    menu = inputs.add_menu()
    menu.triggered.connect(inputs._add)
    next(action for action in menu.actions() if action.data() == "s1").trigger()
    assert editor.model.plan.steps[2].require_inputs == ("s2", "s1")
    choose_inputs(qtbot, inputs, 0)
    assert editor.model.plan.steps[2].require_inputs == ()


def test_an_approved_plan_can_only_be_read(desk: Desk, qtbot: QtBot) -> None:
    editor, _ = open_plan(desk, editable=False)
    assert not editor.footer.isVisible()
    form = editor.steps.form(0)
    qtbot.keyClicks(form.task, "x")
    editor.steps.go_to(0)
    qtbot.keyClick(editor.steps.card(0), KEY.Key_Delete)
    qtbot.keyClick(editor.steps.card(0), KEY.Key_D, CTRL)
    assert titles(editor) == ["Collect", "Table", "Note"]
    assert not editor.model.edited


def test_every_control_has_a_name(desk: Desk) -> None:
    editor, _ = open_plan(desk)
    editor.steps.form(1)
    editor.footer.ask()
    nameless = []
    for widget in editor.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            face = QAccessible.queryAccessibleInterface(widget)
            if face is not None and not face.text(QAccessible.Text.Name):
                nameless.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    assert nameless == []
