"""Where a shell runs, and within which limits (L99, L103-L105)."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.shell.supervised import NO_LIMITS, Fence, Limits, fence

SHELL_LIMITS = Limits(cpu_seconds=600, memory_bytes=8 << 30, processes=256, file_bytes=1 << 30)


class ShellFailed(WorkspaceError, RuntimeError):
    """A shell cannot be used; the sentence says why and what to do."""


@dataclass(frozen=True)
class Bounds:
    """How long commands may take, in seconds, and how much of their output is kept; None is no limit (L99)."""

    command_timeout: float = 30.0
    startup_timeout: float = 30.0
    termination_timeout: float = 10.0
    max_output_lines: int | None = 100
    max_output_bytes: int | None = None


USUAL = Bounds()


@dataclass(frozen=True)
class Place:
    """What a session brings.

    Args:
        temporary: whether the workspace is a temporary folder.
        home: a folder for temporary files. name: a name that no other session has.
        inherited, variables: what the environment has of the app's own, and what was set for this shell.
    """

    workspace: Path
    temporary: bool
    home: Path
    name: str
    inherited: Mapping[str, str]
    variables: Mapping[str, str]


@dataclass(frozen=True)
class Launch:
    """The command that starts a shell, its limits, and a command that cleans up after it."""

    command: Sequence[str]
    limits: Limits = NO_LIMITS
    fence: Fence | None = None
    at_end: Sequence[str] = ()
    variables: Mapping[str, str] = field(default_factory=dict)


class Policy(Protocol):
    """A way to run a shell."""

    @property
    def bounds(self) -> Bounds: ...

    def launch(self, shell: Sequence[str], place: Place) -> Launch:
        """How to start the shell. Raises ShellFailed if it cannot be started here."""
        ...


@dataclass(frozen=True)
class HostPolicy:
    """On this computer, with process, time and memory limits (L103).

    Args:
        confined: the shell reads the system's folders and writes its own only, so HOME is a folder of its own. This is
            the kernel's Landlock; a system without it (macOS, Linux before 5.13) does not confine.
        readable: further folders that a confined shell reads.
    """

    bounds: Bounds = USUAL
    limits: Limits = SHELL_LIMITS
    confined: bool = True
    readable: tuple[Path, ...] = ()

    def fence(self, *writable: Path, path: str) -> Fence | None:
        """What a program reaches that writes in these folders and finds others by this PATH; None for everything."""
        return fence(*writable, path=path, readable=self.readable) if self.confined else None

    def launch(self, shell: Sequence[str], place: Place) -> Launch:
        if sys.platform == "win32":
            raise ShellFailed("The shell tool needs Linux or macOS: use the Docker policy on Windows.")
        own = {"TMPDIR": str(place.home), **({"HOME": str(place.home)} if self.confined else {})}
        variables = {**place.inherited, **own, **place.variables}
        walls = self.fence(place.workspace, place.home, path=variables.get("PATH", ""))
        return Launch(shell, self.limits, walls, variables=variables)


@dataclass(frozen=True)
class DockerPolicy:
    """In a container of its own, without network unless it is given one (L104).

    Args:
        memory: bytes; None for no limit. cpus: how many processors, such as "1.5". user: "1000:1000", or a name.
        cpu_seconds: not supported by Docker; anything but None is refused.
    """

    bounds: Bounds = USUAL
    image: str = "python:3.12-alpine3.19"
    network: bool = False
    memory: int | None = None
    cpus: str | None = None
    read_only: bool = False
    user: str | None = None
    cpu_seconds: int | None = None

    def __post_init__(self) -> None:
        if self.cpu_seconds is not None:
            raise ShellFailed("Docker cannot limit processor seconds: use `cpus`, or the host policy.")

    def launch(self, shell: Sequence[str], place: Place) -> Launch:
        docker = shutil.which("docker")
        if docker is None:
            raise ShellFailed("The Docker policy needs the program `docker`: install Docker, or use the host policy.")
        command = [docker, "run", "-i", "--rm", "--name", place.name]
        command += [] if self.network else ["--network", "none"]
        command += ["--memory", str(self.memory)] if self.memory is not None else []
        folder = str(place.workspace)
        command += ["-w", "/"] if place.temporary else ["-v", f"{folder}:{folder}", "-w", folder]
        command += ["--read-only"] if self.read_only else []
        command += ["--cpus", self.cpus] if self.cpus is not None else []
        command += ["--user", self.user] if self.user is not None else []
        command += [word for key, value in place.variables.items() for word in ("-e", f"{key}={value}")]
        return Launch([*command, self.image, *shell], at_end=(docker, "kill", place.name), variables=place.inherited)


@dataclass(frozen=True)
class CodexPolicy:
    """In the sandbox of the Codex command line, with its settings overridden by `overrides` (L105)."""

    bounds: Bounds = USUAL
    binary: str = "codex"
    platform: Literal["auto", "linux", "macos"] = "auto"
    overrides: Mapping[str, Any] = field(default_factory=dict)

    def launch(self, shell: Sequence[str], place: Place) -> Launch:
        binary = shutil.which(self.binary)
        if binary is None:
            raise ShellFailed(
                f"The Codex policy needs the program `{self.binary}`: install Codex, or use the host policy."
            )
        platform = self.platform if self.platform != "auto" else "macos" if sys.platform == "darwin" else "linux"
        settings = [
            word for key in sorted(self.overrides) for word in ("-c", f"{key}={json.dumps(self.overrides[key])}")
        ]
        return Launch(
            [binary, "sandbox", platform, *settings, "--", *shell], variables={**place.inherited, **place.variables}
        )
