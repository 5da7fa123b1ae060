"""Copies of versions that someone looks at: shown, compared or opened in another program."""

import shutil
from pathlib import Path, PurePosixPath

FOLDER = "shown"
"""In the data folder; emptied at each start."""


def copy_of(home: Path, name: str, path: str, body: bytes) -> Path:
    """A file with these bytes that keeps the name of `path`; it cannot be written to, as what is changed in it is in no work.

    Args:
        name: of the version or commit; the same name and path is the same file.
    """
    file = home / FOLDER / name / PurePosixPath(path).name
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(file.name + ".part")
        part.write_bytes(body)
        part.chmod(0o400)
        part.replace(file)
    return file


def forget_copies(home: Path) -> None:
    """Remove all copies."""
    shutil.rmtree(home / FOLDER, ignore_errors=True)
