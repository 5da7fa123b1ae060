"""What a reply of the scripted model looks like on the wire, for each provider's protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Protocol

Json = dict[str, Any]
CREATED = 1_700_000_000
ANTHROPIC_STOPS: Final = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
}


@dataclass(frozen=True)
class Reply:
    """One scripted answer.

    `tools` holds (name, arguments) pairs; arguments given as a string are sent as they are, so that broken
    JSON can be played. `delay` and `chunk_delay` are seconds. `drop_after` and `hang_after` count stream pieces.
    `end_marker=False` ends a stream properly on the HTTP level but without the provider's last event.
    `body` is sent instead of anything else. `usage` is (input tokens, output tokens); default: characters / 4.
    """

    text: str = ""
    tools: Sequence[tuple[str, Mapping[str, Any] | str]] = ()
    thought: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | Json | list[Any] | None = None
    hang: bool = False
    hang_after: int | None = None
    delay: float = 0.0
    chunk_delay: float = 0.0
    chunk_size: int = 8
    drop_after: int | None = None
    end_marker: bool = True
    finish_reason: str | None = None
    usage: tuple[int, int] | None = None

    @property
    def finish(self) -> str:
        """The finish reason in OpenAI's words."""
        return self.finish_reason or ("tool_calls" if self.tools else "stop")

    def calls(self) -> list[tuple[str, str]]:
        """Tool calls as (name, arguments as JSON text)."""
        return [(name, args if isinstance(args, str) else json.dumps(args)) for name, args in self.tools]

    def counts(self, request: Json) -> tuple[int, int]:
        """Tokens of the request and of this reply."""
        if self.usage is not None:
            return self.usage
        spoken = self.text + self.thought + "".join(name + args for name, args in self.calls())
        return len(json.dumps(request.get("messages", []))) // 4, max(1, len(spoken) // 4)


def as_reply(item: Reply | str | Mapping[str, Any]) -> Reply:
    """A Reply from a plain text or from JSON (`reasoning` is accepted for `thought`); ValueError for an unknown key."""
    if isinstance(item, Reply):
        return item
    if isinstance(item, str):
        return Reply(text=item)
    given = {"thought" if key == "reasoning" else key: value for key, value in item.items()}
    unknown = set(given) - {known.name for known in fields(Reply)}
    if unknown:
        raise ValueError(f"A scripted reply has no {', '.join(sorted(unknown))}.")
    given["tools"] = tuple(_pair(tool) for tool in given.get("tools", ()))
    if isinstance(given.get("usage"), Mapping):
        given["usage"] = (given["usage"]["input"], given["usage"]["output"])
    elif given.get("usage") is not None:
        given["usage"] = tuple(given["usage"])
    return Reply(**given)


def _pair(tool: Any) -> tuple[str, Any]:
    if isinstance(tool, Mapping):
        return tool["name"], tool.get("arguments", {})
    name, arguments = tool
    return name, arguments


def pieces(text: str, size: int) -> Iterator[str]:
    """The text cut into parts of at most `size` characters."""
    for start in range(0, len(text), size):
        yield text[start : start + size]


class Shape(Protocol):
    """How one provider's protocol says things."""

    stream_type: str

    def wants_stream(self, request: Json) -> bool: ...

    def whole(self, reply: Reply, request: Json) -> Json: ...

    def events(self, reply: Reply, request: Json) -> Iterator[bytes]: ...

    def error(self, status: int, message: str) -> Json: ...


