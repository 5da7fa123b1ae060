"""What was done can be undone, in the window over a real engine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.domain.status import ACTIVE, Status
from workspace_app.ui.main_window import MainWindow
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.prompt_editor import PromptEditor
from workspace_app.ui.task_page import TaskPage
from workspace_app.ui.toasts import Toast

PLAN: dict[str, Any] = {
    "title": "Note",
    "steps": [{"id": "s1", "title": "Write", "step_task": "Write a page.", "kind": "review", "require_inputs": "none"}],
}


@pytest.fixture
def task(desk: Desk, tmp_path: Path) -> str:
    file = tmp_path / "價格 prices.csv"
    file.write_text("paper,12\n", encoding="utf-8")
    return desk.task_with_plan(PLAN, model="practice", context=[str(file)])


@pytest.fixture
def window(desk: Desk, task: str) -> Iterator[MainWindow]:
    made = MainWindow(desk.bridge, desk.theme, Preferences(desk.home))
    desk.show(made, 1280, 800)
    desk.wait(lambda: made.book.task(task) is not None)
    made.open_task(task)
    yield made
    # A window that closes while something runs asks what to do about it.
    desk.wait(lambda: not any(known.status in ACTIVE for known in made.book.tasks()))


def undo(qtbot: QtBot, desk: Desk, window: MainWindow, words: str) -> None:
    """Press "Undo" on the notice that says `words`."""
    desk.wait(lambda: any(words in text for text in window.toasts.texts()))
    toast = next(toast for toast in window.findChildren(Toast) if words in toast.text and toast.isVisible())
    qtbot.mouseClick(toast.button, Qt.MouseButton.LeftButton)


def page_of(window: MainWindow) -> TaskPage:
    page = window.pages.page("task")
    assert isinstance(page, TaskPage)
    return page


def test_another_title(qtbot: QtBot, desk: Desk, window: MainWindow, task: str) -> None:
    before = desk.task(task).title
    title = page_of(window).header.title
    title.start()
    title.field.setText("Another title")
    qtbot.keyClick(title.field, Qt.Key.Key_Return)
    desk.wait(lambda: desk.task(task).title == "Another title")
    undo(qtbot, desk, window, "Another title")
    desk.wait(lambda: desk.task(task).title == before)
    window.commands.rename("task", task, "From the list")
    desk.wait(lambda: desk.task(task).title == "From the list")
    undo(qtbot, desk, window, "From the list")
    desk.wait(lambda: desk.task(task).title == before)


def test_a_context_file_that_was_taken_out(qtbot: QtBot, desk: Desk, window: MainWindow, task: str) -> None:
    page = page_of(window)
    page.toggle_panel()
    page.panel.tabs.setCurrentIndex(1)
    desk.wait(lambda: bool(page.panel.context.rows))
    paths = desk.bridge.queries.task_context(task)
    qtbot.mouseClick(page.panel.context.rows[0].remove, Qt.MouseButton.LeftButton)
    desk.wait(lambda: desk.bridge.queries.task_context(task) == [])
    undo(qtbot, desk, window, "價格 prices.csv")
    desk.wait(lambda: desk.bridge.queries.task_context(task) == paths)
    folder = desk.bridge.queries.project(desk.task(task).project).folder
    desk.wait((Path(folder) / paths[0]).exists)
    assert (Path(folder) / paths[0]).read_text(encoding="utf-8") == "paper,12\n"


def test_a_deleted_task(qtbot: QtBot, desk: Desk, window: MainWindow, task: str) -> None:
    window.actions_.run("task.delete")
    undo(qtbot, desk, window, "was deleted")
    desk.wait(lambda: any(known.id == task for known in desk.bridge.queries.tasks()))


def test_branch_and_run_again_are_found_by_name(qtbot: QtBot, desk: Desk, window: MainWindow, task: str) -> None:
    menu = window.commands.make_menu("task", task)
    assert {"Branch…", "Run again as a new task"} <= {action.text() for action in menu.actions()}
    menu.deleteLater()
    window.actions_.run("task.again")
    desk.wait(lambda: window.shown_task() not in ("", task))
    new = desk.task(window.shown_task())
    assert new.origin is not None
    assert new.origin.task == task
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(new.id)))
    desk.wait(lambda: (found := window.book.task(new.id)) is not None and found.status is Status.WAITING)


def test_a_step_that_was_run_is_run_again_from_the_palette(
    qtbot: QtBot, desk: Desk, window: MainWindow, task: str
) -> None:
    window.actions_.run("step.again")
    assert not window.findChildren(PromptEditor)
    desk.call("answer", question=desk.bridge.queries.open_questions(task)[0].id, action="approve")
    page = page_of(window)
    desk.wait(lambda: page.pane.step is not None and page.pane.step.n == 1 and page.pane.run is not None)
    desk.wait(lambda: any(question.step_n == 1 for question in desk.bridge.queries.open_questions(task)))
    window.actions_.run("step.compare")
    assert "only one version" in page.pane.problem.text()
    window.actions_.run("step.again")
    (editor,) = window.findChildren(PromptEditor)
    editor.reject()
    desk.wait(lambda: (found := window.book.task(task)) is not None and found.status is Status.WAITING)
