"""Running a Python script as a tool, in a process of its own under the shell's host policy."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from asyncio import to_thread
from pathlib import Path
from typing import Any, ClassVar

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool
from pydantic import BaseModel, Field

from workspace_app.engine.functions.processes import Finished, run_process
from workspace_app.engine.shell.policies import HostPolicy
from workspace_app.engine.tools.reach import Reach
from workspace_app.engine.tools.shell import NO_OUTPUT, ToolFailed

_MOST = 60_000  # bytes kept of each output stream


class PythonArguments(BaseModel):
    code: str = Field(
        description="A whole Python script; what it prints is the result, nothing is kept for the next one"
    )


class PythonTool(BaseTool[PythonArguments, Any]):
    """Runs scripts in `folder`, which is made with the first one."""

    reach: ClassVar[Reach] = "acts"

    def __init__(self, folder: Path, policy: HostPolicy | None = None) -> None:
        super().__init__(
            PythonArguments,
            str,
            "run_python",
            "Run a Python script in the folder for files of your own; what it prints is the result.",
        )
        self._folder, self._policy = folder, policy or HostPolicy()

    async def run(self, args: PythonArguments, cancellation_token: CancellationToken) -> str:
        if sys.platform == "win32":
            raise ToolFailed("The Python tool needs Linux or macOS.")
        home = Path(await to_thread(tempfile.mkdtemp, prefix="workspace-home-")).resolve()
        try:
            if self._folder.is_symlink():
                raise ToolFailed(f"{self._folder.name} is a link to another folder, in which no script is run.")
            self._folder.mkdir(parents=True, exist_ok=True)
            done = await run_process(
                [sys.executable, "-I", "-"],
                folder=self._folder,
                stdin=args.code.encode(errors="replace"),
                timeout=self._policy.bounds.command_timeout,
                limit=_MOST,
                limits=self._policy.limits,
                fence=self._policy.fence(self._folder, home, path=os.environ.get("PATH", "")),
                variables={"HOME": str(home), "TMPDIR": str(home)},
            )
        finally:
            await to_thread(shutil.rmtree, home, ignore_errors=True)
        return _report(done, self._policy.bounds.command_timeout)


def _report(done: Finished, seconds: float) -> str:
    """What was printed, that of stderr after the rest. Raises ToolFailed with it if the script failed or took too long."""
    errors = "".join(f"[stderr] {line}\n" for line in done.stderr.text.splitlines())
    text = "\n".join(part.rstrip("\n") for part in (done.stdout.text, errors) if part) or NO_OUTPUT
    if done.timed_out:
        raise ToolFailed(f"{text}\n\nError: The script was ended: it took more than {seconds:g} seconds.")
    if done.exit_code != 0:
        raise ToolFailed(f"{text}\n\nExit code: {done.exit_code}")
    return text
