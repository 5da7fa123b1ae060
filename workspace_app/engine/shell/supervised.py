"""What a supervised program may use, and the leash that it hangs on."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_SUPERVISOR = Path(__file__).with_name("supervisor.py")  # by its path: it cannot be imported on Windows
# What programs need to find their way; keys and tokens in the app's own environment are not among it.
_UNIX = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TERM", "TZ", "TMPDIR", "XDG_RUNTIME_DIR")
_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP")
_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc",
    "/opt",
    "/nix",
    "/snap",
    "/dev",
    "/proc",
    "/sys",
)
_RESOLVER = "/run/systemd/resolve"  # where the system's list of name servers may lie
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/urandom")


@dataclass(frozen=True)
class Limits:
    """What a program may use; None is no limit. All but `processes` count for each of its processes alone."""

    cpu_seconds: int | None = None
    memory_bytes: int | None = None
    processes: int | None = 512
    file_bytes: int | None = None


NO_LIMITS = Limits()
"""But that of processes: no program that a person waits for runs more."""


@dataclass(frozen=True)
class Fence:
    """The folders and files that a program can reach; where the kernel has no Landlock (Linux 5.13), it reaches all."""

    readable: tuple[str, ...]
    writable: tuple[str, ...]


class Leash:
    """A pipe that a supervised program hangs on: when it is closed, or this process ends in whatever way, the program is ended."""

    def __init__(self) -> None:
        self.fd, self._held = os.pipe()

    def handed_over(self) -> None:
        """The program has been started, and has its own end."""
        os.close(self.fd)

    @property
    def held(self) -> bool:
        """Whether it has not been closed."""
        return self._held >= 0

    def close(self) -> None:
        """End the program and all that it started; may be called again."""
        if self.held:
            os.close(self._held)
            self._held = -1


def supervised(
    command: Sequence[str],
    leash: Leash,
    limits: Limits = NO_LIMITS,
    fence: Fence | None = None,
    at_end: Sequence[str] = (),
    *,
    isolated: bool = True,
) -> list[str]:
    """The command that runs `command` under the supervisor; the leash's `fd` must be passed on to it.

    Args:
        at_end: a command that is run when all has ended, such as one that removes a container.
        isolated: whether it gets a process namespace where the system permits it.
    """
    settings = {
        "leash": leash.fd,
        "limits": {name: value for name, value in _resources(limits).items() if value is not None},
        "processes": limits.processes,
        "readable": fence and fence.readable,
        "writable": fence and fence.writable,
        "at_end": list(at_end),
        "isolated": isolated and not at_end,  # whoever enters a namespace can start nothing more outside of it
    }
    return [sys.executable, "-I", "-S", str(_SUPERVISOR), json.dumps(settings), *command]


def environment(full: Mapping[str, str]) -> dict[str, str]:
    """The part of an environment that a program is given."""
    return {key: value for key, value in full.items() if key.upper() in _UNIX + _WINDOWS or key.startswith("LC_")}


def fence(*writable: Path, path: str, readable: Iterable[Path] = ()) -> Fence:
    """Reading what the system, the folders of `path` (a PATH) and `readable` hold, and reading and writing these folders."""
    system = (*_SYSTEM, _RESOLVER, sys.prefix, sys.base_prefix, *_programs(path))
    return Fence(
        (*system, *(str(folder.resolve()) for folder in readable)),
        (*_DEVICES, *(str(folder.resolve()) for folder in writable)),
    )


def _programs(path: str) -> list[str]:
    """The folders of a PATH; of a Python environment, or of a manager of versions whose "shims" they are, all of it."""
    found = []
    for folder in filter(None, path.split(os.pathsep)):
        prefix = Path(folder).parent
        with contextlib.suppress(OSError):
            whole = (prefix / "pyvenv.cfg").is_file() or Path(folder).name == "shims"
            found.append(str(prefix if whole else folder))
    return found


def _resources(limits: Limits) -> dict[str, int | None]:
    return {
        "RLIMIT_CPU": limits.cpu_seconds,
        "RLIMIT_AS": limits.memory_bytes,
        "RLIMIT_FSIZE": limits.file_bytes,
        "RLIMIT_CORE": 0,
    }
