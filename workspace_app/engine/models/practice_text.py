"""Texts as the Practice model reads them: sections, sentences with their lines, and the tables in them."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final, TypeVar

from workspace_app.engine.models.practice_dates import date_in_title
from workspace_app.engine.models.practice_language import CJK, words_of

T = TypeVar("T")
SHOWN_LENGTH: Final = 400
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!Dr\.)(?<!Mr\.)(?<!No\.)\s+|(?<=[。！？；])")
_HEADING: Final = re.compile(r" {0,3}(?P<marks>#{1,6})\s+(?P<title>.*?)\s*#*\s*$")
_UNDERLINE: Final = re.compile(r"\s*(?:=|-){3,}\s*")
_CHINESE_HEADING: Final = re.compile(r"(?:第?[一二三四五六七八九十]{1,3}[、章節节]|【)[^。，；]{1,30}")
_ITEM: Final = re.compile(r"\s*(?:[-*+•]|\(?\d{1,3}[.)、]|[一二三四五六七八九十]{1,3}、)\s+(?P<text>\S.*)")
_TABLE_ROW: Final = re.compile(r"\s*\|(?P<cells>.*)\|\s*$")
_CELL_END: Final = re.compile(r"(?<!\\)\|")
_FIELD: Final = re.compile(r"[^\s:：|]+(?: [^\s:：|]+){0,3}[:：](?!//)\s*\S")
_MARKUP: Final = re.compile(r"\s*(?:#|\||```|~~~|-{3,}\s*$)")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_EMPHASIS: Final = re.compile(r"(\*\*|__)(?=\S)(?P<text>.+?)(?<=\S)\1")
_LINK: Final = re.compile(r"!?\[(?P<text>[^\]\n]*)\]\([^)\s]+\)")
_DELIMITED: Final = re.compile(r"[^,;\t。]{0,40}(?:(?:[,;]|\t)[^,;\t。]{0,40}){1,}")
# How our own tables name the column that says what a value is.
WHAT_HEADS: Final = frozenset({"What", "項目", "项目"})
_WORK_NAME: Final = re.compile(r"work_\d{8}_\d{4}_(?P<title>.+)\.\w+")


@dataclass(frozen=True)
class Section:
    """A heading and the lines under it; level 0 is what stands before the first heading."""

    title: str = ""
    level: int = 0
    line: int = 0
    date: str = ""


@dataclass(frozen=True)
class Sentence:
    """A sentence (or a row of a table in words) with the line, from 1, on which it begins."""

    text: str
    line: int
    path: str
    section: Section = field(default=Section(), compare=False)
    paragraph: int = field(default=0, compare=False)
    is_row: bool = field(default=False, compare=False)

    @cached_property
    def words(self) -> frozenset[str]:
        return words_of(self.text)

    @property
    def shown(self) -> str:
        """The sentence on one line without emphasis and the targets of links, cut if it is very long."""
        text = _LINK.sub(r"\g<text>", _EMPHASIS.sub(r"\g<text>", self.text[: SHOWN_LENGTH * 2]))
        text = " ".join(text.split())
        return text if len(text) <= SHOWN_LENGTH else text[:SHOWN_LENGTH] + "…"


@dataclass(frozen=True)
class Grid:
    """A table of the source: its head, and its rows with their lines."""

    head: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    section: Section


@dataclass(frozen=True)
class Document:
    """A text with its path in the space and its version (empty if there is none).

    Args:
        left_out: how large the text is, in words of the prompt, if it is only named there (R93).
        is_own: the text is a work of the Practice model, or what another member of the team said.
    """

    path: str
    text: str
    version: str = ""
    left_out: str = ""
    is_own: bool = False

    @property
    def name(self) -> str:
        """What a person calls it: the title of a work, or the name of a file."""
        name = PurePosixPath(self.path).name or self.path
        work = _WORK_NAME.fullmatch(name)
        if work is None:
            return name
        return f"「{work['title']}」" if CJK.search(work["title"]) else f"“{work['title']}”"

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def title(self) -> str:
        """The text's own first heading; empty if it does not begin with one."""
        first = self.sections[1] if len(self.sections) > 1 else Section()
        begins = all(not line.strip() for line in self.lines[: max(0, first.line - 1)])
        return first.title if begins and first.date != first.title else ""

    @property
    def sections(self) -> list[Section]:
        return self._read.sections

    @property
    def sentences(self) -> list[Sentence]:
        """All sentences outside of headings and code, and the rows of tables in words, in order."""
        return self._read.sentences

    @property
    def grids(self) -> list[Grid]:
        return self._read.grids

    @cached_property
    def _read(self) -> _Reader:
        reader = _Reader(self.path)
        reader.read(self.lines)
        return reader


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, list items counted as sentences."""
    return [sentence for sentence, _, _ in _sentences(enumerate(text.splitlines(), 1))]


def list_items(text: str) -> list[str]:
    """The items of the lists in a text, without their markers; indented lines go on with an item."""
    items: list[str] = []
    open_item = False
    for line in text.splitlines():
        item = _ITEM.fullmatch(line)
        if item:
            items.append(item["text"].strip())
        elif open_item and line.startswith(" ") and line.strip():
            items[-1] += " " + line.strip()
        open_item = bool(item) or (open_item and line.startswith(" "))
    return items


def unique(items: Iterable[T], key: Callable[[T], Hashable]) -> list[T]:
    """The items whose keys are all different: of those that share one, the first."""
    found: dict[Hashable, T] = {}
    for item in items:
        found.setdefault(key(item), item)
    return list(found.values())


class _Reader:
    """Goes through the lines once, and sorts them into sections, sentences and tables."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.sections = [Section()]
        self.sentences: list[Sentence] = []
        self.grids: list[Grid] = []
        self._above: list[Section] = []
        self._text: list[tuple[int, str]] = []
        self._rows: list[tuple[int, tuple[str, ...]]] = []
        self._paragraphs = 0

    def read(self, lines: Sequence[str]) -> None:
        if self.path.lower().endswith((".csv", ".tsv")):
            delimiter = "\t" if self.path.lower().endswith(".tsv") else _delimiter(lines)
            cells = enumerate(csv.reader(lines, delimiter=delimiter), 1)
            self._rows = [(n, tuple(cell.strip() for cell in row)) for n, row in cells if any(row)]
            self._end_grid()
            return
        listed = _delimited_lines(lines)
        is_code = False
        for number, line in enumerate(lines, 1):
            if _FENCE.match(line):
                is_code = not is_code
            elif not is_code:
                self._line(number, line, lines, listed.get(number))
        self._end_text()
        self._end_grid()

    def _line(self, number: int, line: str, lines: Sequence[str], delimiter: str | None) -> None:
        row = _TABLE_ROW.fullmatch(line)
        heading = None if row or delimiter else _heading(number, line, lines)
        if row or delimiter:
            self._end_text()
            parts = _CELL_END.split(row["cells"]) if row else line.split(delimiter)
            cells = tuple(cell.strip().replace("\\|", "|") for cell in parts)
            if len(cells) > 1 and set("".join(cells)) - set(":- "):
                self._rows.append((number, cells))
            return
        self._end_grid()
        if heading:
            self._end_text()
            self._open(heading)
        elif not (_UNDERLINE.fullmatch(line) and line.strip()):
            self._text.append((number, line))

    def _open(self, section: Section) -> None:
        self._above = [above for above in self._above if above.level < section.level]
        date = section.date or next((above.date for above in reversed(self._above) if above.date), "")
        section = Section(section.title, section.level, section.line, date)
        self._above.append(section)
        self.sections.append(section)

    def _end_text(self) -> None:
        for text, line, paragraph in _sentences(self._text):
            place = self._paragraphs + paragraph
            self.sentences.append(Sentence(text, line, self.path, self.sections[-1], place))
        self._paragraphs = self.sentences[-1].paragraph + 1 if self.sentences else 0
        self._text = []

    def _end_grid(self) -> None:
        rows, self._rows = self._rows, []
        if not rows:
            return
        head = rows[0][1] if len(rows) > 1 and _is_head(rows[0][1], rows[1][1]) else ()
        grid = Grid(head, tuple(rows[bool(head) :]), self.sections[-1])
        self.grids.append(grid)
        for line, cells in grid.rows:
            text = _row_in_words(head, cells)
            self.sentences.append(Sentence(text, line, self.path, grid.section, self._paragraphs, is_row=True))
        self._paragraphs += 1


