"""Rows as the JSON records that a project's folder keeps, and back: column by column, so that no column is forgotten.

What a record says is a stranger's word: every value is checked before it becomes part of a row (docs/space-format.md).
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    Row,
    Table,
    and_,
    func,
    insert,
    select,
    update,
)

from workspace_app.domain.errors import WorkspaceError
from workspace_app.store import tables as t
from workspace_app.store.record_shapes import SHAPES

Record = dict[str, Any]
LARGEST_NUMBER = 2**53
_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")
_COMMIT = re.compile(r"[0-9a-f]{4,40}")


class BadRecord(WorkspaceError):
    """A record that cannot be a row; the sentence says which value is wrong."""


@dataclass(frozen=True)
class Kept:
    """A table whose rows the folder keeps.

    Args:
        implied: columns that the place of the record in the folder gives.
        local: columns that mean something on one machine only, or that count what else is there.
    """

    table: Table
    implied: tuple[str, ...] = ("project_id",)
    local: tuple[str, ...] = ()

    @property
    def columns(self) -> list[Column[Any]]:
        """What a record of a row has."""
        return [column for column in self.table.c if column.name not in (*self.implied, *self.local)]


PROJECT = Kept(t.projects, (), ("folder",))
TASK = Kept(t.tasks)
STEP = Kept(t.steps, ("project_id", "task_id"))
CONVERSATION = Kept(t.conversations, ("project_id", "task_id", "step_id"), ("lease_until", "messages"))
MESSAGE = Kept(t.messages, ("project_id", "conversation_id"))
NOTE = Kept(t.notes, ("project_id", "conversation_id"))
REQUEST = Kept(t.requests, ("project_id", "conversation_id"), ("parts",))
TOOL_CALL = Kept(t.tool_calls, ("project_id", "conversation_id"))
WORK = Kept(t.works, ("project_id", "task_id", "step_id"))
VERSION = Kept(t.versions, ("project_id", "work_id"))
COMMENT = Kept(t.comments, ("project_id", "work_id"))
QUESTION = Kept(t.questions, ("project_id", "task_id", "step_id"))

ALL = (PROJECT, TASK, STEP, CONVERSATION, MESSAGE, NOTE, REQUEST, TOOL_CALL, WORK, VERSION, COMMENT, QUESTION)
LOCAL = ("blobs", "outbox", "permissions", "prices", "budgets", "reruns", "records", "answers")
"""Tables that stay on this machine: what is under way, what this person allows and pays, and answers to be given again."""


def record_of(kept: Kept, row: Row[Any]) -> Record:
    """What the folder keeps of a row; empty columns are left out."""
    values = {column.name: getattr(row, column.name) for column in kept.columns}
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in values.items()
        if value is not None
    }


def values_of(kept: Kept, record: Any, **given: Any) -> dict[str, Any]:
    """The columns of the row that a record stands for, each checked.

    Args:
        given: the columns that a record leaves out.

    Raises:
        BadRecord: a value is missing, is not of its column's kind, or makes no sense.
    """
    if not isinstance(record, dict):
        raise BadRecord("it is not an object")
    return {column.name: _value(column, record.get(column.name)) for column in kept.columns} | given


def _value(column: Column[Any], given: Any) -> Any:
    name = column.name
    if given is None:
        return _default(column)
    wrong = BadRecord(f"“{name}” is not {_kind(column)}")
    if isinstance(column.type, t.Utc):
        return _moment(given, wrong)
    if isinstance(column.type, JSON):
        fits = True
    elif isinstance(column.type, Boolean):
        fits = isinstance(given, bool)
    elif isinstance(column.type, Integer):
        fits = isinstance(given, int) and not isinstance(given, bool) and abs(given) < LARGEST_NUMBER
    elif isinstance(column.type, Float):
        fits = isinstance(given, int | float) and not isinstance(given, bool) and math.isfinite(given)
    else:
        fits = isinstance(given, str) and _is_text(given, column)
    if not fits:
        raise wrong
    shape = SHAPES.get(f"{column.table.name}.{name}")
    if shape is not None and not shape(given):
        raise BadRecord(f"“{name}” is not what it should be")
    return given


def _default(column: Column[Any]) -> Any:
    if column.nullable:
        return None
    default: Any = column.default
    if default is None:
        raise BadRecord(f"it has no “{column.name}”")
    return default.arg(None) if default.is_callable else default.arg


def _moment(given: Any, wrong: BadRecord) -> datetime:
    try:
        found = datetime.fromisoformat(given)
    except (TypeError, ValueError):
        raise wrong from None
    if found.tzinfo is None:
        raise wrong
    return found


def _is_text(given: str, column: Column[Any]) -> bool:
    name = column.name
    if "\0" in given or (not given.isascii() and any("\ud800" <= character <= "\udfff" for character in given)):
        return False
    if name == "commit":
        return _COMMIT.fullmatch(given) is not None
    if name == "id" or (name.endswith("_id") and name != "call_id"):
        return _ID.fullmatch(given) is not None
    return True


def _kind(column: Column[Any]) -> str:
    if isinstance(column.type, t.Utc):
        return "a time with a zone (ISO 8601)"
    kinds = {Boolean: "true or false", Integer: "a whole number", Float: "a number"}
    return kinds.get(type(column.type), "what it should be")


class Came(StrEnum):
    """What became of a row that was read."""

    NEW = "new"
    SAME = "same"
    NEWER = "newer"
    OLDER = "older"


def put(connection: Connection, table: Table, values: Mapping[str, Any]) -> Came:
    """Bring a row that was read into the store. Of two states of it the one that changed later holds.

    Raises:
        BadRecord: the store has that id in another project.
    """
    key = and_(*(column == values[column.name] for column in table.primary_key))
    known = connection.execute(select(table).where(key)).mappings().first()
    if known is None:
        connection.execute(insert(table).values(_numbered(connection, table, values)))
        return Came.NEW
    if known.get("project_id") != values.get("project_id"):
        raise BadRecord("the store has it in another project already")
    if all(known[name] == value for name, value in values.items()):
        return Came.SAME
    if not _changed(values) > _changed(known):
        return Came.OLDER
    connection.execute(update(table).where(key).values(dict(values)))
    return Came.NEWER


def is_known(connection: Connection, table: Table, id_: str) -> bool:
    """Whether the store has a row of this id."""
    return connection.execute(select(table.c.id).where(table.c.id == id_)).first() is not None


def _changed(values: Mapping[Any, Any]) -> str:
    """When a row last changed, to be compared; what has not ended is older than what has."""
    moment = values.get("updated_at") or values.get("ended_at")
    return moment.isoformat() if moment else ""


def _numbered(connection: Connection, table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """A run or version whose number another one has here takes the next free number: two people went on at the same time."""
    parent = {"conversations": "step_id", "versions": "work_id"}.get(table.name)
    if parent is None:
        return dict(values)
    siblings = table.c[parent] == values[parent]
    taken = connection.execute(select(table.c.n).where(siblings, table.c.n == values["n"])).first()
    if taken is None:
        return dict(values)
    last = connection.execute(select(func.max(table.c.n)).where(siblings)).scalar_one()
    return {**values, "n": last + 1}
