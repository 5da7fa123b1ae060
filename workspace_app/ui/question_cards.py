"""Which card shows which question."""

from PySide6.QtWidgets import QWidget

from workspace_app.domain.records import Question
from workspace_app.ui.approval_card import ApprovalCard
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.budget_card import BudgetCard
from workspace_app.ui.question_card import QuestionCard
from workspace_app.ui.theme import Theme


def card_of(bridge: Bridge, theme: Theme, question: Question, parent: QWidget | None = None) -> QuestionCard:
    """The card of a question, with fields of its own for what is typed."""
    return special_card(bridge, theme, question, parent) or QuestionCard(bridge, theme, question, parent)


def special_card(
    bridge: Bridge, theme: Theme, question: Question, parent: QWidget | None = None
) -> QuestionCard | None:
    """The card of a question that is more than words and buttons; None for any other."""
    if question.data.get("calls"):
        return ApprovalCard(bridge, theme, question, parent)
    if question.data.get("budget"):
        return BudgetCard(bridge, theme, question, parent)
    return None
