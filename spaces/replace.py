"""Putting a file into the work tree next to a person who may be saving the same file at this very moment.

The new text is complete on disk before it takes the file's name; what had the name before is looked at afterwards,
and put back if it is not what was expected. Temporary files live in a scratch folder inside `.git`, so nobody
watching the folder sees them.
"""

import ctypes
import errno
import os
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from spaces.errors import DiskFull, SpaceError, Unwritable
from spaces.files import blob_id
from spaces.git import sync
from spaces.names import safe_name

UNFINISHED = ".part"
_FULL = (errno.ENOSPC, errno.EDQUOT)
_DENIED = (errno.EACCES, errno.EPERM, errno.EROFS)
_UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM)
_EXCHANGE = 2
_HERE = -100


def put(target: Path, content: bytes | None, known: str | None, scratch: Path) -> bool:
    """Makes `target` hold `content` (None: be absent) if it still holds the blob `known` (None: is absent).

    False, with the file as the person left it, if it holds something else. Raises DiskFull or Unwritable with
    nothing half-written. A file that was replaced stays in `scratch`, for an editor may still have it open and
    write into it; the caller removes it later if its text is known.
    """
    held = scratch / f"{uuid.uuid4().hex[:12]} {safe_name(target.stem, target.suffix, 200)}"
    placed = False
    with plain_errors(target):
        try:
            placed = _put(target, content, known, held)
        finally:
            _unfinished(held).unlink(missing_ok=True)
            if not placed:
                held.unlink(missing_ok=True)
    return placed


def replace_by_link(new: Path, target: Path, known: str) -> bool:
    """`new` takes the place of `target`, where names cannot be exchanged; afterwards the old file has the name `new`."""
    kept = new.with_name(f"{uuid.uuid4().hex[:12]} kept")
    try:
        os.link(target, kept)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        return _replace_unlinked(new, target, known)
    try:
        if not _is_blob(kept, known):
            return False
        new.replace(target)
        if _is_blob(kept, known):
            kept.rename(new)
            return True
        kept.replace(target)
        return False
    finally:
        kept.unlink(missing_ok=True)


def _put(target: Path, content: bytes | None, known: str | None, held: Path) -> bool:
    if content is None:
        return known is None or _take_away(target, known, held)
    target.parent.mkdir(parents=True, exist_ok=True)
    _write(held, content, target)
    try:
        placed = _place_new(held, target) if known is None else _replace(held, target, known)
    except FileNotFoundError:
        placed = _place_new(held, target)
    sync(target.parent)
    return placed


def _write(path: Path, content: bytes, model: Path) -> None:
    with _unfinished(path).open("xb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    if model.exists():
        _unfinished(path).chmod(model.stat().st_mode & 0o777)
    _unfinished(path).rename(path)


def _unfinished(path: Path) -> Path:
    return path.with_name(path.name + UNFINISHED)


def _place_new(new: Path, target: Path) -> bool:
    try:
        os.link(new, target)
        new.unlink()
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        return _place_unlinked(new, target)
    return True


def _place_unlinked(new: Path, target: Path) -> bool:
    try:
        target.touch(exist_ok=False)
    except FileExistsError:
        return False
    try:
        new.replace(target)
    except OSError:
        target.unlink()
        raise
    return True


def _replace(new: Path, target: Path, known: str) -> bool:
    exchange = _exchanger()
    if exchange is None or not exchange(new, target):
        return replace_by_link(new, target, known)
    if _is_blob(new, known):
        return True
    exchange(new, target)
    return False


def _replace_unlinked(new: Path, target: Path, known: str) -> bool:
    if not _is_blob(target, known):
        return False
    new.replace(target)
    return True


def _take_away(target: Path, known: str, held: Path) -> bool:
    try:
        target.rename(held)
    except FileNotFoundError:
        return True
    if _is_blob(held, known):
        sync(target.parent)
        return True
    if not _place_new(held, target):
        held.rename(target.with_name(f"{target.stem} (kept {held.name[:12]}){target.suffix}"))
    return False


def _exchanger() -> Callable[[Path, Path], bool] | None:
    """A function that exchanges two names in one step, answering False where the file system cannot do it."""
    function = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None) if sys.platform == "linux" else None
    if function is None:
        return None

    def exchange(one: Path, other: Path) -> bool:
        if function(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0:
            return True
        code = ctypes.get_errno()
        if code in _UNSUPPORTED:
            return False
        raise OSError(code, os.strerror(code), str(other))

    return exchange


def _is_blob(path: Path, known: str) -> bool:
    return blob_id(path.read_bytes(), known) == known


@contextmanager
def plain_errors(target: Path) -> Iterator[None]:
    """Says in plain words what the system refused to do with `target`: DiskFull, Unwritable or another SpaceError."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFull(f"The disk is full: “{target.name}” was not written; make room, then try again.") from error
        if error.errno in _DENIED:
            raise Unwritable(f"“{target}” may not be written: check the permissions of its folder.") from error
        if error.errno == errno.EXDEV:
            raise SpaceError(
                f"“{target.parent}” is on another disk than its space: use a folder on the same one."
            ) from error
        raise SpaceError(f"“{target}” could not be written: {error.strerror}.") from error
