"""The sentences that sources of the engine say to a person, read from the sources themselves."""

import ast
from collections.abc import Iterator
from pathlib import Path

_SAYS = ("tell", "Ask", "Artificial", "__init__")
_OURS = ("NotImplementedError", "AssertionError", "TypeError")
"""Errors that are told to a programmer."""


def sentences(source: Path) -> set[str]:
    """What is told, asked or raised in a source, with {0}, {1}... in place of what is filled in.

    A sentence that stands in a variable is looked for where that is set, in the same function.
    """
    found: set[str] = set()
    for function in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            found.update(one for call in _calls(function) for given in call.args for one in _templates(given, function))
    return {one for one in found if " " in one}


def _calls(function: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in _SAYS or (name.endswith("Error") and name not in _OURS):
                yield node


def _templates(node: ast.expr, function: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [one.value if isinstance(one, ast.Constant) else None for one in node.values]
        filled = iter(range(len(parts)))
        yield "".join(f"{{{next(filled)}}}" if part is None else str(part) for part in parts)
    elif isinstance(node, ast.IfExp):
        yield from _templates(node.body, function)
        yield from _templates(node.orelse, function)
    elif isinstance(node, ast.Call):
        for given in node.args:
            yield from _templates(given, function)
    elif isinstance(node, ast.Name):
        for other in ast.walk(function):
            if isinstance(other, ast.Assign):
                for name, value in _set(other):
                    if name == node.id:
                        yield from _templates(value, function)


def _set(node: ast.Assign) -> list[tuple[str, ast.expr]]:
    """The names that are set, and to what."""
    [target] = node.targets
    many = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
    pairs = zip(target.elts, node.value.elts, strict=True) if many else [(target, node.value)]
    return [(one.id, value) for one, value in pairs if isinstance(one, ast.Name)]
