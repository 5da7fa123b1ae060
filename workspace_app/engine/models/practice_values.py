"""Measured values and `key: value` lines in sentences, and how a value went over the dates of the notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from workspace_app.engine.models.practice_dates import DATE, date_in, date_in_title
from workspace_app.engine.models.practice_language import CJK, fold
from workspace_app.engine.models.practice_text import SHOWN_LENGTH, WHAT_HEADS, Document, Sentence, unique

_PAIR: Final = re.compile(r"(?P<key>[^:：|.。!?！？]{1,60}?)\s*[:：](?!//)\s*(?P<value>\S.*)")
_NUMBER: Final = re.compile(
    r"(?<![\w.])[-+−±]?[$€£¥]?\s?\d[\d,]*(?:\.\d+)?(?:\s?(?:[-–~至到]|to)\s?[$€£¥]?\d[\d,]*(?:\.\d+)?)?(?![\w.]*\d)"
)
_UNIT: Final = re.compile(
    r"\s?(?:°\s?[CFK]\b|℃|%|per ?cent\b|percentage points?\b"
    r"|(?:(?:cubic|square)\s+)?(?:milli|centi|kilo|deci)?(?:met(?:re|er)s?|lit(?:re|er)s?|gram(?:me)?s?|watts?)\b"
    r"|(?:mm|cm|km|m|kg|mg|µg|g|l|ml|dB|bar|hPa|kPa|V|A|kW|kWh|MW|MWh|kB|GB|MB|ms|s|h|min|pH|ppm|NTU)(?:[²³23])?(?![\w])"
    r"|m[²³23]|(?:tons?|tonnes?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|yen|euros?|dollars?|pounds?|points?"
    r"|pages?|miles?|feet|inches|acres?|hectares?|people|million|billion|thousand)\b)"
    r"(?:\s?/\s?(?:s|h|min|day|m[²³23]?|ha|l|kg|year)\b|\s+(?:per|a|an|each)\s+\w+(?!\w))?"
)
_CHINESE_UNIT: Final = re.compile(
    r"\s?(?:(?:[%％℃]|°\s?[CF]|[A-Za-zµ]{1,4}[²³23]?(?:\s?/\s?[A-Za-z]{1,4})?|立方公尺|平方公尺|公尺|公里|公分|公斤|公頃|公克|公升|毫升|毫克"
    r"|立方米|平方米|厘米|千米|米|公顷|人次|[元塊块萬万億亿噸吨個个隻只條条次天日月年時时秒件間间家本名位份頁页歲岁倍成杯棵株尾人度])"
    r"(?:\s?(?:[／/]|每)\s?[\u4e00-\u9fffA-Za-z]{1,3})?)+"
)
_COUNTED: Final = re.compile(r"[個个隻只名位棵株尾件條条家]")
_LINK: Final = re.compile(
    r"\s+(?:was|were|is|are|stands? at|stood at|comes? to|came to|costs?|measures?|measured|totals?|totall?ed|reache[sd]|amounts? to"
    r"|equals?|has|had|have|contains?|counts?)\s*(?:only|just)?\s*$|\s*=\s*$",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"\b(?P<about>about|some|around|roughly|nearly|almost|over|under|at least|at most|more than|less than|up to|another|only|just)\s*$",
    re.IGNORECASE,
)
_LOOSE_END: Final = re.compile(
    r"(?:^|\s+)(?:by|to|at|of|for|from|in|on|over|with|and|or|the|a|an|as|than|between|every|each)\s*$", re.IGNORECASE
)
_LOOSE_START: Final = re.compile(
    r"^(?:(?:and|but|then|also|while|its|their|his|her)\s+)?(?:(?:we|i|they)\s+(?:also\s+)?(?:counted|saw|found|measured|recorded|noted|had|have|got)\s+"
    r"|there\s+(?:was|were|is|are)\s+|(?:the|a|an|its|their|our)\s+)+",
    re.IGNORECASE,
)
_WORD_NUMBERS: Final = {
    word: str(number)
    for number, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2
    )
}
_WORD_NUMBER: Final = re.compile(
    rf"(?:^|\b(?:counted|saw|found)\s+)(?P<word>{'|'.join(_WORD_NUMBERS)})\s+(?P<what>\w.*)", re.IGNORECASE
)
_CLAUSE: Final = re.compile(r"[;；，。]\s*|,\s+|\s+(?:and|but|while|because|since)\s+")
_PLACE: Final = re.compile(r"^(?:at|in|on|near|below|above|behind|by)\s+", re.IGNORECASE)
_PLACE_IN: Final = re.compile(r"\s(?:at|in|on|near|below|above|behind|by)\s", re.IGNORECASE)
_CHINESE_END: Final = re.compile(
    r"(?:[為为是約约達达有共計计了僅仅只到至在於于從从\s]|大約|超過|不到|記錄|记录|發現|发现|看到)+$"
)
_CHINESE_START: Final = re.compile(r"^(?:我們|我们|其中|並|并|也|另|又|而|還|还)+")
_REPORTS: Final = re.compile(
    r"\b(?:reports?|reported|says?|said|told|noted|announced|wrote)(?:\s+\w+)?(?:\s+that)?$", re.IGNORECASE
)
_PRONOUN: Final = re.compile(r"(?:It|They|This|These)\b")
_WHAT_WORDS: Final = 10


@dataclass(frozen=True)
class Value:
    """One value in a text: what it is, how much, its unit, and the date that its sentence or section names."""

    what: str
    value: str
    unit: str
    date: str
    sentence: Sentence

    @property
    def amount(self) -> str:
        if not self.unit or (not CJK.search(self.unit) and self.unit[:1] not in "%％"):
            return f"{self.value} {self.unit}".strip()
        return self.value + self.unit

    @property
    def has_number(self) -> bool:
        return any(character.isdigit() for character in self.value)


def values_of(sentences: Iterable[Sentence]) -> Iterator[Value]:
    """The values in sentences: numbers with their units, and `key: value` lines."""
    before: Value | None = None
    for sentence in sentences:
        if sentence.is_row:
            continue
        for value in _values(sentence, before):
            yield value
            before = value


def table_values(document: Document) -> Iterator[Value]:
    """The values in a text's tables that look like ours, with a column that says what a value is."""
    sentences = {sentence.line: sentence for sentence in document.sentences if sentence.is_row}
    for grid in document.grids:
        what = next((place for place, name in enumerate(grid.head) if name in WHAT_HEADS), None)
        for line, cells in grid.rows if what is not None else ():
            if what is not None and len(cells) > what + 1:
                unit = cells[what + 2] if len(cells) > what + 2 else ""
                date = date_in_title(cells[0]) if what else ""
                yield Value(cells[what], cells[what + 1], unit, date, sentences[line])


