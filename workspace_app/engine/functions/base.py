"""What a function is: work that needs no model (R30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from workspace_app.domain.errors import WorkspaceError


class FunctionFailed(WorkspaceError):
    """A function could not do its work; the message says why and what to do."""


@dataclass(frozen=True)
class InputWork:
    """A work that a step takes as input: its path in the space, the commit of its version (its SHA-256 if it is in none), and its bytes."""

    path: str
    commit: str
    content: bytes


@dataclass(frozen=True)
class FunctionContext:
    """What a function may use: the project folder, the task's folder in it, the step's inputs, and its time in seconds."""

    space: Path
    folder: Path
    inputs: tuple[InputWork, ...] = ()
    timeout: float = 60.0


@dataclass(frozen=True)
class Made:
    """A document that a function made; `extension` begins with a dot."""

    title: str
    content: bytes
    extension: str = ".md"


@runtime_checkable
class Function(Protocol):
    """A named piece of work. `parameters` is the JSON schema of its arguments.

    An argument named "timeout" is the seconds that a call may take, and is the context's time then.
    Calling it returns what it made, or raises FunctionFailed. It may be cancelled while it awaits.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]

    async def __call__(self, context: FunctionContext, arguments: Mapping[str, Any]) -> Sequence[Made]: ...


def object_schema(required: Sequence[str] = (), **properties: Mapping[str, Any]) -> Mapping[str, Any]:
    """The JSON schema of an object with these properties and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
