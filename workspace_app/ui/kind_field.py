"""The kind of a step: four buttons side by side and a sentence that says what the chosen one means."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from workspace_app.domain.plan import KINDS
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.step_kinds import kind_words
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint

_ORDER = ("review", "agent", "user", "function")


class KindField(QWidget):
    """Chooses a step kind.

    Signals:
        edited: the kind that was chosen.
    """

    edited = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self.problem = ProblemLabel(self)
        self._help = label("", "muted", self)
        self._help.setWordWrap(True)
        row = QWidget(self)
        flow = FlowLayout(row, 6)
        for place, kind in enumerate(sorted(KINDS, key=_ORDER.index)):
            words = kind_words(kind)
            choice = button(words.word, "chip", words.help, row)
            Tint(theme, choice, words.icon)
            choice.setCheckable(True)
            choice.setProperty("step_kind", kind)
            self._group.addButton(choice, place)
            flow.addWidget(choice)
        self._group.idClicked.connect(self._read)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(label(self.tr("Who does it"), "muted", self))
        layout.addWidget(row)
        layout.addWidget(self._help)
        layout.addWidget(self.problem)

    def show_kind(self, kind: str) -> None:
        """Show the chosen kind; none of the buttons is down for one that is unknown here."""
        self._group.setExclusive(False)
        for choice in self._group.buttons():
            choice.setChecked(choice.property("step_kind") == kind)
        self._group.setExclusive(True)
        self._help.setText(kind_words(kind).help)

    @Slot(int)
    def _read(self, place: int) -> None:
        self.edited.emit(self._group.button(place).property("step_kind"))
