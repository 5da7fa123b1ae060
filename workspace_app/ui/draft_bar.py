"""The bar that says that the planner has a new draft while the person has edits."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workspace_app.ui.small_widgets import IconLabel, button, label
from workspace_app.ui.theme import Theme


class DraftBar(QFrame):
    """Offers the planner's draft; nothing of the person's is replaced unless they say so.

    Signals:
        compared: show what is different.
        taken: use the planner's draft.
        kept: stay with the person's own.
    """

    compared = Signal()
    taken = Signal()
    kept = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "banner")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        words = label(self.tr("The planner has a new draft. Your edits are still here."), "strong", self)
        words.setWordWrap(True)
        self.show_changes = button(self.tr("Show changes"), parent=self)
        self.take = button(
            self.tr("Take it"),
            tip=self.tr("Replace your edits by the planner's draft; this can be undone"),
            parent=self,
        )
        self.keep = button(self.tr("Keep mine"), parent=self)
        self.show_changes.clicked.connect(self.compared)
        self.take.clicked.connect(self.taken)
        self.keep.clicked.connect(self.kept)
        top, row = QHBoxLayout(), QHBoxLayout()
        top.addWidget(IconLabel(theme, "planning", "warning", 16, self))
        top.addWidget(words, 1)
        for widget in (self.show_changes, self.take, self.keep):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.addLayout(top)
        layout.addLayout(row)
