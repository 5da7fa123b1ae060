"""Tools by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from autogen_core.tools import BaseTool, FunctionTool

from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.functions.base import FunctionContext
from workspace_app.engine.functions.web import fetch_page
from workspace_app.engine.shell.policies import HostPolicy
from workspace_app.engine.tools.file_search import GlobSearch, GrepSearch, Searched
from workspace_app.engine.tools.files import FileTools, Offset, page
from workspace_app.engine.tools.python import PythonTool

AnyTool: TypeAlias = BaseTool[Any, Any]

DESCRIPTIONS = {
    "read_file": "Read a file of the project as text; PDF, DOCX and XLSX are converted to Markdown.",
    "list_files": "List the files of the project with their sizes.",
    "find_in_files": "Find a text in the files of the project; answers with path, line number and line.",
    "glob_search": "Find files of the task by a pattern of their paths, the newest first.",
    "grep_search": "Find a regular expression in the files of the task.",
    "web_fetch": "Fetch a web page or document as Markdown, with its title and source.",
    "write_file": "Write a text file of the assistant's own in the task's folder.",
    "run_python": "Run a Python script in the task's folder; what it prints is the result.",
}
TOOL_NAMES = tuple(DESCRIPTIONS)
ACTING = frozenset({"write_file", "run_python"})
"""Those that do more than read: after a crash nobody can say whether a call had its effect."""


class UnknownTool(WorkspaceError):
    """A plan gives an assistant a tool that does not exist."""


def make_tools(names: Sequence[str], context: FunctionContext) -> list[AnyTool]:
    """The named tools, each once, for one run. Raises UnknownTool, which names those that exist."""
    if fault := next(filter(None, map(tool_fault, names)), None):
        raise UnknownTool(fault)
    makers = _makers(context)
    return [makers[name]() for name in dict.fromkeys(names)]


def tool_fault(name: str) -> str | None:
    """That there is no tool of this name, in words; None if there is."""
    return None if name in DESCRIPTIONS else f'There is no tool "{name}". There are: {", ".join(TOOL_NAMES)}.'


def _makers(context: FunctionContext) -> Mapping[str, Callable[[], AnyTool]]:
    async def web_fetch(
        url: Annotated[str, "Address that begins with http:// or https://"],
        offset: Offset = 0,
    ) -> str:
        made = await fetch_page(url, context.timeout, stays=True)
        return page(made.content.decode(), offset, "web_fetch")

    def of(name: str, call: Callable[..., Any]) -> Callable[[], AnyTool]:
        return lambda: FunctionTool(call, DESCRIPTIONS[name], name=name)

    files, searched = FileTools(context.space, context.folder, context.timeout), Searched(context.folder)
    return {
        "read_file": of("read_file", files.read_file),
        "list_files": of("list_files", files.list_files),
        "find_in_files": of("find_in_files", files.find_in_files),
        "glob_search": lambda: GlobSearch(searched),
        "grep_search": lambda: GrepSearch(searched),
        "web_fetch": of("web_fetch", web_fetch),
        "write_file": of("write_file", files.write_file),
        "run_python": lambda: PythonTool(context.folder / "files", HostPolicy(readable=(context.folder,))),
    }
