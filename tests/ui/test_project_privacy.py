"""What a project keeps of personal data is switched on its page (F28, L94)."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.ui.background import Background
from workspace_app.ui.project_page import ProjectPage
from workspace_app.ui.task_book import TaskBook


def test_f28_a_click_switches_it_on_and_another_one_off(desk: Desk, qtbot: QtBot) -> None:
    background = Background()
    book = TaskBook(desk.bridge, background, desk.bridge)
    project = desk.call("new_project", title="Letters")["id"]
    page = ProjectPage(desk.bridge, desk.theme, book)
    desk.wait(lambda: book.project(project) is not None)
    page.show_project(project)
    desk.show(page)
    assert not page.store_redacted.isChecked()
    for on in (True, False):
        qtbot.keyClick(page.store_redacted, Qt.Key.Key_Space)
        desk.wait(lambda on=on: desk.bridge.queries.project(project).store_redacted is on)
        assert page.store_redacted.isChecked() is on
    background.close()
