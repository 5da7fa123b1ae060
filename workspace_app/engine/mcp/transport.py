"""What lies between a tool server and the client library: its process or address, what it prints, and bounds to what it sends."""

import asyncio
import collections
import contextlib
import logging
import os
import shutil
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TextIO

import anyio
from mcp import StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.types import JSONRPCNotification, JSONRPCRequest, ServerNotification, ServerRequest
from pydantic import ValidationError

from workspace_app.engine.mcp.config import McpError, ServerConfig
from workspace_app.engine.shell.supervised import environment

# They log a traceback for every line that a server prints beside the protocol, as many do, and for its end, which is told in words here.
for _name in ("mcp.client.stdio", "mcp.client.sse"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)

LINE = 500
"""Characters of a line of errors that are kept."""
LISTEN_SECONDS = 1.0
"""What a server that has ended may take until its last lines are read."""
MOST_UNASKED = 5_000
"""Messages beside the answers, between two answers; a server that sends more would keep the engine busy for ever."""
_GUARD = Path(__file__).with_name("guard.py")


@contextlib.asynccontextmanager
async def transport(
    config: ServerConfig, folder: Path, words: collections.deque[str]
) -> AsyncIterator[tuple[Any, Any]]:
    """Start or reach a server; what it sends, and where to write to it.

    Args:
        config: with all values filled in.
        words: gets the lines that it prints as errors.

    Raises:
        McpError: there is no such program.
    """
    if config.transport == "stdio":
        async with listener(words) as errors, stdio_client(_parameters(config, folder), errors) as streams:
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


@contextlib.asynccontextmanager
async def watched(read: Any, ended: asyncio.Event, too_much: Callable[[str], None]) -> AsyncIterator[Any]:
    """A server's messages passed on, but for those that are none of the protocol; sets `ended` before the reader of them sees their end.

    Args:
        too_much: is told why the server is to be ended.
    """
    send, receive = anyio.create_memory_object_stream[Any](0)

    async def forward() -> None:
        unasked = 0
        async with send:
            async for message in read:
                sound = _sound(message)
                unasked = unasked + 1 if sound is not True else 0
                if unasked > MOST_UNASKED:
                    too_much("It sent messages without end that nobody asked for, and was ended.")
                    break
                if sound is not False:
                    await send.send(message)
            ended.set()

    async with read, receive, anyio.create_task_group() as group:
        group.start_soon(forward)
        yield receive
        group.cancel_scope.cancel()


def _sound(message: Any) -> bool | None:
    """Whether it is an answer; None for what a server says of its own accord. What is neither would be logged by the library, word by word."""
    if isinstance(message, Exception):
        return False
    root = message.message.root
    if not isinstance(root, JSONRPCNotification | JSONRPCRequest):
        return True
    shape = ServerNotification if isinstance(root, JSONRPCNotification) else ServerRequest
    try:
        shape.model_validate(root.model_dump(by_alias=True, mode="json", exclude_none=True))
    except ValidationError:
        return False
    return None


@contextlib.asynccontextmanager
async def listener(lines: collections.deque[str]) -> AsyncIterator[TextIO]:
    """A file to write errors to, whose last lines are kept."""
    reading, writing = os.pipe()

    def read() -> None:
        with os.fdopen(reading, encoding="utf-8", errors="replace") as source:
            while line := source.readline(LINE):
                lines.append(line.rstrip())

    reader = threading.Thread(target=read, name="tool server's errors", daemon=True)
    reader.start()
    try:
        with os.fdopen(writing, "w", encoding="utf-8") as sink:
            yield sink
    finally:
        await asyncio.to_thread(reader.join, LISTEN_SECONDS)


def _parameters(config: ServerConfig, folder: Path) -> StdioServerParameters:
    variables = environment(os.environ) | dict(config.env)
    program = shutil.which(config.command, path=variables.get("PATH"))
    if program is None:
        raise McpError(f"There is no program “{config.command}” on this machine: install it, or correct the command.")
    command = [program, *config.args]
    if sys.platform != "win32":  # there the library ties the server to this process itself
        command = [sys.executable, "-I", str(_GUARD), str(os.getpid()), *command]
    return StdioServerParameters(
        command=command[0], args=command[1:], env=variables, cwd=folder, encoding_error_handler="replace"
    )
