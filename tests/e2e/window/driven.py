"""The real program, with ears: commands as JSON lines on stdin, what a screen reader would find as answers on stdout.

What a person does is posted to the window's own loop, in order with the questions. Shortcuts only come from QTest, which
may be held up by a dialog that they open: they are answered before they are done. All that needs the keyboard is refused
with False while no window has it.
"""

import json
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QPoint, QPointF, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QWindow,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from workspace_app.ui.app import main

FLAGS = ("disabled", "checked", "selected", "expanded")
DRAG_STEPS = 8
POSTPONED_MS = 5
KEYS = ("press", "write")
PLAIN = {Qt.Key.Key_Return: "\r", Qt.Key.Key_Space: " ", Qt.Key.Key_Tab: "\t"}


def on_screen() -> list[dict[str, Any]]:
    """Everything that is visible in the windows of the program, the newest window last."""
    # As with a screen reader; without one, lists don't keep up to date what they say of their rows.
    QAccessible.setActive(True)
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
    windows = [
        window for window in QGuiApplication.topLevelWindows() if window.isVisible() and window.geometry().contains(at)
    ]
    # A hint that hangs over the place would be gone before a person's mouse is there.
    (*_, window) = [window for window in windows if window.type() != Qt.WindowType.ToolTip]
    return window, window.mapFromGlobal(at)


def click(x: int, y: int) -> bool:
    """Click what is on top at a place of the screen."""
    window, at = _place(x, y)
    _post_mouse(window, QEvent.Type.MouseMove, at, down=False)
    _post_mouse(window, QEvent.Type.MouseButtonPress, at, down=True)
    _post_mouse(window, QEvent.Type.MouseButtonRelease, at, down=False)
    return True


def drag(start: list[int], end: list[int]) -> bool:
    """Press at one place, move to another in small steps, and let go."""
    window, at = _place(*start)
    way = window.mapFromGlobal(QPoint(*end)) - at
    _post_mouse(window, QEvent.Type.MouseButtonPress, at, down=True)
    for step in range(1, DRAG_STEPS + 1):
        _post_mouse(window, QEvent.Type.MouseMove, at + way * step / DRAG_STEPS, down=True)
    _post_mouse(window, QEvent.Type.MouseButtonRelease, at + way, down=False)
    return True


def _post_mouse(window: QWindow, kind: QEvent.Type, at: QPoint, *, down: bool) -> None:
    button = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    buttons = Qt.MouseButton.LeftButton if down else Qt.MouseButton.NoButton
    there, everywhere = QPointF(at), QPointF(window.mapToGlobal(at))
    QGuiApplication.postEvent(
        window, QMouseEvent(kind, there, there, everywhere, button, buttons, Qt.KeyboardModifier.NoModifier)
    )


def press(keys: str) -> bool:
    """Press a key that is no shortcut, such as "Return"."""
    key = QKeySequence(keys)[0].key()
    _post_key(key, PLAIN.get(key, ""))
    return True


def write(text: str) -> bool:
    """Type a text; what no key has comes from an input method."""
    for character in text:
        if character.isascii():
            _post_key(Qt.Key.Key_unknown, character)
        else:
            event = QInputMethodEvent()
            event.setCommitString(character)
            QGuiApplication.postEvent(QGuiApplication.focusObject(), event)
    return True


def _post_key(key: Qt.Key, text: str) -> None:
    window = _focus_window()
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QGuiApplication.postEvent(window, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))


def _may_be_shortcut(keys: QKeyCombination) -> bool:
    return keys.keyboardModifiers() != Qt.KeyboardModifier.NoModifier or Qt.Key.Key_F1 <= keys.key() <= Qt.Key.Key_F35


def _has_keyboard() -> bool:
    """Whether a window has the keyboard: the dialog where one was opened, and not a list that has just been closed."""
    window, dialog = QGuiApplication.focusWindow(), QGuiApplication.modalWindow()
    if window is None or not window.isVisible():
        return False
    return dialog is None or window == dialog or window.type() == Qt.WindowType.Popup


def _focus_window() -> QWindow:
    window = QGuiApplication.focusWindow()
    assert window is not None
    return window


def shot(path: str) -> bool:
    """Keep a picture of what the screen shows where the largest window is."""
    window = max((w for w in QApplication.topLevelWidgets() if w.isVisible()), key=lambda w: w.width() * w.height())
    place = QRect(window.mapToGlobal(QPoint()), window.size())
    picture = window.screen().grabWindow(0, place.x(), place.y(), place.width(), place.height())
    return picture.save(path)


def resize(width: int, height: int) -> bool:
    """Give the main window a size."""
    max((w for w in QApplication.topLevelWidgets() if w.isVisible()), key=lambda w: w.width()).resize(width, height)
    return True


VERBS: dict[str, Callable[..., Any]] = {
    act.__name__: act for act in (on_screen, click, drag, press, write, shot, resize)
}


class Ears(QObject):
    """Does in the window's thread what is asked on stdin."""

    heard = Signal(dict)
    """A command came in."""

    def __init__(self) -> None:
        super().__init__()
        self._pressing = False
        self.heard.connect(self._do)

    def listen(self) -> None:
        """Read commands until stdin ends."""
        for line in sys.stdin:
            self.heard.emit(json.loads(line))

    @Slot(dict)
    def _do(self, command: dict[str, Any]) -> None:
        if self._pressing and QApplication.activeModalWidget() is None:
            # QTest lets other events in before it is done; only in a dialog that it opened, things go on.
            QTimer.singleShot(POSTPONED_MS, self, partial(self._do, command))
        elif command["verb"] in KEYS and not _has_keyboard():
            self._answer(False)
        elif command["verb"] == "press" and _may_be_shortcut(keys := QKeySequence(command["keys"])[0]):
            self._answer(True)
            self._press(keys)
        else:
            self._answer(self._done(**command))

    def _press(self, keys: QKeyCombination) -> None:
        self._pressing = True
        try:
            QTest.keyClick(_focus_window(), keys.key(), keys.keyboardModifiers())
        finally:
            self._pressing = False

    def _done(self, verb: str, **arguments: Any) -> Any:
        try:
            return VERBS[verb](**arguments)
        except BaseException:
            # Whoever asked must not wait for ever; the program's log says what it was.
            self._answer(None)
            raise

    def _answer(self, answer: Any) -> None:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    ears = Ears()
    threading.Thread(target=ears.listen, daemon=True).start()
    sys.exit(main(Path(sys.argv[1])))
