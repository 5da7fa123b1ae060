"""Verbs about what work costs: prices, cost and budgets."""

import math
from functools import partial
from typing import Any

from workspace_app.desk.base import DeskBase
from workspace_app.domain.budgets import LEVELS, MEASURES, Budget, Cost, Level
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.store import spending


class SpendingVerbs(DeskBase):
    """See what was spent, limit it, and correct prices."""

    async def cost(self, level: Level, owner: str) -> dict[str, Any]:
        """What was spent: {"total": COST, "shares": [{"source", "slot", "model", ...COST}]}, a share for each assistant and model.

        COST is {"calls", "input_tokens", "output_tokens", "money", "unknown_calls", "seconds"}; money is in US dollars, None if unknown,
        and at least so much if some calls are of unknown cost.

        Args:
            level: conversation, step, task or project.
            owner: its id.
        """
        self._owners(level, owner)
        shares = self._ask.read(partial(spending.shares, level=level, owner=owner))
        total = self._ask.read(partial(spending.spent, level=level, owner=owner))
        table = [{"source": one.source, "slot": one.slot, "model": one.model, **one.cost.to_json()} for one in shares]
        return {"total": total.to_json(), "shares": table}

    async def budgets(self, level: Level, owner: str) -> list[dict[str, Any]]:
        """The budgets that hold for something, its own and those of the wider levels, the narrowest first.

        Returns:
            [{"owner", "level", "measure", "amount", "spent", "known": whether all of what was spent is known}]
        """
        owners = self._owners(level, owner)
        found = self._ask.read(lambda c: spending.budgets(c, list(owners.values())))
        spent = {id_: self._spent(one, id_) for one, id_ in owners.items()}
        found.sort(key=lambda one: (LEVELS.index(one.level), MEASURES.index(one.measure)))
        return [
            {
                "owner": one.owner,
                "level": one.level,
                "measure": one.measure,
                "amount": one.amount,
                "spent": spent[one.owner].of(one.measure),
                "known": one.measure != "money" or not spent[one.owner].unknown,
            }
            for one in found
        ]

    async def set_budget(self, level: Level, owner: str, measure: str, amount: float | None) -> dict[str, Any]:
        """Limit what something may use, in money (US dollars), tokens, seconds or calls; an amount of None takes the limit away.

        It counts from the next model call on.
        """
        project = self._owners(level, owner)["project"]
        if measure not in MEASURES:
            raise WorkspaceError(f"A budget is in {', '.join(MEASURES)}; not in {measure}.")
        if amount is None:
            await self._ledger.change(partial(spending.remove_budget, owner=owner, measure=measure))
        elif not math.isfinite(amount) or amount <= 0:
            raise WorkspaceError("A budget must be a number above zero.")
        else:
            budget = Budget(owner, level, measure, float(amount))
            await self._ledger.change(partial(spending.set_budget, project=project, budget=budget))
        self._ledger.publish(Event("costs", owner, project=project))
        return {}

    async def prices(self) -> list[dict[str, Any]]:
        """What the models cost, in US dollars for a million tokens.

        Returns:
            [{"slot", "provider", "model", "input", "output", "source": "yours", "list", "free" or "unknown"}]
        """
        found = []
        for slot in self._models.all().values():
            price = await self._crew.prices.of(slot)
            about = {"slot": slot.name, "provider": slot.provider, "model": slot.model}
            sums = {"input": price.input, "output": price.output} if price else {"input": None, "output": None}
            found.append({**about, **sums, "source": price.source if price else "unknown"})
        return found

    async def set_price(self, provider: str, model: str, input: float, output: float) -> dict[str, Any]:
        """Set a model's price in US dollars for a million tokens; earlier calls of unknown cost are priced with it too."""
        if not all(math.isfinite(value) and value >= 0 for value in (input, output)):
            raise WorkspaceError("A price must be a number, zero or more, in US dollars for a million tokens.")
        prices = {"input": float(input), "output": float(output)}
        await self._ledger.change(lambda c: spending.set_price(c, provider, model, **prices))
        self._ledger.publish(Event("costs", f"{provider}/{model}"))
        return {}

    async def remove_price(self, provider: str, model: str) -> dict[str, Any]:
        """Forget the person's own price of a model; the kept list counts again."""
        await self._ledger.change(lambda c: spending.remove_price(c, provider, model))
        self._ledger.publish(Event("costs", f"{provider}/{model}"))
        return {}

    def _spent(self, level: Level, owner: str) -> Cost:
        return self._ask.read(partial(spending.spent, level=level, owner=owner))

    def _owners(self, level: Level, owner: str) -> dict[Level, str]:
        """Something and what it belongs to, as ids by level; raises NotFound or WorkspaceError."""
        if level == "project":
            return {"project": self._ask.project(owner).id}
        if level == "task":
            return {"task": self._ask.task(owner).id, "project": self._ask.task(owner).project}
        if level == "step":
            return {"step": owner, **self._owners("task", self._ask.step(owner).task)}
        if level == "conversation":
            return {"conversation": owner, **self._owners("step", self._ask.conversation(owner).step)}
        raise WorkspaceError(f"A budget is for a {', '.join(LEVELS)}; not for a {level}.")
