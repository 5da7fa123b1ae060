"""Tools by name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any

from autogen_core.tools import BaseTool, FunctionTool

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.functions.base import FunctionContext
from workspace_app.engine.functions.web import fetch_page
from workspace_app.engine.tools.files import FileTools, Offset, page

DESCRIPTIONS = {
    "read_file": "Read a file of the project as text; PDF, DOCX and XLSX are converted to Markdown.",
    "list_files": "List the files of the project with their sizes.",
    "find_in_files": "Find a text in the files of the project; answers with path, line number and line.",
    "web_fetch": "Fetch a web page or document as Markdown, with its title and source.",
}
TOOL_NAMES = tuple(DESCRIPTIONS)


class UnknownTool(WorkspaceError):
    """A plan gives an assistant a tool that does not exist."""


def make_tools(names: Sequence[str], context: FunctionContext) -> list[BaseTool[Any, Any]]:
    """The named tools, each once, for one run. Raises UnknownTool, which names those that exist."""
    unknown = [name for name in names if name not in DESCRIPTIONS]
    if unknown:
        raise UnknownTool(f'There is no tool "{unknown[0]}". There are: {", ".join(TOOL_NAMES)}.')
    calls = _calls(context)
    return [FunctionTool(calls[name], DESCRIPTIONS[name], name=name) for name in dict.fromkeys(names)]


def _calls(context: FunctionContext) -> dict[str, Callable[..., Awaitable[str]]]:
    async def web_fetch(
        url: Annotated[str, "Address that begins with http:// or https://"],
        offset: Offset = 0,
    ) -> str:
        made = await fetch_page(url, context.timeout)
        return page(made.content.decode(), offset, "web_fetch")

    files = FileTools(context.space, context.timeout)
    return {
        "read_file": files.read_file,
        "list_files": files.list_files,
        "find_in_files": files.find_in_files,
        "web_fetch": web_fetch,
    }
