"""The picture of what came from what: boxes from left to right, one for each version or file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QScrollArea, QWidget

from workspace_app.ui.provenance_layout import Place, lay_out
from workspace_app.ui.provenance_words import icon_of, line_of, spoken, title_of
from workspace_app.ui.small_widgets import plain_tip
from workspace_app.ui.theme import Theme

BOX = QSize(184, 56)
_GAP = QSize(44, 16)
_EDGE, _ABOVE = 20, 56
_LEAST, _MOST = 0.35, 2.0
READABLE = 0.8
"""A scale at which the words in the boxes can be read well."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class ProvenanceView(QScrollArea):
    """A drawn graph; arrows go from box to box, Enter opens, plus and minus change the scale.

    Signals:
        chosen: a node is looked at; carries its id.
        opened: a node should be opened; carries its id.
    """

    chosen = Signal(str)
    opened = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = _Canvas(theme, self)
        self.setWidget(self.canvas)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAccessibleName(self.tr("What came from what"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)

    def show_graph(self, nodes: Sequence[Mapping[str, Any]], edges: Sequence[tuple[str, str]], root: str) -> None:
        """Show nodes and edges as the verb `provenance` tells them, with one of them chosen."""
        self.canvas.show_graph(nodes, edges)
        self.choose(root)

    def choose(self, node: str) -> None:
        """Look at a node and bring it into view; sends no signal."""
        self.canvas.set_current(node)
        box = self.canvas.box(node) if node in self.canvas.places else QRectF()
        scale, around = self.canvas.scale, 80
        centre = box.center() * scale
        self.ensureVisible(round(centre.x()), round(centre.y()), round(box.width() / 2 * scale) + around, around)

    def current(self) -> str:
        """The id of the node that is looked at."""
        return self.canvas.current

    def fit(self, least: float = _LEAST) -> None:
        """Choose the scale at which all of it is in view, but not a smaller one than `least`."""
        whole, room = self.canvas.whole(), self.viewport().size()
        self.canvas.set_scale(max(least, min(1.0, room.width() / whole.width(), room.height() / whole.height())))

    def zoom(self, factor: float) -> None:
        """Make it larger or smaller."""
        self.canvas.set_scale(self.canvas.scale * factor)
        self.choose(self.current())

    def save(self, file: Path) -> bool:
        """Write the picture as SVG or PNG, by the file's ending; False if it cannot be written."""
        return self.canvas.save(file)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS:
            if following := self.canvas.beside(*_ARROWS[key]):
                self.choose(following)
                self.chosen.emit(following)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(self.current())
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self.zoom(0.8 if key == Qt.Key.Key_Minus else 1.25)
        else:
            super().keyPressEvent(event)


class _Canvas(QWidget):
    def __init__(self, theme: Theme, view: ProvenanceView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view
        self._nodes: dict[str, Mapping[str, Any]] = {}
        self._edges: list[tuple[str, str]] = []
        self.places: dict[str, Place] = {}
        self.current = ""
        self.scale = 1.0
        self.setMouseTracking(True)

    def show_graph(self, nodes: Sequence[Mapping[str, Any]], edges: Sequence[tuple[str, str]]) -> None:
        self._nodes = {node["id"]: node for node in nodes}
        self._edges = list(edges)
        self.places = lay_out(list(self._nodes), self._edges)
        self.set_scale(self.scale)

    def set_current(self, node: str) -> None:
        self.current = node
        if node in self._nodes:
            self._view.setAccessibleDescription(spoken(self._nodes[node]))
        self.update()

    def set_scale(self, scale: float) -> None:
        self.scale = min(_MOST, max(_LEAST, scale))
        self.resize(self.whole().size().toSize() * self.scale)
        self.update()

    def whole(self) -> QRectF:
        columns = max((place.column for place in self.places.values()), default=0) + 1
        rows = max((place.row for place in self.places.values()), default=0) + 1
        width = columns * (BOX.width() + _GAP.width()) - _GAP.width() + 2 * _EDGE
        return QRectF(0, 0, width, rows * (BOX.height() + _GAP.height()) - _GAP.height() + 2 * _ABOVE)

    def box(self, node: str) -> QRectF:
        """Where a node is drawn, before scaling; each column stands in the middle."""
        place = self.places[node]
        count = sum(other.column == place.column for other in self.places.values())
        free = self.whole().height() - 2 * _ABOVE - count * (BOX.height() + _GAP.height()) + _GAP.height()
        x = _EDGE + place.column * (BOX.width() + _GAP.width())
        y = _ABOVE + free / 2 + place.row * (BOX.height() + _GAP.height())
        return QRectF(x, y, BOX.width(), BOX.height())

    def beside(self, columns: int, rows: int) -> str | None:
        """The nearest node in a direction: along an edge to the left or right, else in the column."""
        if self.current not in self.places:
            return next(iter(self.places), None)
        here, at = self.places[self.current], self.box(self.current).center()
        if rows:
            wanted = Place(here.column, here.row + rows)
            return next((node for node, place in self.places.items() if place == wanted), None)
        linked = [b if a == self.current else a for a, b in self._edges if self.current in (a, b)]
        ahead = [node for node in linked if (self.places[node].column - here.column) * columns > 0]
        return min(ahead, key=lambda node: (self.box(node).center() - at).manhattanLength(), default=None)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.scale(self.scale, self.scale)
        self._draw(painter)

    def _draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        boxes = {node: self.box(node) for node in self.places}
        near = [edge for edge in self._edges if self.current in edge]
        for edge in [edge for edge in self._edges if edge not in near] + near:
            self._draw_edge(painter, boxes[edge[0]], boxes[edge[1]], strong=edge in near)
        for node, box in boxes.items():
            self._draw_node(painter, box, self._nodes[node])

    def _draw_edge(self, painter: QPainter, source: QRectF, made: QRectF, *, strong: bool) -> None:
        a, b = QPointF(source.right(), source.center().y()), QPointF(made.left(), made.center().y())
        path = QPainterPath(a)
        bend = max(24.0, (b.x() - a.x()) / 2)
        # A line over several columns goes around the boxes between, not behind them.
        around = BOX.height() * 1.4 if b.x() - a.x() > BOX.width() else 0.0
        path.cubicTo(a + QPointF(bend, around), b + QPointF(-bend, around), b)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("accent" if strong else "muted"), 2 if strong else 1))
        painter.drawPath(path)
        for side in (-4, 4):
            painter.drawLine(b, b + QPointF(-7, side))

    def _draw_node(self, painter: QPainter, box: QRectF, node: Mapping[str, Any]) -> None:
        current = node["id"] == self.current
        edge = "accent" if current else "status.interrupted" if node.get("stale") else "line"
        pen = QPen(self._theme.color(edge), 2 if current or node.get("stale") else 1)
        pen.setStyle(Qt.PenStyle.DashLine if node.get("gone") else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.setBrush(self._theme.color("accent_soft" if current else "panel" if node["kind"] == "file" else "card"))
        painter.drawRoundedRect(box, 8, 8)
        icon, color = icon_of(node)
        self._theme.icon(icon, color).paint(painter, QRectF(box.left() + 10, box.top() + 10, 16, 16).toRect())
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        first = QRectF(box.left() + 34, box.top() + 7, box.width() - 44, 22)
        self._line(painter, first, title_of(node), font, self._theme.color("text"))
        font = QFont(self.font())
        font.setPointSizeF(max(7.0, font.pointSizeF() - 1))
        second = QRectF(box.left() + 10, box.top() + 30, box.width() - 20, 20)
        self._line(painter, second, line_of(node), font, self._theme.color("muted"))

    def _line(self, painter: QPainter, box: QRectF, text: str, font: QFont, color: QColor) -> None:
        painter.setFont(font)
        painter.setPen(color)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def save(self, file: Path) -> bool:
        size = self.whole().size().toSize()
        if file.suffix.lower() == ".svg":
            drawing = QSvgGenerator()
            drawing.setFileName(str(file))
            drawing.setSize(size)
            drawing.setViewBox(self.whole())
            painter = QPainter()
            if not painter.begin(drawing):
                return False
            painter.fillRect(self.whole(), self._theme.color("base"))
            self._draw(painter)
            return painter.end()
        image = QImage(size * 2, QImage.Format.Format_ARGB32)
        image.fill(self._theme.color("base"))
        painter = QPainter(image)
        painter.scale(2, 2)
        self._draw(painter)
        painter.end()
        return image.save(str(file))

    # the mouse

    def _at(self, point: QPointF) -> str | None:
        place = point / self.scale
        return next((node for node in self.places if self.box(node).contains(place)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if found := self._at(event.position()):
            self._view.setFocus()
            self.set_current(found)
            self._view.chosen.emit(found)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if found := self._at(event.position()):
            self._view.opened.emit(found)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        self.setToolTip(plain_tip(spoken(self._nodes[found])) if found else "")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
