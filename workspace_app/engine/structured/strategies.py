"""How a model is brought to give a value: by its provider's own means, or by a tool that it must call (L29-L34)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from autogen_core import FunctionCall
from autogen_core.tools import ParametersSchema, ToolSchema

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.models.slots import ModelSlot
from workspace_app.engine.structured.schema import Form, Kind, forms

HandleErrors: TypeAlias = "bool | str | type[Exception] | tuple[type[Exception], ...] | Callable[[Exception], str]"
PLEASE = "Error: {error}\n Please fix your mistakes."
NATIVE_NAMES = ("grok", "gpt-5", "gpt-4.1", "gpt-4o", "gpt-oss", "o3-pro", "o3-mini")
"""Parts of the names of models that can be held to a schema, where their slot does not say."""
WIRES = ("openai", "azure", "ollama")
"""Providers to which a schema can be sent."""


class StructuredOutputError(WorkspaceError):
    """A model's answer is not the value that was asked for."""


class StructuredOutputValidationError(StructuredOutputError):
    """The answer does not fit the schema."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(f"Failed to parse structured output for tool '{name}': {error}.")


class MultipleStructuredOutputsError(StructuredOutputError):
    """Several values were given at once (L33)."""

    def __init__(self, names: Sequence[str]) -> None:
        listed = ", ".join(names)
        super().__init__(
            f"Model incorrectly returned multiple structured responses ({listed}) when only one is expected."
        )


@dataclass(frozen=True)
class Auto:
    """Whatever the model that is asked can do best, decided at each call (L29).

    Args:
        strict: whether a provider is asked to be strict about the schema; None leaves that to it.
        handle_errors: what becomes of a wrong value given by a tool call (L32): True tells the model what is wrong and asks again, False ends
            the step, a text is told as it is, exception types are the only ones told, a function makes the text of the exception.
        tool_message: the tool's result; None for the value itself.
    """

    schema: Kind
    strict: bool | None = field(default=None, kw_only=True)
    handle_errors: HandleErrors = field(default=True, kw_only=True)
    tool_message: str | None = field(default=None, kw_only=True)

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The shapes that the answer may have."""
        return forms(self.schema)

    def read(self, name: str, value: Any) -> Any:
        """The value of the form of this name, as JSON. Raises StructuredOutputValidationError."""
        form = next(form for form in self.forms if form.name == name)
        try:
            return form.dump(form.read(value))
        except (ValueError, TypeError) as error:
            raise StructuredOutputValidationError(name, error) from None


@dataclass(frozen=True)
class Provider(Auto):
    """The provider holds its model to the schema (L30)."""

    def settings(self, slot: ModelSlot) -> dict[str, Any]:
        """Arguments of the request that say so, as the slot's provider wants them."""
        (form,) = self.forms
        if slot.provider == "ollama":
            return {"format": dict(form.schema)}
        strict = {} if self.strict is None else {"strict": self.strict}
        about = {"name": form.name, "schema": dict(form.schema), **strict}
        return {"response_format": {"type": "json_schema", "json_schema": about}}

    def parse(self, text: str) -> Any:
        """The value that a text is. Raises StructuredOutputValidationError."""
        (form,) = self.forms
        try:
            value = json.loads(text)
        except ValueError as error:
            raise StructuredOutputValidationError(form.name, error) from None
        return self.read(form.name, value)


@dataclass(frozen=True)
class Tool(Auto):
    """The model must call a tool whose arguments are the value, one tool for each form (L31)."""

    def tools(self) -> tuple[ToolSchema, ...]:
        """The tools that a request offers."""
        return tuple(
            ToolSchema(name=form.name, description=form.description, parameters=_parameters(form))
            for form in self.forms
        )

    def words(self, error: Exception) -> str:
        """What the model is told of an error. Raises it if it is not to be told."""
        handle = self.handle_errors
        if handle is False:
            raise error
        if isinstance(handle, str):
            return handle
        if isinstance(handle, type | tuple):
            if not isinstance(error, handle):
                raise error
        elif callable(handle):
            return handle(error)
        return PLEASE.format(error=error)


Strategy: TypeAlias = Auto | Provider | Tool
W = TypeVar("W", Auto, Provider, Tool)


@dataclass(frozen=True)
class Judged:
    """What the structured calls of one answer came to.

    Args:
        results: text and whether it is an error, by the call's id.
        value: by the call's id, if there is one that fits.
    """

    results: Mapping[str, tuple[str, bool]]
    value: Mapping[str, Any]


def decide(wanted: Strategy, slot: ModelSlot, *, has_tools: bool) -> Provider | Tool:
    """The strategy for one call of one model (L29): a union is always by tools."""
    if isinstance(wanted, Provider) and len(wanted.forms) > 1:
        raise StructuredOutputError("A provider takes one form of an answer, not several: use tools for it.")
    if isinstance(wanted, Provider | Tool):
        return wanted
    native = len(wanted.forms) == 1 and is_native(slot, has_tools=has_tools)
    return as_kind(Provider, wanted) if native else as_kind(Tool, wanted)


def as_kind(kind: type[W], wanted: Strategy) -> W:
    """The same value wanted in another way."""
    return kind(
        wanted.schema, strict=wanted.strict, handle_errors=wanted.handle_errors, tool_message=wanted.tool_message
    )


def is_native(slot: ModelSlot, *, has_tools: bool) -> bool:
    """Whether a slot's model can be held to a schema: as the slot says, else by the model's name (L29)."""
    name = slot.model.lower()
    gemini = re.search(r"gemini-(\d+)", name)
    if slot.provider not in WIRES or (gemini and int(gemini[1]) < 3 and has_tools):
        return False
    said = slot.options.get("structured_output")
    return bool(said) if said is not None else any(part in name for part in NATIVE_NAMES)


def judge(strategy: Tool, calls: Sequence[FunctionCall]) -> Judged:
    """Answer the calls that are values, whichever else there are.

    Raises:
        StructuredOutputError: one is wrong, and the model is not to be told.
    """
    names = {form.name for form in strategy.forms}
    given = [call for call in calls if call.name in names]
    try:
        if len(given) > 1:
            raise MultipleStructuredOutputsError([call.name for call in given])
        value = {call.id: strategy.read(call.name, _arguments(call)) for call in given}
    except StructuredOutputError as error:
        text = strategy.words(error)
        return Judged({call.id: (text, True) for call in given}, {})
    texts = {id_: strategy.tool_message or f"Returning structured response: {one}" for id_, one in value.items()}
    return Judged({id_: (text, False) for id_, text in texts.items()}, value)


def _arguments(call: FunctionCall) -> Any:
    try:
        return json.loads(call.arguments or "{}")
    except ValueError as error:
        raise StructuredOutputValidationError(call.name, error) from None


def _parameters(form: Form) -> ParametersSchema:
    known = {"properties": {}, **form.schema}
    parameters: ParametersSchema = known  # type: ignore[assignment]
    return parameters
