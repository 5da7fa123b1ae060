"""Every assistant is held to the budgets of its conversation, step, task and project."""

from collections.abc import Mapping
from functools import partial

from workspace_app.domain.budgets import LEVELS, Budget, Cost, Level, reached, words
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Json
from workspace_app.engine.middleware.base import Ask, Middleware, MiddlewareError, NoSettings, Run, Update
from workspace_app.engine.prices import Prices
from workspace_app.store import spending

BLIND = "go on without knowing"
_NAMES: Mapping[Level, str] = {
    "conversation": "this conversation",
    "step": "this step",
    "task": "this task",
    "project": "this project",
}


class Budgets(Middleware[NoSettings]):
    """Pauses and asks when a budget is used up.

    Looked at before each model call, against the recorded requests; the person's answer raises the budget or ends the step.
    """

    async def before_model(self, run: Run) -> Update | None:
        """Ask until there is room."""
        while (question := await _question(run)) is not None:
            ask, limit = question
            answer = run.answer(ask.key)
            if answer is None:
                raise ask
            if answer["action"] == "reject":
                raise MiddlewareError(f"You ended it here: {ask.text} Raise the budget, then resume.")
            if limit is None:
                return None
            amount = _new_amount(ask.data, answer)
            await run.ledger.change(partial(spending.raise_budget, budget=limit, amount=amount))
            await run.tell("raised", f"The budget was raised to {words(limit.measure, amount)}.")
        return None

    @classmethod
    def check_answer(cls, data: Json, answer: Json) -> None:
        """Refuse a new amount that leaves no room."""
        if answer["action"] != "reject" and "raises" in data:
            _new_amount(data, answer)


async def _question(run: Run) -> tuple[Ask, Budget | None] | None:
    """What is to be asked now: a budget that is reached, or one in money that cannot be counted."""
    owners = _owners(run)
    budgets = run.ledger.ask.read(lambda c: spending.budgets(c, list(owners.values())))
    if not budgets:
        return None
    spent = {
        owner: run.ledger.ask.read(partial(spending.spent, level=level, owner=owner)) for level, owner in owners.items()
    }
    limit = reached(budgets, spent)
    if limit is not None:
        return _limit(limit, spent[limit.owner], run), limit
    for one in budgets:
        if one.measure != "money" or run.answer(_blind_key(one)) is not None:
            continue
        if spent[one.owner].unknown or await Prices(run.ledger).of(run.model(run.slot)) is None:
            return _blind(one, spent[one.owner], run), None
    return None


def _limit(limit: Budget, spent: Cost, run: Run) -> Ask:
    used, allowed = words(limit.measure, spent.of(limit.measure)), words(limit.measure, limit.amount)
    text = f"The budget of {allowed} for {_NAMES[limit.level]} is used up: {used}. Raise it, or stop here?"
    raises = {f"raise by {words(limit.measure, by)}": spent.of(limit.measure) + by for by in _steps(limit)}
    data = {"options": list(raises), "raises": raises, "least": spent.of(limit.measure)}
    calls = run.ledger.ask.read(lambda c: spending.spent(c, "conversation", _owners(run)["conversation"])).calls
    key = f"budget:{limit.owner}:{limit.measure}:{limit.amount}:{calls}"
    return Ask(key, text, ("choose", "text", "reject"), {**data, **_about(limit, spent, run)}, kind="limit")


def _blind_key(limit: Budget) -> str:
    return f"blind:{limit.owner}:{limit.amount}"


def _blind(limit: Budget, spent: Cost, run: Run) -> Ask:
    allowed, whose = words("money", limit.amount), _NAMES[limit.level]
    if spent.unknown:
        text = (
            f"The budget of {allowed} for {whose} cannot be kept: what {spent.unknown} of {spent.calls} calls cost is not known."
            " Set the price of the model in the settings, or go on without knowing?"
        )
    else:
        text = (
            f"The budget of {allowed} for {whose} cannot be kept: what the model “{run.slot}” costs is not known."
            " Set the price of the model in the settings, or go on without knowing?"
        )
    data = {"options": [BLIND], **_about(limit, spent, run)}
    return Ask(_blind_key(limit), text, ("choose", "reject"), data, kind="limit")


def _about(limit: Budget, spent: Cost, run: Run) -> dict[str, Json]:
    """The budget, and what it went on, for each assistant and model."""
    shares = run.ledger.ask.read(lambda c: spending.shares(c, limit.level, limit.owner))
    budget = {"owner": limit.owner, "level": limit.level, "measure": limit.measure, "amount": limit.amount}
    table = [{"source": one.source, "slot": one.slot, "model": one.model, **one.cost.to_json()} for one in shares]
    return {"budget": budget, "spent": spent.to_json(), "shares": table}


def _steps(limit: Budget) -> tuple[float, ...]:
    """By how much it can be raised at a click."""
    if not limit.amount:
        return (10.0,)
    half = limit.amount / 2 if limit.measure in ("money", "seconds") else max(1.0, limit.amount // 2)
    return (half, limit.amount, limit.amount * 4)


def _new_amount(data: Mapping[str, Json], answer: Mapping[str, Json]) -> float:
    """The new limit that an answer gives: by a choice, or as a number in the budget's own measure."""
    if answer["action"] == "choose":
        return float(data["raises"][answer["choices"][0]])
    try:
        amount = float(str(answer.get("text", "")).strip().lstrip("$").replace(",", ""))
    except ValueError:
        raise WorkspaceError("Give the new limit as a number, such as 20 or 2.50.") from None
    if not data["least"] < amount < float("inf"):
        raise WorkspaceError(f"The new limit must be more than the {data['least']:g} that are used up already.")
    return amount


def _owners(run: Run) -> dict[Level, str]:
    """Whose budgets count for a run, from the narrowest to the widest."""
    place = run.place
    assert place.conversation is not None
    ids = (place.conversation.id, place.step.id, place.task.id, place.project.id)
    return dict(zip(LEVELS, ids, strict=True))
