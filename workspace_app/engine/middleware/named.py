"""Settings that may name a function of the project's own hooks file, as far as the person trusts it (L32, L53, L70, L81).

    def is_busy(error):                              # in .workspace/hooks.py
        return "busy" in str(error)

    {"type": "ModelRetry", "settings": {"retry_on": ["rate_limit", "is_busy"]}}

A function is found by its name when the settings are checked, so one that does not exist is a fault of the plan and not of the run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, PlainValidator, ValidationInfo, WithJsonSchema

from workspace_app.engine.middleware.base import MiddlewareError
from workspace_app.engine.models.errors import ErrorKind

T = TypeVar("T")
_MARK = "x-functions"
"""Says in a form's JSON schema that the project's functions are choices, too."""


@dataclass(frozen=True)
class Named:
    """A function of the project's own.

    Args:
        name: as it is called in the hooks file.
    """

    name: str
    function: Callable[..., Any]

    def __call__(self, returns: type[T], *given: Any) -> T:
        """What it returns. Raises MiddlewareError if it fails, or returns anything that is no `returns`."""
        try:
            result = self.function(*given)
        except Exception as error:
            raise MiddlewareError(
                f"The project's function {self.name} fails with {type(error).__name__}: {error}."
            ) from error
        if not isinstance(result, returns):
            raise MiddlewareError(
                f"The project's function {self.name} returned {result!r}: it must return a {returns.__name__}."
            )
        return result


def _found(name: Any, info: ValidationInfo) -> Named:
    functions: Mapping[str, Callable[..., Any]] = info.context or {}
    if name not in functions:
        there = ", ".join(functions) or "none, or is not trusted"
        raise ValueError(f"the project's hooks file has no function {name!r}; it has: {there}")
    if inspect.iscoroutinefunction(functions[name]):
        raise ValueError(f'the function {name} must be a plain one: write "def" without "async"')
    return Named(name, functions[name])


def _word(*words: str) -> PlainValidator:
    return PlainValidator(lambda value, info: value if value in words else _found(value, info))


def _schema(*words: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": list(words), _MARK: True})


def _of_kinds(value: Any, info: ValidationInfo) -> list[str | Named]:
    if not isinstance(value, list | tuple):
        raise ValueError("give a list")
    return [one if one in get_args(ErrorKind) else _found(one, info) for one in value]


def _of_types(value: Any, info: ValidationInfo) -> list[str | Named]:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise ValueError("give a list of names")
    return [one if one[:1].isupper() else _found(one, info) for one in value]


_KINDS = WithJsonSchema({"type": "array", "items": {"type": "string", "enum": list(get_args(ErrorKind)), _MARK: True}})
_NAMES = WithJsonSchema({"type": "array", "items": {"type": "string"}})

NoFunction: TypeAlias = Annotated[
    Named | None, PlainValidator(lambda value, info: _found(value, info) if value else None), _schema()
]
"""The name of a function, or empty."""
OnFailure: TypeAlias = Annotated[str | Named, _word("continue", "error"), _schema("continue", "error")]
"""What becomes of a failure; a function makes a text of it."""
Counter: TypeAlias = Annotated[str | Named, _word("approximate", "model"), _schema("approximate", "model")]
"""How tokens are counted; a function gets the messages."""
Kinds: TypeAlias = Annotated[list[str | Named], PlainValidator(_of_kinds), _KINDS]
"""Kinds of a model's failures; a function gets the error, and says whether it is one."""
Types: TypeAlias = Annotated[list[str | Named], PlainValidator(_of_types), _NAMES]
"""Names of classes of exceptions, which have a capital first, their subclasses among them; a function gets the exception, and says whether it is one."""


def form_of(settings: type[BaseModel], functions: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of a form, with the project's functions where one may be chosen."""
    schema = settings.model_json_schema()
    for name, about in list(schema.get("properties", {}).items()):
        for one in (about, about.get("items", {})):
            if one.pop(_MARK, False):
                one["enum"] = [*one["enum"], *functions]
        if about.get("enum") == []:
            del schema["properties"][name]
    return schema
