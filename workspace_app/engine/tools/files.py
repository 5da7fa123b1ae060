"""Tools with which an assistant reads the files of the project."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import Annotated, TypeAlias

from workspace_app.engine.functions.base import FunctionFailed
from workspace_app.engine.functions.documents import CONVERTED, LARGEST, to_markdown
from workspace_app.engine.functions.files import decode_text, inside, read_bytes

ANSWER = 60_000  # bytes of one answer, which leaves room for how to read on
_SEARCHED = 5_000_000  # bytes; larger files are not searched
_LINE = 300  # characters of a line that a search shows


Offset: TypeAlias = Annotated[int, "Character to begin at; a cut answer tells where to read on"]


class FileTools:
    """Reading, listing and searching the files under `space`; none of it leaves the folder or writes.

    Raises FunctionFailed, whose sentence the model reads, for what cannot be read.
    """

    def __init__(self, space: Path, timeout: float) -> None:
        self._space, self._timeout = space, timeout

    async def read_file(
        self,
        path: Annotated[str, "Path of the file, relative to the project folder"],
        offset: Offset = 0,
    ) -> str:
        content = await asyncio.to_thread(read_bytes, self._space, path, LARGEST)
        if PurePosixPath(path).suffix.lower() in CONVERTED - {".html", ".htm", ".csv"}:
            text: str | None = await to_markdown(content, path, self._timeout)
        else:
            text = decode_text(content)
        if text is None:
            raise FunctionFailed(f'"{path}" is not text ({len(content):,} bytes).')
        return page(text, offset, "read_file")

    async def list_files(
        self,
        folder: Annotated[str, "Folder to list with all that is below it, relative to the project folder"] = ".",
        pattern: Annotated[str, "Only files whose name matches, such as *.md"] = "*",
        offset: Offset = 0,
    ) -> str:
        files = await asyncio.to_thread(lambda: list(self._files(folder, pattern)))
        lines = [f"{self._name(file)} ({file.stat().st_size:,} bytes)" for file in files]
        return page("\n".join(lines) or "There are no such files.", offset, "list_files")

    async def find_in_files(
        self,
        text: Annotated[str, "Text to look for; small and capital letters are the same"],
        folder: Annotated[str, "Folder to search with all that is below it, relative to the project folder"] = ".",
        pattern: Annotated[str, "Only files whose name matches, such as *.md"] = "*",
        offset: Offset = 0,
    ) -> str:
        if not text.strip():
            raise FunctionFailed("There is nothing to look for: give some text.")
        lines = await asyncio.to_thread(lambda: list(self._hits(text.casefold(), folder, pattern)))
        return page("\n".join(lines) or f'"{text}" was not found.', offset, "find_in_files")

    def _files(self, folder: str, pattern: str) -> Iterator[Path]:
        top = inside(self._space, folder)
        if not top.is_dir():
            raise FunctionFailed(f'There is no folder "{folder}" in the project folder.')
        for place, folders, names in os.walk(top):
            folders[:] = sorted(name for name in folders if name.casefold() != ".git")
            for name in sorted(names):
                file = Path(place, name)
                if fnmatch(name, pattern) and file.is_file() and file.resolve().is_relative_to(self._space.resolve()):
                    yield file

    def _hits(self, wanted: str, folder: str, pattern: str) -> Iterator[str]:
        for file in self._files(folder, pattern):
            if file.stat().st_size > _SEARCHED:
                yield f"{self._name(file)}: not searched, it is too large"
                continue
            lines = (decode_text(file.read_bytes()) or "").splitlines()
            for number, line in enumerate(lines, 1):
                if wanted in line.casefold():
                    yield f"{self._name(file)}:{number}: {_around(line.strip(), wanted)}"

    def _name(self, file: Path) -> str:
        return file.relative_to(self._space.resolve()).as_posix()


def _around(line: str, wanted: str) -> str:
    begin = max(0, line.casefold().find(wanted) - _LINE // 2)
    return line[begin : begin + _LINE]


def page(text: str, offset: int, tool: str) -> str:
    """As much of a text as one answer holds, from `offset` in characters, and how to read on."""
    if not 0 <= offset <= len(text):
        raise FunctionFailed(f"The offset must be from 0 to {len(text)}.")
    piece = text[offset : offset + ANSWER].encode(errors="replace")[:ANSWER].decode(errors="ignore")
    end = offset + len(piece)
    if end >= len(text):
        return piece
    return f"{piece}\n\n[Characters {offset} to {end} of {len(text)}. To read on, call {tool} again with offset {end}.]"
