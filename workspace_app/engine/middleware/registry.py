"""The middleware that there is, by the name that plans call it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from pydantic import ValidationError

from workspace_app.engine.middleware.base import Middleware, MiddlewareError

MODULES: dict[str, str] = {
    "ModelCallLimit": "limits",
    "ToolCallLimit": "limits",
    "ModelFallback": "fallback",
    "ModelRetry": "retry",
    "ToolRetry": "retry",
}
"""Class name -> module of this package, in the order in which they are offered (L122)."""
EVERYWHERE: tuple[str, ...] = ()
"""Middleware that every assistant has, outermost and whatever its list says, with default settings."""


def types() -> dict[str, type[Middleware[Any]]]:
    """Every class of middleware by its name, in the default order (L122)."""
    return {name: class_of(name) for name in MODULES}


def class_of(name: str) -> type[Middleware[Any]]:
    """The class of this name. Raises MiddlewareError, which names those that exist."""
    if name not in MODULES:
        raise MiddlewareError(f'There is no middleware "{name}". There are: {", ".join(MODULES)}.')
    found: type[Middleware[Any]] = getattr(import_module(f"{__package__}.{MODULES[name]}"), name)
    return found


def build(listed: Sequence[Mapping[str, Any]]) -> list[Middleware[Any]]:
    """The middleware of an assistant, for one run.

    Args:
        listed: as in the plan: [{"type": name, "settings": {...}, "on": true}].

    Raises:
        MiddlewareError: an unknown name, wrong settings, or two of one name (L8).
    """
    on = [*({"type": name} for name in EVERYWHERE), *(entry for entry in listed if entry.get("on", True))]
    made = [_make(str(entry.get("type", "")), entry.get("settings") or {}) for entry in on]
    twice = [name for name, count in Counter(one.name for one in made).items() if count > 1]
    if twice:
        raise MiddlewareError(f"Please remove duplicate middleware instances. Twice in the list: {', '.join(twice)}.")
    return made


def faults(listed: Sequence[Mapping[str, Any]]) -> list[str]:
    """What keeps an assistant's list of middleware from being used, a sentence each."""
    try:
        build(listed)
    except MiddlewareError as error:
        return [str(error)]
    return []


def _make(name: str, settings: Mapping[str, Any]) -> Middleware[Any]:
    class_ = class_of(name)
    try:
        return class_(class_.Settings.model_validate(settings))
    except ValidationError as error:
        wrong = "; ".join(
            f"{'.'.join(map(str, fault['loc'])) or 'settings'}: {fault['msg']}" for fault in error.errors()
        )
        raise MiddlewareError(f"The settings of {name} are wrong: {wrong}.") from None
