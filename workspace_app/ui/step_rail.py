"""The steps of a task from top to bottom: number, title, who works on it and where it stands."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workspace_app.domain.plan import Plan, PlanError
from workspace_app.domain.records import Conversation, Step
from workspace_app.domain.status import Status
from workspace_app.ui.engine_words import localized
from workspace_app.ui.small_widgets import plain_tip
from workspace_app.ui.step_kinds import kind_words, members
from workspace_app.ui.theme import Theme

WIDE, NARROW = 224, 60
ROW_HEIGHT = 72
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class RailRow:
    """One step as the rail shows it.

    Args:
        edited: number of the newest run for which the step's task was edited, None if there is none (R59).
        stale: whether its newest work is out of date (R60).
    """

    step: Step
    works: int
    edited: int | None = None
    stale: bool = False

    def standing(self, theme: Theme) -> str:
        """Its status in words, or that its work is out of date."""
        if self.status is not self.step.status:
            return QCoreApplication.translate("StepRail", "Out of date")
        return theme.status_word(self.step.status)

    @property
    def status(self) -> Status:
        """The status whose colour and icon it has: what is done but out of date is not at rest."""
        return Status.INTERRUPTED if self.stale and self.step.status is Status.DONE else self.step.status

    def about(self) -> str:
        """Who works on it, and whether a run had another task than the plan says."""
        if self.edited is None:
            return self.who()
        words = QCoreApplication.translate("StepRail", "changed in run {0}").format(self.edited)
        return f"{words} · {self.who()}"

    def who(self) -> str:
        """Who works on it, in words."""
        if self.step.n == 0:
            return QCoreApplication.translate("StepRail", "planner, you")
        try:
            who = members(Plan.from_json({"steps": [dict(self.step.spec)]}).steps[0])
        except PlanError:
            who = ""
        return who or kind_words(self.step.kind).word


class RailModel(QAbstractListModel):
    """The rows; only those that changed are painted again."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[RailRow] = []

    def show_rows(self, rows: Sequence[RailRow]) -> None:
        """Take the rows of the same task again, or of another one."""
        if [row.step.id for row in rows] != [row.step.id for row in self.rows]:
            self.beginResetModel()
            self.rows = list(rows)
            self.endResetModel()
            return
        for place, row in enumerate(rows):
            if row != self.rows[place]:
                self.rows[place] = row
                self.dataChanged.emit(self.index(place), self.index(place))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{row.step.n}  {localized(row.step.title)}"
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            status = row.standing(self._theme)
            words = QCoreApplication.translate("StepRail", "Step {0}: {1}\n{2}, {3}").format(
                row.step.n, localized(row.step.title), row.about(), status
            )
            return plain_tip(words) if role == Qt.ItemDataRole.ToolTipRole else words
        return None


