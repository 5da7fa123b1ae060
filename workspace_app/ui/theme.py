"""Colours, icons and words of the window, light or dark."""

import sys
from typing import Literal

from PySide6.QtCore import QByteArray, QCoreApplication, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from workspace_app import assets
from workspace_app.domain.status import Status
from workspace_app.ui.colors import DARK, LIGHT
from workspace_app.ui.style import sheet

Mode = Literal["system", "light", "dark"]

_SIZES = (16, 20, 24, 32, 48)
_STATUS_ICONS = {Status.WAITING: "hand", Status.ERROR: "warning"}
_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "base",
    QPalette.ColorRole.AlternateBase: "panel",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "card",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "danger",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "accent_text",
    QPalette.ColorRole.Link: "link",
    QPalette.ColorRole.LinkVisited: "link",
    QPalette.ColorRole.PlaceholderText: "muted",
    QPalette.ColorRole.ToolTipBase: "card",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Midlight: "line",
    QPalette.ColorRole.Accent: "accent",
}


class Theme:
    """The look of the window. It sends no signals: widgets restyle on `QEvent.PaletteChange`.

    Args:
        mode: "light", "dark", or "system" for what the desktop says.
    """

    def __init__(self, mode: Mode = "system") -> None:
        self._mode: Mode = mode
        self._icons: dict[tuple[str, str, bool], QIcon] = {}

    @property
    def mode(self) -> Mode:
        """What the person chose."""
        return self._mode

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are in use."""
        if self._mode == "system":
            return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._mode == "dark"

    def set_mode(self, mode: Mode) -> None:
        """Change to another mode at once."""
        self._mode = mode
        self.apply()

    def apply(self) -> None:
        """Give the application this look; every widget gets `QEvent.PaletteChange`."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        tick = assets.path(f"icons/tick_{'dark' if self.is_dark else 'light'}.svg")
        # While a style sheet is set, widgets that it has polished keep the palette that they had.
        app.setStyleSheet("")
        app.setPalette(self._palette())
        app.setStyleSheet(sheet(self._colors, assets.path("icons/combo_arrow.svg").as_posix(), tick.as_posix()))

    def color(self, name: str) -> QColor:
        """The colour called `name` in `colors.LIGHT`.

        Raises:
            KeyError: there is no such colour.
        """
        return QColor(self._colors[name])

    def hex(self, name: str) -> str:
        """The same as `#rrggbb`, for style sheets and rich text."""
        return self._colors[name]

    def icon(self, name: str, color: str = "text") -> QIcon:
        """The icon `assets/icons/NAME.svg`, drawn in the colour called `color`."""
        key = (name, color, self.is_dark)
        if key not in self._icons:
            self._icons[key] = _draw(name, self._colors[color])
        return self._icons[key]

    def pixmap(self, name: str, color: str = "text", size: int = 16) -> QPixmap:
        """The same as a picture of `size` pixels."""
        screen = QGuiApplication.primaryScreen()
        return self.icon(name, color).pixmap(QSize(size, size), screen.devicePixelRatio())

    def status_icon(self, status: Status | str) -> QIcon:
        """The icon of a status, in the status's own colour."""
        status = Status(status)
        return self.icon(_STATUS_ICONS.get(status, status.value), f"status.{status.value}")

    def status_color(self, status: Status | str) -> QColor:
        """The colour of a status."""
        return self.color(f"status.{Status(status).value}")

    def status_word(self, status: Status | str) -> str:
        """What a status is called, in the person's language."""
        return {
            Status.PLANNING: QCoreApplication.translate("Theme", "Planning"),
            Status.QUEUED: QCoreApplication.translate("Theme", "Queued"),
            Status.RUNNING: QCoreApplication.translate("Theme", "Running"),
            Status.WAITING: QCoreApplication.translate("Theme", "Waiting for you"),
            Status.PAUSED: QCoreApplication.translate("Theme", "Paused"),
            Status.INTERRUPTED: QCoreApplication.translate("Theme", "Interrupted"),
            Status.ERROR: QCoreApplication.translate("Theme", "Error"),
            Status.DONE: QCoreApplication.translate("Theme", "Done"),
        }[Status(status)]

    @property
    def _colors(self) -> dict[str, str]:
        return DARK if self.is_dark else LIGHT

    def _palette(self) -> QPalette:
        palette = QPalette()
        for role, name in _ROLES.items():
            palette.setColor(role, self.color(name))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.color("muted"))
        return palette


def app_font(font: QFont) -> QFont:
    """The system's font; on a bare X server, which has none of its own, one that reads well."""
    if sys.platform.startswith("linux") and font.family() in ("", "Sans Serif", "DejaVu Sans"):
        font.setFamilies(["Inter", "Noto Sans", "Noto Sans CJK TC", "DejaVu Sans"])
        font.setPointSizeF(max(font.pointSizeF(), 10.0))
    return font


def _tinted(name: str, color: str) -> bytes:
    return assets.path(f"icons/{name}.svg").read_bytes().replace(b"currentColor", color.encode())


def _draw(name: str, color: str) -> QIcon:
    renderer = QSvgRenderer(QByteArray(_tinted(name, color)))
    icon = QIcon()
    for size in _SIZES:
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter)
        painter.end()
        icon.addPixmap(picture)
    return icon
