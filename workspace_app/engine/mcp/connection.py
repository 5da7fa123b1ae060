"""A connection to one tool server. One task owns it from its start to its end, so that nothing of a server outlives its run.

AutoGen's own workbench for MCP hangs when a server dies or a call is cancelled; here the client library is used by itself.
"""

import asyncio
import collections
import contextlib
import logging
import os
import shutil
import sys
import threading
from collections.abc import AsyncIterator, Coroutine, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, TextIO, TypeVar

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.exceptions import McpError as ProtocolError
from mcp.types import CallToolResult, Implementation, ServerNotification, Tool, ToolListChangedNotification

from workspace_app import __version__
from workspace_app.engine.mcp.config import McpError, ServerConfig
from workspace_app.engine.shell.supervised import environment

# It logs a traceback for every line that a server prints beside the protocol, as many do; such lines are harmless.
logging.getLogger("mcp.client.stdio").setLevel(logging.CRITICAL)

T = TypeVar("T")
START_SECONDS = 60.0
"""A first start may fetch the server's package."""
CALL_SECONDS = 600.0
LAST_LINES, LINE = 8, 500
LISTEN_SECONDS = 1.0
"""What a server that has ended may take until its last lines are read."""
_GUARD = Path(__file__).with_name("guard.py")
_SESSION_GONE = 32600
"""What a server answers over HTTP that no longer knows the session (it was restarted)."""


