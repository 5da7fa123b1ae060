"""Trees of tasks: who came from whom, and where each stands (R72)."""

from hypothesis import given
from hypothesis import strategies as st

from workspace_app.domain.lineage import Place, family, places

FOREST = {"a": None, "b": "a", "c": "a", "d": "b", "e": None}


def test_children_stand_right_of_their_parent_and_the_first_one_beside_it() -> None:
    assert places(FOREST) == {
        "a": Place(0, 0),
        "b": Place(1, 0),
        "d": Place(2, 0),
        "c": Place(1, 1),
        "e": Place(0, 2),
    }


def test_a_family_is_all_that_hangs_together() -> None:
    assert set(family(FOREST, "d")) == {"a", "b", "c", "d"}
    assert family(FOREST, "e") == {"e": None}


@given(st.lists(st.integers(min_value=-1, max_value=60), max_size=60))
def test_every_task_has_a_place_of_its_own_right_of_its_parent(choices: list[int]) -> None:
    parents = {n: (choice if 0 <= choice < n else None) for n, choice in enumerate(choices)}
    named = {str(n): None if parent is None else str(parent) for n, parent in parents.items()}
    found = places(named)
    assert set(found) == set(named)
    assert len(set(found.values())) == len(named)
    for name, parent in named.items():
        if parent is not None:
            assert found[name].column == found[parent].column + 1
            assert found[name].row >= found[parent].row
    assert [place for place in found.values() if place.row == 0 and place.column == 0] or not named
