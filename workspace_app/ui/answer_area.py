"""What is under a conversation: why it does not go on, the question that waits, and the composer."""

from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.questions import Action, QuestionKind
from workspace_app.domain.records import Conversation, Question, Step
from workspace_app.domain.status import ACTIVE
from workspace_app.ui.approval_card import ApprovalCard
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.budget_card import BudgetCard
from workspace_app.ui.capped_scroll import CappedScroll
from workspace_app.ui.composer import Composer
from workspace_app.ui.hand_in_panel import HandInPanel
from workspace_app.ui.include_comments import IncludeComments
from workspace_app.ui.message_column import READABLE
from workspace_app.ui.question_card import QuestionCard
from workspace_app.ui.question_cards import special_card
from workspace_app.ui.queued_notes import QueuedNotes
from workspace_app.ui.task_state import TaskState
from workspace_app.ui.theme import Theme
from workspace_app.ui.trouble_bar import TroubleBar

OWN_FIELDS = ApprovalCard | BudgetCard
"""Cards with fields of their own: what is typed in the composer is no part of their answer."""


class StepQuestionCard(QuestionCard):
    """A question's card that takes its words from the composer under it, so that there is one place to type.

    What is typed goes along with an approval as a note for later steps (R45), as the button then says.
    """

    def __init__(
        self, bridge: Bridge, theme: Theme, question: Question, composer: Composer, parent: QWidget | None = None
    ) -> None:
        super().__init__(bridge, theme, question, parent, with_text=False)
        self._composer = composer
        self._sent = ""
        composer.field.textChanged.connect(self._typing)

    def _typed(self) -> str:
        return self._composer.field.toPlainText().strip()

    def has_sent(self) -> bool:
        """Whether what stands in the composer went along with an answer."""
        return bool(self._sent) and self._sent == self._typed()

    def forget_sent_words(self) -> None:
        """The question is over: words that went along with its answer are no draft any more."""
        if self.has_sent():
            self._composer.forget()

    def _answer(self, action: Action, **arguments: Any) -> None:
        self._sent = str(arguments.get("text", ""))
        super()._answer(action, **arguments)

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self._sent = ""
        super()._failed(sentence)


