"""Bringing what was committed into the work tree and into the person's index."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from spaces.commits import Entry, FileChange, entries, mode_of
from spaces.errors import BusyRepository
from spaces.files import blob_id, locate, read_file
from spaces.git import Git
from spaces.names import conflict_copy
from spaces.replace import put

_LOCK_SECONDS = 0.5


@dataclass(frozen=True)
class Placement:
    """A file to bring up to date: the blob that was committed before, and what is committed now (None: no file)."""

    path: str
    before: str | None
    after: Entry | None
    content: bytes | None


def placements(changes: Sequence[FileChange], before: Mapping[str, Entry], commit: str) -> list[Placement]:
    """What `commit`, made of `changes` on a tree that had `before`, asks of the work tree."""
    return [_placement(change, before.get(change.path), commit) for change in changes]


def placements_of(git: Git, commit: str) -> list[Placement]:
    """The same for a commit that was made earlier, read from git."""
    out = git.run("diff-tree", "--root", "-r", "-z", "--no-renames", "--no-commit-id", commit)
    tokens = out.decode(errors="surrogateescape").split("\0")
    return [
        _read_placement(git, raw.lstrip(":").split(), path)
        for raw, path in zip(tokens[::2], tokens[1::2], strict=False)
    ]


def paths_of(git: Git, commit: str) -> list[str]:
    """The paths that a commit changed against its first parent."""
    out = git.run("diff-tree", "--root", "-r", "-z", "--no-renames", "--no-commit-id", "--name-only", commit)
    return out.decode(errors="surrogateescape").split("\0")[:-1]


def place(git: Git, found: Sequence[Placement]) -> list[Placement]:
    """Writes the files, each only if the person has not changed it. Returns those that the person has changed."""
    scratch = git.dir / "workspace"
    scratch.mkdir(exist_ok=True)
    late = []
    for item in found:
        if read_file(git.folder, item.path) == item.content:
            continue
        if not put(locate(git.folder, item.path), item.content, item.before, scratch):
            late.append(item)
    return late


def tell_index(git: Git, found: Mapping[str, Entry | None], commit: str) -> bool:
    """Makes the person's index know these files of `commit`, or their next commit drops them; False while it is locked."""
    gone = Entry("0", "0" * len(commit))
    lines = (_index_line(path, entry or gone) for path, entry in found.items())
    data = b"".join(line.encode(errors="surrogateescape") for line in lines)
    # Writing the index makes git look at files that changed just now, through the filters that apply to them.
    git.disarm()
    until = time.monotonic() + _LOCK_SECONDS
    while data:
        try:
            git.run("update-index", "-z", "--index-info", input=data)
            break
        except BusyRepository:
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
    return True


def changed(git: Git, tip: str | None, paths: Iterable[str]) -> list[str]:
    """Those of `paths` whose file differs from what `tip` has, by blob id; a file that is gone differs too."""
    paths = list(paths)
    known = entries(git, tip, paths)
    return [path for path in paths if _disk_blob(git, path, tip) != _blob(known.get(path))]


def free_copy(git: Git, tip: str | None, path: str, also_taken: Iterable[str] = ()) -> str:
    """A name beside `path` that neither the folder nor `tip` has."""
    number = 1
    while not _is_free(git, tip, copy := conflict_copy(path, number)) or copy in also_taken:
        number += 1
    return copy


def _placement(change: FileChange, before: Entry | None, commit: str) -> Placement:
    content = change.content
    after = None if content is None else Entry(mode_of(before), blob_id(content, commit))
    return Placement(change.path, _blob(before), after, content)


def _read_placement(git: Git, raw: list[str], path: str) -> Placement:
    _, mode, before, after, _ = raw
    content = git.run("cat-file", "blob", after) if after.strip("0") else None
    entry = None if content is None else Entry(mode, after)
    return Placement(path, before if before.strip("0") else None, entry, content)


def _index_line(path: str, entry: Entry) -> str:
    return f"{entry.mode} {entry.blob}\t{path}\0"


def _disk_blob(git: Git, path: str, like: str | None) -> str | None:
    content = read_file(git.folder, path)
    return None if content is None else blob_id(content, like or "0" * 40)


def _blob(entry: Entry | None) -> str | None:
    return entry.blob if entry else None


def _is_free(git: Git, tip: str | None, path: str) -> bool:
    return not locate(git.folder, path).exists() and not entries(git, tip, [path])
