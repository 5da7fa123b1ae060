"""Ctrl+K: find an action, a task or anything that was said, by typing a part of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Slot,
)
from PySide6.QtGui import QCloseEvent, QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from workspace_app.ui.small_widgets import label
from workspace_app.ui.theme import Theme

_ENTRY = Qt.ItemDataRole.UserRole + 1
_ROW = 44
_WAIT_MS = 120
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Entry:
    """Something that can be found.

    Args:
        text: its name.
        about: a short line below or beside it.
        keys: its shortcut, shown at the right.
        run: what choosing it does.
    """

    text: str
    run: Callable[[], object]
    about: str = ""
    keys: str = ""
    icon: str = "chevron_right"
    color: str = "muted"


Found = Callable[[Sequence[Entry]], None]
Source = Callable[[str, Found], None]
"""Given a text, calls back with the entries that fit it, best first; at once or later."""


class Palette(QWidget):
    """A field and a list under it; arrows choose, Enter runs, Esc leaves.

    Args:
        source: where entries come from.
        hint: what the field asks for.
    """

    def __init__(self, theme: Theme, source: Source, hint: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(hint)
        self._frame = QFrame(self)
        self._window = parent
        self._source = source
        self._before: QWidget | None = None
        self._model = _Entries(self)
        self.field = QLineEdit(self._frame)
        self.field.setPlaceholderText(hint)
        self.field.setAccessibleName(hint)
        self.list = QListView(self._frame)
        self.list.setModel(self._model)
        self.list.setItemDelegate(_Delegate(theme, self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setStyleSheet("QListView { background: transparent; border: 0; }")
        self._nothing = label(self.tr("Nothing found."), "muted", self._frame)
        self._nothing.setContentsMargins(10, 8, 10, 8)
        self._build()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._ask)
        self.field.textChanged.connect(self._typed)
        self.list.clicked.connect(self._run)
        self.field.installEventFilter(self)
        self._ask()

    def open_it(self) -> None:
        """Show it over its window, in the place of one that is open already."""
        window = self._window
        for other in window.findChildren(Palette):
            if other is not self:
                other.close()
        self._before = QApplication.focusWidget()
        window.installEventFilter(self)
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus()

    def _place(self) -> None:
        window = self._window
        self.setGeometry(window.rect())
        width = min(640, window.width() - 48)
        self._frame.setGeometry((window.width() - width) // 2, 72, width, min(460, window.height() - 120))

    def _build(self) -> None:
        self._frame.setProperty("kind", "popup")
        inside = QVBoxLayout(self._frame)
        inside.setContentsMargins(10, 10, 10, 10)
        inside.setSpacing(8)
        inside.addWidget(self.field)
        inside.addWidget(self.list, 1)
        inside.addWidget(self._nothing)

    @Slot()
    def _typed(self) -> None:
        self._timer.start()

    @Slot()
    def _ask(self) -> None:
        self._source(self.field.text().strip(), self._found)

    def _found(self, entries: Sequence[Entry]) -> None:
        self._model.set_entries(entries)
        self._nothing.setVisible(not entries and bool(self.field.text().strip()))
        self.list.setCurrentIndex(self._model.index(0))

    @Slot(QModelIndex)
    def _run(self, index: QModelIndex) -> None:
        entry = index.data(_ENTRY)
        if isinstance(entry, Entry):
            self.close()
            entry.run()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        if self._before is not None and isValid(self._before):
            self._before.setFocus()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the list."""
        self.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, 40))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self._place()
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        if (by := steps.get(Qt.Key(event.key()))) is not None:
            row = max(0, min(self._model.rowCount() - 1, self.list.currentIndex().row() + by))
            self.list.setCurrentIndex(self._model.index(row))
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._timer.isActive():
                self._timer.stop()
                self._ask()
            self._run(self.list.currentIndex())
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        # Tab would lead to what is behind.
        return event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


def matching(entries: Sequence[Entry], text: str) -> list[Entry]:
    """The entries whose name or line has every word of `text`, those whose name begins with it first."""
    words = text.casefold().split()
    found = [entry for entry in entries if all(word in f"{entry.text} {entry.about}".casefold() for word in words)]
    return sorted(found, key=lambda entry: not entry.text.casefold().startswith(text.casefold()))


class _Entries(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._entries: Sequence[Entry] = ()

    def set_entries(self, entries: Sequence[Entry]) -> None:
        self.beginResetModel()
        self._entries = entries
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self._entries[index.row()]
        if role == _ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (entry.text, entry.about, entry.keys) if part)
        return None


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(200, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        entry = index.data(_ENTRY)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("selected" if chosen else "hover"))
            painter.drawRoundedRect(option.rect, 6, 6)
        rect = option.rect.adjusted(10, 0, -10, 0)
        self._theme.icon(entry.icon, entry.color).paint(painter, QRect(rect.left(), rect.center().y() - 8, 16, 16))
        painter.setPen(self._theme.color("muted"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, entry.keys)
        keys = painter.fontMetrics().horizontalAdvance(entry.keys) + 12 if entry.keys else 0
        self._paint_words(painter, option.font, rect.adjusted(28, 0, -keys, 0), entry)
        painter.restore()

    def _paint_words(self, painter: QPainter, font: QFont, rect: QRect, entry: Entry) -> None:
        lines = (
            [(entry.text, "text"), (" ".join(entry.about.split()), "muted")] if entry.about else [(entry.text, "text")]
        )
        height = rect.height() // len(lines) - (2 if entry.about else 0)
        top = rect.top() + (2 if entry.about else 0)
        for n, (text, color) in enumerate(lines):
            painter.setFont(font)
            painter.setPen(self._theme.color(color))
            line = QRect(rect.left(), top + n * height, rect.width(), height)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)
