"""What happens when the program itself makes a mistake: a line in the log, and one calm notice."""

import faulthandler
import logging
import sys
import threading
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, Slot, qInstallMessageHandler

log = logging.getLogger("workspace_app.window")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def start_log(logs: Path) -> None:
    """Write warnings and errors of the window to `logs/window.log`, and where the interpreter crashed to `window-crash.log`."""
    # Its imports are slow, and the window should be seen first.
    from logging.handlers import RotatingFileHandler

    logs.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(logs / "window.log", maxBytes=1_000_000, backupCount=3, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.setLevel(logging.INFO)
    logging.getLogger().addHandler(handler)
    logging.getLogger("workspace_app").setLevel(logging.INFO)
    # The file must stay open for as long as the program runs.
    faulthandler.enable((logs / "window-crash.log").open("a", encoding="utf-8"))


class CrashGuard(QObject):
    """Catches what nobody else did. The program goes on: what was done is saved already."""

    crashed = Signal(str)
    """An exception reached the top for the first time; carries a sentence for the person."""

    def __init__(self, logs: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._logs = logs
        self._told = False
        self._failed.connect(self._tell)

    _failed = Signal()

    def install(self) -> None:
        """Take over the hooks of Python and Qt."""
        sys.excepthook = self._exception
        threading.excepthook = self._thread_exception
        qInstallMessageHandler(_qt_message)

    def _exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.critical("Unexpected error", exc_info=(kind, error, trace))
        self._failed.emit()

    def _thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._exception(args.exc_type, args.exc_value, args.exc_traceback)

    @Slot()
    def _tell(self) -> None:
        if not self._told:
            self._told = True
            sentence = self.tr("Something went wrong inside Workspace. Your work is saved. Details are in the log: {0}")
            self.crashed.emit(sentence.format(self._logs / "window.log"))


def _qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    log.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", message)
