"""Which works are committed and how far each has come, in refs that only the app writes.

- `refs/app/works/IDENT`: the commit of a work; it stays reachable even if the person resets the branch.
- `refs/app/kept/COMMIT`: a commit with a version by the person; it stays reachable as well.
- `refs/app/unplaced/IDENT`: committed, but not yet known to be in the work tree.
- `refs/app/unindexed/IDENT`: in the work tree, but the person's index was locked.
- `refs/app/pulling/FROM`: the branch went from the commit FROM to this one, whose files are still to be placed.
- `refs/app/seen`: where the branch was when the refs above were last complete.

The commit comes first and the refs follow, so after a crash a commit may lack its refs: commits since
`refs/app/seen` are looked through for the `Work-Id` trailer, and get them.
"""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from spaces.commits import WORK_ID
from spaces.errors import BranchMoved, BusyRepository
from spaces.git import Git, sync

_WORKS, _UNPLACED, _UNINDEXED = "refs/app/works/", "refs/app/unplaced/", "refs/app/unindexed/"
_KEPT = "refs/app/kept/"
_PULLING = "refs/app/pulling/"
_SEEN = "refs/app/seen"
UNFINISHED_REFS = "packed-refs.new"
"""What git writes before it takes the place of packed-refs; one that a crash left is in the way like a lock."""
_BRANCH_KEY = "workspace.branch"
_IDENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,119}")
# git holds the lock of a ref for milliseconds; one this old was left by a crash.
_STALE_SECONDS = 60
_UNDER_WAY = {
    "MERGE_HEAD": "A merge",
    "CHERRY_PICK_HEAD": "A cherry-pick",
    "REVERT_HEAD": "A revert",
    "rebase-merge": "A rebase",
    "rebase-apply": "A rebase",
    "BISECT_LOG": "A bisect",
}


