"""All fields of one step of a plan."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.domain.plan import JSON, FunctionCall, Plan, Problem, Step, Team, default_team
from workspace_app.domain.plan.model import title_from
from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.fields import LabelledField, LeaveUndo, TextArea, set_check, set_line
from workspace_app.ui.function_form import FunctionForm
from workspace_app.ui.inputs_field import InputsField
from workspace_app.ui.insert_buttons import InsertButtons
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.kind_field import KindField
from workspace_app.ui.result_form_field import ResultFormField
from workspace_app.ui.small_widgets import button
from workspace_app.ui.team_form import TeamForm
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint


class StepForm(QWidget):
    """Shows one step and tells every change of it as a new `Step`.

    Signals:
        edited: the new step, the field that changed, and the text typed in it.
        split_requested: cut the step at this place of its task text.
        own_id_requested: give the step an id that no other has.
    """

    edited = Signal(object, str, str)
    split_requested = Signal(int)
    own_id_requested = Signal()

    def __init__(self, theme: Theme, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._step = Step("", "", "")
        self._catalogue = catalogue
        self._leave_undo = LeaveUndo(self)
        self.title = QLineEdit(self)
        self.task = TextArea(self.tr("What to do"), (2, 14), self)
        self.task.setPlaceholderText(self.tr("Say in full what is to be done and what the result should look like"))
        self.inserting = Inserting(catalogue.bridge, theme, self.task)
        self.insert_buttons = InsertButtons(self.inserting, self, named=True)
        self.kind = KindField(theme, self)
        self.function = FunctionForm(catalogue, self)
        self.inputs = InputsField(theme, catalogue, self)
        self.team = TeamForm(theme, catalogue, self)
        self.ask = QCheckBox(self.tr("Stop before it starts, so that I can edit the prompt"), self)
        self.dry = QCheckBox(self.tr("Dry run: no tool is run, a model makes up what they would give"), self)
        self.result_form = ResultFormField(theme, self)
        self.id = QLineEdit(self)
        self.own_id = button(self.tr("Give it an id of its own"), parent=self)
        self.split = button(self.tr("Split at the cursor"), "quiet", parent=self)
        Tint(theme, self.split, "split")
        self._lay_out()
        self._connect()

    def show_step(self, plan: Plan, place: int, problems: Sequence[Problem]) -> None:
        """Show the step at `place` of a plan, with what is wrong with it."""
        self._step = step = plan.steps[place]
        self.inserting.set_place(None, self._catalogue.task)
        messages = {problem.field: problem.message for problem in problems}
        set_line(self.title, step.title)
        self.title.setPlaceholderText(title_from(step.step_task) or self.tr("New step"))
        self.task.set_text(step.step_task)
        self.kind.show_kind(step.kind)
        self.inputs.show_inputs(plan, place)
        self.function.setVisible(step.kind == "function")
        self.team.setVisible(step.kind not in ("function", "user"))
        self.function.show_call(step, problems)
        self.team.show_team(step, problems)
        self._show_rest(step, messages)

    def _show_rest(self, step: Step, messages: dict[str, str]) -> None:
        set_check(self.ask, step.ask_before_start)
        set_check(self.dry, step.dry_run)
        self.dry.setVisible(not self.team.isHidden())
        self.result_form.show_schema(step.output_schema, messages.get("output_schema", ""))
        self.result_form.setVisible(step.kind in ("agent", "review") or step.output_schema is not None)
        set_line(self.id, step.id)
        self._task_box.problem.show_problem(messages.get("step_task", ""))
        self._id_box.problem.show_problem(messages.get("id", ""))
        self._id_box.setVisible("id" in messages)
        self.own_id.setVisible("id" in messages)
        self.kind.problem.show_problem(messages.get("kind", ""))
        self.inputs.problem.show_problem(messages.get("require_inputs", ""))
        self._show_split()

    def _lay_out(self) -> None:
        self._task_box = LabelledField(self.tr("What to do"), self.task, parent=self)
        self._id_box = LabelledField(self.tr("Id, by which other steps name this one"), self.id, parent=self)
        row = QHBoxLayout()
        row.addWidget(self.insert_buttons)
        row.addWidget(self.split)
        row.addStretch(1)
        own = QHBoxLayout()
        own.addWidget(self.own_id)
        own.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(14)
        layout.addWidget(self._id_box)
        layout.addLayout(own)
        layout.addWidget(LabelledField(self.tr("Title"), self.title, parent=self))
        layout.addWidget(self._task_box)
        layout.addLayout(row)
        for widget in (self.kind, self.function, self.inputs, self.team, self.dry, self.ask, self.result_form):
            layout.addWidget(widget)

    def _connect(self) -> None:
        for field in (self.title, self.task, self.id):
            field.installEventFilter(self._leave_undo)
        self.title.textEdited.connect(self._read_title)
        self.task.textChanged.connect(self._read_task)
        self.task.cursorPositionChanged.connect(self._show_split)
        self.id.textEdited.connect(self._read_id)
        self.split.clicked.connect(self._split)
        self.own_id.clicked.connect(self.own_id_requested)
        self.kind.edited.connect(self._read_kind)
        self.inputs.edited.connect(self._read_inputs)
        self.team.edited.connect(self._read_team)
        self.function.edited.connect(self._read_function)
        self.ask.toggled.connect(self._read_ask)
        self.dry.toggled.connect(self._read_dry)
        self.result_form.edited.connect(self._read_result_form)

    def _change(self, field: str, typed: str = "", **values: object) -> None:
        self.edited.emit(replace(self._step, **values), field, typed)  # type: ignore[arg-type]

    @Slot(str)
    def _read_title(self, text: str) -> None:
        self._change("title", text, title=text)

    @Slot()
    def _read_task(self) -> None:
        text = self.task.toPlainText()
        follows = self._step.title in ("", title_from(self._step.step_task))
        title = title_from(text) if follows else self._step.title
        self._change("step_task", text, step_task=text, title=title)

    @Slot(str)
    def _read_id(self, text: str) -> None:
        self._change("id", text, id=text)

    @Slot(str)
    def _read_kind(self, kind: str) -> None:
        """The person's seat in a team follows the kind, so that "assistant" means without approval (R33, R38)."""
        team = self._step.team
        default = default_team(kind)
        if team is not None and default is not None:
            team = replace(team, person=default.person, assistants=team.assistants or default.assistants)
        function = self._step.function or (FunctionCall("") if kind == "function" else None)
        self._change("kind", kind=kind, team=team, function=function)

    @Slot(object)
    def _read_inputs(self, inputs: tuple[str, ...] | None) -> None:
        self._change("require_inputs", require_inputs=inputs)

    @Slot(object, str, str)
    def _read_team(self, team: Team, field: str, typed: str) -> None:
        self._change(field, typed, team=None if team == default_team(self._step.kind) else team)

    @Slot(object, str, str)
    def _read_function(self, call: FunctionCall, field: str, typed: str) -> None:
        self._change(field, typed, function=call)

    @Slot(bool)
    def _read_ask(self, on: bool) -> None:
        self._change("ask_before_start", ask_before_start=on)

    @Slot(bool)
    def _read_dry(self, on: bool) -> None:
        self._change("dry_run", dry_run=on)

    @Slot(object, str)
    def _read_result_form(self, schema: Mapping[str, JSON] | None, typed: str) -> None:
        self._change("output_schema", typed, output_schema=schema)

    @Slot()
    def _split(self) -> None:
        self.split_requested.emit(self.task.offset())

    @Slot()
    def _show_split(self) -> None:
        text, at = self.task.toPlainText(), self.task.offset()
        can = bool(text[:at].strip()) and bool(text[at:].strip())
        self.split.setEnabled(can)
        tip = self.tr("Make two steps: what stands before the cursor, and what follows it")
        self.split.setToolTip(
            tip if can else self.tr("Put the cursor inside of the text, between what the two steps should do")
        )
