"""What every reading of the store is made with."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Select

from workspace_app.domain.errors import NotFound
from workspace_app.store import tables as t

AT_ONCE = 500  # values that one query names
_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Scope:
    """The tasks that a reading of many is about: one, those of a project, or (neither given) all."""

    project: str | None = None
    task: str | None = None

    def limit(self, query: Select[Any]) -> Select[Any]:
        """A query that selects from the steps, for the steps of these tasks only."""
        if self.project is not None:
            query = query.where(t.steps.c.project_id == self.project)
        return query if self.task is None else query.where(t.steps.c.task_id == self.task)


class Reading:
    """How the store is asked; the queries of each subject stand on it.

    Args:
        engine: a reader (`database.open_reader`), or the writer's own in the engine process.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def connect(self) -> Connection:
        """A connection of the caller's own, for what no query here selects."""
        return self._engine.connect()

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    def read(self, reading: Callable[[Connection], _Found]) -> _Found:
        """What a reading of a subject's own module (`permissions`, `spending`) finds."""
        with self._engine.connect() as connection:
            return reading(connection)

    def _all(self, query: Select[Any]) -> list[Row[Any]]:
        with self._engine.connect() as connection:
            return list(connection.execute(query))

    def _one(self, query: Select[Any], what: str) -> Row[Any]:
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise NotFound(f"There is no {what}.")
        return row


def grouped(found: Iterable[_Found], key: Callable[[_Found], str]) -> dict[str, list[_Found]]:
    """What was found, in its order, by key."""
    groups: dict[str, list[_Found]] = {}
    for each in found:
        groups.setdefault(key(each), []).append(each)
    return groups
