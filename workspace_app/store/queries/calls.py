"""Reading what a run asked models and tools."""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from workspace_app.domain.errors import NotFound
from workspace_app.store import tables as t
from workspace_app.store.queries.base import AT_ONCE, Reading


@dataclass(frozen=True)
class Request:
    """A recorded request: exactly what was given to a model client, and what became of it.

    Args:
        messages: as AutoGen's model messages dump, in order.
        tools: the tool schemas offered.
        options: extra arguments of the call.
    """

    id: str
    conversation: str
    source: str
    slot: str
    model: str
    messages: Sequence[Mapping[str, Any]]
    tools: Sequence[Mapping[str, Any]]
    options: Mapping[str, Any]
    finish: str | None
    error: str | None
    input_tokens: int | None
    output_tokens: int | None


@dataclass(frozen=True)
class ToolCall:
    """A tool call that was started; `result` is None while it has none (it runs, or was cut by a crash)."""

    id: str
    name: str
    result: str | None
    is_error: bool


class CallQueries(Reading):
    """Recorded requests and tool calls."""

    def tool_call(self, conversation: str, call: str) -> ToolCall | None:
        """The tool call of this id, if it was started in a conversation."""
        of_call = t.tool_calls.c.conversation_id == conversation, t.tool_calls.c.call_id == call
        found = self._all(select(t.tool_calls).where(*of_call))
        return ToolCall(call, found[0].name, found[0].result, bool(found[0].is_error)) if found else None

    def tool_calls(self, conversation: str) -> dict[str, ToolCall]:
        """The tool calls that were started in a conversation, by call id."""
        found = self._all(select(t.tool_calls).where(t.tool_calls.c.conversation_id == conversation))
        return {row.call_id: ToolCall(row.call_id, row.name, row.result, bool(row.is_error)) for row in found}

    def request(self, request: str) -> Request:
        """A recorded request, put together again from its parts."""
        row = self._one(select(t.requests).where(t.requests.c.id == request), f"request {request}")
        if not row.parts:
            raise NotFound("The exact text of this request is only on the machine that sent it.")
        hashes = [*row.parts["messages"], row.parts["tools"]]
        found: dict[str, Any] = {}
        for start in range(0, len(hashes), AT_ONCE):
            query = select(t.blobs).where(t.blobs.c.hash.in_(hashes[start : start + AT_ONCE]))
            found |= {blob.hash: json.loads(zlib.decompress(blob.body)) for blob in self._all(query)}
        return Request(
            id=row.id,
            conversation=row.conversation_id,
            source=row.source,
            slot=row.slot,
            model=row.model,
            messages=[found[hash_] for hash_ in row.parts["messages"]],
            tools=found[row.parts["tools"]],
            options=row.options,
            finish=row.finish,
            error=row.error,
            input_tokens=row.input_tokens,
            output_tokens=row.output_tokens,
        )
