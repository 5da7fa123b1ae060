"""A desk with a few verbs, to test the way to a desk without what a desk does."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workspace_app.domain.errors import NotFound
from workspace_app.domain.events import Event


class SmallEvents:
    """Tells events to whoever listens."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[Event], None]] = []

    def subscribe(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        self.listeners.append(callback)
        return lambda: self.listeners.remove(callback)

    def publish(self, event: Event) -> None:
        for listener in list(self.listeners):
            listener(event)


class SmallDesk:
    """Echoes, waits, tells and fails."""

    def __init__(self) -> None:
        self.events = SmallEvents()
        self.gate = asyncio.Event()
        self.waited: list[str] = []
        self.closed = False

    @classmethod
    async def open(cls, _home: Path) -> "SmallDesk":
        return cls()

    async def close(self) -> None:
        self.closed = True

    def busy(self) -> bool:
        return False

    async def echo(self, text: str, times: int = 1) -> dict[str, Any]:
        return {"text": text * times}

    async def tell(self, count: int, text: str = "x") -> dict[str, Any]:
        for n in range(count):
            self.events.publish(Event("delta", "c1", conversation="c1", source="writer", text=text))
            self.events.publish(Event("message", f"m{n}", conversation="c1", source="writer", seq=n + 1))
        return {}

    async def wait(self, name: str) -> dict[str, Any]:
        await self.gate.wait()
        self.waited.append(name)
        return {"name": name}

    async def let(self) -> dict[str, Any]:
        self.gate.set()
        return {}

    async def find(self, task: str) -> dict[str, Any]:
        raise NotFound(f"There is no task {task}.")

    async def break_down(self) -> dict[str, Any]:
        raise ZeroDivisionError("a secret detail")

    async def not_json(self) -> object:
        return object()

    async def models(self) -> list[dict[str, Any]]:
        return []

    async def variables(self) -> list[str]:
        return []

    async def rerun(self, **asked: Any) -> dict[str, Any]:
        return asked

    async def _hidden(self) -> dict[str, Any]:
        return {}

    def not_async(self) -> dict[str, Any]:
        return {}
