"""Plain text work without any model: sentences, words, and what can be made of them in Markdown."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final

CJK: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_CJK_RUN: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+")
_LATIN_WORD: Final = re.compile(r"[^\W\d_][\w'-]+")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!Dr\.)(?<!Mr\.)(?<!No\.)\s+|(?<=[。！？；])")
_HEADING: Final = re.compile(r" {0,3}#{1,6}\s+(?P<title>.*?)\s*#*\s*$")
_ITEM: Final = re.compile(r"\s*(?:[-*+•]|\(?\d{1,3}[.)、]|[一二三四五六七八九十]{1,3}、)\s+(?P<text>\S.*)")
_TABLE_ROW: Final = re.compile(r"\s*\|(?P<cells>.*)\|\s*$")
_PAIR: Final = re.compile(r"(?P<key>[^:：|]{1,60})[:：](?!//)\s*(?P<value>\S.*)")
_FIELD: Final = re.compile(r"[^\s:：|]+(?: [^\s:：|]+){0,3}[:：](?!//)\s*\S")
_MARKUP: Final = re.compile(r"\s*(?:#|\||```|~~~)")
_NUMBER: Final = re.compile(r"[-+]?[$€£¥]?\d[\d,.]*(?:\s?(?:%|percent|million|billion|[年月日元億萬人]))?")
_NAME: Final = re.compile(r"(?<=[\w,;] )[A-Z][a-z]+")
_OPEN_POINT: Final = re.compile(r"\b(?:TODO|TBD|FIXME|XXX)\b|\?\?+|待補|待定|未完")
_SHOWN_LENGTH: Final = 400
_STOP_TEXT: Final = """
    a about after am all also an and any are as at be been but by can could do does each for from had has have he her
    his how if in into is it its more most no not of on one only or other our out over she should so some such
    than that the their them then there these they this those to up us was we were what when which who will with
    would you your please step task make write list give work text input context
"""
_STOP_WORDS: Final = frozenset(_STOP_TEXT.split())


@dataclass(frozen=True)
class Sentence:
    """A sentence, the line (from 1) and the document where it stands."""

    text: str
    line: int
    path: str
    words: frozenset[str] = field(compare=False)

    @property
    def source(self) -> str:
        return f"`{self.path}:{self.line}`"

    @property
    def shown(self) -> str:
        """The sentence on one line, cut if it is very long."""
        text = " ".join(self.text[: _SHOWN_LENGTH * 2].split())
        return text if len(text) <= _SHOWN_LENGTH else text[:_SHOWN_LENGTH] + "…"


@dataclass(frozen=True)
class Document:
    """A text with its path in the space and its version (empty if there is none)."""

    path: str
    text: str
    version: str = ""

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def sentences(self) -> list[Sentence]:
        """All sentences outside of headings and tables, in order."""
        return [Sentence(text, line, self.path, words_of(text)) for text, line in _sentences(self.lines)]


@dataclass(frozen=True)
class Wish:
    """What is asked of a text: words that matter, words that must not occur or must show, and how many points to give."""

    keywords: frozenset[str] = frozenset()
    excluded: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    limit: int | None = None
    share: float = 1.0

    def take(self, default: int, available: int) -> int:
        """How many of the points that there are to give: the limit, times the share (shorter < 1 < longer)."""
        return max(1, min(available, int(min(self.limit or default, available) * self.share)))

    def allows(self, text: str) -> bool:
        """Whether the text is free of everything that is to be left out."""
        low = text.casefold()
        return not any(word.casefold() in low for word in self.excluded)

    def asks_for(self, text: str) -> bool:
        """Whether the text has something that must be mentioned."""
        low = text.casefold()
        return any(word.casefold() in low for word in self.mentioned)


def is_chinese(text: str) -> bool:
    """Whether a person who wrote this would rather read Chinese."""
    sample = text[:2000]
    return len(CJK.findall(sample)) * 4 > len(_LATIN_WORD.findall(sample)) * 3


def words_of(text: str) -> frozenset[str]:
    """The words that carry meaning: lower-case words without stop words; for Chinese, pairs of characters."""
    found = {word for word in _LATIN_WORD.findall(text.lower()) if word not in _STOP_WORDS and word.isascii()}
    for run in _CJK_RUN.findall(text):
        found.update(map("".join, pairwise(run)))
    return frozenset(found)


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, list items counted as sentences."""
    return [sentence for sentence, _ in _sentences(text.splitlines())]


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


