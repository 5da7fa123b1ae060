"""Numbered marks in a work, and the list of sources at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workspace_app.engine.models.practice_language import Language, say
from workspace_app.engine.models.practice_text import Document, Sentence

HEADINGS = ("Sources", "來源", "来源")


class Citations:
    """Gives each cited section of a text a number, in the order of the marks."""

    def __init__(self, documents: Sequence[Document], language: Language) -> None:
        self._names = names_of(documents)
        self._titles = {document.path: document.title for document in documents}
        self._language = language
        self._cited: dict[tuple[str, int], set[int]] = {}
        self._headings: dict[tuple[str, int], str] = {}

    def name(self, path: str) -> str:
        """What the document at a path is called."""
        return self._names[path]

    def mark(self, *sentences: Sentence) -> str:
        """The mark for sentences that one statement comes from, such as "[1]" or "[1, 3]"."""
        numbers = []
        for sentence in sentences:
            place = (sentence.path, sentence.section.line)
            self._cited.setdefault(place, set()).add(sentence.line)
            self._headings[place] = sentence.section.title
            numbers.append(list(self._cited).index(place) + 1)
        return f"[{', '.join(map(str, sorted(set(numbers))))}]"

    def listed(self) -> str:
        """The section "Sources"; empty if nothing was cited."""
        if not self._cited:
            return ""
        lines = [f"- [{number}] {self._source(place)}" for number, place in enumerate(self._cited, 1)]
        return "\n".join([f"## {say(self._language, HEADINGS[0], HEADINGS[1])}", "", *lines])

    def _source(self, place: tuple[str, int]) -> str:
        path, _ = place
        heading = self._headings[place]
        parts = [self._names[path], heading if heading != self._titles[path] else "", self._lines(self._cited[place])]
        return say(self._language, ", ", "，").join(part for part in parts if part)

    def _lines(self, lines: Iterable[int]) -> str:
        spans = _spans(sorted(lines))
        shown = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in spans[:6])
        more = ", …" if len(spans) > 6 else ""
        is_one = len(spans) == 1 and spans[0][0] == spans[0][1]
        return say(self._language, f"line{'' if is_one else 's'} {shown}{more}", f"第 {shown}{more} 行")


def names_of(documents: Sequence[Document]) -> dict[str, str]:
    """What to call each document; with its folder where two have the same name."""
    names = [document.name for document in documents]
    return {
        document.path: document.name
        if names.count(document.name) == 1
        else "/".join([*document.path.split("/")[:-1][-1:], document.name])
        for document in documents
    }


def _spans(numbers: Sequence[int]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for number in numbers:
        if spans and number <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], number)
        else:
            spans.append((number, number))
    return spans
