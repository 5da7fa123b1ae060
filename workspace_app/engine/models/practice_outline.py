"""Outlines: the structure that the texts have, with the points of each part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from workspace_app.engine.models.practice_choice import Score, is_allowed, scorer
from workspace_app.engine.models.practice_cite import Citations, names_of
from workspace_app.engine.models.practice_language import Language, fold
from workspace_app.engine.models.practice_table import limited
from workspace_app.engine.models.practice_text import Document, Sentence, unique
from workspace_app.engine.models.practice_wishes import Wish

_MOST_ROWS: Final = 40
_MOST_POINTS: Final = 5
_SHORT_FIELD: Final = re.compile(r"[^:：.。]{1,60}[:：]\s*.{1,30}")
_PLACE: Final = re.compile(r"(?:At|In|On|Near|Below|Above)\b")


@dataclass(frozen=True)
class _Row:
    depth: int
    text: str
    cited: tuple[Sentence, ...] = ()


def outline(documents: Sequence[Document], wish: Wish, cite: Citations, language: Language) -> str:
    """The headings as they are nested, each with its points; first sentences of the paragraphs where there are none."""
    several = len(documents) > 1
    names = names_of(documents)
    score = scorer(documents, wish, central=True)
    points = _points_each(documents, wish)
    rows: list[_Row] = []
    for document in documents:
        if several:
            rows.append(_Row(0, f"**{document.title or names[document.path]}**"))
        found = (
            _by_heading(document, wish, points, score) if len(document.sections) > 1 else _by_paragraph(document, wish)
        )
        rows += [_Row(row.depth + several, row.text, row.cited) for row in found]
    limit = wish.take(_MOST_ROWS, len(rows)) if wish.limit else min(_MOST_ROWS, len(rows))
    lines = [
        f"{'  ' * row.depth}- {row.text}" + (f" {cite.mark(*row.cited)}" if row.cited else "") for row in rows[:limit]
    ]
    return limited([*lines, *[""] * (len(rows) - limit)], limit, language)


def _points_each(documents: Sequence[Document], wish: Wish) -> int:
    """How many points a section gets, so that the outline stays short enough to be one."""
    sections = sum(len(document.sections) for document in documents)
    fitting = next((points for points in range(_MOST_POINTS, 0, -1) if sections * (points + 1) <= _MOST_ROWS), 0)
    return int(fitting * min(wish.share, 1.0))


def _by_heading(document: Document, wish: Wish, points: int, score: Score) -> Iterator[_Row]:
    sections = [section for section in document.sections if wish.allows(section.title)]
    levels = sorted({section.level for section in sections if section.title not in ("", document.title)})
    below: dict[int, list[Sentence]] = {}
    for sentence in _distinct(document, wish):
        below.setdefault(sentence.section.line, []).append(sentence)
    for section in sections:
        best = _best_points(below.get(section.line, []), points, score)
        if section.title in ("", document.title):
            yield from (_Row(0, _in_words(point), point) for point in best)
            continue
        depth = levels.index(section.level)
        yield _Row(depth, f"**{section.title}**", tuple(sentence for point in best for sentence in point))
        yield from (_Row(depth + 1, _in_words(point)) for point in best)


def _by_paragraph(document: Document, wish: Wish) -> Iterator[_Row]:
    """The first sentence of each paragraph, with the next ones below it where paragraphs are few."""
    paragraphs = [list(same) for _, same in groupby(_distinct(document, wish), lambda sentence: sentence.paragraph)]
    if len(paragraphs) == 1:
        yield from (_Row(0, _in_words([sentence]), (sentence,)) for sentence in paragraphs[0])
        return
    detail = 3 if len(paragraphs) <= 8 and wish.share >= 1 else 1
    for paragraph in paragraphs:
        yield _Row(0, _in_words(paragraph[:1]), tuple(paragraph[:detail]))
        yield from (_Row(1, _in_words([sentence])) for sentence in paragraph[1:detail])


def _distinct(document: Document, wish: Wish) -> list[Sentence]:
    allowed = (sentence for sentence in document.sentences if is_allowed(sentence, wish))
    return unique(allowed, lambda sentence: fold(sentence.text))


def _best_points(sentences: Sequence[Sentence], limit: int, score: Score) -> list[tuple[Sentence, ...]]:
    """The points of a section in order: its best sentences, `key: value` ones that follow each other as one."""
    points: list[tuple[Sentence, ...]] = []
    for sentence in sentences:
        is_field = bool(_SHORT_FIELD.fullmatch(sentence.text))
        if is_field and points and len(points[-1]) < 4 and _SHORT_FIELD.fullmatch(points[-1][-1].text):
            points[-1] = (*points[-1], sentence)
        else:
            points.append((sentence,))
    best = sorted(points, key=lambda point: -max(map(score, point)))[:limit]
    return [point for point in points if point in best]


def _in_words(point: Sequence[Sentence]) -> str:
    texts = [sentence.shown.rstrip(".。;；") for sentence in point]
    rest = (text[0].lower() + text[1:] if _PLACE.match(text) else text for text in texts[1:])
    return "; ".join([*texts[:1], *rest])
