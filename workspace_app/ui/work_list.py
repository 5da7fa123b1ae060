"""The works of a step: title, version, author, and what is to be known about each."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workspace_app.domain.records import Work
from workspace_app.ui.small_widgets import plain_tip
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_words import AUTHOR_ICONS, marks, work_line

_WORK = Qt.ItemDataRole.UserRole
_ROW = 48


class WorkList(QListWidget):
    """A short list; the chosen work is shown elsewhere.

    Signals:
        chosen: a work was chosen; carries its id.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Works of this step"))
        self.setItemDelegate(_WorkDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("QListWidget { background: transparent; border: 0; outline: 0; }")
        self.currentItemChanged.connect(self._tell)

    def show_works(self, works: Sequence[Work], current: str | None) -> None:
        """Show the works, with `current` (an id) chosen; sends no signal."""
        blocked = self.blockSignals(True)
        self.clear()
        for work in works:
            item = QListWidgetItem(self)
            item.setData(_WORK, work)
            words = [work.title, work_line(work), *(mark.word for mark in marks(work, work.newest))]
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(words))
            words = [work.title, work.path, *(mark.help for mark in marks(work, work.newest))]
            item.setToolTip(plain_tip("\n".join(words)))
            if work.id == current:
                self.setCurrentItem(item)
        self.blockSignals(blocked)
        self.setVisible(bool(works))

    def fit(self, height: int) -> None:
        """Take as many rows as there are, but not more than `height` pixels; half a row shows that it can be scrolled."""
        wanted = self.count() * _ROW + 2
        self.setFixedHeight(wanted if wanted <= height else max(1, height // _ROW) * _ROW + _ROW // 2)

    def works(self) -> list[Work]:
        """The works that are shown."""
        return [self.item(row).data(_WORK) for row in range(self.count())]

    @Slot(QListWidgetItem, QListWidgetItem)
    def _tell(self, item: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(_WORK).id)


class _WorkDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(160, _ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        work: Work = index.data(_WORK)
        box: QRect = option.rect.adjusted(0, 1, -1, -1)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_surface(painter, box, state)
        self._theme.icon(AUTHOR_ICONS.get(work.newest.author_kind, "document"), "muted").paint(
            painter, QRect(box.left() + 10, box.top() + 8, 16, 16)
        )
        right = self._paint_marks(painter, box, work)
        font: QFont = option.font
        self._paint_words(
            painter, QRect(box.left() + 34, box.top() + 4, right - box.left() - 40, box.height() - 8), work, font
        )
        painter.restore()

    def _paint_surface(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(self._theme.color("accent") if focused else Qt.PenStyle.NoPen)
        painter.setBrush(
            self._theme.color("selected" if selected else "hover") if selected or hovered else Qt.BrushStyle.NoBrush
        )
        painter.drawRoundedRect(box, 6, 6)

    def _paint_marks(self, painter: QPainter, box: QRect, work: Work) -> int:
        """Draw the marks from the right; returns where they begin."""
        right = box.right() - 8
        for mark in marks(work, work.newest):
            if mark.icon in ("info", "edit"):
                continue
            self._theme.icon(mark.icon, mark.color).paint(painter, QRect(right - 16, box.center().y() - 8, 16, 16))
            right -= 22
        return right

    def _paint_words(self, painter: QPainter, box: QRect, work: Work, font: QFont) -> None:
        strong = QFont(font)
        strong.setWeight(QFont.Weight.DemiBold)
        half = box.height() // 2
        lines = ((work.title, strong, "text", box.top()), (work_line(work), font, "muted", box.top() + half))
        for text, used, color, top in lines:
            painter.setFont(used)
            painter.setPen(self._theme.color(color))
            shown = QFontMetrics(used).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(QRect(box.left(), top, box.width(), half), Qt.AlignmentFlag.AlignVCenter, shown)
