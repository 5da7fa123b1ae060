"""Pages of the web as Markdown."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from workspace_app.engine.functions.base import FunctionContext, FunctionFailed, Made, object_schema
from workspace_app.engine.functions.documents import to_markdown
from workspace_app.engine.functions.files import decode_text, page_charset

if TYPE_CHECKING:
    import httpx

_LARGEST = 10_000_000  # bytes
_SHORT = 600  # characters; the search for a page's main text needs a page that has one
_AGENT = "Mozilla/5.0 (compatible; Workspace)"
_DOCUMENTS = {
    "application/pdf": ".pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "text/csv": ".csv",
}


@dataclass(frozen=True)
class _Answer:
    url: str
    kind: str
    charset: str | None
    content: bytes


@dataclass(frozen=True)
class Fetched:
    """What an address answered: where it was found in the end, its title, and its text as Markdown (JSON and other text as it is)."""

    url: str
    title: str
    text: str


async def fetch_page(url: str, timeout: float) -> Made:
    """A web page, or a document on the web, as Markdown with its title and source; for the rest see `fetch`."""
    page = await fetch(url, timeout)
    body = page.text.strip().removeprefix(f"# {page.title}\n").strip()
    return Made(page.title, f"# {page.title}\n\nSource: {page.url}\n\n{body}\n".encode())


async def fetch(url: str, timeout: float) -> Fetched:
    """What an address answers; `timeout` in seconds, for all of it.

    Raises FunctionFailed for what is not http(s), for HTTP errors, timeouts, too large answers, and pages without text.
    """
    if not re.match("https?://", url, re.IGNORECASE):
        raise FunctionFailed(f'"{url}" is not a web address: it must begin with http:// or https://.')
    try:
        async with asyncio.timeout(timeout):
            answer = await _get(url)
            title, text = await _read(answer, timeout)
    except TimeoutError as error:
        raise FunctionFailed(f"{url} did not answer within {timeout:g} seconds: try again later.") from error
    return Fetched(answer.url, title, text)


async def _get(url: str) -> _Answer:
    import httpx

    try:
        async with (
            httpx.AsyncClient(follow_redirects=True, timeout=None, headers={"User-Agent": _AGENT}) as client,
            client.stream("GET", url) as response,
        ):
            if response.is_error:
                raise FunctionFailed(f"{url} answered {response.status_code} {response.reason_phrase}.")
            content = await _body(response)
    except httpx.InvalidURL as error:
        raise FunctionFailed(f'"{url}" is not a valid web address: {error}.') from error
    except httpx.HTTPError as error:
        raise FunctionFailed(f"{url} could not be fetched: {str(error) or type(error).__name__}.") from error
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return _Answer(str(response.url), kind, response.charset_encoding, content)


async def _body(response: httpx.Response) -> bytes:
    content = bytearray()
    async for chunk in response.aiter_bytes():
        content += chunk
        if len(content) > _LARGEST:
            raise FunctionFailed(f"{response.url} is too large: it has more than {_LARGEST:,} bytes.")
    return bytes(content)


async def _read(answer: _Answer, timeout: float) -> tuple[str, str]:
    name = PurePosixPath(urlsplit(answer.url).path).stem or urlsplit(answer.url).netloc
    if extension := _DOCUMENTS.get(answer.kind):
        return name, await to_markdown(answer.content, name + extension, timeout)
    text = decode_text(answer.content, answer.charset or page_charset(answer.content))
    if text is None or answer.kind.startswith(("image/", "audio/", "video/", "font/")):
        raise FunctionFailed(f'{answer.url} is of the kind "{answer.kind}", which is neither a page nor a document.')
    if "html" not in answer.kind and not text.lstrip()[:100].lower().startswith(("<!doctype html", "<html")):
        return name, text
    title, body = await asyncio.to_thread(_main_text, text, answer.url)
    if not body.strip():
        raise FunctionFailed(f"{answer.url} holds no text; it may be made for browsers only.")
    return title or name, body


def _main_text(html: str, url: str) -> tuple[str, str]:
    import trafilatura
    from bs4 import BeautifulSoup
    from markdownify import MarkdownConverter

    page = BeautifulSoup(html, "lxml")
    title = " ".join(page.title.get_text().split()) if page.title else ""
    main = (
        trafilatura.extract(html, url=url, output_format="markdown", include_links=True, include_formatting=True) or ""
    )
    if len(main) >= _SHORT:
        return title, main
    for tag in page(["script", "style", "noscript", "template", "head"]):
        tag.decompose()
    whole = MarkdownConverter(heading_style="ATX", bullets="-").convert_soup(page)
    return title, re.sub(r"\n{3,}", "\n\n", whole)


class WebFetch:
    """Fetches a page and makes a Markdown work of its main text."""

    name = "web_fetch"
    description = "Fetch a web page or document and convert it to Markdown, with its title and source."
    parameters = object_schema(
        required=["url"], url={"type": "string", "minLength": 1, "description": "Address, http:// or https://."}
    )

    async def __call__(self, context: FunctionContext, arguments: Mapping[str, Any]) -> Sequence[Made]:
        return [await fetch_page(arguments["url"], context.timeout)]
