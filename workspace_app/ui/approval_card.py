"""The question whether an assistant may make its tool calls: each is seen in full, and allowed, edited, refused or answered (L37-L48)."""

from collections import Counter
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QVBoxLayout

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.questions import Action
from workspace_app.ui.call_decision import CallDecision
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.question_card import APPROVE_KEYS, QuestionCard


class ApprovalCard(QuestionCard):
    """All calls of one message in their order, and one button that sends what was decided about them."""

    def take_keys(self) -> None:
        """Give the keyboard to the first call's decision."""
        first = self.calls[0].choices[self.calls[0].choice]
        first.setFocus(Qt.FocusReason.TabFocusReason)
        self.show_inside(first)

    @Slot()
    def submit(self) -> None:
        """Ctrl+Enter: send the decisions."""
        self.approve()

    @Slot()
    def approve(self) -> None:
        """Send the decisions as they stand."""
        try:
            decisions = [call.decision() for call in self.calls]
        except WorkspaceError as error:
            self.problem.show_problem(str(error))
            return
        unanswered = next((call for call in self.calls if call.choice == "respond" and not _said(call)), None)
        if unanswered is not None:
            self.problem.show_problem(self.tr("Say what the tool would have answered."))
            unanswered.words.setFocus()
            return
        refused = all(decision["type"] == "reject" for decision in decisions)
        self._answer(Action.REJECT if refused else Action.APPROVE, decisions=decisions)

    @Slot()
    def _reject_all(self) -> None:
        for call in self.calls:
            call.choose("reject")
        self.approve()

    def _add_text(self, layout: QVBoxLayout) -> None:
        super()._add_text(layout)
        tools = [str(name) for name in self.question.data.get("tools") or ()]
        calls = self.question.data["calls"]
        self.calls = [
            CallDecision(self._theme, call, tools, self, number=n if len(calls) > 1 else 0)
            for n, call in enumerate(calls, 1)
        ]
        for call in self.calls:
            call.changed.connect(self._show_send)
            call.words.submitted.connect(self.submit)
            layout.addWidget(call)

    def _answer_row(self) -> FlowLayout:
        row = FlowLayout()
        self.send = self._button("approve", "", self.approve, APPROVE_KEYS)
        row.addWidget(self.send)
        words = self.tr("Refuse all") if len(self.calls) > 1 else self.tr("Refuse it")
        self.refuse = self._button("reject", words, self._reject_all)
        self.refuse.setProperty("kind", "danger")
        row.addWidget(self.refuse)
        self._mark_primary()
        self._show_send()
        return row

    @Slot()
    def _show_send(self) -> None:
        self.problem.show_problem("")
        self.send.setText(self._send_words())
        self.refuse.setVisible(any(call.choice != "reject" for call in self.calls))

    def _send_words(self) -> str:
        counts = Counter(call.choice for call in self.calls)
        only, several = next(iter(counts)) if len(counts) == 1 else "", len(self.calls) > 1
        words: dict[str, Any] = {
            "approve": self.tr("Allow all {0}") if several else self.tr("Allow it"),
            "edit": self.tr("Run all {0} as edited") if several else self.tr("Run it as edited"),
            "reject": self.tr("Refuse all {0}") if several else self.tr("Refuse it"),
            "respond": self.tr("Send all {0} answers") if several else self.tr("Send the answer"),
        }
        if only:
            return str(words[only]).format(len(self.calls))
        run = counts["approve"] + counts["edit"]
        if run == len(self.calls):
            return self.tr("Run all {0}").format(run)
        return self.tr("Run {0} of {1}, and send what you said of the others").format(run, len(self.calls))


def _said(call: CallDecision) -> str:
    return call.words.toPlainText().strip()
