"""A scripted model server: real HTTP on loopback, in the shapes of OpenAI, Anthropic and Ollama.

In a test: `with ScriptedModel() as model: model.script("model-a", ["Hello", Reply(status=429)])`.
Alone: `python -m tests.support.scripted_model --port N`; it prints its URL, `POST /_script` adds replies,
`GET /_requests` tells what was asked.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import select
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.support.scripted_shapes import Anthropic, Json, Ollama, OpenAI, Reply, Shape, as_reply

__all__ = ["Reply", "ScriptedModel", "SeenRequest"]

Item = Reply | str | Mapping[str, Any]
Script = Callable[[Json], Item]

SECRET_HEADERS = {"authorization", "x-api-key", "api-key"}
POLL = 0.05


@dataclass(frozen=True)
class SeenRequest:
    """A request as it came in; the values of headers that carry keys are masked."""

    path: str
    headers: Mapping[str, str]
    body: Json

    @property
    def model(self) -> str:
        return str(self.body.get("model", ""))


class ScriptedModel:
    """A model server that answers from a script; usable as a context manager.

    Replies for a named model come first, then those for any model (`None`). A script is a sequence of replies, taken
    in order (a member may be a callable), or one callable `(request JSON) -> reply` that answers every request.

    A request of more than `reads` tokens (characters / 4, tools counted too) is refused with "context_length_exceeded", and takes no reply.
    """

    def __init__(self, port: int = 0) -> None:
        self.requests: list[SeenRequest] = []
        self.reads: int | None = None
        self._queues: dict[str | None, deque[Item | Script]] = {}
        self._scripts: dict[str | None, Script] = {}
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._server = _Server(("127.0.0.1", port), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(POLL,), name="scripted-model")

    @property
    def url(self) -> str:
        """The server's address without a path; OpenAI clients want `url + "/v1"`."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def stopping(self) -> bool:
        return self._stopping.is_set()

    def start(self) -> Self:
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ends every open connection and waits for all threads."""
        self._stopping.set()
        self._server.shutdown()
        self._thread.join()
        self._server.end_connections()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def script(self, model: str | None, items: Sequence[Item | Script] | Script) -> None:
        """Adds replies for a model (None: for any); a callable answers whatever the queue does not."""
        with self._changed:
            if callable(items):
                self._scripts[model] = items
            else:
                checked = [item if callable(item) else as_reply(item) for item in items]
                self._queues.setdefault(model, deque()).extend(checked)

    def clear(self) -> None:
        """Forgets all scripts and requests."""
        with self._changed:
            self._queues.clear()
            self._scripts.clear()
            self.requests.clear()

    def requests_for(self, model: str) -> list[SeenRequest]:
        with self._changed:
            return [request for request in self.requests if request.model == model]

    def wait_for_requests(self, count: int, timeout: float = 10.0) -> None:
        """Returns when at least `count` requests have come in; TimeoutError after `timeout` seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.requests) >= count, timeout):
                raise TimeoutError(f"{len(self.requests)} of {count} requests came in {timeout} s.")

    def models(self) -> list[str]:
        """Names of the models that have a script."""
        with self._changed:
            return sorted(name for name in {*self._queues, *self._scripts} if name) or ["scripted"]

    def answer(self, request: SeenRequest) -> Reply:
        """The next reply for this request, which is remembered."""
        with self._changed:
            self.requests.append(request)
            self._changed.notify_all()
            if self.reads is not None and (sent := _tokens(request.body)) > self.reads:
                return _refusal(sent, self.reads)
            item = self._next(request.model)
        return as_reply(item(request.body) if callable(item) else item)

    def _next(self, model: str) -> Item | Script:
        for name in (model, None):
            if self._queues.get(name):
                return self._queues[name].popleft()
            if name in self._scripts:
                return self._scripts[name]
        return Reply(status=500, text=f"The script has no reply left for the model '{model}'.")


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], model: ScriptedModel) -> None:
        self.model = model
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__(address, _Handler)

    def remember(self, connection: socket.socket) -> None:
        with self._lock:
            self._open.add(connection)
            if self.model.stopping:
                _cut(connection)

    def forget(self, connection: socket.socket) -> None:
        with self._lock:
            self._open.discard(connection)

    def end_connections(self) -> None:
        with self._lock:
            for connection in self._open:
                _cut(connection)


