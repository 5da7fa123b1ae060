"""The real program, with ears: commands as JSON lines on stdin, what a screen reader would find as answers on stdout.

A command is answered before it is done, since what it does may open a dialog with an event loop of its own.
"""

import json
import sys
import threading
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleInterface, QGuiApplication, QInputMethodEvent, QKeySequence, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from workspace_app.ui.app import main

FLAGS = ("disabled", "checked", "selected", "expanded")
DRAG_STEPS = 8


def on_screen() -> list[dict[str, Any]]:
    """Everything that is visible in the windows of the program, the newest window last."""
    found: list[dict[str, Any]] = []
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and window.windowType() != Qt.WindowType.ToolTip:
            top = QAccessible.queryAccessibleInterface(window)
            _walk(top, QRect(top.rect()), window.windowTitle(), found)
    return found


def _walk(item: QAccessibleInterface, room: QRect, window: str, found: list[dict[str, Any]]) -> None:
    state = item.state()
    seen = room.intersected(item.rect())
    if state.invisible or seen.isEmpty():
        return
    found.append(
        {
            "role": item.role().name,
            "name": item.text(QAccessible.Text.Name),
            "value": item.text(QAccessible.Text.Value),
            "help": item.text(QAccessible.Text.Description),
            "rect": [seen.x(), seen.y(), seen.width(), seen.height()],
            "window": window,
            # A list says of its current row that it has the keyboard even while the list has not.
            "focused": item.object() is not None and item.object() is QApplication.focusWidget(),
            **{flag: bool(getattr(state, flag)) for flag in FLAGS},
        }
    )
    for number in range(item.childCount()):
        if child := item.child(number):
            _walk(child, seen, window, found)


def _place(x: int, y: int) -> tuple[QWindow, QPoint]:
    at = QPoint(x, y)
    window = QGuiApplication.topLevelAt(at)
    assert window is not None, f"No window at {x}, {y}"
    return window, window.mapFromGlobal(at)


def click(x: int, y: int, button: str = "LeftButton") -> None:
    """Click what is on top at a place of the screen."""
    window, at = _place(x, y)
    QTest.mouseMove(window, at)
    QTest.mouseClick(window, Qt.MouseButton[button], Qt.KeyboardModifier.NoModifier, at)


def drag(start: list[int], end: list[int]) -> None:
    """Press at one place, move to another in small steps, and let go."""
    window, at = _place(*start)
    way = window.mapFromGlobal(QPoint(*end)) - at
    QTest.mousePress(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    for step in range(1, DRAG_STEPS + 1):
        QTest.mouseMove(window, at + way * step / DRAG_STEPS)
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at + way)


def press(keys: str) -> None:
    """Press keys, such as "Ctrl+Return", in the window that has the keyboard."""
    combination = QKeySequence(keys)[0]
    QTest.keyClick(_focus_window(), combination.key(), combination.keyboardModifiers())


def write(text: str) -> None:
    """Type a text; what no key has comes from an input method."""
    for character in text:
        if character.isascii():
            QTest.keyClick(_focus_window(), character)
        else:
            event = QInputMethodEvent()
            event.setCommitString(character)
            QGuiApplication.sendEvent(QGuiApplication.focusObject(), event)


def _focus_window() -> QWindow:
    window = QGuiApplication.focusWindow()
    assert window is not None, "No window has the keyboard"
    return window


def shot(path: str) -> None:
    """Keep a picture of what the screen shows where the largest window is."""
    window = max((w for w in QApplication.topLevelWidgets() if w.isVisible()), key=lambda w: w.width() * w.height())
    place = QRect(window.mapToGlobal(QPoint()), window.size())
    picture = window.screen().grabWindow(0, place.x(), place.y(), place.width(), place.height())
    assert picture.save(path), f"Could not write {path}"


def resize(width: int, height: int) -> None:
    """Give the main window a size."""
    max((w for w in QApplication.topLevelWidgets() if w.isVisible()), key=lambda w: w.width()).resize(width, height)


class Ears(QObject):
    """Does in the window's thread what is asked on stdin."""

    heard = Signal(dict)
    """A command came in."""

    def __init__(self) -> None:
        super().__init__()
        self.heard.connect(self._do)

    def listen(self) -> None:
        """Read commands until stdin ends."""
        for line in sys.stdin:
            self.heard.emit(json.loads(line))

    @Slot(dict)
    def _do(self, command: dict[str, Any]) -> None:
        verb = command.pop("verb")
        after = verb not in ("on_screen", "shot", "resize")
        answer = None if after else globals()[verb](**command)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        if after:
            globals()[verb](**command)


if __name__ == "__main__":
    ears = Ears()
    threading.Thread(target=ears.listen, daemon=True).start()
    sys.exit(main(Path(sys.argv[1])))
