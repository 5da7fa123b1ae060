"""Files of a space, and the text in them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from workspace_app.domain.characters import whole
from workspace_app.engine.functions.base import FunctionFailed
from workspace_app.engine.rooted import OutsideError, PrivateError, root_of

# Pages name the small character set and use the large one, as browsers know.
_CHARSETS = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "iso-8859-1": "cp1252", "ascii": "cp1252"}
_META = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


@contextmanager
def in_words(path: str, what: str) -> Iterator[None]:
    """Tell in a sentence why a path of a project folder cannot be used; `what` is "read", "written" or "listed".

    Raises FunctionFailed for what a Root refuses, and for what the system does.
    """
    try:
        yield
    except OutsideError as error:
        raise FunctionFailed(
            f'"{path}" is outside of the project folder: name a file in it by its relative path.'
        ) from error
    except PrivateError as error:
        raise FunctionFailed(
            f'"{path}" belongs to the history of the project, which is not open to functions and tools.'
        ) from error
    except (FileNotFoundError, NotADirectoryError) as error:
        kind = "folder" if what == "listed" else "file"
        raise FunctionFailed(f'There is no {kind} "{path}" in the project folder.') from error
    except ValueError as error:
        raise FunctionFailed(f'"{path}" is not a path that can be used.') from error
    except OSError as error:
        raise FunctionFailed(f'"{path}" cannot be {what}: {error.strerror}.') from error


def read_bytes(space: Path, path: str, limit: int) -> bytes:
    """The bytes of a file in a space. Raises FunctionFailed if it is missing, no file, or larger than `limit` bytes."""
    with in_words(path, "read"):
        try:
            return root_of(space).read(path, limit)
        except OverflowError as error:
            raise FunctionFailed(
                f'"{path}" is too large ({error.args[0]:,} bytes; up to {limit:,} can be read).'
            ) from error


def decode_text(content: bytes, charset: str | None = None) -> str | None:
    """The text in some bytes: by its byte order mark, the declared charset, UTF-8, or a guess; None if it is binary."""
    marked = next((name for mark, name in _MARKS.items() if content.startswith(mark)), None)
    for name in (marked, charset and _CHARSETS.get(charset.lower(), charset), "utf-8"):
        try:
            if name:
                text = content.decode(name)
                return None if "\0" in text else whole(text)
        except (LookupError, UnicodeError):
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