class Connection:
    """A server that runs, or is being started.

    Args:
        config: with all values filled in.
        folder: in which a program is started.
    """

    def __init__(self, config: ServerConfig, folder: Path) -> None:
        self._config, self._folder = config, folder
        self._stop = asyncio.Event()
        self._ready: asyncio.Future[ClientSession] = asyncio.get_running_loop().create_future()
        self._words: collections.deque[str] = collections.deque(maxlen=LAST_LINES)
        self._tools: list[Tool] | None = None
        self._fault = ""
        self.owner = asyncio.create_task(self._own(), name=f"tool server {config.name}")

    @property
    def alive(self) -> bool:
        """Whether it can be called, or will be."""
        return not self.owner.done() and not self._stop.is_set()

    @property
    def last_words(self) -> str:
        """Why it ended, and what it printed last."""
        return self._config.hidden("\n".join(part for part in (self._fault, *self._words) if part))

    async def opened(self) -> None:
        """Wait until it is ready.

        Raises:
            McpError: it did not start; it is stopped then.
        """
        waits: set[asyncio.Future[Any]] = {self.owner, self._ready}
        await asyncio.wait(waits, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if self._ready.done():
            return
        late = "" if self.owner.done() else f"It was not ready after {START_SECONDS:.0f} seconds. "
        await self.close()
        raise McpError(f"The tool server “{self._config.name}” did not start. {late}{self.last_words}".strip())

    async def tools(self) -> list[Tool]:
        """Its tools, asked for again when it says that they changed."""
        if self._tools is None:
            session, found, cursor = await self._ready, [], None
            while True:
                page = await self._answer(session.list_tools(cursor))
                found += page.tools
                cursor = page.nextCursor
                if cursor is None:
                    break
            self._tools = found
        return self._tools

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """Call a tool.

        Raises:
            McpError: the server ended meanwhile, took too long or refused.
        """
        session = await self._ready
        result = await self._answer(session.call_tool(tool, dict(arguments), timedelta(seconds=CALL_SECONDS)))
        said = result.model_dump_json()
        hidden = self._config.hidden(said)
        return result if hidden == said else CallToolResult.model_validate_json(hidden)

    async def close(self) -> None:
        """End the server, and wait until nothing of it is left."""
        self._stop.set()
        await asyncio.wait({self.owner})

    async def _answer(self, request: Coroutine[Any, Any, T]) -> T:
        """The answer to a request, or the end of the server, whichever comes first."""
        answer = asyncio.ensure_future(request)
        try:
            await asyncio.wait({answer, self.owner}, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
        except ProtocolError as error:
            if error.error.code == _SESSION_GONE:
                self._stop.set()
            if self.alive:
                raise McpError(
                    f"The tool server “{self._config.name}” answered: {self._config.hidden(str(error))}"
                ) from error
            await asyncio.wait({self.owner})
        except Exception as error:
            if self.alive:
                said = self._config.hidden(str(error))
                raise McpError(f"The answer of the tool server “{self._config.name}” cannot be read: {said}") from error
            await asyncio.wait({self.owner})
        finally:
            answer.cancel()
            await asyncio.gather(answer, return_exceptions=True)
        raise McpError(
            f"The tool server “{self._config.name}” ended during the call, and it is not known what came of it."
            f" It is started again at the next call. {self.last_words}".strip()
        )

    async def _own(self) -> None:
        """The server's whole life."""
        try:
            async with self._transport() as (read, write), _watched(read, self._stop) as inner:
                info = Implementation(name="workspace-app", version=__version__)
                async with ClientSession(inner, write, client_info=info, message_handler=self._hear) as session:
                    if await self._greeted(session):
                        self._ready.set_result(session)
                        await self._stop.wait()
        except Exception as error:  # noqa: BLE001 - whatever ends a server is told in words where it is used
            self._fault = _words(error)

    async def _greeted(self, session: ClientSession) -> bool:
        """Greet the server; False if it ends, or is to be ended, before it has answered. (To cancel its owner would leak in the library.)"""
        greeting, stopping = asyncio.ensure_future(session.initialize()), asyncio.ensure_future(self._stop.wait())
        both: set[asyncio.Future[Any]] = {greeting, stopping}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        answered = greeting.done()
        for waiting in both:
            waiting.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        if answered:
            greeting.result()
        return answered

    async def _hear(self, message: Any) -> None:
        if isinstance(message, ServerNotification) and isinstance(message.root, ToolListChangedNotification):
            self._tools = None

    @contextlib.asynccontextmanager
    async def _transport(self) -> AsyncIterator[tuple[Any, Any]]:
        config = self._config
        if config.transport == "stdio":
            async with (
                _listener(self._words) as errors,
                stdio_client(_parameters(config, self._folder), errors) as streams,
            ):
                errors.close()  # the server has it
                yield streams
            return
        async with contextlib.AsyncExitStack() as stack:
            if config.transport == "sse":
                yield await stack.enter_async_context(sse_client(config.url, dict(config.headers)))
            else:
                http = await stack.enter_async_context(create_mcp_http_client(dict(config.headers)))
                read, write, _ = await stack.enter_async_context(streamable_http_client(config.url, http_client=http))
                yield read, write


def _parameters(config: ServerConfig, folder: Path) -> StdioServerParameters:
    variables = environment(os.environ) | dict(config.env)
    program = shutil.which(config.command, path=variables.get("PATH"))
    if program is None:
        raise McpError(f"There is no program “{config.command}” on this machine: install it, or correct the command.")
    command = [program, *config.args]
    if sys.platform != "win32":  # there the library ties the server to this process itself
        command = [sys.executable, "-I", str(_GUARD), str(os.getpid()), *command]
    return StdioServerParameters(command=command[0], args=command[1:], env=variables, cwd=folder)


@contextlib.asynccontextmanager
async def _listener(lines: collections.deque[str]) -> AsyncIterator[TextIO]:
    """A file to write errors to, whose last lines are kept."""
    reading, writing = os.pipe()

    def read() -> None:
        with os.fdopen(reading, encoding="utf-8", errors="replace") as source:
            lines.extend(line.rstrip()[:LINE] for line in source)

    reader = threading.Thread(target=read, name="tool server's errors", daemon=True)
    reader.start()
    try:
        with os.fdopen(writing, "w", encoding="utf-8") as sink:
            yield sink
    finally:
        await asyncio.to_thread(reader.join, LISTEN_SECONDS)


@contextlib.asynccontextmanager
async def _watched(read: Any, ended: asyncio.Event) -> AsyncIterator[Any]:
    """A server's messages passed on; sets `ended` before the reader of them sees their end."""
    send, receive = anyio.create_memory_object_stream[Any](0)

    async def forward() -> None:
        async with send:
            async for message in read:
                await send.send(message)
            ended.set()

    async with read, receive, anyio.create_task_group() as group:
        group.start_soon(forward)
        yield receive
        group.cancel_scope.cancel()


def _words(error: BaseException) -> str:
    """What went wrong, without the groups that the client library wraps it in."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__
