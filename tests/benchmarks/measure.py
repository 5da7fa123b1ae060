"""Ours and a yardstick, measured in turn on the same machine in the same minute; nothing is asserted."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Timed = Callable[[], float]
"""Does something once; the seconds that it took."""


@dataclass(frozen=True)
class Row:
    """One line of the result.

    Args:
        name: what was done.
        yardstick: what it is compared with.
        ours, theirs: seconds of each time.
    """

    name: str
    yardstick: str
    ours: list[float]
    theirs: list[float]

    def __str__(self) -> str:
        ours, theirs = statistics.median(self.ours), statistics.median(self.theirs)
        worst = max(self.ours)
        return f"{self.name:<44}{_ms(ours)}{_ms(worst)}  {self.yardstick:<44}{_ms(theirs)}{ours / theirs:>8.2f}x"


HEAD = f"{'':<44}{'median ms':>11}{'worst ms':>11}  {'yardstick':<44}{'median ms':>11}{'ratio':>9}"


def clocked(action: Callable[[], object]) -> float:
    """Seconds that an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def compare(name: str, ours: Timed, yardstick: str, theirs: Timed, times: int, warm: int = 1) -> Row:
    """Measure both `times` times in turn, after `warm` unmeasured rounds."""
    rounds = [(ours(), theirs()) for _ in range(warm + times)][warm:]
    return Row(name, yardstick, [first for first, _ in rounds], [second for _, second in rounds])


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:>11.1f}"
