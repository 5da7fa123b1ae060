"""A window for a text that is too long to be shown in place."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from workspace_app.ui.phrases import size_of


class TextDialog(QDialog):
    """Shows a plain text as it is, with a button that copies all of it."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setWindowTitle(title)
        self.resize(800, 560)
        view = QPlainTextEdit(text, self)
        view.setReadOnly(True)
        view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        view.setAccessibleName(title)
        view.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        copy = QPushButton(self.tr("Copy all"))
        copy.clicked.connect(self._copy)
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(view)
        layout.addWidget(buttons)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)


class ShowAllButton(QPushButton):
    """Opens a long text in a window of its own."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._text = title, text
        self.setProperty("kind", "quiet")
        self.setText(self.tr("Show all ({0})").format(size_of(len(text.encode()))))
        self.clicked.connect(self._open)

    @Slot()
    def _open(self) -> None:
        dialog = TextDialog(self._title, self._text, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
