"""The shell as a tool (L95-L102, L106-L108)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool
from pydantic import BaseModel, Field

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Json
from workspace_app.engine.shell.output import FLOOD
from workspace_app.engine.shell.policies import Bounds
from workspace_app.engine.shell.session import Outcome, ShellSession
from workspace_app.engine.tools.reach import Reach

DESCRIPTION = (
    "Run a command in a shell that stays: folder, variables and functions are there for the next command. Nothing can be typed into"
    " a running command, and one that takes too long is ended."
)
RESTARTED = "Shell session restarted."
NO_OUTPUT = "<no output>"
ENDED = "[The shell ended with this command. The next one runs in a new shell: folder and variables are the first ones again.]"
ANEW = "[This is a new shell: folder, variables and background programs of earlier commands are gone.]"

Redact = Callable[[str], str]
"""Makes a text fit to be shown, or raises OutputBlocked."""


class ToolFailed(WorkspaceError):
    """A call that was made and came to nothing good; the message is its result."""


class OutputBlocked(WorkspaceError):
    """A command printed what must not be shown (L100)."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"Output blocked: detected {kind}.")


class ShellArguments(BaseModel):
    command: str | None = Field(None, description="The command line")
    restart: bool | None = Field(None, description="true, instead of a command, ends the shell and starts a new one")


class ShellTool(BaseTool[ShellArguments, Any]):
    """Runs commands in a session.

    Args:
        redact: what is done to each output, in order (L100).
        anew: whether commands of this conversation ran in a session that is gone; the model is told with the next (L107).

    Attributes:
        artifacts: how calls ended, beside their text, by call id (L98); whoever shows it takes it out.
    """

    reach: ClassVar[Reach] = "acts"

    def __init__(
        self,
        session: ShellSession,
        *,
        name: str = "shell",
        description: str = DESCRIPTION,
        redact: Sequence[Redact] = (),
        anew: bool = False,
    ) -> None:
        super().__init__(ShellArguments, str, name, description)
        self._session, self._redact, self._anew = session, tuple(redact), anew
        self.artifacts: dict[str, dict[str, Json]] = {}

    async def run_json(
        self, args: Mapping[str, Any], cancellation_token: CancellationToken, call_id: str | None = None
    ) -> str:
        return await self._call(ShellArguments.model_validate(args), call_id)

    async def run(self, args: ShellArguments, cancellation_token: CancellationToken) -> str:
        return await self._call(args, None)

    async def _call(self, args: ShellArguments, call_id: str | None) -> str:
        if bool(args.restart) == (args.command is not None):
            raise ToolFailed('Give either "command" or "restart": true.')
        if args.command is None:
            await self._session.restart()
            self._anew = False
            return RESTARTED
        if not _is_plain(args.command):
            raise ToolFailed(
                "The command holds a character that no shell can be given (a zero byte, or half a character)."
            )
        outcome = await self._session.execute(args.command)
        if call_id is not None:
            self.artifacts[call_id] = artifact(outcome)
        text, failed = report(outcome, self._session.policy.bounds, self._redact)
        if self._anew or outcome.began_anew:
            text, self._anew = f"{ANEW}\n{text}", False
        if failed:
            raise ToolFailed(text)
        return text


def report(outcome: Outcome, bounds: Bounds, redact: Sequence[Redact] = ()) -> tuple[str, bool]:
    """What the model reads about a command, and whether that is an error (L98-L100)."""
    if outcome.timed_out:
        return (
            f"Error: Command timed out after {bounds.command_timeout:.1f} seconds.\n{ENDED}{_seen(outcome, redact)}",
            True,
        )
    if outcome.flooded:
        return f"Error: Command was ended: it printed more than {FLOOD:,} bytes.\n{ENDED}", True
    text = outcome.printed.text
    for one in redact:
        text = one(text)
    text = text.rstrip("\n") or NO_OUTPUT
    printed = outcome.printed
    if printed.cut_by_lines:
        text = f"{text.rstrip()}\n\n... Output truncated at {bounds.max_output_lines} lines (observed {printed.lines})."
    if printed.cut_by_bytes:
        text = f"{text.rstrip()}\n\n... Output truncated at {printed.most} bytes (observed {printed.size})."
    if outcome.exit_code:
        text = f"{text.rstrip()}\n\nExit code: {outcome.exit_code}"
    if outcome.restarted:
        text = f"{text}\n{ENDED}"
    return text, bool(outcome.exit_code)


def artifact(outcome: Outcome) -> dict[str, Json]:
    """How a command ended, as values (L98)."""
    printed = outcome.printed
    return {
        "timed_out": outcome.timed_out,
        "exit_code": outcome.exit_code,
        "truncated_by_lines": printed.cut_by_lines,
        "truncated_by_bytes": printed.cut_by_bytes,
        "total_lines": printed.lines,
        "total_bytes": printed.size,
    }


def _seen(outcome: Outcome, redact: Sequence[Redact]) -> str:
    """What a command printed before its time was up."""
    text = outcome.printed.text
    for one in redact:
        text = one(text)
    return f"\nUntil then it printed:\n{text.rstrip()}" if text.strip() else ""


def _is_plain(command: str) -> bool:
    try:
        return b"\0" not in command.encode()
    except UnicodeEncodeError:
        return False