def series(values: Iterable[Value]) -> list[tuple[Value, ...]]:
    """Values of the same thing at two or more dates, which are the sections of the text, in order."""
    found: dict[tuple[str, str, str], list[Value]] = {}
    for value in values:
        if value.has_number and value.date and (value.sentence.is_row or value.sentence.section.date):
            found.setdefault((value.sentence.path, fold(value.what), value.unit), []).append(value)
    return [
        tuple(same) for same in found.values()
        if len({value.date for value in same}) == len(same) > 1
    ]  # fmt: skip


def _values(sentence: Sentence, before: Value | None) -> Iterator[Value]:
    text = sentence.shown
    pair = _PAIR.fullmatch(text)
    if pair and date_in_title(pair["key"]) == pair["key"]:
        found = [*_in_clauses(sentence, pair["value"], pair["key"])]
        yield from found or [Value(_capital(pair["value"].rstrip(".。")), "", "", pair["key"], sentence)]
        return
    if pair:
        yield _pair(sentence, pair, before)
        return
    date, rest = date_in(text)
    if not date and before is not None and before.sentence.line == sentence.line:
        date = before.date
    yield from _in_clauses(sentence, rest.replace(date, " ") if date else rest, date or sentence.section.date)


def _in_clauses(sentence: Sentence, text: str, date: str) -> Iterator[Value]:
    """The values in the clauses of a sentence; the numbers in dates are none."""
    what = ""
    for clause in _CLAUSE.split(DATE.sub(" ", text).rstrip(".。!！")):
        found = _chinese(clause) if CJK.search(clause) else _english(clause, counts=bool(sentence.section.date))
        if found:
            what = found[0] or what
            if what:
                what = _named(what, sentence)
                yield Value(_capital(what), found[1], found[2], date, sentence)


