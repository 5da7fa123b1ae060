"""Which task came from which, and where each stands in a picture of that (R72)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workspace_app.domain.records import Task


@dataclass(frozen=True)
class Place:
    """Where a task stands: `column` counts branchings from the left, `row` leaves from the top; a parent is beside its first child."""

    column: int
    row: int


def parents_of(tasks: Sequence[Task]) -> dict[str, str | None]:
    """The task that each came from, oldest first; an origin that is not among them (it was deleted) is there with None."""
    found: dict[str, str | None] = {}
    for task in sorted(tasks, key=lambda task: (task.created_at, task.id)):
        parent = task.origin.task if task.origin is not None else None
        if parent is not None:
            found.setdefault(parent, None)
        found[task.id] = parent
    return found


def family(parents: Mapping[str, str | None], task: str) -> dict[str, str | None]:
    """The part of `parents` that hangs together with a task."""
    root = _root(parents, task)
    return {name: parent for name, parent in parents.items() if _root(parents, name) == root}


def places(parents: Mapping[str, str | None]) -> dict[str, Place]:
    """Where each task stands: trees under one another, children in the order in which they were made."""
    children: dict[str | None, list[str]] = {}
    for name, parent in parents.items():
        children.setdefault(parent, []).append(name)
    found: dict[str, Place] = {}
    row = -1
    waiting = [(name, 0) for name in reversed(children.get(None, []))]
    above = -1
    while waiting:
        name, column = waiting.pop()
        # Whoever follows a parent directly is its first child and stays in its row.
        row = row if column == above + 1 and column > 0 else row + 1
        found[name] = Place(column, row)
        above = column
        waiting += [(child, column + 1) for child in reversed(children.get(name, []))]
    return found


def _root(parents: Mapping[str, str | None], task: str) -> str:
    seen = {task}
    while (parent := parents.get(task)) is not None and parent not in seen:
        seen.add(parent)
        task = parent
    return task
