"""A connection to one tool server. One task owns it from its start to its end, so that nothing of a server outlives its run.

AutoGen's own workbench for MCP hangs when a server dies or a call is cancelled; here the client library is used by itself.
"""

import asyncio
import collections
import json
from collections.abc import Coroutine, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import anyio
import httpx
from mcp import ClientSession
from mcp.shared.exceptions import McpError as ProtocolError
from mcp.types import (
    CallToolResult,
    CancelledNotification,
    CancelledNotificationParams,
    ClientNotification,
    Implementation,
    PaginatedRequestParams,
    ServerNotification,
    Tool,
    ToolListChangedNotification,
)
from pydantic import BaseModel

from workspace_app import __version__
from workspace_app.engine.mcp.config import McpError, ServerConfig
from workspace_app.engine.mcp.transport import LINE, transport, watched

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
START_SECONDS = 60.0
"""A first start may fetch the server's package."""
ANSWER_SECONDS = 60.0
"""For whatever is no call of a tool."""
CALL_SECONDS = 600.0
PARTING_SECONDS = 5.0
"""In which a server must show that it lives after a call was given up."""
MOST_TOOLS = 1000
LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_SCHEMA = 256, 10_000, 100_000
"""Characters of a tool's name, description, and arguments as JSON."""
LAST_LINES, LONGEST_FAULT = 8, 1000
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
        self._under_way = 0
        self._partings: set[asyncio.Task[None]] = set()
        self.owner = asyncio.create_task(self._own(), name=f"tool server {config.name}")

    @property
    def alive(self) -> bool:
        """Whether it can be called, or will be."""
        return not self.owner.done() and not self._stop.is_set()

    @property
    def last_words(self) -> str:
        """Why it ended, and what it printed last."""
        said = "\n".join(part for part in (self._fault, *self._words) if part)
        return self._config.shown(said, LINE * LAST_LINES)

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
                page = await self._answer(session.list_tools(params=PaginatedRequestParams(cursor=cursor)))
                found += page.tools
                cursor = page.nextCursor
                if len(found) > MOST_TOOLS or (cursor is not None and not page.tools):
                    raise McpError(
                        f"The tool server “{self._config.name}” does not come to an end of its tools; at most {MOST_TOOLS} are taken."
                    )
                if cursor is None:
                    break
            self._tools = [self._bounded(self._hidden(tool)) for tool in found]
        return self._tools

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """Call a tool. A call that is cancelled or takes too long is given up: the server is told, and ended if it hangs.

        Raises:
            McpError: the server ended meanwhile, took too long or refused.
        """
        return self._hidden(await self._answer(self._called(await self._ready, tool, dict(arguments))))

    async def close(self) -> None:
        """End the server, and wait until nothing of it is left."""
        self._stop.set()
        await asyncio.wait({self.owner, *self._partings})

    async def _called(self, session: ClientSession, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        number = session._request_id  # the one that it is about to take; the library tells it in no other way
        self._under_way += 1
        try:
            return await session.call_tool(tool, arguments, timedelta(seconds=CALL_SECONDS))
        except asyncio.CancelledError:
            self._give_up(session, number)
            raise
        except ProtocolError as error:
            if error.error.code != httpx.codes.REQUEST_TIMEOUT:
                raise
            self._give_up(session, number)
            raise McpError(
                f"The tool server “{self._config.name}” did not answer within {CALL_SECONDS:.0f} seconds. The call was given up, and it is not"
                " known what came of it."
            ) from error
        finally:
            self._under_way -= 1

    def _give_up(self, session: ClientSession, number: int) -> None:
        if self.alive:
            parting = asyncio.create_task(
                self._part(session, number), name=f"tool server {self._config.name}: given up"
            )
            self._partings.add(parting)
            parting.add_done_callback(self._partings.discard)

    async def _part(self, session: ClientSession, number: int) -> None:
        """Tell the server that nobody waits for a call, and end it if it then answers nothing at all."""
        about = CancelledNotificationParams(requestId=number, reason="The call was given up.")
        talk = asyncio.ensure_future(self._tell(session, ClientNotification(CancelledNotification(params=about))))
        stopping = asyncio.ensure_future(self._stop.wait())
        both: set[asyncio.Future[Any]] = {talk, stopping}
        done, _ = await asyncio.wait(both, timeout=PARTING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for waiting in both:
            waiting.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        if not done and not self._under_way and self.alive:
            self._fault = "It did not answer any more after a call was given up, and was ended."
            self._stop.set()

    async def _tell(self, session: ClientSession, word: ClientNotification) -> None:
        try:
            await session.send_notification(word)
            await session.send_ping()
        except (ProtocolError, anyio.ClosedResourceError, anyio.BrokenResourceError):
            return  # it has answered, or has ended

    async def _answer(self, request: Coroutine[Any, Any, T]) -> T:
        """The answer to a request, or the end of the server, whichever comes first."""
        answer = asyncio.ensure_future(request)
        try:
            await asyncio.wait({answer, self.owner}, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
        except McpError:
            raise
        except ProtocolError as error:
            if error.error.code == _SESSION_GONE:
                self._stop.set()
            if self.alive:
                raise McpError(f"The tool server “{self._config.name}” answered: {self._said(error)}") from error
            await asyncio.wait({self.owner})
        except Exception as error:
            if self.alive:
                raise McpError(
                    f"The answer of the tool server “{self._config.name}” cannot be read: {self._said(error)}"
                ) from error
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
            async with (
                transport(self._config, self._folder, self._words) as (read, write),
                watched(read, self._stop, self._blame) as inner,
            ):
                info, patience = (
                    Implementation(name="workspace-app", version=__version__),
                    timedelta(seconds=ANSWER_SECONDS),
                )
                async with ClientSession(
                    inner, write, patience, client_info=info, message_handler=self._hear
                ) as session:
                    if await self._greeted(session):
                        self._ready.set_result(session)
                        await self._stop.wait()
        except Exception as error:  # noqa: BLE001 - whatever ends a server is told in words where it is used
            self._fault = self._fault or _words(error)

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

    def _hidden(self, said: M) -> M:
        """What the server said, without what may be secret."""
        text = said.model_dump_json()
        hidden = self._config.hidden(text)
        return said if hidden == text else type(said).model_validate_json(hidden)

    def _bounded(self, tool: Tool) -> Tool:
        """A tool whose words may go into a prompt and the window. Raises McpError if its name or arguments are too long to be meant."""
        if len(tool.name) > LONGEST_NAME or len(json.dumps(tool.inputSchema)) > LONGEST_SCHEMA:
            raise McpError(
                f"The tool server “{self._config.name}” describes a tool at a length that no model takes"
                f" ({self._config.shown(tool.name, 40)}): its name may have {LONGEST_NAME} characters, its arguments {LONGEST_SCHEMA:,}."
            )
        description = tool.description and self._config.shown(tool.description, LONGEST_DESCRIPTION)
        return tool.model_copy(
            update={"description": description, "title": tool.title and self._config.shown(tool.title, LONGEST_NAME)}
        )

    def _blame(self, fault: str) -> None:
        self._fault = fault

    def _said(self, error: Exception) -> str:
        return self._config.shown(str(error), LONGEST_FAULT)

    async def _hear(self, message: Any) -> None:
        if isinstance(message, ServerNotification) and isinstance(message.root, ToolListChangedNotification):
            self._tools = None


def _words(error: BaseException) -> str:
    """What went wrong, without the groups that the client library wraps it in."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__
