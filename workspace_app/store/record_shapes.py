"""Which values of a record make sense where the column's kind alone does not say it."""

import re
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from typing import Any

from workspace_app.domain.plan import Plan, PlanError
from workspace_app.domain.questions import QuestionKind
from workspace_app.domain.records import Origin
from workspace_app.domain.status import Status


def _object(given: Any) -> bool:
    return isinstance(given, dict)


def _texts(given: Any) -> bool:
    return isinstance(given, list) and all(isinstance(each, str) for each in given)


def _one_of(*names: str) -> Callable[[Any], bool]:
    return lambda given: given in names


def _plan(given: Any) -> bool:
    if not isinstance(given, dict):
        return False
    try:
        Plan.from_json(given)
    except PlanError:
        return False
    return True


def _spec(given: Any) -> bool:
    """A step as in a plan; planning itself has an empty one."""
    return given == {} or (_object(given) and _plan({"steps": [given]}))


def _inputs(given: Any) -> bool:
    return isinstance(given, list) and all(
        _object(each) and isinstance(each.get("path"), str) and _moment(each.get("at")) for each in given
    )


def _moment(given: Any) -> bool:
    """A time with a zone, or nothing."""
    try:
        return given is None or datetime.fromisoformat(given).tzinfo is not None
    except (TypeError, ValueError):
        return False


def _origin(given: Any) -> bool:
    if not isinstance(given, dict) or set(given) != {field.name for field in fields(Origin)}:
        return False
    texts = all(given[name] is None or isinstance(given[name], str) for name in ("task", "conversation"))
    return texts and all(given[name] is None or type(given[name]) is int for name in ("step", "seq"))


def _data(given: Any) -> bool:
    """A message's data; the works in it are looked up by screens."""
    works = given.get("works", []) if isinstance(given, dict) else None
    return isinstance(works, list) and all(
        _object(work) and all(isinstance(work.get(key), str) for key in ("id", "path", "title")) for work in works
    )


def _names(given: Any) -> bool:
    """A name for each of some names."""
    return isinstance(given, dict) and all(isinstance(name, str) for name in given.values())


def _count(given: Any) -> bool:
    return bool(given >= 0)


def _from_one(given: Any) -> bool:
    return bool(given >= 1)


_status = _one_of(*Status)

SHAPES: dict[str, Callable[[Any], bool]] = {
    "projects.defaults": _object,
    "tasks.status": _status,
    "tasks.plan": _object,
    "tasks.approve": _one_of("none", "plan", "all"),
    "tasks.context": _texts,
    "tasks.origin": _origin,
    "tasks.step": _count,
    "tasks.steps": _count,
    "steps.n": _count,
    "steps.status": _status,
    "steps.spec": _spec,
    "conversations.n": _from_one,
    "conversations.status": _status,
    "conversations.inputs": _inputs,
    "notes.inputs": _inputs,
    "conversations.team": _object,
    "conversations.models": _names,
    "messages.seq": _from_one,
    "messages.data": _data,
    "messages.raw": _object,
    "requests.options": _object,
    "versions.n": _from_one,
    "versions.size": _count,
    "versions.sha256": lambda given: re.fullmatch("[0-9a-f]{64}", given) is not None,
    "versions.author_kind": _one_of("user", "assistant", "function"),
    "questions.kind": _one_of(*QuestionKind),
    "questions.answers": _texts,
    "questions.data": _object,
    "questions.answer": _object,
    "comments.start": _count,
    "comments.end": _count,
}
"""By table and column; a value is looked at once it is of the column's kind."""
