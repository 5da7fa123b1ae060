"""The parts of the window that F6 leads through, as in other programs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


@dataclass(frozen=True)
class Part:
    """A part of the window.

    Args:
        focus: gives it the keyboard, where a person goes on in it.
    """

    widget: QWidget
    focus: Callable[[], object]


@runtime_checkable
class HasParts(Protocol):
    """A page of several parts."""

    def parts(self) -> list[Part]:
        """Its parts, from left to right and from top to bottom."""
        ...


def go_round(parts: Sequence[Part], by: int) -> None:
    """Give the keyboard to the next visible part (`by` 1) or the one before (-1)."""
    seen = [part for part in parts if part.widget.isVisible()]
    focus = QApplication.focusWidget()
    at = next((place for place, part in enumerate(seen) if focus and _holds(part.widget, focus)), None)
    if seen:
        # From nowhere in particular the way begins at either end.
        start = at if at is not None else (-1 if by > 0 else 0)
        seen[(start + by) % len(seen)].focus()


def focus_first(page: QWidget) -> None:
    """Give the keyboard to the first thing in a page that takes it."""
    widget = page.nextInFocusChain()
    while widget is not None and widget is not page:
        takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if takes and page.isAncestorOf(widget) and widget.isVisible() and widget.isEnabled():
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            return
        widget = widget.nextInFocusChain()


def _holds(widget: QWidget, focus: QWidget) -> bool:
    return widget is focus or widget.isAncestorOf(focus)
