"""Where the boxes of a picture of descent stand."""

from hypothesis import given
from hypothesis import strategies as st

from workspace_app.ui.provenance_layout import Place, lay_out


def test_r65_sources_stand_left_of_what_was_made_from_them() -> None:
    places = lay_out(["a", "b", "c"], [("a", "b"), ("b", "c"), ("a", "c")])
    assert places == {"a": Place(0, 0), "b": Place(1, 0), "c": Place(2, 0)}


def test_r65_rows_follow_their_neighbours_so_that_edges_do_not_cross() -> None:
    places = lay_out(["a", "b", "x", "y"], [("a", "y"), ("b", "x")])
    assert (places["y"].row < places["x"].row) == (places["a"].row < places["b"].row)


@given(
    st.integers(1, 40).flatmap(
        lambda count: st.tuples(st.just(count), st.lists(st.tuples(*[st.integers(0, count - 1)] * 2), max_size=80))
    )
)
def test_r65_any_graph_has_a_place_of_its_own_for_each_box(graph: tuple[int, list[tuple[int, int]]]) -> None:
    count, pairs = graph
    nodes = [str(n) for n in range(count)]
    edges = [(str(a), str(b)) for a, b in pairs if a != b]
    places = lay_out(nodes, edges)
    assert set(places) == set(nodes)
    assert len(set(places.values())) == count
    if all(int(a) < int(b) for a, b in edges):
        assert all(places[a].column < places[b].column for a, b in edges)
