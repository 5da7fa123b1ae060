"""The plan as a model: undo, steps with the same id, and what the planner wrote that the app does not know."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from workspace_app.domain.plan import FunctionCall, Plan, PlanError
from workspace_app.ui.plan_model import PlanModel
from workspace_app.ui.plan_text import plan_diff

PLAN = Plan.from_json(
    {
        "title": "T",
        "mood": "kept",
        "steps": [
            {"id": "a", "step_task": "First. Then second.", "color": "blue"},
            {"id": "b", "step_task": "Other", "require_inputs": ["a"]},
            {"id": "b", "step_task": "Same id", "require_inputs": ["a"]},
        ],
    }
)


@pytest.fixture
def model(qapp: QApplication) -> PlanModel:
    made = PlanModel()
    made.load(PLAN)
    return made


def type_task(model: PlanModel, place: int, text: str) -> None:
    for end in range(1, len(text) + 1):
        step = model.plan.steps[place]
        model.set_step(place, replace(step, step_task=text[:end]), "step_task", text[:end])


def test_typing_is_undone_word_by_word(model: PlanModel) -> None:
    type_task(model, 0, "one two")
    model.undo_stack.undo()
    assert model.plan.steps[0].step_task == "one "
    model.undo_stack.undo()
    assert model.plan == PLAN
    assert not model.edited
    model.undo_stack.redo()
    model.undo_stack.redo()
    assert model.plan.steps[0].step_task == "one two"


def test_words_typed_in_two_steps_are_undone_apart(model: PlanModel) -> None:
    type_task(model, 0, "one")
    type_task(model, 1, "one")
    model.undo_stack.undo()
    assert [step.step_task for step in model.plan.steps[:2]] == ["one", "Other"]


def test_an_edit_keeps_what_the_app_does_not_know(model: PlanModel) -> None:
    model.move(0, 2)
    model.set_title("New")
    saved = model.plan.to_json()
    assert saved["mood"] == "kept"
    assert saved["steps"][2]["color"] == "blue"


def test_of_two_steps_with_one_id_only_the_named_one_is_deleted(model: PlanModel) -> None:
    model.delete(2)
    assert [step.step_task for step in model.plan.steps] == ["First. Then second.", "Other"]
    assert model.problems() == ()


def test_a_step_gets_an_id_of_its_own(model: PlanModel) -> None:
    assert "id" in [problem.field for problem in model.problems()]
    model.give_own_id(2)
    assert model.problems() == ()


def test_splitting_needs_text_on_both_sides(model: PlanModel) -> None:
    with pytest.raises(PlanError):
        model.split(0, 0)
    model.split(0, len("First."))
    assert [step.step_task for step in model.plan.steps[:2]] == ["First.", "Then second."]
    assert model.plan.steps[2].require_inputs == ("a", model.plan.steps[1].id)


def test_the_planners_draft_is_taken_as_an_edit_that_can_be_undone(model: PlanModel) -> None:
    type_task(model, 0, "mine")
    draft = replace(PLAN, title="The planner's")
    model.take(draft)
    assert model.plan == draft
    assert not model.edited
    model.undo_stack.undo()
    assert model.plan.steps[0].step_task == "mine"


def test_a_function_without_a_needed_argument_is_a_problem(model: PlanModel) -> None:
    schema = {
        "type": "object",
        "required": ["url"],
        "properties": {"url": {"type": "string"}, "n": {"type": "integer"}},
    }
    model.know([{"name": "fetch", "parameters": schema}], None)
    model.load(PLAN)
    model.delete(2)
    call = FunctionCall("fetch", {"n": "many"})
    model.set_step(0, replace(model.plan.steps[0], kind="function", function=call), "kind")
    assert {problem.field for problem in model.problems()} == {"function.arguments.url", "function.arguments.n"}
    model.set_step(0, replace(model.plan.steps[0], function=FunctionCall("fetch", {"url": "http://x", "n": 2})), "kind")
    assert model.problems() == ()


def test_two_drafts_are_compared_as_text(qapp: QApplication) -> None:
    other = replace(PLAN, steps=(replace(PLAN.steps[0], step_task="First. Then third."), *PLAN.steps[1:]))
    lines = plan_diff(PLAN, other).split("\n")
    assert "-First. Then second." in lines
    assert "+First. Then third." in lines
    assert plan_diff(PLAN, PLAN) == ""
