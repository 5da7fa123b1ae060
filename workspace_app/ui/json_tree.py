"""A value of JSON to be read: each part by its name, what is inside of it a click away (L36)."""

import json
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtWidgets import QFrame, QStyledItemDelegate, QStyleOptionViewItem, QTreeWidget, QTreeWidgetItem, QWidget

from workspace_app.ui.small_widgets import plain_tip

MOST = 300
"""Parts; a larger value would hold up the window, so it is shown as it is written."""
_MARGIN = 10


class JsonTree(QTreeWidget):
    """Names on the left, values on the right; nothing in it can be changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderLabels([self.tr("Name"), self.tr("Value")])
        self.setAccessibleName(self.tr("Parts of the work"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(True)
        self.setItemDelegateForColumn(1, _WholeText(self))
        self.header().sectionResized.connect(self.scheduleDelayedItemsLayout)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setStyleSheet("QTreeView { background: transparent; border: 0; } QTreeView::item { padding: 4px 0; }")

    def show_value(self, value: Any) -> None:
        """Show an object or a list, unfolded."""
        self.clear()
        self.addTopLevelItems([self._item(name, part) for name, part in _parts(value)])
        self.expandAll()
        self.resizeColumnToContents(0)
        self.setColumnWidth(0, min(self.columnWidth(0) + 12, 220))

    def _item(self, name: str, value: Any) -> QTreeWidgetItem:
        item = QTreeWidgetItem([name, self._words(value)])
        item.setToolTip(0, plain_tip(name))
        for column in (0, 1):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        item.addChildren([self._item(inside, part) for inside, part in _parts(value)])
        return item

    def _words(self, value: Any) -> str:
        if isinstance(value, bool):
            return self.tr("yes") if value else self.tr("no")
        if value is None or value in ("", [], {}):
            return self.tr("(nothing)")
        if isinstance(value, dict | list):
            return ""
        return value if isinstance(value, str) else json.dumps(value)


class _WholeText(QStyledItemDelegate):
    """Makes a row as high as its text is in the width of its column; Qt's own takes every text for one line."""

    def __init__(self, tree: JsonTree) -> None:
        super().__init__(tree)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        usual, width = super().sizeHint(option, index), self._tree.columnWidth(index.column()) - _MARGIN
        room = QRect(0, 0, max(40, width), 100_000)
        text = self._tree.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, str(index.data()))
        return QSize(usual.width(), max(usual.height(), text.height() + _MARGIN))


def read_tree(text: str) -> Any:
    """The object or list that a text is, if it can be shown as a tree; None if it is something else or too large."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) and value and _count(value) <= MOST else None


def _count(value: Any) -> int:
    return 1 + sum(_count(part) for _, part in _parts(value))


def _parts(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return [(str(number), part) for number, part in enumerate(value, 1)] if isinstance(value, list) else []
