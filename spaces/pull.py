"""Bringing the files of commits that others made into the folder, after the branch has moved to them."""

from collections.abc import Iterator, Mapping
from itertools import islice

from spaces.commits import Entry, listed
from spaces.files import is_plain
from spaces.git import Git
from spaces.ledger import Ledger
from spaces.worktree import Placement, place, tell_index

_AT_ONCE = 100


def brought(git: Git, old: str | None, new: str) -> list[str]:
    """The paths that differ between two commits; `old` may be None, or zeros, for nothing."""
    before, after = listed(git, old if old and old.strip("0") else None), listed(git, new)
    return [path for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)]


def bring(git: Git, ledger: Ledger, moves: Mapping[str, str]) -> None:
    """Place what each move of the branch changed, but for what the person has there, and for links and nested repositories.

    Args:
        moves: where the branch went, by where it was; see `Ledger.pulling`.
    """
    for old, new in moves.items():
        before, now = listed(git, old if old.strip("0") else None), listed(git, ledger.tip())
        after = listed(git, new)
        paths = [path for path in brought(git, old, new) if now.get(path) == after.get(path)]
        _place(git, paths, before, after)
        # A locked index is told when this is repeated; until then the move stays noted.
        if tell_index(git, {path: after.get(path) for path in paths}, new):
            ledger.note_pull_placed(old)


def _place(git: Git, paths: list[str], before: Mapping[str, Entry], after: Mapping[str, Entry]) -> None:
    fits = (path for path in paths if is_plain(git.folder, path) and _is_file(before.get(path), after.get(path)))
    for some in _batches(fits):
        texts = _texts(git, [after[path].blob for path in some if path in after])
        items = []
        for path in some:
            was, entry = before.get(path), after.get(path)
            items.append(Placement(path, was.blob if was else None, entry, texts[entry.blob] if entry else None))
        place(git, items)


def _is_file(*entries: Entry | None) -> bool:
    return all(entry.mode.startswith("100") for entry in entries if entry is not None)


def _batches(paths: Iterator[str]) -> Iterator[list[str]]:
    while some := list(islice(paths, _AT_ONCE)):
        yield some


def _texts(git: Git, blobs: list[str]) -> dict[str, bytes]:
    """The contents of blobs, by id."""
    out = git.run("cat-file", "--batch", input="".join(f"{blob}\n" for blob in blobs).encode()) if blobs else b""
    texts: dict[str, bytes] = {}
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        blob, _, size = out[at:end].decode().split()
        texts[blob] = out[end + 1 : end + 1 + int(size)]
        at = end + int(size) + 2
    return texts
