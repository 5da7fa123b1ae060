"""Where the nodes of a picture of descent stand: sources left, what was made from them right. No Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

_SWEEPS = 4


@dataclass(frozen=True)
class Place:
    """A column, from the left, and a row in it, from the top."""

    column: int
    row: int


def lay_out(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, Place]:
    """A place for each node, so that edges lead to the right and cross little; an edge that goes back in a circle is overlooked."""
    columns = _columns(nodes, _forward(nodes, edges))
    rows: dict[int, list[str]] = {}
    for node in nodes:
        rows.setdefault(columns[node], []).append(node)
    neighbours: dict[str, list[str]] = {node: [] for node in nodes}
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    for sweep in range(_SWEEPS):
        order = sorted(rows, reverse=bool(sweep % 2))
        for before, column in pairwise(order):
            place = {node: number for number, node in enumerate(rows[before])}
            rows[column].sort(key=lambda node, place=place: _middle(place, neighbours[node]))  # type: ignore[misc]
    return {node: Place(column, row) for column, names in rows.items() for row, node in enumerate(names)}


def _forward(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """For each node where it leads to, without the edges that close a circle."""
    ways: dict[str, list[str]] = {node: [] for node in nodes}
    for a, b in edges:
        ways[a].append(b)
    state: dict[str, int] = {}
    kept: dict[str, list[str]] = {node: [] for node in nodes}
    for start in nodes:
        stack = [(start, iter(ways[start]))] if start not in state else []
        state.setdefault(start, 1)
        while stack:
            node, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                state[node] = 2
                stack.pop()
            elif state.get(following) != 1:
                kept[node].append(following)
                if following not in state:
                    state[following] = 1
                    stack.append((following, iter(ways[following])))
    return kept


def _columns(nodes: Sequence[str], ways: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The length of the longest way that leads to each node."""
    open_ = {node: 0 for node in nodes}
    for following in ways.values():
        for node in following:
            open_[node] += 1
    columns = dict.fromkeys(nodes, 0)
    ready = [node for node in nodes if not open_[node]]
    while ready:
        node = ready.pop()
        for following in ways[node]:
            columns[following] = max(columns[following], columns[node] + 1)
            open_[following] -= 1
            if not open_[following]:
                ready.append(following)
    return columns


def _middle(place: Mapping[str, int], neighbours: Sequence[str]) -> float:
    found = [place[node] for node in neighbours if node in place]
    return sum(found) / len(found) if found else len(place)
