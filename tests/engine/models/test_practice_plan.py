"""How the Practice model plans."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workspace_app.domain.plan import NO_INPUTS, Plan, problems
from workspace_app.engine.models.practice_plan import MAX_STEPS, draft_plan, revise_plan

REPORT = """Make a report on our sales.
- I will upload the sales figures
- Fetch http://127.0.0.1:8000/page.html.
- Compare the figures
  of both years
- Write the report
"""


def tasks(plan: Plan) -> list[str]:
    return [step.step_task for step in plan.steps]


def test_each_list_item_is_a_step() -> None:
    plan = draft_plan(REPORT)
    assert [step.kind for step in plan.steps] == ["user", "function", "review", "review"]
    assert tasks(plan)[2] == "Compare the figures of both years"
    assert plan.steps[1].function is not None
    assert plan.steps[1].function.name == "web_fetch"
    assert plan.steps[1].function.arguments == {"url": "http://127.0.0.1:8000/page.html"}
    assert plan.steps[0].require_inputs is NO_INPUTS
    assert plan.steps[2].require_inputs == ("s1", "s2")
    assert plan.title == "Make a report on our sales"


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("Write a note on tea.", ["Collect the key points for a note on tea.", "Write a note on tea."]),
        ("寫一篇關於茶的文章", ["整理要點：一篇關於茶的文章", "撰寫：寫一篇關於茶的文章"]),
        ("Collect data, then write a summary.", ["Collect data", "write a summary."]),
        ("請整理重點，然後撰寫摘要。", ["請整理重點", "撰寫摘要。"]),
        ("Collect prices. They are old. Compare them.", ["Collect prices.", "Compare them."]),
        ("", ["Write down what this task is about"]),
    ],
)
def test_sentences_become_steps(task: str, expected: list[str]) -> None:
    assert tasks(draft_plan(task)) == expected


def test_many_items_fit_into_eight_steps_and_none_is_lost() -> None:
    plan = draft_plan("\n".join(f"- Check part{number}" for number in range(20)))
    assert len(plan.steps) == MAX_STEPS
    assert all(f"part{number}" in "\n".join(tasks(plan)) for number in range(20))


PLAN = draft_plan("- Collect prices\n- Compare shops\n- Write the summary")


@pytest.mark.parametrize(
    ("remark", "expected"),
    [
        ("remove step 2", ["Collect prices", "Write the summary"]),
        ("刪除步驟 2", ["Collect prices", "Write the summary"]),
        ("delete steps 1 and 2", ["Write the summary"]),
        ("merge 1 and 2", ["Collect prices\nCompare shops", "Write the summary"]),
        ("合併步驟1和步驟2", ["Collect prices\nCompare shops", "Write the summary"]),
        ("add a step that checks names", ["Collect prices", "Compare shops", "Write the summary", "Checks names"]),
        (
            "Add a step to check names after step 1.",
            ["Collect prices", "Check names", "Compare shops", "Write the summary"],
        ),
        ("新增一個步驟：檢查錯字", ["Collect prices", "Compare shops", "Write the summary", "檢查錯字"]),
        ("move step 3 before step 1", ["Write the summary", "Collect prices", "Compare shops"]),
        (
            "The shops are in Oslo",
            ["Collect prices", "Compare shops\nNote: The shops are in Oslo", "Write the summary"],
        ),
        ("Step 1 needs dates", ["Collect prices\nNote: Step 1 needs dates", "Compare shops", "Write the summary"]),
        ("Remove step 1. Remove step 3.", ["Compare shops"]),
    ],
)
def test_feedback_edits_the_plan(remark: str, expected: list[str]) -> None:
    draft = revise_plan(PLAN, remark)
    assert tasks(draft.plan) == expected
    assert draft.changes
    assert problems(draft.plan) == ()


def test_names_and_kinds_change() -> None:
    plan = revise_plan(PLAN, "rename step 1 to Prices. Rename the plan to Shopping. Make step 2 a user step.").plan
    assert (plan.title, plan.steps[0].title, plan.steps[1].kind) == ("Shopping", "Prices", "user")


def test_the_last_step_is_not_removed() -> None:
    draft = revise_plan(PLAN, "remove steps 1, 2, 3")
    assert len(draft.plan.steps) == 3


TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('-*1.。 \n{}[]"`'), max_size=200)
REMARKS = st.lists(
    TEXTS
    | st.from_regex(
        r"(remove|merge|move|rename|add a|make) steps? [0-9]( (and|before|to|a) (step )?([0-9]|user|x))?",
        fullmatch=True,
    ),
    max_size=3,
)


@settings(deadline=None)
@given(TEXTS, REMARKS)
def test_any_text_gives_a_valid_plan(task: str, remarks: list[str]) -> None:
    plan = draft_plan(task)
    assert 1 <= len(plan.steps) <= MAX_STEPS
    assert problems(plan) == ()
    for remark in remarks:
        plan = revise_plan(plan, remark).plan
        assert problems(plan) == ()