def _named(what: str, sentence: Sentence) -> str:
    """ "It can reach" under the heading "Box cookers" is what box cookers can reach."""
    pronoun = _PRONOUN.match(what)
    section = sentence.section
    return section.title + what[pronoun.end() :] if pronoun and section.level > 1 and not section.date else what


def _pair(sentence: Sentence, pair: re.Match[str], before: Value | None) -> Value:
    """A `key: value`; a key that only names a place goes on with the key before it ("At the bridge: 7")."""
    key, value = pair["key"].strip(" *_-"), pair["value"].strip(" *_")[:SHOWN_LENGTH]
    same = before is not None and before.sentence.section == sentence.section and ":" in before.sentence.text
    if before is not None and same and _PLACE.match(key):
        key = f"{_PLACE_IN.split(before.what)[0]} {key[0].lower()}{key[1:]}"
    number = _NUMBER.match(value)
    bare = value.rstrip(".。;；,，")
    unit = bare[number.end() :].strip() if number else ""
    is_measure = number and not DATE.search(value) and len(unit.split()) <= 4 and not re.search(r"[\d,;:，；]", unit)
    amount = number[0].strip(" ,") if number and is_measure else bare
    return Value(_capital(key), amount, unit if is_measure else "", sentence.section.date, sentence)


def _english(clause: str, counts: bool) -> tuple[str, str, str] | None:
    number = _NUMBER.search(clause)
    if number is None:
        counted = _WORD_NUMBER.search(clause) if counts else None
        return (_short(counted["what"]), _WORD_NUMBERS[counted["word"].lower()], "") if counted else None
    before, after = clause[: number.start()].rstrip(), clause[number.end() :]
    value = number[0].strip(" ,")
    about = _ABOUT.search(before)
    if about:
        before = before[: about.start()].rstrip()
        value = (
            f"{'about' if about['about'].lower() in ('some', 'around', 'roughly') else about['about'].lower()} {value}"
        )
    unit = _UNIT.match(after)
    if _REPORTS.search(before):
        return _short(clause), value, unit[0].strip() if unit else ""
    link = _LINK.search(before)
    if link:
        named = unit[0].strip() if unit else " ".join(_until_preposition(after)[:3])
        return _short(before[: link.start()]), value, named
    if unit or _has_sign(value):
        what = _short(before) or _short(after[unit.end() if unit else 0 :])
        return what, value, unit[0].strip() if unit else ""
    return _short(after) or _short(before), value, ""


def _chinese(clause: str) -> tuple[str, str, str] | None:
    number = _NUMBER.search(clause) or re.search(r"\d[\d,.]*", clause)
    if number is None:
        return None
    before, after = clause[: number.start()].rstrip("：: "), clause[number.end() :]
    unit = _CHINESE_UNIT.match(after)
    name = unit[0].strip() if unit else ""
    rest = after[unit.end() if unit else 0 :].strip()
    what = _CHINESE_START.sub("", _CHINESE_END.sub("", before)).strip()
    if (_COUNTED.fullmatch(name) and rest) or not what:
        what = rest
    return what[:40], number[0].strip(" ,"), name


def _until_preposition(text: str) -> list[str]:
    words = text.split()
    ends = [place for place, word in enumerate(words) if not word.isalpha() or _LOOSE_END.fullmatch(word)]
    return words[: ends[0]] if ends else words


def _short(text: str) -> str:
    """What a value is about, without the words that only lead to it."""
    text = _LOOSE_START.sub("", text.strip(" ,.:;-"))
    while _LOOSE_END.search(text):
        text = _LOOSE_END.sub("", text)
    words = text.split()
    return " ".join(words[:_WHAT_WORDS]) + ("…" if len(words) > _WHAT_WORDS else "")


def _has_sign(value: str) -> bool:
    return any(sign in value for sign in "$€£¥")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def distinct(values: Sequence[Value]) -> list[Value]:
    """The values without repetitions, in order."""
    return unique(values, lambda value: (fold(value.what), value.value, value.unit, value.date))
