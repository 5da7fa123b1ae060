"""The tool calls of one answer: those that a middleware answers, then all others side by side, and what came of them (L11-L15)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autogen_agentchat.messages import ToolCallExecutionEvent, ToolCallSummaryMessage
from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import FunctionExecutionResult

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.context import Said, calls_of, results_of
from workspace_app.engine.conversion import stored
from workspace_app.engine.middleware import memory
from workspace_app.engine.middleware.base import Artificial, Ask, Halt, Interfere, Jump, ToolAnswer, ToolRequest
from workspace_app.engine.middleware.chain import Chain, tool_request
from workspace_app.engine.middleware.memory import Decision
from workspace_app.engine.workbench import StepWorkbench
from workspace_app.store.changes import NewMessage

NOT_RUN: Mapping[Jump, str] = {
    "end": "This tool call was not run, because the turn was ended before it.",
    "model": "This tool call was not run, because you are asked again first.",
}
CANCELLED = "Cancelled by a message of the user: this tool call was not run."
INTERRUPTED = "This tool call was not run: the user has something to say first."


class ToolFailed(WorkspaceError):
    """A tool raised what it does not tell the model, and no middleware handled it: the step ends, with everything stored (L14)."""


@dataclass(frozen=True)
class Ran:
    """What a round of calls came to.

    Args:
        message: the results, to be stored.
        summary: calls and results, in the order of the calls.
        words: what was said instead of a call (T38), to be stored after the results.
        failure: what ends the step, once all is stored.
    """

    message: NewMessage
    summary: ToolCallSummaryMessage
    words: tuple[Artificial, ...] = ()
    failure: WorkspaceError | None = None


class ToolRound:
    """Calls tools for one assistant.

    Args:
        name: the assistant's name as models know it.
    """

    def __init__(self, chain: Chain, workbench: StepWorkbench, name: str) -> None:
        self._chain, self._workbench, self._name = chain, workbench, name

    def unknown(self, calls: Iterable[FunctionCall], decision: Decision) -> FunctionCall | None:
        """A call that was cut in an earlier attempt, so that nobody knows whether it had its effect (R64)."""
        open_calls = (call for call in calls if call.id not in decision.results)
        return next((call for call in open_calls if self._workbench.is_unknown(call)), None)

    async def run(self, calls: Sequence[FunctionCall], decision: Decision, token: CancellationToken) -> Ran:
        """Call the tools, as far as it has not been decided otherwise.

        Raises:
            Ask: a call needs the person first; what the others came to is stored.
        """
        answers = dict(decision.results)
        open_calls = [call for call in calls if call.id not in answers]
        if decision.jump in ("end", "model"):
            answers |= {call.id: ToolAnswer(NOT_RUN[decision.jump], is_error=True) for call in open_calls}
            return self._ran(calls, answers)
        requests = [decision.calls.get(call.id) or tool_request(call, self._chain.tools) for call in open_calls]
        outcomes = await asyncio.gather(*(self._act(one, token) for one in requests), return_exceptions=True)
        came = {call.id: outcome for call, outcome in zip(open_calls, outcomes, strict=True)}
        good = {id_: outcome for id_, outcome in came.items() if isinstance(outcome, ToolAnswer)}
        for answer in good.values():
            self._chain.accept(answer.state)
        await self._leave(good, outcomes)
        words = tuple(
            Artificial(text, "user") for outcome in outcomes if isinstance(outcome, Interfere) for text in outcome.texts
        )
        bad = {id_: _as_answer(outcome) for id_, outcome in came.items() if isinstance(outcome, BaseException)}
        failure = next((_failure(call.name, came[call.id]) for call in open_calls if _fails(came[call.id])), None)
        return replace(
            self._ran(calls, answers | {id_: (good | bad)[id_] for id_ in came}), words=words, failure=failure
        )

    def cancelled(self, calls: Sequence[FunctionCall]) -> NewMessage:
        """The results of calls that the person did not wait for (L44)."""
        return self._ran(calls, {call.id: ToolAnswer(CANCELLED, is_error=True) for call in calls}).message

    def told(self, calls: Said, results: Said) -> ToolCallSummaryMessage:
        """Stored calls and results as one message."""
        return self._summary(calls_of(calls), results_of(results))

    async def _act(self, request: ToolRequest, token: CancellationToken) -> ToolAnswer:
        return await self._chain.act(request, lambda changed: self._workbench.perform(changed, token))

    async def _leave(self, good: Mapping[str, ToolAnswer], outcomes: Sequence[object]) -> None:
        """If a call asks the person, or is stopped, that ends the run; the other calls' results are stored first."""
        asked = next((outcome for outcome in outcomes if isinstance(outcome, Ask | Halt)), None)
        for outcome in outcomes:
            if isinstance(outcome, asyncio.CancelledError):
                raise outcome
        if asked is None:
            return
        if good:
            scene, count = self._chain.scene, len(good)
            words = (
                f"{count} of these calls {'is' if count == 1 else 'are'} done; their results follow with the others."
            )
            note = memory.note(scene.speaker, words, Decision(results=good))
            await scene.recorder.keep(replace(note, data={**note.data, **self._chain.take_state()}))
        raise asked

    def _ran(self, calls: Sequence[FunctionCall], answers: Mapping[str, ToolAnswer]) -> Ran:
        """`answers` are in the order in which the model is to read them: made-up ones first (L15)."""
        names = {call.id: call.name for call in calls}
        results = [
            FunctionExecutionResult(content=answer.text, call_id=id_, is_error=answer.is_error, name=names[id_])
            for id_, answer in answers.items()
        ]
        event = ToolCallExecutionEvent(content=results, source=self._name)
        message = stored(event, source=self._chain.scene.speaker, final=False, request=None)
        details = {id_: dict(answer.data) for id_, answer in answers.items() if answer.data}
        data = {**message.data, **({"details": details} if details else {})}
        return Ran(replace(message, data=data), self._summary(calls, results))

    def _summary(
        self, calls: Sequence[FunctionCall], results: Sequence[FunctionExecutionResult]
    ) -> ToolCallSummaryMessage:
        by_id = {result.call_id: result for result in results}
        ordered = [by_id[call.id] for call in calls]
        text = "\n".join(result.content for result in ordered)
        return ToolCallSummaryMessage(content=text, source=self._name, tool_calls=list(calls), results=ordered)


def _as_answer(outcome: BaseException) -> ToolAnswer:
    if isinstance(outcome, Interfere):
        return ToolAnswer(INTERRUPTED, is_error=True)
    return ToolAnswer(str(outcome) or type(outcome).__name__, is_error=True)


def _fails(outcome: Any) -> bool:
    return isinstance(outcome, BaseException) and not isinstance(outcome, Interfere)


def _failure(tool: str, outcome: Any) -> WorkspaceError:
    if isinstance(outcome, WorkspaceError):
        return outcome
    return ToolFailed(f"The tool {tool} failed with {type(outcome).__name__}: {outcome}")
