"""What goes over the local socket: JSON-RPC 2.0, one object a line."""

import json
from typing import Any

from workspace_app.domain.errors import NotAllowed, NotFound, WorkspaceError

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_VERB, BAD_ARGUMENTS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603


class UnknownVerb(WorkspaceError):
    """The engine has no such verb."""


class BadArguments(WorkspaceError):
    """A verb was asked for with arguments that it does not take."""


class EngineLost(WorkspaceError):
    """The engine ended or cannot be reached."""


_ERRORS: dict[int, type[WorkspaceError]] = {
    -32000: WorkspaceError,
    -32001: NotFound,
    -32002: NotAllowed,
    UNKNOWN_VERB: UnknownVerb,
    BAD_ARGUMENTS: BadArguments,
}


def encode(value: dict[str, Any]) -> bytes:
    """One line."""
    whole = {"jsonrpc": "2.0", **value}
    try:
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:
        # Half a character, as in a file's name that is no text, can be written as an escape only.
        return json.dumps(whole, separators=(",", ":")).encode() + b"\n"


def request(id_: int, verb: str, arguments: dict[str, Any]) -> bytes:
    """A line that asks for a verb."""
    return encode({"id": id_, "method": verb, "params": arguments})


def result(id_: Any, value: Any) -> bytes:
    """A line that answers a request.

    Raises:
        TypeError: the value is not JSON.
    """
    return encode({"id": id_, "result": value})


def failure(id_: Any, code: int, sentence: str) -> bytes:
    """A line that says why a request was not done."""
    return encode({"id": id_, "error": {"code": code, "message": sentence}})


def notification(method: str, params: dict[str, Any]) -> bytes:
    """A line that nobody asked for."""
    return encode({"method": method, "params": params})


def code_of(error: WorkspaceError) -> int:
    """The number by which the other side knows the class of an error, or the nearest one above it."""
    numbers = {kind: code for code, kind in _ERRORS.items()}
    return next(numbers[kind] for kind in type(error).__mro__ if kind in numbers)


def error_from(error: dict[str, Any]) -> WorkspaceError:
    """The error that a `failure` line tells of."""
    return _ERRORS.get(error["code"], WorkspaceError)(error["message"])
