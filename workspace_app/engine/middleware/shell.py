"""A shell for an assistant (L95-L108)."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

from autogen_core.tools import BaseTool
from pydantic import BaseModel, ConfigDict, Field, model_validator

from workspace_app.domain.pii import TYPES, Rule
from workspace_app.engine.middleware.base import (
    Middleware,
    MiddlewareError,
    Run,
    ToolAnswer,
    ToolCall,
    ToolRequest,
    Update,
)
from workspace_app.engine.place import Place
from workspace_app.engine.rooted import inner
from workspace_app.engine.shell.policies import Bounds, CodexPolicy, DockerPolicy, HostPolicy, Policy
from workspace_app.engine.shell.session import ShellSession
from workspace_app.engine.shell.sessions import SHELLS
from workspace_app.engine.shell.supervised import Limits
from workspace_app.engine.tools.shell import DESCRIPTION, OutputBlocked, Redact, ShellTool

_MEGABYTE = 1_000_000


class RedactionRule(BaseModel):
    """What a command may not show as it is."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(title="Kind of data", description=f"{', '.join(TYPES)}, or a name of your own with a detector.")
    strategy: Literal["redact", "mask", "hash", "block"] = Field("redact", title="What happens to it")
    detector: str = Field("", title="Detector", description="A regular expression.")

    @model_validator(mode="after")
    def _is_a_rule(self) -> Self:
        self.rule()
        return self

    def rule(self) -> Rule:
        """As a rule. Raises ValueError if nothing can be found by it."""
        return Rule(self.type, self.strategy, self.detector)


