"""What the person changed in the folder themselves: it is found, and kept as versions of their own."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from spaces.commits import PERSON, Draft, FileChange, entries, message, write_commits
from spaces.errors import BranchMoved, BusyRepository, Locked, SpaceError
from spaces.files import blob_id, is_large, is_plain, read_file
from spaces.merge import merge_base
from spaces.pull import brought
from spaces.reading import Newest, Reading
from spaces.worktree import changed, paths_of, tell_index

_PATIENCE_SECONDS = 3.0
_T = TypeVar("_T")


class Edits(Reading):
    """The person's own changes."""

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

    def _as_found(self, paths: Sequence[str]) -> Draft:
        changes = [FileChange(path, read_file(self.folder, path)) for path in paths]
        return Draft(changes, PERSON, message(f"Keep the person's changes to {', '.join(paths)}", {}))

    def _tell_index(self, commit: str, paths: Sequence[str]) -> bool:
        known = entries(self._git, commit, paths)
        return tell_index(self._git, {path: known.get(path) for path in paths}, commit)

    def _unlike(self, known: Mapping[str, str], paths: Sequence[str]) -> list[str]:
        """Those of the paths where the branch has another text than the commit that is known."""
        tip, before = self._ledger.tip(), self._blobs({path: known[path] for path in paths})
        now = entries(self._git, tip, paths)
        return [path for path in paths if path in now and now[path].blob != before.get(path)]

    def _empty_blob(self) -> str:
        return blob_id(b"", self._ledger.tip() or "0" * 40)
