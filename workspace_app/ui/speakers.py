"""Who speaks: the name that is shown and a colour of its own for each."""

from zlib import crc32

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from workspace_app.ui.theme import Theme

_HUES = (210, 28, 265, 165, 340, 48, 190, 300)


def speaker_name(source: str) -> str:
    """The name of a message's source as a person reads it."""
    own = {
        "user": QCoreApplication.translate("speakers", "You"),
        "task": QCoreApplication.translate("speakers", "Prompt"),
        "workspace": QCoreApplication.translate("speakers", "Workspace"),
        "assistant": QCoreApplication.translate("speakers", "assistant"),
        "planner": QCoreApplication.translate("speakers", "planner"),
    }
    return own.get(source, source)


def speaker_color(source: str, theme: Theme) -> QColor:
    """The colour of a speaker: the same name has the same hue everywhere; the person has the accent, the app none."""
    if source == "user":
        return theme.color("accent")
    if source in ("task", "workspace"):
        return theme.color("muted")
    hue = _HUES[crc32(source.encode()) % len(_HUES)]
    return QColor.fromHsl(hue, 120, 165) if theme.is_dark else QColor.fromHsl(hue, 130, 105)
