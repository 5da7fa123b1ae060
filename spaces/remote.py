"""Talking to another repository: fetch and push, without a question on any terminal, and with what went wrong in plain words.

The commands run in an empty repository of their own that borrows the objects of the space: so the person's own git
settings count (they have the keys), and nothing that a stranger's repository has in its configuration does.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from spaces.errors import SpaceError
from spaces.git import git_program

_PROTOCOLS = "file:git:http:https:ssh"
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "fetch.fsckObjects": "true",
    "http.lowSpeedLimit": "1000",
    "http.lowSpeedTime": "30",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "push.gpgSign": "false",
    "credential.interactive": "false",
    "color.ui": "false",
}
_PERCENT = re.compile(r"^(?:remote: )?([A-Z][a-z ]+):\s+(\d+)% ")
_NO_ACCESS = (
    "Authentication failed", "could not read Username", "could not read Password", "terminal prompts disabled",
    "Permission denied", "Host key verification failed", "403", "401", "access denied", "Access denied",
)  # fmt: skip
_NO_NETWORK = (
    "Could not resolve host", "Connection refused", "Network is unreachable", "timed out", "Failed to connect",
    "Could not connect", "No route to host", "Connection reset", "unable to connect", "Operation too slow",
)  # fmt: skip
_NOT_THERE = (
    "does not appear to be a git repository", "not found", "does not exist", "No such file", "not a git repository",
)  # fmt: skip
_BEHIND = ("non-fast-forward", "fetch first", "stale info")


class RemoteError(SpaceError):
    """The other side could not be reached, did not let us in, or refused."""


class Behind(RemoteError):
    """The other side has what this one does not: pull first."""


class Cancelled(RemoteError):
    """The person ended it; nothing was changed."""


@dataclass(frozen=True)
class Progress:
    """How far a transfer is: what is done now, in git's words, and percent of it."""

    what: str
    percent: int


