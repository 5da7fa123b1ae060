"""Starting and ending the window program."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from workspace_app import __version__
from workspace_app.domain.errors import WorkspaceError
from workspace_app.home import logs, make_home
from workspace_app.ui import language
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.crash import CrashGuard, start_log
from workspace_app.ui.main_window import MainWindow
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.single import SingleWindow, raise_other
from workspace_app.ui.theme import Theme, app_font


def main(home: Path, argv: Sequence[str] = ()) -> int:
    """Open the window of a data folder, or raise the one that is open already; returns the exit code.

    Args:
        home: the data folder; made if it is not there.
        argv: arguments for Qt, such as `-platform`.

    Raises:
        WorkspaceError: there is no screen, or the data folder cannot be used.
    """
    _check_screen(argv)
    make_home(home)
    app = QApplication([sys.argv[0], *argv])
    app.setApplicationName("workspace-app")
    app.setApplicationDisplayName("Workspace")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("workspace-app")
    if raise_other(home):
        return 0
    program = Program(app, home)
    code = app.exec()
    program.end()
    return code


def _check_screen(argv: Sequence[str]) -> None:
    """Qt would end the process with words of its own."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
    if sys.platform == "linux" and not named and "-platform" not in argv:
        raise WorkspaceError(
            "There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set. Set DISPLAY, or work without the window: workspace-app run TEXT."
        )


class Program(QObject):
    """What lives as long as the window: look, language, bridge, single start, crash guard."""

    def __init__(self, app: QApplication, home: Path) -> None:
        super().__init__(app)
        self.guard = CrashGuard(logs(home), self)
        self.guard.install()
        preferences = Preferences(home)
        language.install(app, preferences.language)
        self.theme = Theme(preferences.theme)
        app.setStyle("Fusion")
        app.setFont(app_font(app.font()))
        self.theme.apply()
        app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.bridge = Bridge(home, self)
        self.window = MainWindow(self.bridge, self.theme, preferences)
        self.single = SingleWindow(home, self)
        self.single.raise_requested.connect(self._raise)
        self.guard.crashed.connect(self.window.toasts.error)
        self.window.closed.connect(app.quit)
        self.bridge.connection_changed.connect(self._connection_changed)
        self.window.installEventFilter(self)
        self.window.show()

    def end(self) -> None:
        """Detach from the engine, which goes on with what runs."""
        self.single.close()
        self.bridge.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.window and event.type() == QEvent.Type.Paint:
            self.window.removeEventFilter(self)
            QTimer.singleShot(0, self, self._begin)
        return super().eventFilter(watched, event)

    @Slot()
    def _begin(self) -> None:
        """What would delay the first sight of the window: the log, and the engine with its imports."""
        start_log(logs(self.bridge.home))
        self.bridge.start()

    @Slot(bool)
    def _connection_changed(self, connected: bool) -> None:
        if connected:
            self.bridge.call("variables", done=self._lend_keys)

    def _lend_keys(self, wanted: list[str]) -> None:
        """An engine that was started elsewhere may lack the variables with keys that this program was started with."""
        names = os.environ.keys() & set(wanted)
        if names:
            self.bridge.call("lend_keys", values={name: os.environ[name] for name in names})

    @Slot()
    def _follow_system(self) -> None:
        if self.theme.mode == "system":
            self.theme.apply()

    @Slot()
    def _raise(self) -> None:
        if self.window.isMinimized():
            self.window.showNormal()
        self.window.raise_()
        self.window.activateWindow()
