"""What the Practice model is given: the prompt taken apart, and its own earlier works without what it added to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from workspace_app.engine.models.practice_language import fold, words_of
from workspace_app.engine.models.practice_text import Document, Sentence

_LABEL: Final = re.compile(
    r"# +(?:(?P<task>step task|task)|(?P<note>note|comments(?: *:.*)?)|(?P<delivery>how to hand in)"
    r"|(?:context|input|reference) *: *(?P<path>.*?)(?: *\(version *(?P<version>[^)]+)\))?) *",
    re.IGNORECASE,
)
_LEFT_OUT: Final = re.compile(r"Not included here: (?P<size>[\d,]+ bytes)\..*")
_ANY_HEADING: Final = re.compile(r"# +\S.*")
_FENCED: Final = re.compile(r"\s*(`{3,}|~{3,})[^\n]*\n(?P<inside>.*)\n\1\s*", re.DOTALL)
_HANDED_IN: Final = re.compile(r"^Handed in “[^”]*” \(.*, version \d+\)\.\n+", re.MULTILINE)
_FOOTER: Final = re.compile(r"^\*(?:Made by the Practice model|由練習模型|由练习模型).*\*$", re.MULTILINE)
_MARKS: Final = re.compile(r"\s?\[\d+(?:, \d+)*\]")
_ADDED_PART: Final = re.compile(
    r"(?:## (?:Sources|來源|来源)|(?:Changes in this version|本版的修改|本版的修改)[:：])\s*"
)
_ADDED_LINE: Final = re.compile(
    r"(?:# .*|## (?:Quotations|Outline|Table|Counts and checks|Points|Summary|引文|大綱|大纲|表格|統計與檢查|统计与检查|要點|要点|摘要)"
    r"|---|[(（](?:\d+ |另有).*[)）]|> (?:Not read|未讀取|未读取).*|Over the dates|.*(?:The inputs say nothing about|輸入中沒有提到|输入中没有提到).*)\s*"
)
_LEAD: Final = re.compile(r"^(?:\*\*(?P<bold>[^*]{1,80}?)[:：.]?\*\*[:：]?\s*(?:–\s*)?|On (?P<date>[^,]{3,40}), )")
# A statement of an earlier work is a copy if so many of its words are in the texts that the work was made from.
_COPIED_SHARE: Final = 0.85


@dataclass(frozen=True)
class Prompt:
    """A step's prompt, taken apart: what to do, the labelled texts (empty if too large to paste), and notes for this run."""

    task: str
    documents: tuple[Document, ...] = ()
    notes: tuple[str, ...] = ()


def read_prompt(text: str) -> Prompt:
    """Takes a prompt of `domain/prompts.py` apart at its labels; a text without labels is the task itself."""
    task: list[str] = []
    documents: list[Document] = []
    notes: list[str] = []
    for label, body in _blocks(text):
        if label is None or label["task"]:
            task.append(body.strip())
        elif label["path"] is not None:
            documents.append(_document(label["path"], label["version"] or "", body))
        elif label["note"] and body.strip():
            notes.append(body.strip())
    return Prompt("\n".join(part for part in task if part), tuple(documents), tuple(notes))


def material_of(source: str, text: str) -> Document:
    """What another member of the team said, as a text to work from."""
    said = _HANDED_IN.sub("", text)
    return replace(_document(f"{source}’s message", "", said), is_own=True)


def usable(documents: Sequence[Document]) -> tuple[Document, ...]:
    """The documents that hold something new: originals as they are, copies of their sentences in later works left out."""
    originals = [document for document in documents if not document.is_own]
    known = {fold(sentence.text) for document in originals for sentence in document.sentences}
    vocabulary = _vocabulary(originals) if len(originals) < len(documents) else frozenset()
    kept: list[Document] = []
    for document in documents:
        if document.is_own:
            document = _without_copies(document, known, vocabulary)
            known |= {fold(sentence.text) for sentence in document.sentences}
        if document.text.strip():
            kept.append(document)
    return tuple(kept)


def _document(path: str, version: str, body: str) -> Document:
    left_out = _LEFT_OUT.fullmatch(body.strip())
    if left_out:
        return Document(path, "", version, left_out=left_out["size"])
    text = _unfenced(body)
    own = bool(_FOOTER.search(text))
    return Document(path, _without_own_parts(text) if own else text, version, is_own=own)


def _without_own_parts(text: str) -> str:
    """An earlier work without title, marks, sources and footer; what remains stays on its lines."""
    lines: list[str] = []
    is_added = False
    for line in text.splitlines():
        if _ADDED_PART.fullmatch(line):
            is_added = True
        elif line.startswith("#") or line == "---":
            is_added = False
        drop = is_added or _ADDED_LINE.fullmatch(line) or _FOOTER.fullmatch(line)
        lines.append("" if drop else _MARKS.sub("", line))
    return "\n".join(lines)


def _vocabulary(documents: Iterable[Document]) -> frozenset[str]:
    return words_of("\n".join(document.text for document in documents)) | _numbers(
        "\n".join(document.text for document in documents)
    )


def _numbers(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\d+(?:[.,]\d+)*", text))


def _without_copies(document: Document, known: set[str], vocabulary: frozenset[str]) -> Document:
    copies = {sentence.line for sentence in document.sentences if _is_copy(sentence, known, vocabulary)}
    rest = {sentence.line for sentence in document.sentences} - copies
    if not rest:
        return replace(document, text="")
    last = {sentence.line: sentence for sentence in document.sentences}
    lines = [
        "" if number in copies - rest and number in last else line for number, line in enumerate(document.lines, 1)
    ]
    return replace(document, text="\n".join(lines))


def _is_copy(sentence: Sentence, known: set[str], vocabulary: frozenset[str]) -> bool:
    lead = _LEAD.match(sentence.text)
    text = sentence.text[lead.end() :] if lead else sentence.text
    if fold(text) in known:
        return True
    words = words_of(text) | _numbers(text)
    return len(words & vocabulary) >= _COPIED_SHARE * len(words)


def _blocks(text: str) -> list[tuple[re.Match[str] | None, str]]:
    """The labelled blocks of a prompt; what stands before the first label counts only if no label says what the task is."""
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
    return [(label, "".join(lines)) for label, lines in blocks[has_task:]]


def _unfenced(body: str) -> str:
    fenced = _FENCED.fullmatch(body)
    return fenced["inside"] if fenced else body.strip("\n")
