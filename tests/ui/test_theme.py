"""Colours that can be read, icons that are drawn, and both looks."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from workspace_app import assets
from workspace_app.domain.status import Status
from workspace_app.ui.colors import DARK, LIGHT
from workspace_app.ui.theme import Mode, Theme


def _luminance(color: QColor) -> float:
    parts = [
        (value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4)
        for value in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(QColor(one)), _luminance(QColor(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_words_can_be_read_on_every_surface(colors: dict[str, str]) -> None:
    words = [
        "text",
        "muted",
        "link",
        "danger",
        "warning",
        "success",
        "added",
        "removed",
        *(name for name in colors if name.startswith("status.")),
    ]
    for word in words:
        for surface in ("window", "base", "panel", "card"):
            assert _contrast(colors[word], colors[surface]) >= 4.5, f"{word} on {surface}"
    assert _contrast(colors["accent_text"], colors["accent"]) >= 4.5
    assert _contrast(colors["added"], colors["added_soft"]) >= 4.5
    assert _contrast(colors["removed"], colors["removed_soft"]) >= 4.5


def test_both_looks_have_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_every_status_has_its_own_word_icon_and_colour(theme: Theme) -> None:
    words = {theme.status_word(status) for status in Status}
    assert len(words) == len(Status)
    pictures = {bytes(theme.status_icon(status).pixmap(24, 24).toImage().constBits()) for status in Status}
    assert len(pictures) == len(Status)


def test_every_icon_is_drawn_in_the_asked_colour(theme: Theme) -> None:
    names = [file.stem for file in assets.path("icons").glob("*.svg")]
    assert len(names) > 50
    for name in names:
        image = theme.pixmap(name, "accent", 24).toImage()
        assert any(image.pixelColor(x, y).alpha() > 128 for x in range(24) for y in range(24)), name


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_change_of_look_reaches_every_widget(qtbot: QtBot, theme: Theme, mode: Mode) -> None:
    seen: list[str] = []

    class Watcher(QLabel):
        def changeEvent(self, event: QEvent) -> None:
            if event.type() == QEvent.Type.PaletteChange:
                seen.append(QApplication.palette().color(QPalette.ColorRole.Window).name())

    theme.set_mode("dark" if mode == "light" else "light")
    watcher = Watcher("x")
    qtbot.addWidget(watcher)
    watcher.show()
    seen.clear()
    theme.set_mode(mode)
    qtbot.waitUntil(lambda: bool(seen) and seen[-1] == (DARK if mode == "dark" else LIGHT)["window"])
    assert theme.is_dark == (mode == "dark")


def test_an_unknown_colour_or_icon_is_an_error(theme: Theme) -> None:
    with pytest.raises(KeyError):
        theme.color("no such colour")
    with pytest.raises(FileNotFoundError):
        theme.icon("no-such-icon")
