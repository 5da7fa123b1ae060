"""Choosing a middleware to add: each with a sentence of help."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from workspace_app.ui.catalogue import Entries
from workspace_app.ui.engine_words import localized
from workspace_app.ui.middleware_words import middleware_word


class MiddlewareChooser(QDialog):
    """A list by keys or mouse.

    Args:
        entries: of the verb `middleware`, those that may be added.

    Signals:
        chosen: the type of the one to add.
    """

    chosen = Signal(str)

    def __init__(self, entries: Entries, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Add middleware"))
        self.resize(560, 480)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.windowTitle())
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(4)
        for entry in entries:
            name = middleware_word(str(entry["type"]))
            item = QListWidgetItem(f"{name}\n{localized(str(entry['help']))}", self.list)
            item.setData(Qt.ItemDataRole.UserRole, entry["type"])
        self.list.setCurrentRow(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.add = buttons.addButton(self.tr("Add"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.add.setProperty("kind", "primary")
        self.add.setEnabled(self.list.count() > 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(self.list)
        layout.addWidget(buttons)
        self.list.itemActivated.connect(self.accept)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)

    @Slot()
    def accept(self) -> None:
        """Add the one that is marked."""
        item = self.list.currentItem()
        super().accept()
        if item is not None:
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
