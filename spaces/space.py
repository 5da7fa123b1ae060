"""One folder on disk with its git repository: everything the app writes there goes through here."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from spaces.commits import PERSON, WORK_ID, Author, Draft, FileChange, entries, message, write_commits
from spaces.damage import damage, mend
from spaces.errors import SpaceError, UnsafeName, Unwritable
from spaces.files import locate
from spaces.git import init
from spaces.large import digest
from spaces.ledger import is_ident
from spaces.merge import Join, Merged, merge
from spaces.pull import bring
from spaces.replace import plain_errors, put
from spaces.worktree import paths_of, placements
from spaces.writing import CommitResult, Writing


class Space(Writing):
    """A folder whose files are versioned in its own git repository (R5, R9).

    One thread at a time writes to a space. Every method raises SpaceError, or a kind of it, for what a person has to
    know. Paths are relative to the folder, with forward slashes.
    """

    @classmethod
    def create(cls, folder: Path) -> Self:
        """Makes `folder` a space, or adopts it with its repository and its branch; no file of the person is touched."""
        folder = _usable(folder)
        if not (folder / ".git" / "HEAD").exists():
            init(folder)
        space = cls(folder)
        space._ledger.adopt()
        return space

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The space at `folder`. SpaceError if the folder or its repository is gone."""
        folder = folder.resolve()
        if not folder.is_dir():
            raise SpaceError(f"The folder “{folder}” is not there: put it back or choose another one.")
        _refuse_linked(folder)
        if not (folder / ".git" / "HEAD").exists():
            raise SpaceError(f"“{folder}” has no history (its .git is missing): put it back, or add the folder again.")
        return cls(folder)

    def commit(
        self,
        changes: Sequence[FileChange],
        *,
        author: Author,
        subject: str,
        trailers: Mapping[str, str],
        ident: str,
        aside: bool = False,
    ) -> CommitResult:
        """Commits exactly these changes and then brings them into the folder (R9).

        Repeating it with the same `ident` finishes what is unfinished and otherwise changes nothing. Where the person
        has changed a file, their text is first committed as their own, and the new one goes beside it; with `aside`
        it goes beside any file that is there with another text. Raises
        BusyRepository, DiskFull, Unwritable or UnsafeName, after any of which it can be repeated; ValueError for an
        ident that cannot name a work.
        """
        if not is_ident(ident):
            raise ValueError(f"{ident!r} is not an ident: letters, digits, - and _ only")
        draft = Draft(changes, author, message(subject, {**trailers, WORK_ID: ident}))
        return self._retried(lambda: self._commit_once(draft, ident, aside))

    def committed(self, ident: str) -> str | None:
        """The commit of the work `ident`, None if there is none yet."""
        self._ledger.catch_up()
        return self._ledger.work(ident)

    def finish(self) -> None:
        """Brings into the folder what was committed but not written, after a crash or a full disk; call it at start.

        Raises as `commit` does, after which it can be repeated.
        """
        self._retried(self._finish)

    def refresh_index(self) -> bool:
        """Makes the person's index know what it could not be told while it was locked; False if it still is."""
        waiting, tip = self._ledger.unindexed(), self._ledger.tip()
        if not waiting or tip is None:
            return True
        self._ledger.refuse_when_busy()
        paths = [path for commit in waiting.values() for path in paths_of(self._git, commit)]
        indexed = self._tell_index(tip, paths)
        if indexed:
            self._ledger.note_indexed(waiting)
        return indexed

    def put_outside(self, path: str, content: bytes) -> str:
        """Writes a new file that the history does not have; returns its SHA-256. SpaceError if another file is there.

        Repeating it changes nothing.
        """
        file = locate(self.folder, path)
        found, wanted = digest(file), hashlib.sha256(content).hexdigest()
        if found is None:
            scratch = self._git.dir / "workspace"
            scratch.mkdir(exist_ok=True)
            put(file, content, None, scratch)
            found = digest(file)
        if found != wanted:
            raise SpaceError(f"At “{path}” is another file: move it away, then try again.")
        return wanted

    def restore(self, path: str, commit: str, *, author: Author, ident: str) -> CommitResult:
        """Makes the state of `commit` the newest version of the file; history stays as it is (R9)."""
        change = FileChange(path, self.read(path, commit))
        subject = f"Restore {path} from {commit[:8]}"
        return self.commit([change], author=author, subject=subject, trailers={"Restores": commit}, ident=ident)

    def supersede(self, path: str, old: FileChange, *, author: Author, subject: str, ident: str) -> tuple[str, str]:
        """Puts the text that lies beside a file into its history, just before the present text, which stays.

        Args:
            path: the file whose present text stays the newest.
            old: the path beside it, which is removed, and its text.
            author: of that text.

        Returns:
            The commits of that text and of the present one, both of which touch `path`.
        """

        def attempt() -> tuple[str, str]:
            self._finish()
            self._ledger.refuse_when_busy()
            tip, _ = self._ledger.look_up(ident)
            before = entries(self._git, tip, [path, old.path])
            removed, content = FileChange(old.path, None), self._read_committed(path, tip or "HEAD")
            stays = Draft([FileChange(path, content), removed], PERSON, message(subject, {WORK_ID: ident}))
            drafts = [Draft([FileChange(path, old.content)], author, message(subject, {})), stays]
            commit = write_commits(self._git, self._ledger.branch, tip, drafts, before)
            self._ledger.note_committed(ident, commit)
            self._place(ident, commit, placements([removed], before, commit), [path])
            return self._full_id(f"{commit}^"), commit

        return self._retried(attempt)

    def take_in(self, theirs: str, join: Join) -> Merged:
        """Brings what others did into the branch and the folder; a text that both sides changed is kept twice (see `merge`).

        What the person changed in those files is committed first, as their own. Raises as `commit` does, and SpaceError
        where nothing can be brought together; nothing is changed then.
        """

        def attempt() -> Merged:
            self._ledger.remove_stale_locks()
            self._finish()
            self._ledger.refuse_when_busy()
            tip = self._keep_before(theirs)
            merged = merge(self._git, tip, theirs, join) if tip else Merged(theirs, {})
            if merged.commit != tip:
                old = tip or "0" * len(merged.commit)
                self._ledger.note_pulled(old, merged.commit)
                bring(self._git, self._ledger, {old: merged.commit})
            return merged

        return self._retried(attempt)

    def check(self) -> list[str]:
        """The problems of the folder and its history, each in a sentence; changes nothing."""
        return [*damage(self._git, self._ledger), *self._unfinished()]

    def repair(self) -> list[str]:
        """Mends what can be mended without losing anything; returns what was done, in sentences.

        Raises as `finish` does, after which it can be repeated.
        """
        done, unfinished = mend(self._git, self._ledger), self._unfinished()
        self.finish()
        self.refresh_index()
        left = self._unfinished()
        return done + [f"Done now: {problem}" for problem in unfinished if problem not in left]

    def _unfinished(self) -> list[str]:
        kept = self._unknown(self._leftovers())
        problems = [f"“{path}” was saved by another program into a file just replaced: look at it." for path in kept]
        problems += [f"Work {ident} is committed but not in the folder yet." for ident in self._ledger.unplaced()]
        return problems + [f"Work {ident} is not in git's index yet." for ident in self._ledger.unindexed()]


def _usable(folder: Path) -> Path:
    folder = folder.resolve()
    if ".git" in folder.parts:
        raise UnsafeName(f"“{folder}” belongs to git: choose another folder.")
    with plain_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Unwritable(f"“{folder}” may not be written: check its permissions or choose another folder.")
    _refuse_linked(folder)
    return folder


def _refuse_linked(folder: Path) -> None:
    history = folder / ".git"
    if history.is_symlink() or history.is_file() or (history / "commondir").exists():
        raise SpaceError(
            f"The history of “{folder}” is kept elsewhere (a linked work tree or submodule): use its main folder."
        )
