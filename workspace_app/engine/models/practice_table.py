"""Tables: those of the texts themselves, texts side by side, and the values in their sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from workspace_app.engine.models.practice_choice import is_allowed
from workspace_app.engine.models.practice_cite import Citations, names_of
from workspace_app.engine.models.practice_dates import date_in
from workspace_app.engine.models.practice_language import Language, say, words_of
from workspace_app.engine.models.practice_text import Document, Grid, Section, Sentence, unique
from workspace_app.engine.models.practice_values import Value, distinct, values_of
from workspace_app.engine.models.practice_wishes import Wish

_DEFAULT_ROWS: Final = 50
_MOST_COLUMNS: Final = 6
_COMPARES: Final = re.compile(r"\bcompar|side by side|比較|對照", re.IGNORECASE)
_ASKS_DATES: Final = re.compile(r"\b(?:dates?|when|timeline|chronolog)|日期|時間|時程", re.IGNORECASE)
_HEADS: Final = {
    "Date": "日期",
    "Section": "章節",
    "What": "項目",
    "Value": "數值",
    "Unit": "單位",
    "Source": "來源",
    "Item": "項目",
}


def table(documents: Sequence[Document], wish: Wish, cite: Citations, language: Language) -> str:
    """The texts' own tables; else values side by side where several texts have them, or by date or section."""
    parts = [_grid(grid, document, wish, cite, language) for document in documents for grid in document.grids]
    values = [
        value for document in documents for value in values_of(document.sentences) if is_allowed(value.sentence, wish)
    ]
    values = _in_order(distinct(values) + _events(documents, wish, values), documents)
    values = _wanted(values, wish)
    if values:
        compared = _compared(documents, values, wish, cite, language)
        parts.append(compared or _listed(values, wish, cite, language))
    return "\n\n".join(part for part in parts if part)


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |" for cells in lines]


def limited(lines: Sequence[str], limit: int, language: Language) -> str:
    """The first lines, and how many more there are."""
    more = len(lines) - limit
    left_out = ["", say(language, f"({more} more left out)", f"（另有 {more} 項略去）")] if more > 0 else []
    return "\n".join([*lines[:limit], *left_out])


def _grid(grid: Grid, document: Document, wish: Wish, cite: Citations, language: Language) -> str:
    rows = [(line, cells) for line, cells in grid.rows if wish.allows(" ".join(cells))]
    rows.sort(key=lambda row: not wish.asks_for(" ".join(row[1])))
    rows = unique(rows, lambda row: row[1])
    if not rows:
        return ""
    width = max(len(cells) for _, cells in [*rows, (0, grid.head)])
    limit = wish.take(_DEFAULT_ROWS, len(rows))
    used = [place for place in range(width) if any("".join(cells[place : place + 1]) for _, cells in rows)]
    mark = cite.mark(*(Sentence("", line, document.path, grid.section) for line, _ in rows[:limit]))
    names = grid.head or [
        say(language, "Item", "項目"),
        *(f"{say(language, 'Value', '數值')} {n}" for n in range(1, width)),
    ]
    filled = [*names, *[""] * width]
    body = [["".join(cells[place : place + 1]) for place in used] for _, cells in rows]
    title = grid.section.title if grid.section.title != document.title else ""
    caption = f"{title or cite.name(document.path)} {mark}"
    text = limited(markdown_table([filled[place] for place in used], body), limit + 2, language)
    return f"{caption}\n\n{text}"


def _listed(values: Sequence[Value], wish: Wish, cite: Citations, language: Language) -> str:
    """One row for each value."""
    limit = wish.take(_DEFAULT_ROWS, len(values))
    sections = len({(value.sentence.path, value.sentence.section.line) for value in values})
    has_dates = any(value.date for value in values)
    rows = []
    for place, value in enumerate(values):
        mark = cite.mark(value.sentence) if place < limit else ""
        section = value.sentence.section.title if sections > 1 and not has_dates else ""
        rows.append([value.date, section, value.what, value.value, value.unit, mark])
    names = ["Date", "Section", "What", "Value", "Unit", "Source"]
    used = [place for place in range(len(names)) if any(row[place] for row in rows)]
    head = [say(language, names[place], _HEADS[names[place]]) for place in used]
    return limited(markdown_table(head, ([row[place] for place in used] for row in rows)), limit + 2, language)


def _compared(
    documents: Sequence[Document], values: Sequence[Value], wish: Wish, cite: Citations, language: Language
) -> str:
    """Things as rows and texts (or sections) as columns, if several of them have the same things; else empty."""
    titles = names_of(documents)
    columns: dict[tuple[str, int], str] = {}
    cells: dict[str, dict[tuple[str, int], Value]] = {}
    by_section = len({value.sentence.path for value in values}) == 1
    if by_section and not _COMPARES.search(wish.task):
        return ""
    for value in values:
        section = value.sentence.section if by_section else Section()
        column = (value.sentence.path, section.line)
        columns[column] = (section.title if by_section else titles[value.sentence.path]) or "–"
        cells.setdefault(value.what, {}).setdefault(column, value)
    if len(columns) > _MOST_COLUMNS or all(len(row) < 2 for row in cells.values()):
        return ""
    limit = wish.take(_DEFAULT_ROWS, len(cells))
    heads = [
        f"{name} {cite.mark(*(row[column].sentence for row in list(cells.values())[:limit] if column in row))}"
        if any(column in row for row in list(cells.values())[:limit]) else name
        for column, name in columns.items()
    ]  # fmt: skip
    rows = [[what, *(row[column].amount if column in row else "" for column in columns)] for what, row in cells.items()]
    return limited(markdown_table([say(language, "Item", "項目"), *heads], rows), limit + 2, language)


def _in_order(values: Sequence[Value], documents: Sequence[Document]) -> list[Value]:
    places = {document.path: place for place, document in enumerate(documents)}
    return sorted(values, key=lambda value: (places[value.sentence.path], value.sentence.line))


def _wanted(values: list[Value], wish: Wish) -> list[Value]:
    """What must be mentioned first; only numbers where there are enough; only what the task names, if it names several."""
    numbers = [value for value in values if value.has_number]
    dated = [value for value in numbers if value.date]
    plain = [value for value in values if not value.has_number]
    if numbers and len(numbers) >= 3 * len(plain) and not any(wish.asks_for(value.sentence.text) for value in plain):
        values = numbers
    if len(dated) >= 3 * (len(numbers) - len(dated)) > 0:
        values = [value for value in values if value.date or wish.asks_for(value.sentence.text)]
    named = [value for value in values if words_of(value.what) & wish.keywords]
    if len(named) >= 3:
        values = [value for value in values if value in named or wish.asks_for(value.sentence.text)]
    if wish.mentioned:
        values = sorted(values, key=lambda value: not wish.asks_for(value.sentence.text))
    return values


def _events(documents: Sequence[Document], wish: Wish, values: Sequence[Value]) -> list[Value]:
    """Sentences with a date and no value, if the task asks for dates, or there is nothing else to put into a table."""
    if values and not _ASKS_DATES.search(wish.task):
        return []
    used = {value.sentence for value in values}
    events = []
    for sentence in (sentence for document in documents for sentence in document.sentences if not sentence.is_row):
        date, rest = date_in(sentence.shown.rstrip(".。"))
        if date and rest and sentence not in used and is_allowed(sentence, wish):
            events.append(Value(rest[:1].upper() + rest[1:], "", "", date, sentence))
    return events
