"""The engine's log file: without keys, and without the talk of libraries."""

import logging
import re
from logging.handlers import RotatingFileHandler
from pathlib import Path

from workspace_app.home import logs

_SECRET = re.compile(r"\b(sk-|Bearer |api[-_]key\W{1,4})[\w.~+/*-]{6,}", re.IGNORECASE)


def log_file(home: Path) -> Path:
    """Where the engine of `home` logs."""
    return logs(home) / "engine.log"


def log_to_file(home: Path) -> None:
    """Send the records and warnings of this process to the log file of `home`, whose folder must be there."""
    # Opened with the first record: a process that finds another engine on the home leaves that one's file alone.
    handler = RotatingFileHandler(log_file(home), maxBytes=1_000_000, backupCount=4, encoding="utf-8", delay=True)
    handler.setFormatter(_Redacting("%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("workspace_app").setLevel(logging.INFO)
    logging.getLogger("autogen_core").setLevel(logging.CRITICAL)
    logging.captureWarnings(True)


class _Redacting(logging.Formatter):
    """Keys that a provider's error message repeats don't go into the log."""

    def format(self, record: logging.LogRecord) -> str:
        return _SECRET.sub(r"\1***", super().format(record))
