"""A scroll area that is only as high as it needs to be."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget


class CappedScroll(QScrollArea):
    """As high as what it holds, up to a limit; then it scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cap = 320
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)

    def set_cap(self, pixels: int) -> None:
        """Change the limit."""
        self._cap = pixels
        self._fit()

    def hold(self, widget: QWidget | None) -> None:
        """Show another widget; None empties and hides it."""
        old = self.takeWidget()
        if old is not None:
            old.hide()
            old.deleteLater()
        if widget is not None:
            self.setWidget(widget)
            widget.setAutoFillBackground(False)
            widget.installEventFilter(self)
            self._fit()
        self.setVisible(widget is not None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        inside = self.widget()
        if inside is None:
            return
        wanted = inside.heightForWidth(self.width()) if inside.hasHeightForWidth() else inside.sizeHint().height()
        self.setFixedHeight(max(40, min(wanted, self._cap)))
