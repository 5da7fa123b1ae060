"""The standing permissions in the settings, on a real engine."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.permissions_page import PermissionsPage
from workspace_app.ui.theme import Theme

LEFT, WAIT = Qt.MouseButton.LeftButton, 15_000


@pytest.fixture
def page(qtbot: QtBot, live_bridge: Bridge, theme: Theme) -> PermissionsPage:
    page = PermissionsPage(live_bridge, theme)
    qtbot.addWidget(page)
    page.resize(760, 400)
    page.show()
    page.reload()
    return page


def add(qtbot: QtBot, page: PermissionsPage, tool: str, pattern: str, verdict: str = "allow") -> None:
    page.verdict.setCurrentIndex(page.verdict.findData(verdict))
    qtbot.keyClicks(page.tool, tool)
    qtbot.keyClicks(page.pattern, pattern)
    qtbot.keyClick(page.pattern, Qt.Key.Key_Return)


def said(page: PermissionsPage) -> list[str]:
    return [row.words.text() for row in page.rows]


def test_one_is_added_told_in_words_taken_back_and_given_again(
    qtbot: QtBot, page: PermissionsPage, live_bridge: Bridge
) -> None:
    assert isinstance(page, QWidget)
    assert page.empty.isVisible()
    add(qtbot, page, "run_command", "git log *")
    first = "“run_command” runs without asking for git log *"
    qtbot.waitUntil(lambda: said(page) == [first], timeout=WAIT)
    add(qtbot, page, "web_fetch", "", "never")
    qtbot.waitUntil(lambda: said(page) == [first, "“web_fetch” is never allowed"], timeout=WAIT)
    with qtbot.waitSignal(page.undo_offered, timeout=WAIT) as undo:
        qtbot.mouseClick(page.rows[0].revoke, LEFT)
    qtbot.waitUntil(lambda: said(page) == ["“web_fetch” is never allowed"], timeout=WAIT)
    sentence, verb, arguments = undo.args
    assert sentence == f"Taken back: {first}."
    live_bridge.call(verb, **arguments)
    qtbot.waitUntil(lambda: first in said(page), timeout=WAIT)


def test_what_cannot_be_added_is_said_and_stays_typed(qtbot: QtBot, page: PermissionsPage) -> None:
    add(qtbot, page, "", "docs/**")
    qtbot.waitUntil(lambda: "Name the tool" in page.problem.text(), timeout=WAIT)
    assert page.pattern.text() == "docs/**"
