"""What changed in a text, the old one left and the new one right, line beside line."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workspace_app.ui.diff_lines import DiffLine
from workspace_app.ui.diff_view import DiffView
from workspace_app.ui.theme import Theme


@dataclass(frozen=True)
class Sides:
    """The lines of both sides, equally many; None where the other side has a line of its own."""

    old: tuple[DiffLine | None, ...]
    new: tuple[DiffLine | None, ...]


def split(lines: Sequence[DiffLine]) -> Sides:
    """The lines of a unified diff, beside one another."""
    old: list[DiffLine | None] = []
    new: list[DiffLine | None] = []
    removed: list[DiffLine] = []
    added: list[DiffLine] = []
    for line in [*lines, None]:
        if line is not None and line.kind in ("removed", "added"):
            (removed if line.kind == "removed" else added).append(line)
            continue
        for left, right in zip_longest(removed, added):
            old.append(left)
            new.append(right)
        removed, added = [], []
        if line is not None:
            old.append(line)
            new.append(line)
    return Sides(tuple(old), tuple(new))


class DiffSides(QWidget):
    """Two texts that scroll together."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.old, self.new = DiffView(theme, self, side="old"), DiffView(theme, self, side="new")
        self.old.setAccessibleName(self.tr("Before"))
        self.new.setAccessibleName(self.tr("After"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for view in (self.old, self.new):
            view.setLineWrapMode(DiffView.LineWrapMode.NoWrap)
            layout.addWidget(view, 1)
        for bar in ("verticalScrollBar", "horizontalScrollBar"):
            one, other = getattr(self.old, bar)(), getattr(self.new, bar)()
            one.valueChanged.connect(other.setValue)
            other.valueChanged.connect(one.setValue)
        self.setFocusProxy(self.new)

    @Slot(list)
    def show_lines(self, lines: Sequence[DiffLine]) -> None:
        """Show the lines of a unified diff."""
        sides = split(lines)
        self.old.show_lines(sides.old)
        self.new.show_lines(sides.new)
