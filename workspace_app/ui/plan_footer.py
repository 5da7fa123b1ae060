"""Under the plan: what is wrong with it, Approve, and Request changes with the text for the planner."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import ProblemLabel, TextArea
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.question_words import stays
from workspace_app.ui.small_widgets import IconLabel, button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint


class PlanFooter(QWidget):
    """The decision about a plan.

    Signals:
        approved: the person approves.
        changes_requested: the person asks the planner for changes, with their text.
        problem_chosen: show where the first problem is.
    """

    approved = Signal()
    changes_requested = Signal(str)
    problem_chosen = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asking = False
        self.approve = button(
            self.tr("Approve plan"), "primary", self.tr("Approve the plan and start step 1 (Ctrl+Enter)"), self
        )
        self.approve.setToolTip(f"{self.approve.toolTip()}\n{stays()}")
        Tint(theme, self.approve, "check", "accent_text")
        self.request = button(
            self.tr("Request changes"),
            "",
            self.tr("Tell the planner what should be different (Ctrl+Shift+Backspace)"),
            self,
        )
        self._wrong = QWidget(self)
        self.reason = label("", "error", self._wrong)
        self.reason.setWordWrap(True)
        self.go = button(self.tr("Show"), "quiet", self.tr("Go to the problem"), self._wrong)
        row = QHBoxLayout(self._wrong)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(IconLabel(theme, "warning", "danger", 16, self._wrong))
        row.addWidget(self.reason, 1)
        row.addWidget(self.go)
        self.note = label("", "muted", self)
        self.note.setWordWrap(True)
        self.error = ProblemLabel(self)
        self.text = TextArea(self.tr("What should be different"), (2, 8), self)
        self.text.setPlaceholderText(self.tr("What should be different? The planner gets this and your edited plan."))
        self.inserting = Inserting(bridge, theme, self.text)
        self.send = button(self.tr("Send to the planner"), "primary", self.tr("Send (Ctrl+Enter)"), self)
        self.cancel = button(self.tr("Cancel"), "quiet", self.tr("Back (Escape)"), self)
        self._lay_out()
        self.approve.clicked.connect(self.approved)
        self.request.clicked.connect(self.ask)
        self.go.clicked.connect(self.problem_chosen)
        self.send.clicked.connect(self._send)
        self.text.submitted.connect(self._send)
        self.text.textChanged.connect(self._show_send)
        self.cancel.clicked.connect(self.close_request)
        self._show_request(False)

    def show_state(self, *, can_approve: bool, can_request: bool, problem: str, note: str) -> None:
        """Show what is possible now.

        Args:
            can_approve: whether Approve is enabled.
            can_request: whether the planner waits for an answer.
            problem: the first problem of the plan, in a sentence; empty if it has none.
            note: what holds otherwise, such as that the planner is at work.
        """
        said = (self.reason.text(), self.note.text())
        self.approve.setEnabled(can_approve)
        self.request.setEnabled(can_request)
        self.reason.setText(problem)
        self._wrong.setVisible(bool(problem))
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._show_send()
        if said != (problem, note):
            self._settle()

    def _settle(self) -> None:
        """Take the new height at once: in the moments until the page is laid out again the buttons would jump."""
        widget: QWidget | None = self
        while widget is not None:
            if (layout := widget.layout()) is not None:
                layout.activate()
            widget = widget.parentWidget()

    @Slot()
    def ask(self) -> None:
        """Open the text for the planner."""
        self._show_request(True)
        self.text.setFocus()

    @Slot()
    def close_request(self) -> None:
        """Close the text for the planner; what was typed stays in it."""
        self._show_request(False)
        self.request.setFocus()

    def clear_request(self) -> None:
        """The text was sent: empty it and close it."""
        self.text.clear()
        self._show_request(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._asking:
            self.close_request()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        for widget in (self.approve, self.request):
            first.addWidget(widget)
        first.addStretch(1)
        for widget in (self.send, self.cancel):
            second.addWidget(widget)
        second.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 16, 12)
        layout.setSpacing(8)
        # What comes and goes above does not move the buttons.
        layout.addStretch(1)
        layout.addWidget(self._wrong)
        layout.addWidget(self.note)
        layout.addWidget(self.error)
        layout.addWidget(self.text)
        layout.addLayout(second)
        layout.addLayout(first)

    def _show_request(self, on: bool) -> None:
        self._asking = on
        for widget in (self.text, self.send, self.cancel):
            widget.setVisible(on)
        for widget in (self.approve, self.request):
            widget.setVisible(not on)

    @Slot()
    def _show_send(self) -> None:
        self.send.setEnabled(self.request.isEnabled() and bool(self.text.toPlainText().strip()))

    @Slot()
    def _send(self) -> None:
        if self.send.isEnabled():
            self.changes_requested.emit(self.text.toPlainText().strip())
