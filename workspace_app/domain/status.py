"""The life of a task, a step and a conversation: one table of allowed moves (DESIGN 1)."""

from enum import StrEnum

from workspace_app.domain.errors import NotAllowed


class Status(StrEnum):
    """Where a task, step or conversation stands (R78)."""

    PLANNING = "planning"
    QUEUED = "queued"
    RUNNING = "running"
    WAITING = "waiting"
    PAUSED = "paused"
    INTERRUPTED = "interrupted"
    ERROR = "error"
    DONE = "done"


_P, _Q, _R, _W = Status.PLANNING, Status.QUEUED, Status.RUNNING, Status.WAITING
_PAUSED, _INT, _E, _D = Status.PAUSED, Status.INTERRUPTED, Status.ERROR, Status.DONE

MOVES: dict[Status, frozenset[Status]] = {
    _P: frozenset({_W, _Q, _R, _PAUSED, _INT, _E, _D}),
    # A plan that was given, or a document that the person hands in, needs no run (R37, R76).
    _Q: frozenset({_R, _W, _PAUSED, _INT, _E, _P, _D}),
    _R: frozenset({_W, _PAUSED, _INT, _E, _D, _Q}),
    _W: frozenset({_R, _Q, _P, _PAUSED, _INT, _E, _D}),
    _PAUSED: frozenset({_R, _Q, _P, _W, _INT, _E, _D}),
    _INT: frozenset({_R, _Q, _P, _W, _PAUSED, _E, _D}),
    _E: frozenset({_R, _Q, _P, _W, _PAUSED, _INT, _D}),
    # A done step runs again only by a new conversation (R46), which starts over at the queue.
    _D: frozenset({_Q, _R, _W, _P}),
}

ACTIVE = frozenset({Status.PLANNING, Status.QUEUED, Status.RUNNING})


def move(old: Status, new: Status) -> Status:
    """Return `new` if a thing in status `old` may become it (or already is).

    Raises:
        NotAllowed: the table has no such move.
    """
    if new != old and new not in MOVES[old]:
        raise NotAllowed(f"What is {old} cannot become {new}.")
    return new
