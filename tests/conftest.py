"""What every test is held to: nothing of this person's machine is used, nothing is warned of unseen, no thread is left behind."""

import logging
import os
import re
import threading
import time
from collections.abc import Iterator

import pytest

PATIENCE = 10.0
"""Seconds that a thread which was told to end may take."""
TALK = ("trafilatura.", "autogen_core")
"""Loggers of libraries whose warnings our own errors and messages tell: of what a page lacks, and of every call that fails or is cancelled."""

# Before anything imports Qt; a run on a real or virtual screen says QT_QPA_PLATFORM=xcb.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session", autouse=True)
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A person with an empty home, no settings, no git user and no keyring."""
    home = tmp_path_factory.mktemp("somebody")
    runtime = home / "run"
    runtime.mkdir(mode=0o700)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA"):
            patch.setenv(name, str(home))
        for name in ("DATA", "CONFIG", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        for name in ("WORKSPACE_HOME", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AZURE_OPENAI_API_KEY", "OLLAMA_HOST"):
            patch.delenv(name, raising=False)
        yield


class _Warnings(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith(TALK):
            self.records.append(record)


@pytest.fixture(autouse=True)
def no_unseen_warnings(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail on log records from WARNING up, except those that the test's `expected_log` markers name, each of which must come.

    A test that uses `caplog` judges the log itself.
    """
    expected = [re.compile(mark.args[0]) for mark in request.node.iter_markers("expected_log")]
    handler = _Warnings()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    if "caplog" in request.fixturenames:
        return
    said = [f"{record.name}: {record.getMessage()}" for record in handler.records]
    unseen = [text for text in said if not any(pattern.search(text) for pattern in expected)]
    missing = [pattern.pattern for pattern in expected if not any(pattern.search(text) for text in said)]
    assert not unseen, "Logged, and not expected by the test:\n" + "\n".join(unseen)
    assert not missing, f"Expected in the log, but not there: {missing}"


@pytest.fixture(autouse=True)
def no_threads_left() -> Iterator[None]:
    """Fail on threads that the test started and that do not end after it."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + PATIENCE
    # A thread of Qt's own pool that has run Python code stands as a dummy, and belongs to Qt.
    started = [thread for thread in threading.enumerate() if thread not in before and not _is_foreign(thread)]
    for thread in started:
        thread.join(max(0.0, deadline - time.monotonic()))
    left = [thread.name for thread in started if thread.is_alive()]
    assert not left, f"Threads are left alive: {left}"


def _is_foreign(thread: threading.Thread) -> bool:
    return isinstance(thread, threading._DummyThread)
