"""In which order hooks run, and where they may go instead (L4-L12, F14; S1-S7)."""

from __future__ import annotations

from typing import Any

from tests.engine.middleware.harness import Bench, call
from workspace_app.engine.middleware.base import (
    LIST_HOOKS,
    Middleware,
    Run,
)


def logs(name: str, log: list[str], hooks: tuple[str, ...]) -> type[Middleware[Any]]:
    """A middleware that writes down when each of its list hooks is called."""

    def hook(which: str) -> Any:
        async def write(_self: Any, _run: Run, *given: Any) -> None:
            log.append(f"{name}.{which}")

        return write

    def wrap(which: str) -> Any:
        async def around(_self: Any, _run: Run, request: Any, inner: Any) -> Any:
            log.append(f"{name} in")
            answer = await inner(request)
            log.append(f"{name} out")
            return answer

        return around

    return type(name, (Middleware,), {which: (wrap if which.startswith("wrap") else hook)(which) for which in hooks})


S1 = [
    "M1.before_agent",
    "M2.before_agent",
    "M1.before_model",
    "M2.before_model",
    "model",
    "M2.after_model",
    "M1.after_model",
    "tool a",
    "M1.before_model",
    "M2.before_model",
    "model",
    "M2.after_model",
    "M1.after_model",
    "M2.after_agent",
    "M1.after_agent",
]


async def test_s1_before_hooks_run_down_the_list_and_after_hooks_up(bench: Bench) -> None:
    """L4."""
    listed = [logs(name, bench.log, LIST_HOOKS) for name in ("M1", "M2")]
    result = await bench.run([call("a", x=1), "done"], listed)
    assert result.log == S1
    assert result.messages == ["H hi", "AI a(1)#1", "T#1 a1", "AI done"]
