"""What can be wrong with a repository itself, and what of it can be mended without losing anything."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from spaces.errors import GitFailed, TooLarge
from spaces.files import blob_id, list_files, read_file
from spaces.git import Git
from spaces.ledger import Ledger

_ID = r"[0-9a-f]{40,64}"
_LOST = re.compile(rf"missing (\w+) ({_ID})|()({_ID}): object corrupt or missing|()hash mismatch for .*?({_ID})")
# An editor may be open for a commit message for long; a lock is only taken away when no git is there.
_STALE_SECONDS = 60


def damage(git: Git, ledger: Ledger) -> list[str]:
    """The problems of the history, each in a sentence with what can be done; changes nothing."""
    problems = []
    if _broken_branch(git, ledger):
        problems.append(
            f"The branch of “{git.folder}” cannot be read: repair it, and it is set to the last commit that is known."
        )
    lost, words = _lost(git)
    if lost:
        problems.append(
            f"{len(lost)} parts of the history of “{git.folder}” are missing or damaged ({', '.join(sorted(lost))[:90]}). Repairing puts back "
            "those that the folder still has as files; for others, put back .git from a backup, or pull from the shared repository."
        )
    elif words:
        problems.append(f"The history of “{git.folder}” is damaged: {words}.")
    return problems + [
        f"“{lock}” locks the history: if no git command is running, remove it." for lock in _locks(git, ledger)
    ]


def mend(git: Git, ledger: Ledger) -> list[str]:
    """Removes locks that nobody holds, sets a branch right that cannot be read, puts back texts that the folder still has."""
    done = [*_unlock(git, ledger), *_mend_branch(git, ledger)]
    lost, _ = _lost(git)
    for path in list_files(git.folder) if lost else ():
        try:
            content = read_file(git.folder, path)
        except TooLarge:
            continue
        blob = blob_id(content or b"", next(iter(lost)))
        if blob in lost:
            _object(git, blob).unlink(missing_ok=True)
            git.run("hash-object", "-w", "--no-filters", "--stdin", input=content)
            lost.discard(blob)
            done.append(f"The text of “{path}” was put back into the history.")
        if not lost:
            break
    return done


def _lost(git: Git) -> tuple[set[str], str]:
    """The ids of the objects that are missing or damaged, and git's last words if it found any fault at all."""
    try:
        git.run("fsck", "--no-dangling", "--no-progress")
    except GitFailed as error:
        found = {next(filter(None, (match[2], match[4], match[6]))) for match in _LOST.finditer(error.said)}
        return found, error.said.splitlines()[-1] if error.said else "git gives no reason"
    return set(), ""


def _object(git: Git, name: str) -> Path:
    return git.dir / "objects" / name[:2] / name[2:]


def _locks(git: Git, ledger: Ledger) -> Iterator[Path]:
    yield from ledger.locks()
    yield from git.dir.glob("index.lock")


def _unlock(git: Git, ledger: Ledger) -> Iterator[str]:
    for lock in list(_locks(git, ledger)):
        if time.time() - lock.stat().st_mtime > _STALE_SECONDS and not _git_at_work(git.folder):
            lock.unlink(missing_ok=True)
            yield f"“{lock}”, left by a git command that has ended, was removed."


def _git_at_work(folder: Path) -> bool:
    for process in psutil.process_iter(["name", "cwd"]):
        name, place = process.info["name"] or "", process.info["cwd"]
        if name.startswith("git") and place and Path(place).is_relative_to(folder):
            return True
    return False


def _broken_branch(git: Git, ledger: Ledger) -> bool:
    place = git.dir / ledger.branch
    return place.is_file() and not re.fullmatch(_ID, place.read_text(errors="replace").strip())


def _mend_branch(git: Git, ledger: Ledger) -> Iterator[str]:
    seen = ledger.seen()
    if _broken_branch(git, ledger) and seen:
        (git.dir / ledger.branch).unlink()
        git.run("update-ref", ledger.branch, seen)
        yield f"The branch of “{git.folder}” was set to the last commit that is known ({seen[:8]})."
