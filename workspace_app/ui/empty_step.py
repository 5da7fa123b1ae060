"""What a step shows before it has a conversation: when it will start, and what can be done until then."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.records import Step
from workspace_app.domain.status import Status
from workspace_app.ui.capped_scroll import CappedScroll
from workspace_app.ui.markdown import MarkdownView
from workspace_app.ui.small_widgets import IconLabel, button, label
from workspace_app.ui.theme import Theme

WIDEST = 640


class EmptyStep(QWidget):
    """One sentence, the step's task, and the button that edits it.

    Signals:
        edit_requested: the person wants to edit the step before it starts.
        prompt_requested: the person wants to see what the step would be sent now.
    """

    edit_requested = Signal()
    prompt_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = IconLabel(theme, "clock", "muted", 32, self)
        self.sentence = label("", "heading", self)
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.task = MarkdownView(theme, self, fits_content=True)
        self.task.setAccessibleName(self.tr("Task of this step"))
        self._task_area = CappedScroll(self)
        self._task_area.hold(self.task)
        self.edit = button(self.tr("Edit before it starts"), parent=self)
        self.edit.clicked.connect(self.edit_requested)
        self.prompt = button(self.tr("See its prompt"), "quiet", parent=self)
        self.prompt.clicked.connect(self.prompt_requested)
        actions = QHBoxLayout()
        actions.setSpacing(8)
        actions.addStretch(1)
        actions.addWidget(self.edit)
        actions.addWidget(self.prompt)
        actions.addStretch(1)
        inner = QWidget(self)
        inner.setMaximumWidth(WIDEST)
        column = QVBoxLayout(inner)
        column.setContentsMargins(24, 0, 24, 0)
        column.setSpacing(16)
        column.addStretch(1)
        column.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.sentence)
        column.addWidget(self._task_area)
        column.addLayout(actions)
        column.addStretch(2)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 8)
        layout.addStretch(1)
        layout.addWidget(inner, 1000)
        layout.addStretch(1)

    def show_step(self, step: Step, before: Step | None, text: str) -> None:
        """Show a step that has not begun.

        Args:
            before: the step that has to end first.
            text: the step's task, Markdown.
        """
        self.sentence.setText(self._sentence(step, before))
        waits = step.status is Status.WAITING
        icon, color = ("planning", "status.planning") if step.n == 0 else ("clock", "muted")
        self._icon.set_icon("hand" if waits else icon, "status.waiting" if waits else color)
        self.task.show_markdown(text)
        self._task_area.setVisible(bool(text))
        self.edit.setVisible(step.n > 0 and step.status is Status.QUEUED)
        self.prompt.setVisible(step.n > 0)

    def _sentence(self, step: Step, before: Step | None) -> str:
        if step.n == 0 and step.status in (Status.WAITING, Status.DONE):
            return self.tr("This plan came with the task. No planner was asked.")
        if step.n == 0:
            return self.tr("The planner reads your task. Its first draft appears here.")
        if step.status is Status.WAITING:
            return self.tr("It is your turn.")
        if before is None or before.status is Status.DONE:
            return self.tr("Starts in a moment.")
        if before.n == 0:
            return self.tr("Starts when the plan is approved.")
        if before.kind == "review":
            return self.tr("Starts when step {0} is approved.").format(before.n)
        return self.tr("Starts when step {0} is done.").format(before.n)
