"""How a row of the sidebar looks."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from workspace_app.ui.sidebar_model import DEPTH, KIND, PROGRESS, STATUS
from workspace_app.ui.theme import Theme

ROW = 32
INDENT = 16
DEEPEST = 4
"""Pixels by which a branch stands in, and how many times at most."""
_ICON = 16
_Index = QModelIndex | QPersistentModelIndex


class SidebarDelegate(QStyledItemDelegate):
    """Status icon, title shortened where it does not fit, and "2/3" at the right."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(120, ROW + (6 if index.data(KIND) != "task" else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = self._row(option).adjusted(6, 1, -6, -1)
        self._paint_back(painter, option, rect)
        kind = index.data(KIND)
        if kind == "task":
            left = 22 + _indent(index)
            if left > 22:
                self._paint_branch(painter, rect, rect.left() + left)
            self._paint_task(painter, option.font, rect.adjusted(left, 0, -8, 0), index)
        else:
            self._paint_heading(painter, option, rect.adjusted(6, 0, -8, 0), index)
        painter.restore()

    def updateEditorGeometry(self, editor: object, option: QStyleOptionViewItem, index: _Index) -> None:
        left = 44 + _indent(index) if index.data(KIND) == "task" else 26
        editor.setGeometry(self._row(option).adjusted(left, 1, -6, -1))  # type: ignore[attr-defined]

    def _row(self, option: QStyleOptionViewItem) -> QRect:
        """The whole row: the view's own indentation is not used."""
        view = option.widget
        rect = QRect(option.rect)
        if isinstance(view, QTreeView):
            rect.setLeft(0)
            rect.setRight(view.viewport().width())
        return rect

    def _paint_back(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("selected" if selected else "hover"))
            painter.drawRoundedRect(rect, 6, 6)
        if focused:
            painter.setPen(self._theme.color("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect, 6, 6)

    def _paint_branch(self, painter: QPainter, rect: QRect, left: int) -> None:
        """The line from the task above to a branch of it."""
        painter.setPen(QPen(self._theme.color("muted"), 1))
        x, y = left - INDENT + 8, rect.center().y() + 1
        painter.drawPolyline([QPoint(x, rect.top() - 4), QPoint(x, y), QPoint(left - 3, y)])

    def _paint_task(self, painter: QPainter, font: QFont, rect: QRect, index: _Index) -> None:
        icon = QRect(rect.left(), rect.center().y() - _ICON // 2 + 1, _ICON, _ICON)
        self._theme.status_icon(index.data(STATUS)).paint(painter, icon)
        left = rect.left() + _ICON + 8
        progress = index.data(PROGRESS)
        painter.setFont(font)
        width = painter.fontMetrics().horizontalAdvance(progress) + 8 if progress else 0
        painter.setPen(self._theme.color("muted"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, progress)
        painter.setPen(self._theme.color("text"))
        self._draw(painter, QRect(left, rect.top(), rect.right() - left - width, rect.height()), index)

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect, index: _Index) -> None:
        waiting = index.data(KIND) == "waiting"
        open_ = bool(option.state & QStyle.StateFlag.State_Open)
        rect = rect.adjusted(0, 4, 0, 0)
        arrow = QRect(rect.left(), rect.center().y() - 6, 12, 12)
        self._theme.icon("chevron_down" if open_ else "chevron_right", "muted").paint(painter, arrow)
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(self._theme.color("status.waiting" if waiting else "text"))
        self._draw(painter, rect.adjusted(18, 0, 0, 0), index)

    def _draw(self, painter: QPainter, rect: QRect, index: _Index) -> None:
        title = str(index.data(Qt.ItemDataRole.DisplayRole))
        shown = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def _indent(index: _Index) -> int:
    return INDENT * min(int(index.data(DEPTH) or 0), DEEPEST)
