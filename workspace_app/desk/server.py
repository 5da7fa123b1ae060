"""The engine's side of the local socket: every public async method of the desk is a verb."""

import asyncio
import hmac
import inspect
import json
import logging
from collections.abc import Callable
from typing import Any, Protocol

from workspace_app.desk import rpc, transport
from workspace_app.desk.outgoing import Outgoing
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event

logger = logging.getLogger(__name__)

NOT_VERBS = frozenset({"open", "close"})
LINGER_SECONDS = 5.0
"""How long the end of a connection or server waits for what is under way."""


class Events(Protocol):
    """Where changes are told."""

    def subscribe(self, callback: Callable[[Event], None], /) -> Callable[[], None]:
        """Call `callback`, on the engine's loop, with each event from now on; the result ends that."""


class Served(Protocol):
    """What a server serves; `desk.desk.Desk` is one. Its other public async methods are the verbs."""

    @property
    def events(self) -> Events:
        """Its events."""

    def busy(self) -> bool:
        """Whether something runs."""

    async def close(self) -> None:
        """End in order."""


class DeskServer:
    """Serves a desk to whoever attaches, on the running loop.

    Args:
        desk: does the verbs.
        endpoint: where to listen, and what to say of this engine.
    """

    def __init__(self, desk: Served, endpoint: transport.Endpoint) -> None:
        self._desk = desk
        self._endpoint = endpoint
        self._listener: transport.Listener | None = None
        self._clients: set[asyncio.Task[None]] = set()
        self._running: set[asyncio.Task[None]] = set()

    @property
    def attached(self) -> int:
        """How many clients there are."""
        return len(self._clients)

    async def open(self) -> None:
        """Start to listen.

        Raises:
            TransportError: the socket cannot be made safely.
        """
        self._listener = await transport.listen(self._endpoint.address, self._attach)

    async def close(self) -> None:
        """Take nothing new, let the verbs under way come to an end, and let the clients go."""
        if self._listener:
            self._listener.close()
        if self._running:
            await asyncio.wait(self._running, timeout=LINGER_SECONDS)
        for client in self._clients:
            client.cancel()
        if self._clients:
            await asyncio.wait(self._clients)

    async def _attach(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = asyncio.create_task(self._serve(reader, writer))
        self._clients.add(client)
        client.add_done_callback(self._clients.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        outgoing = Outgoing()
        sender = asyncio.create_task(_send(outgoing, writer))
        try:
            if await self._greet(reader, outgoing):
                await self._converse(reader, outgoing)
        except (ConnectionError, ValueError) as error:
            # The other end is gone, or sent a line beyond the limit: either way this connection is over.
            logger.info("A client's connection ended: %s", error)
        finally:
            await _finish(outgoing, sender, writer)

    async def _converse(self, reader: asyncio.StreamReader, outgoing: Outgoing) -> None:
        unsubscribe: Callable[[], None] | None = None
        try:
            while line := await reader.readline():
                request = _parse(line, outgoing)
                if request and request["method"] == "subscribe":
                    unsubscribe = unsubscribe or self._desk.events.subscribe(outgoing.put_event)
                    outgoing.put_line(rpc.result(request["id"], {}))
                elif request:
                    self._start(request, outgoing)
        finally:
            if unsubscribe:
                unsubscribe()

    async def _greet(self, reader: asyncio.StreamReader, outgoing: Outgoing) -> bool:
        """Hear the client's token; whether it is the right one."""
        request = _parse(await reader.readline(), outgoing)
        if request is None:
            return False
        token = str(request["params"].get("token", ""))
        if request["method"] != "hello" or not hmac.compare_digest(token.encode(), self._endpoint.token.encode()):
            outgoing.put_line(
                rpc.failure(request["id"], rpc.INVALID_REQUEST, "Say hello with this engine's token first.")
            )
            return False
        outgoing.put_line(rpc.result(request["id"], {"version": self._endpoint.version, "pid": self._endpoint.pid}))
        return True

    def _start(self, request: dict[str, Any], outgoing: Outgoing) -> None:
        # A verb is finished even if the one who asked is gone: half of a change is no change that anybody asked for.
        task = asyncio.create_task(self._answer(request, outgoing))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _answer(self, request: dict[str, Any], outgoing: Outgoing) -> None:
        id_, verb = request["id"], request["method"]
        try:
            outgoing.put_line(rpc.result(id_, await self._call(verb, request["params"])))
        except WorkspaceError as error:
            outgoing.put_line(rpc.failure(id_, rpc.code_of(error), str(error)))
        except Exception:
            logger.exception("The verb %s failed", verb)
            sentence = f"An internal error happened in {verb!r}: see engine.log in the logs of the data folder. Nothing else was affected."
            outgoing.put_line(rpc.failure(id_, rpc.INTERNAL_ERROR, sentence))

    async def _call(self, verb: str, arguments: dict[str, Any]) -> Any:
        method = getattr(self._desk, verb, None)
        if verb.startswith("_") or verb in NOT_VERBS or not inspect.iscoroutinefunction(method):
            raise rpc.UnknownVerb(f"The engine cannot do {verb!r}: there is no such action.")
        try:
            inspect.signature(method).bind(**arguments)
        except TypeError as error:
            raise rpc.BadArguments(f"The action {verb!r} was asked for wrongly: {error}.") from error
        return await method(**arguments)


async def _send(outgoing: Outgoing, writer: asyncio.StreamWriter) -> None:
    try:
        while line := await outgoing.next():
            writer.write(line)
            await writer.drain()
    except ConnectionError:
        # The reader sees the same end and cleans up.
        writer.close()


async def _finish(outgoing: Outgoing, sender: asyncio.Task[None], writer: asyncio.StreamWriter) -> None:
    """Send what is queued, if the other end takes it, and close."""
    outgoing.finish()
    try:
        async with asyncio.timeout(LINGER_SECONDS):
            await sender
            writer.close()
            await writer.wait_closed()
    except (TimeoutError, ConnectionError) as error:
        logger.info("A client did not take all that was sent: %r", error)
    finally:
        writer.transport.abort()


def _parse(line: bytes, outgoing: Outgoing) -> dict[str, Any] | None:
    """The request on a line; None (and an answer that says so) if it is none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        outgoing.put_line(rpc.failure(None, rpc.PARSE_ERROR, "This line is not JSON."))
        return None
    if (
        not isinstance(value, dict)
        or not isinstance(value.get("method"), str)
        or not isinstance(value.get("params", {}), dict)
    ):
        outgoing.put_line(
            rpc.failure(None, rpc.INVALID_REQUEST, "This line is not a JSON-RPC request with named parameters.")
        )
        return None
    return {"id": value.get("id"), "method": value["method"], "params": value.get("params", {})}
