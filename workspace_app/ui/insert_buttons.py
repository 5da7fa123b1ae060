"""The two buttons that insert by mouse what `@` and `#` insert by key (R50)."""

from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from workspace_app.ui.inserting import Inserting


class InsertButtons(QWidget):
    """`@` and `#` for one field.

    Args:
        named: whether they say in words what they do, where there is room for it.
    """

    def __init__(self, inserting: Inserting, parent: QWidget | None = None, *, named: bool = False) -> None:
        super().__init__(parent)
        self.reference = self._button(
            self.tr("@ Insert") if named else "@", self.tr("Insert a work, a file, a plan or a conversation (@)")
        )
        self.preset = self._button(self.tr("# Preset") if named else "#", self.tr("Insert a preset (#)"))
        self.reference.clicked.connect(inserting.insert_reference)
        self.preset.clicked.connect(inserting.insert_preset)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.reference)
        row.addWidget(self.preset)
        if named:
            row.addStretch(1)

    def _button(self, text: str, tip: str) -> QToolButton:
        made = QToolButton(self)
        made.setText(text)
        made.setToolTip(tip)
        made.setAccessibleName(tip)
        made.setAutoRaise(True)
        made.setMinimumSize(28, 28)
        return made
