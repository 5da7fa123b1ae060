"""Changes of what a run asks models and tools: recorded requests, and tool calls."""

import hashlib
import json
import zlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from workspace_app.store import redaction
from workspace_app.store import tables as t
from workspace_app.store.changes.base import Values, now


def start_request(
    connection: Connection,
    *,
    id: str,
    conversation: str,
    source: str,
    slot: str,
    model: str,
    messages: Sequence[Values],
    tools: Sequence[Values],
    options: Values,
    provider: str = "",
) -> None:
    """Record a request before it is sent. Equal parts are kept once, so a long chat grows by its new messages only."""
    project = connection.execute(
        select(t.conversations.c.project_id).where(t.conversations.c.id == conversation)
    ).scalar_one()
    parts = {"messages": [_blob(connection, message) for message in messages], "tools": _blob(connection, list(tools))}
    values = {
        "source": source,
        "slot": slot,
        "provider": provider,
        "model": model,
        "parts": parts,
        "options": dict(options),
        "started_at": now(),
    }
    connection.execute(insert(t.requests).values(id=id, project_id=project, conversation_id=conversation, **values))


def end_request(
    connection: Connection,
    id: str,
    *,
    finish: str | None = None,
    error: str | None = None,
    input_tokens: int | None = None,
    output_tokens: int | None = None,
    money: float | None = None,
) -> None:
    """Record what became of a request, how long it took, what it cost (US dollars; None: unknown), and count its tokens into its conversation."""
    at = now()
    started = connection.execute(select(t.requests.c.started_at).where(t.requests.c.id == id)).scalar_one()
    usage: Values = {"input_tokens": input_tokens, "output_tokens": output_tokens, "money": money}
    usage = {**usage, "seconds": (at - started).total_seconds()}
    connection.execute(
        update(t.requests).where(t.requests.c.id == id).values(ended_at=at, finish=finish, error=error, **usage)
    )
    owner = select(t.requests.c.conversation_id).where(t.requests.c.id == id).scalar_subquery()
    connection.execute(
        update(t.conversations)
        .where(t.conversations.c.id == owner)
        .values(
            input_tokens=t.conversations.c.input_tokens + (input_tokens or 0),
            output_tokens=t.conversations.c.output_tokens + (output_tokens or 0),
        )
    )


def _blob(connection: Connection, value: Any) -> str:
    body = json.dumps(value, ensure_ascii=False, sort_keys=True).encode()
    hash_ = hashlib.sha256(body).hexdigest()
    connection.execute(upsert(t.blobs).values(hash=hash_, body=zlib.compress(body, 1)).on_conflict_do_nothing())
    return hash_


def start_tool_call(connection: Connection, conversation: str, call_id: str, name: str, arguments: Any) -> None:
    """Record that a tool call starts, so that a crash in its middle is known afterwards."""
    project = connection.execute(
        select(t.conversations.c.project_id).where(t.conversations.c.id == conversation)
    ).scalar_one()
    values = {
        "name": name,
        "arguments": redaction.cleaned_in(connection, conversation, "call", arguments),
        "started_at": now(),
        "ended_at": None,
        "result": None,
        "is_error": None,
    }
    row = upsert(t.tool_calls).values(conversation_id=conversation, call_id=call_id, project_id=project, **values)
    connection.execute(row.on_conflict_do_update(index_elements=["conversation_id", "call_id"], set_=values))


def end_tool_call(
    connection: Connection,
    conversation: str,
    call_id: str,
    result: str,
    is_error: bool,
    seconds: float | None = None,
) -> None:
    """Record the result of a tool call that was started, and how long it ran if it was this engine that ran it."""
    result = redaction.cleaned_in(connection, conversation, "result", result)
    connection.execute(
        update(t.tool_calls)
        .where(t.tool_calls.c.conversation_id == conversation, t.tool_calls.c.call_id == call_id)
        .values(result=result, is_error=is_error, ended_at=now(), seconds=seconds)
    )


def forget_tool_call(connection: Connection, conversation: str, call_id: str) -> None:
    """Let a tool call be run again."""
    connection.execute(
        delete(t.tool_calls).where(t.tool_calls.c.conversation_id == conversation, t.tool_calls.c.call_id == call_id)
    )
