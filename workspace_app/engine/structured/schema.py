"""What an answer must fit: a Pydantic class, a dataclass, a TypedDict or a JSON schema, each as one `Form` (L28)."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, Union, get_args, get_origin

from jsonschema import Draft202012Validator, SchemaError
from pydantic import PydanticUserError, TypeAdapter

Kind: TypeAlias = Any
"""A Pydantic class, a dataclass, a TypedDict, a union of those, or a JSON schema; its `oneOf` is a union."""

NAME = "response_format"
"""Name of a form whose JSON schema has no title."""


@dataclass(frozen=True)
class Form:
    """One shape that an answer may have.

    Args:
        name: as models call it: letters, digits, - and _.
        schema: JSON schema of an object.
        read: makes the value of parsed JSON; raises ValueError that says what does not fit.
        dump: makes JSON of the value.
    """

    name: str
    description: str
    schema: Mapping[str, Any]
    read: Callable[[Any], Any]
    dump: Callable[[Any], Any]


def forms(kind: Kind) -> tuple[Form, ...]:
    """The forms of a kind: one, or one for each member of a union. Raises ValueError if it is none."""
    if isinstance(kind, Mapping):
        members = kind.get("oneOf")
        shared = {key: value for key, value in kind.items() if key == "$defs"}
        return tuple(_of_json({**shared, **member}, place) for place, member in enumerate(members or [kind]))
    union: bool = isinstance(kind, types.UnionType) or get_origin(kind) is Union  # type: ignore[comparison-overlap]
    return tuple(map(_of_class, get_args(kind) if union else [kind]))


def fault_of(schema: Mapping[str, Any]) -> str | None:
    """What keeps a JSON schema from being the form of an answer; None if nothing does."""
    try:
        found = forms(schema)
    except (ValueError, TypeError) as error:
        return str(error)
    names = [form.name for form in found]
    return "two of its alternatives have one title" if len(set(names)) < len(names) else None


def _of_class(kind: type[Any]) -> Form:
    if not isinstance(kind, type):
        raise ValueError(f"{kind!r} is no class that an answer can fit")
    try:
        adapter: TypeAdapter[Any] = TypeAdapter(kind)
    except PydanticUserError as error:
        raise ValueError(error.message) from None
    schema = adapter.json_schema()
    description = str(schema.get("description") or kind.__doc__ or "")
    return Form(
        kind.__name__,
        description,
        schema,
        adapter.validate_python,
        lambda value: adapter.dump_python(value, mode="json"),
    )


def _of_json(schema: Mapping[str, Any], place: int) -> Form:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise ValueError(error.message) from None
    if schema.get("type") != "object":
        raise ValueError('it must describe an object ("type": "object")')
    title = re.sub(r"[^A-Za-z0-9_-]+", "_", str(schema.get("title") or "")).strip("_")
    name = title[:64] or (NAME if place == 0 else f"{NAME}_{place + 1}")
    validator = Draft202012Validator(schema)

    def read(value: Any) -> Any:
        faults = sorted(validator.iter_errors(value), key=lambda fault: list(map(str, fault.path)))
        if faults:
            raise ValueError("; ".join(f"{fault.json_path}: {fault.message}" for fault in faults))
        return value

    return Form(name, str(schema.get("description") or ""), schema, read, lambda value: value)
