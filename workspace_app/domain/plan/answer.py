"""Finding the plan in what a planner answered."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from workspace_app.domain.plan.model import BrokenPlan, NoPlan, Plan, PlanError

_BEGINNING = re.compile(r"\{(?=\s*(?:[\"'“”]|(?:title|steps|plan)\b|$))|\[(?=\s*\{)")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[“”][^“”"\\]*(?:\\.[^“”"\\]*)*[“”"]|["“”]|[{}\[\]]', re.DOTALL)
_DECODER = json.JSONDecoder(strict=False)  # models write raw line breaks inside of strings


def parse_answer(text: str) -> Plan:
    """The plan in a planner's answer: one JSON object, bare or fenced, alone or with prose around it; the last of several.

    Raises NoPlan if the answer is prose only (R20), BrokenPlan if its JSON is cut off, invalid, or no plan.
    """
    found: object = None
    broken: BrokenPlan | None = None
    position = 0
    while begin := _BEGINNING.search(text, position):
        position = begin.end()
        value, end, fault = _read_value(text, begin.start())
        if fault is None and _is_plan(value, accept_list=broken is None):
            found, broken, position = value, None, end
        elif found is None or '"step' in text[begin.start() :]:
            broken = broken or fault or BrokenPlan("The JSON in the answer is not a plan: it has no steps.")
    if broken is not None:
        raise broken
    if found is None:
        raise NoPlan("The answer holds no plan, only text.")
    try:
        return Plan.from_json(found)
    except PlanError as error:
        raise BrokenPlan(str(error), error.problems) from error


def _read_value(text: str, start: int) -> tuple[object, int, BrokenPlan | None]:
    """The JSON value at `start` and where it ends, repaired if it is complete but badly written."""
    try:
        return *_DECODER.raw_decode(text, start), None
    except (ValueError, RecursionError) as error:
        end = _closing(text, start)
        if end is None:
            return None, start, BrokenPlan(f"The plan is cut off: its JSON {_place(text, start)} does not end.")
        repaired = _repair(text[start:end])
        where = _place(text, error.pos) if isinstance(error, json.JSONDecodeError) else _place(text, start)
        fault = None if _is_plan(repaired, accept_list=True) else BrokenPlan(f"The plan is not valid JSON {where}.")
        return repaired, end, fault


def _closing(text: str, start: int) -> int | None:
    """Where the bracket at `start` is closed, or None if the text ends before."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] in ('"', "“", "”"):
            return None
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return None


def _repair(text: str) -> object:
    from json_repair import loads

    return loads(text)


def _is_plan(value: object, *, accept_list: bool) -> bool:
    """Whether a value is meant as a plan; inside of a cut object a bare list is only a piece of the plan."""
    if isinstance(value, Mapping):
        return isinstance(value.get("steps"), list) or ("plan" in value and _is_plan(value["plan"], accept_list=True))
    if not accept_list or not isinstance(value, list):
        return False
    return bool(value) and all(isinstance(step, Mapping) and "step_task" in step for step in value)


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"(line {line}, column {position - text.rfind(chr(10), 0, position)} of the answer)"
