"""What the engine's log keeps, and what it does not."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from workspace_app.home import make_home
from workspace_app.log import log_file, log_to_file


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A home that is logged to; afterwards the process logs as before."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    levels = {logger: logger.level for logger in map(logging.getLogger, (None, "workspace_app", "autogen_core"))}
    make_home(tmp_path)
    root.handlers = []
    log_to_file(tmp_path)
    yield tmp_path
    for handler in root.handlers:
        handler.close()
    logging.captureWarnings(False)
    root.handlers = handlers
    for logger, level in levels.items():
        logger.setLevel(level)


@pytest.mark.parametrize(
    "said", ["key sk-abcdef123456 is wrong", "Authorization: Bearer abcdef123456", 'api_key="abcdef123456"']
)
def test_keys_are_left_out(home: Path, said: str) -> None:
    logging.getLogger("workspace_app").info("Refused: %s", said)
    try:
        raise ValueError(said)
    except ValueError:
        logging.getLogger("workspace_app").exception("It failed")
    text = log_file(home).read_text()
    assert "abcdef123456" not in text
    assert text.count("***") == 2


def test_the_talk_of_libraries_is_left_out(home: Path) -> None:
    logging.getLogger("workspace_app.engine").info("ours")
    logging.getLogger("some_library").info("talk")
    logging.getLogger("autogen_core.events").error("a whole conversation")
    text = log_file(home).read_text()
    assert "ours" in text
    assert "talk" not in text
    assert "whole conversation" not in text


def test_who_logs_nothing_leaves_the_file_alone(home: Path) -> None:
    assert not log_file(home).exists()
