"""What a step task asks the Practice model for, and how the person's feedback changes that."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from workspace_app.domain.plan import title_from
from workspace_app.engine.models.practice_language import Language, fold, language_of, say, traditional, words_of

VERBS: Final = {
    "quote": r"\bquot\w*|\bcit(?:e|es|ed|ing|ation\w*)\b|引用|引述",
    "outline": r"\boutlin\w*|\bstructur\w*|大綱|綱要|架構",
    "table": r"\btab(?:les?|ulate\w*|ulation)\b|\bcompar\w*|表格|列表|做成表|比較|對照",
    "count": r"\bcount\w*|\bcheck\w*|\bverif\w*|\bproofread\w*|計算|統計|檢查|校對",
    "extract": r"\bextract\w*|\blists?\b|\bcollect\w*|\bgather\w*|\bfind\b|\bkey points?\b|\bbullets?\b"
    r"|整理|列出|清單|擷取|收集|蒐集|找出",
    "summary": r"\bsummar\w*|\bwrit\w*|\bdraft\w*|\breport\b|\bdescribe\b|\bexplain\b|摘要|總結|撰寫|草擬|寫|報告",
}
NAMES: Final = {
    "quote": ("Quotations", "引文"),
    "outline": ("Outline", "大綱"),
    "table": ("Table", "表格"),
    "count": ("Counts and checks", "統計與檢查"),
    "extract": ("Points", "要點"),
    "summary": ("Summary", "摘要"),
}
# What is made of chosen sentences, so that words can weigh in the choice.
WEIGHING: Final = frozenset({"quote", "extract", "summary"})
MAX_SECTIONS: Final = 3
# "Write an outline" is an outline: these words alone ask for a text, and beside another form for nothing more.
_ANY_TEXT: Final = re.compile(
    r"\b(?:writ\w*|draft\w*|report|describe|explain)\b|撰寫|草擬|(?<!撰)寫|報告", re.IGNORECASE
)
_AS_FORM: Final = re.compile(
    r"\b(?:as|in|into)\s+(?:an?\s+)?(?:\w+\s+)?(?P<form>tables?|outline|list|bullets?|summary)\b"
    r"|(?:成|為|用|以|做)(?:一[個份張])?(?P<zh>表格|列表|大綱|清單|摘要)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Wish:
    """What is asked of a text: words that matter, words that must not occur or must show, and how many points to give."""

    task: str = ""
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
        return not self.excluded or not _holds(text, self.excluded)

    @staticmethod
    def holds(text: str, word: str) -> bool:
        """Whether a word occurs in a text, whatever its case or script."""
        return _holds(text, (word,))

    def asks_for(self, text: str) -> bool:
        """Whether the text has something that must be mentioned."""
        return bool(self.mentioned) and _holds(text, self.mentioned)


@dataclass(frozen=True)
class Job:
    """What is to be made, after all feedback so far; `changes` tells what the last feedback did."""

    kinds: tuple[str, ...]
    wish: Wish
    language: Language
    heading: str = ""
    changes: tuple[str, ...] = field(default=())

    def say(self, english: str, chinese: str) -> str:
        return say(self.language, english, chinese)

    def name(self, kind: str) -> str:
        return self.say(*NAMES[kind])


def first_job(task: str) -> Job:
    """What the verbs of a step task ask for; a summary if they ask for nothing known."""
    wish = Wish(traditional(task), words_of(task))
    return Job(_kinds(traditional(task)) or ("summary",), wish, language_of(task))


def revise(job: Job, remark: str) -> Job:
    """The job after one remark of the person."""
    job = replace(job, changes=())
    read = traditional(remark)
    for pattern, change in _CHANGES:
        for match in pattern.finditer(read):
            job = change(job, match)
    return job if job.changes else _weigh_anew(job, remark)


def _kinds(task: str) -> tuple[str, ...]:
    form = _AS_FORM.search(task)
    if form:
        # "Collect the values as a table" names one thing twice; what is asked for after it stays.
        before = _found(task[: form.start()])
        task = task[form.start() :]
        kinds = [kind for kind in before if kind not in ("extract", "summary")] + _found(task)
    else:
        kinds = _found(task)
    return tuple(dict.fromkeys(kinds))[:MAX_SECTIONS]


def _found(task: str) -> list[str]:
    rest = _ANY_TEXT.sub(lambda match: " " * len(match[0]), task)
    for text in (rest, task):
        found = [
            (match.start(), kind) for kind, verb in VERBS.items() if (match := re.search(verb, text, re.IGNORECASE))
        ]
        if found:
            return [kind for _, kind in sorted(found)]
    return []


def _holds(text: str, words: tuple[str, ...]) -> bool:
    low = fold(text)
    return any(fold(word) in low for word in words)


def _shorter(job: Job, match: re.Match[str]) -> Job:
    return _noted(_scaled(job, 0.5), "shorter: half as many points", "縮短：重點減半")


def _longer(job: Job, match: re.Match[str]) -> Job:
    return _noted(_scaled(job, 2), "longer: up to twice as many points", "加長：重點至多加倍")


def _only(job: Job, match: re.Match[str]) -> Job:
    number = match["number"].lower()
    limit = max(1, NUMBERS[number] if number in NUMBERS else int(number))
    job = replace(job, wish=replace(job.wish, limit=limit, share=1.0))
    return _noted(job, f"only {limit} point{'s' * (limit > 1)}", f"只留 {limit} 點")


def _as_kind(job: Job, match: re.Match[str]) -> Job:
    kind = next(kind for kind, verb in VERBS.items() if re.search(verb, match["kind"], re.IGNORECASE))
    job = replace(job, kinds=(kind,))
    return _noted(job, f"given as: {NAMES[kind][0].lower()}", f"改為{NAMES[kind][1]}")


def _mention(job: Job, match: re.Match[str]) -> Job:
    things = _things(match["what"])
    kinds = job.kinds if WEIGHING & {*job.kinds} or "table" in job.kinds else (*job.kinds, "extract")
    job = replace(job, kinds=kinds, wish=replace(job.wish, mentioned=(*job.wish.mentioned, *things)))
    told = ", ".join(things)
    return _noted(job, f"looked for “{told}” first", f"優先納入「{told}」")


def _remove(job: Job, match: re.Match[str]) -> Job:
    things = _things(match["what"])
    kept = tuple(word for word in job.wish.mentioned if word not in things)
    job = replace(job, wish=replace(job.wish, excluded=(*job.wish.excluded, *things), mentioned=kept))
    told = ", ".join(things)
    return _noted(job, f"without “{told}”", f"去除「{told}」")


def _title(job: Job, match: re.Match[str]) -> Job:
    what = _clean(job.say(match["what"], match["what"]))
    return _noted(replace(job, heading=what), f"title: {what}", f"標題：{what}")


NUMBERS: Final = {
    word: number
    for words in ("one two three four five six seven eight nine ten", "一 二 三 四 五 六 七 八 九 十")
    for number, word in enumerate(words.split(), start=1)
} | {"兩": 2, "两": 2}
_END: Final = r"(?=[.;,!?。，；！\n]|$)"
_LONG_END: Final = r"(?=[.;!?。；！\n]|$)"
_WHAT: Final = r"(?P<what>[^\n.;。；！!?]{1,80}?)"
_CHANGES: Final = [
    (re.compile(r"\b(?:shorter|shorten|more concise|too long|briefer)\b|更短|縮短|精簡|太長|短一點|簡短", re.IGNORECASE), _shorter),
    (re.compile(r"\b(?:longer|more detail\w*|expand|too short)\b|更長|加長|更詳細|太短|多一點", re.IGNORECASE), _longer),
    (re.compile(r"(?:\b(?:only|just|at most|exactly)\s+(?:the\s+)?(?:top\s+|best\s+)?|只要|只留|只列|最多)\s*"
                rf"(?P<number>\d{{1,3}}|(?:{'|'.join(NUMBERS)})(?![a-z]))", re.IGNORECASE), _only),
    (re.compile(r"(?:\b(?:as|into|in)\s+(?:a|an)?\s*|改成|改為|改用|做成|用)\s*(?P<kind>table|outline|list|bullets?|summary|quotes?|quotations?"
                r"|表格|列表|大綱|清單|列出|摘要|引用)", re.IGNORECASE), _as_kind),
    (re.compile(rf"(?:\b(?:mention|include|talk about)\s+|提到|提及|加入|包含){_WHAT}{_LONG_END}", re.IGNORECASE), _mention),
    (re.compile(rf"(?:\b(?:remove|delete|leave out|drop|without)\s+|刪除|刪掉|移除|去掉|不要){_WHAT}{_LONG_END}", re.IGNORECASE),
     _remove),
    (re.compile(rf"(?:\b(?:title|heading)\b\s*(?:to|is|:)?\s*|標題(?:改為|改成|為|：|:)?){_WHAT}{_END}", re.IGNORECASE), _title),
]  # fmt: skip


def _noted(job: Job, english: str, chinese: str) -> Job:
    return replace(job, changes=(*job.changes, job.say(english, chinese)))


def _scaled(job: Job, factor: float) -> Job:
    return replace(job, wish=replace(job.wish, share=job.wish.share * factor))


def _weigh_anew(job: Job, remark: str) -> Job:
    """A remark without a known wish: its words count when sentences are chosen, what it quotes must show."""
    quoted = tuple(re.findall(r"[\"“「](.{2,60}?)[\"”」]", remark))
    wish = job.wish
    wish = replace(
        wish,
        task=f"{wish.task}\n{traditional(remark)}",
        keywords=wish.keywords | words_of(remark),
        mentioned=wish.mentioned + quoted,
    )
    job = replace(job, wish=wish)
    if not WEIGHING & {*job.kinds}:
        return _noted(job, "your remark names no change that I know (try: shorter, as a list, mention X, remove X)",
                      "您的意見不是我會做的修改（可試：更短、改成清單、提到某事、刪除某事）")  # fmt: skip
    words = sorted(words_of(remark), key=lambda word: (fold(remark).find(word), word))[:8]
    told = title_from(remark) if job.language != "en" else ", ".join(words) or title_from(remark)
    return _noted(
        job, f"the words of your remark now count when sentences are chosen: {told}", f"挑選句子時納入您的意見：{told}"
    )


def _things(text: str) -> tuple[str, ...]:
    """What a remark names: one thing, or several with `and` and commas between them."""
    parts = [_clean(part) for part in re.split(r",|、|\band\b|和|與|及", text)]
    return tuple(part for part in parts if part) or (text.strip(),)


def _clean(text: str) -> str:
    return re.sub(r"^(?:the|a|an|any|all)\s+", "", text.strip(" \"'“”「」:："), flags=re.IGNORECASE)
