"""Files of a space, and the text in them."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from workspace_app.engine.functions.base import FunctionFailed

# Pages name the small character set and use the large one, as browsers know.
_CHARSETS = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "iso-8859-1": "cp1252", "ascii": "cp1252"}
_META = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def inside(space: Path, path: str) -> Path:
    """The file or folder at `path` in a space, links followed.

    Raises FunctionFailed if it would leave the space (absolute, `..`, a link to elsewhere) or is git's own.
    """
    root = space.resolve()
    try:
        found = (root / path).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise FunctionFailed(f'"{path}" is not a path that can be used.') from error
    if Path(path).anchor or not found.is_relative_to(root):
        raise FunctionFailed(f'"{path}" is outside of the project folder: name a file in it by its relative path.')
    if any(part.casefold() == ".git" for part in found.relative_to(root).parts):
        raise FunctionFailed(
            f'"{path}" belongs to the history of the project, which is not open to functions and tools.'
        )
    return found


def read_bytes(space: Path, path: str, limit: int) -> bytes:
    """The bytes of a file in a space. Raises FunctionFailed if it is missing, no file, or larger than `limit` bytes."""
    file = inside(space, path)
    if not file.is_file():
        raise FunctionFailed(f'There is no file "{path}" in the project folder.')
    try:
        if file.stat().st_size > limit:
            raise FunctionFailed(f'"{path}" is too large ({file.stat().st_size:,} bytes; up to {limit:,} can be read).')
        return file.read_bytes()
    except OSError as error:
        raise FunctionFailed(f'"{path}" cannot be read: {error.strerror}.') from error


def decode_text(content: bytes, charset: str | None = None) -> str | None:
    """The text in some bytes: by its byte order mark, the declared charset, UTF-8, or a guess; None if it is binary."""
    marked = next((name for mark, name in _MARKS.items() if content.startswith(mark)), None)
    for name in (marked, charset and _CHARSETS.get(charset.lower(), charset), "utf-8"):
        try:
            if name:
                text = content.decode(name)
                return None if "\0" in text else text
        except (LookupError, UnicodeDecodeError):
            continue
    return None if b"\0" in content else _guess(content)


def page_charset(content: bytes) -> str | None:
    """The character set that an HTML page names in itself."""
    declared = _META.search(content[:4096])
    return declared[1].decode() if declared else None


def _guess(content: bytes) -> str | None:
    from charset_normalizer import from_bytes

    best = from_bytes(content).best()
    return None if best is None else str(best)
