"""The thin line at the bottom that says how the engine is, while that is worth saying."""

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.small_widgets import ElidedLabel, IconLabel, button
from workspace_app.ui.theme import Theme

RETRY_MS = (300, 2000, 8000)
"""How long after each failed attempt the engine is attached to again by itself."""


class StatusLine(QFrame):
    """ "Starting the engine…", or why there is none, with a button that starts it again. Reconnects by itself some times."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._attempts = 0
        self._icon = IconLabel(theme, "clock", "muted", 16, self)
        self.words = ElidedLabel(self.tr("Starting the engine…"), self)
        self.restart = button(self.tr("Restart"), tip=self.tr("Start the engine again"), parent=self)
        self.restart.clicked.connect(self._restart)
        self.restart.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 5, 16, 5)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addWidget(self.words, 1)
        row.addWidget(self.restart)
        self.setProperty("kind", "panel")
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.timeout.connect(self._start)
        bridge.connection_changed.connect(self._connection_changed)
        self.setHidden(bridge.connected)

    @Slot(bool)
    def _connection_changed(self, connected: bool) -> None:
        self.setVisible(not connected)
        if connected:
            self._attempts = 0
            return
        self._icon.set_icon("warning", "danger")
        self.words.set_full_text(self._bridge.trouble)
        self.restart.show()
        if self._attempts < len(RETRY_MS):
            self._retry.start(RETRY_MS[self._attempts])
            self._attempts += 1

    @Slot()
    def _restart(self) -> None:
        self._attempts = 0
        self._start()

    @Slot()
    def _start(self) -> None:
        self._retry.stop()
        self._icon.set_icon("clock", "muted")
        self.words.set_full_text(self.tr("Starting the engine…"))
        self.restart.hide()
        self._bridge.start()
