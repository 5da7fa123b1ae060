"""Says beside a work that two hands changed its file, and leads to both texts (R41)."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workspace_app.domain.questions import QuestionKind
from workspace_app.domain.records import Question, Work
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.conflict_dialog import ConflictDialog
from workspace_app.ui.engine_words import localized
from workspace_app.ui.small_widgets import Card, button, label
from workspace_app.ui.theme import Theme


class ConflictBar(Card):
    """Hidden where there is nothing to choose.

    Signals:
        settled: the person has chosen.
    """

    settled = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, edge="status.waiting")
        self._bridge = bridge
        self.question: Question | None = None
        self.words = label("", "", self)
        self.words.setWordWrap(True)
        self.look = button(self.tr("Compare and choose…"), "primary", parent=self)
        self.look.clicked.connect(self._look)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 10, 8)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.look)
        self.hide()

    def show_work(self, work: Work) -> None:
        """Show what is to be chosen about a work, or about the copy that lies beside one."""
        found = [
            question
            for question in self._bridge.queries.file_questions(work.task)
            if question.kind == QuestionKind.CONFLICT and work.id in (question.data["work"], question.data["copy"])
        ]
        self.question = found[0] if found else None
        self.words.setText(localized(found[0].text) if found else "")
        self.setVisible(bool(found))

    @Slot()
    def _look(self) -> None:
        if self.question is not None:
            dialog = ConflictDialog(self._bridge, self._theme, self.question, self.window())
            dialog.answered.connect(self.settled)
            dialog.open()
