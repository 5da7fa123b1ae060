"""Runs git commands so that nothing of the repository's own is ever executed.

A stranger's repository can name programs in many places (hooks, fsmonitor, filters, editors, transports). Commands
here read no configuration but the repository's own, and override in it what could start a program.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from spaces.errors import BranchMoved, DiskFull, GitFailed, Locked, SpaceError, Unwritable

_CONFIG = {
    "core.hooksPath": os.devnull,
    # Hooks may also be named in the configuration (git 2.54); these are the events of the commands used here.
    "hook.reference-transaction.enabled": "false",
    "hook.post-index-change.enabled": "false",
    "core.fsmonitor": "",
    "core.attributesFile": os.devnull,
    "core.fsync": "all",
    "core.quotePath": "false",
    "core.autocrlf": "false",
    "core.safecrlf": "false",
    "core.longPaths": "true",
    "core.protectHFS": "true",
    "core.protectNTFS": "true",
    "diff.external": "",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "log.showSignature": "false",
    "trailer.separators": ":",
}
_DISARMED = {
    # git 2.54 knows no switch for all hooks of an event.
    "hook": {"enabled": "false"},
    "filter": {"clean": "", "smudge": "", "process": "", "required": "false"},
}
_IDENTITY = {"NAME": "Workspace", "EMAIL": "app@workspace.local"}
_FULL = ("No space left on device", "Disk quota exceeded", "Out of diskspace", "not enough space")
_MOVED = ("does not contain", "but expected")
_DENIED = ("Permission denied", "Read-only file system", "insufficient permission", "Operation not permitted")


class Git:
    """Commands on the repository of one folder; `folder/.git` must be a directory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dir = folder / ".git"
        self._environment = self._with(_CONFIG)
        self.disarm()

    def run(self, *args: str, input: bytes | None = None, accept: Collection[int] = (0,)) -> bytes:
        """What the command prints. An exit code not in `accept` raises DiskFull, Unwritable, Locked or GitFailed."""
        return _execute(args, self.folder, self._environment, input, accept)

    def text(self, *args: str, accept: Collection[int] = (0,)) -> str:
        """What the command prints, as text without the last line end."""
        return self.run(*args, accept=accept).decode(errors="replace").rstrip("\n")

    def disarm(self) -> None:
        """Overrides the hooks and filters that the configuration names now; each has to be named to be overridden.

        To be called before a command that could look at files of the work tree.
        """
        keys = self.text("config", "-z", "--name-only", "--get-regexp", r"^(hook|filter)\..*\.", accept=(0, 1))
        names = {tuple(key.rsplit(".", 1)[0].split(".", 1)) for key in keys.split("\0") if key}
        off = {f"{kind}.{name}.{key}": value for kind, name in names for key, value in _DISARMED[kind].items()}
        self._environment = self._with(_CONFIG | off)

    def _with(self, config: Mapping[str, str]) -> dict[str, str]:
        return _environment(config) | {"GIT_DIR": str(self.dir), "GIT_WORK_TREE": str(self.folder)}


def init(folder: Path) -> None:
    """Makes `folder` a repository with the branch `main`, on disk when this returns; repairs a half-made one."""
    _execute(("init", "-q", "--template=", "--initial-branch=main", "."), folder, _environment(_CONFIG), None, (0,))
    for place, _, names in os.walk(folder / ".git", topdown=False):
        for path in [*(Path(place, name) for name in names), Path(place)]:
            sync(path)
    sync(folder)


def compare(old: bytes, new: bytes, scratch: Path) -> str:
    """The hunks of a unified diff (histogram), from two files in the empty folder `scratch`, outside any repository."""
    (scratch / "old").write_bytes(old)
    (scratch / "new").write_bytes(new)
    options = ("--no-index", "--no-ext-diff", "--no-textconv", "--no-color", "--histogram", "--text")
    environment = _environment(_CONFIG) | {"GIT_CEILING_DIRECTORIES": str(scratch.parent)}
    out = _execute(("diff", *options, "--", "old", "new"), scratch, environment, None, (0, 1))
    text = out.decode(errors="replace")
    return text[text.index("@@") :] if "@@" in text else ""


def git_program() -> str:
    """Where git is. SpaceError if it is not installed."""
    program = shutil.which("git")
    if program is None:
        raise SpaceError("Git is not installed: install it from git-scm.com or your system's packages, then try again.")
    return program


def person_name(folder: Path) -> str | None:
    """The name that the person gave to their own git, for the repository at `folder` or for all; None if there is none."""
    options = {"cwd": folder, "capture_output": True, "check": False, "text": True, "encoding": "utf-8"}
    done = subprocess.run([git_program(), "config", "--get", "user.name"], errors="replace", **options)  # type: ignore[call-overload]
    return done.stdout.strip() or None


def sync(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on disk. Windows cannot do that for folders."""
    if sys.platform == "win32" and path.is_dir():
        return
    descriptor = os.open(path, os.O_RDONLY if sys.platform != "win32" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _environment(config: Mapping[str, str]) -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR") if key in os.environ}
    settings = {"GIT_CONFIG_COUNT": str(len(config))}
    for number, (key, value) in enumerate(config.items()):
        settings |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    people = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in _IDENTITY.items()}
    return {
        **kept,
        **settings,
        **people,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        # A partial clone would fetch what is missing, by a program that its configuration names.
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
    }


def _execute(
    args: tuple[str, ...], folder: Path, environment: dict[str, str], input: bytes | None, accept: Collection[int]
) -> bytes:
    program = git_program()
    if not folder.is_dir():
        raise SpaceError(f"The folder “{folder}” is not there any more: put it back or choose another one.")
    # Its own session: whoever kills this program's group lets git finish what it began, and leave no lock.
    done = subprocess.run(
        [program, *args],
        cwd=folder,
        env=environment,
        input=b"" if input is None else input,
        capture_output=True,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        check=False,
    )
    if done.returncode not in accept:
        raise _failure(args[0], folder, (done.stdout + done.stderr).decode(errors="replace").strip())
    return done.stdout


def _failure(command: str, folder: Path, said: str) -> SpaceError:
    if any(sign in said for sign in _FULL):
        return DiskFull(f"The disk of “{folder}” is full: make room, then try again.")
    if any(sign in said for sign in _DENIED):
        return Unwritable(f"Git may not write in “{folder}”: check the permissions of the folder and its .git.")
    if ".lock': File exists" in said:
        lock = said.partition("Unable to create '")[2].partition("'")[0] or "its lock file"
        return Locked(f"Another git command is at work in “{folder}”; if none is, remove “{lock}”.")
    if any(sign in said for sign in _MOVED):
        return BranchMoved(f"The branch of “{folder}” moved meanwhile: try again.", said)
    reason = said.splitlines()[-1] if said else "no reason given"
    return GitFailed(f"Git could not do “{command}” in “{folder}”: {reason}", said)
