"""Tidies up the projects' repositories while nothing runs (docs/decisions/0005-growth.md)."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from spaces.errors import SpaceError
from spaces.maintenance import is_due, tidy
from workspace_app.engine.ledger import Ledger

log = logging.getLogger(__name__)
LOOK_SECONDS = 120.0
"""Between two looks; what was tidied up is not due again for some hundred commits."""
_DAY = 86_400.0


class Maintenance:
    """Looks now and then, when nothing runs, whether a repository has grown untidy.

    Args:
        busy: whether anything runs.
    """

    def __init__(self, ledger: Ledger, busy: Callable[[], bool]) -> None:
        self._ledger, self._busy = ledger, busy
        self._looking: asyncio.Task[None] | None = None
        self._not_before: dict[str, float] = {}

    def start(self) -> None:
        """Look now and then from now on."""
        self._looking = asyncio.create_task(self._look(), name="maintenance")

    async def stop(self) -> None:
        """End the looking; git finishes what it has begun."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def tidy(self) -> list[str]:
        """Tidy up whatever is due; returns the ids of the projects. One that cannot be is left alone for a day."""
        done, now = [], asyncio.get_running_loop().time()
        for project in self._ledger.ask.projects():
            folder = Path(project.folder)
            if self._busy():
                break
            if now < self._not_before.get(project.id, 0.0) or not await asyncio.to_thread(is_due, folder):
                continue
            try:
                await asyncio.to_thread(tidy, folder)
            except SpaceError as error:
                log.info("%s is not tidied up: %s", folder, error)
                self._not_before[project.id] = now + _DAY
            else:
                done.append(project.id)
        return done

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.tidy()
