"""The question what is to happen now that a budget is reached: what the money went on, and how far to raise it."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from workspace_app.domain.questions import Action
from workspace_app.ui.cost_table import CostTable
from workspace_app.ui.cost_words import amount_words, level_word, money_words
from workspace_app.ui.question_card import QuestionCard
from workspace_app.ui.small_widgets import label


class BudgetCard(QuestionCard):
    """What was spent, by whom, and a button for each way on; another limit can be typed."""

    def take_keys(self) -> None:
        """Give the keyboard to the new limit, or to the first way on where none is asked for."""
        target = self.amount if self.amount.isVisible() else next(iter(self._buttons.values()))
        target.setFocus(Qt.FocusReason.TabFocusReason)

    def _typed(self) -> str:
        return self.amount.text().strip()

    def _text_answer(self, action: Action) -> None:
        if self._typed():
            self._answer(action, text=self._typed())
        else:
            self.problem.show_problem(self.tr("Type the new limit first, or choose one."))
            self.amount.setFocus()

    def _text_field(self) -> QWidget:
        self.amount.setPlaceholderText(self._asks())
        self.amount.setAccessibleName(self._asks())
        self.amount.setMaximumWidth(320)
        self.amount.returnPressed.connect(self.submit)
        self.amount.show()
        return self.amount

    def _add_text(self, layout: QVBoxLayout) -> None:
        super()._add_text(layout)
        self.amount = QLineEdit(self)
        self.amount.hide()
        data = self.question.data
        self.used = self._line(layout, self._used_words(data["budget"], data["spent"]), "strong")
        layout.addWidget(CostTable(data.get("shares") or (), self))
        if data["spent"]["unknown_calls"]:
            unknown = self.tr("What {0} of {1} calls cost is not known: set the model's price in the settings.")
            self._line(layout, unknown.format(data["spent"]["unknown_calls"], data["spent"]["calls"]), "muted")

    def _line(self, layout: QVBoxLayout, text: str, kind: str) -> QLabel:
        made = label(text, kind, self)
        made.setWordWrap(True)
        layout.addWidget(made)
        return made

    def _used_words(self, budget: Mapping[str, Any], spent: Mapping[str, Any]) -> str:
        measure = budget["measure"]
        tokens = spent["input_tokens"] + spent["output_tokens"]
        used = money_words(spent) if measure == "money" else amount_words(measure, spent.get(measure, tokens))
        limit = amount_words(measure, budget["amount"])
        return self.tr("{0}: {1} of {2} used").format(level_word(budget["level"]), used, limit)

    def _asks(self) -> str:
        return {
            "money": self.tr("New limit in US dollars"),
            "tokens": self.tr("New limit in tokens"),
            "seconds": self.tr("New limit in seconds"),
            "calls": self.tr("New limit in calls"),
        }[self.question.data["budget"]["measure"]]
