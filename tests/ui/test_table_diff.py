"""Tables compared cell by cell: rows and columns that came, went or changed."""

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from workspace_app.ui.table_diff import TableDiff, diff_tables, read_table

OLD = "name;price;stock\nink;3;10\npaper;5;7\nglue;2;1\n"


def changes(found: TableDiff) -> list[tuple[str, ...]]:
    """Kind and name of each row that changed, with its changed cells."""
    told = []
    for row in found.rows:
        if found.is_changed(row):
            cells = [(column.name, *found.cell(row, column)) for column in found.columns]
            changed = [f"{name}: {old} -> {new}" for name, old, new in cells if old != new and None not in (old, new)]
            told.append((row.kind, (row.new or row.old or ("",))[0], *changed))
    return told


def test_a_changed_cell_an_added_row_and_a_removed_one_are_told_apart() -> None:
    new = "name;price;stock\nink;4;10\nglue;2;1\nclips;1;9\n"
    found = diff_tables(read_table(OLD), read_table(new))
    assert changes(found) == [("changed", "ink", "price: 3 -> 4"), ("removed", "paper"), ("added", "clips")]


def test_a_new_column_makes_no_row_a_changed_one() -> None:
    new = "name,price,colour,stock\nink,3,blue,10\npaper,5,white,7\nglue,2,,1\n"
    found = diff_tables(read_table(OLD), read_table(new))
    assert changes(found) == []
    assert [(c.name, c.old is None) for c in found.columns if c.old is None or c.new is None] == [("colour", True)]


def test_rows_without_a_key_are_matched_by_their_cells() -> None:
    rows = "a,b,c\n" + "x,y,z\n" * 3
    found = diff_tables(read_table(rows), read_table(rows + "x,y,w\n"))
    assert [row.kind for row in found.rows] == ["same", "same", "same", "added"]


def test_quotes_line_ends_and_chinese_are_read() -> None:
    assert read_table('品名\t說明\r\n墨水\t"藍\n色"\r\n') == [("品名", "說明"), ("墨水", "藍\n色")]
    assert diff_tables([], []).rows == ()


def test_fifty_thousand_rows_are_compared() -> None:
    old = [("id", "v"), *((str(n), str(n % 97)) for n in range(50_000))]
    new = [row for n, row in enumerate(old) if n % 1000 != 7]
    new[2_000] = (new[2_000][0], "changed")
    found = diff_tables(old, new)
    kinds = [row.kind for row in found.rows]
    assert (kinds.count("removed"), kinds.count("changed"), kinds.count("added")) == (50, 1, 0)


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=12),
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=12),
)
def test_every_row_of_both_sides_is_there_once_and_in_order(
    old: list[tuple[str, str]], new: list[tuple[str, str]]
) -> None:
    head = ("k", "v")
    found = diff_tables([head, *old], [head, *new])
    assert [row.old for row in found.rows if row.old is not None] == old
    assert [row.new for row in found.rows if row.new is not None] == new
    numbers = [row.new_n for row in found.rows if row.new_n is not None]
    assert numbers == list(range(1, len(new) + 1))


@given(st.lists(st.lists(st.text(alphabet='a,"\n;é', max_size=4), min_size=2, max_size=2), min_size=1, max_size=5))
def test_what_the_csv_module_writes_is_read_or_said_to_be_no_table(rows: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    try:
        read = read_table(out.getvalue())
    except csv.Error:
        return
    assert diff_tables(read, read).rows == tuple(row for row in diff_tables(read, read).rows if row.kind == "same")
