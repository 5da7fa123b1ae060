"""The middleware of an assistant, edited in the plan on a real engine (L62, L122)."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.planning import PLAN, Desk, engine
from workspace_app.store.database import STORE_FILE
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.middleware_chooser import MiddlewareChooser
from workspace_app.ui.middleware_list import MiddlewareList
from workspace_app.ui.middleware_row import MiddlewareRow
from workspace_app.ui.plan_editor import PlanEditor
from workspace_app.ui.schema_nested import Choices, ForTools, Part, Several
from workspace_app.ui.theme import Theme

LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key
SAID = Qt.ItemDataRole.AccessibleTextRole
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("home")
    with engine(folder):
        yield folder


@pytest.fixture
def desk(qtbot: QtBot, home: Path, theme: Theme) -> Iterator[Desk]:
    made = Desk(qtbot, home, theme)
    yield made
    made.bridge.close()


def entry(type_: str, **settings: Any) -> dict[str, Any]:
    return {"type": type_, "settings": settings, "on": True}


def open_list(desk: Desk, *listed: dict[str, Any]) -> tuple[MiddlewareList, PlanEditor, str]:
    team = {"assistants": [{"name": "writer", "middleware": list(listed)}]}
    task = desk.task_with_plan({**PLAN, "steps": [{**PLAN["steps"][0], "team": team}]})
    editor = PlanEditor(desk.bridge, desk.theme)
    editor.show_plan(task, desk.task(task).plan, True)
    desk.show(editor)
    desk.wait(lambda: editor.steps.card(0).isVisible())
    found = editor.steps.form(0).team.assistant_form(0).middleware
    desk.wait(lambda: bool(found._catalogue.middleware))
    return found, editor, task


def stored(desk: Desk, task: str) -> list[dict[str, Any]]:
    assistants = desk.task(task).plan["steps"][0]["team"]["assistants"]
    return list(assistants[0].get("middleware", []))


def types(desk: Desk, task: str) -> list[str]:
    return [one["type"] for one in stored(desk, task)]


def shown(listed: MiddlewareList) -> list[MiddlewareRow]:
    return [row for row in listed.rows if not row.isHidden()]


def test_one_is_added_from_a_list_with_help_at_its_default_place(desk: Desk, qtbot: QtBot) -> None:
    """L122: with the settings with which it is offered."""
    listed, editor, task = open_list(desk, entry("ModelFallback", models=["practice"]), entry("FileSearch"))
    qtbot.mouseClick(listed.add, LEFT)
    chooser = editor.window().findChild(MiddlewareChooser)
    assert chooser is not None
    lines = [str(chooser.list.item(row).data(SAID)) for row in range(chooser.list.count())]
    assert "Retries of the model. Asks the model again when it fails for a moment." in lines
    assert not any("Budgets" in line or "Search of files" in line for line in lines)
    chooser.list.setCurrentRow(next(row for row, line in enumerate(lines) if line.startswith("Retries of the model")))
    qtbot.keyClick(chooser.list, KEY.Key_Return)
    desk.wait(lambda: types(desk, task) == ["ModelFallback", "ModelRetry", "FileSearch"])
    assert stored(desk, task)[1]["settings"] == {"on_failure": "error"}


def test_a_second_strategy_for_the_context_takes_the_place_of_the_first(desk: Desk, qtbot: QtBot) -> None:
    """One for each assistant, chosen from a list; undo brings the first one back."""
    listed, editor, task = open_list(desk, entry("Summarization", model="practice"), entry("FileSearch"))
    qtbot.mouseClick(listed.add, LEFT)
    chooser = editor.window().findChild(MiddlewareChooser)
    assert chooser is not None
    lines = [str(chooser.list.item(row).data(SAID)) for row in range(chooser.list.count())]
    notes = [line.partition(".")[0] for line in lines if "takes the place of “Summary of the past”" in line]
    assert notes == ["Memory of the task", "Snapshot of the task", "Last messages only"]
    chooser.list.setCurrentRow(next(row for row, line in enumerate(lines) if line.startswith("Last messages only")))
    qtbot.mouseClick(chooser.add, LEFT)
    desk.wait(lambda: types(desk, task) == ["LastMessages", "FileSearch"])
    editor.window().activateWindow()  # as a window manager does when the dialog has closed
    desk.wait(shown(listed)[0].hasFocus)
    qtbot.keyClick(shown(listed)[0], KEY.Key_Z, CTRL)
    desk.wait(lambda: types(desk, task) == ["Summarization", "FileSearch"])
    assert stored(desk, task)[0]["settings"] == {"model": "practice"}


def test_l1_the_answers_that_are_kept_are_counted_and_forgotten(desk: Desk, qtbot: QtBot) -> None:
    """Of the cache of results."""
    listed, _editor, task = open_list(desk, entry("ResultCache"))
    row = shown(listed)[0]
    desk.wait(lambda: row.kept.words.text() == "No answer is kept in this project yet.")
    assert not row.kept.forget.isVisible()
    assert row.on.text() == "Answers given again"
    project = desk.task(task).project
    with closing(sqlite3.connect(desk.home / STORE_FILE, timeout=20)) as store, store:
        rows = [(project, digest, json.dumps({"text": digest})) for digest in ("a", "b")]
        store.executemany("INSERT INTO answers (project_id, digest, answer) VALUES (?, ?, ?)", rows)
    row.kept.refresh()
    desk.wait(lambda: row.kept.words.text().startswith("2 answers are kept in this project."))
    qtbot.mouseClick(row.kept.forget, LEFT)
    desk.wait(lambda: row.kept.words.text() == "No answer is kept in this project yet.")
    assert desk.call("kept_answers", project=project) == {"count": 0}


def test_it_is_moved_by_keys_and_removed_and_brought_back(desk: Desk, qtbot: QtBot) -> None:
    listed, _editor, task = open_list(
        desk, entry("ToolCallLimit", run_limit=3), entry("ModelRetry"), entry("FileSearch")
    )
    row = shown(listed)[2]
    row.setFocus()
    qtbot.keyClick(row, KEY.Key_Up, ALT)
    desk.wait(lambda: types(desk, task) == ["ToolCallLimit", "FileSearch", "ModelRetry"])
    assert shown(listed)[1].hasFocus()
    qtbot.mouseClick(shown(listed)[0].remove, LEFT)
    desk.wait(lambda: types(desk, task) == ["FileSearch", "ModelRetry"])
    qtbot.keyClick(listed.add, KEY.Key_Z, CTRL)
    desk.wait(lambda: types(desk, task) == ["ToolCallLimit", "FileSearch", "ModelRetry"])
    assert stored(desk, task)[0]["settings"] == {"run_limit": 3}
    qtbot.mouseClick(listed.sort, LEFT)
    desk.wait(lambda: types(desk, task) == ["ToolCallLimit", "ModelRetry", "FileSearch"])
    assert not listed.sort.isVisible()


def test_it_is_dragged_to_another_place(desk: Desk) -> None:
    listed, _editor, task = open_list(
        desk, entry("ToolCallLimit", run_limit=3), entry("ModelRetry"), entry("FileSearch")
    )
    desk.wait(lambda: all(row.height() >= row.handle.height() for row in shown(listed)))
    handle, last = shown(listed)[0].handle, shown(listed)[2]
    at = last.mapToGlobal(QPoint(20, last.height() - 2))
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease):
        local = QPointF(handle.mapFromGlobal(at))
        buttons = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else LEFT
        event = QMouseEvent(kind, local, QPointF(at), LEFT, buttons, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(handle, event)
    desk.wait(lambda: types(desk, task) == ["ModelRetry", "FileSearch", "ToolCallLimit"])


def test_its_settings_are_a_form_with_the_defaults_and_its_switch_is_kept(desk: Desk, qtbot: QtBot) -> None:
    listed, _editor, task = open_list(desk, entry("ModelRetry"), entry("ModelCallLimit"))
    retry, limit = shown(listed)
    qtbot.mouseClick(retry.unfold, LEFT)
    retries, failure = retry.form.field("max_retries"), retry.form.field("on_failure")
    assert isinstance(retries, QLineEdit)
    assert retries.placeholderText() == "2"
    assert isinstance(failure, QComboBox)
    assert failure.currentText() == "continue"
    qtbot.keyClicks(retries, "5")
    failure.setCurrentText("error")
    desk.wait(lambda: stored(desk, task)[0]["settings"] == {"max_retries": 5, "on_failure": "error"})
    qtbot.mouseClick(limit.unfold, LEFT)
    qtbot.keyClicks(limit.form.field("run_limit"), "12")
    desk.wait(lambda: stored(desk, task)[1]["settings"] == {"run_limit": 12})
    qtbot.keyClick(limit.on, KEY.Key_Space)
    desk.wait(lambda: stored(desk, task)[1]["on"] is False)
    qtbot.keyClick(limit.on, KEY.Key_Z, CTRL)
    desk.wait(lambda: stored(desk, task)[1]["on"] is True)


def test_which_tools_are_asked_about_and_how_is_set_without_json(desk: Desk, qtbot: QtBot) -> None:
    """L37, L39."""
    listed, _editor, task = open_list(desk, entry("HumanInTheLoop", interrupt_on={"fetch": True}))
    row = shown(listed)[0]
    qtbot.mouseClick(row.unfold, LEFT)
    tools = row.form.field("interrupt_on")
    assert isinstance(tools, ForTools)
    assert [line.name.text() for line in tools.lines] == ["fetch"]
    qtbot.mouseClick(tools.add, LEFT)
    mail = tools.lines[1]
    qtbot.keyClicks(mail.name, "send_mail")
    qtbot.mouseClick(mail.more, LEFT)
    decisions = mail.how.form.field("allowed_decisions")
    assert isinstance(decisions, Choices)
    assert [box.isChecked() for box in decisions.boxes.values()] == [True, True, True, False]
    qtbot.keyClick(decisions.boxes["edit"], KEY.Key_Space)
    how = {"allowed_decisions": ["approve", "reject"]}
    desk.wait(lambda: stored(desk, task)[0]["settings"] == {"interrupt_on": {"fetch": True, "send_mail": how}})
    qtbot.keyClick(tools.lines[0].ask, KEY.Key_Space)
    desk.wait(lambda: stored(desk, task)[0]["settings"]["interrupt_on"]["fetch"] is False)
    qtbot.mouseClick(mail.remove, LEFT)
    desk.wait(lambda: stored(desk, task)[0]["settings"] == {"interrupt_on": {"fetch": False}})
    qtbot.keyClick(row, KEY.Key_Z, CTRL)
    desk.wait(lambda: [line.name.text() for line in tools.lines] == ["fetch", "send_mail"])


def test_when_to_summarise_is_a_list_of_forms(desk: Desk, qtbot: QtBot) -> None:
    """L70-L72: each of them is enough; what one of them says is needed together."""
    listed, _editor, task = open_list(desk, entry("Summarization"))
    row = shown(listed)[0]
    qtbot.mouseClick(row.unfold, LEFT)
    sizes, keep = row.form.field("trigger"), row.form.field("keep")
    assert isinstance(sizes, Several)
    assert isinstance(keep, Part)
    usual = keep.form.field("messages")
    assert isinstance(usual, QLineEdit)
    assert usual.placeholderText() == "20"
    qtbot.mouseClick(sizes.add, LEFT)
    desk.wait(lambda: "say how many messages" in listed.problem.text())
    qtbot.keyClicks(sizes.lines[0].part.form.field("messages"), "40")
    desk.wait(lambda: stored(desk, task)[0]["settings"] == {"trigger": [{"messages": 40}]})
    qtbot.keyClicks(keep.form.field("tokens"), "900")
    desk.wait(lambda: stored(desk, task)[0]["settings"].get("keep") == {"tokens": 900})
    desk.wait(lambda: not listed.problem.isVisible())


def test_a_fallback_that_would_never_be_used_is_warned_of(desk: Desk, qtbot: QtBot) -> None:
    """L62."""
    listed, _editor, _task = open_list(desk, entry("ModelFallback", models=["practice"]), entry("ModelRetry"))
    desk.wait(lambda: "“Other models on failure” is never used" in listed.warning.text())
    assert listed.warning.isVisible()
    row = shown(listed)[1]
    row.setFocus()
    qtbot.keyClick(row, KEY.Key_Up, ALT)
    desk.wait(lambda: not listed.warning.isVisible())


def test_a_wrong_setting_is_told_in_words(desk: Desk, qtbot: QtBot) -> None:
    listed, _editor, _task = open_list(desk, entry("ModelRetry", max_retries=-4))
    desk.wait(lambda: "max_retries" in listed.problem.text())
    assert listed.problem.isVisible()
    row = shown(listed)[0]
    qtbot.mouseClick(row.unfold, LEFT)
    assert "This must be 0 or more." in [one.text() for one in row.form.findChildren(ProblemLabel) if one.isVisible()]


def test_the_picture_draws_the_hooks_in_the_order_of_the_trace(desk: Desk, qtbot: QtBot) -> None:
    """L122: what is drawn from top to bottom is the engine's own trace, wrappers enclosing what they wrap."""
    entries = [entry("ModelCallLimit", run_limit=3), *map(entry, ("ModelRetry", "ToolRetry", "HumanInTheLoop"))]
    listed, _editor, _task = open_list(desk, *entries)
    qtbot.mouseClick(listed.show_order, LEFT)
    desk.wait(lambda: bool(listed.picture.lines) and not listed.picture.visibleRegion().isEmpty())
    trace = desk.call("hook_order", listed=entries)["trace"]
    assert [line.call for line in listed.picture.lines] == trace
    assert all(
        after.top >= before.top + before.height
        for before, after in zip(listed.picture.lines, listed.picture.lines[1:], strict=False)
    )
    inner = {line.call: line.depth for line in listed.picture.lines}
    assert inner["model"] == sum(".wrap_model_call in" in call for call in set(trace))
    assert inner["tool"] == sum(".wrap_tool_call in" in call for call in set(trace))
    desk.wait(lambda: listed.picture.height() >= listed.picture.lines[-1].top)


