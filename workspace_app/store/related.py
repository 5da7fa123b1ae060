"""Finds earlier messages that are about the same as a text, by the words that they share. Nothing leaves this machine (T35)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from math import log
from typing import Any

from sqlalchemy import Connection, Select, and_, func, or_, select

from workspace_app.store import tables as t

MOST_WORDS = 40
"""Of a text that are looked for: the longest ones, which say most."""
CANDIDATES = 2000
"""Messages that are compared, the newest ones."""
ENOUGH = 0.2
"""The part of a text's weight that a message must share with it to be about the same."""
_WORD = re.compile(r"[^\W\d_]{3,}|\w*\d\w*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SATURATION, _LENGTH = 1.2, 0.75


@dataclass(frozen=True)
class Related:
    """A message that was found.

    Args:
        title: of its task.
        weight: how much it shares; more is better, and says nothing beside another text's.
    """

    id: str
    conversation: str
    task: str
    title: str
    source: str
    text: str
    created_at: datetime
    weight: float


def words_of(text: str) -> list[str]:
    """The words of a text in small letters; of languages without spaces every two neighbouring signs."""
    found: list[str] = []
    for word in _WORD.findall(text.casefold()):
        found += [word[i : i + 2] for i in range(len(word) - 1)] if _UNSPACED.match(word) else [word]
    return found


def related(connection: Connection, text: str, *, project: str, task: str | None, without: str | None) -> list[Related]:
    """What the person and assistants said that is about the same as a text, the best first, each text once.

    Args:
        task: only in this task; None for all of the project that are not in the trash.
        without: a conversation that is left out.
    """
    wanted = sorted(set(words_of(text)), key=len, reverse=True)[:MOST_WORDS]
    if not wanted:
        return []
    where = [t.conversations.c.project_id == project, t.tasks.c.deleted_at.is_(None)]
    where += [t.messages.c.kind.in_(("text", "answer")), t.messages.c.text != ""]
    where += [t.conversations.c.task_id == task] if task is not None else []
    where += [t.conversations.c.id != without] if without is not None else []
    everything = connection.execute(_joined(select(func.count())).where(and_(*where))).scalar_one()
    query = _joined(select(t.messages, t.conversations.c.task_id, t.tasks.c.title)).where(and_(*where))
    holding = or_(*(t.messages.c.text.icontains(word, autoescape=True) for word in wanted))
    rows = connection.execute(query.where(holding).order_by(t.messages.c.id.desc()).limit(CANDIDATES)).all()
    rows = [row for row in rows if not (row.data.get("partial") or row.data.get("failed"))]
    counts = [Counter(words_of(row.text)) for row in rows]
    sharing = {word: sum(word in count for count in counts) for word in wanted}
    weight = {word: log(1 + (everything - n + 0.5) / (n + 0.5)) for word, n in sharing.items()}
    usual = sum(count.total() for count in counts) / max(1, len(counts))
    found: dict[str, Related] = {}
    for row, count in zip(rows, counts, strict=True):
        if sum(weight[word] for word in wanted if word in count) < ENOUGH * sum(weight.values()):
            continue
        damping = _SATURATION * (1 - _LENGTH + _LENGTH * count.total() / usual)
        score = sum(weight[word] * count[word] * (1 + _SATURATION) / (count[word] + damping) for word in wanted)
        about = Related(
            row.id, row.conversation_id, row.task_id, row.title, row.source, row.text, row.created_at, score
        )
        found.setdefault(row.text, about)
    return sorted(found.values(), key=lambda one: one.weight, reverse=True)


def passage(text: str, about: str, width: int) -> str:
    """At most `width` characters of a text, those around the first word that it shares with another."""
    if len(text) <= width:
        return text
    lowered, shared = text.casefold(), set(words_of(about))
    at = min((lowered.find(word) for word in shared if word in lowered), default=0)
    start = max(0, min(at - width // 4, len(text) - width))
    return ("… " if start else "") + text[start : start + width] + (" …" if start + width < len(text) else "")


def _joined(query: Select[Any]) -> Select[Any]:
    source = t.messages.join(t.conversations, t.conversations.c.id == t.messages.c.conversation_id)
    return query.select_from(source.join(t.tasks, t.tasks.c.id == t.conversations.c.task_id))
