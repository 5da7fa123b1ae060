"""How the Practice model works on a step: it reads the prompt, does what the task's words say, and follows feedback."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from workspace_app.engine.models.practice_cite import Citations, names_of
from workspace_app.engine.models.practice_forms import count, extract, quote, summary
from workspace_app.engine.models.practice_outline import outline
from workspace_app.engine.models.practice_reading import read_prompt, usable
from workspace_app.engine.models.practice_table import table
from workspace_app.engine.models.practice_text import Document
from workspace_app.engine.models.practice_titles import work_title
from workspace_app.engine.models.practice_wishes import Job, first_job, revise

METHODS: Final = {
    "quote": quote,
    "outline": outline,
    "table": table,
    "count": count,
    "extract": extract,
    "summary": summary,
}
_MARK: Final = re.compile(r" \[1\]$", re.MULTILINE)
_NAMED_SOURCES: Final = 4


@dataclass(frozen=True)
class Work:
    """A finished document; its title stays the same over versions."""

    title: str
    content: str


def make_work(prompt_text: str, remarks: Sequence[str], material: Sequence[Document] = ()) -> Work:
    """The work on a prompt.

    Args:
        remarks: what the person said, in order.
        material: what other members of the team said.
    """
    prompt = read_prompt(prompt_text)
    given = (*prompt.documents, *material)
    documents = usable(given) or (() if given else (Document("step task", prompt.task),))
    job = first = first_job(prompt.task)
    for remark in (*prompt.notes, *remarks):
        job = revise(job, remark)
    title = work_title(first, documents if given else (), prompt.task)
    heading = job.heading or (title if job.kinds == first.kinds else work_title(job, documents, prompt.task))
    # A colon cannot stand in the name of a file on every system.
    return Work(title.replace(": ", " - ").replace("：", "-"), _render(job, heading, documents, given))


def _render(job: Job, heading: str, documents: Sequence[Document], given: Sequence[Document]) -> str:
    cite = Citations(documents, job.language)
    parts = [f"# {heading}", *_unread(job, given)]
    for kind in job.kinds:
        if len(job.kinds) > 1:
            parts.append(f"## {job.name(kind)}")
        nothing = job.say("(The inputs hold nothing for this.)", "（輸入中沒有可用的內容）")
        text = METHODS[kind](documents, job.wish, cite, job.language) or nothing
        parts.append(text if given else _MARK.sub("", text))
    parts += _missing(job, documents)
    if given and (sources := cite.listed()):
        parts.append(sources)
    if job.changes:
        head = job.say("Changes in this version:", "本版的修改：")
        parts.append("\n".join([head, "", *(f"- {change}" for change in job.changes)]))
    return "\n\n".join([*parts, "---", _footer(job, given)]) + "\n"


def _unread(job: Job, given: Sequence[Document]) -> list[str]:
    """What could not be read, in plain words."""
    names = names_of(given)
    notes = [
        job.say(
            f"> Not read: {names[document.path]} ({document.left_out}) is only named in the prompt, because it is too large"
            " or not text. Nothing in this work comes from it.",
            f"> 未讀取：{names[document.path]}（{document.left_out}）太大或不是文字，提示中只有名稱；本文沒有用到它的內容。",
        )
        for document in given
        if document.left_out
    ]
    if not given:
        notes.append(
            job.say(
                "> There was no context file and no input, so this only restates the task.",
                "> 沒有背景文件，也沒有輸入，所以這裡只重述任務。",
            )
        )
    return notes


def _missing(job: Job, documents: Sequence[Document]) -> list[str]:
    absent = [
        word for word in job.wish.mentioned if not any(job.wish.holds(document.text, word) for document in documents)
    ]
    if not absent:
        return []
    words = ", ".join(absent[:8])
    return [job.say(f"The inputs say nothing about: {words}", f"輸入中沒有提到：{words}")]


def _footer(job: Job, given: Sequence[Document]) -> str:
    names = names_of(given)
    used = [
        names[document.path] + (f" ({document.version})" if document.version else "")
        for document in given
        if not document.left_out
    ]
    more = len(used) - _NAMED_SOURCES
    listed = job.say(", ", "、").join(used[:_NAMED_SOURCES])
    listed += job.say(f" and {more} more", f"等 {len(used)} 份") if more > 0 else ""
    alone = job.say("no input; from the step task alone", "只有步驟任務，沒有輸入")
    return job.say(
        f"*Made by the Practice model, a small program and not an AI; sources: {listed or alone}.*",
        f"*由練習模型（小程式，不是 AI）產生；依據：{listed or alone}。*",
    )
