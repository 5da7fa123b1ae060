"""The structured answers of one assistant: what is asked of the model, and what its answers come to (L29-L35)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workspace_app.domain.records import Json
from workspace_app.engine.middleware.base import MiddlewareError, ModelAnswer, ModelRequest, ToolAnswer
from workspace_app.engine.middleware.memory import Decision
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.engine.structured.strategies import Auto, Provider, Strategy, Tool, as_kind, decide, judge

VALUE = "structured"
"""Key of the data of a tool's result, and of a message, that holds the value."""


@dataclass(frozen=True)
class StructuredAnswers:
    """What an assistant is to answer.

    Args:
        wanted: None for free text.
        slot_of: a model slot by its name.
    """

    wanted: Strategy | None
    slot_of: Callable[[str], ModelSlot]

    def prepared(self, request: ModelRequest) -> tuple[ModelRequest, Provider | Tool | None]:
        """A request as it is sent to the model that it ended up with, after all wrappers, and the strategy in it (L29).

        Raises:
            MiddlewareError: a wrapper asks for a form that the assistant was not set up with (L35).
        """
        if request.response_format is None:
            return request, None
        asked = request.response_format
        wanted = asked if isinstance(asked, Auto) else Auto(asked)
        strategy = decide(wanted, self.slot_of(request.slot), has_tools=bool(request.tools))
        request = request.override(response_format=None)
        if isinstance(strategy, Provider):
            settings = {**request.settings, **strategy.settings(self.slot_of(request.slot))}
            return request.override(settings=settings), strategy
        self._check(strategy)
        choice = "required" if request.tool_choice == "auto" else request.tool_choice
        return request.override(tools=(*request.tools, *strategy.tools()), tool_choice=choice), strategy

    def known(self, answer: ModelAnswer) -> ModelAnswer:
        """An answer with its strategy, also where it comes from the store or a cache: then it is told by what it looks like."""
        if self.wanted is None or answer.strategy is not None or answer.failed:
            return answer
        if answer.calls:
            return answer.override(strategy=as_kind(Tool, self.wanted))
        native = len(self.wanted.forms) == 1 and answer.text.lstrip().startswith("{")
        return answer.override(strategy=as_kind(Provider, self.wanted)) if native else answer

    def judge(self, answer: ModelAnswer) -> tuple[Decision, Mapping[str, Json]]:
        """Results for the calls that are values, or data for the text that is one.

        Raises:
            StructuredOutputError: it is no value as asked for, and the model is not to be told.
        """
        strategy = answer.strategy
        if isinstance(strategy, Tool) and answer.calls:
            judged = judge(strategy, answer.calls)
            results = {
                id_: ToolAnswer(text, wrong, {VALUE: judged.value[id_]} if id_ in judged.value else {})
                for id_, (text, wrong) in judged.results.items()
            }
            return Decision(results=results), {}
        if isinstance(strategy, Provider) and not answer.calls:
            return Decision(), {VALUE: strategy.parse(answer.text)}
        return Decision(), {}

    def refused(self, answer: ModelAnswer, error: Exception) -> Decision:
        """Results for the calls of an answer that ended the step: once the person resumes, the model is told why it is asked again."""
        names = {form.name for form in answer.strategy.forms} if answer.strategy else set()
        told = ToolAnswer(str(error), is_error=True)
        return Decision(results={call.id: told for call in answer.calls if call.name in names})

    def _check(self, strategy: Tool) -> None:
        declared = {form.name for form in self.wanted.forms} if self.wanted else set()
        unknown = [form.name for form in strategy.forms if form.name not in declared]
        if unknown:
            raise MiddlewareError(
                f"A middleware asks for an answer of the form {', '.join(unknown)}, which the step does not declare. "
                f"It declares: {', '.join(declared) or 'none'}. Name it in the step's output_schema."
            )


def values(decision: Decision, calls: Sequence[str]) -> list[Any]:
    """The values among the results of these calls."""
    found = [decision.results[id_].data for id_ in calls if id_ in decision.results]
    return [data[VALUE] for data in found if VALUE in data]
