"""How a commit is made, and then brought into the folder without losing what the person has there."""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spaces.commits import WORK_ID, Draft, Entry, FileChange, entries, message, write_commits
from spaces.edits import Edits
from spaces.files import blob_id, locate, read_file
from spaces.history import author_of
from spaces.names import check_relative
from spaces.pull import bring
from spaces.replace import UNFINISHED
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


@dataclass(frozen=True)
class CommitResult:
    """The commit, and the paths beside the ones asked for, where a text went because the person had changed the file.

    For a deletion that was not done for that reason, it is the path of the file itself.
    """

    commit: str
    conflicts: tuple[str, ...] = ()


class Writing(Edits):
    """One commit of the app's, from a draft to the files, in parts that a crash may come between."""

    def _commit_once(self, draft: Draft, ident: str, aside: bool) -> CommitResult:
        self._ledger.remove_stale_locks()
        self._finish()
        tip, done = self._ledger.look_up(ident)
        if done:
            return CommitResult(done, self._conflicts(draft.changes, done, ident))
        self._ledger.refuse_when_busy()
        return self._commit_on(tip, draft, ident, aside)

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

    def _finish(self) -> None:
        unplaced, pulling = self._ledger.catch_up()
        if unplaced or pulling:
            self._ledger.refuse_when_busy()
        bring(self._git, self._ledger, pulling)
        for ident, commit in unplaced.items():
            self._place(ident, commit, self._current(placements_of(self._git, commit)))
        leftovers = self._leftovers()
        for path in set(leftovers) - set(self._unknown(leftovers)):
            path.unlink(missing_ok=True)

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

    def _leftovers(self) -> list[Path]:
        return [path for path in (self._git.dir / "workspace").glob("*") if path.is_file()]

    def _unknown(self, leftovers: Iterable[Path]) -> list[Path]:
        """Those of the files that hold a text which git does not have."""
        whole: dict[Path, str] = {}
        tip = self._ledger.tip() or "0" * 40
        for path in leftovers:
            with contextlib.suppress(FileNotFoundError):  # whoever wrote it is done with it meanwhile
                if path.suffix != UNFINISHED:
                    whole[path] = blob_id(path.read_bytes(), tip)
        if not whole:
            return []
        asked = "".join(f"{blob}\n" for blob in whole.values())
        answers = self._git.run("cat-file", "--batch-check", input=asked.encode()).splitlines()
        return [path for path, answer in zip(whole, answers, strict=True) if answer.endswith(b"missing")]
