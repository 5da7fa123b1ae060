"""A changed table: added and removed rows and columns in their colours, changed cells with what stood there before."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QFont, QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QTableView, QVBoxLayout, QWidget

from workspace_app.ui.small_widgets import IconButton, label, plain_tip
from workspace_app.ui.table_diff import Column, Row, TableDiff
from workspace_app.ui.theme import Theme

_AROUND = 1
"""Rows without a change that are shown beside one with a change."""
_WIDEST = 280
Index = QModelIndex | QPersistentModelIndex


class TableDiffModel(QAbstractTableModel):
    """The rows of a changed table, all or only those around changes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._diff = TableDiff((), ())
        self._places: list[int] = []

    def show_diff(self, diff: TableDiff, *, whole: bool) -> None:
        """Show another table."""
        self.beginResetModel()
        self._diff = diff
        self._places = list(range(len(diff.rows))) if whole else _around_changes(diff)
        self.endResetModel()

    def changed_rows(self) -> list[int]:
        """The numbers of the shown rows with a change."""
        rows = self._diff.rows
        return [number for number, place in enumerate(self._places) if self._diff.is_changed(rows[place])]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._diff.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self._diff.rows[self._places[index.row()]], self._diff.columns[index.column()]
        old, new = self._diff.cell(row, column)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            text = f"{old} → {new}" if None not in (old, new) and old != new else new if new is not None else old
            return plain_tip(text or "") if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row, column)
        kind = self._kind(row, column)
        if role == Qt.ItemDataRole.BackgroundRole and kind != "same":
            return self._theme.color({"added": "added_soft", "removed": "removed_soft"}.get(kind, "warning_soft"))
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._theme.color("removed" if kind == "removed" else "text")
        if role == Qt.ItemDataRole.FontRole and kind == "changed":
            font = QFont()
            font.setBold(True)
            return font
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Horizontal:
            column = self._diff.columns[section]
            return (
                f"{_sign('added' if column.old is None else 'removed' if column.new is None else 'same')}{column.name}"
            )
        row = self._diff.rows[self._places[section]]
        return f"{_sign(row.kind)}{row.new_n or row.old_n}"

    def _kind(self, row: Row, column: Column) -> str:
        if row.kind in ("added", "removed"):
            return row.kind
        if column.old is None or column.new is None:
            return "added" if column.old is None else "removed"
        old, new = self._diff.cell(row, column)
        return "same" if old == new else "changed"

    def _spoken(self, row: Row, column: Column) -> str:
        words = {"added": self.tr("added"), "removed": self.tr("removed"), "changed": self.tr("changed")}
        old, new = self._diff.cell(row, column)
        text = f"{old} → {new}" if self._kind(row, column) == "changed" else str(new if new is not None else old)
        return f"{column.name}: {text} {words.get(self._kind(row, column), '')}".strip()


class TableDiffView(QWidget):
    """The table, how much of it changed, and the way from change to change (F8, Shift+F8)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._diff = TableDiff((), ())
        self.model = TableDiffModel(theme, self)
        self.table = QTableView(self)
        self.table.setModel(self.model)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setWordWrap(False)
        self.table.setAccessibleName(self.tr("Changes of the table"))
        self.table.verticalHeader().setDefaultSectionSize(26)
        self.summary = label("", "muted", self)
        self.summary.setWordWrap(True)
        self.whole = QCheckBox(self.tr("All rows"), self)
        self.whole.toggled.connect(self._show)
        self.up = IconButton(theme, "chevron_up", self.tr("Previous change (Shift+F8)"), self)
        self.down = IconButton(theme, "chevron_down", self.tr("Next change (F8)"), self)
        head = QHBoxLayout()
        head.addWidget(self.summary, 1)
        for widget in (self.whole, self.up, self.down):
            head.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.table, 1)
        self.up.clicked.connect(self.previous)
        self.down.clicked.connect(self.next)
        for key, slot in (("F8", self.next), ("Shift+F8", self.previous)):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        self.setFocusProxy(self.table)

    def show_diff(self, diff: TableDiff) -> None:
        """Show another table."""
        self._diff = diff
        kinds = [row.kind for row in diff.rows]
        changed = sum(diff.is_changed(row) for row in diff.rows if row.kind == "changed")
        columns = sum(column.old is None or column.new is None for column in diff.columns)
        text = self.tr(
            "Rows: {changed} changed, {added} added, {removed} removed. Columns added or removed: {columns}."
        )
        counts = {"added": kinds.count("added"), "removed": kinds.count("removed"), "columns": columns}
        self.summary.setText(text.format(changed=changed, **counts))
        self._show()

    @Slot()
    def _show(self) -> None:
        self.model.show_diff(self._diff, whole=self.whole.isChecked())
        self.table.resizeColumnsToContents()  # Qt looks at the rows in view only
        for column in range(self.model.columnCount()):
            self.table.setColumnWidth(column, min(_WIDEST, self.table.columnWidth(column) + 12))

    @Slot()
    def next(self) -> None:
        """Go to the next row with a change."""
        self._go(1)

    @Slot()
    def previous(self) -> None:
        """Go to the row with a change before this one."""
        self._go(-1)

    def _go(self, direction: int) -> None:
        rows, at = self.model.changed_rows(), self.table.currentIndex().row()
        wanted = [row for row in rows if (row > at if direction > 0 else row < at)]
        if wanted:
            row = wanted[0] if direction > 0 else wanted[-1]
            self.table.setCurrentIndex(self.model.index(row, max(0, self.table.currentIndex().column())))


def _around_changes(diff: TableDiff) -> list[int]:
    places: set[int] = set()
    for place, row in enumerate(diff.rows):
        if diff.is_changed(row):
            places.update(range(max(0, place - _AROUND), min(len(diff.rows), place + _AROUND + 1)))
    return sorted(places) or list(range(len(diff.rows)))


def _sign(kind: str) -> str:
    return {"added": "+ ", "removed": "− "}.get(kind, "")