def test_what_is_not_known_here_is_kept_unchanged(desk: Desk, qtbot: QtBot) -> None:
    strange = {"type": "Strange", "settings": {"deep": [1]}, "on": True, "colour": "blue"}
    listed, _editor, task = open_list(desk, strange, entry("FileSearch"))
    assert shown(listed)[0].help.text() == "This middleware is not known here."
    qtbot.mouseClick(shown(listed)[1].remove, LEFT)
    desk.wait(lambda: stored(desk, task) == [strange])


def test_tab_goes_through_the_list_as_one_reads_it(desk: Desk, qtbot: QtBot) -> None:
    """Also through the settings, which are made when they are asked for."""
    listed, editor, _task = open_list(desk, entry("ModelCallLimit", run_limit=3), entry("LastMessages"))
    limit, last = shown(listed)
    qtbot.mouseClick(last.unfold, LEFT)
    system = editor.steps.form(0).team.assistant_form(0).system
    system.setFocus()
    stops: list[QWidget | None] = []
    for _ in range(9):
        qtbot.keyClick(QApplication.focusWidget(), KEY.Key_Tab)
        stops.append(QApplication.focusWidget())
    count = last.form.field("messages")
    assert stops[:7] == [limit.on, limit.unfold, limit.remove, last.on, last.unfold, last.remove, count]
    assert stops[7:] == [listed.add, listed.show_order]


def test_a_step_is_made_a_dry_run(desk: Desk, qtbot: QtBot) -> None:
    """L121."""
    _list, editor, task = open_list(desk)
    qtbot.keyClick(editor.steps.form(0).dry, KEY.Key_Space)
    desk.wait(lambda: desk.task(task).plan["steps"][0].get("dry_run") is True)