class AnswerArea(QWidget):
    """The place where the person acts in a step.

    Signals:
        work_requested: a work of the question should be shown; carries its id.
        plan_requested: the plan should be shown for editing.
        rerun_requested: the step should run again.
        plan_submitted: Ctrl+Enter was pressed with nothing typed while a plan waits for approval.
    """

    work_requested = Signal(str)
    plan_requested = Signal()
    rerun_requested = Signal()
    plan_submitted = Signal()

    def __init__(
        self, bridge: Bridge, theme: Theme, parent: QWidget | None = None, *, enter_sends: bool = True
    ) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._shown: tuple[str, str] | None = None
        self._plan_waits = False
        self._height = 640
        self.trouble = TroubleBar(bridge, theme, self)
        self.trouble.rerun_requested.connect(self.rerun_requested)
        self.card_area = CappedScroll(self)
        self.card_area.hide()
        self.queued = QueuedNotes(bridge, theme, self)
        self.composer = Composer(bridge, theme, self, enter_sends=enter_sends)
        self.comments = IncludeComments(theme, self.composer.field, self)
        inner = QWidget(self)
        inner.setMaximumWidth(READABLE)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self.trouble, self.card_area, self.queued, self.composer):
            column.addWidget(widget)
        column.insertWidget(column.indexOf(self.composer), self.comments, 0, Qt.AlignmentFlag.AlignLeft)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.submit)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 12)
        row.addStretch(1)
        row.addWidget(inner, 1000)
        row.addStretch(1)

    @property
    def card(self) -> QWidget | None:
        """The question's card or the hand-in panel, if one is shown."""
        return self.card_area.widget()

    def show_state(self, state: TaskState, step: Step, run: Conversation | None, *, newest: bool) -> None:
        """Show what fits a step and its run.

        Args:
            newest: whether `run` is the step's newest; only that one can be answered and go on.
        """
        question = state.question_of(step.n, run.id if run else None) if newest else None
        current = newest and step.n == state.task.step
        self.trouble.show_state(state.task, run, current=current)
        self._show_question(question, step)
        running = run is not None and run.status in ACTIVE
        notes = self._bridge.queries.notes(run.id) if run else []
        self.queued.show_notes(run.id if run else "", notes, running=running)
        self.composer.show_conversation(state.task.id, run.id if run else None, question, running)
        handing_in = isinstance(self.card, HandInPanel | BudgetCard)
        # Without a conversation the plan editor is the only place that takes words for the planner.
        asks = question is not None and (run is not None or question.kind != QuestionKind.PLAN)
        writes = newest and not handing_in and (running or asks)
        self.composer.setVisible(writes)
        self.comments.show_question(self._bridge.queries, question if writes else None)
        self.setVisible(writes or self.card is not None or not self.trouble.isHidden() or bool(notes))

    def has_draft(self) -> bool:
        """Whether the person has typed something that is not sent yet."""
        sent = isinstance(self.card, StepQuestionCard) and self.card.has_sent()
        return bool(self.composer.field.toPlainText().strip()) and not sent

    def set_height(self, pixels: int) -> None:
        """Tell how high the page is, so that a long question leaves room for the conversation."""
        self._height = pixels
        share = {HandInPanel: 0.7, BudgetCard: 0.6, ApprovalCard: 0.5}.get(type(self.card), 0.42)
        cap = max(160, int(pixels * share))
        self.card_area.set_cap(cap)
        if isinstance(self.card, QuestionCard):
            self.card.set_room(cap)

    def focus(self) -> None:
        """Let the person act at once: in the composer, or in the card."""
        if isinstance(self.card, OWN_FIELDS) and not self.composer.field.toPlainText().strip():
            self.card.take_keys()
            return
        target = self.composer.field if self.composer.isVisible() else self.card
        if target is not None:
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def submit(self) -> None:
        """Ctrl+Enter: send what is typed, or approve."""
        if self.composer.is_composing():
            return
        if isinstance(self.card, OWN_FIELDS) and self.card.isAncestorOf(self.focusWidget()):
            self.card.submit()
        elif self.composer.isVisible() and self.composer.field.toPlainText().strip():
            self.composer.send()
        elif isinstance(self.card, ApprovalCard):
            self.card.take_keys()  # no call is allowed by a key that was pressed elsewhere
        elif isinstance(self.card, QuestionCard | HandInPanel):
            self.card.submit()
        elif self._plan_waits:
            self.plan_submitted.emit()

    @Slot()
    def request_changes(self) -> None:
        """Send what is typed as changes, or ask for it."""
        if self.composer.field.toPlainText().strip():
            self.composer.send()
        else:
            self.composer.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_question(self, question: Question | None, step: Step) -> None:
        # The plan editor beside the conversation answers the plan's question by itself.
        self._plan_waits = question is not None and question.kind == QuestionKind.PLAN
        asked = None if self._plan_waits else question
        key = (asked.id, step.kind) if asked is not None else None
        if key == self._shown:
            return
        self._shown = key
        if isinstance(self.card, StepQuestionCard):
            self.card.forget_sent_words()
        self.card_area.hold(self._make_card(asked, step) if asked is not None else None)
        self.set_height(self._height)

    def _make_card(self, question: Question, step: Step) -> QWidget:
        if step.kind == "user" and question.kind == QuestionKind.INPUT and "text" in question.answers:
            return HandInPanel(self._bridge, self._theme, question, self)
        card = special_card(self._bridge, self._theme, question, self)
        card = card or StepQuestionCard(self._bridge, self._theme, question, self.composer, self)
        card.work_requested.connect(self.work_requested)
        card.edit_plan_requested.connect(self.plan_requested)
        card.text_requested.connect(self._take_text_request)
        return card

    @Slot(str)
    def _take_text_request(self, action: str) -> None:
        self.request_changes()
