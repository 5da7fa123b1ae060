"""What model calls cost, the person's own prices, and budgets, in the store."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, Select, case, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from workspace_app.domain.budgets import Budget, Cost, Level, Share
from workspace_app.store import tables as t

_OWNER = {"conversation": "id", "step": "step_id", "task": "task_id", "project": "project_id"}


def shares(connection: Connection, level: Level, owner: str) -> list[Share]:
    """What has been spent, for each assistant and model, the earliest first."""
    r = t.requests.c
    own = _owned(level, owner)
    query = (
        select(
            r.source,
            r.slot,
            r.model,
            func.count().label("calls"),
            func.coalesce(func.sum(r.input_tokens), 0).label("input_tokens"),
            func.coalesce(func.sum(r.output_tokens), 0).label("output_tokens"),
            func.coalesce(func.sum(r.money), 0.0).label("money"),
            func.sum(case((r.money.is_(None), 1), else_=0)).label("unknown"),
            func.coalesce(func.sum(r.seconds), 0.0).label("seconds"),
        )
        .where(r.conversation_id.in_(own))
        .group_by(r.source, r.slot, r.model)
        .order_by(func.min(r.started_at))
    )
    return [
        Share(
            row.source,
            row.slot,
            row.model,
            Cost(row.calls, row.input_tokens, row.output_tokens, row.money, row.unknown, row.seconds),
        )
        for row in connection.execute(query)
    ]


def spent(connection: Connection, level: Level, owner: str) -> Cost:
    """What has been spent in all, the time of tools too."""
    worked = select(func.coalesce(func.sum(t.tool_calls.c.seconds), 0.0))
    tools = connection.execute(worked.where(t.tool_calls.c.conversation_id.in_(_owned(level, owner)))).scalar_one()
    return sum((share.cost for share in shares(connection, level, owner)), Cost(seconds=tools))


def set_budget(connection: Connection, project: str, budget: Budget) -> None:
    """Keep a budget, in place of an earlier one of the same owner and measure."""
    values = {"level": budget.level, "amount": budget.amount, "project_id": project}
    key = {"owner_id": budget.owner, "measure": budget.measure}
    row = upsert(t.budgets).values(**key, **values)
    connection.execute(row.on_conflict_do_update(index_elements=list(key), set_=values))


def remove_budget(connection: Connection, owner: str, measure: str) -> None:
    """Take a budget away."""
    b = t.budgets.c
    connection.execute(delete(t.budgets).where(b.owner_id == owner, b.measure == measure))


def raise_budget(connection: Connection, budget: Budget, amount: float) -> None:
    """Set a budget to a new amount, unless it has been changed or taken away since `budget` was read."""
    b = t.budgets.c
    same = (b.owner_id == budget.owner, b.measure == budget.measure, b.amount == budget.amount)
    connection.execute(update(t.budgets).where(*same).values(amount=amount))


def budgets(connection: Connection, owners: Collection[str]) -> list[Budget]:
    """The budgets of these owners."""
    query = select(t.budgets).where(t.budgets.c.owner_id.in_(owners))
    return [Budget(row.owner_id, row.level, row.measure, row.amount) for row in connection.execute(query)]


def set_price(connection: Connection, provider: str, model: str, input: float, output: float) -> None:
    """Keep the person's own price (US dollars for a million tokens), and price with it the calls whose cost was unknown."""
    key, values = {"provider": provider, "model": model}, {"input": input, "output": output}
    row = upsert(t.prices).values(**key, **values)
    connection.execute(row.on_conflict_do_update(index_elements=list(key), set_=values))
    r = t.requests.c
    told = (r.money.is_(None), r.input_tokens > 0, r.output_tokens.is_not(None))
    money = (r.input_tokens * input + r.output_tokens * output) / 1e6
    connection.execute(update(t.requests).where(r.provider == provider, r.model == model, *told).values(money=money))


def remove_price(connection: Connection, provider: str, model: str) -> None:
    """Forget the person's own price; what was priced with it stays."""
    connection.execute(delete(t.prices).where(*_is(provider, model)))


def price(connection: Connection, provider: str, model: str) -> tuple[float, float] | None:
    """The person's own price of a model: US dollars for a million tokens in and out."""
    row = connection.execute(select(t.prices).where(*_is(provider, model))).first()
    return (row.input, row.output) if row else None


def _is(provider: str, model: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return t.prices.c.provider == provider, t.prices.c.model == model


def _owned(level: Level, owner: str) -> Select[tuple[str]]:
    """The conversations that belong to an owner."""
    return select(t.conversations.c.id).where(t.conversations.c[_OWNER[level]] == owner)
