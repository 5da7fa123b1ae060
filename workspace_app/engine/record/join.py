"""Two states of a record's file, made on two machines, as one: rows are joined by their ids, and of one row the later state holds.

What is removed on one machine alone comes back by this; nothing that anybody said is lost.
"""

import json
import re
from typing import Any

from workspace_app.engine.record import layout
from workspace_app.store.recorded import BadRecord

_DOCUMENTS = {layout.TASK_FILE, layout.STEP_FILE, layout.CONVERSATION_FILE, layout.PROJECT_FILE.rpartition("/")[2]}
_LINES = re.compile(rf"({layout.MESSAGES}|{layout.REQUESTS}|{layout.TOOL_CALLS})_\d+\.jsonl")
_WORKS = re.compile(r"works_\d+\.json")
# Written anew from the rows whenever they differ.
_MADE = re.compile(rf"{re.escape(layout.PLAN_FILE)}|{layout.MESSAGES}_\d+\.md")


def join(path: str, base: bytes | None, ours: bytes, theirs: bytes) -> bytes | None:
    """What a file of the record becomes that was changed here and there; None for any other file, or one that is damaged.

    Args:
        path: relative to the project folder.
        base: as both had it last; None if each made it on their own.
    """
    name = path.rpartition("/")[2]
    if not path.startswith(f"{layout.TASKS}/"):
        return None
    try:
        if name in _DOCUMENTS or _WORKS.fullmatch(name):
            return layout.document(_rows(layout.parse(ours), layout.parse(theirs)))
        # Two runs that each side made on its own may have one number: their lines are not mixed.
        if _LINES.fullmatch(name) and base is not None:
            return _lines(ours, theirs)
    except BadRecord:
        return None
    return ours if _MADE.fullmatch(name) else None


def _rows(ours: Any, theirs: Any) -> Any:
    """One record of two: the later one's values, and the rows below it of both."""
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        raise BadRecord("it is not an object")
    if ours.get("id") != theirs.get("id"):
        raise BadRecord("it is another one here than there")
    later, earlier = (theirs, ours) if _changed(theirs) > _changed(ours) else (ours, theirs)
    joined = dict(later)
    for key, value in earlier.items():
        if _is_rows(value) and _is_rows(joined.get(key, [])):
            joined[key] = _union(ours.get(key, []), theirs.get(key, []))
    return joined


def _union(ours: list[Any], theirs: list[Any]) -> list[Any]:
    others = {row["id"]: row for row in theirs}
    known = {row["id"] for row in ours}
    both = [_rows(row, others[row["id"]]) if row["id"] in others else row for row in ours]
    return both + [row for row in theirs if row["id"] not in known]


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in value)


def _changed(record: dict[str, Any]) -> str:
    return str(record.get("updated_at") or record.get("ended_at") or "")


def _lines(ours: bytes, theirs: bytes) -> bytes:
    """The lines of both, each once, in the order of their numbers where they have any."""
    lines = list(dict.fromkeys([*ours.splitlines(), *theirs.splitlines()]))
    found: dict[str, dict[str, Any]] = {}
    for line in lines:
        record = layout.parse(line)
        if not isinstance(record, dict):
            raise BadRecord("a line of it is not an object")
        key = str(record.get("id") or record.get("call_id") or json.dumps(record, sort_keys=True))
        if key not in found or _changed(record) > _changed(found[key]):
            found[key] = record
    numbered = all(isinstance(record.get("seq"), int) for record in found.values())
    if numbered and len({record["seq"] for record in found.values()}) < len(found):
        raise BadRecord("the conversation went on otherwise here than there")
    rows = sorted(found.values(), key=lambda record: record["seq"]) if numbered else list(found.values())
    return b"".join(layout.line(record) for record in rows)
