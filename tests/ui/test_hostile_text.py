"""Nothing that a model or a web page wrote loads anything, opens a link, or hides where it leads."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer, QUrl
from PySide6.QtGui import QHelpEvent, QImage, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QTextBrowser, QToolTip
from pytestqt.qtbot import QtBot

from tests.ui.talk import Talk
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.conversation_view import ConversationView
from workspace_app.ui.json_tree import JsonTree
from workspace_app.ui.markdown import MarkdownView
from workspace_app.ui.small_widgets import ElidedLabel
from workspace_app.ui.theme import Theme
from workspace_app.ui.todo_panel import TodoPanel


class Counter(BaseHTTPRequestHandler):
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def web() -> Iterator[tuple[str, list[str]]]:
    """An address, and the paths that are asked for there."""
    Counter.asked = []
    server = HTTPServer(("127.0.0.1", 0), Counter)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", Counter.asked
    server.shutdown()
    server.server_close()
    thread.join()


HOSTILE = """\
![pixel]({0}/a.png) ![ref][r] <img src="{0}/b.png"> <iframe src="{0}/c"></iframe>
[r]: {0}/d.png

<style>@import url({0}/e.css); body {{ background: url({0}/f.png) }}</style>
<link rel="stylesheet" href="{0}/g.css"> <script src="{0}/h.js"></script>

| a | b |
|---|---|
| ![cell]({0}/i.png) | [link]({0}/j) |

> ![quoted](<{0}/k.png>) <object data="{0}/l"></object>
"""


@pytest.mark.parametrize("source", ["writer", "user", "task"])
def test_hostile_markdown_in_a_conversation_reaches_nothing(
    talk: Talk, view: ConversationView, web: tuple[str, list[str]], source: str
) -> None:
    address, asked = web
    talk.say(HOSTILE.format(address), source=source)
    talk.say(HOSTILE.format(address), kind="thought")
    talk.say(HOSTILE.format(address), kind="error", source="workspace")
    view.show_conversation(talk.queries.conversation(talk.first))
    assert not view.grab().isNull()
    QApplication.processEvents()
    assert asked == []
    assert all(
        not browser.openExternalLinks() and not browser.openLinks() for browser in view.findChildren(QTextBrowser)
    )
    assert all(
        label.textFormat() == Qt.TextFormat.PlainText and not label.openExternalLinks()
        for label in view.findChildren(QLabel)
        if "127.0.0.1" in label.text()
    )


def test_a_link_shows_the_host_as_it_is_sent(qtbot: QtBot, theme: Theme) -> None:
    """A Cyrillic letter does not pass for a Latin one."""
    view = MarkdownView(theme)
    qtbot.addWidget(view)
    said: list[str] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        said.append(box.informativeText())
        box.reject()

    QTimer.singleShot(0, look)
    with qtbot.assertNotEmitted(view.link_activated):
        view.anchorClicked.emit(QUrl("https://ex\u0430mple.org/a\u202eb"))
    assert said == ["https://xn--exmple-4nf.org/a%E2%80%AEb"]


def test_the_to_do_list_of_an_assistant_is_seen_live(
    qtbot: QtBot, talk: Talk, talk_bridge: Bridge, theme: Theme
) -> None:
    """L88."""
    panel = TodoPanel(talk_bridge, theme)
    qtbot.addWidget(panel)
    panel.show_run(talk.queries.conversation(talk.first))
    assert panel.isHidden()
    todos = [{"content": "Read", "status": "completed"}, {"content": "Write <b>it</b>", "status": "in_progress"}]
    event = talk.say("", kind="tool_result", data={"state": {"TodoList": {"todos": todos}}, "to": "writer"})
    talk_bridge.events_ready.emit([event])
    qtbot.waitUntil(lambda: not panel.isHidden())
    fold = panel.folds["writer"]
    assert (fold.line.text(), fold.line.ending()) == ("To do of writer: 1 of 2 done", "Write <b>it</b>")
    qtbot.mouseClick(fold.line, Qt.MouseButton.LeftButton)
    assert "Write <b>it</b>" in [one.text() for one in fold.findChildren(QLabel)]
    done = [{**one, "status": "completed"} for one in todos]
    event = talk.say("", kind="tool_result", data={"state": {"TodoList": {"todos": done}}, "to": "writer"})
    talk_bridge.events_ready.emit([event])
    qtbot.waitUntil(lambda: fold.line.text() == "To do of writer: 2 of 2 done")


def test_a_tooltip_shows_what_a_title_says_and_loads_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    """Titles are written by models, and a tooltip would take one for HTML."""
    picture = QImage(400, 300, QImage.Format.Format_RGB32)
    assert picture.save(str(tmp_path / "large.png"))
    title = f'Report <img src="file://{tmp_path}/large.png"> & more'
    name, tree = ElidedLabel(title), JsonTree()
    for widget in (name, tree):
        qtbot.addWidget(widget)
        widget.resize(200, 120)
        widget.show()
    tree.show_value({title: 1})
    place = tree.visualItemRect(tree.topLevelItem(0)).center()
    for widget, at in ((name, name.rect().center()), (tree.viewport(), place)):
        QToolTip.hideText()
        event = QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at))
        QApplication.sendEvent(widget, event)
        (tip,) = [one for one in QApplication.topLevelWidgets() if one.metaObject().className() == "QTipLabel"]
        assert isinstance(tip, QLabel)
        assert 0 < tip.height() < 200, "no picture in it"
        read = QTextDocument()
        read.setHtml(tip.text())
        assert read.toPlainText().startswith(title)
