"""How far a tool reaches: what it may do without being allowed."""

from typing import Any, Literal

from autogen_core.tools import BaseTool

from workspace_app.engine.submit import NAME as SUBMIT

Reach = Literal["inside", "outside", "acts"]
"""It only reads in the project (or hands in works), it reads from elsewhere, or it may change something."""

_KNOWN: dict[str, Reach] = {
    SUBMIT: "inside",
    "read_file": "inside",
    "list_files": "inside",
    "find_in_files": "inside",
    "glob_search": "inside",
    "grep_search": "inside",
    "web_fetch": "outside",
    # functions of steps
    "document_to_markdown": "inside",
    "copy_works": "inside",
    "join_works": "inside",
}


def reach_of(name: str, tool: BaseTool[Any, Any] | None) -> Reach:
    """The reach of a tool: its own `reach`, if it has one; what nobody vouches for may do anything."""
    own: Reach | None = getattr(tool, "reach", None)
    return own or _KNOWN.get(name, "acts")