class RailDelegate(QStyledItemDelegate):
    """Paints a row, wide or as a narrow strip."""

    def __init__(self, theme: Theme, rail: "StepRail") -> None:
        super().__init__(rail)
        self._theme, self._rail = theme, rail

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(NARROW, 56) if self._rail.narrow else QSize(WIDE, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._rail.model_of_rows.rows[index.row()]
        box = QRect(option.rect).adjusted(6, 2, -6, -2)
        state = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_surface(painter, box, state)
        if self._rail.narrow:
            self._paint_number(painter, QRect(box.center().x() - 12, box.top() + 4, 24, 20), row)
            self._theme.status_icon(row.status).paint(painter, QRect(box.center().x() - 8, box.top() + 28, 16, 16))
        else:
            self._paint_number(painter, QRect(box.left() + 8, box.top() + 8, 24, 20), row)
            self._paint_words(painter, box.adjusted(40, 8, -8, -6), row)
        painter.restore()

    def _paint_surface(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        focused = selected and self._rail.hasFocus()
        painter.setPen(QPen(self._theme.color("accent"), 1.5) if focused else Qt.PenStyle.NoPen)
        if selected or hovered:
            painter.setBrush(self._theme.color("selected" if selected else "hover"))
            painter.drawRoundedRect(box, 8, 8)

    def _paint_number(self, painter: QPainter, box: QRect, row: RailRow) -> None:
        painter.setPen(self._theme.status_color(row.status))
        font = QFont(self._rail.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(row.step.n))

    def _paint_words(self, painter: QPainter, box: QRect, row: RailRow) -> None:
        font = QFont(self._rail.font())
        metrics = QFontMetrics(font)
        height = metrics.height()
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(self._theme.color("text"))
        _line(painter, QRect(box.left(), box.top(), box.width(), height), localized(row.step.title))
        font.setWeight(QFont.Weight.Normal)
        font.setPointSizeF(font.pointSizeF() - 1)
        painter.setFont(font)
        kind = "plan" if row.step.n == 0 else kind_words(row.step.kind).icon
        second = QRect(box.left(), box.top() + height + 1, box.width(), height)
        self._theme.icon(kind, "muted").paint(painter, QRect(second.left(), second.center().y() - 6, 12, 12))
        painter.setPen(self._theme.color("muted"))
        _line(painter, second.adjusted(18, 0, 0, 0), row.about())
        self._paint_status(painter, QRect(box.left(), box.top() + 2 * height + 1, box.width(), height), row)

    def _paint_status(self, painter: QPainter, box: QRect, row: RailRow) -> None:
        self._theme.status_icon(row.status).paint(painter, QRect(box.left(), box.center().y() - 6, 12, 12))
        painter.setPen(self._theme.status_color(row.status))
        works = _works(row.works)
        taken = painter.fontMetrics().horizontalAdvance(works) + (8 if works else 0)
        _line(painter, box.adjusted(18, 0, -taken, 0), row.standing(self._theme))
        painter.setPen(self._theme.color("muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, works)


class StepRail(QListView):
    """The list of steps; click or arrow keys choose one.

    Signals:
        step_chosen: the person chose a step; carries its number.
    """

    step_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.narrow = False
        self.model_of_rows = RailModel(theme, self)
        self._quiet = False
        self.setModel(self.model_of_rows)
        self.setItemDelegate(RailDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Steps"))
        self.viewport().setAutoFillBackground(False)
        self.set_narrow(False)
        self.selectionModel().currentChanged.connect(self._chosen)

    def set_narrow(self, on: bool) -> None:
        """Show only numbers and status icons, or everything."""
        self.narrow = on
        self.setFixedWidth(NARROW if on else WIDE)
        self.scheduleDelayedItemsLayout()

    def show_steps(
        self,
        steps: Sequence[Step],
        works: dict[int, int],
        edited: Mapping[int, Conversation] | None = None,
        stale: Collection[int] = (),
    ) -> None:
        """Show the steps.

        Args:
            works: how many works each has, by their numbers.
            edited: the runs for which a step's task was edited, by the steps' numbers.
            stale: the numbers of those whose work is out of date.
        """
        current, runs = self.current_step(), {n: run.n for n, run in (edited or {}).items()}
        rows = [RailRow(step, works.get(step.n, 0), runs.get(step.n), step.n in stale) for step in steps]
        self.model_of_rows.show_rows(rows)
        if current is not None and self.current_step() != current:
            self.choose(current)

    def current_step(self) -> int | None:
        """The number of the chosen step."""
        index = self.currentIndex()
        return self.model_of_rows.rows[index.row()].step.n if index.isValid() else None

    def choose(self, n: int) -> None:
        """Choose a step without telling so."""
        place = next((place for place, row in enumerate(self.model_of_rows.rows) if row.step.n == n), None)
        if place is None:
            return
        self._quiet = True
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self.model_of_rows.index(place), flags)
        self._quiet = False

    @Slot(QModelIndex, QModelIndex)
    def _chosen(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and not self._quiet:
            self.step_chosen.emit(self.model_of_rows.rows[current.row()].step.n)


def _works(count: int) -> str:
    if count < 2:
        return QCoreApplication.translate("StepRail", "1 work") if count else ""
    return QCoreApplication.translate("StepRail", "{0} works").format(count)


def _line(painter: QPainter, box: QRect, text: str) -> None:
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
