"""How the Practice model works on a step: it reads the prompt, does what the verbs say, and follows feedback."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from workspace_app.domain.plan import title_from
from workspace_app.engine.models.practice_text import (
    Document,
    Wish,
    count,
    extract,
    is_chinese,
    outline,
    quote,
    summary,
    table,
    words_of,
)

_LABEL: Final = re.compile(
    r"# +(?:(?P<task>step task|task)|(?P<note>note)|(?P<delivery>how to hand in)"
    r"|(?:context|input) *: *(?P<path>.*?)(?: *\(version *(?P<version>[^)]+)\))?) *",
    re.IGNORECASE,
)
_LEFT_OUT: Final = re.compile(r"Not included here: [\d,]+ bytes\..*")
_ANY_HEADING: Final = re.compile(r"# +\S.*")
_FENCED: Final = re.compile(r"\s*(`{3,}|~{3,})[^\n]*\n(?P<inside>.*)\n\1\s*", re.DOTALL)

METHODS: Final = {
    "quote": quote,
    "outline": outline,
    "table": table,
    "count": count,
    "extract": extract,
    "summary": summary,
}
VERBS: Final = {
    "quote": r"\bquot\w*|\bcit(?:e|es|ed|ing|ation\w*)\b|引用|引述",
    "outline": r"\boutlin\w*|\bstructur\w*|大綱|綱要|架構",
    "table": r"\btab(?:le|les|ulate\w*|ulation)\b|\bcompar\w*|表格|比較|對照",
    "count": r"\bcount\w*|\bcheck\w*|\bverif\w*|\bproofread\w*|計算|統計|檢查|校對",
    "extract": r"\bextract\w*|\blist\b|\bcollect\w*|\bgather\w*|\bfind\b|\bkey points?\b|整理|列出|擷取|收集|蒐集|找出",
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


@dataclass(frozen=True)
class Prompt:
    """A step's prompt, taken apart: what to do, the labelled texts (empty if too large to paste), and notes for this run."""

    task: str
    documents: tuple[Document, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Job:
    """What is to be made, after all feedback so far; `changes` tells what the last feedback did."""

    kinds: tuple[str, ...]
    heading: str
    wish: Wish
    chinese: bool
    changes: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class Work:
    """A finished document; its title stays the same over versions."""

    title: str
    content: str


def make_work(prompt_text: str, remarks: Sequence[str]) -> Work:
    """The work on a prompt, after the remarks of the person in their order."""
    prompt = read_prompt(prompt_text)
    job = first_job(prompt.task)
    for remark in (*prompt.notes, *remarks):
        job = revise(job, remark)
    return Work(title_from(prompt.task).rstrip("…") or NAMES[job.kinds[0]][job.chinese], _render(job, prompt))


def read_prompt(text: str) -> Prompt:
    """Takes a prompt of `domain/prompts.py` apart at its labels; a text without labels is the task itself."""
    task: list[str] = []
    documents: list[Document] = []
    notes: list[str] = []
    for label, body in _blocks(text):
        if label is None or label["task"]:
            task.append(body.strip())
        elif label["path"] is not None:
            text = "" if _LEFT_OUT.fullmatch(body.strip()) else _unfenced(body)
            documents.append(Document(label["path"], text, label["version"] or ""))
        elif label["note"] and body.strip():
            notes.append(body.strip())
    return Prompt("\n".join(part for part in task if part), tuple(documents), tuple(notes))


def first_job(task: str) -> Job:
    """What the verbs of a step task ask for; a summary if they ask for nothing known."""
    found = [(match.start(), kind) for kind, verb in VERBS.items() if (match := re.search(verb, task, re.IGNORECASE))]
    kinds = tuple(kind for _, kind in sorted(found)[:MAX_SECTIONS]) or ("summary",)
    return Job(kinds, title_from(task), Wish(keywords=words_of(task)), is_chinese(task))


def revise(job: Job, remark: str) -> Job:
    """The job after one remark of the person."""
    job = replace(job, changes=())
    for pattern, change in _CHANGES:
        for match in pattern.finditer(remark):
            job = change(job, match)
    return job if job.changes else _weigh_anew(job, remark)


def _blocks(text: str) -> list[tuple[re.Match[str] | None, str]]:
    """The labelled blocks of a prompt; what stands before the first label counts only if there is none."""
    blocks: list[tuple[re.Match[str] | None, list[str]]] = [(None, [])]
    in_own_part = True
    has_task = False
    for line in text.splitlines(keepends=True):
        label = _LABEL.fullmatch(line.rstrip()) if line.startswith("#") else None
        if label and not (label["task"] and has_task):
            blocks.append((label, []))
            has_task, in_own_part = has_task or bool(label["task"]), True
            continue
        current = blocks[-1][0]
        if current is not None and current["task"] and _ANY_HEADING.fullmatch(line.rstrip()):
            in_own_part = False  # what follows the task under a heading of its own is about the work, not the work
        if in_own_part:
            blocks[-1][1].append(line)
    return [(label, "".join(lines)) for label, lines in blocks[len(blocks) > 1 :]]


def _unfenced(body: str) -> str:
    fenced = _FENCED.fullmatch(body)
    return fenced["inside"] if fenced else body.strip("\n")


def _shorter(job: Job, match: re.Match[str]) -> Job:
    return _noted(_scaled(job, 0.5), "shorter: half as many points", "縮短：重點減半")


def _longer(job: Job, match: re.Match[str]) -> Job:
    return _noted(_scaled(job, 2), "longer: up to twice as many points", "加長：重點至多加倍")


def _only(job: Job, match: re.Match[str]) -> Job:
    limit = max(1, int(match["number"]))
    job = replace(job, wish=replace(job.wish, limit=limit, share=1.0))
    return _noted(job, f"only {limit} points", f"只留 {limit} 點")


def _as_kind(job: Job, match: re.Match[str]) -> Job:
    kind = next(kind for kind, verb in VERBS.items() if re.search(verb, match["kind"], re.IGNORECASE))
    job = replace(job, kinds=(kind,))
    return _noted(job, f"given as: {NAMES[kind][0].lower()}", f"改為{NAMES[kind][1]}")


def _mention(job: Job, match: re.Match[str]) -> Job:
    things = _things(match["what"])
    kinds = job.kinds if WEIGHING & {*job.kinds} or "table" in job.kinds else (*job.kinds, "extract")
    job = replace(job, kinds=kinds, wish=replace(job.wish, mentioned=(*job.wish.mentioned, *things)))
    told = ", ".join(things)
    return _noted(job, f"looked for “{told}”, which comes first", f"優先納入「{told}」")


def _remove(job: Job, match: re.Match[str]) -> Job:
    things = _things(match["what"])
    kept = tuple(word for word in job.wish.mentioned if word not in things)
    job = replace(job, wish=replace(job.wish, excluded=(*job.wish.excluded, *things), mentioned=kept))
    told = ", ".join(things)
    return _noted(job, f"without “{told}”", f"去除「{told}」")


def _title(job: Job, match: re.Match[str]) -> Job:
    what = _clean(match["what"])
    return _noted(replace(job, heading=what), f"title: {what}", f"標題：{what}")


_END: Final = r"(?=[.;,!?。，；！\n]|$)"
_CHANGES: Final = [
    (re.compile(r"\b(?:shorter|shorten|more concise|too long|briefer)\b|更短|縮短|精簡|太長|短一點", re.IGNORECASE), _shorter),
    (re.compile(r"\b(?:longer|more detail\w*|expand|too short)\b|更長|更詳細|太短|多一點", re.IGNORECASE), _longer),
    (re.compile(r"(?:\b(?:only|just|at most|exactly)\s+|只要|只留|最多)\s*(?P<number>\d{1,3})", re.IGNORECASE), _only),
    (re.compile(r"(?:\b(?:as|into|in)\s+(?:a|an)?\s*|改成|改為|用)\s*(?P<kind>table|outline|list|summary|quotes?|quotations?"
                r"|表格|大綱|清單|列出|摘要|引用)", re.IGNORECASE), _as_kind),
    (re.compile(rf"(?:\b(?:mention|include|talk about)\s+|提到|提及|加入|包含)(?P<what>[^\n.;。；！!?]{{1,80}}?){_END}", re.IGNORECASE), _mention),
    (re.compile(rf"(?:\b(?:remove|delete|leave out|drop|without)\s+|刪除|刪掉|移除|去掉|不要)(?P<what>[^\n.;。；！!?]{{1,80}}?){_END}",
                re.IGNORECASE), _remove),
    (re.compile(rf"(?:\b(?:title|heading)\b\s*(?:to|is|:)?\s*|標題(?:改為|改成|為|：|:)?)(?P<what>[^\n.;。；]{{1,80}}?){_END}", re.IGNORECASE),
     _title),
]  # fmt: skip


def _noted(job: Job, english: str, chinese: str) -> Job:
    return replace(job, changes=(*job.changes, chinese if job.chinese else english))


def _scaled(job: Job, factor: float) -> Job:
    return replace(job, wish=replace(job.wish, share=job.wish.share * factor))


def _weigh_anew(job: Job, remark: str) -> Job:
    """A remark without a known wish: its words count when sentences are chosen, what it quotes must show."""
    quoted = tuple(re.findall(r"[\"“「](.{2,60}?)[\"”」]", remark))
    keywords = job.wish.keywords | words_of(remark)
    job = replace(job, wish=replace(job.wish, keywords=keywords, mentioned=job.wish.mentioned + quoted))
    if not WEIGHING & {*job.kinds}:
        return _noted(job, "your remark names no change that I know (try: shorter, as a list, mention X, remove X)",
                      "您的意見不是我會做的修改（可試：更短、改成清單、提到某事、刪除某事）")  # fmt: skip
    told = ", ".join(sorted(words_of(remark))[:8]) or title_from(remark)
    return _noted(
        job, f"the words of your remark now count when sentences are chosen: {told}", f"挑選句子時納入您的意見：{told}"
    )


def _things(text: str) -> tuple[str, ...]:
    """What a remark names: one thing, or several with `and` and commas between them."""
    parts = [_clean(part) for part in re.split(r",|、|\band\b|和|與|及", text)]
    return tuple(part for part in parts if part) or (text.strip(),)


def _clean(text: str) -> str:
    return re.sub(r"^(?:the|a|an|any|all)\s+", "", text.strip(" \"'“”「」:："), flags=re.IGNORECASE)


def _render(job: Job, prompt: Prompt) -> str:
    documents = prompt.documents or (Document("step task", prompt.task),)
    parts = [f"# {job.heading}"] if job.heading else []
    for kind in job.kinds:
        if len(job.kinds) > 1:
            parts.append(f"## {NAMES[kind][job.chinese]}")
        nothing = "（輸入中沒有可用的內容）" if job.chinese else "(The inputs hold nothing for this.)"
        parts.append(METHODS[kind](documents, job.wish) or nothing)
    parts += _missing(job, documents)
    if job.changes:
        head = "本版的修改：" if job.chinese else "Changes in this version:"
        parts.append("\n".join([head, "", *(f"- {change}" for change in job.changes)]))
    return "\n\n".join([*parts, "---", _footer(job, prompt)]) + "\n"


def _missing(job: Job, documents: Sequence[Document]) -> list[str]:
    texts = [document.text.casefold() for document in documents]
    absent = [word for word in job.wish.mentioned if not any(word.casefold() in text for text in texts)]
    if not absent:
        return []
    words = ", ".join(absent[:8])
    return [f"輸入中沒有提到：{words}" if job.chinese else f"The inputs say nothing about: {words}"]


def _footer(job: Job, prompt: Prompt) -> str:
    sources = ", ".join(map(_source, prompt.documents))
    if job.chinese:
        return f"*由練習模型（小程式，不是 AI）產生；依據：{sources or '只有步驟任務，沒有輸入'}。*"
    made_from = sources or "the step task alone, because there was no input"
    return f"*Made by the Practice model, a small program and not an AI, from {made_from}.*"


def _source(document: Document) -> str:
    version = f" ({document.version})" if document.version else ""
    return f"`{document.path}`{version}" + ("" if document.text.strip() else " (nothing to read)")