class Ledger:
    """The app's refs in one repository, and the branch that the app commits to."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self.branch = git.text("config", "--get", _BRANCH_KEY, accept=(0, 1)) or self._checked_out()

    def adopt(self) -> None:
        """From now on the app commits to the branch that is checked out; what is there already is not looked through."""
        self.branch = self._checked_out()
        if not self.branch:
            raise BusyRepository(f"No branch is checked out in “{self._git.folder}”: check one out, then try again.")
        self._git.run("config", _BRANCH_KEY, self.branch)
        refs = self._read(self.branch, _SEEN)
        if self.branch in refs and _SEEN not in refs:
            self._write({_SEEN: refs[self.branch]})

    def tip(self) -> str | None:
        """The newest commit of the app's branch; None before the first."""
        return self._read(self.branch).get(self.branch)

    def seen(self) -> str | None:
        """Where the branch was when the app looked last."""
        return self._read(_SEEN).get(_SEEN)

    def work(self, ident: str) -> str | None:
        """The commit of the work `ident`, if its refs are there."""
        return self._read(_WORKS + ident).get(_WORKS + ident)

    def look_up(self, ident: str) -> tuple[str | None, str | None]:
        """The branch's tip, and the commit of the work `ident`. BranchMoved if there is something to catch up with."""
        refs = self._read(self.branch, _SEEN, _WORKS + ident)
        tip = refs.get(self.branch)
        if tip and tip != refs.get(_SEEN):
            raise BranchMoved(f"The branch of “{self._git.folder}” moved meanwhile: try again.", "")
        return tip, refs.get(_WORKS + ident)

    def catch_up(self) -> tuple[dict[str, str], dict[str, str]]:
        """Gives commits that lack their refs those refs. Returns what may not be in the work tree yet: see `unplaced`, `pulling`."""
        refs = self._read(self.branch, _SEEN)
        tip, seen = refs.get(self.branch), refs.get(_SEEN)
        if tip and tip != seen:
            self._note_works(tip, seen)
        refs = self._read(_UNPLACED.rstrip("/"), _PULLING.rstrip("/"))
        return _below(_UNPLACED, refs), _below(_PULLING, refs)

    def note_committed(self, ident: str, commit: str) -> None:
        """The work is committed, and its files are still to be placed."""
        self._write({_WORKS + ident: commit, _UNPLACED + ident: commit, _SEEN: commit})

    def note_pulled(self, old: str, new: str) -> None:
        """Moves the branch from the commit `old` to `new`, whose files are then to be placed: both or nothing."""
        self._write({self.branch: f"{new} {old}", _SEEN: new, _PULLING + old: new})

    def pulling(self) -> dict[str, str]:
        """The moves of the branch, from and to, whose files are still to be placed."""
        return self._idents(_PULLING)

    def note_pull_placed(self, old: str) -> None:
        """The files that came with the move from `old` are in the work tree."""
        self._write({}, delete=[_PULLING + old])

    def note_kept(self, commits: Iterable[str]) -> None:
        """These commits hold versions by the person: they stay reachable even if the branch is reset."""
        self._write({_KEPT + commit: commit for commit in commits})

    def note_placed(self, ident: str, commit: str, *, indexed: bool) -> None:
        """The work's files are in the work tree."""
        self._write({} if indexed else {_UNINDEXED + ident: commit}, delete=[_UNPLACED + ident])

    def note_indexed(self, idents: Iterable[str]) -> None:
        """The person's index knows the files of these works."""
        self._write({}, delete=[_UNINDEXED + ident for ident in idents])

    def unplaced(self) -> dict[str, str]:
        """The works that are committed but not known to be in the work tree: ident and commit."""
        return self._idents(_UNPLACED)

    def unindexed(self) -> dict[str, str]:
        """The works that the person's index does not know yet: ident and commit."""
        return self._idents(_UNINDEXED)

    def refuse_when_busy(self) -> None:
        """Raises BusyRepository while the person is in the middle of something, or on another branch."""
        for name, what in _UNDER_WAY.items():
            if (self._git.dir / name).exists():
                raise BusyRepository(
                    f"{what} is under way in “{self._git.folder}”: finish or abort it, then try again."
                )
        current = self._checked_out()
        if current and current != self.branch and self.tip() is None:
            self.adopt()
        if current != self.branch:
            name = self.branch.removeprefix("refs/heads/")
            raise BusyRepository(f"“{self._git.folder}” is not on the branch “{name}”: check it out, then try again.")

    def remove_stale_locks(self) -> None:
        """Removes the locks that a crash left in the way of a commit."""
        waiting = [
            kind + lock.stem for kind in (_UNPLACED, _UNINDEXED) for lock in (self._git.dir / kind).glob("*.lock")
        ]
        self._unlock("HEAD", "packed-refs", self.branch, *waiting)

    def locks(self) -> list[Path]:
        """The locks that stand in the way of a commit."""
        ours = (self._git.dir / "refs/app").rglob("*.lock")
        return [*filter(Path.exists, self._lock_files("HEAD", "packed-refs", self.branch)), *ours]

    def _lock_files(self, *refs: str) -> list[Path]:
        return [self._git.dir / f"{ref}.lock" for ref in refs]

    def _unlock(self, *refs: str) -> None:
        for lock in (*self._lock_files(*refs), self._git.dir / UNFINISHED_REFS):
            remove_if_stale(lock)

    def _checked_out(self) -> str:
        return self._git.text("symbolic-ref", "-q", "HEAD", accept=(0, 1))

    def _note_works(self, tip: str, seen: str | None) -> None:
        span = [tip, *(["--not", seen] if seen else [])]
        form = f"%H %(trailers:key={WORK_ID},valueonly,separator=%x20)"
        lines = self._git.text("log", "--reverse", "--no-color", f"--format={form}", *span).splitlines()
        found = {ident: commit for commit, *idents in map(str.split, lines) for ident in idents if is_ident(ident)}
        known = self._read(*(_WORKS + ident for ident in found)) if found else {}
        new = {ident: commit for ident, commit in found.items() if _WORKS + ident not in known}
        works = {_WORKS + ident: commit for ident, commit in new.items()}
        self._write(works | {_UNPLACED + ident: commit for ident, commit in new.items()} | {_SEEN: tip})

    def _idents(self, kind: str) -> dict[str, str]:
        return _below(kind, self._read(kind.rstrip("/")))

    def _read(self, *refs: str) -> dict[str, str]:
        out = self._git.text("for-each-ref", "--format=%(refname) %(objectname)", *refs)
        return dict(line.split(" ", 1) for line in out.splitlines())

    def _write(self, refs: Mapping[str, str], delete: Sequence[str] = ()) -> None:
        self._unlock(*refs, *delete, "packed-refs")
        if not refs and not delete:
            return
        lines = [f"update {ref} {commit}\n" for ref, commit in refs.items()] + [f"delete {ref}\n" for ref in delete]
        self._git.run("update-ref", "--stdin", input="".join(lines).encode())
        for place in {(self._git.dir / ref).parent for ref in (*refs, self.branch)}:
            if place.is_dir():
                sync(place)


def _below(kind: str, refs: Mapping[str, str]) -> dict[str, str]:
    return {ref.removeprefix(kind): commit for ref, commit in refs.items() if ref.startswith(kind)}


def is_ident(text: str) -> bool:
    """Whether `text` can name a work: letters, digits, "-" and "_", at most 120 of them."""
    return _IDENT.fullmatch(text) is not None


def remove_if_stale(lock: Path) -> None:
    """Removes the lock of a git that died with it; git holds one for moments only."""
    if _age(lock) > _STALE_SECONDS:
        lock.unlink(missing_ok=True)


def _age(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0
