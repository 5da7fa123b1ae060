"""One folder on disk with its git repository: everything the app writes there goes through here."""

import hashlib
import os
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self, TypeVar

from spaces.commits import PERSON, WORK_ID, Author, Draft, Entry, FileChange, entries, message, write_commits
from spaces.damage import damage, mend
from spaces.errors import BranchMoved, BusyRepository, GitFailed, Locked, SpaceError, UnsafeName, Unwritable
from spaces.files import blob_id, is_large, is_plain, list_files, locate, read_file
from spaces.git import Git, init
from spaces.history import Version, author_of, unified, versions
from spaces.large import digest
from spaces.ledger import Ledger, is_ident
from spaces.merge import Join, Merged, merge, merge_base
from spaces.names import check_inside, check_relative
from spaces.pull import bring, brought
from spaces.replace import UNFINISHED, plain_errors, put
from spaces.worktree import (
    Placement,
    changed,
    free_copy,
    paths_of,
    place,
    placements,
    placements_of,
    tell_index,
)

_PATIENCE_SECONDS = 3.0
_T = TypeVar("_T")


@dataclass(frozen=True)
class CommitResult:
    """The commit, and the paths beside the ones asked for, where a text went because the person had changed the file.

    For a deletion that was not done for that reason, it is the path of the file itself.
    """

    commit: str
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Newest:
    """What the branch has at a path: the last commit that changed it, and the file's size in bytes."""

    commit: str
    size: int


