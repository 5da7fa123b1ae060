"""Tools that assistants are given, and the workbench that keeps a run alive whatever they do."""

from workspace_app.engine.tools.registry import ACTING, DESCRIPTIONS, TOOL_NAMES, UnknownTool, make_tools, tool_fault
from workspace_app.engine.tools.safe_workbench import Around, Run, SafeWorkbench

__all__ = [
    "ACTING",
    "DESCRIPTIONS",
    "TOOL_NAMES",
    "Around",
    "Run",
    "SafeWorkbench",
    "UnknownTool",
    "make_tools",
    "tool_fault",
]
