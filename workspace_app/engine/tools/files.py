"""Tools with which an assistant reads the files of the project, and writes files of its own."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import Annotated, TypeAlias

from workspace_app.engine.functions.base import FunctionFailed
from workspace_app.engine.functions.documents import CONVERTED, LARGEST, to_markdown
from workspace_app.engine.functions.files import decode_text, in_words, read_bytes
from workspace_app.engine.rooted import Entry, root_of, shown

ANSWER = 60_000  # bytes of one answer, which leaves room for how to read on
_SEARCHED = 5_000_000  # bytes; larger files are not searched
_LINE = 300  # characters of a line that a search shows
_OWN = re.compile(r"(?:step_\d+/)?files/.+", re.DOTALL)  # where in a task's folder assistants keep files of their own


Offset: TypeAlias = Annotated[int, "Character to begin at; a cut answer tells where to read on"]


class FileTools:
    """Reading, listing and searching the files under `space`, and writing below the task's `folder` in it; none of it leaves them.

    Raises FunctionFailed, whose sentence the model reads, for what cannot be read or written.
    """

    def __init__(self, space: Path, folder: Path, timeout: float) -> None:
        self._space, self._folder, self._timeout = space, folder, timeout

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
        files = await asyncio.to_thread(self._files, folder, pattern)
        lines = [f"{shown(file.path)} ({file.size:,} bytes)" for file in files]
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

    async def write_file(
        self,
        path: Annotated[str, "Path of the file, relative to the project folder; folders on the way are made"],
        content: Annotated[str, "The whole text of the file"],
    ) -> str:
        body = content.encode(errors="replace")
        await asyncio.to_thread(self._write, path, body)
        return f'"{path}" has been written ({len(body):,} bytes).'

    def _write(self, path: str, body: bytes) -> None:
        task = self._folder.relative_to(self._space).as_posix()
        name = os.path.normpath(path).replace(os.sep, "/")
        if not name.startswith(f"{task}/") or not _OWN.fullmatch(name.removeprefix(f"{task}/")):
            raise FunctionFailed(
                f'"{path}" cannot be written: files of your own belong below "{task}/files" or "{task}/step_N/files".'
            )
        with in_words(path, "written"):
            root_of(self._space).write(name, body)

    def _files(self, folder: str, pattern: str) -> list[Entry]:
        with in_words(folder, "listed"):
            found = root_of(self._space).files(folder)
            return [file for file in found if fnmatch(PurePosixPath(file.path).name, pattern)]

    def _hits(self, wanted: str, folder: str, pattern: str) -> Iterator[str]:
        for file in self._files(folder, pattern):
            if file.size > _SEARCHED:
                yield f"{shown(file.path)}: not searched, it is too large"
                continue
            with suppress(FunctionFailed):  # what vanished meanwhile, or may not be read, holds nothing
                lines = (decode_text(read_bytes(self._space, file.path, _SEARCHED)) or "").splitlines()
                for number, line in enumerate(lines, 1):
                    if wanted in line.casefold():
                        yield f"{shown(file.path)}:{number}: {_around(line.strip(), wanted)}"


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
