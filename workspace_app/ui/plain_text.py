"""Plain text as it is: all of it in sight, broken anywhere rather than cut off."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QResizeEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

_MARGIN = 26


class PlainText(QPlainTextEdit):
    """Text in the fixed font that can be selected and not changed; as high as the text is."""

    def __init__(self, text: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def sizeHint(self) -> QSize:
        lines = max(1, round(self.document().size().height()))
        return QSize(320, lines * self.fontMetrics().lineSpacing() + _MARGIN)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()  # the lines break elsewhere now
