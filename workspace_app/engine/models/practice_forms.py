"""The forms of the Practice model's works other than tables: summary, outline, points, quotations, counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from workspace_app.engine.models.practice_choice import choose, is_allowed, relevant, scorer
from workspace_app.engine.models.practice_cite import Citations, names_of
from workspace_app.engine.models.practice_dates import DATE
from workspace_app.engine.models.practice_language import CJK, LATIN_WORD, Language, say
from workspace_app.engine.models.practice_table import markdown_table
from workspace_app.engine.models.practice_text import SHOWN_LENGTH, Document, Sentence
from workspace_app.engine.models.practice_values import Value, series, table_values, values_of
from workspace_app.engine.models.practice_wishes import Wish

_OPEN_POINT: Final = re.compile(r"\b(?:TODO|TBD|FIXME|XXX)\b|\?\?+|待補|待定|未完|待补")
_SHORT: Final = re.compile(r"\b(?:short|brief|concise)\b|簡短|短文|一段", re.IGNORECASE)
_LONG: Final = re.compile(r"\b(?:one|two|full)[- ]page|\bdetailed\b|\blong\b|一頁|詳細", re.IGNORECASE)
_LOWER_TEXT: Final = "the a an we they it there this these that in on at two three four five some many no all"
_LOWER: Final = frozenset(_LOWER_TEXT.split())


def summary(documents: Sequence[Document], wish: Wish, cite: Citations, language: Language) -> str:
    """A few paragraphs: how the values went over the dates, then the sentences that say most, section by section."""
    default = 5 if _SHORT.search(wish.task) else 12 if _LONG.search(wish.task) else 8
    trend, covered = _trend(documents, wish, cite, language)
    plain = scorer(documents, wish, central=True)
    if trend and wish.limit:
        wish = replace(wish, limit=max(1, wish.limit - 1))
    chosen = choose(documents, wish, default, lambda sentence: plain(sentence) * (0.1 if sentence in covered else 1.0))
    if trend and (wish.limit or default) * wish.share < 2:
        return trend
    chosen = [sentence for sentence in chosen if sentence not in covered or wish.asks_for(sentence.text)]
    several = len({sentence.path for sentence in chosen}) > 1
    names = names_of(documents)
    parts = [trend] if trend else []
    for path, of_text in groupby(chosen, lambda sentence: sentence.path):
        document = next(document for document in documents if document.path == path)
        if several:
            parts.append(f"### {document.title or names[path]}")
        parts += _paragraphs(list(of_text), document, cite, language)
    return "\n\n".join(parts)


def extract(documents: Sequence[Document], wish: Wish, cite: Citations, language: Language) -> str:
    """The sentences that the task's words ask for, as points, each with the date or heading it stands under."""
    chosen = choose(documents, wish, 12, scorer(documents, wish, central=False), relevant(documents, wish))
    titles = {document.path: document.title for document in documents}
    return "\n".join(f"- {_lead(sentence, titles)}{sentence.shown} {cite.mark(sentence)}" for sentence in chosen)


def quote(documents: Sequence[Document], wish: Wish, cite: Citations, language: Language) -> str:
    """The passages that fit best, word for word."""
    chosen = choose(documents, wish, 5, lambda sentence: len(sentence.words & wish.keywords), relevant(documents, wish))
    return "\n\n".join(f"> {sentence.shown} {cite.mark(sentence)}" for sentence in chosen)


def count(documents: Sequence[Document], wish: Wish, cite: Citations, language: Language) -> str:
    """Sizes, the most frequent words, open points and sentences that are repeated."""
    names = names_of(documents)
    heads = [("Text", "文件"), ("Lines", "行"), ("Sentences", "句"), ("Words", "字詞"), ("Characters", "字元")]
    rows = [[names[document.path], *_sizes(document)] for document in documents]
    sizes = markdown_table([say(language, *head) for head in heads], rows)
    frequency = Counter(word for document in documents for sentence in document.sentences for word in sentence.words)
    most = sorted(frequency.items(), key=lambda item: (-item[1], item[0]))
    frequent = ", ".join(f"{word} ({times})" for word, times in most[: wish.take(8, len(most))])
    nothing = say(language, "- no open points and no repeated sentences found", "- 沒有未完的地方，也沒有重複的句子")
    findings = list(_findings(documents, names, language))[: wish.take(40, 40)] or [nothing]
    return "\n".join(
        [*sizes, "", say(language, f"Most frequent: {frequent or '-'}", f"最常出現：{frequent or '-'}"), "", *findings]
    )


