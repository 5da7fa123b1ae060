"""The list that opens while a person types `@` or `#`: what can be inserted, filtered by what is typed."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme

_CHOICE = Qt.ItemDataRole.UserRole + 1
_ROW, _WIDTH, _MOST_ROWS = 42, 420, 7
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Choice:
    """Something that can be inserted.

    Args:
        text: what is inserted.
        detail: where it is from, or how it begins.
        about: at the right, such as its size.
    """

    title: str
    text: str
    detail: str = ""
    icon: str = "document"
    about: str = ""


class ReferencePopup(QFrame):
    """A list over the window beside the cursor. It never takes the keyboard: the field goes on and hands it keys.

    Signals:
        chosen: an entry was chosen; carries the Choice.
        managed: the button under the list was pressed.
    """

    chosen = Signal(object)
    managed = Signal()

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("kind", "popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._model = _Choices(self)
        self._place = QRect()
        self._window = window
        self.list = QListView(self)
        self.list.setModel(self._model)
        self.list.setItemDelegate(_Delegate(theme, self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setStyleSheet("QListView { background: transparent; border: 0; }")
        self.list.clicked.connect(self._clicked)
        self.hint = label("", "muted", self)
        self.manage = button(self.tr("Presets…"), "quiet", self.tr("Add, change and delete presets"), self)
        self.manage.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.manage.clicked.connect(self.managed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(4)
        self.hint.setContentsMargins(8, 2, 8, 2)
        layout.addWidget(self.hint)
        layout.addWidget(self.list)
        layout.addWidget(self.manage, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_choices(self, choices: Sequence[Choice], hint: str, *, manage: bool, beside: QRect) -> None:
        """Show these entries, the first one marked.

        Args:
            hint: a line above them.
            manage: whether there is a button to change them.
            beside: the cursor, in the window's coordinates.
        """
        self._model.show_choices(choices)
        self.list.setCurrentIndex(self._model.index(0, 0))
        self.list.setVisible(bool(choices))
        self.hint.setText(hint)
        self.manage.setVisible(manage)
        self._place = beside
        self._fit(len(choices))
        self.show()
        self.raise_()

    def choices(self) -> Sequence[Choice]:
        """What is shown."""
        return self._model.choices

    def current(self) -> Choice | None:
        """The marked entry."""
        found = self.list.currentIndex().data(_CHOICE)
        return found if isinstance(found, Choice) else None

    def move_by(self, rows: int) -> None:
        """Mark the entry so many rows further down, around the end."""
        count = self._model.rowCount()
        if count:
            self.list.setCurrentIndex(self._model.index((self.list.currentIndex().row() + rows) % count, 0))

    def choose(self) -> None:
        """Choose the marked entry."""
        current = self.current()
        if current is not None:
            self.chosen.emit(current)

    def _fit(self, rows: int) -> None:
        window, beside = self._window, self._place
        below, above = window.height() - beside.bottom() - 12, beside.top() - 12
        chrome = (
            self.hint.sizeHint().height() + (self.manage.sizeHint().height() if not self.manage.isHidden() else 0) + 26
        )
        room = max(below, above) - chrome
        shown = max(1, min(rows, _MOST_ROWS, room // _ROW)) if rows else 0
        self.list.setFixedHeight(shown * _ROW)
        height = shown * _ROW + chrome
        width = min(_WIDTH, window.width() - 24)
        left = max(12, min(beside.left() - 12, window.width() - width - 12))
        top = beside.bottom() + 6 if below >= height or below >= above else beside.top() - height - 6
        self.setGeometry(QRect(QPoint(left, max(4, top)), QSize(width, height)))

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(index.data(_CHOICE))


class _Choices(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.choices: Sequence[Choice] = ()

    def show_choices(self, choices: Sequence[Choice]) -> None:
        self.beginResetModel()
        self.choices = tuple(choices)
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.choices)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        choice = self.choices[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return choice.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (choice.title, choice.detail, choice.about) if part)
        return choice if role == _CHOICE else None


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(200, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        choice: Choice = index.data(_CHOICE)
        rect = QRect(option.rect)
        marked = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if marked or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("selected" if marked else "hover"))
            painter.drawRoundedRect(rect, 6, 6)
        self._theme.icon(choice.icon, "accent" if marked else "muted").paint(
            painter, QRect(rect.left() + 10, rect.center().y() - 8, 16, 16)
        )
        words = rect.adjusted(36, 4, -10, -4)
        small = QFont(option.font)
        small.setPointSizeF(option.font.pointSizeF() * 0.9)
        painter.setFont(small)
        painter.setPen(self._theme.color("muted"))
        right = painter.fontMetrics().horizontalAdvance(choice.about) + 12 if choice.about else 0
        painter.drawText(words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, choice.about)
        self._line(painter, words, Qt.AlignmentFlag.AlignBottom, choice.detail)
        painter.setFont(option.font)
        painter.setPen(self._theme.color("text"))
        self._line(painter, words.adjusted(0, 0, -right, 0), Qt.AlignmentFlag.AlignTop, choice.title)
        painter.restore()

    def _line(self, painter: QPainter, rect: QRect, at: Qt.AlignmentFlag, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | at, shown)
