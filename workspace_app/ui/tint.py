"""Keeps a button's icon in the theme's colours when they change."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractButton

from workspace_app.ui.theme import Theme


class Tint(QObject):
    """Gives `button` a theme icon, and gives it again with each new palette. Lives as long as the button."""

    def __init__(self, theme: Theme, button: QAbstractButton, icon: str, color: str = "text") -> None:
        super().__init__(button)
        self._theme, self._button, self._icon, self._color = theme, button, icon, color
        button.installEventFilter(self)
        self._apply()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.PaletteChange:
            self._apply()
        return False

    def _apply(self) -> None:
        self._button.setIcon(self._theme.icon(self._icon, self._color))
