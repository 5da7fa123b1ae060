"""Titles in the Practice model's plans and works: short, tidy, and beginning with what the thing is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from workspace_app.engine.models.practice_language import CJK
from workspace_app.engine.models.practice_text import Document
from workspace_app.engine.models.practice_wishes import NAMES, VERBS, Job

_TITLE_LENGTH: Final = 60
_CLAUSE_END: Final = re.compile(
    r"[:：;；。！？!?](?:\s|$|(?=[^\x00-\x7f]))|\.(?:\s|$)|(?<=[:：。；])|,\s+(?:and\s+)?then\b"
)
_SHORT_PREFIX: Final = re.compile(r"^(?P<prefix>[\u4e00-\u9fff]{1,6})[:：](?=\S)")
_POLITE: Final = re.compile(
    r"^(?:please\s+|(?:and\s+)?then\s+|finally,?\s+|first,?\s+|next,?\s+|請|请)+", re.IGNORECASE
)
_LOOSE_END: Final = re.compile(
    r"[\s,，、(（]+(?:a|an|the|of|for|from|in|on|to|by|with|and|or|as|at|into|that|which|its?|their|our|my|your)$|[\s,，、:：;；.。(（\-–]+$",
    re.IGNORECASE,
)
_FOCUS: Final = re.compile(
    r"^(?:\w+\s+)(?:up\s+|out\s+)?(?:all\s+)?(?P<focus>\S.*?)"
    r"(?:\s+(?:from|in|into|as|for|out of|of|with|to)\s+(?:an?|the|this|my|our|your|both|each|all|that)\b.*|\s+(?:as|into|from)\s+\w+)?$",
    re.IGNORECASE | re.DOTALL,
)
_CHINESE_VERB: Final = re.compile(
    r"^(?:請|请|將|将|把|從.{0,12}?中|从.{0,12}?中)*(?:整理|列出|擷取|撷取|收集|蒐集|找出|引用|引述|比較|比较|統計|统计|檢查|检查|摘要|總結|总结|撰寫|撰写|寫|写|製作|制作|草擬|草拟)+(?:出|成|要點|要点)?[:：]?"
)
_CHINESE_OBJECT: Final = re.compile(r"^(?:請|请)?[將将把](?P<focus>[^，。]{1,20}?)(?:整理|列|製|制|做|轉|转|寫|写|改)")
_CHINESE_FORM: Final = re.compile(
    r"(?:，|並|并)?(?:做成|整理成|列成|製成|制成|以|用|成)?(?:一[個个份張张篇])?(?:表格|列表|清單|清单|摘要|大綱|大纲|短文|報告|报告).*$"
)
_NO_FOCUS: Final = re.compile(
    r"^(?:an?\s+|the\s+)?(?:\w+[- ]){0,3}(?:table|outline|summary|report|list|notes?|text|texts|documents?|inputs?|it|them|work|result)$",
    re.IGNORECASE,
)
_GENRE: Final = re.compile(r"^[^:：]{1,30}[:：]\s*(?P<rest>\S.{5,})$")


def tidy_title(text: str, length: int = _TITLE_LENGTH) -> str:
    """The first words of a text as a title: one clause, whole words, no loose ends."""
    line = next((line.strip(" \t#*-–•") for line in text.splitlines() if line.strip(" \t#*-–•.:：")), "")
    line = _POLITE.sub("", " ".join(line.split())) or line
    line = _SHORT_PREFIX.sub(r"\g<prefix>－", line)  # 「整理要點：茶」 is one title, not two
    clause = _clause(line, length)
    return clause[:1].upper() + clause[1:]


def _clause(line: str, length: int) -> str:
    clause = next((part for part in _CLAUSE_END.split(line) if part and part.strip(" .:：。")), line)
    if len(clause) > length:
        cut = clause[: length + 1]
        clause = cut[:length] if CJK.search(cut) or " " not in cut else _whole_phrase(cut.rsplit(" ", 1)[0])
    while _LOOSE_END.search(clause):
        clause = _LOOSE_END.sub("", clause)
    return clause


def _whole_phrase(cut: str) -> str:
    """A cut title without the phrase that was cut, if enough is left of it."""
    before = re.match(r"(?P<kept>.{20,})\s(?:for|with|from|of|into|as|to|in|on|that|and)\s.*", cut)
    return before["kept"] if before else cut


def work_title(job: Job, documents: Sequence[Document], task: str) -> str:
    """A work's title: what it is, and what it is about by the texts' own headings or the words of the task."""
    if len(job.kinds) > 1:
        return tidy_title(task) or job.name(job.kinds[0])
    kind, focus = job.kinds[0], focus_of(task)
    subject = _subject(documents)
    more = sum(not document.is_own for document in documents) - 1
    if subject and more > 0:
        subject += job.say(f" and {more} more", f"等 {more + 1} 份")
    named = focus if kind in ("table", "extract") else ""
    lead = named[:1].upper() + named[1:] if named else job.name(kind)
    about = subject if subject and kind != "quote" else focus or subject or _file_subject(documents)
    if not about or about.casefold() in lead.casefold():
        return lead
    if lead == named and lead.casefold() in about.casefold():
        lead = job.name(kind)
    return f"{lead}{job.say(': ', '：')}{about}"


def focus_of(task: str) -> str:
    """What the task wants out of the texts ("measured values and dates"); empty if it only names a form."""
    line = tidy_title(task, 200)
    if CJK.search(line):
        moved = _CHINESE_OBJECT.match(line)
        if moved:
            return moved["focus"][:20]
        verb = _CHINESE_VERB.match(line)
        focus = _CHINESE_FORM.sub("", line[verb.end() :]) if verb else ""
        return focus.strip("，、：: 的")[:20]
    if not re.match("|".join([*VERBS.values(), r"\b(?:make|turn|create|give|show|prepare)\b"]), line, re.IGNORECASE):
        return ""
    found = _FOCUS.match(line)
    focus = tidy_title(found["focus"], 45) if found else ""
    focus = focus[:1].lower() + focus[1:] if focus[1:2].islower() or focus[1:2] == " " else focus
    return (
        ""
        if _NO_FOCUS.fullmatch(focus) or focus.startswith(("and ", "or "))
        else re.sub(r"^(?:the|a|an|any|all)\s+", "", focus)
    )


def _file_subject(documents: Sequence[Document]) -> str:
    """The name of the first text without what it is ("Table - the mill" is about the mill); empty for a bare form."""
    name = documents[0].name.strip("“”「」") if documents else ""
    stem = re.split(
        r" - |-(?=[\u4e00-\u9fff])|_ ", name.rsplit(".", 1)[0] if documents and documents[0].name == name else name
    )[-1]
    return "" if any(stem in names for names in NAMES.values()) else tidy_title(stem.replace("_", " "))


def _subject(documents: Sequence[Document]) -> str:
    """What the texts are about: the heading of the first that has one, without words like "Notes:" before it."""
    title = next((document.title for document in documents if document.title), "")
    genre = _GENRE.match(title)
    return _clause(genre["rest"] if genre else title, _TITLE_LENGTH)
