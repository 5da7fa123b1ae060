"""Shows what changed between two versions of a text: signs, line numbers, colours, and the changed words."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QPainter, QPaintEvent, QResizeEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from workspace_app.ui.diff_lines import DiffLine, counts, read_diff
from workspace_app.ui.small_widgets import label
from workspace_app.ui.theme import Theme

_SIGNS = {"added": "+", "removed": "−", "same": "", "hunk": "", "note": ""}
_SURFACE = {"added": "added_soft", "removed": "removed_soft", "hunk": "panel"}
_MOST_MARKED = 5000


class DiffView(QPlainTextEdit):
    """A diff, read-only, with a gutter.

    Args:
        side: "old" or "new" to show only that side of it, its lines with their numbers there.
    """

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, side: Literal["both", "old", "new"] = "both"
    ) -> None:
        super().__init__(parent)
        self._theme, self._side = theme, side
        self._lines: list[DiffLine | None] = []
        self._gutter = _Gutter(self)
        self.setReadOnly(True)
        self.setStyleSheet("QPlainTextEdit { background: transparent; border: 0; padding: 0; }")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setAccessibleName(self.tr("Changes"))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.updateRequest.connect(self._follow)

    def show_diff(self, text: str) -> None:
        """Show a unified diff of one file; a sentence if nothing changed."""
        self.show_lines(read_diff(text))

    def show_lines(self, lines: Sequence[DiffLine | None]) -> None:
        """Show lines; None is a place where only the other side has one."""
        self._lines = list(lines)
        shown = "\n".join(self._words(line) for line in self._lines)
        self.setPlainText(shown or self.tr("These two versions have the same text."))
        self._colour()
        self._fit_gutter()

    def lines(self) -> list[DiffLine]:
        """What is shown."""
        return [line for line in self._lines if line is not None]

    def _words(self, line: DiffLine | None) -> str:
        if line is None:
            return ""
        return f"⋯ {line.text}".rstrip() if line.kind == "hunk" else line.text

    def _colour(self) -> None:
        selections = []
        block = self.document().firstBlock()
        for line in self._lines[:_MOST_MARKED]:
            surface = "panel" if line is None else _SURFACE.get(line.kind)
            if surface is not None:
                selections.append(self._selection(block.position(), None, self._theme.color(surface)))
            selections += self._changed_words(line, block.position()) if line is not None else []
            block = block.next()
        self.setExtraSelections(selections)

    def _changed_words(self, line: DiffLine, at: int) -> list[QTextEdit.ExtraSelection]:
        strong = self._theme.color("added" if line.kind == "added" else "removed")
        strong.setAlpha(90)
        return [
            self._selection(at + _units(line.text, start), at + _units(line.text, end), strong)
            for start, end in line.marks
        ]

    def _selection(self, start: int, end: int | None, color: QColor) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        if end is None:
            selection.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        else:
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        selection.format.setBackground(color)
        selection.cursor = cursor
        return selection

    # the gutter

    def paint_gutter(self, event: QPaintEvent) -> None:
        """Draw numbers and signs for the lines in view."""
        painter = QPainter(self._gutter)
        painter.fillRect(event.rect(), self._theme.color("panel"))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            line = self._lines[block.blockNumber()] if block.blockNumber() < len(self._lines) else None
            if line is not None:
                self._paint_number(painter, line, top)
            block, top = block.next(), top + height

    def _paint_number(self, painter: QPainter, line: DiffLine, top: float) -> None:
        number = line.old if self._side == "old" or line.new is None else line.new
        height = self.fontMetrics().height()
        width = self._gutter.width()
        painter.setPen(self._theme.color("muted"))
        if number is not None:
            painter.drawText(QRect(0, round(top), width - 26, height), Qt.AlignmentFlag.AlignRight, str(number))
        if sign := _SIGNS[line.kind]:
            painter.setPen(self._theme.color(line.kind))
            painter.drawText(QRect(width - 20, round(top), 12, height), Qt.AlignmentFlag.AlignHCenter, sign)

    def gutter_width(self) -> int:
        """Room for the largest line number and the sign."""
        largest = max((line.new or line.old or 0 for line in self.lines()), default=0)
        return self.fontMetrics().horizontalAdvance("9" * max(2, len(str(largest)))) + 34

    def _fit_gutter(self) -> None:
        self.setViewportMargins(self.gutter_width() + 6, 0, 0, 0)
        area = self.contentsRect()
        self._gutter.setGeometry(QRect(area.left(), area.top(), self.gutter_width(), area.height()))
        self._gutter.update()

    def _follow(self, _area: QRect, _scrolled: int) -> None:
        self._gutter.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_gutter()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._lines:
            self._colour()


class _Gutter(QWidget):
    def __init__(self, view: DiffView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_gutter(event)


class DiffDialog(QDialog):
    """A diff in a window of its own."""

    def __init__(self, theme: Theme, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(800, 600)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.view = DiffView(theme, self)
        self.view.show_diff(text)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(label(title, "heading", self))
        layout.addWidget(label(diff_summary(self.view.lines()), "muted", self))
        layout.addWidget(self.view, 1)
        layout.addWidget(buttons)


def diff_summary(lines: list[DiffLine]) -> str:
    """How many lines were added and removed, in words."""
    added, removed = counts(lines)
    return QCoreApplication.translate("DiffDialog", "{added} lines added, {removed} removed").format(
        added=added, removed=removed
    )


def _units(text: str, place: int) -> int:
    """A place in a text as Qt counts it: characters beyond the basic plane take two."""
    return len(text[:place].encode("utf-16-le")) // 2