class ShellSettings(BaseModel):
    """Where the shell runs, and within which limits."""

    model_config = ConfigDict(extra="forbid")

    policy: Literal["host", "docker", "codex"] = Field(
        "host",
        title="Runs",
        description="On this computer, in a Docker container, or in the sandbox of the Codex command line.",
    )
    workspace: str = Field(
        "",
        title="Folder",
        description="Relative to the project folder; empty for the step's folder for files of the assistant's own.",
    )
    startup_commands: list[str] = Field(default_factory=list, title="Commands to begin with")
    shutdown_commands: list[str] = Field(default_factory=list, title="Commands to end with")
    env: dict[str, str] = Field(
        default_factory=dict, title="Environment variables", description="The app's own keys are never passed on."
    )
    command_timeout: float = Field(30, gt=0, le=3600, title="Seconds for a command")
    startup_timeout: float = Field(30, gt=0, le=3600, title="Seconds for a command to begin with")
    termination_timeout: float = Field(10, gt=0, le=600, title="Seconds for the commands to end with")
    max_output_lines: int | None = Field(100, gt=0, title="Lines of output that the model reads")
    max_output_bytes: int | None = Field(None, gt=0, title="Bytes of output that the model reads")
    redaction_rules: list[RedactionRule] = Field(
        default_factory=list, title="Personal data in the output", description="Taken out before anyone reads it."
    )
    cpu_seconds: int | None = Field(
        None, gt=0, title="Processor seconds for each program", description="Not with Docker."
    )
    memory_mb: int | None = Field(
        None, gt=0, title="Memory in MB", description="For each program; with Docker for all of them."
    )
    processes: int = Field(256, gt=0, title="Programs at once", description="On this computer only.")
    confined: bool = Field(
        True,
        title="Keep it in its folder",
        description="On this computer (Linux): it reads the system's folders and the task's, and writes only in its own.",
    )
    image: str = Field("python:3.12-alpine3.19", title="Docker image")
    network: bool = Field(False, title="Network in the Docker container")
    cpus: str | None = Field(None, title="Processors for the Docker container")
    user: str | None = Field(None, title="User in the Docker container")
    read_only: bool = Field(False, title="The Docker container cannot change its own files")
    codex_settings: dict[str, Any] = Field(default_factory=dict, title="Settings of the Codex sandbox")
    shell_command: str = Field("", title="Shell", description="Empty for bash, or sh in a Docker container.")
    tool_name: str = Field("shell", title="Name of the tool", pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")
    tool_description: str = Field(
        DESCRIPTION, title="Description of the tool", description="What the model reads about it."
    )


class Shell(Middleware[ShellSettings]):
    """Gives the assistant a shell in its step's folder, which stays open for the whole of its turn.

    It is closed when the turn has come to its answer or the run is stopped, and kept while the person is waited for (L97, L107).
    """

    Settings = ShellSettings

    _key = ""
    _tool: ShellTool | None = None
    _run: Run | None = None

    @property
    def name(self) -> str:
        return "Shell" if self.settings.tool_name == "shell" else f"Shell[{self.settings.tool_name}]"

    def tools(self, run: Run) -> Sequence[BaseTool[Any, Any]]:
        conversation = run.place.conversation
        assert conversation is not None
        self._key, self._run = f"{conversation.id}/{run.speaker}/{self.settings.tool_name}", run
        earlier = any(
            call.name == self.settings.tool_name for call in run.ledger.ask.tool_calls(conversation.id).values()
        )
        anew = earlier and self._key not in SHELLS
        session = SHELLS.take(self._key, lambda: self._session(run.place))
        settings = self.settings
        about: dict[str, Any] = {"name": settings.tool_name, "description": settings.tool_description}
        redact = [_redacting(rule.rule()) for rule in settings.redaction_rules]
        self._tool = ShellTool(session, **about, redact=redact, anew=anew)
        return [self._tool]

    async def wrap_tool_call(self, run: Run, request: ToolRequest, call: ToolCall) -> ToolAnswer:
        answer = await call(request)
        if self._tool is None or request.name != self._tool.name:
            return answer
        return answer.override(data={**answer.data, **self._tool.artifacts.pop(request.id, {})})

    async def after_agent(self, run: Run) -> Update | None:
        await SHELLS.close(self._key)
        return None

    async def close(self) -> None:
        if self._run is not None and self._run.held:
            SHELLS.leave(self._key)
        else:
            await SHELLS.close(self._key)

    def _session(self, place: Place) -> ShellSession:
        return ShellSession(
            policy_of(self.settings, place.folder),
            self._folder(place),
            startup=self.settings.startup_commands,
            shutdown=self.settings.shutdown_commands,
            shell=_shell(self.settings),
            variables=self.settings.env,
        )

    def _folder(self, place: Place) -> Path:
        own = (place.folder / f"step_{place.step.n}" / "files").relative_to(place.space).as_posix()
        try:
            return inner(place.space, self.settings.workspace or own)
        except PermissionError as error:
            raise MiddlewareError(
                f"The shell's folder \"{self.settings.workspace or own}\" is outside of the project folder, or git's: name one in it by its relative path."
            ) from error


def policy_of(settings: ShellSettings, task: Path) -> Policy:
    """The policy that the settings describe; a confined shell may read the task's folder. Raises ShellFailed if it cannot do what they ask."""
    bounds = Bounds(
        settings.command_timeout,
        settings.startup_timeout,
        settings.termination_timeout,
        settings.max_output_lines,
        settings.max_output_bytes,
    )
    memory = None if settings.memory_mb is None else settings.memory_mb * _MEGABYTE
    if settings.policy == "docker":
        return DockerPolicy(
            bounds,
            settings.image,
            settings.network,
            memory,
            settings.cpus,
            settings.read_only,
            settings.user,
            settings.cpu_seconds,
        )
    if settings.policy == "codex":
        return CodexPolicy(bounds, overrides=settings.codex_settings)
    limits = Limits(
        cpu_seconds=settings.cpu_seconds, memory_bytes=memory, processes=settings.processes, file_bytes=1 << 30
    )
    return HostPolicy(bounds, limits, settings.confined, (task,))


def _redacting(rule: Rule) -> Redact:
    def redact(text: str) -> str:
        if rule.strategy == "block" and rule.find(text):
            raise OutputBlocked(rule.type)
        return rule.clean(text)

    return redact


def _shell(settings: ShellSettings) -> list[str]:
    if settings.shell_command:
        return shlex.split(settings.shell_command)
    if settings.policy == "docker":
        return ["/bin/sh"]
    bash = shutil.which("bash")
    return [bash, "--noprofile", "--norc"] if bash else ["/bin/sh"]
