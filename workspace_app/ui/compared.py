"""Two versions of a file, read and compared on another thread. No widgets."""

import csv
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from workspace_app.ui.diff_lines import DiffLine, read_diff
from workspace_app.ui.table_diff import TableDiff, diff_tables, read_table

IMAGES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".svg", ".ico"})
TABLES = frozenset({".csv", ".tsv"})
LARGEST_TEXT = 20_000_000
"""Bytes; of a longer file only the sizes are compared."""


@dataclass(frozen=True)
class Compared:
    """What there is to show of two files.

    Args:
        lines: the changes of a text, None if one of them is none.
        table: the changes of a table, None if one of them is none.
        images: whether both are images.
        same: whether they have the same bytes.
    """

    old: Path
    new: Path
    old_size: int
    new_size: int
    lines: list[DiffLine] | None = None
    table: TableDiff | None = None
    images: bool = False
    same: bool = False


def compare(old: Path, new: Path) -> Compared:
    """Read two files and find out what changed.

    Raises:
        OSError: one of them cannot be read.
    """
    sizes = old.stat().st_size, new.stat().st_size
    ending = {old.suffix.lower(), new.suffix.lower()}
    if max(sizes) > LARGEST_TEXT:
        return Compared(old, new, *sizes, images=ending <= IMAGES)
    first, second = old.read_bytes(), new.read_bytes()
    same, images = first == second, ending <= IMAGES
    texts = _text(first), _text(second)
    if texts[0] is None or texts[1] is None or (images and ending != {".svg"}):
        return Compared(old, new, *sizes, images=images, same=same)
    lines = read_diff("\n".join(unified_diff(texts[0].split("\n"), texts[1].split("\n"), n=3, lineterm="")))
    table = _table(texts[0], texts[1]) if ending <= TABLES else None
    return Compared(old, new, *sizes, lines=lines, table=table, images=images, same=same)


def _table(old: str, new: str) -> TableDiff | None:
    try:
        return diff_tables(read_table(old), read_table(new))
    except csv.Error:
        return None  # it is called a table and is none: its text is compared


def _text(body: bytes) -> str | None:
    return None if b"\0" in body[:8000] else body.decode("utf-8-sig", errors="replace")
