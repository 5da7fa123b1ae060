"""The works of one step, one of them in full."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from workspace_app.domain.errors import NotFound
from workspace_app.domain.events import Event
from workspace_app.domain.questions import QuestionKind
from workspace_app.domain.records import Question, Work
from workspace_app.domain.status import Status
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.engine_words import localized
from workspace_app.ui.own_version_dialog import OwnVersionDialog
from workspace_app.ui.revision_bar import RevisionBar
from workspace_app.ui.revision_ways import find_ways
from workspace_app.ui.small_widgets import label
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_decision import WorkDecision
from workspace_app.ui.work_list import WorkList
from workspace_app.ui.work_text import LOW
from workspace_app.ui.work_view import WorkView

_LIST_SHARE = 5
_KINDS = (QuestionKind.REVIEW, QuestionKind.ASK, QuestionKind.INPUT)
_OPEN_TO_SUBMIT = (Status.WAITING, Status.PAUSED, Status.INTERRUPTED, Status.ERROR, Status.DONE)


class WorksTab(QWidget):
    """A list of works, the chosen one, and the decision about them.

    Signals:
        counted: how many works the step has.
        answered: the step's question was answered here; carries its id.
    """

    counted = Signal(int)
    answered = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._task, self._step = "", 0
        self._chosen: str | None = None
        self._known: set[str] | None = None
        self._low = False
        self.list = WorkList(theme, self)
        self.view = WorkView(bridge, theme, self)
        self.revision = RevisionBar(bridge, theme, self)
        self.decision = WorkDecision(bridge, theme, self)
        self.empty = label(
            self.tr("No works yet. The step's documents appear here as soon as they are handed in."), "muted", self
        )
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._line = QFrame(self)
        self._line.setProperty("kind", "line")
        self._lay_out()
        self._connect()
        self._show(())

    def show_step(self, task: str, step: int) -> None:
        """Show the works of a step; the newest one is chosen, unless one of them is shown already."""
        if (task, step) != (self._task, self._step):
            self._task, self._step, self._chosen, self._known = task, step, None, None
        self.refresh()

    def show_work(self, work: Work) -> None:
        """Show a work among those of its step."""
        self._task, self._step, self._chosen = work.task, work.step_n, work.id
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Read the works and the question again."""
        if not self._task:
            return
        try:
            works = self._bridge.queries.works(self._task, self._step)
            self._show(works)
            self._show_revision()
            self._show_decision(works)
        except NotFound:
            # The task was deleted while its page was open: the page itself says so.
            self._show(())
        self.counted.emit(len(self.list.works()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.list.fit(self.height() // _LIST_SHARE)
        self.view.text.set_room(self.height())
        if self._low != (self.height() < LOW):
            self._low = not self._low
            self.revision.set_compact(self._low)
            self.refresh()

    def _is_writing(self) -> bool:
        """Whether a comment is being written."""
        return self.view.isVisibleTo(self) and self.view.text.comments.editor.draft is not None

    def _show(self, works: Sequence[Work]) -> None:
        ids = [work.id for work in works]
        if self._known is not None and (new := [work for work in ids if work not in self._known]):
            self._chosen, self._known = new[-1], None
        if self._chosen not in ids:
            self._chosen = ids[-1] if ids else None
        self.list.show_works(works, self._chosen)
        self.list.setVisible(len(works) > 1)
        self.list.fit(self.height() // _LIST_SHARE)
        self.view.setVisible(bool(works))
        self._line.setVisible(len(works) > 1)
        self.empty.setVisible(not works)
        if self._chosen is not None:
            self.view.show_work(works[ids.index(self._chosen)])

    def _show_decision(self, works: Sequence[Work]) -> None:
        question = self._question()
        step = self._bridge.queries.step_n(self._task, self._step)
        can_submit = self._step > 0 and step.status in _OPEN_TO_SUBMIT
        self.view.text.editor.set_can_submit(can_submit)
        self.decision.set_has_comments(self._comments_can_go_back(question))
        if self._low and self._is_writing():
            self.decision.hide()
        else:
            self.decision.show_question(question, can_submit=can_submit, note=self._note(question, works))

    def _show_revision(self) -> None:
        work, version = self.view.work(), self.view.shown()
        count = len(self.view.text.comments.open_remarks())
        busy = self._is_writing() or self.view.text.is_editing()
        if not self.list.works() or work is None or version is None or not count or busy:
            self.revision.show_ways(None)
        else:
            self.revision.show_ways(find_ways(self._bridge.queries, work, version, count))

    def _comments_can_go_back(self, question: Question | None) -> bool:
        return question is not None and self.revision.ways() is not None

    @Slot()
    def _comments_changed(self) -> None:
        if self._task:
            self.refresh()

    @Slot()
    def _writing_changed(self) -> None:
        self._comments_changed()
        self._follow_focus()

    def _question(self) -> Question | None:
        open_ = self._bridge.queries.open_questions(self._task)
        return next((question for question in open_ if question.step_n == self._step and question.kind in _KINDS), None)

    def _note(self, question: Question | None, works: Sequence[Work]) -> str:
        """The question, and what approving means where it is not plain: several works, or an older version in view."""
        if question is None:
            return ""
        shown, work = self.view.shown(), self.view.work()
        comments = self.revision.ways() is not None
        notes = [] if self._low or comments else [localized(question.text)]
        waiting = [other for other in works if other.id in question.data.get("works", ())]
        if len(waiting) > 1:
            notes.append(self.tr("Approving approves all {count} works of this step.").format(count=len(waiting)))
        if shown is not None and work is not None and shown.n != work.newest.n:
            text = self.tr("You are looking at version {shown}; approving approves version {newest}.")
            notes.append(text.format(shown=shown.n, newest=work.newest.n))
        if comments and not self._low:
            notes.append(self.tr("Approving does not send your comments."))
        return " ".join(notes)

    # inside: doing

    @Slot(str)
    def _choose(self, work: str) -> None:
        self._chosen, self._known = work, None
        self.refresh()

    @Slot()
    def _follow_revision(self) -> None:
        """The comments have gone: a work that a new run makes of them is shown when it comes."""
        self._known = {work.id for work in self.list.works()}
        self.refresh()

    @Slot(str)
    def _note_answer(self, question: str) -> None:
        self.refresh()
        self.answered.emit(question)

    @Slot()
    def _edit_own(self) -> None:
        work = self.view.work() if self.list.works() else None
        text = self.view.preview.whole_text() if work else ""
        if text is None:
            self.decision.error.show_problem(
                self.tr("This work cannot be edited here. Open it in its program, or hand in a file.")
            )
            return
        dialog = OwnVersionDialog(self._bridge, self._task, self._step, work.title if work else "", text, self)
        dialog.handed_in.connect(self.refresh)
        dialog.open()

    @Slot(str)
    def _submit_file(self, file: str) -> None:
        self._bridge.call(
            "submit",
            task=self._task,
            step=self._step,
            file=file,
            done=self._submitted,
            failed=self.decision.error.show_problem,
        )

    def _submitted(self, _result: object) -> None:
        self._chosen = None
        self.refresh()

    @Slot(list)
    def _read_events(self, events: list[Event]) -> None:
        kinds = ("work", "question", "answered", "step", "task")
        if any(event.task == self._task and event.kind in kinds for event in events):
            self.refresh()

    def _lay_out(self) -> None:
        self._inside = inside = QWidget(self)
        self._column = column = QVBoxLayout(inside)
        column.setContentsMargins(16, 12, 16, 4)
        column.setSpacing(8)
        for widget in (self.list, self._line):
            column.addWidget(widget)
        column.addWidget(self.view, 1)
        column.addWidget(self.empty, 1)
        # In a low window what does not fit is scrolled to; what can be decided stays in sight.
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidgetResizable(True)
        self._scroll.viewport().setAutoFillBackground(False)
        self._scroll.setWidget(inside)
        inside.setAutoFillBackground(False)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 0, 16, 12)
        foot.setSpacing(0)
        foot.addWidget(self.revision)
        foot.addWidget(self.decision)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._scroll, 1)
        layout.addLayout(foot)

    @Slot()
    def _follow_focus(self) -> None:
        """Bring the field that the keyboard has just gone to into view."""
        field = self.window().focusWidget()
        if field is not None and self._inside.isAncestorOf(field):
            self._column.activate()
            self._scroll.ensureWidgetVisible(field, 0, 64)

    def _connect(self) -> None:
        self.list.chosen.connect(self._choose)
        self.decision.answered.connect(self._note_answer)
        self.decision.editor_requested.connect(self._edit_own)
        self.decision.file_chosen.connect(self._submit_file)
        self.view.version_chosen.connect(self.refresh)
        self.view.text.comments.changed.connect(self._comments_changed)
        self.view.text.comments.writing.connect(self._writing_changed)
        self.view.text.edit_changed.connect(self._comments_changed)
        self.view.text.handed_in.connect(self.refresh)
        self.revision.sent.connect(self._follow_revision)
        self.revision.cleared.connect(self.view.text.comments.clear)
        self.decision.note_requested.connect(self.revision.write_note)
        self._bridge.events_ready.connect(self._read_events)

    def add_keys(self, surroundings: QWidget) -> None:
        """Let the keys of versions, comments and the decision work in all of `surroundings`."""
        self.view.add_keys(surroundings)
        self.revision.add_keys(surroundings)
        for key, slot in (
            ("Ctrl+Return", self.decision.submit),
            ("Ctrl+Enter", self.decision.submit),
            ("Ctrl+Shift+Backspace", self.decision.ask),
        ):
            shortcut = QShortcut(QKeySequence(key), surroundings)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
