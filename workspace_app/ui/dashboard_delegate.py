"""How the rows of the dashboard look."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.ui.ago import since
from workspace_app.ui.dashboard_model import ROW, STALE, Section, step_words
from workspace_app.ui.engine_words import localized
from workspace_app.ui.theme import Theme

_CARD = 68
_GAP = 8
_HEADING = 48
_ICON = 20
_BUTTON = QSize(96, 30)
_BAR = 96
_ASIDE = 116
_Index = QModelIndex | QPersistentModelIndex


class DashboardDelegate(QStyledItemDelegate):
    """A card for each task: status icon, title, where it is and since when; what waits has a button that leads there."""

    jump_requested = Signal(str)
    """The button of a waiting task was pressed; carries the task's id."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(200, _HEADING if isinstance(index.data(ROW), Section) else _CARD + _GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = index.data(ROW)
        if isinstance(row, Section):
            self._paint_heading(painter, option, row)
        else:
            self._paint_card(painter, option, row, str(index.data(STALE) or ""))
        painter.restore()

    def button_rect(self, row: QRect) -> QRect:
        """Where the button of a waiting task is within its row."""
        card = _card(row)
        return QRect(
            card.right() - _BUTTON.width() - 16,
            card.center().y() - _BUTTON.height() // 2,
            _BUTTON.width(),
            _BUTTON.height(),
        )

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: _Index
    ) -> bool:
        row = index.data(ROW)
        if isinstance(event, QMouseEvent) and isinstance(row, Task) and row.status is Status.WAITING:
            inside = self.button_rect(option.rect).contains(event.position().toPoint())
            if inside and event.type() == QEvent.Type.MouseButtonRelease:
                self.jump_requested.emit(row.id)
            return inside
        return False

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, section: Section) -> None:
        rect = option.rect.adjusted(2, 14, 0, -6)
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(self._theme.color("status.waiting" if section.project is None else "text"))
        title = painter.fontMetrics().elidedText(section.title, Qt.TextElideMode.ElideRight, rect.width() - 60)
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, title)
        width = painter.fontMetrics().horizontalAdvance(title)
        painter.setFont(option.font)
        painter.setPen(self._theme.color("muted"))
        painter.drawText(rect.adjusted(width + 10, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, str(section.count))

    def _paint_card(self, painter: QPainter, option: QStyleOptionViewItem, task: Task, stale: str) -> None:
        card = _card(option.rect)
        self._paint_surface(painter, option, card)
        icon = QRect(card.left() + 16, card.center().y() - _ICON // 2, _ICON, _ICON)
        self._theme.status_icon(task.status).paint(painter, icon)
        right = self._paint_right(painter, option, card, task)
        text = QRect(icon.right() + 14, card.top(), right - icon.right() - 30, card.height())
        self._paint_words(painter, option, text, task, stale)

    def _paint_surface(self, painter: QPainter, option: QStyleOptionViewItem, card: QRect) -> None:
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(self._theme.color("accent" if chosen else "line"))
        painter.setBrush(self._theme.color("accent_soft" if chosen else "hover" if hovered else "card"))
        painter.drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _paint_right(self, painter: QPainter, option: QStyleOptionViewItem, card: QRect, task: Task) -> int:
        """Progress, and the button or since when; returns where the words must end."""
        right = card.right() - 16
        if task.status is Status.WAITING:
            self._paint_button(painter, option, self.button_rect(option.rect))
        else:
            rect = QRect(right - _ASIDE, card.top(), _ASIDE, card.height())
            painter.setPen(self._theme.color("muted"))
            painter.setFont(option.font)
            painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, since(task.updated_at))
        right -= _ASIDE
        if task.approved and task.steps and card.width() > 640:
            self._paint_bar(painter, QRectF(right - _BAR, card.center().y() - 2, _BAR, 5), task)
            right -= _BAR + 16
        return right

    def _paint_button(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accent"))
        painter.drawRoundedRect(rect, 6, 6)
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(self._theme.color("accent_text"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.tr("Answer"))

    def _paint_bar(self, painter: QPainter, rect: QRectF, task: Task) -> None:
        done = task.step - (task.status is not Status.DONE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("line"))
        painter.drawRoundedRect(rect, 2.5, 2.5)
        painter.setBrush(self._theme.status_color(task.status))
        painter.drawRoundedRect(
            QRectF(rect.left(), rect.top(), rect.width() * max(0, done) / task.steps, rect.height()), 2.5, 2.5
        )

    def _paint_words(
        self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect, task: Task, stale: str
    ) -> None:
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(self._theme.color("text"))
        top = QRect(rect.left(), rect.top() + 12, rect.width(), 22)
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter, _elided(painter, task.title, rect.width()))
        painter.setFont(option.font)
        word = self._theme.status_word(task.status)
        below = top.translated(0, 24)
        painter.setPen(self._theme.status_color(task.status))
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, word)
        used = painter.fontMetrics().horizontalAdvance(word + "  ")
        if stale:
            painter.setPen(self._theme.color("status.interrupted"))
            painter.drawText(below.adjusted(used, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, f"·  {stale}")
            used += painter.fontMetrics().horizontalAdvance(f"·  {stale}  ")
        parts = [step_words(task), localized(task.waits_for)]
        if task.status is Status.WAITING:
            parts.append(since(task.updated_at))
        painter.setPen(self._theme.color("muted"))
        rest = "·  " + "  ·  ".join(part for part in parts if part)
        painter.drawText(
            below.adjusted(used, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, _elided(painter, rest, rect.width() - used)
        )


def _card(row: QRect) -> QRect:
    return row.adjusted(1, 0, -1, -_GAP)


def _elided(painter: QPainter, text: str, width: int) -> str:
    return painter.fontMetrics().elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, width)
