"""The planner's middleware is set on the project's page (L124), and what it adds is seen before it is sent (R27, R28)."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.ui.background import Background
from workspace_app.ui.middleware_chooser import MiddlewareChooser
from workspace_app.ui.planner_dialog import PlannerDialog
from workspace_app.ui.project_page import ProjectPage
from workspace_app.ui.task_book import TaskBook

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(desk: Desk) -> Iterator[ProjectPage]:
    background = Background()
    book = TaskBook(desk.bridge, background, desk.bridge)
    project = desk.call("new_project", title="Letters")["id"]
    made = ProjectPage(desk.bridge, desk.theme, book)
    desk.wait(lambda: book.project(project) is not None)
    made.show_project(project)
    desk.show(made, 900, 700)
    yield made
    background.close()


def opened(desk: Desk, page: ProjectPage, qtbot: QtBot) -> PlannerDialog:
    qtbot.mouseClick(page.planner, LEFT)
    desk.wait(lambda: any(found.isActiveWindow() for found in page.findChildren(PlannerDialog)))
    dialog = next(found for found in page.findChildren(PlannerDialog) if found.isActiveWindow())
    desk.wait(lambda: bool(dialog.system.folds))
    return dialog


def add(desk: Desk, dialog: PlannerDialog, qtbot: QtBot, name: str) -> None:
    """Add one by the keyboard."""
    desk.wait(lambda: bool(dialog.middleware.choices()))
    qtbot.mouseClick(dialog.middleware.add, LEFT)
    desk.wait(lambda: any(found.isVisible() for found in dialog.findChildren(MiddlewareChooser)))
    chooser = next(found for found in dialog.findChildren(MiddlewareChooser) if found.isVisible())
    names = [chooser.list.item(row).text() for row in range(chooser.list.count())]
    chooser.list.setCurrentRow(names.index(name))
    qtbot.keyClick(chooser.list, Qt.Key.Key_Return)
    dialog.activateWindow()  # as a window manager does
    desk.wait(lambda: QApplication.activeWindow() is dialog)


def test_l124_the_planner_of_a_project_is_given_middleware_and_one_sees_what_it_is_told(
    desk: Desk, page: ProjectPage, qtbot: QtBot
) -> None:
    dialog = opened(desk, page, qtbot)
    assert [fold.line.text() for fold in dialog.system.folds] == ["System prompt of planner, added by Workspace"]
    add(desk, dialog, qtbot, "To-do list")
    parts = ["System prompt of planner, added by Workspace", "System prompt of planner, added by To-do list"]
    desk.wait(lambda: [fold.line.text() for fold in dialog.system.folds] == parts)
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.wait(lambda: len(dialog.system.folds) == 1)
    assert not any(row.isVisible() for row in dialog.middleware.rows)
    add(desk, dialog, qtbot, "To-do list")
    qtbot.mouseClick(dialog.accept_button, LEFT)
    desk.wait(lambda: bool(desk.bridge.queries.project(page.project).defaults.planner))
    assert [entry["type"] for entry in desk.bridge.queries.project(page.project).defaults.planner] == ["TodoList"]
    desk.wait(lambda: page._book.project(page.project).defaults.planner != ())  # type: ignore[union-attr]
    again = opened(desk, page, qtbot)
    desk.wait(lambda: [row.on.text() for row in again.middleware.rows if row.isVisible()] == ["To-do list"])
    again.reject()
