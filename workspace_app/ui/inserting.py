"""Typing `@` and a part of a name inserts a reference, `#` a preset; buttons do the same (R49, R50)."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Slot
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.chip_check import ChipCheck
from workspace_app.ui.chip_menu import ChipMenu
from workspace_app.ui.chip_object import ICONS
from workspace_app.ui.chip_text import ChipText
from workspace_app.ui.engine_words import localized
from workspace_app.ui.phrases import size_of
from workspace_app.ui.reference_popup import Choice, ReferencePopup
from workspace_app.ui.theme import Theme

Sign = Literal["@", "#"]
_TYPED: dict[Sign, re.Pattern[str]] = {
    # Not in e-mail addresses; but in Chinese there is no space before it.
    "@": re.compile(r"(?<![A-Za-z0-9._%+\-])[@＠]((?:[^\s@＠\ufffc][^@＠\ufffc]{0,40})?)$"),
    "#": re.compile(r"(?<!\S)[#＃]((?:[^\s#＃\ufffc][^#＃\ufffc]{0,40})?)$"),
}
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class Inserting(QObject):
    """Makes a field one in which references and presets can be inserted.

    Args:
        field: shows references as chips from now on.
    """

    def __init__(self, bridge: Bridge, theme: Theme, field: ChipText) -> None:
        super().__init__(field)
        self._bridge, self._theme, self._field = bridge, theme, field
        self._project: str | None = None
        self._task: str | None = None
        self._values: Mapping[str, str] = {}
        self._popup: ReferencePopup | None = None
        self._sign: Sign | None = None
        self._start = self._dismissed = -1
        self._by_button = self._typed = self._composing = self._pending = self._choose_when_found = False
        self._asked = 0
        field.use_chips(theme)
        self.menu = ChipMenu(bridge, theme, field)
        field.context_menu = self.menu.open_for
        self._check = ChipCheck(bridge, field)
        field.installEventFilter(self)
        field.textChanged.connect(self._text_changed)
        field.cursorPositionChanged.connect(self._cursor_moved)

    def set_place(self, project: str | None, task: str | None, values: Mapping[str, str] | None = None) -> None:
        """Say where the person is, which decides what is offered first.

        Args:
            values: what the placeholders of presets (work, comments, step_task) stand for here, as far as known.
        """
        self._project, self._task, self._values = project, task, values or {}

    @property
    def popup(self) -> ReferencePopup | None:
        """The list, if it is open."""
        return self._popup if self._popup is not None and self._popup.isVisible() else None

    @Slot()
    def insert_reference(self) -> None:
        """Open the list of references at the cursor, as `@` does."""
        self._begin("@")

    @Slot()
    def insert_preset(self) -> None:
        """Open the list of presets at the cursor, as `#` does."""
        self._begin("#")

    def _begin(self, sign: Sign) -> None:
        if self._field.isReadOnly():
            return
        self.close()
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)
        before = self._before_cursor()
        self._note_typing()
        self._field.insertPlainText(sign if not before or before[-1].isspace() else f" {sign}")
        self._by_button = True

    # what is typed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QInputMethodEvent):
            self._composing = bool(event.preeditString())
            self._note_typing()
        elif event.type() == QEvent.Type.FocusOut or event.type() == QEvent.Type.Hide:
            self.close()
        elif isinstance(event, QKeyEvent) and not self._composing:
            if event.type() == QEvent.Type.ShortcutOverride and self._open and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                return self._press(event)
        return False

    def _press(self, event: QKeyEvent) -> bool:
        """Take a key that is meant for the list; True if it was."""
        if not self._open:
            self._note_typing()
            return False
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_Escape:
            self._dismiss()
        elif plain and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.popup is not None:
            self.popup.move_by(1 if event.key() == Qt.Key.Key_Down else -1)
        elif plain and event.key() in _CHOOSING and self._pending:
            self._choose_when_found = True
        elif plain and event.key() in _CHOOSING and self.popup is not None and self.popup.current() is not None:
            self.popup.choose()
        else:
            self._note_typing()
            return False
        return True

    @property
    def _open(self) -> bool:
        return self._sign is not None

    def _note_typing(self) -> None:
        """What changes in this turn of the event loop was typed, and not put there by the program."""
        self._typed = True
        QTimer.singleShot(0, self, self._forget_typing)

    @Slot()
    def _forget_typing(self) -> None:
        self._typed = False

    @Slot()
    def _text_changed(self) -> None:
        if self._typed:
            self._look()

    @Slot()
    def _cursor_moved(self) -> None:
        if self._open and not self._typed:
            self._look()

    def _look(self) -> None:
        before, at = self._before_cursor(), self._field.textCursor().position()
        for sign, pattern in _TYPED.items():
            match = pattern.search(before)
            if match is None:
                continue
            start = at - _units(match[0])
            if start == self._dismissed:
                return
            if start != self._start:
                self._by_button = False
            self._sign, self._start = sign, start
            self._ask(match[1])
            return
        self._dismissed = -1
        self.close()

    def _before_cursor(self) -> str:
        cursor = self._field.textCursor()
        units = cursor.positionInBlock() * 2
        return cursor.block().text().encode("utf-16-le")[:units].decode("utf-16-le", "ignore")

    # what can be inserted

    def _ask(self, query: str) -> None:
        self._asked += 1
        self._pending = True
        done, failed = partial(self._take, self._asked, query), partial(self._failed, self._asked)
        if self._sign == "@":
            self._bridge.call(
                "references", text=query, project=self._project, task=self._task, done=done, failed=failed
            )
        else:
            self._bridge.call("presets", project=self._project, done=done, failed=failed)

    def _take(self, asked: int, query: str, found: Sequence[Mapping[str, Any]]) -> None:
        if asked != self._asked or not self._open:
            return
        self._pending = False
        wanted, self._choose_when_found = self._choose_when_found, False
        choices = self._references(found) if self._sign == "@" else self._presets(found, query)
        if not choices and (query or wanted):
            if self._popup is not None:
                self._popup.hide()
            if wanted:
                self._pass_on()
            return
        self._show(choices)
        if wanted and self._popup is not None:
            self._popup.choose()

    def _pass_on(self) -> None:
        """Nothing fits what was typed: Enter is Enter again."""
        self._dismiss()
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            key = QKeyEvent(kind, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r")
            QApplication.sendEvent(self._field, key)

    def _failed(self, asked: int, sentence: str) -> None:
        if asked == self._asked and self._open:
            self._pending = self._choose_when_found = False
            self._show([], sentence)

    def _references(self, found: Sequence[Mapping[str, Any]]) -> list[Choice]:
        return [
            Choice(
                entry["title"],
                entry["token"],
                entry["detail"],
                ICONS.get(entry["kind"], "link"),
                size_of(entry["size"]) if entry.get("size") is not None else "",
            )
            for entry in found
        ]

    def _presets(self, found: Sequence[Mapping[str, Any]], query: str) -> list[Choice]:
        words = query.casefold().split()
        return [
            Choice(
                localized(entry["name"]),
                self._filled(entry["text"]),
                " ".join(entry["text"].split()),
                "command",
                self.tr("project") if entry["scope"] == "project" else "",
            )
            for entry in found
            if all(word in f"{entry['name']} {localized(entry['name'])}".casefold() for word in words)
        ]

    def _filled(self, text: str) -> str:
        for name, value in self._values.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def _show(self, choices: Sequence[Choice], problem: str = "") -> None:
        hint = self.tr("Insert a reference  ·  Enter inserts, Esc leaves the @")
        if self._sign == "#":
            hint = self.tr("Insert a preset  ·  Enter inserts, Esc leaves the #")
        if not choices:
            hint = problem or self.tr("Nothing to insert here yet.")
        window = self._field.window()
        if self._popup is None or self._popup.parentWidget() is not window:
            if self._popup is not None:
                self._popup.deleteLater()
            self._popup = ReferencePopup(self._theme, window)
            self._popup.chosen.connect(self._insert)
            self._popup.managed.connect(self._manage)
            self.destroyed.connect(self._popup.deleteLater)
        cursor = QTextCursor(self._field.document())
        cursor.setPosition(self._start)
        rect = self._field.cursorRect(cursor)
        place = self._field.viewport().mapTo(window, QPoint(rect.left(), rect.top()))
        beside = QRect(place, rect.size())
        self._popup.show_choices(choices, hint, manage=self._sign == "#", beside=beside)

    # the end

    @Slot(object)
    def _insert(self, choice: Choice) -> None:
        reference, start = self._sign == "@", self._start
        self.close()
        cursor = self._field.textCursor()
        cursor.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
        self._field.setTextCursor(cursor)
        self._field.insert_text(choice.text + (" " if reference else ""))

    @Slot()
    def close(self) -> None:
        """Close the list; what was typed stays."""
        self._sign, self._start = None, -1
        self._pending = self._choose_when_found = self._by_button = False
        if self._popup is not None:
            self._popup.hide()

    def _dismiss(self) -> None:
        """Esc: what was typed stays as it is and does not open the list again; what a button put there goes."""
        start, by_button = self._start, self._by_button
        self.close()
        self._dismissed = start
        if by_button:
            cursor = self._field.textCursor()
            cursor.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    @Slot()
    def _manage(self) -> None:
        from workspace_app.ui.presets_dialog import PresetsDialog

        self._dismiss()
        PresetsDialog(self._bridge, self._theme, self._project, self._field.window()).open()


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
