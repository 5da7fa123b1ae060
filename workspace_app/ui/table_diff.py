"""What changed between two tables, cell by cell. No Qt; it takes time in proportion to the rows."""

import csv
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal

_SAMPLE = 64 * 1024
_CLOSELY = 1000
"""Rows between two that are the same up to which they are matched closely."""

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """A column: `old` and `new` are its places in the rows, None where it is not there."""

    name: str
    old: int | None
    new: int | None


@dataclass(frozen=True)
class Row:
    """A row with its numbers from 1, the heading not counted; None where it is not there."""

    old: Cells | None
    new: Cells | None
    old_n: int | None
    new_n: int | None

    @property
    def kind(self) -> Literal["same", "changed", "added", "removed"]:
        """What became of it."""
        if self.old is None or self.new is None:
            return "added" if self.old is None else "removed"
        return "same" if self.old == self.new else "changed"


@dataclass(frozen=True)
class TableDiff:
    """Two tables as one; the first row of each is taken as the heading."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def cell(self, row: Row, column: Column) -> tuple[str | None, str | None]:
        """What stood and what stands in a cell; None where there was, or is, no such cell."""
        old = row.old[column.old] if row.old is not None and column.old is not None else None
        new = row.new[column.new] if row.new is not None and column.new is not None else None
        return old, new

    def is_changed(self, row: Row) -> bool:
        """Whether something in a row differs, added and removed columns not counted."""
        both = [column for column in self.columns if column.old is not None and column.new is not None]
        return row.kind in ("added", "removed") or any(len(set(self.cell(row, column))) == 2 for column in both)


def read_table(text: str) -> list[Cells]:
    """The rows of a CSV or TSV text, whatever separates its cells.

    Raises:
        csv.Error: it is no table.
    """
    sample = text[:_SAMPLE]
    try:
        dialect: type[csv.Dialect] | csv.Dialect = csv.Sniffer().sniff(sample, delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel_tab if "\t" in sample.split("\n", 1)[0] else csv.excel
    rows = [tuple(row) for row in csv.reader(text.splitlines(keepends=True), dialect)]
    width = max(map(len, rows), default=0)
    return [(*row, *[""] * (width - len(row))) for row in rows]


def diff_tables(old: Sequence[Cells], new: Sequence[Cells]) -> TableDiff:
    """Match the columns by their headings and the rows by what stands in them."""
    columns = _columns(old[0] if old else (), new[0] if new else ())
    pairs = [(c.old, c.new) for c in columns if c.old is not None and c.new is not None]
    before = [tuple(row[a] for a, _ in pairs) for row in old[1:]]
    after = [tuple(row[b] for _, b in pairs) for row in new[1:]]
    matched = _match(before, after)
    rows = [
        Row(
            old[a + 1] if a is not None else None,
            new[b + 1] if b is not None else None,
            a + 1 if a is not None else None,
            b + 1 if b is not None else None,
        )
        for a, b in matched
    ]
    return TableDiff(tuple(columns), tuple(rows))


Pairs = list[tuple[int | None, int | None]]


def _columns(old: Cells, new: Cells) -> list[Column]:
    found: list[Column] = []
    for what, a, a_end, b, b_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            found += [Column(old[a + place], a + place, b + place) for place in range(a_end - a)]
        else:
            found += [Column(old[place], place, None) for place in range(a, a_end)]
            found += [Column(new[place], None, place) for place in range(b, b_end)]
    return found


def _match(old: Sequence[Cells], new: Sequence[Cells]) -> Pairs:
    """Pairs of rows in order: rows that are there once on both sides, by the first cell or as a whole, are fixed points."""
    keys_old, keys_new = _keys(old, new)
    pairs: Pairs = []
    a = b = 0
    for next_a, next_b in [*_fixed(keys_old, keys_new), (len(old), len(new))]:
        pairs += _between(old, new, range(a, next_a), range(b, next_b))
        if next_a < len(old) or next_b < len(new):
            pairs.append((next_a, next_b))
        a, b = next_a + 1, next_b + 1
    return pairs


def _keys(old: Sequence[Cells], new: Sequence[Cells]) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
    firsts = [row[:1] for row in old], [row[:1] for row in new]
    unique = all(len(set(side)) == len(side) for side in firsts)
    return firsts if unique else (old, new)


def _fixed(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The longest run of pairs, in order on both sides, of what is there once on each (patience)."""
    once = {key for key, count in Counter(old).items() if count == 1}
    once &= {key for key, count in Counter(new).items() if count == 1}
    place = {key: number for number, key in enumerate(new) if key in once}
    ends: list[int] = []
    best: list[tuple[int, int]] = []
    before: dict[int, tuple[int, int] | None] = {}
    for number, key in enumerate(old):
        if key in place:
            at = bisect_left(ends, place[key])
            before[number] = best[at - 1] if at else None
            ends[at : at + 1], best[at : at + 1] = [place[key]], [(number, place[key])]
    chain: list[tuple[int, int]] = []
    last = best[-1] if best else None
    while last is not None:
        chain.append(last)
        last = before[last[0]]
    return chain[::-1]


def _between(old: Sequence[Cells], new: Sequence[Cells], a: range, b: range) -> Pairs:
    """Pairs of the rows between two fixed points."""
    if len(a) * len(b) > _CLOSELY**2:
        return [pair for one, two in zip_longest(a, b) for pair in _pair(old, new, one, two)]
    first, second = [old[row] for row in a], [new[row] for row in b]
    pairs: Pairs = []
    for what, i, i_end, j, j_end in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if what == "equal":
            pairs += [(a[i + place], b[j + place]) for place in range(i_end - i)]
            continue
        for one, two in zip_longest(a[i:i_end], b[j:j_end]):
            pairs += _pair(old, new, one, two)
    return pairs


def _pair(old: Sequence[Cells], new: Sequence[Cells], a: int | None, b: int | None) -> Pairs:
    """Two rows as one that changed, if at least half of their cells are the same; else as two."""
    if a is not None and b is not None:
        same = sum(one == two for one, two in zip(old[a], new[b], strict=True))
        return [(a, b)] if same * 2 >= len(old[a]) else [(a, None), (None, b)]
    return [(a, b)]
