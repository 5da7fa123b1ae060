"""The descent of versions: what is out of date, and in which order it runs again, whatever the records (R60)."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from workspace_app.domain.descent import Cause, Descent, Run, Step, Version, Work

START = datetime(2026, 1, 1, tzinfo=UTC)


def at(hour: int) -> datetime:
    return START + timedelta(hours=hour)


def made(*runs: tuple[str, int, int, list[str]], **more: Any) -> Descent:
    """A descent of runs, each (step, number, hour, version ids that it read) making one version, such as "b2"."""
    steps = sorted({step for step, *_ in runs})
    versions = [
        Version(f"{step}{n}", f"{step}{n}", 1, f"c{step}{n}", f"{step}{n}", False, at(hour + 1))
        for step, n, hour, _ in runs
    ]
    return Descent(
        [Step(step, "t", place, True) for place, step in enumerate(steps, 1)],
        [
            Run(f"{step}{n}", step, n, at(hour), tuple({"path": f"{v}.md", "commit": f"c{v}"} for v in read))
            for step, n, hour, read in runs
        ],
        [Work(v.work, v.work[0], f"{v.work}.md", v.work[0], **more.get(v.work, {})) for v in versions],
        versions,
    )


def test_r60_what_rests_on_a_newer_approved_version_is_out_of_date_through_all_steps() -> None:
    descent = made(("a", 1, 1, []), ("b", 1, 2, ["a1"]), ("c", 1, 3, ["b1"]), ("a", 2, 9, []))
    assert descent.stale() == {"b1", "c1"}
    assert descent.causes("c1") == (Cause("a1", "a2"),)
    assert descent.run_again() == ["b", "c"]


def test_r60_an_older_version_that_was_chosen_on_purpose_is_no_reason() -> None:
    assert made(("a", 1, 1, []), ("a", 2, 2, []), ("b", 1, 9, ["a1"])).stale() == set()


def test_r60_what_is_kept_shields_what_rests_on_it() -> None:
    descent = made(("a", 1, 1, []), ("b", 1, 2, ["a1"]), ("c", 1, 3, ["b1"]), ("a", 2, 9, []), b1={"kept_at": at(20)})
    assert descent.stale() == set()


def test_r60_steps_that_read_one_another_in_a_circle_end() -> None:
    descent = made(("a", 1, 1, []), ("b", 1, 2, ["a1"]), ("a", 2, 5, ["b1"]), ("b", 2, 7, ["a2"]))
    assert descent.causes("a2") == (Cause("b1", "b2"),)
    assert sorted(descent.run_again()) == ["a"]


def test_r92_an_input_whose_work_was_moved_since_is_found_by_its_commit() -> None:
    descent = made(("a", 1, 1, []))
    assert descent.found({"path": "where it was.md", "commit": "ca1"}) == "a1"
    assert descent.found({"path": "context/notes.md", "commit": None}) is None


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcd"),
            st.integers(0, 30),
            st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 6)), max_size=3),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_r60_any_records_end_and_running_again_keeps_to_the_order(records: list[Any]) -> None:
    numbers: dict[str, int] = {}
    runs = []
    for step, hour, read in records:
        numbers[step] = numbers.get(step, 0) + 1
        runs.append((step, numbers[step], hour, [f"{other}{n}" for other, n in read]))
    descent = made(*runs)
    order = descent.run_again()
    assert len(order) == len(set(order))
    stale = descent.stale()
    assert {step for step in descent.steps if any(work.id in stale for work in descent.current(step))} == set(order)
    for version in descent.versions:
        assert version not in descent.sources(version)