class OpenAI:
    """`/v1/chat/completions`."""

    stream_type = "text/event-stream"

    def wants_stream(self, request: Json) -> bool:
        return bool(request.get("stream"))

    def whole(self, reply: Reply, request: Json) -> Json:
        message: Json = {"role": "assistant", "content": reply.text or None}
        if reply.thought:
            message["reasoning_content"] = reply.thought
        if reply.tools:
            message["tool_calls"] = [
                {"id": _call_id(request, index), "type": "function", "function": {"name": name, "arguments": args}}
                for index, (name, args) in enumerate(reply.calls())
            ]
        choice = {"index": 0, "message": message, "finish_reason": reply.finish, "logprobs": None}
        return self._envelope(request, "chat.completion", [choice]) | {"usage": self._usage(reply, request)}

    def events(self, reply: Reply, request: Json) -> Iterator[bytes]:
        for delta in self._deltas(reply, request):
            yield self._chunk(request, delta, None)
        if not reply.end_marker:
            return
        yield self._chunk(request, {}, reply.finish)
        if (request.get("stream_options") or {}).get("include_usage"):
            envelope = self._envelope(request, "chat.completion.chunk", [])
            yield _sse(envelope | {"usage": self._usage(reply, request)})
        yield b"data: [DONE]\n\n"

    def error(self, status: int, message: str) -> Json:
        return {"error": {"message": message, "type": "error", "param": None, "code": str(status)}}

    def _deltas(self, reply: Reply, request: Json) -> Iterator[Json]:
        yield {"role": "assistant", "content": ""}
        for part in pieces(reply.thought, reply.chunk_size):
            yield {"reasoning_content": part}
        for part in pieces(reply.text, reply.chunk_size):
            yield {"content": part}
        for index, (name, args) in enumerate(reply.calls()):
            head = {"index": index, "id": _call_id(request, index), "type": "function"}
            yield {"tool_calls": [head | {"function": {"name": name, "arguments": ""}}]}
            for part in pieces(args, 5):
                yield {"tool_calls": [{"index": index, "function": {"arguments": part}}]}

    def _chunk(self, request: Json, delta: Json, finish: str | None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return _sse(self._envelope(request, "chat.completion.chunk", [choice]))

    def _envelope(self, request: Json, kind: str, choices: list[Json]) -> Json:
        head = {"id": "chatcmpl-1", "object": kind, "created": CREATED}
        return head | {"model": request.get("model", ""), "choices": choices}

    def _usage(self, reply: Reply, request: Json) -> Json:
        given, made = reply.counts(request)
        return {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}


class Anthropic:
    """`/v1/messages`."""

    stream_type = "text/event-stream"

    def wants_stream(self, request: Json) -> bool:
        return bool(request.get("stream"))

    def whole(self, reply: Reply, request: Json) -> Json:
        given, made = reply.counts(request)
        blocks: list[Json] = []
        if reply.thought:
            blocks.append({"type": "thinking", "thinking": reply.thought, "signature": "s"})
        if reply.text:
            blocks.append({"type": "text", "text": reply.text})
        for index, (name, args) in enumerate(reply.calls()):
            blocks.append({"type": "tool_use", "id": _call_id(request, index), "name": name, "input": json.loads(args)})
        return self._message(request, blocks, self._stop(reply), given, made)

    def events(self, reply: Reply, request: Json) -> Iterator[bytes]:
        given, made = reply.counts(request)
        yield _event({"type": "message_start", "message": self._message(request, [], None, given, 1)})
        for index, (block, deltas) in enumerate(self._blocks(reply, request)):
            yield _event({"type": "content_block_start", "index": index, "content_block": block})
            for delta in deltas:
                yield _event({"type": "content_block_delta", "index": index, "delta": delta})
            yield _event({"type": "content_block_stop", "index": index})
        if not reply.end_marker:
            return
        delta = {"stop_reason": self._stop(reply), "stop_sequence": None}
        yield _event({"type": "message_delta", "delta": delta, "usage": {"output_tokens": made}})
        yield _event({"type": "message_stop"})

    def error(self, status: int, message: str) -> Json:
        kinds = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}
        return {"type": "error", "error": {"type": kinds.get(status, "api_error"), "message": message}}

    def _blocks(self, reply: Reply, request: Json) -> Iterator[tuple[Json, list[Json]]]:
        size = reply.chunk_size
        if reply.thought:
            thoughts = [{"type": "thinking_delta", "thinking": part} for part in pieces(reply.thought, size)]
            yield {"type": "thinking", "thinking": "", "signature": ""}, thoughts
        if reply.text:
            texts = [{"type": "text_delta", "text": part} for part in pieces(reply.text, size)]
            yield {"type": "text", "text": ""}, texts
        for index, (name, args) in enumerate(reply.calls()):
            block = {"type": "tool_use", "id": _call_id(request, index), "name": name, "input": {}}
            yield block, [{"type": "input_json_delta", "partial_json": part} for part in pieces(args, 5)]

    def _message(self, request: Json, blocks: list[Json], stop: str | None, given: int, made: int) -> Json:
        head = {"id": "msg_1", "type": "message", "role": "assistant", "model": request.get("model", "")}
        usage = {"input_tokens": given, "output_tokens": made}
        return head | {"content": blocks, "stop_reason": stop, "stop_sequence": None, "usage": usage}

    def _stop(self, reply: Reply) -> str:
        return ANTHROPIC_STOPS.get(reply.finish, reply.finish)


class Ollama:
    """`/api/chat`."""

    stream_type = "application/x-ndjson"

    def wants_stream(self, request: Json) -> bool:
        return bool(request.get("stream", True))

    def whole(self, reply: Reply, request: Json) -> Json:
        message: Json = {"role": "assistant", "content": reply.text}
        if reply.thought:
            message["thinking"] = reply.thought
        if reply.tools:
            message["tool_calls"] = self._calls(reply)
        return self._line(request, message) | self._end(reply, request)

    def events(self, reply: Reply, request: Json) -> Iterator[bytes]:
        for part in pieces(reply.thought, reply.chunk_size):
            yield self._row(self._line(request, {"role": "assistant", "content": "", "thinking": part}))
        for part in pieces(reply.text, reply.chunk_size):
            yield self._row(self._line(request, {"role": "assistant", "content": part}))
        if reply.tools:
            message = {"role": "assistant", "content": "", "tool_calls": self._calls(reply)}
            yield self._row(self._line(request, message))
        if reply.end_marker:
            last = self._line(request, {"role": "assistant", "content": ""})
            yield self._row(last | self._end(reply, request))

    def error(self, status: int, message: str) -> Json:
        return {"error": message}

    def _calls(self, reply: Reply) -> list[Json]:
        return [{"function": {"name": name, "arguments": json.loads(args)}} for name, args in reply.calls()]

    def _line(self, request: Json, message: Json) -> Json:
        head = {"model": request.get("model", ""), "created_at": "2024-01-01T00:00:00Z"}
        return head | {"message": message, "done": False}

    def _end(self, reply: Reply, request: Json) -> Json:
        given, made = reply.counts(request)
        reason = "stop" if reply.finish == "tool_calls" else reply.finish
        return {"done": True, "done_reason": reason, "prompt_eval_count": given, "eval_count": made}

    def _row(self, line: Json) -> bytes:
        return json.dumps(line).encode() + b"\n"


def _sse(data: Json) -> bytes:
    return b"data: " + json.dumps(data).encode() + b"\n\n"


def _event(data: Json) -> bytes:
    return f"event: {data['type']}\n".encode() + _sse(data)


def _call_id(request: Json, index: int) -> str:
    return f"call_{len(request.get('messages', []))}_{index}"