def outline(documents: Sequence[Document], wish: Wish) -> str:
    """Headings as they are nested, each with the sentence that follows it; first sentences where there are none."""
    rows = [row for document in documents for row in _outline_rows(document, wish)]
    return _limited(rows, wish.take(40, len(rows)))


def extract(documents: Sequence[Document], wish: Wish) -> str:
    """The sentences with the words that matter, numbers, dates and names."""

    def score(sentence: Sentence) -> float:
        hits = 3.0 * len(sentence.words & wish.keywords)
        return hits + bool(_NUMBER.search(sentence.text)) + 0.5 * bool(_NAME.search(sentence.text))

    chosen = choose(documents, wish, 12, score)
    return "\n".join(f"- {sentence.shown} ({sentence.source})" for sentence in chosen)


def quote(documents: Sequence[Document], wish: Wish) -> str:
    """The passages that fit best, word for word, with their place."""
    chosen = choose(documents, wish, 5, lambda sentence: len(sentence.words & wish.keywords))
    return "\n\n".join(f"> {sentence.shown}\n>\n> — {sentence.source}" for sentence in chosen)


def summary(documents: Sequence[Document], wish: Wish) -> str:
    """The sentences that say most of what the texts are about, in their order, with their places."""
    frequency = Counter(word for document in documents for sentence in document.sentences for word in sentence.words)

    def score(sentence: Sentence) -> float:
        weight = sum(frequency[word] for word in sentence.words) / (len(sentence.words) + 8)
        return weight * (1 + 2 * len(sentence.words & wish.keywords))

    chosen = choose(documents, wish, 7, score)
    return "\n\n".join(f"{sentence.shown} ({sentence.source})" for sentence in chosen)


def table(documents: Sequence[Document], wish: Wish) -> str:
    """Rows of tables, lines like `key: value` and sentences with numbers; side by side where keys occur in several."""
    found = [
        (document.path, *pair) for document in documents for pair in _pairs(document) if wish.allows(" ".join(pair))
    ]
    if wish.mentioned:
        found.sort(key=lambda row: not wish.asks_for(f"{row[1]} {row[2]}"))
    paths = list(dict.fromkeys(path for path, _, _ in found))
    places: dict[str, set[str]] = {}
    for path, key, _ in found:
        places.setdefault(key, set()).add(path)
    if any(len(where) > 1 for where in places.values()):
        cells = {(key, path): value for path, key, value in reversed(found)}
        head = ["Item", *(f"`{path}`" for path in paths)]
        rows = [[key, *(cells.get((key, path), "") for path in paths)] for key in places]
    else:
        head = ["Item", "Value", "Source"]
        rows = [[key, value, f"`{path}`"] for path, key, value in found]
    # Two lines more: the head of the table and the line under it.
    return _limited(_table(head, rows), wish.take(50, len(rows)) + 2) if rows else ""


def count(documents: Sequence[Document], wish: Wish) -> str:
    """Sizes, the most frequent words, open points and sentences that are repeated."""
    sizes = _table(["Text", "Lines", "Sentences", "Words", "Characters"], map(_sizes, documents))
    frequency = Counter(word for document in documents for sentence in document.sentences for word in sentence.words)
    frequent = ", ".join(f"{word} ({times})" for word, times in frequency.most_common(wish.take(8, len(frequency))))
    findings = list(_findings(documents)) or ["- no open points and no repeated sentences found"]
    return "\n".join([*sizes, "", f"Most frequent: {frequent or '-'}", "", *findings[:40]])


