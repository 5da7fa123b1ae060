"""A workbench whose calls always end with a result."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias
from uuid import uuid4

from autogen_core import CancellationToken
from autogen_core.tools import (
    BaseTool,
    ImageResultContent,
    StaticWorkbench,
    TextResultContent,
    ToolResult,
    ToolSchema,
    Workbench,
)

from workspace_app.domain.characters import whole

Run: TypeAlias = Callable[[], Awaitable[ToolResult]]
_Content: TypeAlias = TextResultContent | ImageResultContent
Around: TypeAlias = Callable[[str, Mapping[str, Any], str, Run], Awaitable[ToolResult]]

LIMIT = 64_000  # bytes of text in a result; each delivery of a larger one costs the run milliseconds
_NOTE = 200  # bytes kept for saying what was cut
_GRACE = 1.0  # seconds that a cancelled tool has to clean up


class SafeWorkbench(Workbench):
    """Tools whose calls never raise: AutoGen waits for ever for a call that does (microsoft/autogen#7956).

    Errors and cancellation become results with `is_error`, and long texts are cut. `tools` are the tools or a workbench
    of them; `around(name, arguments, call_id, run)` is awaited for each call and returns the result of `run()`, or its own.
    The token stays out here: it cancels the call, but is not given to the tools (microsoft/autogen#8265).
    """

    def __init__(self, tools: Sequence[BaseTool[Any, Any]] | Workbench, around: Around | None = None) -> None:
        self._inner = tools if isinstance(tools, Workbench) else StaticWorkbench(list(tools))
        self._around = around

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> ToolResult:
        """The result of a call, whatever happens; a call whose token is cancelled before it begins is not made."""
        call = asyncio.ensure_future(self._call(name, arguments or {}, call_id or str(uuid4())))
        waiting = asyncio.shield(call)
        if cancellation_token is not None:
            cancellation_token.link_future(waiting)
        try:
            return await waiting
        except asyncio.CancelledError:
            call.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait({call}, timeout=_GRACE)
            return failed(name, "The call was cancelled.")
        except Exception as error:  # noqa: BLE001 - the hook may fail in any way, and the run must go on or end in order
            return failed(name, error)

    async def list_tools(self) -> list[ToolSchema]:
        return await self._inner.list_tools()

    async def start(self) -> None:
        await self._inner.start()

    async def stop(self) -> None:
        await self._inner.stop()

    async def reset(self) -> None:
        await self._inner.reset()

    async def save_state(self) -> Mapping[str, Any]:
        return await self._inner.save_state()

    async def load_state(self, state: Mapping[str, Any]) -> None:
        await self._inner.load_state(state)

    async def _call(self, name: str, arguments: Mapping[str, Any], call_id: str) -> ToolResult:
        async def run() -> ToolResult:
            try:
                return capped(await self._inner.call_tool(name, arguments, None, call_id))
            except Exception as error:  # noqa: BLE001 - a tool may raise anything, and the model shall read it
                return capped(failed(name, error))

        return await (run() if self._around is None else self._around(name, arguments, call_id, run))


def failed(name: str, cause: Exception | str) -> ToolResult:
    """The result of a call that failed."""
    text = str(cause) or type(cause).__name__
    return ToolResult(name=name, result=[TextResultContent(content=text)], is_error=True)


def capped(result: ToolResult) -> ToolResult:
    """The result with at most LIMIT bytes of text, in whole characters, and a note if there was more."""
    room = LIMIT - _NOTE
    result = result.model_copy(update={"result": [_whole(part) for part in result.result]})
    texts = [part for part in result.result if isinstance(part, TextResultContent)]
    total = sum(len(part.content.encode(errors="replace")) for part in texts)
    if total <= LIMIT:
        return result
    kept = []
    for part in result.result:
        if isinstance(part, TextResultContent):
            content = part.content.encode(errors="replace")[:room].decode(errors="ignore")
            room -= len(content.encode())
            part = TextResultContent(content=content)
        kept.append(part)
    note = f"[The result was cut: {LIMIT - _NOTE:,} of {total:,} bytes are shown.]"
    return result.model_copy(update={"result": [*kept, TextResultContent(content=note)]})


def _whole(part: _Content) -> _Content:
    return TextResultContent(content=whole(part.content)) if isinstance(part, TextResultContent) else part
