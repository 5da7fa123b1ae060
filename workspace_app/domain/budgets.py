"""What a run has cost, and the limits that the person set to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Level = Literal["conversation", "step", "task", "project"]
Measure = Literal["money", "tokens", "seconds", "calls"]

LEVELS: tuple[Level, ...] = ("conversation", "step", "task", "project")
MEASURES: tuple[Measure, ...] = ("money", "tokens", "seconds", "calls")


@dataclass(frozen=True)
class Cost:
    """What some model calls came to.

    Args:
        calls: how many there were.
        input_tokens, output_tokens: as far as the provider told them.
        money: US dollars of the calls whose price is known.
        unknown: calls of which it is not known what they cost: the sum is at least `money`.
        seconds: how long models and tools worked, one after the other.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    money: float = 0.0
    unknown: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.money + other.money,
            self.unknown + other.unknown,
            self.seconds + other.seconds,
        )

    def of(self, measure: Measure) -> float:
        """The cost in one measure; in money, what is known of it."""
        if measure == "tokens":
            return self.input_tokens + self.output_tokens
        return float(getattr(self, measure))

    def to_json(self) -> dict[str, float | int | None]:
        """For the screens: "money" is None when nothing of it is known, never zero for what is unknown."""
        return {
            "calls": self.calls,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "money": None if self.unknown and self.unknown == self.calls else self.money,
            "unknown_calls": self.unknown,
            "seconds": self.seconds,
        }


@dataclass(frozen=True)
class Share:
    """What one assistant's calls of one model came to."""

    source: str
    slot: str
    model: str
    cost: Cost


@dataclass(frozen=True)
class Budget:
    """A limit.

    Args:
        owner: id of the conversation, step, task or project that it holds for.
        amount: in US dollars, tokens in and out, seconds or calls.
    """

    owner: str
    level: Level
    measure: Measure
    amount: float


def reached(budgets: Iterable[Budget], spent: Mapping[str, Cost]) -> Budget | None:
    """The first budget, from the narrowest level to the widest, that what was spent has reached; None if there is room.

    Args:
        spent: by owner.
    """
    in_order = sorted(budgets, key=lambda budget: (LEVELS.index(budget.level), MEASURES.index(budget.measure)))
    return next((one for one in in_order if spent[one.owner].of(one.measure) >= one.amount), None)


def words(measure: Measure, amount: float) -> str:
    """An amount in words: "$2.50", "10,000 tokens"."""
    if measure == "money":
        return f"${amount:,.4f}" if 0 < amount < 0.01 else f"${amount:,.2f}"
    if measure == "seconds":
        return f"{amount / 60:,.0f} minutes" if amount >= 120 else f"{amount:,.0f} seconds"
    return f"{amount:,.0f} {measure.removesuffix('s') if amount == 1 else measure}"
