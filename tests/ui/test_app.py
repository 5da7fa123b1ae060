"""The program from the outside: one window per folder, a fast first sight, and mistakes that end in the log."""

import json
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from pytestqt.qtbot import QtBot

from workspace_app import assets
from workspace_app.ui.crash import CrashGuard
from workspace_app.ui.language import translation_name
from workspace_app.ui.single import SingleWindow, raise_other

OPEN = "import sys; from pathlib import Path; from workspace_app.ui.app import main; sys.exit(main(Path(sys.argv[1])))"


def start(home: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", OPEN, str(home)], env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


def test_a_second_start_raises_the_first_and_ends(qtbot: QtBot, home: Path) -> None:
    single = SingleWindow(home)
    second = start(home)
    with qtbot.waitSignal(single.raise_requested, timeout=20_000):
        pass
    assert second.wait(20) == 0
    single.close()
    assert not raise_other(home)


def test_another_folder_is_another_window(qtbot: QtBot, home: Path, tmp_path: Path) -> None:
    single = SingleWindow(home)
    with qtbot.assertNotEmitted(single.raise_requested):
        assert not raise_other(tmp_path / "other")
    single.close()


def test_the_program_opens_and_starts_its_engine(qtbot: QtBot, home: Path) -> None:
    program = start(home)
    address = home / "engine.json"
    try:
        qtbot.waitUntil(address.exists, timeout=30_000)
        assert raise_other(home)
        assert program.poll() is None
    finally:
        program.terminate()
        program.wait(20)
        pid = int(json.loads(address.read_text())["pid"])
        os.kill(pid, signal.SIGTERM)


def test_the_window_imports_nothing_slow() -> None:
    code = "import sys, workspace_app.ui.app; print([m for m in ('autogen_core', 'openai', 'git', 'sqlalchemy', 'pygments') if m in sys.modules])"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "[]"


def test_an_unexpected_error_is_logged_and_told_once(
    qtbot: QtBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    guard = CrashGuard(tmp_path)
    told: list[str] = []
    guard.crashed.connect(told.append)
    with caplog.at_level(logging.CRITICAL):
        for _ in range(3):
            error = ValueError("broken")
            guard._exception(ValueError, error, None)
    qtbot.waitUntil(lambda: bool(told))
    assert len(told) == 1
    assert str(tmp_path / "window.log") in told[0]
    assert sum("Unexpected error" in record.message for record in caplog.records) == 3


@pytest.mark.parametrize(("locale", "name"), [("zh_TW", "zh_TW"), ("zh_HK", "zh_TW"), ("en_GB", ""), ("de_DE", "")])
def test_a_language_has_its_translation(locale: str, name: str) -> None:
    assert translation_name(QLocale(locale)) == name


def test_the_translation_is_complete_and_loads(qapp: QCoreApplication) -> None:
    source = assets.path("translations/workspace_zh_TW.ts").read_text(encoding="utf-8")
    assert 'type="unfinished"' not in source
    translator = QTranslator()
    assert translator.load(str(assets.path("translations/workspace_zh_TW.qm")))
    assert translator.translate("Theme", "Waiting for you") == "等待你處理"