class Transfer:
    """One fetch or push, which another thread may cancel.

    Args:
        tell: called with each step of its progress, from a thread.
    """

    def __init__(self, tell: Callable[[Progress], None] = lambda _: None) -> None:
        self._tell = tell
        self._cancelled = threading.Event()
        self._process: subprocess.Popen[str] | None = None

    def cancel(self) -> None:
        """End it now; whoever runs it gets Cancelled."""
        self._cancelled.set()
        if (process := self._process) is not None and process.poll() is None:
            _end(process)

    def fetch(self, objects: Path, address: str, branch: str, have: list[str]) -> str | None:
        """Bring the objects of the other side's branch here; returns its tip, None if it does not have that branch.

        Args:
            objects: folder of the objects of the space's repository.
            branch: its name, without refs/heads/.
            have: commits that are here already.

        Raises:
            RemoteError: it could not be done; nothing was changed.
        """
        with _empty_repository(objects) as (place, environment):
            for number, commit in enumerate(have):
                self._run(place, environment, address, "update-ref", f"refs/have/{number}", commit)
            listed = self._run(place, environment, address, "ls-remote", "--", address, f"refs/heads/{branch}")
            if not listed.strip():
                return None
            spec = f"+refs/heads/{branch}:refs/theirs"
            options = (
                "--progress",
                "--no-tags",
                "--no-recurse-submodules",
                "--no-write-fetch-head",
                "--no-auto-maintenance",
            )
            self._run(place, environment, address, "fetch", *options, "--", address, spec)
            return self._run(place, environment, address, "rev-parse", "refs/theirs").strip()

    def push(self, objects: Path, address: str, branch: str, commit: str) -> None:
        """Send a commit, and all before it, to the other side's branch.

        Raises:
            Behind: the branch there has commits that `commit` does not.
            RemoteError: it could not be done.
        """
        with _empty_repository(objects) as (place, environment):
            spec = f"{commit}:refs/heads/{branch}"
            self._run(place, environment, address, "push", "--progress", "--no-verify", "--", address, spec)

    def _run(self, place: Path, environment: Mapping[str, str], address: str, *args: str) -> str:
        if self._cancelled.is_set():
            raise Cancelled("This was stopped. Nothing was changed.")
        self._process = process = subprocess.Popen(
            [git_program(), *args],
            cwd=place,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        with process:
            said = self._listen(process)
            out = process.stdout.read() if process.stdout else ""
        if self._cancelled.is_set():
            raise Cancelled("This was stopped. Nothing was changed.")
        if process.returncode:
            raise _failure(address, said)
        return out

    def _listen(self, process: subprocess.Popen[str]) -> str:
        """What it says, but for its progress, which is told."""
        assert process.stderr is not None
        said = []
        for line in process.stderr:
            if match := _PERCENT.match(line):
                self._tell(Progress(match[1], int(match[2])))
            else:
                said.append(line)
        return "".join(said).strip()


def check_address(address: str) -> str:
    """The address of another repository, if it is one that git may talk to.

    Raises:
        RemoteError: it names a program, or is no address.
    """
    address = address.strip()
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*)(::|://)", address)
    if scheme and (scheme[2] == "::" or scheme[1].lower() not in _PROTOCOLS.split(":")):
        raise RemoteError(
            f"“{address}” cannot be used: give an address that begins with https:// or ssh://, or a folder."
        )
    if not address or address.startswith("-") or re.search(r"[\x00-\x1f\x7f]", address):
        raise RemoteError("Give the address of a repository: https://…, ssh://…, user@host:path, or a folder.")
    return address


@contextmanager
def _empty_repository(objects: Path) -> Iterator[tuple[Path, Mapping[str, str]]]:
    with tempfile.TemporaryDirectory(prefix="workspace-share-") as folder:
        place = Path(folder)
        (place / "refs").mkdir()
        (place / "objects").mkdir()
        (place / "HEAD").write_text("ref: refs/heads/none\n")
        (place / "config").write_text("[core]\n\trepositoryFormatVersion = 0\n\tbare = true\n")
        yield place, _environment() | {"GIT_DIR": folder, "GIT_OBJECT_DIRECTORY": str(objects)}


def _environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "SSH_ASKPASS"))}
    settings = {"GIT_CONFIG_COUNT": str(len(_SETTINGS))}
    for number, (key, value) in enumerate(_SETTINGS.items()):
        settings |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    quiet = {
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "SSH_ASKPASS": "",
        "SSH_ASKPASS_REQUIRE": "never",
        "GCM_INTERACTIVE": "never",
        "GIT_SSH_COMMAND": os.environ.get("GIT_SSH_COMMAND", "ssh") + " -o BatchMode=yes -o ConnectTimeout=20",
        "GIT_ALLOW_PROTOCOL": _PROTOCOLS,
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
    }
    return {**kept, **settings, **quiet}


def _end(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _failure(address: str, said: str) -> RemoteError:
    shown = re.sub(r"//[^/@\s]*@", "//", address)
    words = re.sub(r"//[^/@\s]*@", "//", said)
    if any(sign in said for sign in _BEHIND):
        return Behind(f"“{shown}” has changes that are not here yet: pull them first, then push.")
    if any(sign in said for sign in _NO_NETWORK):
        return RemoteError(f"“{shown}” could not be reached: check the network and the address, then try again.")
    if any(sign in said for sign in _NO_ACCESS):
        return RemoteError(
            f"“{shown}” did not let you in. Sign in once with git in a terminal (for instance by “git fetch”), or use an address with a key that is loaded."
        )
    if any(sign in said for sign in _NOT_THERE):
        return RemoteError(f"There is no repository at “{shown}”, or you may not see it: check the address.")
    reason = next((line for line in reversed(words.splitlines()) if line.strip()), "no reason given")
    return RemoteError(f"“{shown}” refused: {reason.removeprefix('remote: ').strip()}")
