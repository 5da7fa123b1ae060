"""A file that two hands changed: both texts side by side, and which of them stays (R41)."""

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workspace_app.domain.errors import NotFound
from workspace_app.domain.questions import Action
from workspace_app.domain.records import Question
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.changes_view import ChangesView
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.question_words import choice_word
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_words import version_line


class ConflictDialog(QDialog):
    """Left the other text, right the person's.

    Args:
        question: an open question of kind conflict.

    Signals:
        answered: the choice is made; carries the question's id.
    """

    answered = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, question: Question, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Two versions of one file"))
        self.resize(1000, 640)
        self._bridge, self._question = bridge, question
        words = label(localized(question.text), "", self)
        words.setWordWrap(True)
        self.changes = ChangesView(bridge, theme, self)
        self.changes.ways["sides"].setChecked(True)
        self.problem = ProblemLabel(self)
        self.choices = {option: self._choice(option) for option in question.data["options"]}
        sides, buttons = QHBoxLayout(), QHBoxLayout()
        for side in ("theirs", "mine"):
            sides.addWidget(label(self._about(side), "strong", self), 1)
        for made in self.choices.values():
            buttons.addWidget(made)
        buttons.addStretch(1)
        later = button(self.tr("Decide later"), "quiet", parent=self)
        later.clicked.connect(self.reject)
        buttons.addWidget(later)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(10)
        layout.addWidget(words)
        layout.addLayout(sides)
        layout.addWidget(self.changes, 1)
        layout.addWidget(label(self.tr("Whatever you choose, every text stays among the versions."), "muted", self))
        layout.addWidget(self.problem)
        layout.addLayout(buttons)
        self.changes.show_versions(question.data["theirs"], question.data["mine"])

    def _about(self, side: str) -> str:
        whose = self.tr("Yours") if side == "mine" else self.tr("The other")
        try:
            return f"{whose}: {version_line(self._bridge.queries.version(self._question.data[side]))}"
        except NotFound:
            return whose

    def _choice(self, option: str) -> QPushButton:
        made = button(choice_word(self._question, option), "primary" if option == "mine" else "", parent=self)
        made.setAutoDefault(False)
        made.clicked.connect(partial(self._choose, option))
        return made

    def _choose(self, option: str) -> None:
        self._set_busy(True)
        about: dict[str, Any] = {"question": self._question.id, "action": Action.CHOOSE.value, "choices": [option]}
        self._bridge.call("answer", done=self._done, failed=self._fail, **about)

    def _done(self, _result: object) -> None:
        self.answered.emit(self._question.id)
        self.accept()

    def _fail(self, sentence: str) -> None:
        self._set_busy(False)
        self.problem.show_problem(sentence)

    def _set_busy(self, on: bool) -> None:
        for made in self.choices.values():
            made.setEnabled(not on)
