"""Choosing a middleware to add: each with a sentence of help."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from workspace_app.ui.catalogue import Entries
from workspace_app.ui.engine_words import localized
from workspace_app.ui.middleware_words import middleware_word
from workspace_app.ui.theme import Theme

_ABOUT, _NOTE = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
_PAD, _GAP = 12, 3
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_Index = QModelIndex | QPersistentModelIndex


class MiddlewareChooser(QDialog):
    """A list by keys or mouse.

    Args:
        entries: of the verb `middleware`, those that may be added.
        there: the type of the strategy for the context that the assistant has, which another one takes the place of.

    Signals:
        chosen: the type of the one to add.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, entries: Entries, there: str | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Add middleware"))
        self.resize(600, 520)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.windowTitle())
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setMouseTracking(True)
        self.list.setItemDelegate(_Delegate(theme, self.list))
        for entry in entries:
            item = QListWidgetItem(middleware_word(str(entry["type"])), self.list)
            item.setData(Qt.ItemDataRole.UserRole, entry["type"])
            item.setData(_ABOUT, localized(str(entry["help"])))
            item.setData(_NOTE, self._note(there) if entry.get("alone") else "")
            words = ". ".join(filter(None, (item.text(), item.data(_ABOUT), item.data(_NOTE))))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        self.list.setCurrentRow(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.add = buttons.addButton(self.tr("Add"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.add.setProperty("kind", "primary")
        self.add.setEnabled(self.list.count() > 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(self.list)
        layout.addWidget(buttons)
        self.list.itemActivated.connect(self.accept)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)

    @Slot()
    def accept(self) -> None:
        """Add the one that is marked."""
        item = self.list.currentItem()
        super().accept()
        if item is not None:
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def _note(self, there: str | None) -> str:
        if there is None:
            return self.tr("Shortens what is sent: an assistant has one of this kind.")
        return self.tr("Shortens what is sent: takes the place of “{0}”.").format(middleware_word(there))


class _Delegate(QStyledItemDelegate):
    """A name, and under it in smaller weight what it does."""

    def __init__(self, theme: Theme, parent: QListWidget) -> None:
        super().__init__(parent)
        self._theme, self._list = theme, parent

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        width = self._list.viewport().width()
        return QSize(width, self._lay_out(option.font, index, width - 2 * _PAD)[-1][1].bottom() + _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, over = state & QStyle.StateFlag.State_Selected, state & QStyle.StateFlag.State_MouseOver
        if chosen or over:
            painter.setPen(self._theme.color("accent") if chosen else Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("selected" if chosen else "hover"))
            painter.drawRoundedRect(box.adjusted(2, 1, -2, -1), 6, 6)
        for (text, place), color in zip(
            self._lay_out(option.font, index, box.width() - 2 * _PAD), ("text", "muted", "accent"), strict=False
        ):
            painter.setFont(_strong(option.font) if color == "text" else option.font)
            painter.setPen(self._theme.color(color))
            painter.drawText(place.translated(box.topLeft()), _WRAP, text)
        painter.restore()

    def _lay_out(self, font: QFont, index: _Index, width: int) -> list[tuple[str, QRect]]:
        """The texts of an entry, each with its place within it."""
        found: list[tuple[str, QRect]] = []
        top = _PAD - 4
        for role, used in ((Qt.ItemDataRole.DisplayRole, _strong(font)), (_ABOUT, font), (_NOTE, font)):
            text = str(index.data(role) or "")
            if text:
                height = QFontMetrics(used).boundingRect(QRect(0, 0, width, 10_000), _WRAP, text).height()
                found.append((text, QRect(_PAD, top, width, height)))
                top += height + _GAP
        return found


def _strong(font: QFont) -> QFont:
    strong = QFont(font)
    strong.setWeight(QFont.Weight.DemiBold)
    return strong
