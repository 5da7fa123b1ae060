"""The plan: reading and writing, the planner's answer, rules and edits."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workspace_app.domain.plan import (
    JSON,
    KINDS,
    NO_INPUTS,
    Assistant,
    BrokenPlan,
    Chat,
    FunctionCall,
    NoPlan,
    Plan,
    PlanError,
    Step,
    Team,
    add_step,
    default_team,
    delete_step,
    inputs_of,
    move_step,
    parse_answer,
    problems,
    replace_step,
    split_step,
    team_of,
    title_from,
)

words = st.text(min_size=1, max_size=20).filter(lambda text: text.strip() == text)
ids = st.from_regex(r"[a-z][a-z0-9]{0,4}", fullmatch=True).filter(lambda text: text != "none")
values: st.SearchStrategy[JSON] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)
extras = st.dictionaries(words.map(lambda key: f"x-{key}"), values, max_size=2)
chats: st.SearchStrategy[Chat] = st.sampled_from(["round_robin", "selector"])
assistants = st.builds(
    Assistant, words, system=st.text(), model=st.none() | words, tools=st.lists(words).map(tuple), extra=extras
)
teams = st.builds(
    Team,
    chat=chats,
    assistants=st.lists(assistants, max_size=2).map(tuple),
    person=st.booleans(),
    max_turns=st.none() | st.integers(),
    extra=extras,
)
steps = st.builds(
    Step,
    id=ids,
    title=words,
    step_task=words,
    kind=st.sampled_from(KINDS),
    team=st.none() | teams,
    require_inputs=st.just(NO_INPUTS) | st.lists(ids, max_size=3).map(tuple),
    function=st.none() | st.builds(FunctionCall, words, extras, extras),
    ask_before_start=st.booleans(),
    extra=extras,
)
plans = st.builds(
    Plan,
    title=words,
    steps=st.lists(steps, min_size=1, max_size=5, unique_by=lambda step: step.id).map(tuple),
    extra=extras,
)


def small_plan() -> Plan:
    return Plan.from_json(
        {
            "title": "Market note",
            "steps": [
                {"step_task": "Collect the figures"},
                {"step_task": "Write the note", "require_inputs": ["s1"]},
                {"step_task": "Check the note", "require_inputs": ["s1", "s2"]},
            ],
        }
    )


# Reading and writing


@settings(deadline=None)
@given(plans)
def test_a_plan_survives_save_and_load(plan: Plan) -> None:
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


def test_only_the_task_of_a_step_is_required() -> None:
    plan = Plan.from_json({"steps": [{"step_task": "Collect the figures of the market\nand more"}]})
    (step,) = plan.steps
    assert (step.id, step.kind, step.team, step.require_inputs) == ("s1", "review", None, ())
    assert step.title == plan.title == "Collect the figures of the market"
    assert team_of(step) == Team(assistants=(Assistant("assistant"),), person=True)


def test_the_plan_file_has_the_keys_that_R18_names() -> None:
    step = small_plan().to_json()["steps"][0]
    assert {"id", "step_task", "team", "require_inputs"} <= step.keys()


def test_unknown_keys_survive_on_every_level() -> None:
    data = {
        "title": "T",
        "note": 1,
        "steps": [
            {
                "step_task": "x",
                "colour": "red",
                "team": {"mood": "good", "assistants": [{"name": "a", "voice": {"pitch": 2}}]},
                "function": {"name": "f", "arguments": {"a": [1]}, "retries": 3},
            }
        ],
    }
    saved = Plan.from_json(data).to_json()
    step = saved["steps"][0]
    assert (saved["note"], step["colour"], step["team"]["mood"], step["function"]["retries"]) == (1, "red", "good", 3)
    assert step["team"]["assistants"][0]["voice"] == {"pitch": 2}


def test_missing_ids_never_take_one_that_is_given() -> None:
    plan = Plan.from_json([{"step_task": "a", "id": "s2"}, {"step_task": "b"}, {"step_task": "c", "id": 7}])
    assert [step.id for step in plan.steps] == ["s2", "s3", "7"]


def test_a_team_without_members_or_person_takes_those_of_its_kind() -> None:
    plan = Plan.from_json([{"step_task": "a", "kind": "agent", "team": {"chat": "selector"}}])
    assert plan.steps[0].team == Team(chat="selector", assistants=(Assistant("assistant"),), person=False)


@pytest.mark.parametrize("written", ["none", ["none"]])
def test_none_is_distinct_from_no_inputs_named(written: object) -> None:
    plan = Plan.from_json([{"step_task": "a"}, {"step_task": "b"}, {"step_task": "c", "require_inputs": written}])
    assert inputs_of(plan, plan.steps[0]) == ()
    assert inputs_of(plan, plan.steps[1]) == ("s1",)
    assert inputs_of(plan, plan.steps[2]) == ()
    assert plan.to_json()["steps"][2]["require_inputs"] == "none"


def test_every_wrong_type_is_named() -> None:
    data = {"steps": [{"step_task": ["a"], "team": {"max_turns": "two", "chat": "loud", "assistants": "me"}}, "b"]}
    with pytest.raises(PlanError) as caught:
        Plan.from_json(data)
    named = {(problem.step, problem.field) for problem in caught.value.problems}
    assert {("s1", "step_task"), ("s1", "team.max_turns"), ("s1", "team.chat"), ("s1", "team.assistants")} <= named
    assert ("s2", "") in named


@pytest.mark.parametrize("data", [None, "steps", 3, {}, {"title": "x"}, {"steps": "one"}])
def test_what_is_no_plan_is_refused(data: object) -> None:
    with pytest.raises(PlanError):
        Plan.from_json(data)


def test_titles_are_short_in_any_script() -> None:
    assert title_from("## - Write it") == "Write it"
    assert title_from("整理" * 40) == "整理" * 24 + "…"
    assert title_from(" \n\n") == ""


@pytest.mark.parametrize(
    ("kind", "assistant", "person"), [("user", False, True), ("agent", True, False), ("review", True, True)]
)
def test_each_kind_has_its_default_team(kind: str, assistant: bool, person: bool) -> None:
    team = default_team(kind)
    assert team is not None
    assert (bool(team.assistants), team.person, team.chat) == (assistant, person, "round_robin")


def test_a_function_needs_no_team() -> None:
    assert default_team("function") is None


# The planner's answer


prose = st.text(st.characters(exclude_characters="{[", exclude_categories=["Cs"]))


@settings(deadline=None)
@given(plans, prose, prose, st.booleans(), st.sampled_from([None, 2]))
def test_a_plan_is_found_in_prose(plan: Plan, before: str, after: str, fenced: bool, indent: int | None) -> None:
    written = json.dumps(plan.to_json(), ensure_ascii=False, indent=indent)
    answer = f"{before}\n```json\n{written}\n```\n{after}" if fenced else f"{before}{written}{after}"
    assert parse_answer(answer) == plan


@settings(deadline=None)
@given(st.text() | st.text('{}[]"“”: steps'))
def test_any_answer_is_a_plan_or_a_plan_error(text: str) -> None:
    try:
        found = parse_answer(text)
    except (NoPlan, BrokenPlan):
        return
    assert Plan.from_json(found.to_json()) == found


@settings(deadline=None)
@given(plans, st.data())
def test_a_cut_plan_is_never_taken_for_a_whole_one(plan: Plan, data: st.DataObject) -> None:
    written = json.dumps(plan.to_json())
    cut = data.draw(st.integers(2, len(written) - 1))
    with pytest.raises(BrokenPlan, match="cut off"):
        parse_answer("Here is the plan:\n```json\n" + written[:cut])


@pytest.mark.parametrize("text", ["", "Which market do you mean?", "See [1] and {name}.", "f(x) = {1, 2}"])
def test_prose_is_no_plan(text: str) -> None:
    with pytest.raises(NoPlan):
        parse_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "{“title”: “T”, “steps”: [{“step_task”: “a”}]}",
        '{"title": "T", "steps": [{"step_task": "a",},],}',
        "Sure.\n```\n{'title': 'T', 'steps': [{'step_task': 'a'}]}\n```",
        '{title: "T", steps: [{step_task: "a"}]}',
        '{"plan": {"title": "T", "steps": [{"step_task": "a"}]}}',
        'Not {this} but {"answer": {"title": "T", "steps": [{"step_task": "a"}]}}',
        '{"title": "Old", "steps": [{"step_task": "b"}]} becomes {"title": "T", "steps": [{"step_task": "a"}]}',
    ],
)
def test_usual_slips_are_repaired(text: str) -> None:
    plan = parse_answer(text)
    assert (plan.title, [step.step_task for step in plan.steps]) == ("T", ["a"])


def test_steps_alone_are_a_plan() -> None:
    assert [step.id for step in parse_answer('Steps: [{"step_task": "a"}, {"step_task": "b"}]').steps] == ["s1", "s2"]


def test_raw_line_breaks_inside_of_texts_are_kept() -> None:
    assert parse_answer('{"steps": [{"step_task": "a\nb"}]}').steps[0].step_task == "a\nb"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('Plan:\n{"steps": [{"step_task": "a"}, {"step_ta', "cut off: its JSON (line 2, column 1"),
        ('{"steps": [{"step_task": "a"}], "note": "tr', "cut off"),
        ('{"x": {"steps": [{"step_task": "a"}]}, "steps": [', "cut off"),
        ('Not {"a": 1}, but {"steps": [{"step_task": "a"', "cut off"),
        ('{"title": "x"}', "no steps"),
        ('{"steps": "none"}', "no steps"),
        ('{"steps": [{"step_task": 1.5}]}', "step_task must be a text"),
    ],
)
def test_a_broken_plan_says_where(text: str, says: str) -> None:
    with pytest.raises(BrokenPlan) as caught:
        parse_answer(text)
    assert says in str(caught.value)


@pytest.mark.parametrize("key", ["x-{", 'say \\"{\\"', "[{"])
def test_brackets_in_the_texts_of_a_cut_plan_do_not_make_it_whole(key: str) -> None:
    with pytest.raises(BrokenPlan, match="cut off"):
        parse_answer(f'{{"{key}": 1, "title": "T", "steps": [{{"step_task": "a"}}, {{"step_task": "b", "team": {{}}')


def test_a_new_draft_that_is_cut_does_not_bring_back_the_old_one() -> None:
    old = json.dumps(small_plan().to_json())
    with pytest.raises(BrokenPlan):
        parse_answer(f"Before: {old}\nNow: {old[:80]}")


@pytest.mark.parametrize("opening", ["[", "{", '{"a":', "[{"])
@pytest.mark.parametrize("closing", ["", "}]", "}"])
def test_deep_nesting_is_refused_not_a_crash(opening: str, closing: str) -> None:
    with pytest.raises(PlanError):
        parse_answer(opening * 20_000 + closing * 20_000)


@pytest.mark.parametrize("opening", ['{"a":', '[{"a":', "[ {", "{steps:"])
@pytest.mark.parametrize("closing", ["", "}]", "x}"])
def test_deep_nesting_is_told_before_it_costs_time(opening: str, closing: str) -> None:
    with pytest.raises(BrokenPlan, match=r"nested too deeply \(line 2, column 1"):
        parse_answer("Here:\n" + opening * 101 + closing * 101)


def test_what_a_plan_holds_besides_may_be_deep() -> None:
    deep = json.loads("[" * 90 + "]" * 90)
    assert parse_answer(json.dumps({**small_plan().to_json(), "notes": deep})).extra["notes"] == deep


# Rules


def fields(plan: Plan) -> list[tuple[str | None, str]]:
    return [(problem.step, problem.field) for problem in problems(plan)]


def changed(step_id: str, **values: object) -> Plan:
    plan = small_plan()
    return replace_step(plan, step_id, replace(plan.step(step_id), **values))  # type: ignore[arg-type]


def test_a_good_plan_has_no_problems() -> None:
    assert problems(small_plan()) == ()


def test_a_duplicate_id_is_named() -> None:
    plan = small_plan()
    double = replace(plan, steps=(*plan.steps, replace(plan.steps[0], step_task="Again")))
    (problem,) = problems(double)
    assert (problem.step, problem.field) == ("s1", "id")
    assert "same id" in problem.message


@pytest.mark.parametrize(("needed", "says"), [("s3", "later"), ("s9", "not in the plan"), ("s2", "its own works")])
def test_an_input_must_come_from_an_earlier_step(needed: str, says: str) -> None:
    (problem,) = problems(changed("s2", require_inputs=(needed,)))
    assert (problem.step, problem.field) == ("s2", "require_inputs")
    assert says in problem.message


def test_works_of_other_tasks_are_accepted_as_inputs() -> None:
    refs = ("work:task_a/step_1/works/work_20250101_0900_note.md", "work:../other/x.md@abc1234", "s1")
    assert problems(changed("s2", require_inputs=refs)) == ()
    assert fields(changed("s2", require_inputs=("work:@abc",))) == [("s2", "require_inputs")]


@pytest.mark.parametrize("task", ["", "  \n"])
def test_an_empty_task_is_named(task: str) -> None:
    assert fields(changed("s1", step_task=task)) == [("s1", "step_task")]


def test_a_plan_needs_steps() -> None:
    assert fields(Plan("T", ())) == [(None, "steps")]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"kind": "dance"}, "kind"),
        ({"kind": "function"}, "function"),
        ({"kind": "function", "function": FunctionCall(" ")}, "function"),
        ({"team": Team(person=True)}, "team.assistants"),
        ({"kind": "user", "team": Team()}, "team.assistants"),
        ({"team": Team(chat="selector", assistants=(Assistant("a"),))}, "team.chat"),
        ({"team": Team(assistants=(Assistant("a"),), max_turns=0)}, "team.max_turns"),
        ({"team": Team(assistants=(Assistant("a"), Assistant("User")))}, "team.assistants.1.name"),
        ({"team": Team(assistants=(Assistant("a/b"),))}, "team.assistants.0.name"),
        ({"team": Team(assistants=(Assistant(""),))}, "team.assistants.0.name"),
    ],
)
def test_each_rule_names_its_field(values: dict[str, object], field: str) -> None:
    assert fields(changed("s2", **values)) == [("s2", field)]


def test_equal_names_in_a_team_are_named_each() -> None:
    team = Team(assistants=(Assistant("Ann"), Assistant("ann"), Assistant("研究員")))
    assert fields(changed("s1", team=team)) == [("s1", "team.assistants.0.name"), ("s1", "team.assistants.1.name")]


def test_kinds_can_be_added() -> None:
    assert problems(changed("s1", kind="foreach"), kinds=(*KINDS, "foreach")) == ()


def test_unknown_functions_and_models_are_named_with_those_that_exist() -> None:
    call = changed("s1", kind="function", function=FunctionCall("fly"))
    assert problems(call) == ()
    assert "known: web_fetch" in problems(call, known_functions=["web_fetch"])[0].message
    team = Team(assistants=(Assistant("a", model="big"),))
    (problem,) = problems(changed("s1", team=team), known_models=["writer", "planner"])
    assert problem.field == "team.assistants.0.model"
    assert "known: planner, writer" in problem.message


# Edits


def act(plan: Plan, data: st.DataObject) -> Plan:
    chosen = data.draw(st.sampled_from(plan.steps)) if plan.steps else None
    edit = data.draw(st.sampled_from(["add", "delete", "move", "split"])) if chosen else "add"
    place = data.draw(st.integers(0, len(plan.steps)))
    if edit == "add" or chosen is None:
        return add_step(plan, place, only_known_inputs(data.draw(steps | st.just(Step("", "New", "Do it"))), plan))
    if edit == "delete":
        return delete_step(plan, chosen.id)
    if edit == "move":
        return move_step(plan, chosen.id, place)
    return split_step(replace_step(plan, chosen.id, replace(chosen, step_task="one half, another")), chosen.id, 9)


def only_known_inputs(step: Step, plan: Plan) -> Step:
    known = {other.id for other in plan.steps}
    return replace(step, require_inputs=tuple(needed for needed in step.require_inputs or () if needed in known))


@settings(deadline=None)
@given(plans, st.data())
def test_edits_keep_ids_unique_and_references_alive(plan: Plan, data: st.DataObject) -> None:
    plan = replace(plan, steps=tuple(only_known_inputs(step, plan) for step in plan.steps))
    for _ in range(4):
        plan = act(plan, data)
        present = [step.id for step in plan.steps]
        assert len(set(present)) == len(present)
        assert {needed for step in plan.steps for needed in step.require_inputs or ()} <= set(present)


def test_a_deleted_step_leaves_the_inputs_of_others() -> None:
    plan = delete_step(small_plan(), "s1")
    assert [(step.id, step.require_inputs) for step in plan.steps] == [("s2", ()), ("s3", ("s2",))]


@pytest.mark.parametrize(("to", "order"), [(0, ["s3", "s1", "s2"]), (1, ["s1", "s3", "s2"]), (9, ["s1", "s2", "s3"])])
def test_a_moved_step_keeps_its_references(to: int, order: list[str]) -> None:
    plan = move_step(small_plan(), "s3", to)
    assert [step.id for step in plan.steps] == order
    assert plan.step("s3").require_inputs == ("s1", "s2")


def test_an_added_step_gets_a_free_id() -> None:
    plan = add_step(small_plan(), 1, Step("s2", "Again", "Do it"))
    assert [step.id for step in plan.steps] == ["s1", "s4", "s2", "s3"]


def test_a_split_step_passes_its_works_through_both_halves() -> None:
    plan = split_step(small_plan(), "s2", 5)
    assert [(step.id, step.title, step.step_task) for step in plan.steps[1:3]] == [
        ("s2", "Write", "Write"),
        ("s4", "the note", "the note"),
    ]
    assert inputs_of(plan, plan.step("s4")) == ("s2",)
    assert plan.step("s3").require_inputs == ("s1", "s2", "s4")
    assert problems(plan) == ()


@pytest.mark.parametrize("offset", [0, 14, 100])
def test_a_split_needs_two_halves(offset: int) -> None:
    with pytest.raises(PlanError, match="both halves"):
        split_step(small_plan(), "s2", offset)


def test_a_replaced_step_keeps_its_id() -> None:
    plan = replace_step(small_plan(), "s2", Step("other", "New", "New task"))
    assert [(step.id, step.title) for step in plan.steps][1] == ("s2", "New")


def test_editing_an_unknown_step_is_an_error() -> None:
    with pytest.raises(PlanError, match='no step "s9"'):
        delete_step(small_plan(), "s9")
