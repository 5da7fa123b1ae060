"""Keeping a repository small and quick: loose objects in packs, refs in one file, a graph of the commits with their paths."""

from pathlib import Path

from spaces.git import Git
from spaces.ledger import UNFINISHED_REFS, remove_if_stale

LOOSE, PACKS = 1_000, 50
"""So many loose objects (some hundred commits) or packs are worth the trouble."""
_LOCKS = (UNFINISHED_REFS, "packed-refs.lock", "objects/info/commit-graph.lock")


def is_due(folder: Path) -> bool:
    """Whether there is enough to tidy up in the repository of `folder`; looks at a few names of files only."""
    objects = folder / ".git" / "objects"
    # Ids are spread evenly over 256 folders, so one of them tells of all.
    some = objects / "17"
    loose = len(list(some.iterdir())) * 256 if some.is_dir() else 0
    return loose > LOOSE or len(list((objects / "pack").glob("*.pack"))) > PACKS


def tidy(folder: Path) -> None:
    """Packs what is loose. Nothing is ever thrown away, so it may be killed at any moment, and others may work meanwhile.

    Raises SpaceError if it cannot be done now.
    """
    git = Git(folder)
    for lock in _LOCKS:
        remove_if_stale(git.dir / lock)
    # A roll-up takes in every loose object, whether anything names it or not.
    git.run("repack", "-d", "-q", "--geometric=2")
    git.run("pack-refs", "--all")
    git.run("commit-graph", "write", "--reachable", "--changed-paths")
