"""A picture of which task came from which: nodes to open, lines between them (R72)."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QWidget

from workspace_app.domain.lineage import Place, places
from workspace_app.domain.records import Task
from workspace_app.ui.small_widgets import plain_tip
from workspace_app.ui.theme import Theme

NODE = QSize(216, 46)
GAP = QSize(44, 12)
MARGIN = 12
_KEYS = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down}


class TaskNode(QAbstractButton):
    """One task: its status by shape and colour, its title, and from where it was branched; one that was deleted is dashed.

    Args:
        task: None for a task that was deleted.
    """

    def __init__(self, theme: Theme, task: Task | None, place: Place, parent: QWidget, *, current: bool) -> None:
        super().__init__(parent)
        self._theme, self._task, self._current, self.place = theme, task, current, place
        self.title = task.title if task is not None else self.tr("A task that was deleted")
        self.about = self._about()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if task is not None else Qt.FocusPolicy.NoFocus)
        self.setEnabled(task is not None)
        self.setFixedSize(NODE)
        status = theme.status_word(task.status) if task is not None else ""
        words = ", ".join(part for part in (self.title, status, self.about) if part)
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        if task is not None:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _about(self) -> str:
        origin = self._task.origin if self._task is not None else None
        if origin is None:
            return ""
        if origin.step is None:
            return self.tr("run again")
        place = self.tr("from step {0}").format(origin.step) if origin.step else self.tr("from its planning")
        return place if origin.seq is None else self.tr("{0}, message {1}").format(place, origin.seq)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in _KEYS:
            # A button would go to whatever is next; the tree knows what is beside it.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge = "accent" if self._current or self.hasFocus() else "line"
        style = Qt.PenStyle.SolidLine if self._task is not None else Qt.PenStyle.DashLine
        painter.setPen(QPen(self._theme.color(edge), 2 if self.hasFocus() else 1, style))
        painter.setBrush(self._theme.color("selected" if self._current else "hover" if self.underMouse() else "card"))
        painter.drawRoundedRect(box, 8, 8)
        middle = self.rect().center().y()
        if self._task is not None:
            self._theme.status_icon(self._task.status).paint(painter, 12, middle - 7, 16, 16)
        else:
            self._theme.icon("trash", "muted").paint(painter, 12, middle - 7, 16, 16)
        self._write(painter)

    def _write(self, painter: QPainter) -> None:
        left, width = 38, self.width() - 48
        lines = [(self.title, "text" if self._task is not None else "muted"), (self.about, "muted")]
        shown = [line for line in lines if line[0]]
        height = painter.fontMetrics().height()
        top = (self.height() - height * len(shown)) // 2
        for n, (text, color) in enumerate(shown):
            painter.setPen(self._theme.color(color))
            words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
            painter.drawText(left, top + n * height, width, height, Qt.AlignmentFlag.AlignVCenter, words)


class BranchTree(QScrollArea):
    """All trees of some tasks. Tab or the arrow keys go from task to task, Enter or a click opens one.

    Signals:
        opened: a task was chosen; carries its id.
    """

    opened = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.nodes: dict[str, TaskNode] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Tree of tasks"))
        self.setStyleSheet("QScrollArea { background: transparent; }")
        self.viewport().setAutoFillBackground(False)

    def show_tasks(self, tasks: Sequence[Task], parents: Mapping[str, str | None], current: str = "") -> None:
        """Show the trees.

        Args:
            parents: the task that each came from, see `lineage.parents_of`; names without a task were deleted.
            current: the task that the person looks at.
        """
        known = {task.id: task for task in tasks}
        focused = next((name for name, node in self.nodes.items() if node.hasFocus()), "")
        canvas = _Canvas(self._theme, parents)
        self.nodes = canvas.nodes
        for name, place in places(parents).items():
            node = TaskNode(self._theme, known.get(name), place, canvas, current=name == current)
            node.move(
                MARGIN + place.column * (NODE.width() + GAP.width()),
                MARGIN + place.row * (NODE.height() + GAP.height()),
            )
            node.setProperty("task", name)
            node.clicked.connect(self._open)
            self.nodes[name] = node
        canvas.fit()
        self.setWidget(canvas)
        if node_again := self.nodes.get(focused):
            node_again.setFocus()

    def picture_size(self) -> QSize:
        """How large all of the picture is."""
        canvas = self.widget()
        return canvas.size() if canvas is not None else QSize()

    def focus_task(self, task: str) -> None:
        """Give a task's node the keyboard and bring it into view; the first one if it is not there."""
        node = self.nodes.get(task) or next((node for node in self.nodes.values() if node.isEnabled()), None)
        if node is not None:
            node.setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(node, MARGIN, MARGIN)

    @Slot()
    def _open(self) -> None:
        self.opened.emit(self.sender().property("task"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        node = next((node for node in self.nodes.values() if node.hasFocus()), None)
        if node is None or event.key() not in _KEYS:
            super().keyPressEvent(event)
        elif (target := self._beside(node, Qt.Key(event.key()))) is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(target, MARGIN, MARGIN)

    def _beside(self, node: TaskNode, key: Qt.Key) -> TaskNode | None:
        """The nearest node in the direction of an arrow key."""
        column, row = node.place.column, node.place.row
        ways = {
            Qt.Key.Key_Left: lambda place: place.column < column and place.row <= row,
            Qt.Key.Key_Right: lambda place: place.column > column and place.row >= row,
            Qt.Key.Key_Up: lambda place: place.row < row,
            Qt.Key.Key_Down: lambda place: place.row > row,
        }
        found = [other for other in self.nodes.values() if other.isEnabled() and ways[key](other.place)]
        upright = key in (Qt.Key.Key_Up, Qt.Key.Key_Down)

        def far(other: TaskNode) -> tuple[int, int]:
            across, along = abs(other.place.column - column), abs(other.place.row - row)
            return (along, across) if upright else (across, along)

        return min(found, key=far, default=None)


class _Canvas(QWidget):
    """The nodes, with the lines between them under them."""

    def __init__(self, theme: Theme, parents: Mapping[str, str | None]) -> None:
        super().__init__()
        self._theme, self._parents = theme, parents
        self.nodes: dict[str, TaskNode] = {}

    def fit(self) -> None:
        """Become as large as the nodes need."""
        size = QSize(0, 0)
        for node in self.nodes.values():
            size = size.expandedTo(QSize(node.geometry().right(), node.geometry().bottom()))
        self.resize(size + QSize(MARGIN, MARGIN))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("muted"), 1.5))
        for name, parent in self._parents.items():
            if parent is not None and parent in self.nodes:
                painter.drawPath(_line(self.nodes[parent], self.nodes[name]))


def _line(parent: QWidget, child: QWidget) -> QPainterPath:
    start = QPointF(parent.geometry().right(), parent.geometry().center().y())
    end = QPointF(child.x(), child.geometry().center().y())
    path = QPainterPath(start)
    bend = (end.x() - start.x()) / 2
    path.cubicTo(QPointF(start.x() + bend, start.y()), QPointF(end.x() - bend, end.y()), end)
    return path
