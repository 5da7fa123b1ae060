"""The tools of one assistant in one run. Each call is recorded as started and as finished, so that no crash repeats a finished one (R64)."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import FunctionExecutionResult
from autogen_core.tools import BaseTool, TextResultContent, ToolResult

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine import submit
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.tools import TOOL_NAMES, SafeWorkbench
from workspace_app.store import changes

REPEATABLE = frozenset({*TOOL_NAMES, submit.NAME})
"""Tools that only read, or that know a repeated call: they are simply run again after a crash."""


class StepWorkbench(SafeWorkbench):
    """A workbench that never raises, and remembers.

    Args:
        tools: the assistant's tools.
        submit_work: the tool by which it hands in works; None for a function executor (R31).
    """

    def __init__(
        self,
        ledger: Ledger,
        conversation: str,
        tools: Sequence[BaseTool[Any, Any]],
        submit_work: submit.SubmitWork | None,
    ) -> None:
        super().__init__([*tools, *([submit_work] if submit_work else [])], around=self._recorded)
        self._ledger, self._conversation, self._submit = ledger, conversation, submit_work

    def was_started(self, call: FunctionCall) -> bool:
        """Whether a call was started in an earlier attempt and may have had an effect that must not happen twice."""
        return call.name not in REPEATABLE and call.id in self._ledger.ask.tool_calls(self._conversation)

    def known_result(self, call: FunctionCall) -> FunctionExecutionResult | None:
        """The result of a call that finished before, None if it has none."""
        known = self._ledger.ask.tool_calls(self._conversation).get(call.id)
        if known is None or known.result is None:
            return None
        return FunctionExecutionResult(content=known.result, call_id=call.id, is_error=known.is_error, name=call.name)

    async def run_call(self, call: FunctionCall, token: CancellationToken) -> FunctionExecutionResult:
        """Run a call that a stop or crash kept from being run."""
        try:
            arguments = json.loads(call.arguments)
        except ValueError as error:
            return FunctionExecutionResult(content=f"Error: {error}", call_id=call.id, is_error=True, name=call.name)
        result = await self.call_tool(call.name, arguments, token, call.id)
        return FunctionExecutionResult(
            content=result.to_text(), call_id=call.id, is_error=result.is_error, name=call.name
        )

    async def _recorded(
        self, name: str, arguments: Mapping[str, Any], call_id: str, run: Callable[[], Awaitable[ToolResult]]
    ) -> ToolResult:
        await self._ledger.change(
            lambda c: changes.start_tool_call(c, self._conversation, call_id, name, dict(arguments))
        )
        result = await (self._deliver(arguments, call_id) if name == submit.NAME and self._submit else run())
        text = result.to_text()
        await self._ledger.change(
            lambda c: changes.end_tool_call(c, self._conversation, call_id, text, result.is_error)
        )
        return result

    async def _deliver(self, arguments: Mapping[str, Any], call_id: str) -> ToolResult:
        assert self._submit is not None
        try:
            text = await self._submit.deliver(submit.Submission.model_validate(arguments), call_id)
        except (WorkspaceError, ValueError, OSError) as error:
            return ToolResult(
                name=submit.NAME, result=[TextResultContent(content=f"Not handed in: {error}")], is_error=True
            )
        return ToolResult(name=submit.NAME, result=[TextResultContent(content=text)])
