"""The middle of the task page: one step with its conversation, its plan if it is planning, and where the person acts."""

from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Conversation, Step
from workspace_app.ui.answer_area import AnswerArea
from workspace_app.ui.branch_dialog import BranchPlace
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.conversation_view import ConversationView
from workspace_app.ui.empty_step import EmptyStep
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.find_bar import FindBar
from workspace_app.ui.long_bar import LongBar
from workspace_app.ui.plan_editor import PlanEditor
from workspace_app.ui.replan_bar import ReplanBar
from workspace_app.ui.request_dialog import RequestDialog
from workspace_app.ui.step_actions import StepActions
from workspace_app.ui.step_dialogs import EditStepDialog
from workspace_app.ui.step_header import StepHeader
from workspace_app.ui.task_state import TaskState, phases_of
from workspace_app.ui.text_dialog import TextDialog
from workspace_app.ui.theme import Theme
from workspace_app.ui.todo_panel import TodoPanel

SIDE_BY_SIDE = 860
"""Width in pixels from which plan and conversation fit beside each other."""


class StepPane(QWidget):
    """Shows one step at a time.

    Signals:
        work_requested: a work should be shown in the panel; carries its id.
        escape_pressed: Esc was pressed with nothing else to close; True with Shift.
    """

    work_requested = Signal(str)
    escape_pressed = Signal(bool)

    def __init__(
        self, bridge: Bridge, theme: Theme, parent: QWidget | None = None, *, enter_sends: bool = True
    ) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._state: TaskState | None = None
        self._step: Step | None = None
        self._runs: list[Conversation] = []
        self._plan_shown: tuple[object, ...] | None = None
        self.header = StepHeader(theme, self)
        self.view = ConversationView(bridge, theme, self)
        self.find_bar = FindBar(bridge, theme, self.view, self)
        self.empty = EmptyStep(theme, self)
        self.plan = PlanEditor(bridge, theme, self)
        self.answers = AnswerArea(bridge, theme, self, enter_sends=enter_sends)
        self.acts = StepActions(bridge, theme, self)
        self.long_bar = LongBar(theme, self)
        self.replan_bar = ReplanBar(theme, self)
        self.todos = TodoPanel(bridge, theme, self)
        self.problem = ProblemLabel(self)
        self.problem.setContentsMargins(24, 4, 24, 4)
        self._lay_out()
        self._connect()

    # what is shown

    @property
    def step(self) -> Step | None:
        """The step that is shown."""
        return self._step

    @property
    def run(self) -> Conversation | None:
        """The conversation that is shown."""
        return self.view.conversation()

    def show_step(self, state: TaskState, n: int, run: str | None = None) -> None:
        """Show a step: the given run of it, or its newest."""
        self.problem.show_problem("")
        self._state, self._step = state, state.step(n)
        if self._step is None:
            return
        self._runs = self._bridge.queries.conversations(self._step.id)
        shown = next((found for found in self._runs if found.id == run), self._runs[-1] if self._runs else None)
        if self.run is None or shown is None or shown.id != self.run.id:
            self.find_bar.hide()
            self.view.show_conversation(shown)
        else:
            self.view.update_conversation(shown)
        self._refresh()

    def update_state(self, state: TaskState) -> None:
        """Take a newer state of the same task; a new run is followed by who looked at the newest one."""
        if self._step is None:
            return
        looked_at_newest = not self._runs or self.run is None or self.run.id == self._runs[-1].id
        self.show_step(state, self._step.n, None if looked_at_newest else self.run.id)  # type: ignore[union-attr]

    @Slot()
    def start_find(self) -> None:
        """Ctrl+F: find a text in the conversation."""
        if self.run is not None:
            self.header.side.setChecked(self.header.side.isVisible())
            self.find_bar.start()

    @Slot()
    def edit_step(self) -> None:
        """Edit the step before it starts."""
        if self._step is not None:
            EditStepDialog(self._bridge, self._theme, self._step, self.window()).open()

    @Slot()
    def rerun(self) -> None:
        """Run the step again, with the last prompt to begin with."""
        if self._step is not None and self._runs:
            self.acts.rerun(self._step, self._runs[-1])

    @Slot()
    def compare(self) -> None:
        """Compare works of two runs of the step."""
        if self._step is not None:
            self.acts.compare(self._step)

    @Slot(str)
    def show_costs(self, level: str) -> None:
        """Show costs and budgets of the "step", or of the "conversation" that is shown."""
        if self._step is not None:
            self.acts.costs(self._step, self.run if level == "conversation" else None)

    @Slot()
    def continue_anew(self) -> None:
        """Go on in a new conversation that begins with the newest work."""
        if self._step is not None and self.run is not None:
            self.acts.continue_anew(self._step, self.run)

    @Slot()
    def _continue_with_another(self) -> None:
        """Go on from the failed point with other models."""
        if self.run is not None:
            self.acts.begin("continue", self.run, self.run.messages)

    @Slot()
    def _plan_anew(self) -> None:
        """Branch the task as it stands: what the assistant suggested goes along as feedback."""
        if self._state is not None:
            self.acts.branch(BranchPlace(self._state.task))

    @Slot(str)
    def choose_run(self, run: str) -> None:
        """Show another run of the step."""
        if self._state is not None and self._step is not None:
            self.show_step(self._state, self._step.n, run)

    def _refresh(self) -> None:
        assert self._state is not None
        assert self._step is not None
        run, step = self.run, self._step
        self.header.show_step(step, self._runs, run.id if run else None)
        works = self._bridge.queries.works(step.task, step.n) if run else []
        self.header.show_phases(phases_of(self._bridge.queries, run, works) if run and step.n > 0 else None)
        before = self._state.step(step.n - 1) if step.n else None
        text = self._state.task.text if step.n == 0 else str(step.spec.get("step_task", ""))
        self.empty.show_step(step, before, text)
        self._stack.setCurrentWidget(self.view if run is not None else self.empty)
        self.replan_bar.show_hint(self._state)
        self.todos.show_run(run)
        newest = run is None or run.id == self._runs[-1].id
        self.answers.show_state(self._state, step, run, newest=newest)
        self._show_plan()

    def _show_plan(self) -> None:
        assert self._state is not None
        assert self._step is not None
        task = self._state.task
        if self._step.n == 0 and task.plan is not None:
            question = self._state.question_of(0, self.run.id if self.run else None)
            edited = self._state.edited
            shown = (task.id, task.plan, not task.approved, question.id if question else None, edited)
            if shown != self._plan_shown:
                self._plan_shown = shown
                self.plan.show_plan(task.id, task.plan, not task.approved, edited)
        self._arrange_sides()

    def _arrange_sides(self) -> None:
        has_plan = (
            self._state is not None
            and self._step is not None
            and self._step.n == 0
            and self._state.task.plan is not None
        )
        narrow = self.width() < SIDE_BY_SIDE
        self.header.show_side_choice(has_plan and narrow)
        plan_first = not self.header.side.isChecked()
        self.plan.setVisible(has_plan and (plan_first or not narrow))
        self._talk.setVisible(not has_plan or not plan_first or not narrow)

    # actions of messages

    @Slot(str)
    def _make_work(self, message: str) -> None:
        self._bridge.call("make_work", done=self._work_made, failed=self.problem.show_problem, message=message)

    def _work_made(self, result: dict[str, str]) -> None:
        self.work_requested.emit(result["work"])

    @Slot(str)
    def _show_request(self, request: str) -> None:
        try:
            found = self._bridge.queries.request(request)
        except WorkspaceError as error:
            self.problem.show_problem(str(error))
            return
        dialog = RequestDialog(self._theme, found, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    @Slot(str, int)
    def _begin(self, what: str, seq: int) -> None:
        if self.run is not None:
            self.acts.begin(what, self.run, seq)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.answers.set_height(self.height())
        self._arrange_sides()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape or self._something_open():
            super().keyPressEvent(event)
        elif self.find_bar.isVisible():
            self.find_bar.hide()
        elif not event.isAutoRepeat():
            self.escape_pressed.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def _something_open(self) -> bool:
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        return popup is not None or self.answers.composer.is_composing()

    def _lay_out(self) -> None:
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.empty)
        self._stack.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._stack.setMinimumHeight(120)
        self._talk = QWidget(self)
        talk = QVBoxLayout(self._talk)
        talk.setContentsMargins(0, 0, 0, 0)
        talk.setSpacing(0)
        talk.addWidget(self.find_bar)
        talk.addWidget(self._stack, 1)
        talk.addWidget(self.todos)
        talk.addWidget(self.replan_bar)
        talk.addWidget(self.long_bar)
        talk.addWidget(self.problem)
        talk.addWidget(self.answers)
        self._sides = QSplitter(Qt.Orientation.Horizontal, self)
        self._sides.setChildrenCollapsible(False)
        self._sides.addWidget(self.plan)
        self._sides.addWidget(self._talk)
        self._sides.setSizes([560, 440])
        self.plan.hide()
        line = QFrame(self)
        line.setProperty("kind", "line")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(line)
        layout.addWidget(self._sides, 1)

    def _connect(self) -> None:
        self.header.run_chosen.connect(self.choose_run)
        self.header.find_requested.connect(self.start_find)
        self.header.rerun_requested.connect(self.rerun)
        for asking in (self.header.continue_requested, self.long_bar.requested):
            asking.connect(self.continue_anew)
        self.header.compare_requested.connect(self.compare)
        self.header.costs_requested.connect(self.show_costs)
        self.acts.failed.connect(self.problem.show_problem)
        self.replan_bar.requested.connect(self._plan_anew)
        self.acts.task_made.connect(self.replan_bar.close_it)
        self.header.side_toggled.connect(self._take_side)
        self.view.work_opened.connect(self.work_requested)
        self.view.request_opened.connect(self._show_request)
        self.view.made_work.connect(self._make_work)
        self.view.begin_requested.connect(self._begin)
        self.empty.edit_requested.connect(self.edit_step)
        self.empty.prompt_requested.connect(self._ask_for_prompt)
        self.answers.work_requested.connect(self.work_requested)
        self.answers.plan_requested.connect(self._show_plan_side)
        self.answers.rerun_requested.connect(self.rerun)
        self.answers.trouble.model_requested.connect(self._continue_with_another)
        self.answers.plan_submitted.connect(self.plan.approve)
        self.find_bar.closed.connect(self.view.setFocus)
        for key, slot in (("Ctrl+F", self.start_find), ("Ctrl+Shift+Backspace", self.answers.request_changes)):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    @Slot(bool)
    def _take_side(self, plan: bool) -> None:
        self._arrange_sides()

    @Slot()
    def _ask_for_prompt(self) -> None:
        if self._step is not None:
            about = {"task": self._step.task, "step": self._step.n}
            self._bridge.call("prompt_preview", done=self._show_prompt, failed=self.problem.show_problem, **about)

    def _show_prompt(self, preview: dict[str, Any]) -> None:
        """What the step would be sent now, to the letter (R28)."""
        TextDialog(self.tr("The prompt, as it would be sent now"), str(preview["text"]), self).open()

    @Slot()
    def _show_plan_side(self) -> None:
        self.header.side.setChecked(False)
