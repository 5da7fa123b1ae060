"""Which sentences the Practice model takes: what the task's own words ask for, and what the texts are about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from workspace_app.engine.models.practice_dates import DATE
from workspace_app.engine.models.practice_language import fold, traditional
from workspace_app.engine.models.practice_text import Document, Sentence
from workspace_app.engine.models.practice_wishes import Wish

Score = Callable[[Sentence], float]

_NAME: Final = re.compile(r"(?<=[\w,;] )[A-Z][a-z]+")
_DIGIT: Final = re.compile(r"\d")
_FINDING: Final = re.compile(
    r"\b(?:fell|fall|rose|rise|grew|grow|increas|decreas|declin|lost|lose|fewer|more than|less than|first|should|must|because"
    r"|cause|caused|therefore|shows?|showed|found|problem|risk|result|smelled|slipped|important|main|needs?)\w*"
    r"|因此|所以|顯示|發現|增加|減少|下降|上升|問題|風險|應該|必須|需要|重要|主要",
    re.I,
)
_WIDE: Final = re.compile(r"\b(?:points?|important|main|key|finding)|要點|重點|重要|主要", re.I)
# What a task may ask for, how a sentence shows it, and how a heading shows it.
_TOPICS: Final = [
    (re.compile(r"\b(?:open|question|unclear|uncertain|unresolved)|問題|待確認|未決", re.I),
     re.compile(r"\?|？|\b(?:open|unclear|uncertain|not (?:certain|known|decided|clear)|nobody knows|unknown|undecided|whether|TODO|TBD)\b"
                r"|是否|不確定|尚未|不明|未知|待", re.I)),
    (re.compile(r"\b(?:finding|important|main|key|result|conclusion|insight|essential)|重要|主要|發現|結論|重點", re.I),
     _FINDING),
    (re.compile(r"\b(?:action|to-?dos?|decision|next step|recommend|decid|propos|agreed|task list)|決議|決定|待辦|行動|建議|下一步", re.I),
     re.compile(r"\b(?:should|must|needs?|will|shall|agreed|decided|to ?do|recommend|propose|asked|by (?:Mon|Tues|Wednes|Thurs|Fri))\w*"
                r"|應|須|需要|將|決定|建議|負責|請", re.I)),
    (re.compile(r"\b(?:problem|risk|concern|issue|danger|damage|difficult)|風險|困難|危險|隱憂", re.I),
     re.compile(r"\b(?:problem|risk|danger|damage|fail|late|delay|broke|lost|smell|slipped|narrow|bad|difficult|crack|repair|loss|shortage|unclear|not)\w*"
                r"|問題|風險|危險|損|延誤|不足|困難|失", re.I)),
    (re.compile(r"\b(?:values?|figures?|numbers?|measure|data|amounts?|prices?|costs?)|數字|數值|數據|金額|價格|資料", re.I), _DIGIT),
    (re.compile(r"\b(?:dates?|when|timeline|deadline|chronolog)|日期|時間|期限|時程", re.I), DATE),
    (re.compile(r"\b(?:names?|people|persons?|who)\b|人名|人物|誰", re.I), _NAME),
]  # fmt: skip
# A greeting or a heading in a list has fewer words that carry meaning.
_TELLING_WORDS: Final = 3
_CLOSING: Final = re.compile(
    r"\b(?:conclusion|what we think|finding|result|decision|summary|recommendation|next step|outlook|in short)s?|結論|決議|建議|小結|總結|發現",
    re.IGNORECASE,
)
_LEANS: Final = re.compile(
    r"(?:It|They|This|These|That|Those|He|She|Both|But|However|And|So|Then|There|At the [\w ]{1,30}:|他|她|它|這|但|不過|因此|此外|其中)\b"
)


def asked_topics(task: str) -> list[re.Pattern[str]]:
    """How sentences show what a task asks for, such as open questions or findings."""
    return [shown for asked, shown in _TOPICS if asked.search(task)]


def relevant(documents: Sequence[Document], wish: Wish) -> Callable[[Sentence], bool]:
    """Whether a sentence is of the kind that the task asks for, or has its words (if any has)."""
    topics = [shown for shown in asked_topics(wish.task) if shown is not _FINDING]

    def fits(sentence: Sentence) -> bool:
        if wish.asks_for(sentence.text):
            return True
        text = traditional(sentence.text)
        return any(shown.search(text) for shown in topics) if topics else bool(sentence.words & wish.keywords)

    if topics:
        return fits
    exists = any(fits(sentence) for document in documents for sentence in document.sentences)
    return fits if exists and not _WIDE.search(wish.task) else lambda sentence: True


def scorer(documents: Sequence[Document], wish: Wish, *, central: bool) -> Score:
    """How well a sentence answers the wish.

    Args:
        central: sentences that say what the texts are about count more, whatever the task says.
    """
    topics = asked_topics(wish.task)
    frequency: Counter[str] = Counter()
    for document in documents if central else ():
        for sentence in document.sentences:
            frequency.update(sentence.words)
    first = {
        (sentence.path, sentence.section.line): sentence
        for document in documents
        for sentence in reversed(document.sentences)
    }

    def score(sentence: Sentence) -> float:
        text = traditional(sentence.text)
        value = 2.0 * len(sentence.words & wish.keywords)
        value += 3.0 * sum(bool(shown.search(text)) for shown in topics)
        if central:
            value += 2.0 * sum(frequency[word] for word in sentence.words) / (len(sentence.words) + 8)
            value *= 0.3 if len(sentence.words) < _TELLING_WORDS else 1.0
            value += 1.5 * bool(_CLOSING.search(sentence.section.title))
            value += 0.5 * (first[sentence.path, sentence.section.line] is sentence)
        else:
            value += bool(_DIGIT.search(text)) + 0.5 * bool(_NAME.search(text))
        return value * (0.4 if _LEANS.match(text) else 1.0)

    return score


def choose(
    documents: Sequence[Document],
    wish: Wish,
    default: int,
    score: Score,
    fits: Callable[[Sentence], bool] = lambda sentence: True,
) -> list[Sentence]:
    """The best sentences in source order, no two alike.

    What must be mentioned comes first, then the best of each text, then the best of each section, then the others.
    """
    ranked: list[tuple[bool, bool, bool, float, int, Sentence]] = []
    seen: set[str] = set()
    for document in documents:
        allowed = []
        for sentence in document.sentences:
            text = fold(sentence.text)
            if (
                text not in seen
                and is_allowed(sentence, wish)
                and fits(sentence)
                and any(character.isalnum() for character in text)
            ):
                seen.add(text)
                allowed.append(sentence)
        values = [score(sentence) for sentence in allowed]
        leader = values.index(max(values)) if values else -1
        leaders = _leaders(allowed, values) if len(document.sections) <= default else set()
        for place, (sentence, value) in enumerate(zip(allowed, values, strict=True)):
            ranked.append(
                (wish.asks_for(sentence.text), place == leader, place in leaders, value, -len(ranked), sentence)
            )
    if not ranked:
        return []
    top = sorted(ranked, key=lambda row: row[:5], reverse=True)[: wish.take(default, len(ranked))]
    return [row[5] for row in sorted(top, key=lambda row: -row[4])]


def is_allowed(sentence: Sentence, wish: Wish) -> bool:
    """Whether neither the sentence nor its heading has something that is to be left out."""
    return wish.allows(sentence.text) and wish.allows(sentence.section.title)


def _leaders(sentences: Sequence[Sentence], values: Sequence[float]) -> set[int]:
    """The places of the best sentence of each section."""
    best: dict[int, int] = {}
    for place, sentence in enumerate(sentences):
        line = sentence.section.line
        if line not in best or values[place] > values[best[line]]:
            best[line] = place
    return set(best.values())
