"""The Tab key goes through a form as one reads it, also where parts of the form were made later than what stands below them."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def follow_layout(widget: QWidget) -> None:
    """Bring what can have the keyboard in `widget` into the order in which it is laid out; the first one stays where it is."""
    for before, after in pairwise(_stops(widget.layout())):
        QWidget.setTabOrder(before, after)


def _stops(layout: QLayout | None) -> Iterator[QWidget]:
    for place in range(layout.count() if layout else 0):
        item = layout.itemAt(place) if layout else None
        widget = item.widget() if item else None
        if widget is not None:
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                yield widget
            yield from _stops(widget.layout())
        elif item is not None:
            yield from _stops(item.layout())
