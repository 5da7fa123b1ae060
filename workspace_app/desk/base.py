"""What the verbs share."""

import asyncio
from pathlib import Path
from typing import Any

from workspace_app.domain.events import Event
from workspace_app.domain.records import Question, Version
from workspace_app.engine.doctor import Doctor
from workspace_app.engine.flow import Flow
from workspace_app.engine.hub import Hub
from workspace_app.engine.in_space import in_space
from workspace_app.engine.large_files import read_version
from workspace_app.engine.ledger import Ledger
from workspace_app.engine.maintenance import Maintenance
from workspace_app.engine.mcp import McpServers
from workspace_app.engine.middleware.own import OwnMiddleware
from workspace_app.engine.model_slots import ModelSlots
from workspace_app.engine.outbox import Outbox
from workspace_app.engine.person_edits import PersonEdits
from workspace_app.engine.prices import Prices
from workspace_app.engine.record.records import Records
from workspace_app.engine.sharing import Sharing
from workspace_app.engine.team_run import Crew
from workspace_app.engine.works import Works


class DeskBase:
    """The parts that the verbs work with. Made by `Desk.open`.

    Args:
        home: the data folder.
        crew: fields of `Crew` that are to be others, such as the clock.
    """

    def __init__(self, home: Path, **crew: Any) -> None:
        self.home = home
        self._ledger = Ledger(home)
        self._ask = self._ledger.ask
        self._outbox = Outbox(self._ledger)
        self._models = ModelSlots(home)
        mcp = McpServers(home, lambda name: self._ledger.publish(Event("tools", name)))
        works = Works(self._ledger, self._outbox)
        self._hooks = OwnMiddleware(home)
        self._crew = Crew(
            self._ledger, self._models, works, mcp, Prices(self._ledger), **{"own": self._hooks.of, **crew}
        )
        self._records = Records(self._ledger, self._outbox, self.busy)
        self._flow = Flow(self._crew, self._outbox)
        self._edits = PersonEdits(self._ledger, self._outbox)
        self._sharing = Sharing(self._ledger, self._outbox, self._edits, self._records)
        self._doctor = Doctor(self._ledger, self._outbox, self._edits)
        self._maintenance = Maintenance(self._ledger, self.busy)
        self._locks: dict[str, asyncio.Lock] = {}

    @property
    def events(self) -> Hub:
        """Where changes are told."""
        return self._ledger.hub

    def busy(self, task: str | None = None) -> bool:
        """Whether something runs, of one task or of any."""
        return bool(self._flow.runs.of_task(task) if task else len(self._flow.runs))

    def _lock(self, task: str) -> asyncio.Lock:
        """Held while a verb changes a task, so that two answers do not cross."""
        return self._locks.setdefault(task, asyncio.Lock())

    def _question(self, question: str) -> Question:
        return self._ask.question(question)

    async def _body(self, project: str, path: str, version: Version) -> bytes:
        """The bytes of a version, from git or, while it is not there yet, from the outbox."""
        waiting = self._ask.pending_body(version.id)
        if waiting is not None:
            return waiting
        folder = self._ask.project(project).folder
        return await in_space(folder, lambda space: read_version(space, path, version))
