"""What happens on the wire during one model call.

AutoGen's clients lose things on the way up: whether a stream was complete, why a model stopped (Ollama's "length",
OpenAI-compatible servers that send usage with the last piece), how long to wait after a refusal. A hook in the HTTP
client that all SDKs share sees them all.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import AsyncIterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from ssl import SSLContext
from typing import Any, Final

import httpx

STREAM_TYPES: Final = ("text/event-stream", "application/x-ndjson")
REASON: Final = re.compile(rb'"(?:finish_reason|stop_reason|done_reason)"\s*:\s*"(\w+)"')
END_LINES: Final = (b"data: [DONE]", b"data:[DONE]", b"event: message_stop")
CONNECT_TIMEOUT: Final = 15.0


@dataclass
class Trace:
    """What was seen of one call: HTTP status, seconds to wait, the reason why the model stopped."""

    status: int | None = None
    retry_after: float | None = None
    reason: str | None = None
    ended: bool = False
    response: httpx.Response | None = None

    async def close(self) -> None:
        """Gives the connection back, also when the stream was left before its end."""
        if self.response is not None:
            await self.response.aclose()

    def read_line(self, line: bytes) -> None:
        """Takes note of one line of an event stream or of NDJSON."""
        found = REASON.search(line)
        if found:
            self.reason = found[1].decode()
        self.ended = self.ended or line.startswith(END_LINES) or _is_last_row(line)


CURRENT: ContextVar[Trace | None] = ContextVar("current_trace", default=None)


def http_options(idle_timeout: float, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Arguments for an HTTP client that reports to the current trace.

    It gives up after `idle_timeout` seconds without a byte; to get a connection it has a time of its own.
    """
    return {
        # Compressed streams could not be read along.
        "headers": {"Accept-Encoding": "identity", **(headers or {})},
        "timeout": httpx.Timeout(idle_timeout, connect=CONNECT_TIMEOUT),
        "event_hooks": {"response": [_watch]},
        "verify": _trusted(),
    }


@cache
def _trusted() -> SSLContext:
    """Whom all clients trust. Reading the certificates takes some 30 ms, and every assistant of every run has a client."""
    return httpx.create_ssl_context()


async def _watch(response: httpx.Response) -> None:
    trace = CURRENT.get()
    if trace is None:
        return
    trace.status, trace.response = response.status_code, response
    trace.retry_after = _seconds(response.headers)
    if response.status_code == 200 and "content-encoding" not in response.headers:
        assert isinstance(response.stream, httpx.AsyncByteStream)
        streams = response.headers.get("content-type", "").startswith(STREAM_TYPES)
        response.stream = _WatchedBody(response.stream, trace, must_end=streams)


class _WatchedBody(httpx.AsyncByteStream):
    """Passes a body on; raises RemoteProtocolError if an event stream ends without its end marker."""

    def __init__(self, stream: httpx.AsyncByteStream, trace: Trace, must_end: bool) -> None:
        self._stream = stream
        self._trace = trace
        self._must_end = must_end

    async def __aiter__(self) -> AsyncIterator[bytes]:
        rest = b""
        async for data in self._stream:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._trace.read_line(line)
            yield data
        self._trace.read_line(rest)
        if self._must_end and not (self._trace.ended or self._trace.reason):
            raise httpx.RemoteProtocolError("The stream ended without its end marker.")

    async def aclose(self) -> None:
        await self._stream.aclose()


def _is_last_row(line: bytes) -> bool:
    if not (line.startswith(b"{") and b'"done"' in line):
        return False
    try:
        return bool(json.loads(line).get("done"))
    except ValueError:
        return False


def _seconds(headers: httpx.Headers) -> float | None:
    """How long the provider asks to wait; None if it does not say, and then the caller's own waiting time holds."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if math.isfinite(seconds):
            return max(0.0, seconds)
    return _until(headers.get("retry-after", ""))


def _until(date: str) -> float | None:
    """Seconds from now until an HTTP date, None if it is none."""
    try:
        moment = parsedate_to_datetime(date)
        return math.ceil(max(0.0, (moment - datetime.now(UTC)).total_seconds()))
    except (TypeError, ValueError):  # a date without a zone, or no date
        return None
