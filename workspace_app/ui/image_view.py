"""An image, fitted into the width there is; it is read on another thread."""

from PySide6.QtCore import QObject, QRunnable, QSize, Qt, QThreadPool, Signal, Slot
from PySide6.QtGui import QImage, QImageReader, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

_LARGEST = 4000


class ImageView(QScrollArea):
    """Shows one image file.

    Signals:
        failed: the file is no image that can be read; carries the reason.
    """

    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = ""
        self._picture = QPixmap()
        self._label = QLabel(self)
        self._label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setWidget(self._label)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self._label.setAutoFillBackground(False)
        self._reader = ImageReader(self)
        self._reader.read.connect(self._show)
        self._reader.failed.connect(self._fail)

    def show_image(self, path: str, name: str) -> None:
        """Show the image at `path`; `name` is for screen readers."""
        self._path = path
        self._label.setAccessibleName(name)
        self._label.clear()
        self._reader.start(path)

    @Slot(str, QImage)
    def _show(self, path: str, image: QImage) -> None:
        if path == self._path:
            self._picture = QPixmap.fromImage(image)
            self._fit()

    @Slot(str, str)
    def _fail(self, path: str, reason: str) -> None:
        if path == self._path:
            self.failed.emit(reason)

    def _fit(self) -> None:
        if self._picture.isNull():
            return
        width = min(self._picture.width(), self.viewport().width())
        self._label.setPixmap(self._picture.scaledToWidth(max(1, width), Qt.TransformationMode.SmoothTransformation))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class ImageReader(QObject):
    """Reads image files on another thread, large ones smaller.

    Signals:
        read: carries the path and the image.
        failed: carries the path and the reason.
    """

    read = Signal(str, QImage)
    failed = Signal(str, str)

    def start(self, path: str) -> None:
        """Begin to read a file."""
        QThreadPool.globalInstance().start(_Read(path, self))


class _Read(QRunnable):
    def __init__(self, path: str, news: ImageReader) -> None:
        super().__init__()
        self._path, self._news = path, news

    def run(self) -> None:
        reader = QImageReader(self._path)
        reader.setAutoTransform(True)
        size = reader.size()
        if size.isValid() and max(size.width(), size.height()) > _LARGEST:
            reader.setScaledSize(size.scaled(QSize(_LARGEST, _LARGEST), Qt.AspectRatioMode.KeepAspectRatio))
        image = reader.read()
        try:
            if image.isNull():
                self._news.failed.emit(self._path, reader.errorString())
            else:
                self._news.read.emit(self._path, image)
        except RuntimeError:
            # The view was closed while the image was being read: nobody is left to show it to.
            return
