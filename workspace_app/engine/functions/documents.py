"""Documents as Markdown."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from workspace_app.engine.functions import convert_document
from workspace_app.engine.functions.base import FunctionContext, FunctionFailed, Made, object_schema
from workspace_app.engine.functions.files import decode_text, page_charset, read_bytes
from workspace_app.engine.functions.processes import run_process

_TEXT = frozenset({".html", ".htm", ".csv"})
CONVERTED = frozenset({".pdf", ".docx", ".xlsx", *_TEXT})
LARGEST = 50_000_000  # bytes
_LONGEST = 20_000_000  # bytes of Markdown that a conversion may yield


async def to_markdown(content: bytes, name: str, timeout: float) -> str:
    """A document as Markdown; `name` is its file name, `timeout` in seconds.

    PDF, DOCX, XLSX, HTML and CSV are converted in a process of their own, which a bad file can stall or crash
    without harm; other text is taken as it is. Raises FunctionFailed if there is no text to be had.
    """
    extension = PurePosixPath(name).suffix.lower()
    if extension in CONVERTED - _TEXT:
        return await _convert(content, name, timeout)
    text = decode_text(content, page_charset(content) if extension in _TEXT else None)
    if text is None:
        raise FunctionFailed(
            f'"{name}" is not text and of no kind that can be converted ({", ".join(sorted(CONVERTED))}).'
        )
    return await _convert(text.encode(), name, timeout) if extension in _TEXT else text


async def _convert(content: bytes, name: str, timeout: float) -> str:
    script = str(Path(convert_document.__file__))
    command = [sys.executable, "-P", script, PurePosixPath(name).suffix.lower()]
    done = await run_process(command, stdin=content, timeout=timeout, limit=_LONGEST)
    if done.timed_out:
        raise FunctionFailed(f'"{name}" could not be converted within {timeout:g} seconds.')
    if done.exit_code != 0:
        cause = (done.stderr.text.strip().splitlines() or [f"the converter ended with code {done.exit_code}"])[-1]
        raise FunctionFailed(f'"{name}" could not be converted to Markdown: {cause}')
    if not done.stdout.text.strip():
        raise FunctionFailed(f'"{name}" holds no text: it may be empty or a scan.')
    return done.stdout.text


class DocumentToMarkdown:
    """Makes a Markdown work of a document in the space, or of each input."""

    name = "document_to_markdown"
    description = "Convert a PDF, DOCX, XLSX, HTML, CSV or text file of the project, or the step's inputs, to Markdown."
    parameters = object_schema(
        path={"type": "string", "description": "File in the project folder or an input; without it, every input."}
    )

    async def __call__(self, context: FunctionContext, arguments: Mapping[str, Any]) -> Sequence[Made]:
        documents = await asyncio.to_thread(_documents, context, arguments.get("path"))
        return [
            Made(PurePosixPath(path).stem, (await to_markdown(content, path, context.timeout)).encode())
            for path, content in documents.items()
        ]


def _documents(context: FunctionContext, path: str | None) -> dict[str, bytes]:
    inputs = {work.path: work.content for work in context.inputs}
    if path is None:
        if not inputs:
            raise FunctionFailed('There is nothing to convert: name a file as "path", or give the step an input.')
        return inputs
    if path in inputs:
        return {path: inputs[path]}
    in_task = not (context.space / path).exists() and (context.folder / path).exists()
    return {path: read_bytes(context.folder if in_task else context.space, path, LARGEST)}
