"""Finding the plan in what a planner answered."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from workspace_app.domain.plan.model import BrokenPlan, NoPlan, Plan, PlanError

_BEGINNING = re.compile(r"\{(?=\s*(?:[\"'“”]|(?:title|steps|plan)\b|$))|\[(?=\s*\{)")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[“”][^“”"\\]*(?:\\.[^“”"\\]*)*[“”"]|["“”]|[{}\[\]]', re.DOTALL)
_DEEPEST = 100  # a plan is some ten deep; beyond this, reading and repairing cost more and more
_DECODER = json.JSONDecoder(strict=False)  # models write raw line breaks inside of strings


def parse_answer(text: str) -> Plan:
    """The plan in a planner's answer: one JSON object, bare or fenced, alone or with prose around it; the last of several.

    Raises NoPlan if the answer is prose only (R20), BrokenPlan if its JSON is cut off, invalid, too deep, or no plan.
    """
    found: object = None
    broken: BrokenPlan | None = None
    brackets, position = _Brackets(text), 0
    while begin := _BEGINNING.search(text, position):
        position = begin.end()
        matters = found is None or '"step' in text[begin.start() :]
        if brackets.end(begin.start()) is None:
            # What follows may be a piece of it, and a piece must not pass for the whole.
            if matters:
                broken = BrokenPlan(f"The plan is cut off: its JSON {_place(text, begin.start())} does not end.")
            break
        value, end, fault = _read_value(brackets, begin.start())
        if fault is None and _is_plan(value):
            found, broken, position = value, None, end
        elif matters:
            broken = broken or fault or BrokenPlan("The JSON in the answer is not a plan: it has no steps.")
    if broken is not None:
        raise broken
    if found is None:
        raise NoPlan("The answer holds no plan, only text.")
    try:
        return Plan.from_json(found)
    except PlanError as error:
        raise BrokenPlan(str(error), error.problems) from error


class _Brackets:
    """Where the brackets of a text are closed; `tried` is how far repair was tried."""

    def __init__(self, text: str) -> None:
        self.text, self.tried = text, 0
        self._ends: dict[int, int | None] = {}

    def end(self, start: int) -> int | None:
        """The end of the JSON value that begins at `start`, None if the text ends before it does.

        Raises BrokenPlan if it is nested too deeply.
        """
        if start not in self._ends:
            self._match(start)
        return self._ends[start]

    def _match(self, start: int) -> None:
        unclosed: list[int] = []
        for token in _TOKEN.finditer(self.text, start):
            if token[0] in ('"', "“", "”"):
                return  # a string that does not end: what follows is in it
            if token[0] in ("{", "["):
                unclosed.append(token.start())
                self._ends[token.start()] = None
                if len(unclosed) > _DEEPEST:
                    raise BrokenPlan(f"The plan is nested too deeply {_place(self.text, start)}.")
            elif token[0] in ("}", "]"):
                self._ends[unclosed.pop()] = token.end()
            if not unclosed:
                return


def _read_value(brackets: _Brackets, start: int) -> tuple[object, int, BrokenPlan | None]:
    """The closed JSON value at `start` and where it ends, repaired if it is badly written."""
    text, end = brackets.text, brackets.end(start) or start
    try:
        return *_DECODER.raw_decode(text, start), None
    except json.JSONDecodeError as error:
        # What could not be repaired as a whole would be repaired to a piece of it.
        repaired = None if start < brackets.tried else _repair(text[start:end])
        brackets.tried = max(brackets.tried, end)
        valid = _is_plan(repaired)
        return repaired, end, None if valid else BrokenPlan(f"The plan is not valid JSON {_place(text, error.pos)}.")


def _repair(text: str) -> object:
    from json_repair import loads

    try:
        return loads(text)
    except ValueError:  # nested more deeply than it can follow
        return None


def _is_plan(value: object) -> bool:
    """Whether a value is meant as a plan, or as the steps of one."""
    if isinstance(value, Mapping):
        return isinstance(value.get("steps"), list) or ("plan" in value and _is_plan(value["plan"]))
    if not isinstance(value, list):
        return False
    return bool(value) and all(isinstance(step, Mapping) and "step_task" in step for step in value)


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"(line {line}, column {position - text.rfind(chr(10), 0, position)} of the answer)"
