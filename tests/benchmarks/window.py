"""How soon the window is seen, and how soon a long conversation."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.benchmarks.measure import Row, clocked, compare
from tests.ui.filled import fill
from tests.ui.talk import Talk
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.conversation_view import ConversationView
from workspace_app.ui.theme import Theme

LONG, SHORT = 10_000, 30
ROOT = Path(__file__).parents[2]


def rows(home: Path) -> list[Row]:
    """Both comparisons."""
    return [_first_paint(home / "start"), _long_conversation(home / "conversation")]


def _first_paint(home: Path) -> Row:
    home.mkdir()
    fill(home)
    ours, theirs = partial(_paint, str(home)), partial(_paint)
    return compare("start to first paint of the window", ours, "a bare Qt window", theirs, 10)


def _paint(*words: str) -> float:
    command = [sys.executable, "-m", "tests.benchmarks.first_paint", *words]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}

    def run() -> None:
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout == "painted\n", done

    return clocked(run)


def _long_conversation(home: Path) -> Row:
    app = QApplication.instance() or QApplication(["benchmark", "-platform", "offscreen"])
    home.mkdir()
    talk = Talk(home)
    talk.say_many(LONG)
    short = talk.conversation()
    talk.say_many(SHORT, to=short)
    bridge = Bridge(home)
    theme = Theme("light")
    try:
        opening: list[Callable[[], float]] = [partial(_open, bridge, theme, talk, run) for run in (talk.first, short)]
        name, yardstick = f"open a conversation of {LONG:,} messages", f"the same with {SHORT} messages"
        return compare(name, opening[0], yardstick, opening[1], 20)
    finally:
        bridge.close()
        talk.close()
        app.processEvents()


def _open(bridge: Bridge, theme: Theme, talk: Talk, conversation: str) -> float:
    view = ConversationView(bridge, theme)
    view.resize(800, 700)
    view.show()
    QApplication.processEvents()

    def show() -> None:
        view.show_conversation(talk.row(conversation))
        QApplication.processEvents()
        view.grab()

    seconds = clocked(show)
    assert view.mounted(), "nothing is shown"
    view.close()
    view.deleteLater()
    QApplication.processEvents()
    return seconds
