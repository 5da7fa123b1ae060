"""The form of a step's result in the plan editor, and a result that has one in the works (L36)."""

import json
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.ui.json_tree import MOST
from workspace_app.ui.plan_editor import PlanEditor
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_text import WorkText

LEFT = Qt.MouseButton.LeftButton
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
VALUE: dict[str, Any] = {"city": "Aurora", "days": [{"sun": True, "rain": None}], "degrees": 21.5}


def test_l36_a_step_is_given_a_form_of_its_result(desk: Desk, qtbot: QtBot) -> None:
    task = desk.task_with_plan()
    editor = PlanEditor(desk.bridge, desk.theme)
    editor.show_plan(task, desk.task(task).plan, True)
    desk.show(editor)
    desk.wait(lambda: editor.steps.card(0).isVisible())
    qtbot.mouseClick(editor.steps.card(1), LEFT, pos=QPoint(120, 20))
    field = editor.steps.form(1).result_form
    assert not field.source.isVisible()
    qtbot.mouseClick(field.line, LEFT)
    assert field.source.isVisible()
    field.source.setFocus()
    qtbot.keyClicks(field.source, '{"type": "obj')
    assert field._box.problem.isVisible()
    assert editor.model.plan.steps[1].output_schema is None
    field.source.selectAll()
    qtbot.keyClicks(field.source, json.dumps(SCHEMA))
    assert not field._box.problem.isVisible()
    desk.wait(lambda: desk.task(task).plan["steps"][1].get("output_schema") == SCHEMA)
    assert field.source.toPlainText() == json.dumps(SCHEMA)
    field.source.selectAll()
    qtbot.keyClick(field.source, Qt.Key.Key_Delete)
    desk.wait(lambda: "output_schema" not in desk.task(task).plan["steps"][1])


def shown(item: QTreeWidgetItem) -> Any:
    inside = [shown(item.child(place)) for place in range(item.childCount())]
    return (item.text(0), inside or item.text(1))


def read(text: str) -> dict[str, Any]:
    return {"text": text, "size": len(text), "path": "/x/weather.json", "truncated": False}


def test_l36_a_result_is_read_as_a_tree_and_its_source_is_a_click_away(desk: Desk, qtbot: QtBot) -> None:
    text = WorkText(desk.bridge, desk.theme)
    desk.show(text, 480, 600)
    preview = text.preview
    preview.show_work(read(json.dumps(VALUE)), "weather.json")
    text._show_modes()
    tree = preview.tree
    assert tree.isVisible()
    assert [shown(tree.topLevelItem(place)) for place in range(tree.topLevelItemCount())] == [
        ("city", "Aurora"),
        ("days", [("1", [("sun", "yes"), ("rain", "(nothing)")])]),
        ("degrees", "21.5"),
    ]
    qtbot.mouseClick(text.bar.source, LEFT)
    assert preview.plain.isVisible()
    assert json.loads(preview.plain.toPlainText()) == VALUE
    qtbot.mouseClick(text.bar.formatted, LEFT)
    assert tree.isVisible()


def test_l36_what_is_no_tree_is_shown_as_it_is_written(desk: Desk, qtbot: QtBot, theme: Theme) -> None:
    text = WorkText(desk.bridge, theme)
    desk.show(text, 480, 600)
    for written in ('{"broken": ', '"a word"', json.dumps(list(range(MOST + 1)))):
        text.preview.show_work(read(written), "weather.json")
        assert text.preview.plain.isVisible()
        assert not text.preview.can_format()
