"""Small parts that the task page is made of: cards, quiet labels, elided text and icon buttons that follow the theme."""

from html import escape

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from workspace_app.ui.theme import Theme

RADIUS = 8


class Card(QFrame):
    """A rounded surface with a hairline border.

    Args:
        edge: name of a theme colour for a bar at the left, "" for none.
        surface: name of the theme colour that fills it.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, edge: str = "", surface: str = "card") -> None:
        super().__init__(parent)
        self._theme, self._edge, self._surface = theme, edge, surface

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(self._theme.color(self._surface))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        if self._edge:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color(self._edge))
            painter.drawRoundedRect(QRectF(0, 8, 3, max(0, self.height() - 16)), 1.5, 1.5)


class Dot(QWidget):
    """A small round mark in one colour, as each speaker has one."""

    def __init__(self, color: QColor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._color = color
        self.setFixedSize(10, 10)

    def set_color(self, color: QColor) -> None:
        """Change the colour."""
        self._color = color
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color)
        painter.drawEllipse(QRectF(1, 1, 8, 8))


class ElidedLabel(QLabel):
    """One line of plain text that shortens itself with "…" and then shows all of it in its tooltip."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_full_text(text)

    def full_text(self) -> str:
        """The text before it was shortened."""
        return self._full

    def set_full_text(self, text: str) -> None:
        """Show another text."""
        self._full = " ".join(text.split())
        self.setAccessibleName(self._full)
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self._full) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._elide()

    def _elide(self) -> None:
        shown = QFontMetrics(self.font()).elidedText(self._full, Qt.TextElideMode.ElideRight, max(self.width(), 24))
        self.setText(shown)
        self.setToolTip(plain_tip(self._full) if shown != self._full else "")


class IconLabel(QLabel):
    """A theme icon as a picture, tinted anew when the palette changes."""

    def __init__(
        self, theme: Theme, icon: str, color: str = "muted", size: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon, self._color, self._size = theme, icon, color, size
        self.setFixedSize(size, size)
        self._tint()

    def set_icon(self, icon: str, color: str) -> None:
        """Show another icon."""
        self._icon, self._color = icon, color
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _tint(self) -> None:
        self.setPixmap(self._theme.pixmap(self._icon, self._color, self._size))


class IconButton(QToolButton):
    """A flat button with a theme icon, named for screen readers by its tooltip."""

    def __init__(
        self, theme: Theme, icon: str, tip: str, parent: QWidget | None = None, *, color: str = "muted"
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon, self._color = theme, icon, color
        self.setAutoRaise(True)
        self.setFixedSize(28, 28)
        self.setIconSize(QSize(16, 16))
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self._tint()

    def set_icon(self, icon: str, tip: str) -> None:
        """Show another icon with another meaning."""
        self._icon = icon
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _tint(self) -> None:
        self.setIcon(self._theme.icon(self._icon, self._color))


def label(text: str = "", kind: str = "", parent: QWidget | None = None) -> QLabel:
    """A plain-text label of a kind that the style sheet knows: "title", "heading", "strong", "muted" or "error"."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("kind", kind)
    return made


def plain_tip(text: str) -> str:
    """A text that somebody else wrote, for a tooltip: what looks like HTML Qt takes for it, and would load the pictures that it names."""
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>' if "<" in text or "&" in text else text


def button(text: str, kind: str = "", tip: str = "", parent: QWidget | None = None) -> QPushButton:
    """A push button of a kind that the style sheet knows: "primary", "quiet" or "danger"."""
    made = QPushButton(text, parent)
    made.setProperty("kind", kind)
    made.setToolTip(tip)
    return made
