"""Tool servers in the settings, on a real engine."""

import json
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.mcp_form import McpForm, server_of
from workspace_app.ui.mcp_page import McpPage
from workspace_app.ui.mcp_tools_dialog import McpToolsDialog
from workspace_app.ui.plain_text import PlainText
from workspace_app.ui.theme import Theme

LEFT, WAIT = Qt.MouseButton.LeftButton, 60_000
SERVER = '''
from mcp.server.fastmcp import FastMCP
server = FastMCP("echo")

@server.tool()
def shout(text: str) -> str:
    """Says it in capitals."""
    return text.upper()

@server.tool(description="Words without end. " * 2000)
def talk() -> str:
    return ""

server.run()
'''


@pytest.fixture
def page(qtbot: QtBot, live_bridge: Bridge, theme: Theme) -> McpPage:
    page = McpPage(live_bridge, theme)
    qtbot.addWidget(page)
    page.resize(760, 500)
    page.show()
    page.reload()
    return page


def open_form(qtbot: QtBot, page: McpPage) -> McpForm:
    qtbot.mouseClick(page.add, LEFT)
    form = page.window().findChild(McpForm)
    assert form is not None
    return form


def test_a_server_is_added_by_json_its_tool_is_tried_and_it_is_removed_and_brought_back(
    qtbot: QtBot, page: McpPage, live_bridge: Bridge, tmp_path: Path
) -> None:
    script = tmp_path / "echo.py"
    script.write_text(SERVER)
    form = open_form(qtbot, page)
    form.source.setPlainText(json.dumps({"mcpServers": {"echo": {"command": sys.executable, "args": [str(script)]}}}))
    qtbot.mouseClick(form.add, LEFT)
    qtbot.waitUntil(lambda: [card.name for card in page.cards] == ["echo"], timeout=WAIT)
    shown = page.cards[0].findChild(PlainText)
    assert shown is not None
    assert shown.toPlainText() == f"{sys.executable} {script}"
    qtbot.mouseClick(page.cards[0].tools, LEFT)
    dialog = page.window().findChild(McpToolsDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.run.isEnabled(), timeout=WAIT)
    assert dialog.about.text() == "Says it in capitals."
    qtbot.keyClicks(dialog.arguments.form.field("text"), "quietly")
    qtbot.mouseClick(dialog.run, LEFT)
    qtbot.waitUntil(lambda: dialog.gave.toPlainText() == "QUIETLY", timeout=WAIT)
    height = dialog.height()
    dialog.list.setCurrentRow(1)
    assert "more characters" in dialog.about.text()
    qtbot.waitUntil(lambda: dialog.about.height() > 1000, timeout=WAIT)
    assert (dialog.height(), dialog.gave.height() > 60) == (height, True)
    dialog.close()
    page.reload()
    qtbot.waitUntil(lambda: page.cards[0].health.text() == "running", timeout=WAIT)
    qtbot.mouseClick(page.cards[0].switch, LEFT)
    qtbot.waitUntil(lambda: page.cards[0].health.text() == "switched off", timeout=WAIT)
    with qtbot.waitSignal(page.undo_offered, timeout=WAIT) as offered:
        qtbot.mouseClick(page.cards[0].remove, LEFT)
    qtbot.waitUntil(lambda: page.cards == [] and page.empty.isVisible(), timeout=WAIT)
    sentence, verb, arguments = offered.args
    assert sentence == "Removed: echo."
    live_bridge.call(verb, done=lambda _: None, **arguments)
    qtbot.waitUntil(lambda: [card.health.text() for card in page.cards] == ["switched off"], timeout=WAIT)


def test_the_fields_write_the_json_and_what_is_wrong_is_said(qtbot: QtBot, page: McpPage) -> None:
    form = open_form(qtbot, page)
    qtbot.keyClicks(form.source, "{")
    qtbot.mouseClick(form.add, LEFT)
    assert "This is not JSON yet" in form.problem.text()
    qtbot.keyClicks(form.name, "docs")
    qtbot.keyClicks(form.what, "npx -y 'my server' .")
    assert json.loads(form.source.toPlainText()) == {
        "mcpServers": {"docs": {"command": "npx", "args": ["-y", "my server", "."]}}
    }
    form.source.setPlainText("{}")
    qtbot.mouseClick(form.add, LEFT)
    qtbot.waitUntil(lambda: bool(form.problem.text()) and form.add.isEnabled(), timeout=WAIT)
    assert form.isVisible()
    form.reject()


def test_why_a_server_does_not_start_is_said(qtbot: QtBot, page: McpPage) -> None:
    form = open_form(qtbot, page)
    qtbot.keyClicks(form.name, "broken")
    qtbot.keyClicks(form.what, "no-such-program-here --now")
    qtbot.mouseClick(form.add, LEFT)
    qtbot.waitUntil(lambda: bool(page.cards), timeout=WAIT)
    qtbot.mouseClick(page.cards[0].tools, LEFT)
    dialog = page.window().findChild(McpToolsDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: "no-such-program-here" in dialog.problem.text(), timeout=WAIT)
    assert not dialog.run.isEnabled()
    dialog.close()
    words = " ".join(one.text() for one in page.cards[0].findChildren(QLabel))
    assert "broken" in words


def test_an_address_is_a_server_too() -> None:
    assert server_of("https://example.org/mcp") == {"url": "https://example.org/mcp"}
