"""Files of the work tree: reading them, listing them, and knowing their blob ids. No link is ever followed."""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from spaces.errors import SpaceError, TooLarge, UnsafeName, Unwritable
from spaces.large import LARGEST, kept_anyway
from spaces.names import check_inside

_SHA1_LENGTH = 40
_JUNCTION = 0xA0000003


def blob_id(content: bytes, like: str) -> str:
    """The id that git gives to `content`, in the hash of the id `like` (SHA-1 or SHA-256)."""
    algorithm = "sha1" if len(like) == _SHA1_LENGTH else "sha256"
    return hashlib.new(algorithm, b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def locate(folder: Path, path: str) -> Path:
    """Where `path` (relative, posix) is on disk, whether or not it exists yet.

    Raises UnsafeName where a link, a repository inside this one or something that is not a plain file is in the way.
    """
    parts = check_inside(path).parts
    place = folder
    for part in parts[:-1]:
        place = place / part
        mode = _mode(place)
        if mode is None:
            return folder.joinpath(*parts)
        if not stat.S_ISDIR(mode):
            raise UnsafeName(f"“{path}” cannot be used: “{part}” on the way to it is a link or a file, not a folder.")
        if _mode(place / ".git") is not None:
            raise UnsafeName(f"“{path}” cannot be used: “{part}” is a git repository of its own.")
    mode = _mode(place / parts[-1])
    if mode is not None and not stat.S_ISREG(mode):
        raise UnsafeName(f"“{path}” cannot be used: it is a link, a folder or a device, not a plain file.")
    return place / parts[-1]


def is_plain(folder: Path, path: str) -> bool:
    """Whether `path` is one that the app can hold: see `locate`."""
    try:
        locate(folder, path)
    except (UnsafeName, Unwritable):
        return False
    return True


def is_large(folder: Path, path: str) -> bool:
    """Whether a file is there that is larger than the history takes, and that the person has not let in."""
    return size_of(folder, path) > LARGEST and path not in kept_anyway(folder)


def size_of(folder: Path, path: str) -> int:
    """The bytes of the plain file at `path`; 0 if there is none."""
    found = _look(folder / path)
    return found.st_size if found is not None and stat.S_ISREG(found.st_mode) else 0


def read_file(folder: Path, path: str) -> bytes | None:
    """The bytes of a file in the work tree, None if it is not there.

    Raises UnsafeName (see `locate`), TooLarge, Unwritable.
    """
    place = locate(folder, path)
    if is_large(folder, path):
        raise TooLarge(
            f"“{path}” is larger than the {LARGEST // 1_000_000} MB that the history takes: make it smaller, or give it another name or place."
        )
    try:
        return place.read_bytes()
    except FileNotFoundError:
        return None
    except PermissionError as error:
        raise Unwritable(f"“{path}” may not be read: check its permissions.") from error
    except OSError as error:
        raise SpaceError(f"“{path}” could not be read: {error.strerror}.") from error


def list_files(folder: Path, under: str = "") -> list[str]:
    """The plain files below `under` (relative, posix; "" is everything), sorted; without links and nested repositories."""
    start = folder / check_inside(under) if under else folder
    return sorted(_walk(folder, start))


def _walk(folder: Path, start: Path) -> Iterator[str]:
    for place, folders, names in os.walk(start):
        here = Path(place)
        if here != folder and ".git" in (*folders, *names):
            folders.clear()
            continue
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            path = (here / name).relative_to(folder).as_posix()
            if is_plain(folder, path):
                yield path


def _look(place: Path) -> os.stat_result | None:
    try:
        return place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError as error:
        raise Unwritable(f"“{place}” may not be read: check the permissions of its folder.") from error


def _mode(place: Path) -> int | None:
    info = _look(place)
    if info is None:
        return None
    # On Windows a junction says that it is a folder; only its tag tells.
    return stat.S_IFLNK if getattr(info, "st_reparse_tag", 0) == _JUNCTION else info.st_mode
