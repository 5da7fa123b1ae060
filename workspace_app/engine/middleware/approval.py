"""One question about tool calls, whoever asks it (L37-L48): its shape, which decisions it takes, and what they mean.

Asked as kind "tool" with data {"calls": [{"id", "name", "arguments", "why", "allowed", ...}], "tools": [names]}, and answered by
decisions in the order of the calls: [{"type": "approve" | "edit" | "reject" | "respond", "name", "arguments", "message", ...}].
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from jsonschema import Draft202012Validator, SchemaError

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Json
from workspace_app.engine.middleware.base import Ask, Run, ToolAnswer, ToolRequest, Update

APPROVED = "approved"
"""The event by which calls that the person approved are noted, with what exactly was approved."""
REFUSED: Mapping[str, Json] = {"refused": True}
"""Beside a result: the tool did not fail, the person did not want it."""
NOT_RUN = "The tool was not executed. Do not retry this tool call unless the user explicitly requests it."


@dataclass(frozen=True)
class Gated:
    """A call that the person is to decide about.

    Args:
        why: what is asked, for the person.
        allowed: the types of decision that it takes.
        more: what else the question tells of it.
    """

    call: ToolRequest
    why: str
    allowed: tuple[str, ...]
    more: Mapping[str, Json] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        """As in the question's data."""
        arguments = dict(self.call.arguments or {})
        about = {"id": self.call.id, "name": self.call.name, "arguments": arguments, "why": self.why}
        return {**about, "allowed": list(self.allowed), **self.more}


def key(gated: Sequence[Gated]) -> str:
    """The question's key: the same calls are asked about once."""
    return "calls:" + ",".join(one.call.id for one in gated)


def ask(gated: Sequence[Gated], run: Run) -> Ask:
    """The question about all gated calls of one message, in their order (L38)."""
    names = ", ".join(dict.fromkeys(f"“{one.call.name}”" for one in gated))
    text = (
        f"May {run.speaker} use {names}?" if len(gated) == 1 else f"May {run.speaker} make {len(gated)} calls: {names}?"
    )
    data = {"calls": [one.to_json() for one in gated], "tools": sorted(run.tools)}
    return Ask(key(gated), text, ("approve", "reject"), data)


def decisions(data: Mapping[str, Json], answer: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    """One decision for each call; an answer without any means the same for all of them.

    Raises:
        WorkspaceError: there are too few or too many, or one that a call does not take; the question stays open (L39, L40, L43).
    """
    calls, given = data["calls"], list(answer.get("decisions") or ())
    if not given:
        given = [{"type": str(answer["action"]), "message": str(answer.get("text") or "")}] * len(calls)
    if len(given) != len(calls):
        raise WorkspaceError(
            f"Number of human decisions ({len(given)}) does not match number of hanging tool calls ({len(calls)})."
        )
    for call, decision in zip(calls, given, strict=True):
        _check(call, decision, data["tools"])
    return given


async def update(gated: Sequence[Gated], answer: Mapping[str, Json], data: Mapping[str, Json], run: Run) -> Update:
    """What the person's decisions make of the calls; each is noted once."""
    results: dict[str, ToolAnswer] = {}
    calls: dict[str, ToolRequest] = {}
    approved: list[ToolRequest] = []
    for one, decision in zip(gated, decisions(data, answer), strict=True):
        kind, call, message = decision["type"], one.call, str(decision.get("message") or "")
        if kind == "respond":
            results[call.id] = ToolAnswer(message)
        elif kind == "reject":
            results[call.id] = ToolAnswer(_rejection(call, message), is_error=True, data=REFUSED)
        else:
            if kind == "edit":
                call = _edited(call, decision, run)
                calls[call.id] = call
            approved.append(call)
    if approved:
        names = ", ".join(f"“{call.name}”" for call in approved)
        await run.tell(APPROVED, f"You allowed {names}.", calls={call.id: digest(call) for call in approved})
    if results:
        await run.tell("rejected", "You answered in place of the tool, or refused it.", calls=list(results))
    edited = {id_: _replaced(call) for id_, call in calls.items()}
    state = {"edited": {**run.state.get("edited", {}), **edited}} if edited else {}
    return Update(results=results, calls=calls, state=state)


def noticed(request: ToolRequest, answer: ToolAnswer, edited: Mapping[str, Json]) -> ToolAnswer:
    """The result of a call; the model is told if its call was replaced, for its own words stay as they were (L42, F21)."""
    notice = edited.get(request.id)
    return answer if notice is None else answer.override(text=f"{notice}\n\n{answer.text}")


def was_approved(call: ToolRequest, run: Run) -> bool:
    """Whether the person has approved exactly this call, with these arguments."""
    return any(
        item.data.get("event") == APPROVED and item.data.get("calls", {}).get(call.id) == digest(call)
        for item in run.said
        if item.kind == "notice" and "middleware" in item.data
    )


def digest(call: ToolRequest) -> str:
    """What a call is, in short: its tool and its arguments."""
    whole = json.dumps([call.name, call.arguments], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(whole.encode(errors="surrogatepass")).hexdigest()[:32]


def _check(call: Mapping[str, Any], decision: Mapping[str, Any], tools: Sequence[str]) -> None:
    kind, name = decision.get("type"), call["name"]
    if kind not in call["allowed"]:
        raise WorkspaceError(
            f"Unexpected human decision “{kind}” for the tool “{name}”: it takes {', '.join(call['allowed'])}."
        )
    if kind == "respond" and not str(decision.get("message") or "").strip():
        raise WorkspaceError(f"Say what the answer of “{name}” is to be: the text is empty.")
    if kind != "edit":
        return
    other = decision.get("name") or name
    if not isinstance(decision.get("arguments"), Mapping):
        raise WorkspaceError(f"The edited arguments of “{name}” must be a JSON object.")
    if other != name and (call.get("same_tool") or other not in tools):
        raise WorkspaceError(f"“{name}” cannot be replaced by “{other}”. There are: {', '.join(tools)}.")
    if call.get("schema") and other == name:
        _check_schema(name, call["schema"], decision["arguments"])


def _check_schema(name: str, schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> None:
    try:
        fault = next(Draft202012Validator(schema).iter_errors(arguments), None)
    except SchemaError as error:
        raise WorkspaceError(f"The schema that is set for “{name}” is wrong: {error.message}") from error
    if fault is not None:
        raise WorkspaceError(f"The edited arguments of “{name}” do not fit: {fault.message}")


def _replaced(call: ToolRequest) -> str:
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    return f"[A reviewer replaced this tool call. What was run instead: {call.name}({arguments}). Its result:]"


def _edited(call: ToolRequest, decision: Mapping[str, Any], run: Run) -> ToolRequest:
    name = str(decision.get("name") or call.name)
    return replace(call, name=name, arguments=dict(decision["arguments"]), tool=run.tools.get(name))


def _rejection(call: ToolRequest, reason: str) -> str:
    said = f"User rejected the tool call for `{call.name}` with id {call.id}"
    return f"{said} with reason: {reason.strip()} {NOT_RUN}" if reason.strip() else f"{said}. {NOT_RUN}"
