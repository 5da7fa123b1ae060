"""Reading a folder and its history; nothing is changed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from spaces.commits import Author, entries
from spaces.errors import GitFailed, SpaceError
from spaces.files import list_files, read_file
from spaces.git import Git
from spaces.history import Version, author_of, unified, versions
from spaces.ledger import Ledger
from spaces.names import check_inside
from spaces.worktree import free_copy


@dataclass(frozen=True)
class Newest:
    """What the branch has at a path: the last commit that changed it, and the file's size in bytes."""

    commit: str
    size: int


class Reading:
    """What a space has, and had."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._git = Git(folder)
        self._ledger = Ledger(self._git)

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

    def read(self, path: str, commit: str | None = None) -> bytes:
        """The bytes of a file, in the folder or (even under an earlier name) in `commit`. SpaceError if it is not there."""
        content = read_file(self.folder, path) if commit is None else self._read_committed(path, commit)
        if content is None:
            where = f"version {commit[:8]}" if commit else f"“{self.folder}”"
            raise SpaceError(f"There is no “{path}” in {where}.")
        return content

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

    def files(self, under: str = "") -> list[str]:
        """The files of the folder below `under`, sorted, without `.git`, links and nested repositories."""
        return list_files(self.folder, under)

    def beside(self, path: str) -> str:
        """A free path beside `path`, for what must not replace it."""
        return free_copy(self._git, self._ledger.tip(), path)

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

    def _blobs(self, known: Mapping[str, str]) -> dict[str, str]:
        """The blob of each path in its commit; those that are not there are left out."""
        lines = "".join(f"{commit}:{path}\n" for path, commit in known.items()).encode()
        answers = self._git.run("cat-file", "--batch-check", input=lines).decode(errors="replace").splitlines()
        words = ((path, line.split()) for path, line in zip(known, answers, strict=True))
        return {path: found[0] for path, found in words if found[1:2] == ["blob"]}
