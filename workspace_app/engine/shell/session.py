"""A shell that stays: folder, variables and functions of one command are there for the next (L95-L102, L106)."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workspace_app.engine.shell.output import FLOOD, Output, Printed
from workspace_app.engine.shell.policies import HostPolicy, Place, Policy, ShellFailed
from workspace_app.engine.shell.shell import Shell
from workspace_app.engine.shell.supervised import Leash, environment, supervised

_PASSED_ON = ("PATH", "HOME", "LANG", "LANGUAGE", "TERM")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outcome:
    """How a command ended.

    Args:
        exit_code: None if it was ended (`timed_out`, or `flooded`: it printed without end).
        restarted: the shell itself ended with the command, and a new one is there for the next.
        began_anew: the shell of the command before was gone, so this one did not see its folder and variables.
    """

    printed: Printed
    exit_code: int | None
    timed_out: bool = False
    flooded: bool = False
    restarted: bool = False
    began_anew: bool = False


class ShellSession:
    """One shell, started with its first command, for one command at a time.

    Args:
        workspace: its folder; None for a temporary one, which is removed at the end (L95).
        startup, shutdown: commands that are run when it starts (each time) and before it is closed.
        variables: further environment variables; the app's own are not passed on but PATH, HOME, LANG and TERM (L102).
    """

    def __init__(
        self,
        policy: Policy | None = None,
        workspace: Path | None = None,
        *,
        startup: Sequence[str] = (),
        shutdown: Sequence[str] = (),
        shell: Sequence[str] = ("/bin/bash", "--noprofile", "--norc"),
        variables: Mapping[str, object] | None = None,
    ) -> None:
        self.policy: Policy = policy or HostPolicy()
        self._workspace, self._shell = workspace, shell
        self._startup, self._shutdown = tuple(startup), tuple(shutdown)
        self._variables = _checked(variables or {})
        self._running: Shell | None = None
        self._folders: list[Path] = []
        self._one_at_a_time = asyncio.Lock()

    async def execute(self, command: str, timeout: float | None = None) -> Outcome:
        """Run a command for at most `timeout` seconds (the policy's `command_timeout` if None).

        A command that is cancelled, or takes too long, ends with all that it started, and so does the shell.

        Raises:
            ShellFailed: the shell cannot be started, or a startup command fails.
        """
        async with self._one_at_a_time:
            gone = self._running is not None and not self._running.alive
            shell = await self._shell_at_work()
            bounds = self.policy.bounds
            output = Output(bounds.max_output_lines, bounds.max_output_bytes)
            outcome = await self._run(shell, command, output, bounds.command_timeout if timeout is None else timeout)
            if outcome.restarted:
                self._running = None
                await shell.end()
            return replace(outcome, began_anew=gone)

    async def restart(self) -> None:
        """End the shell and all that it started; a new one with a clean environment is there for the next command."""
        async with self._one_at_a_time:
            await self._end()
            await self._shell_at_work()

    async def close(self) -> None:
        """Run the shutdown commands, whose failures are only logged, and end all that was started."""
        async with self._one_at_a_time:
            try:
                async with asyncio.timeout(self.policy.bounds.termination_timeout):
                    await self._shut_down()
            except TimeoutError:
                _log.warning("The shutdown commands of a shell took too long, and were ended.")
            finally:
                await self._end()
                for folder in self._folders:
                    await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
                self._folders.clear()

    async def _shut_down(self) -> None:
        for command in self._shutdown if self._running else ():
            if self._running is None:
                return
            output = Output(1, 1000)
            outcome = await self._run(self._running, command, output, self.policy.bounds.termination_timeout)
            if outcome.exit_code != 0:
                _log.warning("The shutdown command %r of a shell failed with exit code %s.", command, outcome.exit_code)

    async def _shell_at_work(self) -> Shell:
        if self._running is not None and self._running.alive:
            return self._running
        await self._end()
        self._running = shell = await self._start()
        for command in self._startup:
            outcome = await self._run(shell, command, Output(20, 2000), self.policy.bounds.startup_timeout)
            if outcome.exit_code != 0:
                await self._end()
                raise ShellFailed(f"Startup command '{command}' failed with exit code {outcome.exit_code}")
        return shell

    async def _start(self) -> Shell:
        home = self._folder("home")
        workspace = self._workspace or self._folder("workspace")
        workspace.mkdir(parents=True, exist_ok=True)
        inherited = {key: value for key, value in environment(os.environ).items() if key in _PASSED_ON}
        name = f"workspace-shell-{secrets.token_hex(6)}"
        place = Place(workspace, self._workspace is None, home, name, {"TERM": "dumb", **inherited}, self._variables)
        launch = self.policy.launch(self._shell, place)
        leash = Leash()
        try:
            command = supervised(launch.command, leash, launch.limits, launch.fence, launch.at_end)
            _, shell = await asyncio.get_running_loop().subprocess_exec(
                lambda: Shell(leash),
                *command,
                cwd=workspace,
                env=dict(launch.variables),
                start_new_session=True,
                pass_fds=[leash.fd],
            )
        except BaseException as error:
            leash.close()
            if isinstance(error, OSError):
                raise ShellFailed(f"The shell cannot be started: {error}.") from error
            raise
        finally:
            leash.handed_over()
        return shell

    def _folder(self, purpose: str) -> Path:
        """A temporary folder of this session, the same one after a restart."""
        prefix = f"workspace-{purpose}-"
        for folder in self._folders:
            if folder.name.startswith(prefix):
                return folder
        self._folders.append(Path(tempfile.mkdtemp(prefix=prefix)).resolve())
        return self._folders[-1]

    async def _run(self, shell: Shell, command: str, output: Output, timeout: float) -> Outcome:
        waiting = asyncio.ensure_future(shell.run(command, output))
        try:
            async with asyncio.timeout(timeout):
                code = await waiting
        except TimeoutError:
            await shell.end()
            return Outcome(output.printed(), None, timed_out=True, restarted=True)
        except BaseException:
            shell.let_go()
            raise
        if output.size > FLOOD:
            await shell.end()
            return Outcome(output.printed(), None, flooded=True, restarted=True)
        return Outcome(output.printed(), code, restarted=not shell.alive)

    async def _end(self) -> None:
        if self._running is not None:
            shell, self._running = self._running, None
            await shell.end()


def _checked(variables: Mapping[Any, object]) -> dict[str, str]:
    if wrong := next((key for key in variables if not isinstance(key, str)), None):
        raise TypeError(f"The name of an environment variable must be a text, not {wrong!r}.")
    return {key: str(value) for key, value in variables.items()}
