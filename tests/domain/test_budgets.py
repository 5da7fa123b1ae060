"""Costs add up, what is unknown stays unknown, and the narrowest limit comes first."""

from hypothesis import given
from hypothesis import strategies as st

from workspace_app.domain.budgets import LEVELS, MEASURES, Budget, Cost, reached, words

COSTS = st.builds(Cost, *[st.integers(0, 10**6)] * 3, st.floats(0, 1e6), st.integers(0, 10**6), st.floats(0, 1e6))
BUDGETS = st.builds(
    Budget, st.sampled_from(["a", "b"]), st.sampled_from(LEVELS), st.sampled_from(MEASURES), st.floats(0.001, 1e7)
)


@given(st.lists(COSTS))
def test_costs_add_up(costs: list[Cost]) -> None:
    total = sum(costs, Cost())
    assert total.calls == sum(cost.calls for cost in costs)
    assert total.of("tokens") == sum(cost.of("tokens") for cost in costs)


@given(COSTS)
def test_money_of_which_nothing_is_known_is_never_shown_as_a_sum(cost: Cost) -> None:
    shown = cost.to_json()
    assert (shown["money"] is None) == (cost.unknown > 0 and cost.unknown == cost.calls)


@given(st.lists(BUDGETS), COSTS, COSTS)
def test_a_limit_is_reached_when_as_much_was_spent_and_the_narrowest_is_told(
    budgets: list[Budget], a: Cost, b: Cost
) -> None:
    spent = {"a": a, "b": b}
    over = [one for one in budgets if spent[one.owner].of(one.measure) >= one.amount]
    found = reached(budgets, spent)
    assert (found is not None) == bool(over)
    if found is not None:
        assert LEVELS.index(found.level) == min(LEVELS.index(one.level) for one in over)


def test_amounts_in_words() -> None:
    assert words("money", 2.5) == "$2.50"
    assert words("money", 0.0031) == "$0.0031"
    assert words("tokens", 10_000) == "10,000 tokens"
    assert words("calls", 1) == "1 call"
    assert words("seconds", 90) == "90 seconds"
    assert words("seconds", 600) == "10 minutes"
