"""Two images compared: side by side, one over the other with a line to pull, or one shining through the other."""

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workspace_app.ui.image_view import ImageReader
from workspace_app.ui.theme import Theme

Way = Literal["beside", "swipe", "onion"]
_STEP = 0.05


class ImagePair(QWidget):
    """Shows two images at one scale; Left and Right, or the mouse, move from the old one to the new one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._way: Way = "beside"
        self._part = 0.5
        self._images: dict[str, QImage] = {}
        self._paths = ("", "")
        self._reader = ImageReader(self)
        self._reader.read.connect(self._take)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Two versions of an image"))

    def show_images(self, old: Path, new: Path) -> None:
        """Show two image files; they are read on another thread."""
        self._images, self._paths = {}, (str(old), str(new))
        for path in set(self._paths):
            self._reader.start(path)
        self.update()

    def set_way(self, way: Way) -> None:
        """Compare in another way."""
        self._way = way
        self.update()

    def part(self) -> float:
        """How far it is from the old image (0) to the new one (1)."""
        return self._part

    def sizes(self) -> list[QSize]:
        """The sizes of the images that were read, old and new."""
        return [self._images[path].size() for path in self._paths if path in self._images]

    @Slot(str, QImage)
    def _take(self, path: str, image: QImage) -> None:
        if path in self._paths:
            self._images[path] = image
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        old, new = (self._images.get(path) for path in self._paths)
        if old is None or new is None:
            painter.setPen(self._theme.color("muted"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.tr("The images are being read…"))
        elif self._way == "beside":
            half = (self.width() - 12) // 2
            self._draw(painter, old, QRect(0, 0, half, self.height()))
            self._draw(painter, new, QRect(half + 12, 0, half, self.height()))
        elif self._way == "onion":
            self._draw(painter, old, self.rect())
            painter.setOpacity(self._part)
            self._draw(painter, new, self.rect())
        else:
            self._paint_swipe(painter, old, new)

    def _paint_swipe(self, painter: QPainter, old: QImage, new: QImage) -> None:
        line = round(self.width() * self._part)
        painter.setClipRect(QRect(0, 0, line, self.height()))
        self._draw(painter, old, self.rect())
        painter.setClipRect(QRect(line, 0, self.width() - line, self.height()))
        self._draw(painter, new, self.rect())
        painter.setClipping(False)
        painter.setPen(QPen(self._theme.color("accent"), 2))
        painter.drawLine(line, 0, line, self.height())

    def _draw(self, painter: QPainter, image: QImage, room: QRect) -> None:
        """Draw an image into the middle of `room`, never larger than it is, both at one scale."""
        largest = [
            max(one.width() for one in self._images.values()),
            max(one.height() for one in self._images.values()),
        ]
        scale = min(1.0, room.width() / max(1, largest[0]), room.height() / max(1, largest[1]))
        width, height = image.width() * scale, image.height() * scale
        at = QRectF(room.x() + (room.width() - width) / 2, room.y() + (room.height() - height) / 2, width, height)
        painter.drawImage(at, image)

    def _move(self, part: float) -> None:
        self._part = min(1.0, max(0.0, part))
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._move(event.position().x() / max(1, self.width()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._move(event.position().x() / max(1, self.width()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._way != "beside":
            self._move(self._part + (_STEP if event.key() == Qt.Key.Key_Right else -_STEP))
        else:
            super().keyPressEvent(event)
