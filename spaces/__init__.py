"""The folder on disk: names and paths, guarded writes, git history, watching. Knows files and git, nothing else."""

from spaces.commits import Author, AuthorKind, FileChange
from spaces.errors import BusyRepository, DiskFull, SpaceError, UnsafeName, Unwritable
from spaces.history import Version
from spaces.names import check_relative, safe_name, work_path
from spaces.reading import Newest
from spaces.space import Space
from spaces.writing import CommitResult

__all__ = [
    "Author",
    "AuthorKind",
    "BusyRepository",
    "CommitResult",
    "DiskFull",
    "FileChange",
    "Newest",
    "Space",
    "SpaceError",
    "UnsafeName",
    "Unwritable",
    "Version",
    "check_relative",
    "safe_name",
    "work_path",
]
