"""Searching the web through a service that the person chose."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import quote_plus

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool
from pydantic import BaseModel, Field

from workspace_app.engine.functions.base import FunctionFailed
from workspace_app.engine.functions.web import fetch
from workspace_app.engine.tools.files import page
from workspace_app.engine.tools.reach import Reach

QUERY = "{query}"
"""Where the words that are looked for stand in the address."""
_EXCERPT = 500  # characters shown of what a result says


class WebSearchArguments(BaseModel):
    query: str = Field(description="What to look for, as typed into a search box")


class WebSearchTool(BaseTool[WebSearchArguments, Any]):
    """Asks the service at `url`; its JSON results (as of SearXNG) are listed, a page is given as Markdown.

    Args:
        url: address with {query} in it. limit: how many results are listed. timeout: seconds.
    """

    reach: ClassVar[Reach] = "outside"

    def __init__(self, url: str, limit: int = 10, timeout: float = 30.0) -> None:
        super().__init__(
            WebSearchArguments, str, "web_search", "Search the web; answers with titles, addresses and excerpts."
        )
        self._url, self._limit, self._timeout = url, limit, timeout

    async def run(self, args: WebSearchArguments, cancellation_token: CancellationToken) -> str:
        if not args.query.strip():
            raise FunctionFailed("There is nothing to look for: give some words.")
        found = await fetch(self._url.replace(QUERY, quote_plus(args.query)), self._timeout)
        results = _results(found.text)
        if results is None:
            return page(found.text, 0, "web_fetch")
        shown = [_shown(result) for result in results if result.get("url")][: self._limit]
        return "\n\n".join(shown) or f'The search for "{args.query}" found nothing.'


def _results(text: str) -> list[Mapping[str, Any]] | None:
    """The results in a JSON answer; None if it is none."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return None
    results = answer.get("results") if isinstance(answer, Mapping) else answer
    return [result for result in results if isinstance(result, Mapping)] if isinstance(results, list) else None


def _shown(result: Mapping[str, Any]) -> str:
    said = " ".join(str(result.get("content") or "").split())[:_EXCERPT]
    title = " ".join(str(result.get("title") or result["url"]).split())
    return "\n".join(part for part in (title, str(result["url"]), said) if part)
