"""The tools of one assistant in one run. Each call is recorded as started and as finished, so that no crash repeats a finished one (R64)."""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from autogen_core import CancellationToken, FunctionCall
from autogen_core.tools import BaseTool, TextResultContent, ToolResult, ToolSchema
from pydantic import ValidationError

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine import submit, suggest
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.middleware.base import Interfere, ToolAnswer, ToolRequest
from workspace_app.engine.tools import ACTING, TOOL_NAMES, SafeWorkbench
from workspace_app.engine.tools.safe_workbench import capped, failed
from workspace_app.store import changes

REPEATABLE = frozenset({*TOOL_NAMES, submit.NAME, suggest.NAME}) - ACTING
"""Tools that only read, or that know a repeated call: they are simply run again after a crash."""


class StepWorkbench(SafeWorkbench):
    """A workbench that remembers. AutoGen only lists its tools; the step's agent calls them by `perform`.

    Args:
        tools: the assistant's tools.
        submit_work: the tool by which it hands in works; None for a function executor (R31).

    Attributes:
        tools: all of them by name.

    Raises:
        WorkspaceError: two tools have one name.
    """

    def __init__(
        self,
        ledger: Ledger,
        conversation: str,
        tools: Sequence[BaseTool[Any, Any]],
        submit_work: submit.SubmitWork | None,
    ) -> None:
        every = [*tools, *([submit_work] if submit_work else [])]
        super().__init__(every, around=self._recorded)
        twice = [name for name, count in Counter(tool.name for tool in every).items() if count > 1]
        if twice:
            raise WorkspaceError(
                f"There are two tools called “{twice[0]}”: take one away, or the middleware that brings it."
            )
        self.tools: dict[str, BaseTool[Any, Any]] = {tool.name: tool for tool in every}
        self._ledger, self._conversation, self._submit = ledger, conversation, submit_work
        self._raised: dict[str, BaseException] = {}
        self._performed: set[str] = set()
        self._schemas: list[ToolSchema] | None = None

    async def list_tools(self) -> list[ToolSchema]:
        """Their schemas, made once: AutoGen asks for them at every model call."""
        if self._schemas is None:
            self._schemas = await super().list_tools()
        return self._schemas

    def is_unknown(self, call: FunctionCall) -> bool:
        """Whether a call was started in an earlier attempt and may have had an effect that must not happen twice."""
        known = self._ledger.ask.tool_call(self._conversation, call.id)
        return known is not None and known.result is None and call.name not in REPEATABLE

    async def perform(self, request: ToolRequest, token: CancellationToken) -> ToolAnswer:
        """Run a call; what an earlier attempt of the run recorded as its result is taken as that (R64).

        A name or arguments that do not fit, and a WorkspaceError of the tool, are told to the model as the result (L13, L14).

        Raises:
            Exception: whatever else the tool raised.
        """
        tool = self.tools.get(request.name)
        if tool is None:
            names = ", ".join(self.tools)
            return ToolAnswer(f"Error: {request.name} is not a valid tool, try one of [{names}].", is_error=True)
        fault = _fault(tool, request)
        if fault is not None:
            return ToolAnswer(fault, is_error=True)
        known = self._known(request.id)
        if known is not None:
            return known
        result = await self.call_tool(request.name, request.arguments, token, request.id)
        error = self._raised.pop(request.id, None)
        if error is None or isinstance(error, WorkspaceError):
            return ToolAnswer(result.to_text(), result.is_error, error=error)
        raise error

    def _known(self, call_id: str) -> ToolAnswer | None:
        """What an earlier attempt recorded, the first time that a call is performed; further times are retries."""
        first, known = call_id not in self._performed, self._ledger.ask.tool_call(self._conversation, call_id)
        self._performed.add(call_id)
        if not first or known is None or known.result is None:
            return None
        # A failure goes out as one, for whoever would have tried again had the run not been cut just then.
        return ToolAnswer(
            known.result, bool(known.is_error), error=WorkspaceError(known.result) if known.is_error else None
        )

    async def _recorded(
        self, name: str, arguments: Mapping[str, Any], call_id: str, _run: Callable[[], Awaitable[ToolResult]]
    ) -> ToolResult:
        await self._ledger.change(
            lambda c: changes.start_tool_call(c, self._conversation, call_id, name, dict(arguments))
        )
        started = time.monotonic()
        if name == submit.NAME and self._submit is not None:
            result = await self._deliver(arguments, call_id)
        else:
            result = capped(await self._run_tool(self.tools[name], arguments, call_id))
        text, seconds = result.to_text(), time.monotonic() - started
        await self._ledger.change(
            lambda c: changes.end_tool_call(c, self._conversation, call_id, text, result.is_error, seconds)
        )
        return result

    async def _run_tool(self, tool: BaseTool[Any, Any], arguments: Mapping[str, Any], call_id: str) -> ToolResult:
        """A tool's result; what it raises becomes an error result, and is kept for `perform`."""
        try:
            value = await tool.run_json(arguments, CancellationToken(), call_id=call_id)
            return ToolResult(name=tool.name, result=[TextResultContent(content=tool.return_value_as_string(value))])
        except Interfere as said:
            self._raised[call_id] = said
            return failed(tool.name, str(said))
        except Exception as error:  # noqa: BLE001 - a tool may raise anything; `perform` raises it again where it is judged
            self._raised[call_id] = error
            return failed(tool.name, error)

    async def _deliver(self, arguments: Mapping[str, Any], call_id: str) -> ToolResult:
        assert self._submit is not None
        try:
            text = await self._submit.deliver(submit.Submission.model_validate(arguments), call_id)
        except (WorkspaceError, ValueError, OSError) as error:
            return ToolResult(
                name=submit.NAME, result=[TextResultContent(content=f"Not handed in: {error}")], is_error=True
            )
        return ToolResult(name=submit.NAME, result=[TextResultContent(content=text)])


def _fault(tool: BaseTool[Any, Any], request: ToolRequest) -> str | None:
    """What is wrong with a call's arguments, as the model is told; None if nothing is (L14)."""
    wrong = "The arguments are no JSON object."
    if request.arguments is not None:
        try:
            tool.args_type().model_validate(dict(request.arguments))
        except ValidationError as error:
            wrong = str(error)
        else:
            return None
    return (
        f"Error invoking tool '{request.name}' with kwargs {request.arguments} with error:\n"
        f" {wrong}\n Please fix the error and try again."
    )
