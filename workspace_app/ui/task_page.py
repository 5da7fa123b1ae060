"""A task: its header, its steps, the step that is shown, and the works panel."""

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from workspace_app.domain.errors import NotFound
from workspace_app.domain.events import Event
from workspace_app.domain.records import Origin
from workspace_app.ui.branch_dialog import BranchPlace
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.gone_task import GoneTask
from workspace_app.ui.parts import Part, focus_first
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.step_pane import StepPane
from workspace_app.ui.step_rail import StepRail
from workspace_app.ui.task_header import TaskHeader
from workspace_app.ui.task_state import TaskState, usage_of
from workspace_app.ui.theme import Theme
from workspace_app.ui.works_panel import WorksPanel

NARROW_RAIL = 900
NARROW_PANEL = 860
LEAST = 400
"""Widths in pixels below which the rail becomes a strip, the panel takes the conversation's place; and the least of each."""
REFRESH_MS = 60
USAGE_MS = 1000
_CHANGES = frozenset({"task", "step", "conversation", "question", "answered", "work"})


class TaskPage(QWidget):
    """Shows one task, live.

    Signals:
        folder_requested: the task's folder should be opened; carries its absolute path.
        task_opened: another task should be shown; carries its id.
        undo_offered: something was done that can be undone; carries a sentence, and the verb with its arguments that undoes it.
    """

    folder_requested = Signal(str)
    task_opened = Signal(str)
    undo_offered = Signal(str, str, dict)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._preferences = Preferences(bridge.home)
        self._task = ""
        self._state: TaskState | None = None
        self.header = TaskHeader(bridge, theme, self)
        self.rail = StepRail(theme, self)
        self.pane = StepPane(bridge, theme, self, enter_sends=self._preferences.send_key == "enter")
        self.panel = WorksPanel(bridge, theme, self)
        self.gone = GoneTask(bridge, theme, self)
        self._refreshing = _timer(self, REFRESH_MS, self._refresh)
        self._counting = _timer(self, USAGE_MS, self._show_usage)
        self._lay_out()
        self._connect()

    # what the window calls

    def show_task(self, task_id: str) -> None:
        """Show a task at the step that it is at."""
        self._open(task_id, None, None)

    def show_question(self, question_id: str) -> None:
        """Show the step that asks, with the cursor where it is answered."""
        question = self._bridge.queries.question(question_id)
        self._open(question.task, question.step_n, question.conversation)
        self.pane.answers.focus()

    def show_step(self, task_id: str, step_n: int, conversation: str | None = None) -> None:
        """Show a step of a task, and the given run of it or its newest."""
        self._open(task_id, step_n, conversation)

    def show_work(self, work_id: str) -> None:
        """Show a work in the panel, beside the step that made it."""
        work = self._bridge.queries.work(work_id)
        self._open(work.task, work.step_n, None)
        self._show_work(work_id)

    def parts(self) -> list[Part]:
        """What F6 leads through."""
        return [
            Part(self.rail, self.rail.setFocus),
            Part(self.pane.plan, partial(focus_first, self.pane.plan)),
            Part(self.pane.view, partial(self.pane.view.focus_next, 0)),
            Part(self.pane.answers, self.pane.answers.focus),
            Part(self.panel, partial(focus_first, self.panel)),
            Part(self.header, partial(focus_first, self.header)),
        ]

    @Slot()
    def toggle_panel(self) -> None:
        """Show or hide works and files."""
        self.header.panel.toggle()

    # showing

    def _open(self, task: str, step: int | None, run: str | None) -> None:
        self._task = task
        try:
            self._state = TaskState.read(self._bridge.queries, task)
        except NotFound:
            self._show_gone()
            return
        self.pane.answers.composer.set_enter_sends(self._preferences.send_key == "enter")
        self._pages.setCurrentWidget(self._page)
        self._show_steps()
        self._show_step(self._state.task.step if step is None else step, run)
        self._let_act()

    def _show_step(self, n: int, run: str | None = None) -> None:
        assert self._state is not None
        self.rail.choose(n)
        self.pane.show_step(self._state, n, run)
        self._show_works()
        self._counting.start(0)

    def _show_steps(self) -> None:
        assert self._state is not None
        self.header.show_task(self._state.task)
        state = self._state
        self.rail.show_steps(state.steps, state.works, state.edited, state.stale)
        self.rail.setVisible(len(self._state.steps) > 1)

    def _show_works(self) -> None:
        if self._state is not None and self.panel.isVisible() and self.pane.step is not None:
            self.panel.show_step(self._task, self.pane.step.n)

    def _show_gone(self) -> None:
        self._state = None
        self.gone.show_task(self._task)
        self._pages.setCurrentWidget(self.gone)

    @Slot(str)
    def _deleted(self, task: str) -> None:
        if task == self._task:
            self._show_gone()

    # live

    @Slot(list)
    def _take_events(self, events: list[Event]) -> None:
        self.pane.view.take_events(events)
        mine = [event for event in events if self._task and self._task in (event.task, event.id)]
        if any(event.kind == "deleted" for event in mine):
            self._show_gone()
        elif any(event.kind in _CHANGES for event in mine) and not self._refreshing.isActive():
            self._refreshing.start()
        if any(event.kind == "message" for event in mine) and not self._counting.isActive():
            self._counting.start(USAGE_MS)

    @Slot()
    def _refresh(self) -> None:
        """Read the task again; who looked at the step that was at work goes on with the next one."""
        old = self._state
        try:
            self._state = TaskState.read(self._bridge.queries, self._task)
        except NotFound:
            self._show_gone()
            return
        self._pages.setCurrentWidget(self._page)
        self._show_steps()
        shown, n = self.pane.step, self._state.task.step
        moved = old is not None and shown is not None and shown.n == old.task.step != n
        if shown is None or (moved and not self.pane.answers.has_draft()):
            self._show_step(n)
        else:
            self.pane.update_state(self._state)
            self.rail.choose(shown.n)
        self._let_act()
        self._show_usage()

    def _let_act(self) -> None:
        """Who has come to the page and has gone nowhere in it yet can type and answer at once."""
        if self.hasFocus():
            self.pane.answers.focus()

    @Slot()
    def _show_usage(self) -> None:
        if self._state is not None:
            usage = usage_of(self._bridge.queries, self._state.steps, self.pane.run)
            shown = self.pane.run
            self.header.show_usage(usage, (shown.model if shown is not None else None) or self._state.task.model)
            run = self.pane.run if self.pane.step is not None and self.pane.step.n > 0 else None
            self.pane.long_bar.show_usage(run, usage.context, self._preferences.long_conversation)

    @Slot()
    def _read_again(self) -> None:
        # Events may have been missed: the connection is new, or it could not keep up.
        if self._task:
            self._refresh()

    # what the person does

    @Slot(int)
    def _choose_step(self, n: int) -> None:
        if self._state is not None:
            self.pane.show_step(self._state, n)
            self._show_works()
            self._counting.start(0)

    @Slot(str)
    def _show_work(self, work: str) -> None:
        self.header.panel.setChecked(True)
        self.panel.show_work(work)
        # Whoever opened it goes on with the keys of its versions.
        self.panel.setFocus()

    @Slot(str)
    def _show_run(self, conversation: str) -> None:
        run = self._bridge.queries.conversation(conversation)
        self._open(run.task, self._bridge.queries.step(run.step).n, run.id)

    @Slot()
    def branch(self) -> None:
        """Make a new task from where this one stands."""
        if self._state is not None:
            self.pane.acts.branch(BranchPlace(self._state.task))

    @Slot()
    def show_tree(self) -> None:
        """Show which tasks this one came from, and which came from it."""
        if self._state is not None:
            from workspace_app.ui.tree_dialog import TreeDialog

            dialog = TreeDialog(self._bridge.queries, self._theme, self._state.task, self.window())
            dialog.opened.connect(self.task_opened)
            dialog.open()

    @Slot()
    def run_again(self) -> None:
        """Make a new task with the same plan."""
        if self._state is not None:
            self.pane.acts.run_again(self._state.task.id)

    @Slot(object)
    def _show_origin(self, origin: Origin) -> None:
        self.task_opened.emit(origin.task)
        self._open(origin.task, origin.step, origin.conversation)
        if origin.seq is not None and self.pane.run is not None and self.pane.run.id == origin.conversation:
            self.pane.view.go_to(origin.seq, found=True)

    @Slot(bool)
    def _show_panel(self, on: bool) -> None:
        self._preferences.keep_flag("works_panel", on)
        self._arrange()
        self._show_works()

    @Slot(int, int)
    def _keep_widths(self, position: int, index: int) -> None:
        self._preferences.keep_state("task_splitter", self._splitter.saveState())

    # Qt

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes on as ever; from a button that was hidden or disabled as it was pressed, the keyboard stays in the page."""
        lost = self.focusWidget()
        if lost is not None and lost.isVisible() and lost.isEnabled():
            return super().focusNextPrevChild(forward)
        self.setFocus()
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        panel, width = self.header.panel.isChecked(), self.width()
        instead = panel and width < NARROW_PANEL
        self.panel.setVisible(panel)
        self.pane.setVisible(not instead)
        self.rail.set_narrow(width - (self.panel.width() if panel and not instead else 0) < NARROW_RAIL)

    def _lay_out(self) -> None:
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.pane)
        self._splitter.addWidget(self.panel)
        self._splitter.setStretchFactor(0, 1)
        # Its own least width (both sides open) must not keep the page from becoming narrow: then only one side shows.
        self._splitter.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self._splitter.setMinimumWidth(LEAST)
        self.pane.setMinimumWidth(LEAST)
        self.panel.setMinimumWidth(320)
        self._splitter.setSizes([700, 420])
        kept = self._preferences.state("task_splitter")
        if not kept.isEmpty():
            self._splitter.restoreState(kept)
        self._page = QWidget(self)
        body, page = QHBoxLayout(), QVBoxLayout(self._page)
        body.setSpacing(0)
        body.addWidget(self.rail)
        body.addWidget(_line(self._page, upright=True))
        body.addWidget(self._splitter, 1)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(self.header)
        page.addWidget(_line(self._page))
        page.addLayout(body, 1)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._page)
        self._pages.addWidget(self.gone)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)
        self.header.panel.setChecked(self._preferences.flag("works_panel", False))

    def _connect(self) -> None:
        self.header.folder_requested.connect(self.folder_requested)
        self.header.panel_toggled.connect(self._show_panel)
        self.rail.step_chosen.connect(self._choose_step)
        self.header.deleted.connect(self._deleted)
        self.pane.work_requested.connect(self._show_work)
        self.pane.escape_pressed.connect(self.header.run_bar.press_escape)
        self.pane.acts.run_started.connect(self._show_run)
        self.pane.acts.task_made.connect(self.task_opened)
        for offering in (self.header.undo_offered, self.panel.context.undo_offered):
            offering.connect(self.undo_offered)
        self.header.branch_requested.connect(self.branch)
        self.header.again_requested.connect(self.run_again)
        self.header.tree_requested.connect(self.show_tree)
        self.header.origin.opened.connect(self._show_origin)
        self.panel.works.view.versions.start_requested.connect(self.pane.acts.start_from)
        self._splitter.splitterMoved.connect(self._keep_widths)
        self._bridge.events_ready.connect(self._take_events)
        self._bridge.opened.connect(self._read_again)
        shortcut = QShortcut(QKeySequence("Ctrl+Alt+B"), self)
        shortcut.activated.connect(self.toggle_panel)


def _timer(parent: QWidget, milliseconds: int, slot: object) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(slot)
    return timer


def _line(parent: QWidget, *, upright: bool = False) -> QFrame:
    line = QFrame(parent)
    if upright:
        line.setFixedWidth(1)
        line.setStyleSheet("background: palette(mid);")
    else:
        line.setProperty("kind", "line")
    return line
