"""How money, tokens and time are said; what is unknown is never said as nothing."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from workspace_app.ui.phrases import duration, short_count

translate = QCoreApplication.translate


def amount_words(measure: str, amount: float) -> str:
    """An amount of a budget's measure: $2.50, 27K tokens, 3 min, 12 calls."""
    if measure == "money":
        return f"${amount:,.4f}" if 0 < amount < 0.01 else f"${amount:,.2f}"
    if measure == "seconds":
        return duration(amount)
    count = short_count(int(amount))
    return translate("Cost", "{0} tokens").format(count) if measure == "tokens" else calls_words(int(amount))


def calls_words(count: int) -> str:
    """A number of calls."""
    return translate("Cost", "1 call") if count == 1 else translate("Cost", "{0} calls").format(count)


def money_words(cost: Mapping[str, Any]) -> str:
    """What is known of a cost in money (a COST of the verb `cost`)."""
    if cost["money"] is None:
        return translate("Cost", "cost unknown")
    known = amount_words("money", cost["money"])
    return translate("Cost", "at least {0}").format(known) if cost["unknown_calls"] else known


def measure_word(measure: str) -> str:
    """What a budget measures."""
    return {
        "money": translate("Cost", "Money (US dollars)"),
        "tokens": translate("Cost", "Tokens"),
        "seconds": translate("Cost", "Working time (minutes)"),
        "calls": translate("Cost", "Calls of models"),
    }[measure]


def level_word(level: str) -> str:
    """What a budget is for."""
    return {
        "conversation": translate("Cost", "This conversation"),
        "step": translate("Cost", "This step"),
        "task": translate("Cost", "This task"),
        "project": translate("Cost", "The whole project"),
    }[level]
