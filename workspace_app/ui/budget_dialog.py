"""What a conversation, a step or a task cost, assistant by assistant, and the budgets that hold for it."""

from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.cost_table import CostTable
from workspace_app.ui.cost_words import amount_words, calls_words, level_word, measure_word, money_words
from workspace_app.ui.fields import LabelledField, ProblemLabel
from workspace_app.ui.small_widgets import Card, button, label
from workspace_app.ui.theme import Theme

MEASURES = ("money", "tokens", "seconds", "calls")
_SECONDS = 60
"""A budget of time is typed in minutes."""


class BudgetDialog(QDialog):
    """Opens on the narrowest level; `owners` are the ids of the levels that a budget can be set for, the narrowest first.

    Args:
        owners: id by level, such as {"task": ..., "project": ...}.
    """

    def __init__(self, bridge: Bridge, theme: Theme, owners: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme, self._owners = bridge, theme, owners
        self._narrowest = next(iter(owners))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Cost and budgets: {0}").format(level_word(self._narrowest)))
        self.resize(640, 440)
        self.total, self.problem = label("", "heading", self), ProblemLabel(self)
        self.table: CostTable | None = None
        self.rows: list[Card] = []
        self.level, self.measure, self.amount = QComboBox(self), QComboBox(self), QLineEdit(self)
        for level in owners:
            self.level.addItem(level_word(level), level)
        for measure in MEASURES:
            self.measure.addItem(measure_word(measure), measure)
        self.set = button(self.tr("Set"), "primary", parent=self)
        self.set.clicked.connect(self._set)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(20, 16, 20, 16)
        self._column.setSpacing(10)
        self._lay_out()
        self.reload()

    @Slot()
    def reload(self) -> None:
        """Ask for the cost and the budgets again."""
        about = {"level": self._narrowest, "owner": self._owners[self._narrowest]}
        self._bridge.call("cost", done=self._show_cost, failed=self.problem.show_problem, **about)
        self._bridge.call("budgets", done=self._show_budgets, failed=self.problem.show_problem, **about)

    def _lay_out(self) -> None:
        self._column.addWidget(self.total)
        self._costs, self._budgets = QVBoxLayout(), QVBoxLayout()
        self._budgets.setSpacing(6)
        self._column.addLayout(self._costs)
        self._column.addSpacing(6)
        self._column.addWidget(label(self.tr("Budgets: when one is used up, you are asked"), "strong", self))
        self._column.addLayout(self._budgets)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(LabelledField(self.tr("For"), self.level, parent=self), 1)
        row.addWidget(LabelledField(self.tr("What"), self.measure, parent=self), 1)
        row.addWidget(LabelledField(self.tr("At most"), self.amount, parent=self), 1)
        row.addWidget(self.set, 0, Qt.AlignmentFlag.AlignBottom)
        self._column.addLayout(row)
        self._column.addWidget(self.problem)
        self._column.addStretch(1)

    @Slot(object)
    def _show_cost(self, cost: dict[str, Any]) -> None:
        total = cost["total"]
        tokens = amount_words("tokens", total["input_tokens"] + total["output_tokens"])
        self.total.setText("  ·  ".join((money_words(total), tokens, calls_words(total["calls"]))))
        if self.table is not None:
            self.table.deleteLater()
        self.table = CostTable(cost["shares"], self)
        self._costs.addWidget(self.table)

    @Slot(object)
    def _show_budgets(self, budgets: list[dict[str, Any]]) -> None:
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = [self._row(budget) for budget in budgets]
        for row in self.rows:
            self._budgets.addWidget(row)

    def _row(self, budget: dict[str, Any]) -> Card:
        card = Card(self._theme, self)
        row = QHBoxLayout(card)
        row.setContentsMargins(14, 6, 8, 6)
        spent = amount_words(budget["measure"], budget["spent"])
        if not budget["known"]:
            spent = self.tr("at least {0}").format(spent)
        words = self.tr("{0}: {1} of {2} used")
        limit = amount_words(budget["measure"], budget["amount"])
        row.addWidget(label(words.format(level_word(budget["level"]), spent, limit), "", card), 1)
        remove = button(self.tr("Remove"), parent=card)
        remove.setProperty("budget", budget)
        remove.clicked.connect(self._remove)
        row.addWidget(remove)
        return card

    @Slot()
    def _remove(self) -> None:
        budget = self.sender().property("budget")
        self._call(budget["level"], budget["owner"], budget["measure"], None)

    @Slot()
    def _set(self) -> None:
        try:
            amount = float(self.amount.text().strip().lstrip("$"))
        except ValueError:
            self.problem.show_problem(self.tr("Give the limit as a number, such as 20 or 2.50."))
            self.amount.setFocus()
            return
        level, measure = self.level.currentData(), self.measure.currentData()
        self._call(level, self._owners[level], measure, amount * (_SECONDS if measure == "seconds" else 1))

    def _call(self, level: str, owner: str, measure: str, amount: float | None) -> None:
        self.problem.show_problem("")
        about = {"level": level, "owner": owner, "measure": measure, "amount": amount}
        self._bridge.call("set_budget", done=self._done, failed=self.problem.show_problem, **about)

    @Slot(object)
    def _done(self, _result: object) -> None:
        self.amount.clear()
        self.reload()
