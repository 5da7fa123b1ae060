"""The plan under the person's hands: every edit is a whole plan value on an undo stack (R19)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack

from workspace_app.domain.plan import (
    JSON,
    Plan,
    Problem,
    Step,
    add_step,
    delete_step,
    move_step,
    problems,
    split_step,
)
from workspace_app.domain.plan.model import fresh_id
from workspace_app.ui.schema_values import argument_fault

_MERGE_ID = 1


class PlanModel(QObject):
    """The plan of one task while it is edited. Steps are addressed by place (from 0), since a planner may give one id twice.

    Signals:
        changed: the plan, its problems, or what can be undone changed.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plan = self._base = Plan("", ())
        self._functions: dict[str, Mapping[str, Any]] | None = None
        self._models: Collection[str] | None = None
        self._stack = QUndoStack(self)
        self._stack.indexChanged.connect(self._note_change)

    @property
    def plan(self) -> Plan:
        """The plan as it stands."""
        return self._plan

    @property
    def base(self) -> Plan:
        """The planner's draft that the edits are made on."""
        return self._base

    @property
    def edited(self) -> bool:
        """Whether it differs from the draft that was loaded."""
        return self._plan != self._base

    @property
    def undo_stack(self) -> QUndoStack:
        """For actions that undo and redo."""
        return self._stack

    def load(self, plan: Plan) -> None:
        """Show another plan: it is the new base, and nothing can be undone."""
        self._plan = self._base = plan
        self._stack.clear()
        self.changed.emit()

    def take(self, plan: Plan) -> None:
        """Replace the plan by another draft as an edit that can be undone."""
        self._base = plan
        self._push(self.tr("take the planner's draft"), plan)

    def rebase(self, plan: Plan) -> None:
        """From now on `plan` counts as the draft that the person's edits are made on; the edits stay."""
        self._base = plan
        self.changed.emit()

    def know(self, functions: Sequence[Mapping[str, Any]] | None, models: Collection[str] | None) -> None:
        """Which functions (with their schemas) and model slots there are; None while that is not known."""
        self._functions = (
            None if functions is None else {str(entry["name"]): entry["parameters"] for entry in functions}
        )
        self._models = models
        self.changed.emit()

    def problems(self) -> tuple[Problem, ...]:
        """All that keeps the plan from being approved."""
        found = problems(self._plan, known_functions=self._functions, known_models=self._models)
        return (*found, *self._argument_problems())

    def _argument_problems(self) -> Iterator[Problem]:
        for place, step in enumerate(self._plan.steps):
            if step.kind != "function" or step.function is None:
                continue
            schema = (self._functions or {}).get(step.function.name, {})
            for name in schema.get("properties", {}):
                if fault := argument_fault(schema, name, step.function.arguments.get(name)):
                    words = self.tr('Step {number}, argument "{name}": {fault}').format(
                        number=place + 1, name=name, fault=fault
                    )
                    yield Problem(step.id, f"function.arguments.{name}", words)

    def set_title(self, title: str) -> None:
        """Rename the plan."""
        self._push(self.tr("rename the plan"), replace(self._plan, title=title), ("", "title", len(title.split())))

    def set_step(self, place: int, step: Step, field: str, text: str = "") -> None:
        """Put an edited step in its place.

        Args:
            place: of the step, from 0.
            step: its new value.
            field: what was edited; edits of one field one after the other are undone together...
            text: ...word by word, if it is a text that is being typed.
        """
        if step == self._plan.steps[place]:
            return
        steps = (*self._plan.steps[:place], step, *self._plan.steps[place + 1 :])
        merge = (str(place), field, len(text.split())) if text else None
        self._push(self.tr("edit step {number}").format(number=place + 1), replace(self._plan, steps=steps), merge)

    def add(self, place: int) -> None:
        """Insert an empty step before the one at `place`."""
        self._push(self.tr("add a step"), add_step(self._plan, place, Step("", "", "")))

    def duplicate(self, place: int) -> None:
        """Insert a copy of a step after it."""
        step = self._plan.steps[place]
        copy = replace(step, title=self.tr("{title} (copy)").format(title=step.title))
        self._push(self.tr("duplicate step {number}").format(number=place + 1), add_step(self._plan, place + 1, copy))

    def delete(self, place: int) -> None:
        """Take a step out, and out of the inputs of the others."""
        plan = _with_own_id(self._plan, place)
        self._push(self.tr("delete step {number}").format(number=place + 1), delete_step(plan, plan.steps[place].id))

    def move(self, place: int, to: int) -> None:
        """Move a step so that it stands at `to`; references by id stay."""
        to = max(0, min(to, len(self._plan.steps) - 1))
        if to == place:
            return
        if len({step.id for step in self._plan.steps}) == len(self._plan.steps):
            moved = move_step(self._plan, self._plan.steps[place].id, to)
        else:
            steps = list(self._plan.steps)
            steps.insert(to, steps.pop(place))
            moved = replace(self._plan, steps=tuple(steps))
        self._push(self.tr("move step {number}").format(number=place + 1), moved)

    def split(self, place: int, offset: int) -> None:
        """Cut a step in two where its task text is cut.

        Raises:
            PlanError: one of the halves would be empty.
        """
        plan = _with_own_id(self._plan, place)
        halves = split_step(plan, plan.steps[place].id, offset)
        self._push(self.tr("split step {number}").format(number=place + 1), halves)

    def give_own_id(self, place: int) -> None:
        """Give a step an id that no other has."""
        self._push(self.tr("edit step {number}").format(number=place + 1), _with_own_id(self._plan, place, force=True))

    def set_plan(self, plan: Plan) -> None:
        """Used by the undo commands only: the plan as it is after a command."""
        self._plan = plan

    def _push(self, text: str, after: Plan, merge: tuple[str, str, int] | None = None) -> None:
        if after != self._plan:
            self._stack.push(_Edit(self, text, after, merge))

    @Slot(int)
    def _note_change(self, _index: int) -> None:
        self.changed.emit()


class _Edit(QUndoCommand):
    """One edit: the whole plan before and after it."""

    def __init__(self, model: PlanModel, text: str, after: Plan, merge: tuple[str, str, int] | None) -> None:
        super().__init__(text)
        self._model, self._before, self.after, self.merge = model, model.plan, after, merge

    def redo(self) -> None:
        self._model.set_plan(self.after)

    def undo(self) -> None:
        self._model.set_plan(self._before)

    def id(self) -> int:
        return _MERGE_ID if self.merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Edit) or other.merge != self.merge:
            return False
        self.after = other.after
        return True


def read_plan(data: Mapping[str, JSON] | None) -> Plan:
    """The plan in stored JSON; an empty one if there is none yet.

    Raises:
        PlanError: it is no plan.
    """
    return Plan.from_json(data) if data else Plan("", ())


def _with_own_id(plan: Plan, place: int, *, force: bool = False) -> Plan:
    """The plan with an id at `place` that no other step has, so that an edit by id means this step."""
    ids = [step.id for step in plan.steps]
    if not force and ids.count(ids[place]) == 1:
        return plan
    own = replace(plan.steps[place], id=fresh_id(ids))
    return replace(plan, steps=(*plan.steps[:place], own, *plan.steps[place + 1 :]))
