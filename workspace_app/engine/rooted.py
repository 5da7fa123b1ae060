"""Files below one folder, which no path leaves: not by `..`, not absolute, not through a link, and not in a race.

Every part of a path is opened relative to the folder before it, and links are read and walked here instead of by the
system, so that whatever somebody exchanges meanwhile, what was opened lies below the root (L113, F30).
"""

import errno
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from spaces.names import is_git

_MOST_LINKS = 40
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_DEEPEST = 100  # folders; what lies deeper is not looked at
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")


class OutsideError(PermissionError):
    """A path leads out of the root."""


class PrivateError(PermissionError):
    """A path leads to git's own folder."""


@dataclass(frozen=True)
class Entry:
    """A file below a root: its path (parts joined by `/`), its size in bytes and when it was changed, in nanoseconds."""

    path: str
    size: int
    changed: int


class Root:
    """A folder and what is below it, without git's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.realpath(folder))

    def read(self, path: str, limit: int) -> bytes:
        """The bytes of a file.

        Raises:
            OutsideError, PrivateError: the path is not open to this root.
            FileNotFoundError: there is no such ordinary file. OverflowError: it has more than `limit` bytes.
            ValueError, OSError: the path or the file cannot be used.
        """
        with self._opened(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)) as descriptor:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
            if about.st_size > limit:
                raise OverflowError(about.st_size)
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                return file.read(limit + 1)[:limit]

    def write(self, path: str, content: bytes) -> None:
        """Write a file whole or not at all; folders on the way are made, and links are not followed.

        Raises:
            OutsideError, PrivateError, ValueError, OSError: as `read` does.
        """
        *folders, name = _parts(path) or [""]
        if name in ("", ".", "..") or is_git(name):
            raise PrivateError(path) if is_git(name) else IsADirectoryError(errno.EISDIR, "this is no file", path)
        for depth in range(1, len(folders) + 1):
            self._make_folder(folders[:depth])
        new = f".{secrets.token_hex(8)}.new"
        with self._opened("/".join(folders), _FOLDER, most_links=0) as folder:
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666, dir_fd=folder)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(content)
                os.replace(new, name, src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(new, dir_fd=folder)
                raise

    def files(self, folder: str = "") -> Iterator[Entry]:
        """The ordinary files below a folder of the root, by path; links are not followed, git's folder is left out.

        Raises:
            As `read` does, for the folder.
        """
        with self._opened(folder, _FOLDER) as descriptor:
            yield from _walk(descriptor, "".join(f"{part}/" for part in _parts(folder)), _DEEPEST)

    def _make_folder(self, parts: list[str]) -> None:
        with self._opened("/".join(parts[:-1]), _FOLDER, most_links=0) as parent, suppress(FileExistsError):
            if is_git(parts[-1]):
                raise PrivateError(parts[-1])
            if parts[-1] not in (".", ".."):
                os.mkdir(parts[-1], dir_fd=parent)

    @contextmanager
    def _opened(self, path: str, flags: int, most_links: int = _MOST_LINKS) -> Iterator[int]:
        """The descriptor of a file or folder, for the time of the context."""
        with _Walker(self.folder, most_links) as walker:
            descriptor = walker.open(_parts(path), flags)
            try:
                yield descriptor
            finally:
                os.close(descriptor)


class _Walker:
    """Opens one path part by part; holds the descriptors of the folders on the way, so that `..` goes back by them."""

    def __init__(self, root: Path, most_links: int) -> None:
        self._root, self._links = root, most_links
        self._way = [os.open(root, _FOLDER)]

    def __enter__(self) -> "_Walker":
        return self

    def __exit__(self, *_: object) -> None:
        for descriptor in self._way:
            os.close(descriptor)

    def open(self, parts: list[str], flags: int) -> int:
        left = list(reversed(parts))
        while left:
            part = left.pop()
            if part == "..":
                if len(self._way) == 1:
                    raise OutsideError(part)
                os.close(self._way.pop())
            elif is_git(part):
                raise PrivateError(part)
            elif part not in ("", "."):
                wanted = _FOLDER if left else flags
                descriptor = self._step(part, wanted, left)
                if descriptor is not None and not left:
                    return descriptor
                if descriptor is not None:
                    self._way.append(descriptor)
        return os.open(".", _FOLDER, dir_fd=self._way[-1])

    def _step(self, part: str, flags: int, left: list[str]) -> int | None:
        """The descriptor of a part; None if it is a link, whose own parts are then put in `left`."""
        try:
            return os.open(part, flags | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=self._way[-1])
        except OSError as error:
            if error.errno not in (errno.ELOOP, errno.ENOTDIR):
                raise
            try:
                target = os.readlink(part, dir_fd=self._way[-1])
            except OSError:
                raise error from None
        self._links -= 1
        if self._links < 0:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), part)
        left.extend(reversed(self._from_here(target)))
        return None

    def _from_here(self, target: str) -> list[str]:
        """The parts of a link's target; an absolute one below the root begins there again."""
        if not target.startswith("/"):
            return target.split("/")
        if not PurePosixPath(target).is_relative_to(self._root):
            raise OutsideError(target)
        while len(self._way) > 1:
            os.close(self._way.pop())
        return list(PurePosixPath(target).relative_to(self._root).parts)


