"""What a task from somebody else's file may not bring along: leave to act that nobody on this machine gave (decision 0007).

What was approved there is asked about here again, nothing is approved beforehand, and steps that are still to be done ask before they start.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from workspace_app.domain.status import Status
from workspace_app.engine.middleware.approval import APPROVED
from workspace_app.engine.middleware.memory import ANSWER_TO
from workspace_app.engine.record import layout
from workspace_app.store.recorded import BadRecord

_MESSAGES = re.compile(rf"(?:.*/)?{layout.MESSAGES}_\d+\.jsonl")


def without_leave(name: str, body: bytes) -> bytes:
    """A file of a record without it; what cannot be read stays, for the reader to tell of."""
    if name == layout.TASK_FILE:
        return _changed(body, _ask_about_everything)
    if name.endswith(f"/{layout.STEP_FILE}"):
        return _changed(body, _ask_before_start)
    if _MESSAGES.fullmatch(name):
        return b"\n".join(_changed(line, _take_back) for line in body.split(b"\n"))
    return body


def _changed(body: bytes, change: Callable[[dict[str, Any]], bool]) -> bytes:
    try:
        record = layout.parse(body)
    except BadRecord:
        return body
    if not isinstance(record, dict) or not change(record):
        return body
    return json.dumps(record).encode()


def _ask_about_everything(task: dict[str, Any]) -> bool:
    task["approve"] = "none"
    return True


def _ask_before_start(step: dict[str, Any]) -> bool:
    spec = step.get("spec")
    open_ = isinstance(spec, dict) and bool(spec) and step.get("status") != Status.DONE
    if open_:
        step["spec"] = {**step["spec"], "ask_before_start": True}
    return open_


def _take_back(message: dict[str, Any]) -> bool:
    data = message.get("data")
    if not isinstance(data, dict):
        return False
    approved = data.get("event") == APPROVED and "calls" in data
    return data.pop(ANSWER_TO, None) is not None or (approved and data.pop("calls") is not None)
