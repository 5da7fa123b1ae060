"""Files larger than the history takes unasked, and what the person decided about them."""

import hashlib
import re
from pathlib import Path

LARGEST = 50_000_000
"""Bytes of a file that the history takes unasked; git keeps every version of it for ever, and whole."""
_KEPT = "info/workspace-large"
_EXCLUDED = "info/exclude"


def kept_anyway(folder: Path) -> set[str]:
    """The paths whose files go into the history whatever their size."""
    return set(_lines(folder, _KEPT))


def keep_anyway(folder: Path, path: str) -> None:
    """From now on the history takes the file at `path` (relative, posix) whatever its size."""
    _add(folder, _KEPT, path)


def leave_out(folder: Path, path: str) -> None:
    """From now on the person's own git overlooks the file at `path` too, unless it has it already."""
    escaped = re.sub(r"([\\*?\[])", r"\\\1", path)
    _add(folder, _EXCLUDED, f"/{escaped}" if not escaped.endswith(" ") else f"/{escaped[:-1]}\\ ")


def digest(file: Path) -> str | None:
    """The SHA-256 of a file's bytes, which are not all read at once; None if there is no file."""
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except FileNotFoundError:
        return None


def _add(folder: Path, name: str, line: str) -> None:
    file = folder / ".git" / name
    if line not in (lines := _lines(folder, name)):
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f"{each}\n" for each in [*lines, line]), encoding="utf-8")


def _lines(folder: Path, name: str) -> list[str]:
    file = folder / ".git" / name
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
