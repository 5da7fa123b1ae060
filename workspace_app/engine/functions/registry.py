"""Finding functions by name, and calling them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.functions.base import Function, FunctionContext, FunctionFailed, Made
from workspace_app.engine.functions.commands import RunCommand
from workspace_app.engine.functions.documents import DocumentToMarkdown
from workspace_app.engine.functions.web import WebFetch
from workspace_app.engine.functions.works import CopyWorks, JoinWorks

GROUP = "workspace_app.functions"
_BUILT_IN = (WebFetch, DocumentToMarkdown, RunCommand, CopyWorks, JoinWorks)
LONGEST = 3600.0  # seconds that an argument "timeout" may ask for
_GRACE = 5.0  # seconds past its time in which a function can still say itself what took so long
_log = logging.getLogger(__name__)


def functions() -> Mapping[str, Function]:
    """All functions by name: the built-in ones, and those that installed packages offer as entry points."""
    return _load()[0]


def broken_functions() -> Mapping[str, str]:
    """The installed functions that cannot be used, by name, each with a sentence that says why."""
    return _load()[1]


async def call(name: str, context: FunctionContext, arguments: Mapping[str, Any]) -> Sequence[Made]:
    """Run a function. An argument "timeout" replaces the context's time (seconds), up to an hour.

    Raises FunctionFailed if it is unknown, its arguments are wrong, it fails, or its time is up.
    """
    function = _find(name)
    _check(function, arguments)
    context = _in_time(context, arguments)
    limit = asyncio.timeout(context.timeout + _GRACE)
    try:
        async with limit:
            return await function(context, arguments)
    except WorkspaceError:
        raise
    except Exception as error:
        late = f"it did not end within {context.timeout:g} seconds"
        cause = late if limit.expired() else f"{type(error).__name__}: {error}"
        raise FunctionFailed(f'The function "{name}" failed: {cause}.') from error


def _load() -> tuple[dict[str, Function], dict[str, str]]:
    found: dict[str, Function] = {}
    broken: dict[str, str] = {}
    for make in _BUILT_IN:
        function: Function = make()
        found[function.name] = function
    for point in entry_points(group=GROUP):
        try:
            function = _from_entry_point(point)
            if function.name in found:
                raise FunctionFailed(f'the name "{function.name}" is taken')
            found[function.name] = function
        except Exception as error:  # noqa: BLE001 - whatever other people's code raises must not take ours away
            broken[point.name] = f'The function "{point.name}" ({point.value}) cannot be used: {error}'
            _log.warning("%s", broken[point.name])
    return found, broken


def _from_entry_point(point: EntryPoint) -> Function:
    loaded = point.load()
    function = loaded() if isinstance(loaded, type) else loaded
    if not isinstance(function, Function):
        raise FunctionFailed("it has no name, description, parameters or call")
    return function


def _find(name: str) -> Function:
    found, broken = _load()
    if name in found:
        return found[name]
    raise FunctionFailed(broken.get(name) or f'There is no function "{name}". There are: {", ".join(sorted(found))}.')


def _check(function: Function, arguments: Mapping[str, Any]) -> None:
    faults = list(_faults(function.parameters, arguments))
    if faults:
        raise FunctionFailed(f'The arguments of the function "{function.name}" do not fit: {"; ".join(faults)}.')


def _in_time(context: FunctionContext, arguments: Mapping[str, Any]) -> FunctionContext:
    """The context with the time that the arguments ask for."""
    asked = arguments.get("timeout")
    if isinstance(asked, bool) or not isinstance(asked, int | float):
        return context
    return replace(context, timeout=min(asked, LONGEST))


def _faults(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> Iterator[str]:
    from jsonschema import Draft202012Validator

    for error in sorted(Draft202012Validator(schema).iter_errors(dict(arguments)), key=lambda error: list(error.path)):
        where = ".".join(str(part) for part in error.absolute_path)
        yield f"{where}: {error.message}" if where else error.message