def choose(
    documents: Sequence[Document], wish: Wish, default: int, score: Callable[[Sentence], float]
) -> list[Sentence]:
    """The best sentences in source order: first what must be mentioned, then the best of each text, then the others."""
    ranked: list[tuple[bool, bool, float, int, Sentence]] = []
    for document in documents:
        allowed = [sentence for sentence in document.sentences if sentence.words and wish.allows(sentence.text)]
        values = [score(sentence) for sentence in allowed]
        leader = values.index(max(values)) if values else None
        for place, (sentence, value) in enumerate(zip(allowed, values, strict=True)):
            ranked.append((wish.asks_for(sentence.text), place == leader, value, -len(ranked), sentence))
    top = sorted(ranked, key=lambda row: row[:4], reverse=True)[: wish.take(default, len(ranked))]
    return [row[4] for row in sorted(top, key=lambda row: -row[3])]


def _sentences(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    paragraph: list[str] = []
    first = 1
    for number, line in enumerate(lines, 1):
        item = _ITEM.fullmatch(line)
        text = item["text"] if item else line.strip().lstrip("> ")
        is_text = bool(text) and (item is not None or not _MARKUP.match(line))
        if not is_text or item or _FIELD.match(text):
            yield from _cut(paragraph, first)
            paragraph = []
        if is_text:
            first = first if paragraph else number
            paragraph.append(text)
    yield from _cut(paragraph, first)


def _cut(paragraph: list[str], first: int) -> Iterator[tuple[str, int]]:
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
            yield sentence, first + bisect_right(starts, position) - 1
        position = end


def _outline_rows(document: Document, wish: Wish) -> Iterator[str]:
    yield f"- **{document.path}**"
    headings = [(number, found["title"], line) for number, line in enumerate(document.lines, 1)
                if (found := _HEADING.fullmatch(line)) and wish.allows(line)]  # fmt: skip
    starts = [sentence.line for sentence in document.sentences]
    for number, title, line in headings:
        depth = len(line.strip()) - len(line.strip().lstrip("#"))
        place = bisect_right(starts, number)
        after = document.sentences[place].shown if place < len(starts) else ""
        yield f"{'  ' * depth}- {title}" + (f": {after}" if after and wish.allows(after) else "")
    if not headings:
        leaders = choose([document], wish, 8, lambda sentence: -sentence.line)
        yield from (f"  - {sentence.shown}" for sentence in leaders)


def _pairs(document: Document) -> Iterator[tuple[str, str]]:
    if document.path.lower().endswith(".csv"):
        for cells in csv.reader(document.lines):
            if len(cells) > 1:
                yield cells[0].strip(), " / ".join(cell.strip() for cell in cells[1:])
        return
    for line in document.lines:
        row = _TABLE_ROW.fullmatch(line)
        if row:
            cells = [cell.strip() for cell in row["cells"].split("|")]
            if len(cells) > 1 and set("".join(cells)) - set(":- "):
                yield cells[0], " / ".join(cells[1:])
    for sentence in document.sentences:
        pair = _PAIR.match(sentence.text)
        numbers = _NUMBER.findall(sentence.text)
        if pair:
            yield pair["key"].strip(" *_"), pair["value"].strip(" *_")[:_SHOWN_LENGTH]
        elif numbers:
            yield sentence.shown, ", ".join(number.strip(" ,.") for number in numbers[:6])


def _findings(documents: Sequence[Document]) -> Iterator[str]:
    for document in documents:
        for number, line in enumerate(document.lines, 1):
            if _OPEN_POINT.search(line):
                yield f"- open point in `{document.path}:{number}`: {line.strip()[:_SHOWN_LENGTH]}"
    seen: dict[str, Sentence] = {}
    for sentence in (sentence for document in documents for sentence in document.sentences):
        earlier = seen.setdefault(sentence.text, sentence)
        if earlier is not sentence and len(sentence.text) > 30:
            yield f"- {sentence.source} repeats {earlier.source}: {sentence.shown}"


def _sizes(document: Document) -> list[str]:
    words = len(_LATIN_WORD.findall(document.text)) + len(CJK.findall(document.text))
    sizes = (len(document.lines), len(document.sentences), words, len(document.text))
    return [f"`{document.path}`", *map(str, sizes)]


def _table(head: Sequence[str], rows: Iterable[Collection[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |" for cells in lines]


def _limited(rows: Sequence[str], limit: int) -> str:
    left_out = [] if len(rows) <= limit else ["", f"({len(rows) - limit} more left out)"]
    return "\n".join([*rows[:limit], *left_out])
