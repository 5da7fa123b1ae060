"""How a text is looked at, formatted or as it is written, and the ways to comment on it and to change it."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from workspace_app.ui.small_widgets import IconButton, button
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint


class TextBar(QWidget):
    """Formatted or Source; Comment; Edit.

    Signals:
        source_toggled: the person wants the text as it is written (True) or formatted.
        edit_toggled: the person wants to write in it, or to read again.
        comment_requested: the person wants to comment on what is selected.
    """

    source_toggled = Signal(bool)
    edit_toggled = Signal(bool)
    comment_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.formatted = button(self.tr("Formatted"), "quiet", self.tr("Show it formatted (Alt+T)"), self)
        self.source = button(
            self.tr("Source"),
            "quiet",
            self.tr("Show it as it is written, with line numbers and comments (Alt+T)"),
            self,
        )
        modes = QButtonGroup(self)
        for mode in (self.formatted, self.source):
            mode.setCheckable(True)
            modes.addButton(mode)
        self.comment = IconButton(theme, "chat", self.tr("Comment on the selected passage (Ctrl+Alt+M)"), self)
        self.edit = button(self.tr("Edit"), "quiet", self.tr("Change the text here (Ctrl+E)"), self)
        Tint(theme, self.edit, "edit")
        self.edit.setCheckable(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.formatted)
        row.addWidget(self.source)
        row.addStretch(1)
        row.addWidget(self.comment)
        row.addWidget(self.edit)
        self.source.toggled.connect(self.source_toggled)
        self.edit.toggled.connect(self.edit_toggled)
        self.comment.clicked.connect(self.comment_requested)

    def show_modes(self, *, can_format: bool, source: bool, can_edit: bool, editing: bool) -> None:
        """Show what is possible and what is in use; sends no signal."""
        for widget, on in ((self.formatted, not source), (self.source, source), (self.edit, editing)):
            blocked = widget.blockSignals(True)
            widget.setChecked(on)
            widget.blockSignals(blocked)
        for mode in (self.formatted, self.source):
            mode.setVisible(can_format and not editing)
        self.comment.setVisible(not editing)
        self.edit.setVisible(can_edit or editing)
        self.edit.setText(self.tr("Stop editing") if editing else self.tr("Edit"))

    @Slot()
    def toggle_source(self) -> None:
        """Change between formatted and source."""
        if self.source.isVisible():
            (self.formatted if self.source.isChecked() else self.source).setChecked(True)

    @Slot()
    def toggle_edit(self) -> None:
        """Begin or stop editing."""
        if self.edit.isVisible():
            self.edit.toggle()
