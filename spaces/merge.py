"""What two people did since they last agreed, brought together file by file, without touching the folder.

A file that one of them changed is taken from them. One that both changed is never mixed: unless the caller knows how its
kind goes together, theirs is put beside ours, and both stay. Of a deletion and a change, the change holds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from spaces.commits import Entry, listed, tree_commit
from spaces.errors import SpaceError
from spaces.git import Git
from spaces.names import conflict_copy

Join = Callable[[str, bytes | None, bytes, bytes], bytes | None]
"""What a file becomes, of its path and its texts at the base (None: not there), here and there; None to keep both."""
_PLAIN = "100"


@dataclass(frozen=True)
class Merged:
    """What came of a merge.

    Args:
        commit: the branch's new tip.
        beside: where their text of a file lies that both changed, by the file's path.
    """

    commit: str
    beside: Mapping[str, str]


def merge_base(git: Git, ours: str, theirs: str) -> str:
    """The last commit that both have.

    Raises:
        SpaceError: there is none: it is another project's repository.
    """
    found = git.text("merge-base", ours, theirs, accept=(0, 1)).split()
    if not found:
        raise SpaceError(
            f"The other repository has nothing in common with “{git.folder}”: it holds something else. "
            "Use the address of an empty repository, or of one that this project was pushed to."
        )
    return found[0]


def merge(git: Git, ours: str, theirs: str, join: Join) -> Merged:
    """A commit that joins `theirs` to `ours`; no branch and no file is changed.

    Raises:
        SpaceError: nothing is in common, or one side has a folder where the other has a file.
    """
    base = merge_base(git, ours, theirs)
    if base == ours:
        return Merged(theirs, {})
    if base == theirs:
        return Merged(ours, {})
    before, here, there = (listed(git, commit) for commit in (base, ours, theirs))
    changes: dict[str, Entry | bytes | None] = {}
    beside: dict[str, str] = {}
    for path in sorted(before.keys() | there.keys()):
        was, mine, their = before.get(path), here.get(path), there.get(path)
        if their in (was, mine) or (their is None and mine != was):
            continue
        if mine in (was, None):
            changes[path] = their
            continue
        assert mine is not None
        assert their is not None
        joined = _joined(git, path, (was, mine, their), join)
        if joined is not None:
            changes[path] = joined
        else:
            beside[path] = _copy(path, here.keys() | there.keys() | changes.keys())
            changes[beside[path]] = their
    _refuse_mixed(here.keys() - {path for path, entry in changes.items() if entry is None}, changes)
    return Merged(tree_commit(git, ours, theirs, changes, here), beside)


def _joined(git: Git, path: str, states: tuple[Entry | None, Entry, Entry], join: Join) -> bytes | None:
    if not all(state.mode.startswith(_PLAIN) for state in states if state is not None):
        return None
    was, mine, their = (git.run("cat-file", "blob", state.blob) if state else None for state in states)
    assert mine is not None
    assert their is not None
    return join(path, was, mine, their)


def _copy(path: str, taken: set[str]) -> str:
    number = 1
    while (copy := conflict_copy(path, number)) in taken:
        number += 1
    return copy


def _refuse_mixed(here: set[str], changes: Mapping[str, Entry | bytes | None]) -> None:
    """A path may not be a file for one and a folder for the other."""
    added = {path for path, entry in changes.items() if entry is not None}
    for one, other in ((added, here), (here, added)):
        for path in one:
            parts = path.split("/")
            found = {"/".join(parts[:length]) for length in range(1, len(parts))} & other
            if found:
                raise SpaceError(
                    f"“{min(found)}” is a file on one side and a folder on the other: rename one of them, then pull again."
                )
