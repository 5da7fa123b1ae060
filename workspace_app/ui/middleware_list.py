"""The middleware of an assistant as an ordered list: switched, set, moved, added and removed."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from workspace_app.ui.catalogue import Catalogue, Entries
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.hook_picture import HookPicture
from workspace_app.ui.middleware_chooser import MiddlewareChooser
from workspace_app.ui.middleware_row import MiddlewareRow
from workspace_app.ui.middleware_words import REPEATED, in_words, offered
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.tab_order import follow_layout
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint

_PAUSE_MS = 200
"""So long the list must rest before its order is asked for: not at each letter that is typed."""
Listed = tuple[Mapping[str, Any], ...]


class MiddlewareList(QWidget):
    """Outermost first. What is changed is one edit of the plan, so Ctrl+Z brings back what was removed.

    Signals:
        edited: the new list, the field that changed, and the text typed.
    """

    edited = Signal(tuple, str, str)

    def __init__(self, theme: Theme, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._catalogue = theme, catalogue
        self._listed: Listed = ()
        self._asked: Listed | None = None
        self._scrolls = False
        self.rows: list[MiddlewareRow] = []
        self.warning, self.problem = label("", "error", self), ProblemLabel(self)
        self.warning.setWordWrap(True)
        self.warning.hide()
        self.add = button(self.tr("Add middleware…"), "chip", parent=self)
        self.sort = button(self.tr("Default order"), "quiet", parent=self)
        self.show_order = button(self.tr("Show the order of the hooks"), "quiet", parent=self)
        self.show_order.setCheckable(True)
        self.order = QWidget(self)
        self.order.hide()
        self.picture = HookPicture(theme, self.order)
        self._mark = QWidget(self)
        self._mark.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._mark.hide()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_PAUSE_MS)
        self._rest.timeout.connect(self._ask_order)
        self._lay_out()
        self.add.clicked.connect(self._open_chooser)
        self.sort.clicked.connect(self._sort)
        self.show_order.toggled.connect(self._show_picture)
        self.show_order.toggled.connect(self._ask_soon)
        Tint(theme, self.add, "plus")

    def focusNextPrevChild(self, next: bool) -> bool:
        follow_layout(self)
        return super().focusNextPrevChild(next)

    def show_listed(self, listed: Sequence[Mapping[str, Any]]) -> None:
        """Show an assistant's middleware."""
        self._listed = tuple(listed)
        while len(self.rows) < len(self._listed):
            self._make_row()
        about = {entry["type"]: entry for entry in self._catalogue.middleware or ()}
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(self._listed))
            if place < len(self._listed):
                row.show_entry(self._listed[place], about.get(self._listed[place].get("type")))
        self.sort.setVisible(self._sorted() != self._listed)
        self._ask_soon()

    def choices(self) -> Entries:
        """What can be added: most types once, and not what every assistant has."""
        there = {entry.get("type") for entry in self._listed} - REPEATED
        known = self._catalogue.middleware or ()
        return [entry for entry in known if entry["type"] not in there and not entry["everywhere"]]

    def put(self, place: int, to: int) -> None:
        """Move one so that it stands at `to`."""
        to = max(0, min(to, len(self._listed) - 1))
        if to != place:
            listed = list(self._listed)
            listed.insert(to, listed.pop(place))
            self.edited.emit(tuple(listed), "middleware", "")
            self.rows[to].setFocus()

    def _lay_out(self) -> None:
        self._layout = QVBoxLayout()
        self._layout.setSpacing(6)
        tools = FlowLayout(None, 6)
        for widget in (self.add, self.sort, self.show_order):
            tools.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._layout)
        layout.addWidget(self.problem)
        layout.addWidget(self.warning)
        layout.addLayout(tools)
        layout.addWidget(self.order)
        key = label(
            self.tr(
                "What is called in a turn that uses one tool, from top to bottom. ↓ comes before, in the order of the list;"
                " ↑ comes after, in reverse, and what asks you last; a frame goes around what stands in it."
            ),
            "muted",
            self.order,
        )
        key.setWordWrap(True)
        order = QVBoxLayout(self.order)
        order.setContentsMargins(0, 4, 0, 0)
        order.setSpacing(8)
        order.addWidget(key)
        order.addWidget(self.picture)

    def _make_row(self) -> None:
        row, place = MiddlewareRow(self._theme, self._catalogue, self), len(self.rows)
        row.edited.connect(partial(self._change, place))
        row.moved.connect(partial(self._move_by, place))
        row.dragged.connect(partial(self._drag, place))
        row.dropped.connect(partial(self._drop, place))
        row.removed.connect(partial(self._remove, place))
        self._layout.addWidget(row)
        self.rows.append(row)

    def _change(self, place: int, entry: dict[str, Any], setting: str, typed: str) -> None:
        listed = (*self._listed[:place], entry, *self._listed[place + 1 :])
        self.edited.emit(listed, f"middleware.{place}.{setting}", typed)

    def _move_by(self, place: int, by: int) -> None:
        self.put(place, place + by)

    def _drag(self, place: int, at: QPoint) -> None:
        to = self._target(place, at)
        over = self.rows[to].geometry()
        y = over.top() - 5 if to <= place else over.bottom() + 3
        self._mark.setGeometry(over.left(), y, over.width(), 3)
        self._mark.setStyleSheet(f"background: {self._theme.hex('accent')}; border-radius: 1px;")
        self._mark.setVisible(to != place)
        self._mark.raise_()

    def _drop(self, place: int, at: QPoint) -> None:
        self._mark.hide()
        self.put(place, self._target(place, at))

    def _target(self, place: int, at: QPoint) -> int:
        """Where a row that is let go here comes to stand."""
        y = self.mapFromGlobal(at).y()
        others = [row for row in self.rows[: len(self._listed)] if row is not self.rows[place]]
        return sum(row.geometry().center().y() < y for row in others)

    def _remove(self, place: int) -> None:
        self.edited.emit((*self._listed[:place], *self._listed[place + 1 :]), "middleware", "")
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _open_chooser(self) -> None:
        strategies = self._strategies()
        there = next((str(entry["type"]) for entry in self._listed if entry.get("type") in strategies), None)
        chooser = MiddlewareChooser(self._theme, self.choices(), there, self.window())
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.chosen.connect(self._add)
        chooser.open()

    @Slot(str)
    def _add(self, type_: str) -> None:
        """Put it at its place in the default order, as far as the others keep to it; a strategy in place of the one there was."""
        order, strategies = self._order(), self._strategies()
        replaced = strategies if type_ in strategies else frozenset()
        listed = tuple(entry for entry in self._listed if entry.get("type") not in replaced)
        before = sum(order.get(str(entry.get("type")), 0) < order.get(type_, len(order)) for entry in listed)
        self.edited.emit((*listed[:before], offered(type_), *listed[before:]), "middleware", "")
        self.rows[before].setFocus()

    @Slot()
    def _sort(self) -> None:
        self.edited.emit(self._sorted(), "middleware", "")

    def _sorted(self) -> Listed:
        order = self._order()
        return tuple(sorted(self._listed, key=lambda entry: order.get(str(entry.get("type")), len(order))))

    def _strategies(self) -> frozenset[str]:
        """The types of which an assistant has only one."""
        return frozenset(str(entry["type"]) for entry in self._catalogue.middleware or () if entry.get("alone"))

    def _order(self) -> dict[str, int]:
        return {str(entry["type"]): place for place, entry in enumerate(self._catalogue.middleware or ())}

    @Slot(bool)
    def _show_picture(self, on: bool) -> None:
        self.order.setVisible(on)
        self._scrolls = on

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._scrolls and self.picture.lines:  # only now the picture has its place
            self._scrolls = False
            self._scroll_to_picture()

    def _scroll_to_picture(self) -> None:
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if isinstance(area, QScrollArea) and (inside := area.widget()):
            top = self.show_order.mapTo(inside, QPoint(0, 0)).y()
            area.verticalScrollBar().setValue(top - 8)

    @Slot()
    def _ask_soon(self) -> None:
        if self._asked != self._listed and (self._listed or self.show_order.isChecked()):
            self._rest.start()
        elif not self._listed:
            self.problem.show_problem("")
            self.warning.hide()

    @Slot()
    def _ask_order(self) -> None:
        self._asked = self._listed
        arguments: dict[str, Any] = {
            "listed": [dict(entry) for entry in self._listed],
            "project": self._catalogue.project,
        }
        self._catalogue.bridge.call("hook_order", done=partial(self._show_order, self._listed), **arguments)

    def _show_order(self, listed: Listed, order: dict[str, Any]) -> None:
        if listed != self._listed or not order:
            return
        self.problem.show_problem("\n".join(map(_said, order["problems"])))
        self.warning.setText("\n".join(self.tr("Mind: {0}").format(_said(one)) for one in order["warnings"]))
        self.warning.setVisible(bool(order["warnings"]))
        self.picture.show_trace(order["trace"])


def _said(sentence: str) -> str:
    return in_words(localized(sentence))
