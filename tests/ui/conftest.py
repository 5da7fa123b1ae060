"""Fixtures for screens: a theme, a filled store, a bridge over it, and a real engine."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled, fill
from tests.ui.planning import Desk, engine
from tests.ui.talk import Talk
from workspace_app.home import make_home
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.conversation_view import ConversationView
from workspace_app.ui.theme import Theme, app_font

START_MS = 30_000


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path) -> None:
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "config"))


@pytest.fixture(autouse=True)
def _nothing_left(qapp: QApplication) -> Iterator[None]:
    """Delete what a test is done with; else all that follow would style it and render it anew with their own."""
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """The light theme, in use."""
    qapp.setStyle("Fusion")
    qapp.setFont(app_font(qapp.font()))
    theme = Theme("light")
    theme.apply()
    return theme


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty data folder."""
    home = tmp_path / "home"
    make_home(home)
    return home


@pytest.fixture
def filled(home: Path) -> Filled:
    """A store with a little of everything in `home`."""
    return fill(home)


@pytest.fixture
def bridge(qtbot: QtBot, filled: Filled) -> Iterator[RecordedBridge]:
    """A connected bridge on the filled store; its `client` records what the screen calls and sends events."""
    bridge = RecordedBridge(filled.home)
    with qtbot.waitSignal(bridge.connection_changed):
        bridge.start()
    yield bridge
    bridge.close()


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A running step whose conversation the test writes itself."""
    made = Talk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def talk_bridge(talk: Talk, tmp_path: Path) -> Iterator[Bridge]:
    """A bridge that reads `talk`, with no engine behind it."""
    made = Bridge(tmp_path)
    yield made
    made.close()


@pytest.fixture
def view(qtbot: QtBot, talk_bridge: Bridge, theme: Theme) -> ConversationView:
    """A conversation view that can show the runs of `talk`."""
    made = ConversationView(talk_bridge, theme)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def live_bridge(qtbot: QtBot, home: Path) -> Iterator[Bridge]:
    """A bridge to a real engine of its own, with the Practice model, on an empty home."""
    bridge = Bridge(home)
    with qtbot.waitSignal(bridge.connection_changed, timeout=START_MS):
        bridge.start()
    assert bridge.connected, bridge.trouble
    yield bridge
    bridge.close()
    pid = int(json.loads((home / "engine.json").read_text())["pid"])
    os.kill(pid, signal.SIGTERM)
    qtbot.waitUntil(lambda: not _alive(pid), timeout=START_MS)


@pytest.fixture(scope="module")
def engine_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder with an engine that all tests of a module share; it finds the scripted model's key in its environment."""
    made = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCRIPTED_KEY", "not-a-secret")
        with engine(made):
            yield made


@pytest.fixture
def desk(qtbot: QtBot, engine_home: Path, theme: Theme) -> Iterator[Desk]:
    """A window's end of that engine."""
    made = Desk(qtbot, engine_home, theme)
    yield made
    made.bridge.close()


def _alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