def _trend(documents: Sequence[Document], wish: Wish, cite: Citations, language: Language) -> tuple[str, set[Sentence]]:
    """A sentence on how values went from the first date of the notes to the last, and the sentences that it stands for."""
    values: list[Value] = []
    for document in documents:
        if any(section.date for section in document.sections):
            values += values_of(document.sentences)
        values += table_values(document)
    found = series(value for value in values if is_allowed(value.sentence, wish))
    lines = found[: wish.take(6, len(found))] if found else []
    if not lines or len(found) < 2:
        return "", set()
    told = {value.sentence for line in found for value in line}
    spans: dict[tuple[str, str], list[tuple[Value, ...]]] = {}
    for line in lines:
        spans.setdefault((line[0].date, line[-1].date), []).append(line)
    sentences = []
    for (first, last), same in spans.items():
        marks = cite.mark(*(value.sentence for line in same for value in (line[0], line[-1])))
        went = [_went(line, language) for line in same]
        listed = ", ".join(went[:-1]) + (" and " if went[:-1] else "") + went[-1]
        sentences.append(
            say(
                language,
                f"From {first} to {last}, {listed.replace(' from ', ' went from ', 1)}. {marks}",
                f"從{first}到{last}：{'；'.join(went)}。 {marks}",
            )
        )
    return " ".join(sentences), told


def _went(line: tuple[Value, ...], language: Language) -> str:
    first, last = line[0], line[-1]
    what = _lowered(first.what, frozenset({first.what.split()[0].lower()})) if first.what.split() else first.what
    if first.value == last.value:
        return say(language, f"{what} stayed at {last.amount}", f"{what}維持 {last.amount}")
    return say(language, f"{what} from {first.value} to {last.amount}", f"{what}由 {first.value} 變為 {last.amount}")


def _paragraphs(chosen: Sequence[Sentence], document: Document, cite: Citations, language: Language) -> Iterator[str]:
    """One paragraph for each section, which begins with its heading or date; of a text without headings, a few."""
    lower = _lower_words(document)
    runs = [list(run) for _, run in groupby(chosen, lambda sentence: sentence.section.line)]
    if len(runs) == 1 and len(chosen) > 4:
        half = (len(chosen) + 1) // 2
        cut = next((n for n in range(half, len(chosen)) if chosen[n].paragraph != chosen[n - 1].paragraph), half)
        runs = [list(chosen[:cut]), list(chosen[cut:])]
    for run in runs:
        section = run[0].section
        text = _connected(run)
        title = section.title if section.title != document.title else ""
        if title and DATE.fullmatch(title):
            if language == "en" and not run[0].is_row:
                text = f"On {title}, {_lowered(text, lower)}"
            else:
                text = f"{title}{say(language, ': ', '：')}{text}"
        elif title:
            text = f"**{title.rstrip(':：')}{say(language, ':', '：')}** {text}"
        yield f"{text} {cite.mark(*run)}"


def _connected(run: Sequence[Sentence]) -> str:
    """Sentences as running text: what stood in a list or table gets its full stop."""
    texts = []
    for sentence in run:
        text = sentence.shown
        is_chinese = bool(CJK.search(text[-2:]))
        text = text.rstrip(",，")
        texts.append(text if text[-1] in '.!?…。！？；;:："”」' else text + ("。" if is_chinese else "."))
    joined = texts[0]
    for text in texts[1:]:
        joined += text if CJK.match(text) and joined[-1] in "。！？；」" else f" {text}"
    return joined


def _lead(sentence: Sentence, titles: dict[str, str]) -> str:
    section = sentence.section
    title = section.title if section.title != titles[sentence.path] else ""
    if section.date and section.date not in title and section.date not in titles[sentence.path]:
        title = f"{section.date}, {title}"
    return f"**{title}** – " if title else ""


def _lower_words(document: Document) -> frozenset[str]:
    """Words that the text also writes small, so that they may be written small after "On 12 March,"."""
    small = re.findall(r"(?<![.!?] )\b[a-z]{2,}\b", document.text[:200_000])
    return frozenset(small) | _LOWER


def _lowered(text: str, lower: frozenset[str]) -> str:
    word = re.match(r"[A-Za-z]+", text)
    is_name = word is None or word[0].lower() not in lower or word[0][1:] != word[0][1:].lower() or word[0] == "I"
    return text if is_name else text[0].lower() + text[1:]


def _findings(documents: Sequence[Document], names: dict[str, str], language: Language) -> Iterator[str]:
    for document in documents:
        for number, line in enumerate(document.lines, 1):
            if _OPEN_POINT.search(line):
                where = _where(names[document.path], number, language)
                yield say(language, f"- open point in {where}: ", f"- 未完：{where}：") + line.strip()[:SHOWN_LENGTH]
    seen: dict[str, Sentence] = {}
    for sentence in (sentence for document in documents for sentence in document.sentences):
        earlier = seen.setdefault(sentence.text, sentence)
        if earlier is not sentence and len(sentence.text) > (10 if CJK.search(sentence.text) else 30):
            here, there = (_where(names[one.path], one.line, language) for one in (sentence, earlier))
            yield say(language, f"- {here} repeats {there}: ", f"- {here}重複了{there}：") + sentence.shown


def _where(name: str, line: int, language: Language) -> str:
    return say(language, f"{name}, line {line}", f"{name} 第 {line} 行")


def _sizes(document: Document) -> list[str]:
    words = len(LATIN_WORD.findall(document.text)) + len(CJK.findall(document.text))
    return list(map(str, (len(document.lines), len(document.sentences), words, len(document.text))))
