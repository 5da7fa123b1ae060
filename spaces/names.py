"""Names and paths that every system can hold, and that never leave the folder.

Windows forbids what Linux allows, so new names follow the strictest rules there are (R8).
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from pathlib import PurePosixPath

from spaces.errors import UnsafeName

MAX_BYTES = 255
_MAX_SUFFIX = 64

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)
# HFS+ leaves these out when it compares names, so they can hide a ".git".
_IGNORABLE = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_GIT = re.compile(r"(\.git|git~\d+)[ .]*(:.*)?", re.IGNORECASE | re.DOTALL)
_JOINER = "\u200d"


def safe_name(title: str, extension: str = ".md", max_bytes: int = MAX_BYTES) -> str:
    """A file name for `title` that is legal on every system (R8).

    Unsafe characters are replaced, CJK and emoji kept; a name over `max_bytes` UTF-8 bytes (at least 40) is
    shortened with its extension kept; the answer is never empty.
    """
    suffix = _clean(extension).replace(" ", "").strip("._")[: _MAX_SUFFIX // 4]
    suffix = f".{suffix}" if suffix else ""
    stem = _clean(title)
    if suffix and stem.lower().endswith(suffix.lower()):
        stem = stem[: -len(suffix)]
    stem = _shorten(stem.strip(" ."), max_bytes - len(suffix.encode()) - 1) or "untitled"
    return f"{stem}{suffix}" if _is_plain(stem) else f"_{stem}{suffix}"


def work_path(step: int, title: str, when: datetime, taken: Iterable[str], extension: str = ".md") -> str:
    """The path of a new work, relative to its task's folder: `step_2/works/work_20241111_0931_Title.md` (R7, R8).

    `taken` are the paths already in use; two paths that differ only in case or composition count as equal.
    """
    prefix = f"work_{when:%Y%m%d_%H%M}_"
    name = PurePosixPath(safe_name(title, extension, MAX_BYTES - len(prefix)))
    used = {_folded(path) for path in taken}
    path, number = f"step_{step}/works/{prefix}{name}", 1
    while _folded(path) in used:
        number += 1
        path = f"step_{step}/works/{_numbered(PurePosixPath(prefix + name.name), f'_{number}')}"
    return path


def conflict_copy(path: str, number: int) -> str:
    """The name beside `path` for a text that may not replace it: `name (conflict 1).md`."""
    whole = PurePosixPath(path)
    return str(whole.with_name(_numbered(whole, f" (conflict {number})")))


def check_relative(path: str) -> PurePosixPath:
    """The path, if it stays in the folder, out of `.git`, and is legal on every system; UnsafeName otherwise."""
    checked = check_inside(path)
    for part in checked.parts:
        if not _is_portable(part):
            raise UnsafeName(
                f"“{_shown(path)}” cannot be used: the name “{_shown(part)}” is not allowed on every system."
            )
    return checked


def check_inside(path: str) -> PurePosixPath:
    """The path, if it stays in the folder and out of `.git`; for files that are there already. UnsafeName otherwise."""
    parts = path.split("/")
    if not path or path.startswith("/") or "\\" in path or re.match(r"[A-Za-z]:", path):
        raise UnsafeName(f"“{_shown(path)}” cannot be used: give a path inside the folder, with forward slashes.")
    if any(part in ("", ".", "..") for part in parts):
        raise UnsafeName(f"“{_shown(path)}” cannot be used: it has an empty, “.” or “..” part.")
    if any(is_git(part) for part in parts):
        raise UnsafeName(f"“{_shown(path)}” cannot be used: it belongs to git.")
    if re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", path):
        raise UnsafeName(f"“{_shown(path)}” cannot be used: it has characters that cannot be written.")
    return PurePosixPath(path)


def is_git(part: str) -> bool:
    """Whether some system takes a name for git's own folder, however it is written (Windows and macOS know several ways)."""
    return _GIT.fullmatch(_IGNORABLE.sub("", part)) is not None


def _clean(text: str) -> str:
    text = unicodedata.normalize("NFC", re.sub(r"[\t\r\n]+", " ", text))
    text = _FORBIDDEN.sub("_", text)
    return _IGNORABLE.sub(lambda found: _JOINER if found[0] == _JOINER else "", text).strip()


def _shorten(stem: str, room: int) -> str:
    return stem.encode()[:room].decode(errors="ignore").rstrip(f" .{_JOINER}")


def _numbered(path: PurePosixPath, mark: str) -> str:
    suffix = path.suffix if len(path.suffix.encode()) <= _MAX_SUFFIX else ""
    stem = path.name.removesuffix(suffix)
    return f"{_shorten(stem, MAX_BYTES - len((mark + suffix).encode()))}{mark}{suffix}"


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _is_plain(stem: str) -> bool:
    return not _RESERVED.fullmatch(stem.split(".")[0].rstrip()) and not is_git(stem)


def _is_portable(part: str) -> bool:
    short = len(part.encode()) <= MAX_BYTES
    return short and not _FORBIDDEN.search(part) and part == part.rstrip(" .") and _is_plain(part)


def _shown(text: str) -> str:
    shown = text.encode("utf-8", "backslashreplace").decode()
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in shown)
    return shown if len(shown) <= 120 else f"{shown[:117]}..."