class PathRoot(Root):
    """A root where the system cannot open relative to a folder (Windows): paths are resolved, checked and then used."""

    def read(self, path: str, limit: int) -> bytes:
        file = self._resolved(path)
        if not file.is_file():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if (size := file.stat().st_size) > limit:
            raise OverflowError(size)
        return file.read_bytes()

    def write(self, path: str, content: bytes) -> None:
        file = self._resolved(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(f".{secrets.token_hex(8)}.new")
        try:
            new.write_bytes(content)
            new.replace(file)
        except BaseException:
            new.unlink(missing_ok=True)
            raise

    def files(self, folder: str = "") -> Iterator[Entry]:
        top = self._resolved(folder)
        if not top.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder)
        for place, folders, names in os.walk(top):
            folders[:] = sorted(name for name in folders if not is_git(name))
            for file in (Path(place, name) for name in sorted(names)):
                if file.is_file() and not file.is_symlink():
                    about = file.stat()
                    yield Entry(file.relative_to(self.folder).as_posix(), about.st_size, about.st_mtime_ns)

    def _resolved(self, path: str) -> Path:
        return inner(self.folder, "/".join(_parts(path)))


def inner(folder: Path, path: str) -> Path:
    """What a path in a folder leads to, links followed; for folders that others are told by name.

    Raises:
        OutsideError, PrivateError: it lies outside, or is git's.
    """
    top = Path(os.path.realpath(folder))
    found = Path(os.path.realpath(top / path))
    if not found.is_relative_to(top):
        raise OutsideError(path)
    if any(is_git(part) for part in found.relative_to(top).parts):
        raise PrivateError(path)
    return found


def root_of(folder: Path) -> Root:
    """The folder as a root, in the safest way that the system has."""
    return Root(folder) if os.open in os.supports_dir_fd else PathRoot(folder)


def shown(path: str) -> str:
    """A path on one line, whatever its name holds."""
    text = os.fsencode(path).decode(errors="replace")
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def _parts(path: str) -> list[str]:
    if "\0" in path:
        raise ValueError("a path cannot hold a zero byte")
    if PurePosixPath(path).is_absolute() or Path(path).anchor:
        raise OutsideError(path)
    return [part for part in path.replace(os.sep, "/").split("/") if part not in ("", ".")]


def _walk(folder: int, before: str, depth: int) -> Iterator[Entry]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if is_git(entry.name):
            continue
        with suppress(OSError):  # what vanishes, or may not be looked at, is left out
            if entry.is_dir(follow_symlinks=False) and depth:
                below = os.open(entry.name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
                try:
                    yield from _walk(below, f"{before}{entry.name}/", depth - 1)
                finally:
                    os.close(below)
            elif entry.is_file(follow_symlinks=False):
                about = entry.stat(follow_symlinks=False)
                yield Entry(before + entry.name, about.st_size, about.st_mtime_ns)
