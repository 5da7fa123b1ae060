"""Searching the web, for an assistant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autogen_core.tools import BaseTool
from pydantic import BaseModel, ConfigDict, Field

from workspace_app.engine.middleware.base import Middleware, Run
from workspace_app.engine.tools.web import WebSearchTool


class WebSearchSettings(BaseModel):
    """Which service is asked."""

    model_config = ConfigDict(extra="forbid")

    url: str = Field(
        title="Address of the search service",
        pattern=r"^https?://.*\{query\}",
        description="With {query} where the words belong, such as https://search.example.org/search?q={query}&format=json (SearXNG).",
    )
    limit: int = Field(10, gt=0, le=100, title="Results that are listed")


class WebSearch(Middleware[WebSearchSettings]):
    """Lets the assistant search the web through a service of your choice."""

    Settings = WebSearchSettings

    def tools(self, run: Run) -> Sequence[BaseTool[Any, Any]]:
        return [WebSearchTool(self.settings.url, self.settings.limit)]
