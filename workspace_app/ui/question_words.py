"""What a question and its answers are called, by kind."""

from PySide6.QtCore import QCoreApplication

from workspace_app.domain.questions import Action, QuestionKind
from workspace_app.domain.records import Question
from workspace_app.ui.cost_words import amount_words

translate = QCoreApplication.translate


def heading(question: Question) -> str:
    """One short line that says what is wanted."""
    n = question.step_n
    if question.data.get("calls"):
        return translate("Question", "Step {0} asks before it uses a tool").format(n)
    return {
        QuestionKind.PLAN: translate("Question", "Is this plan right?"),
        QuestionKind.REVIEW: translate("Question", "Review what step {0} made").format(n),
        QuestionKind.ASK: translate("Question", "Step {0} has a question for you").format(n),
        QuestionKind.TOOL: translate("Question", "A tool call of step {0} was cut off").format(n),
        QuestionKind.INPUT: translate("Question", "Step {0} needs something from you").format(n),
        QuestionKind.LIMIT: translate("Question", "Step {0} reached a limit").format(n),
        QuestionKind.CHOICE: translate("Question", "Step {0} needs a choice").format(n),
        QuestionKind.HELP: translate("Question", "Step {0} needs help").format(n),
        QuestionKind.CONFLICT: translate("Question", "Two versions of one file: which one stays?"),
        QuestionKind.LARGE: translate("Question", "A large file: should the history keep it?"),
    }[QuestionKind(question.kind)]


def approve_word(question: Question, with_note: bool) -> str:
    """What the button that approves says; `with_note` when there is text that goes along."""
    words = {
        QuestionKind.PLAN: translate("Question", "Approve plan"),
        QuestionKind.ASK: translate("Question", "Finish the step"),
        QuestionKind.INPUT: translate("Question", "Try again"),
        QuestionKind.LIMIT: translate("Question", "Go on"),
    }
    kind = QuestionKind(question.kind)
    if kind is QuestionKind.REVIEW and with_note:
        return translate("Question", "Approve with note")
    return words.get(kind, translate("Question", "Approve"))


def action_word(question: Question, action: str) -> str:
    """What the button of another action says."""
    kind = QuestionKind(question.kind)
    if action == Action.TEXT and kind is QuestionKind.TOOL:
        return translate("Question", "Give its result")
    if action == Action.TEXT and question.data.get("budget"):
        return translate("Question", "Set this limit")
    if action == Action.TEXT and kind is QuestionKind.LIMIT:
        return translate("Question", "Go on with this note")
    if action == Action.TEXT and kind is QuestionKind.INPUT:
        return translate("Question", "Hand in this text")
    if action == Action.REJECT and kind is QuestionKind.LIMIT:
        return translate("Question", "End the step")
    return {
        Action.CHANGES: translate("Question", "Request changes"),
        Action.TEXT: translate("Question", "Send answer"),
        Action.FILE: translate("Question", "Hand in a file…"),
        Action.REJECT: translate("Question", "Reject"),
    }[Action(action)]


def choice_word(question: Question, option: str) -> str:
    """What the button of an option says."""
    if budget := question.data.get("budget"):
        amount = question.data.get("raises", {}).get(option)
        if amount is None:
            return translate("Question", "Go on without knowing")
        return translate("Question", "Raise it to {0}").format(amount_words(budget["measure"], amount))
    words = {
        QuestionKind.CONFLICT: {
            "mine": translate("Question", "Keep mine"),
            "theirs": translate("Question", "Take the other"),
            "both": translate("Question", "Keep both"),
        },
        QuestionKind.LIMIT: {
            "try again": translate("Question", "Try again"),
            "leave out the oldest messages": translate("Question", "Leave out the oldest messages"),
        },
        QuestionKind.LARGE: {
            "out": translate("Question", "Keep it out of the history"),
            "in": translate("Question", "Keep it in the history anyway"),
        },
    }
    return words.get(QuestionKind(question.kind), {}).get(option, option)


def placeholder(question: Question) -> str:
    """What the text field asks for."""
    if Action.CHANGES in question.answers:
        if QuestionKind(question.kind) is QuestionKind.REVIEW:
            return translate(
                "Question", "What should be different? (If you approve, this is kept as a note for later steps.)"
            )
        return translate("Question", "What should be different?")
    kind = QuestionKind(question.kind)
    if kind is QuestionKind.TOOL:
        return translate("Question", "What did the tool give?")
    if kind is QuestionKind.INPUT:
        return translate("Question", "Type or paste the document…")
    return translate("Question", "Your answer")


def stays() -> str:
    """What is to be known before an answer is given, as none can be taken back."""
    return translate(
        "Question",
        "An answer cannot be taken back, and nothing is lost by it: the step can be run again, and every version is kept.",
    )
