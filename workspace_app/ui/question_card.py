"""A question that waits for the person, answerable where it stands (R83)."""

from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.questions import Action, QuestionKind
from workspace_app.domain.records import Question
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.capped_scroll import CappedScroll
from workspace_app.ui.conflict_dialog import ConflictDialog
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import ProblemLabel, TextArea
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.markdown import MarkdownView
from workspace_app.ui.question_words import action_word, approve_word, choice_word, heading, placeholder, stays
from workspace_app.ui.small_widgets import Card, ElidedLabel, IconLabel, button
from workspace_app.ui.theme import Theme

APPROVE_KEYS = "Ctrl+Return"
CHANGES_KEYS = "Ctrl+Shift+Backspace"
_PLAN_LINES = 8
_TITLE_WIDTH = 280
"""Pixels of a work's title on its button, so that the number of its version is always seen."""
_NO_CAP = 1 << 20
_LEAST_BODY = 72
"""Pixels of the question that are seen even in the smallest window, above its buttons."""
_TEXT_ACTIONS = (Action.CHANGES, Action.TEXT)


class QuestionCard(Card):
    """The question's text, its works, and a button for exactly each answer that it takes.

    Args:
        question: an open question.
        with_text: whether the card has a text field of its own; without one, an answer that needs text sends `text_requested`.
    """

    answered = Signal(str)
    """The answer is durable; carries the question's id."""
    work_requested = Signal(str)
    """The person wants to see a work; carries the work's id."""
    edit_plan_requested = Signal(str)
    """The person wants to edit the plan before approving it; carries the question's id."""
    text_requested = Signal(str)
    """An answer by text was chosen and the card has no field of its own; carries the action, "changes" or "text"."""

    def __init__(
        self, bridge: Bridge, theme: Theme, question: Question, parent: QWidget | None = None, *, with_text: bool = True
    ) -> None:
        super().__init__(theme, parent, edge="status.waiting")
        self.question = question
        self._bridge, self._theme = bridge, theme
        self._buttons: dict[str, QPushButton] = {}
        self.field: TextArea | None = None
        self.problem = ProblemLabel(self)
        self.setAccessibleName(heading(question))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addLayout(self._header())
        self._room: int | None = None
        self._body = self._make_body()
        layout.addWidget(self._body)
        if with_text and any(action in question.answers for action in _TEXT_ACTIONS):
            layout.addWidget(self._text_field())
        layout.addWidget(self.problem)
        layout.addLayout(self._answer_row())
        shortcut = QShortcut(QKeySequence(CHANGES_KEYS), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.request_changes)

    def show_inside(self, widget: QWidget) -> None:
        """Scroll what is asked so that a part of it is in sight."""
        self._body.ensureWidgetVisible(widget, 0, 8)

    def set_room(self, pixels: int) -> None:
        """Be no higher than this: what is asked scrolls then, and the buttons that answer it stay in sight."""
        self._room = pixels
        self._fit_body()

    # what the keys and buttons do

    @Slot()
    def submit(self) -> None:
        """Ctrl+Enter: send the typed answer of a question that asks for text, else approve."""
        answers = self.question.answers
        if Action.TEXT in answers and (self._typed() or Action.APPROVE not in answers):
            self._text_answer(Action.TEXT)
        elif Action.APPROVE in answers:
            self.approve()
        elif Action.CHANGES in answers:
            self._text_answer(Action.CHANGES)

    @Slot()
    def approve(self) -> None:
        """Approve, with what was typed as a note (R45)."""
        if Action.APPROVE in self.question.answers:
            self._answer(Action.APPROVE, text=self._typed())

    @Slot()
    def request_changes(self) -> None:
        """Send what was typed as changes; without any text, ask for it."""
        if Action.CHANGES in self.question.answers:
            self._text_answer(Action.CHANGES)

    @Slot()
    def _send_text(self) -> None:
        self._text_answer(Action.TEXT)

    @Slot()
    def _reject(self) -> None:
        self._answer(Action.REJECT, text=self._typed())

    @Slot()
    def _hand_in(self) -> None:
        file, _ = QFileDialog.getOpenFileName(self, self.tr("Hand in a file"))
        if file:
            self._answer(Action.FILE, file=file, text=self._typed())

    @Slot()
    def _choose(self) -> None:
        chosen = self.sender()
        assert isinstance(chosen, QPushButton)
        self._answer(Action.CHOOSE, choices=[chosen.property("choice")])

    @Slot()
    def _compare(self) -> None:
        dialog = ConflictDialog(self._bridge, self._theme, self.question, self.window())
        dialog.answered.connect(self.answered)
        dialog.open()

    @Slot()
    def _edit_plan(self) -> None:
        self.edit_plan_requested.emit(self.question.id)

    @Slot()
    def _open_work(self) -> None:
        opened = self.sender()
        assert isinstance(opened, QPushButton)
        self.work_requested.emit(opened.property("work"))

    def _text_answer(self, action: Action) -> None:
        if self.field is None:
            self.text_requested.emit(action.value)
        elif not self._typed():
            missing = (
                self.tr("Say what should be different.")
                if action is Action.CHANGES
                else self.tr("Type your answer first.")
            )
            self.problem.show_problem(missing)
            self.field.setFocus()
        else:
            self._answer(action, text=self._typed())

    def _answer(self, action: Action, **arguments: Any) -> None:
        self.problem.show_problem("")
        self._set_busy(True)
        self._bridge.call(
            "answer", done=self._done, failed=self._failed, question=self.question.id, action=action.value, **arguments
        )

    @Slot(object)
    def _done(self, _result: object) -> None:
        self.answered.emit(self.question.id)

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self._set_busy(False)
        self.problem.show_problem(sentence)

    def _set_busy(self, busy: bool) -> None:
        for made in self._buttons.values():
            made.setEnabled(not busy)
        if self.field is not None:
            self.field.setReadOnly(busy)

    # building

    def _make_body(self) -> CappedScroll:
        area, inside = CappedScroll(self), QWidget(self)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self._add_text(column)
        self._add_works(column)
        area.set_cap(_NO_CAP)
        area.hold(inside)
        area.setVisible(column.count() > 0)
        return area

    def _fit_body(self) -> None:
        if self._room is not None:
            around = self.heightForWidth(self.width()) - self._body.height()
            self._body.set_cap(max(_LEAST_BODY, self._room - around))

    def _header(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(IconLabel(self._theme, "hand", "status.waiting", 20, self))
        title = ElidedLabel(heading(self.question), self)
        title.setProperty("kind", "heading")
        row.addWidget(title, 1)
        return row

    def _add_text(self, layout: QVBoxLayout) -> None:
        text = localized(self.question.text)
        if plan := self.question.data.get("plan"):
            text = "\n\n".join(part for part in (text, _outline(plan)) if part)
        if text:
            view = MarkdownView(self._theme, self, fits_content=True)
            view.setAccessibleName(self.tr("Question"))
            view.show_markdown(text)
            layout.addWidget(view)

    def _add_works(self, layout: QVBoxLayout) -> None:
        works = self.question.data.get("works") or []
        if not works:
            return
        row = FlowLayout()
        for work in works:
            if made := self._work_button(work):
                row.addWidget(made)
        layout.addLayout(row)

    def _work_button(self, work_id: str) -> QPushButton | None:
        try:
            work = self._bridge.queries.work(work_id)
        except WorkspaceError:
            return None
        version = self.tr("{0} (version {1})")
        made = button("", tip=work.path, parent=self)
        title = made.fontMetrics().elidedText(work.title, Qt.TextElideMode.ElideRight, _TITLE_WIDTH)
        made.setText(version.format(title, work.newest.n))
        made.setAccessibleName(version.format(work.title, work.newest.n))
        made.setIcon(self._theme.icon("document", "accent"))
        made.setProperty("work", work_id)
        made.clicked.connect(self._open_work)
        return made

    def _text_field(self) -> QWidget:
        self.field = TextArea(placeholder(self.question), (1, 8), self)
        self.field.setPlaceholderText(placeholder(self.question))
        self.field.submitted.connect(self.submit)
        self.field.textChanged.connect(self._typing)
        self.inserting = Inserting(self._bridge, self._theme, self.field)
        self.inserting.set_place(self.question.project, self.question.task)
        return self.field

    def _answer_row(self) -> FlowLayout:
        row = FlowLayout()
        answers = self.question.answers
        if Action.APPROVE in answers:
            row.addWidget(self._button(Action.APPROVE, approve_word(self.question, False), self.approve, APPROVE_KEYS))
        for option in self.question.data.get("options", ()) if Action.CHOOSE in answers else ():
            made = self._button(f"choose {option}", choice_word(self.question, str(option)), self._choose)
            made.setProperty("choice", option)
            row.addWidget(made)
        if self.question.kind == QuestionKind.CONFLICT:
            row.addWidget(self._button("compare", self.tr("Compare both…"), self._compare))
        slots = {
            Action.CHANGES: (self.request_changes, CHANGES_KEYS),
            Action.TEXT: (self._send_text, APPROVE_KEYS if Action.APPROVE not in answers else ""),
            Action.FILE: (self._hand_in, ""),
        }
        for action, (slot, keys) in slots.items():
            if action in answers:
                row.addWidget(self._button(action, action_word(self.question, action), slot, keys))
        if self.question.kind == QuestionKind.PLAN and Action.APPROVE in answers:
            row.addWidget(self._button("edit", self.tr("Edit plan"), self._edit_plan))
        if Action.REJECT in answers:
            made = self._button(Action.REJECT, action_word(self.question, Action.REJECT), self._reject)
            made.setProperty("kind", "danger")
            row.addWidget(made)
        self._mark_primary()
        return row

    def _button(self, name: str, text: str, slot: Any, keys: str = "") -> QPushButton:
        pressed = f" ({QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)})" if keys else ""
        made = button(text, tip=f"{text}{pressed}\n{stays()}", parent=self)
        made.clicked.connect(slot)
        self._buttons[str(name)] = made
        return made

    def _mark_primary(self) -> None:
        """The first button is the way on; what only edits or refuses never is."""
        first = next(iter(self._buttons), "")
        if first not in ("", "edit", Action.REJECT.value):
            self._buttons[first].setProperty("kind", "primary")

    # typing

    @Slot()
    def _typing(self) -> None:
        self.problem.show_problem("")
        if approve := self._buttons.get(Action.APPROVE.value):
            approve.setText(approve_word(self.question, bool(self._typed())))

    def _typed(self) -> str:
        return self.field.toPlainText().strip() if self.field is not None else ""

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit_body()
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submit()
        else:
            super().keyPressEvent(event)


def _outline(plan: dict[str, Any]) -> str:
    """The titles of a plan's steps as Markdown."""
    steps = plan.get("steps") or []
    lines = [
        f"{n}. {_plain(step.get('title') or step.get('step_task', ''))}"
        for n, step in enumerate(steps[:_PLAN_LINES], 1)
    ]
    if len(steps) > _PLAN_LINES:
        lines.append(f"{_PLAN_LINES + 1}. …")
    return "\n".join(lines)


def _plain(title: str) -> str:
    """A title on one line, with Markdown's signs made harmless."""
    line = " ".join(str(title).split())[:120]
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in line)
