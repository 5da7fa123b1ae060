"""The plan, to be read and edited by hand before it is approved (R19)."""

import textwrap
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.domain.plan import Plan, PlanError, Problem
from workspace_app.domain.records import Conversation
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.diff_view import DiffDialog
from workspace_app.ui.draft_bar import DraftBar
from workspace_app.ui.draft_keeper import DraftKeeper
from workspace_app.ui.fields import REDO_KEYS, UNDO_KEYS, LeaveUndo, ProblemLabel, is_composing, set_line
from workspace_app.ui.plan_answer import PlanAnswer
from workspace_app.ui.plan_footer import PlanFooter
from workspace_app.ui.plan_model import PlanModel, read_plan
from workspace_app.ui.plan_text import plan_diff
from workspace_app.ui.small_widgets import IconButton, button, label
from workspace_app.ui.step_list import StepList
from workspace_app.ui.theme import Theme

_WIDEST = 960


class PlanEditor(QWidget):
    """Shows and edits the plan of one task, and answers the task's open plan question by itself.

    Signals:
        approved: the engine has accepted the approval; carries the plan's JSON as it was approved.
        changes_requested: the engine has accepted the person's text for the planner.
        changed: the person edited the plan.
    """

    approved = Signal(dict)
    changes_requested = Signal(str)
    changed = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._task = ""
        self._editable = True
        self._edited: Mapping[int, Conversation] = {}
        self._incoming: Plan | None = None
        self._kept = Plan("", ())
        self.model = PlanModel(self)
        self._catalogue = Catalogue(bridge, self)
        self._keeper = DraftKeeper(bridge, self)
        self._answer = PlanAnswer(bridge, self)
        self.title = QLineEdit(self)
        self.title.setAccessibleName(self.tr("Title of the plan"))
        self.undo = IconButton(theme, "undo", self.tr("Undo (Ctrl+Z)"), self)
        self.redo = IconButton(theme, "redo", self.tr("Redo (Ctrl+Shift+Z)"), self)
        self._state = label("", "muted", self)
        self.bar = DraftBar(theme, self)
        self.steps = StepList(theme, self._catalogue, self.model, self)
        self.empty = self._make_empty()
        self.broken = ProblemLabel(self)
        self.footer = PlanFooter(bridge, theme, self)
        self._lay_out()
        self._connect()
        self._add_shortcuts()
        self._refresh()

    # what the page calls

    def show_plan(
        self,
        task_id: str,
        plan: Mapping[str, Any] | None,
        editable: bool,
        edited: Mapping[int, Conversation] | None = None,
    ) -> None:
        """Show the plan of a task; called again with each new draft. Edits of the person are never overwritten.

        Args:
            task_id: the task.
            plan: the newest draft or the approved plan, as JSON; None before the first draft.
            editable: whether it can still be edited and approved.
            edited: the runs for which a step's task was edited, by the steps' numbers (R59).
        """
        self._edited = edited or {}
        if task_id != self._task:
            self._change_task(task_id)
        self._editable = editable
        self._answer.follow(task_id)
        try:
            self._take_in(read_plan(plan))
            self.broken.show_problem("")
        except PlanError as error:
            self.broken.show_problem(self.tr("This draft cannot be shown: {reason}").format(reason=error))
        self._refresh()

    # inside: drafts

    def _change_task(self, task: str) -> None:
        self._keeper.start(task)
        self._task, self._incoming = task, None
        self.bar.hide()
        self._state.clear()
        self.footer.error.show_problem("")
        self.footer.clear_request()
        self._catalogue.set_task(task)
        self.footer.inserting.set_place(None, task)
        self._catalogue.refresh()
        self._load(Plan("", ()))

    def _load(self, plan: Plan) -> None:
        self._kept = plan
        self.model.load(plan)

    def _take_in(self, plan: Plan) -> None:
        if plan == self.model.plan or self._keeper.was_sent(plan.to_json()) or plan == self.model.base:
            return
        if not self.model.plan.steps and not self.model.edited:
            self._load(plan)
            self._find_base(plan)
        elif self.model.edited and self._editable:
            self._incoming = plan
            self.bar.show()
        else:
            self._kept = plan
            self.model.take(plan)

    def _find_base(self, shown: Plan) -> None:
        """After a restart: if the planner's draft is another than the one that is shown, the person has edited it."""
        draft = self._answer.question.data.get("plan") if self._answer.question else None
        if draft:
            try:
                self.model.rebase(read_plan(draft))
            except PlanError:
                self.model.rebase(shown)

    @Slot()
    def _compare(self) -> None:
        assert self._incoming is not None
        text = plan_diff(self.model.plan, self._incoming)
        DiffDialog(self._theme, self.tr("Your plan, and the planner's new draft"), text, self).open()

    @Slot()
    def _take_incoming(self) -> None:
        assert self._incoming is not None
        self.model.take(self._incoming)
        self._close_bar()

    @Slot()
    def _keep_mine(self) -> None:
        assert self._incoming is not None
        self.model.rebase(self._incoming)
        self._close_bar()

    def _close_bar(self) -> None:
        self._incoming = None
        self.bar.hide()
        self.steps.go_to(0)

    # inside: answering

    @Slot()
    def approve(self) -> None:
        """Approve the plan as it stands, if that is possible now."""
        if self._answer.question is not None and self._editable and not self.model.problems():
            self._keeper.drop()
            self.footer.error.show_problem("")
            self._answer.approve(self.model.plan.to_json())

    @Slot(str)
    def _request(self, text: str) -> None:
        self._keeper.flush()
        self.footer.error.show_problem("")
        self._answer.request(text)

    @Slot(dict)
    def _note_approval(self, plan: dict[str, Any]) -> None:
        self._editable = False
        self.approved.emit(plan)

    @Slot(str)
    def _note_refusal(self, sentence: str) -> None:
        self.footer.error.show_problem(sentence)
        if self.model.edited:
            self._keeper.keep(self.model.plan.to_json())

    @Slot(str)
    def _note_request(self, text: str) -> None:
        self.footer.clear_request()
        self.changes_requested.emit(text)

    # inside: showing

    @Slot()
    def _refresh(self) -> None:
        problems = self.model.problems() if self.model.plan.steps or self.model.edited else ()
        set_line(self.title, self.model.plan.title)
        self.title.setReadOnly(not self._editable)
        has_plan = bool(self.model.plan.steps or self.model.edited)
        self.title.setVisible(has_plan)
        self.steps.setVisible(has_plan)
        self.empty.setVisible(not has_plan)
        self.steps.refresh(problems, editable=self._editable, edited=self._edited)
        stack = self.model.undo_stack
        for tool, can in ((self.undo, stack.canUndo()), (self.redo, stack.canRedo())):
            tool.setVisible(self._editable and has_plan)
            tool.setEnabled(can)
        self.undo.setToolTip(
            self.tr("Undo: {what} (Ctrl+Z)").format(what=stack.undoText())
            if stack.canUndo()
            else self.tr("Undo (Ctrl+Z)")
        )
        self._show_footer(problems)

    def _show_footer(self, problems: tuple[Problem, ...]) -> None:
        self.footer.setVisible(self._editable)
        waits = self._answer.question is not None
        first = problems[0].message if problems else ""
        if len(problems) > 1:
            first = self.tr("{problem} And {count} more.").format(problem=first, count=len(problems) - 1)
        self.footer.show_state(
            can_approve=waits and not problems and bool(self.model.plan.steps),
            can_request=waits,
            problem=first,
            note=self._note(),
        )

    def _note(self) -> str:
        if self._answer.is_busy:
            return self.tr("Sending your answer…")
        if self._answer.question is None:
            return self.tr(
                "The planner is not waiting for an answer now. You can approve as soon as its draft is here; your edits are kept."
            )
        if acts := self._answer.question.data.get("acts"):
            # Whole commands are in the steps; here they would push the buttons out of sight.
            said = "; ".join(textwrap.shorten(act, 160, placeholder=" …") for act in acts[:3]) + (
                ", …" if acts[3:] else ""
            )
            return self.tr("The plan as proposed does without asking again: {0}.").format(said)
        return ""

    @Slot()
    def _note_edit(self) -> None:
        self._refresh()
        if self._editable and self.model.plan != self._kept:
            self._kept = self.model.plan
            self._keeper.keep(self.model.plan.to_json())
            self.changed.emit()

    @Slot()
    def _show_saving(self) -> None:
        self._state.setText(self.tr("Edited by you"))

    @Slot()
    def _show_saved(self) -> None:
        self._state.setText(self.tr("Edited by you, kept as a draft"))

    @Slot(str)
    def _show_unsaved(self, sentence: str) -> None:
        self._state.setText(self.tr("Edited by you, not kept"))
        self.footer.error.show_problem(
            self.tr("Your edits could not be kept as a draft: {reason}").format(reason=sentence)
        )

    @Slot()
    def _know(self) -> None:
        self.model.know(self._catalogue.functions, self._catalogue.names(self._catalogue.models))

    @Slot()
    def _go_to_problem(self) -> None:
        problems = self.model.problems()
        ids = [step.id for step in self.model.plan.steps]
        if problems and problems[0].step in ids:
            places = [place for place, step_id in enumerate(ids) if step_id == problems[0].step]
            place = places[-1] if problems[0].field == "id" else places[0]
            self.steps.form(place)
            self.steps.go_to(place)

    # inside: making

    def _make_empty(self) -> QWidget:
        box = QWidget(self)
        words = label(
            self.tr(
                "The planner writes the first draft. It appears here step by step, and you can change everything in it before you approve."
            ),
            "muted",
            box,
        )
        words.setWordWrap(True)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setMaximumWidth(420)
        self.add_first = button(self.tr("Write a plan yourself"), parent=box)
        layout = QVBoxLayout(box)
        layout.addStretch(1)
        layout.addWidget(words, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(8)
        layout.addWidget(self.add_first, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        return box

    def _lay_out(self) -> None:
        font = self.title.font()
        font.setPointSizeF(font.pointSizeF() + 3)
        font.setWeight(font.Weight.DemiBold)
        self.title.setFont(font)
        # A title, not a box, until the person goes into it.
        self.title.setStyleSheet("QLineEdit:!focus { background: transparent; border-color: transparent; }")
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 16, 2)
        head.setSpacing(8)
        head.addWidget(self.title, 1)
        for widget in (self._state, self.undo, self.redo):
            head.addWidget(widget)
        line = QFrame(self)
        line.setProperty("kind", "line")
        inner = QVBoxLayout()
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addLayout(head)
        bar = QHBoxLayout()
        bar.setContentsMargins(16, 6, 16, 2)
        bar.addWidget(self.bar)
        inner.addLayout(bar)
        inner.addWidget(self.broken)
        inner.addWidget(self.steps, 1)
        inner.addWidget(self.empty, 1)
        inner.addWidget(line)
        inner.addWidget(self.footer)
        column = QWidget(self)
        column.setLayout(inner)
        column.setMaximumWidth(_WIDEST)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(column)
        self.bar.hide()

    def _connect(self) -> None:
        self.title.installEventFilter(LeaveUndo(self))
        self.title.textEdited.connect(self.model.set_title)
        self.undo.clicked.connect(self.model.undo_stack.undo)
        self.redo.clicked.connect(self.model.undo_stack.redo)
        self.add_first.clicked.connect(self._add_first)
        self.model.changed.connect(self._note_edit)
        self._catalogue.loaded.connect(self._know)
        self._keeper.saving.connect(self._show_saving)
        self._keeper.saved.connect(self._show_saved)
        self._keeper.failed.connect(self._show_unsaved)
        self.bar.compared.connect(self._compare)
        self.bar.taken.connect(self._take_incoming)
        self.bar.kept.connect(self._keep_mine)
        self.footer.approved.connect(self.approve)
        self.footer.changes_requested.connect(self._request)
        self.footer.problem_chosen.connect(self._go_to_problem)
        self.steps.refused.connect(self.footer.error.show_problem)
        self._answer.changed.connect(self._refresh)
        self._answer.approved.connect(self._note_approval)
        self._answer.changes_requested.connect(self._note_request)
        self._answer.failed.connect(self._note_refusal)

    def _add_shortcuts(self) -> None:
        stack = self.model.undo_stack
        keys: tuple[tuple[str, Any], ...] = (
            *((key, stack.undo) for key in UNDO_KEYS),
            *((key, stack.redo) for key in REDO_KEYS),
            ("Ctrl+Return", self._submit),
            ("Ctrl+Enter", self._submit),
            ("Ctrl+Shift+Backspace", self.footer.ask),
            ("Alt+Up", self._move_up),
            ("Alt+Down", self._move_down),
            ("Ctrl+D", self._duplicate),
        )
        for key, slot in keys:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    @Slot()
    def _add_first(self) -> None:
        self.steps.add(0)

    @Slot()
    def _submit(self) -> None:
        if self.footer.text.hasFocus():
            self.footer.text.submit()
        elif not is_composing(self.focusWidget()):
            self.approve()

    @Slot()
    def _move_up(self) -> None:
        self._do("up")

    @Slot()
    def _move_down(self) -> None:
        self._do("down")

    @Slot()
    def _duplicate(self) -> None:
        self._do("duplicate")

    def _do(self, verb: str) -> None:
        place = self.steps.current()
        if place is not None:
            self.steps.do(verb, place)

    def hideEvent(self, event: QHideEvent) -> None:
        self._keeper.flush()
        super().hideEvent(event)