def _row_in_words(head: Sequence[str], cells: Sequence[str]) -> str:
    what = next((place for place, name in enumerate(head) if name in WHAT_HEADS), None)
    if what is not None and len(cells) > what:
        before, amount = ", ".join(filter(None, cells[:what])), " ".join(filter(None, cells[what + 1 :]))
        return (f"{before}: " if before else "") + cells[what] + (f" ({amount})" if amount else "")
    named = [f"{name} {cell}" for name, cell in zip(head[1:], cells[1:], strict=False) if cell]
    rest = ", ".join(named if head else [cell for cell in cells[1:] if cell])
    return f"{cells[0]}: {rest}" if rest and cells[0] else rest or cells[0]


def _is_head(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether a table's first row names its columns: no numbers, and the row below is of another kind or as long."""
    return len(first) == len(second) and not any(re.search(r"\d", cell) for cell in first)


def _delimiter(lines: Sequence[str]) -> str:
    return max(",;\t", key=lambda mark: lines[0].count(mark)) if lines else ","


def _delimited_lines(lines: Sequence[str]) -> dict[int, str]:
    """The lines of lists like `name, age, city`: three or more in a row with the same number of short cells."""
    found: dict[int, str] = {}
    run: list[int] = []
    kind: tuple[str, int] | None = None
    for number, line in enumerate([*lines, ""], 1):
        mark = next((mark for mark in "\t;," if mark in line), "")
        now = (mark, line.count(mark)) if mark and _is_delimited(line, mark) else None
        if now != kind:
            if kind and len(run) >= 3:
                found.update(dict.fromkeys(run, kind[0]))
            run, kind = [], now
        run.append(number)
    return found


def _is_delimited(line: str, mark: str) -> bool:
    text = line.strip()
    if len(text) > 300 or text[-1:] in ".!?:" or _ITEM.match(line) or not _DELIMITED.fullmatch(text):
        return False
    return mark == "\t" or text.count(mark) > 1


def _heading(number: int, line: str, lines: Sequence[str]) -> Section | None:
    """The heading on a line: marked, underlined, or a short line of its own above a text."""
    text = line.strip()
    if not text or len(text) > 90:
        return None
    marked = _HEADING.fullmatch(line)
    below = lines[number] if number < len(lines) else ""
    if marked:
        title = marked["title"].strip(" *_")
        return Section(title, len(marked["marks"]), number, date_in_title(title)) if title else None
    above = lines[number - 2].strip() if number > 1 else ""
    bare = text.strip(" *_#").rstrip(":：")
    if above or text[-1] in ".。,，;；!！?？" or _MARKUP.match(line) or not bare:
        return None
    underlined = bool(_UNDERLINE.fullmatch(below)) and len(below.strip()) >= 3
    is_date = date_in_title(bare) == bare
    if underlined or is_date or _CHINESE_HEADING.fullmatch(text) or _stands_alone(number, text, lines):
        is_first = not any(line.strip() for line in lines[: number - 1])
        return Section(bare, 1 if is_first or (underlined and "=" in below) else 2, number, date_in_title(bare))
    return None


def _stands_alone(number: int, text: str, lines: Sequence[str]) -> bool:
    """Whether a short line is a title: empty lines around it, and then a sentence that is longer."""
    is_short = len(text.split()) <= 8 and len(text) <= (20 if CJK.search(text) else 60)
    if not is_short or _ITEM.match(text) or _FIELD.match(text) or not text[:1].isalpha():
        return False
    below = lines[number].strip() if number < len(lines) else ""
    if below and text[-1] not in ":：":
        # A line that goes on below is longer, and goes on in small letters.
        is_label = len(text.split()) <= 5 and len(text) <= (12 if CJK.search(text) else 40) and not below[0].islower()
        return is_label and (
            bool(_ITEM.match(below) or _FIELD.match(below)) or below[-1] in ".。!?！？" or len(below) > 60
        )
    after = next((line.strip() for line in lines[number : number + 4] if line.strip()), "")
    return len(after) > len(text) and (after[-1] in ".。!?！？" or len(after) > 60 or text[-1] in ":：")


def _sentences(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, int, int]]:
    """Sentence, line and number of the paragraph; list items and `key: value` lines stand for themselves."""
    paragraph: list[str] = []
    first = count = 0
    for number, line in lines:
        item = _ITEM.fullmatch(line)
        text = item["text"] if item else line.strip().lstrip("> ")
        is_text = bool(text) and (item is not None or not _MARKUP.match(line))
        if not is_text or item or _FIELD.match(text):
            yield from _cut(paragraph, first, count)
            count += not line.strip() and bool(paragraph)
            paragraph = []
        if is_text:
            first = first if paragraph else number
            paragraph.append(text)
    yield from _cut(paragraph, first, count)


def _cut(paragraph: list[str], first: int, count: int) -> Iterator[tuple[str, int, int]]:
    """The sentences of a paragraph that goes over several lines, with the line on which each begins."""
    if not paragraph:
        return
    starts = [0]
    for line in paragraph:
        starts.append(starts[-1] + len(line) + 1)
    position = 0
    text = " ".join(paragraph)
    for end in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        if sentence := text[position:end].strip():
            yield sentence, first + bisect_right(starts, position) - 1, count
        position = end