class Space:
    """A folder whose files are versioned in its own git repository (R5, R9).

    One thread at a time writes to a space. Every method raises SpaceError, or a kind of it, for what a person has to
    know. Paths are relative to the folder, with forward slashes.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._git = Git(folder)
        self._ledger = Ledger(self._git)

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

    def read(self, path: str, commit: str | None = None) -> bytes:
        """The bytes of a file, in the folder or (even under an earlier name) in `commit`. SpaceError if it is not there."""
        content = read_file(self.folder, path) if commit is None else self._read_committed(path, commit)
        if content is None:
            where = f"version {commit[:8]}" if commit else f"“{self.folder}”"
            raise SpaceError(f"There is no “{path}” in {where}.")
        return content

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

    def beside(self, path: str) -> str:
        """A free path beside `path`, for what must not replace it."""
        return free_copy(self._git, self._ledger.tip(), path)

    def history(self, path: str, known: Collection[str] = ()) -> list[Version]:
        """The versions of a file, newest first, also under earlier names (R9).

        Args:
            known: the commits of all its versions, as far as the caller knows; if they are, no earlier names are looked for.
        """
        check_inside(path)
        tip = self._ledger.tip()
        if tip is None:
            return []
        found = versions(self._git, tip, path, follow=False) if known else []
        complete = {version.commit for version in found} == set(known) and known
        return found if complete else versions(self._git, tip, path)

    def diff(self, path: str, a: str, b: str | None) -> str:
        """A unified diff of the file from commit `a` to commit `b` (None: the folder); a sentence if it is binary."""
        return unified(path, self.read(path, a), self.read(path, b))

    def restore(self, path: str, commit: str, *, author: Author, ident: str) -> CommitResult:
        """Makes the state of `commit` the newest version of the file; history stays as it is (R9)."""
        change = FileChange(path, self.read(path, commit))
        subject = f"Restore {path} from {commit[:8]}"
        return self.commit([change], author=author, subject=subject, trailers={"Restores": commit}, ident=ident)

    def tip(self) -> str | None:
        """The newest commit of the app's branch; None before the first."""
        return self._ledger.tip()

    def author(self, commit: str) -> Author:
        """Who made a commit."""
        return author_of(self._git, commit)[0]

    def newest(self, path: str, at: str | None = None) -> Newest | None:
        """The newest state of a file as of the commit `at` (None: the branch's tip); None if it is not there."""
        found = entries(self._git, tip, [path]) if (tip := at or self._ledger.tip()) else {}
        if not found or tip is None:
            return None
        commit = self._git.text("log", "-1", "--format=%H", tip, "--", path)
        return Newest(commit, int(self._git.text("cat-file", "-s", found[path].blob)))

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

    def changed_by_person(self, paths: Iterable[str]) -> list[str]:
        """Those of `paths` whose file differs from the last committed one, or is gone.

        Files that were never committed are the person's alone and are left out; so are paths that the app cannot
        hold (links, nested repositories, what is too large) and what it has yet to write itself.
        """
        paths = list(paths)
        known = entries(self._git, self._ledger.tip(), paths)
        return self._differing(path for path in paths if path in known)

    def keep_person_edits(self, paths: Iterable[str], *, subject: str, trailers: Mapping[str, str]) -> str | None:
        """Commits what the person changed in `paths` as versions of their own; None if there is nothing.

        Unlike in `changed_by_person`, a file that was never committed is kept too if it is named here. Raises
        BusyRepository, DiskFull or Unwritable, after which it can be repeated.
        """
        wanted, text = list(paths), message(subject, trailers)
        self._ledger.refuse_when_busy()
        self._ledger.remove_stale_locks()
        return self._retried(lambda: self._keep(self._differing(wanted), text))

    def keep_edits(self, known: Mapping[str, str]) -> dict[str, Newest]:
        """Commits what the person changed in these files; returns what is new at each path, also by a commit of their own.

        Args:
            known: the commit of the newest state that is known, by path. A file that is gone is left out.

        Raises as `keep_person_edits` does.
        """
        present = [path for path in known if is_plain(self.folder, path) and (self.folder / path).is_file()]
        edited = self.changed_by_person(present)
        if edited:
            self._ledger.refuse_when_busy()
            self._ledger.remove_stale_locks()
        made = self._retried(lambda: self._keep_edited(edited))
        own = [path for path in self._unlike(known, present) if path not in made]
        made |= {path: newest for path in own if (newest := self.newest(path)) is not None}
        self._ledger.note_kept({newest.commit for newest in made.values()})
        return made

    def moved(self, missing: Mapping[str, str], among: Iterable[str], taken: Collection[str]) -> dict[str, str]:
        """Where files went that the person renamed or moved: the new path by the old one.

        Args:
            missing: the commit with the newest state of each file that is not there any more, by path.
            among: where to look.
            taken: paths that are known to be something else.
        """
        blobs = {blob: path for path, blob in self._blobs(missing).items() if blob != self._empty_blob()}
        sizes = {int(self._git.text("cat-file", "-s", blob)) for blob in blobs}
        found: dict[str, str] = {}
        for path in among:
            place = self.folder / path
            if path not in taken and is_plain(self.folder, path) and place.exists() and place.stat().st_size in sizes:
                blob = blob_id(place.read_bytes(), next(iter(blobs)))
                if blob in blobs:
                    found.setdefault(blobs[blob], path)
        return found

    def keep_move(self, old: str, new: str) -> Newest:
        """Commits that the person moved a file, unless they have done so; returns the state at its new path."""
        self.keep_person_edits([old, new], subject=f"The person moved {old} to {new}", trailers={})
        found = self.newest(new)
        if found is None:
            raise SpaceError(f"“{new}” changed again while it was looked at: try again.")
        self._ledger.note_kept({found.commit})
        return found

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

    def files(self, under: str = "") -> list[str]:
        """The files of the folder below `under`, sorted, without `.git`, links and nested repositories."""
        return list_files(self.folder, under)

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

    def _unlike(self, known: Mapping[str, str], paths: Sequence[str]) -> list[str]:
        """Those of the paths where the branch has another text than the commit that is known."""
        tip, before = self._ledger.tip(), self._blobs({path: known[path] for path in paths})
        now = entries(self._git, tip, paths)
        return [path for path in paths if path in now and now[path].blob != before.get(path)]

    def _blobs(self, known: Mapping[str, str]) -> dict[str, str]:
        """The blob of each path in its commit; those that are not there are left out."""
        lines = "".join(f"{commit}:{path}\n" for path, commit in known.items()).encode()
        answers = self._git.run("cat-file", "--batch-check", input=lines).decode(errors="replace").splitlines()
        words = ((path, line.split()) for path, line in zip(known, answers, strict=True))
        return {path: found[0] for path, found in words if found[1:2] == ["blob"]}

    def _empty_blob(self) -> str:
        return blob_id(b"", self._ledger.tip() or "0" * 40)

    def _retried(self, attempt: Callable[[], _T]) -> _T:
        """What `attempt` gives, which is repeated while the person's own git gets in its way, for some seconds at most."""
        until = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                return attempt()
            except BranchMoved as error:
                if time.monotonic() > until:
                    raise BusyRepository(
                        f"The branch of “{self.folder}” keeps moving: wait for the other program, then try again."
                    ) from error
            except Locked:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def _commit_once(self, draft: Draft, ident: str, aside: bool) -> CommitResult:
        self._ledger.remove_stale_locks()
        self._finish()
        tip, done = self._ledger.look_up(ident)
        if done:
            return CommitResult(done, self._conflicts(draft.changes, done, ident))
        self._ledger.refuse_when_busy()
        return self._commit_on(tip, draft, ident, aside)

    def _finish(self) -> None:
        unplaced, pulling = self._ledger.catch_up()
        if unplaced or pulling:
            self._ledger.refuse_when_busy()
        bring(self._git, self._ledger, pulling)
        for ident, commit in unplaced.items():
            self._place(ident, commit, self._current(placements_of(self._git, commit)))
        leftovers = self._leftovers()
        for path in set(leftovers) - set(self._unknown(leftovers)):
            path.unlink()

    def _commit_on(self, tip: str | None, draft: Draft, ident: str, aside: bool) -> CommitResult:
        before = entries(self._git, tip, [change.path for change in draft.changes])
        self._check_names(draft.changes, before)
        edited = [change.path for change in draft.changes if self._is_edited(change, before)]
        kept = [change.path for change in draft.changes if aside and self._is_other(change)] or edited
        drafts = [self._as_found(edited)] if edited else []
        drafts.append(replace(draft, changes=self._beside(tip, draft.changes, kept)) if kept else draft)
        commit = write_commits(self._git, self._ledger.branch, tip, drafts, before)
        self._ledger.note_committed(ident, commit)
        late = self._place(ident, commit, placements(drafts[-1].changes, before, commit), edited)
        return CommitResult(commit, self._conflicts(draft.changes, commit, ident) if kept or late else ())

    def _check_names(self, changes: Sequence[FileChange], before: Mapping[str, Entry]) -> None:
        for change in changes:
            if not locate(self.folder, change.path).exists() and change.path not in before:
                check_relative(change.path)

    def _is_edited(self, change: FileChange, before: Mapping[str, Entry]) -> bool:
        found = read_file(self.folder, change.path)
        if found is None or found == change.content:
            return False
        known = before.get(change.path)
        return known is None or blob_id(found, known.blob) != known.blob

    def _is_other(self, change: FileChange) -> bool:
        return read_file(self.folder, change.path) not in (None, change.content)

    def _as_found(self, paths: Sequence[str]) -> Draft:
        changes = [FileChange(path, read_file(self.folder, path)) for path in paths]
        return Draft(changes, PERSON, message(f"Keep the person's changes to {', '.join(paths)}", {}))

    def _beside(self, tip: str | None, changes: Sequence[FileChange], edited: Sequence[str]) -> list[FileChange]:
        moved = []
        for change in changes:
            if change.path not in edited:
                moved.append(change)
            elif change.content is not None:
                moved.append(FileChange(free_copy(self._git, tip, change.path), change.content))
        return moved

    def _place(self, ident: str, commit: str, items: Sequence[Placement], kept: Sequence[str] = ()) -> list[Placement]:
        late = place(self._git, items)
        if late:
            self._put_beside(late, ident, commit)
        known = {item.path: item.after for item in items if item not in late}
        indexed = tell_index(self._git, known | entries(self._git, commit, kept), commit)
        self._ledger.note_placed(ident, commit, indexed=indexed)
        return late

    def _put_beside(self, late: Sequence[Placement], ident: str, commit: str) -> None:
        """The person saved these files while they were being written: their text stays, the new one goes beside it."""
        beside, paths = f"{ident}-beside", [item.path for item in late]
        tip, done = self._ledger.look_up(beside)
        if done is None:
            author, subject, trailers = author_of(self._git, commit)
            changes = self._beside(tip, [FileChange(item.path, item.content) for item in late], paths)
            draft = Draft(changes, author, message(subject, {**trailers, WORK_ID: beside}))
            done = write_commits(self._git, self._ledger.branch, tip, [draft], {})
            self._ledger.note_committed(beside, done)
            self._place(beside, done, placements(changes, {}, done))
        self._keep(changed(self._git, self._ledger.tip(), paths), self._as_found(paths).text)

    def _differing(self, paths: Iterable[str]) -> list[str]:
        waiting = {path for commit in self._ledger.unplaced().values() for path in paths_of(self._git, commit)}
        for old, new in self._ledger.pulling().items():
            waiting |= set(brought(self._git, old, new))
        held = (path for path in paths if path not in waiting and is_plain(self.folder, path))
        ours = (path for path in held if not is_large(self.folder, path))
        return changed(self._git, self._ledger.tip(), ours)

    def _present(self, paths: Iterable[str]) -> dict[str, bytes]:
        """What the files hold that differ; one that goes or comes while it is looked at may be on its way to another name, and is left out."""
        tip, found = self._ledger.tip(), self._as_found(self._differing(paths)).changes
        before = entries(self._git, tip, [change.path for change in found])
        present = {change.path: change.content for change in found if change.content is not None}
        return {
            path: content
            for path, content in present.items()
            if path not in before or blob_id(content, tip or "0" * 40) != before[path].blob
        }

    def _keep_edited(self, paths: Sequence[str]) -> dict[str, Newest]:
        present = self._present(paths) if paths else {}
        changes = [FileChange(path, content) for path, content in present.items()]
        commit = self._keep_changes(changes, message("Changes by the person", {}))
        return {path: Newest(commit, len(content)) for path, content in present.items()} if commit else {}

    def _keep(self, paths: Sequence[str], text: bytes) -> str | None:
        return self._keep_changes(self._as_found(paths).changes, text)

    def _keep_changes(self, changes: Sequence[FileChange], text: bytes) -> str | None:
        if not changes:
            return None
        tip, paths = self._ledger.tip(), [change.path for change in changes]
        before = entries(self._git, tip, paths)
        draft = Draft(changes, PERSON, text)
        commit = write_commits(self._git, self._ledger.branch, tip, [draft], before)
        if not self._tell_index(commit, paths):
            self._ledger.note_placed(commit, commit, indexed=False)
        return commit

    def _keep_before(self, theirs: str) -> str | None:
        """The tip, after the person's changes of the files that `theirs` changes were committed."""
        tip = self._ledger.tip()
        paths = brought(self._git, tip and merge_base(self._git, tip, theirs), theirs)
        changes = [FileChange(path, content) for path, content in self._present(paths).items()]
        return self._keep_changes(changes, message("Changes by the person", {})) or tip

    def _tell_index(self, commit: str, paths: Sequence[str]) -> bool:
        known = entries(self._git, commit, paths)
        return tell_index(self._git, {path: known.get(path) for path in paths}, commit)

    def _conflicts(self, changes: Sequence[FileChange], commit: str, ident: str) -> tuple[str, ...]:
        made = [
            path for one in (commit, self._ledger.work(f"{ident}-beside")) if one for path in paths_of(self._git, one)
        ]
        asked = {change.path: change.content for change in changes}
        stayed = [
            path for path, content in asked.items() if content is None and read_file(self.folder, path) is not None
        ]
        return (*(path for path in made if path not in asked), *stayed)

    def _current(self, items: Iterable[Placement]) -> list[Placement]:
        items = list(items)
        known = entries(self._git, self._ledger.tip(), [item.path for item in items])
        return [item for item in items if known.get(item.path) == item.after]

    def _read_committed(self, path: str, commit: str) -> bytes | None:
        check_inside(path)
        full = self._full_id(commit)
        found = entries(self._git, full, [path])
        if not found:
            earlier = [version.path for version in self.history(path) if version.commit == full]
            found = entries(self._git, full, earlier)
        return next((self._git.run("cat-file", "blob", entry.blob) for entry in found.values()), None)

    def _full_id(self, commit: str) -> str:
        try:
            return self._git.text("rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}")
        except GitFailed as error:
            raise SpaceError(f"There is no version “{commit}” in “{self.folder}”.") from error

    def _leftovers(self) -> list[Path]:
        return [path for path in (self._git.dir / "workspace").glob("*") if path.is_file()]

    def _unknown(self, leftovers: Iterable[Path]) -> list[Path]:
        """Those of the files that hold a text which git does not have."""
        whole = [path for path in leftovers if path.suffix != UNFINISHED]
        if not whole:
            return []
        tip = self._ledger.tip() or "0" * 40
        blobs = "".join(f"{blob_id(path.read_bytes(), tip)}\n" for path in whole)
        answers = self._git.run("cat-file", "--batch-check", input=blobs.encode()).splitlines()
        return [path for path, answer in zip(whole, answers, strict=True) if answer.endswith(b"missing")]


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
