"""Opens a window, says so when it is painted, and ends: `python -m tests.benchmarks.first_paint [HOME]`, without a home a bare one."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow


class Watch(QObject):
    """Ends the process once the window has painted for the first time."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, _painted)
        return False


def _painted() -> None:
    sys.stdout.write("painted\n")
    sys.stdout.flush()
    # At once: what the program does next, such as starting an engine, is not measured and must not disturb the next round.
    os._exit(0)


def main() -> None:
    """See above."""
    if len(sys.argv) > 1:
        from workspace_app.ui.app import Program

        app = QApplication(sys.argv[:1])
        program = Program(app, Path(sys.argv[1]))
        window: QMainWindow = program.window
    else:
        app = QApplication(sys.argv)
        window = QMainWindow()
        window.show()
    watch = Watch()
    window.installEventFilter(watch)
    app.exec()


main()
