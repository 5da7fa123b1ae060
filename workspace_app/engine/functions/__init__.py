"""Functions: steps that need no model (R30).

Other packages add functions by the entry point group `workspace_app.functions`.
"""

from workspace_app.engine.functions.base import Function, FunctionContext, FunctionFailed, InputWork, Made
from workspace_app.engine.functions.registry import broken_functions, call, functions

__all__ = [
    "Function",
    "FunctionContext",
    "FunctionFailed",
    "InputWork",
    "Made",
    "broken_functions",
    "call",
    "functions",
]
