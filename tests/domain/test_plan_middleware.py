"""What a plan says of what stands around an assistant's calls (L8, L20, L22)."""

from typing import Any

import pytest

from workspace_app.domain import plan as plans


def plan_of(**assistant: Any) -> plans.Plan:
    """A plan with one assistant."""
    team = {"assistants": [{"name": "bot", **assistant}]}
    return plans.Plan.from_json({"steps": [{"id": "s", "step_task": "Do it.", "kind": "agent", "team": team}]})


def member_of(plan: plans.Plan) -> plans.Assistant:
    """Its assistant."""
    team = plan.steps[0].team
    assert team is not None
    return team.assistants[0]


def test_what_was_written_is_read_back_with_the_keys_that_are_unknown_here() -> None:
    listed = [
        {"type": "ToolCallLimit", "settings": {"run_limit": 2}, "note": "mine"},
        {"type": "ModelRetry", "settings": {}, "on": False},
        {"type": "Nobody knows", "settings": {"a": [1, {"b": None}]}, "on": True},
    ]
    plan = plan_of(middleware=listed, max_rounds=7, breakpoints=["before_tools"])
    assert list(member_of(plan).middleware) == listed
    assert plans.Plan.from_json(plan.to_json()) == plan


def test_a_bare_name_is_a_middleware_with_default_settings() -> None:
    assert member_of(plan_of(middleware=["TodoList"])).middleware == ({"type": "TodoList", "settings": {}},)


def test_an_assistant_without_any_has_none_of_the_keys() -> None:
    written = plan_of().to_json()["steps"][0]["team"]["assistants"][0]
    assert not {"middleware", "max_rounds", "breakpoints"} & set(written)


@pytest.mark.parametrize(
    ("assistant", "says"),
    [
        ({"middleware": "TodoList"}, "must be a list"),
        ({"middleware": [{"type": "A", "settings": 3}]}, "must be an object"),
        ({"middleware": [{"type": "A", "on": "yes"}]}, "must be true or false"),
        ({"max_rounds": "many"}, "must be a whole number"),
    ],
)
def test_values_of_the_wrong_type_are_refused(assistant: dict[str, Any], says: str) -> None:
    with pytest.raises(plans.PlanError, match=says):
        plan_of(**assistant)


def test_l20_l22_stops_and_limits_that_mean_nothing_are_problems() -> None:
    found = plans.problems(plan_of(max_rounds=0, breakpoints=["before_lunch"]))
    assert [problem.field for problem in found] == ["team.assistants.0.max_rounds", "team.assistants.0.breakpoints"]
    assert "before_model, before_tools, after_tools" in found[1].message


def test_l8_what_is_wrong_with_a_list_is_a_problem_of_its_assistant() -> None:
    found = plans.problems(plan_of(middleware=["A"]), middleware_faults=lambda listed: [f"{listed[0]['type']} is bad."])
    (problem,) = found
    assert problem.field == "team.assistants.0.middleware"
    assert "bot" in problem.message
    assert "A is bad." in problem.message


def test_l121_a_dry_run_is_written_and_read_and_is_none_for_a_function() -> None:
    plan = plans.Plan.from_json({"steps": [{"id": "s", "step_task": "Do it.", "dry_run": True}]})
    assert plan.to_json()["steps"][0]["dry_run"] is True
    assert plans.Plan.from_json(plan.to_json()) == plan
    assert "dry_run" not in plan_of().to_json()["steps"][0]
    step = {"step_task": "Do it.", "kind": "function", "function": {"name": "join_works"}, "dry_run": True}
    found = plans.problems(plans.Plan.from_json({"steps": [step]}))
    assert [problem.field for problem in found] == ["dry_run"]
