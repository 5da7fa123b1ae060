"""A picture of the order in which the hooks of an assistant's middleware are called (L122)."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontDatabase, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workspace_app.ui.middleware_words import middleware_word
from workspace_app.ui.theme import Theme

_LINE, _END, _INDENT = 24, 8, 14


@dataclass(frozen=True)
class HookLine:
    """A line of the picture.

    Args:
        call: as in the trace: "NAME.hook", "NAME.wrap_... in" or "... out", "model", "tool".
        depth: in how many wrappers it stands.
        top: pixels from the upper edge.
    """

    call: str
    depth: int
    top: int

    @property
    def opens(self) -> bool:
        """Whether a wrapper begins here."""
        return self.call.endswith(" in")

    @property
    def closes(self) -> bool:
        """Whether a wrapper ends here."""
        return self.call.endswith(" out")

    @property
    def height(self) -> int:
        """In pixels."""
        return _END if self.closes else _LINE

    @property
    def words(self) -> tuple[str, str]:
        """Who is called, and its hook."""
        name, _, hook = self.call.partition(".")
        return middleware_word(name), hook.partition(" ")[0]


class HookPicture(QWidget):
    """From top to bottom what is called: ↓ before, ↑ after, and a frame around what a wrapper encloses."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines: list[HookLine] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_trace(self, trace: Sequence[str]) -> None:
        """Draw a trace of the verb `hook_order`."""
        self.lines, depth, top = [], 0, 0
        for call in trace:
            depth -= call.endswith(" out")
            line = HookLine(call, depth, top)
            self.lines.append(line)
            depth += line.opens
            top += line.height
        self.setAccessibleName(self.tr("Order of the hooks: {0}").format(", ".join(trace)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, self.lines[-1].top + self.lines[-1].height + 4 if self.lines else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        open_: list[HookLine] = []
        for line in self.lines:
            if line.opens:
                open_.append(line)
            elif line.closes:
                self._frame(painter, open_.pop(), line)
        for line in self.lines:
            if line.call in ("model", "tool"):
                self._call(painter, line)
            elif not line.closes:
                self._hook(painter, line)

    def _frame(self, painter: QPainter, first: HookLine, last: HookLine) -> None:
        left, height = first.depth * _INDENT, last.top + last.height - first.top - 2
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(left + 0.5, first.top + 1.5, max(40, self.width() - 2 * left - 1), height - 2)
        painter.drawRoundedRect(box, 6, 6)

    def _call(self, painter: QPainter, line: HookLine) -> None:
        words = self.tr("the model") if line.call == "model" else self.tr("the tool")
        left = line.depth * _INDENT + 8
        width = painter.fontMetrics().horizontalAdvance(words) + 24
        box = QRectF(left, line.top + 2, width, line.height - 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accent_soft"))
        painter.drawRoundedRect(box, 9, 9)
        painter.setPen(self._theme.color("accent"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _hook(self, painter: QPainter, line: HookLine) -> None:
        who, hook = line.words
        sign = "" if line.opens else "↑ " if hook.startswith(("after_", "post_")) else "↓ "
        left = line.depth * _INDENT + 10
        box = QRectF(left, line.top, self.width() - left - line.depth * _INDENT - 10, line.height)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(self._theme.color("text"))
        painter.drawText(box, middle | Qt.AlignmentFlag.AlignLeft, f"{sign}{who}")
        painter.setPen(self._theme.color("muted"))
        font = painter.font()
        painter.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, hook)
        painter.setFont(font)
