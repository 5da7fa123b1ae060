"""Running a program as a step."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from workspace_app.domain.plan import title_from
from workspace_app.engine.functions.base import FunctionContext, FunctionFailed, Made, object_schema
from workspace_app.engine.functions.processes import Finished, Output, run_process

_LIMIT = 1_000_000  # bytes kept of each output stream
_TAIL = 2_000  # characters of output that an error message carries


class RunCommand:
    """Runs a program in the project folder and makes a work of what it printed."""

    name = "run_command"
    description = "Run a program or shell command in the project folder; its output becomes the work."
    parameters = object_schema(
        required=["command"],
        command={
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "array", "items": {"type": "string"}, "minItems": 1},
            ],
            "description": "A command line for the shell, or the program and its arguments as a list.",
        },
        timeout={
            "type": "number",
            "exclusiveMinimum": 0,
            "description": "Time limit in seconds, 60 if not given, at most 3600.",
        },
    )

    async def __call__(self, context: FunctionContext, arguments: Mapping[str, Any]) -> Sequence[Made]:
        command: str | list[str] = arguments["command"]
        shown = command if isinstance(command, str) else shlex.join(command)
        try:
            done = await run_process(command, folder=context.space, timeout=context.timeout, limit=_LIMIT)
        except (OSError, ValueError) as error:
            raise FunctionFailed(f"The command `{shown}` cannot be started: {error}") from error
        if done.timed_out:
            raise FunctionFailed(
                f"The command `{shown}` was ended: it took more than {context.timeout:g} seconds.{_tail(done)}"
            )
        if done.exit_code != 0:
            raise FunctionFailed(f"The command `{shown}` failed with exit code {done.exit_code}.{_tail(done)}")
        return [Made(title_from(shown) or "Command", _report(shown, done).encode())]


def _tail(done: Finished) -> str:
    text = done.stderr.text.strip() or done.stdout.text.strip()
    return f" Its last words:\n{text[-_TAIL:]}" if text else " It printed nothing."


def _report(shown: str, done: Finished) -> str:
    parts = ["# Command", _fenced(shown, "sh"), f"Exit code: {done.exit_code}"]
    parts += _section("Output", done.stdout, always=True) + _section("Error output", done.stderr, always=False)
    return "\n\n".join(parts) + "\n"


def _section(title: str, output: Output, *, always: bool) -> list[str]:
    if not output.text and not always:
        return []
    cut = [f"{output.cut:,} bytes in the middle were cut: it was more than {_LIMIT:,} bytes."] if output.cut else []
    return [f"## {title}", *cut, _fenced(output.text.rstrip("\n"), "text") if output.text else "Nothing."]


def _fenced(text: str, info: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{info}\n{text}\n{fence}"
