"""Pages of the web as Markdown."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from workspace_app.engine.functions import main_text
from workspace_app.engine.functions.base import FunctionContext, FunctionFailed, Made, object_schema
from workspace_app.engine.functions.documents import to_markdown
from workspace_app.engine.functions.download import Download, download
from workspace_app.engine.functions.files import decode_text, page_charset
from workspace_app.engine.functions.processes import run_process
from workspace_app.engine.shell.supervised import Limits

_LONGEST = 60_000_000  # bytes that a page's text may come to
_MEMORY = 2 << 30  # bytes that reading a page may take
_DOCUMENTS = {
    "application/pdf": ".pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "text/csv": ".csv",
}


@dataclass(frozen=True)
class Fetched:
    """What an address answered: where it was found in the end, its title, and its text as Markdown (JSON and other text as it is)."""

    url: str
    title: str
    text: str


async def fetch_page(url: str, timeout: float, *, stays: bool = False) -> Made:
    """A web page, or a document on the web, as Markdown with its title and source; for the rest see `fetch`."""
    page = await fetch(url, timeout, stays=stays)
    body = page.text.strip().removeprefix(f"# {page.title}\n").strip()
    return Made(page.title, f"# {page.title}\n\nSource: {page.url}\n\n{body}\n".encode())


async def fetch(url: str, timeout: float, *, stays: bool = False) -> Fetched:
    """What an address answers.

    Args:
        timeout: in seconds, for all of it.
        stays: a redirect to another server is told instead of followed.

    Raises FunctionFailed for what is not http(s), for HTTP errors, timeouts, too large answers, and pages without text.
    """
    if not re.match("https?://", url, re.IGNORECASE):
        raise FunctionFailed(f'"{url}" is not a web address: it must begin with http:// or https://.')
    try:
        async with asyncio.timeout(timeout):
            answer = await download(url, stays=stays)
            title, text = await _read(answer, timeout)
    except TimeoutError as error:
        raise FunctionFailed(f"{url} did not answer within {timeout:g} seconds: try again later.") from error
    return Fetched(answer.url, title, text)


async def _read(answer: Download, timeout: float) -> tuple[str, str]:
    name = PurePosixPath(urlsplit(answer.url).path).stem or urlsplit(answer.url).netloc
    if extension := _DOCUMENTS.get(answer.kind):
        return name, await to_markdown(answer.content, name + extension, timeout)
    text = decode_text(answer.content, answer.charset or page_charset(answer.content))
    if text is None or answer.kind.startswith(("image/", "audio/", "video/", "font/")):
        raise FunctionFailed(f'{answer.url} is of the kind "{answer.kind}", which is neither a page nor a document.')
    if "html" not in answer.kind and not text.lstrip()[:100].lower().startswith(("<!doctype html", "<html")):
        return name, text
    title, body = await _main_text(text, answer.url, timeout)
    if not body.strip():
        raise FunctionFailed(f"{answer.url} holds no text; it may be made for browsers only.")
    return title or name, body


async def _main_text(html: str, url: str, timeout: float) -> tuple[str, str]:
    """A page's title and main text, read in a process of its own."""
    command = [sys.executable, "-P", str(Path(main_text.__file__)), url]
    limits = Limits(memory_bytes=_MEMORY)
    done = await run_process(
        command, stdin=html.encode(errors="replace"), timeout=timeout, limit=_LONGEST, limits=limits
    )
    if done.timed_out:
        raise FunctionFailed(f"{url} could not be read within {timeout:g} seconds: the page is too intricate.")
    if done.exit_code != 0:
        raise FunctionFailed(f"{url} could not be read as a page: {done.stderr.text.strip()[-300:]}")
    found = json.loads(done.stdout.text)
    return found["title"], found["text"]


class WebFetch:
    """Fetches a page and makes a Markdown work of its main text."""

    name = "web_fetch"
    description = "Fetch a web page or document and convert it to Markdown, with its title and source."
    parameters = object_schema(
        required=["url"], url={"type": "string", "minLength": 1, "description": "Address, http:// or https://."}
    )

    async def __call__(self, context: FunctionContext, arguments: Mapping[str, Any]) -> Sequence[Made]:
        return [await fetch_page(arguments["url"], context.timeout)]