class _Gone(Exception):
    """The client went away, or the server is stopping."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.remember(self.connection)

    def finish(self) -> None:
        self.server.forget(self.connection)
        super().finish()

    def handle(self) -> None:
        try:
            super().handle()
        except (_Gone, ConnectionError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Silent: what was asked is in `requests`."""

    def do_GET(self) -> None:
        names = self.server.model.models()
        path = self.path.partition("?")[0]
        if path == "/_requests":
            self._send(200, [asdict(request) for request in self.server.model.requests])
        elif path.endswith("/models"):
            self._send(200, {"object": "list", "data": [{"id": name, "object": "model"} for name in names]})
        elif path == "/api/tags":
            self._send(200, {"models": [{"name": name, "model": name} for name in names]})
        else:
            self._send(404, {"error": f"No such page: {path}"})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        path = self.path.partition("?")[0]
        shape = _shape(path)
        if path == "/_script":
            self._add_script(body)
        elif shape is None:
            self._send(404, {"error": f"No such page: {path}"})
        else:
            self._reply(shape, self.server.model.answer(SeenRequest(path, self._masked_headers(), body)), body)

    def _add_script(self, body: Json | list[Any]) -> None:
        given: Json = body if isinstance(body, dict) else {"items": body}
        try:
            self.server.model.script(given.get("model"), given["items"])
        except (KeyError, TypeError, ValueError) as error:
            self._send(400, {"error": str(error)})
        else:
            self._send(200, {"added": len(given["items"])})

    def _reply(self, shape: Shape, reply: Reply, request: Json) -> None:
        self._wait(None if reply.hang else reply.delay)
        if reply.body is not None:
            self._send(reply.status, reply.body, reply.headers)
        elif reply.status != 200:
            message = reply.text or f"Scripted status {reply.status}."
            self._send(reply.status, shape.error(reply.status, message), reply.headers)
        elif shape.wants_stream(request):
            self._stream(shape, reply, request)
        elif reply.drop_after is not None:
            self._drop()
        else:
            self._send(200, shape.whole(reply, request), reply.headers)

    def _stream(self, shape: Shape, reply: Reply, request: Json) -> None:
        self._head(200, shape.stream_type, {**reply.headers, "Transfer-Encoding": "chunked"})
        for count, event in enumerate(shape.events(reply, request)):
            if count == reply.drop_after:
                self._drop()
                return
            if count == reply.hang_after:
                self._wait(None)
            self._wait(reply.chunk_delay)
            self.wfile.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
        self.wfile.write(b"0\r\n\r\n")

    def _send(self, status: int, body: str | Json | list[Any], headers: Mapping[str, str] | None = None) -> None:
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self._head(status, "application/json", {**(headers or {}), "Content-Length": str(len(data))})
        self.wfile.write(data)

    def _head(self, status: int, content_type: str, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in ({"Content-Type": content_type} | dict(headers)).items():
            self.send_header(name, value)
        self.end_headers()

    def _wait(self, seconds: float | None) -> None:
        """Waits (None: for ever), but not for a client that has left."""
        end = None if seconds is None else time.monotonic() + seconds
        while end is None or time.monotonic() < end:
            pause = POLL if end is None else min(POLL, max(0.0, end - time.monotonic()))
            readable, _, _ = select.select([self.connection], [], [], pause)
            if self.server.model.stopping or (readable and not self.connection.recv(1, socket.MSG_PEEK)):
                raise _Gone

    def _drop(self) -> None:
        self.close_connection = True
        _cut(self.connection)

    def _masked_headers(self) -> dict[str, str]:
        return {name: "***" if name.lower() in SECRET_HEADERS else value for name, value in self.headers.items()}


def _shape(path: str) -> Shape | None:
    if path.endswith("/chat/completions"):
        return OpenAI()
    shapes: dict[str, Shape] = {"/v1/messages": Anthropic(), "/api/chat": Ollama()}
    return shapes.get(path)


def _tokens(body: Json) -> int:
    return len(json.dumps([body.get("messages", []), body.get("tools", [])])) // 4


def _refusal(sent: int, reads: int) -> Reply:
    message = (
        f"This model's maximum context length is {reads} tokens. However, your messages resulted in {sent} tokens."
    )
    error = {
        "message": message,
        "type": "invalid_request_error",
        "param": "messages",
        "code": "context_length_exceeded",
    }
    return Reply(status=400, body={"error": error})


def _cut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the other side was faster


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves until interrupted."""
    parser = argparse.ArgumentParser(description="A scripted model server on loopback.")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args(arguments)
    with ScriptedModel(options.port) as model:
        sys.stdout.write(f"{model.url}\n")
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
