"""The engine's hand on the store: a change first, the event about it afterwards (DESIGN 3)."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection

from workspace_app.domain.events import Event
from workspace_app.domain.records import Step
from workspace_app.domain.status import Status
from workspace_app.engine.hub import Hub
from workspace_app.store import changes, due
from workspace_app.store.database import Writer, migrate, open_reader, open_writer
from workspace_app.store.queries import Queries

T = TypeVar("T")


class Ledger:
    """Writes through the one writer, reads its own writes, and tells what changed.

    Args:
        home: the data folder.

    Raises:
        StoreError: the store cannot be opened (see `database.migrate`).
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        migrate(home)
        engine = open_writer(home)
        with engine.begin() as connection:
            due.keep_watch(connection)
        self._writer = Writer(engine)
        self.ask = Queries(open_reader(home))
        self.hub = Hub()

    def close(self) -> None:
        """Finish what is queued and close the store."""
        self._writer.close()
        self.ask.close()

    async def change(self, change: Callable[[Connection], T]) -> T:
        """Make a change; returns when it is durable. A caller that is cancelled meanwhile does not undo it."""
        return await asyncio.shield(asyncio.wrap_future(self._writer.submit(change)))

    def publish(self, *events: Event) -> None:
        """Tell what changed."""
        self.hub.publish(*events)

    async def set_task(self, task: str, **values: Any) -> None:
        """Change a task's columns and tell it."""
        await self.change(lambda c: changes.set_task(c, task, **values))
        row = self.ask.task(task)
        self.publish(Event("task", task, project=row.project, task=task, step=row.step, status=row.status))

    async def set_step(self, step: Step, **values: Any) -> None:
        """Change a step's columns and tell it."""
        await self.change(lambda c: changes.set_step(c, step.id, **values))
        status = values.get("status", step.status)
        self.publish(Event("step", step.id, task=step.task, step=step.n, status=status))

    async def set_conversation(self, conversation: str, **values: Any) -> None:
        """Change a conversation's columns and tell it."""
        await self.change(lambda c: changes.set_conversation(c, conversation, **values))
        row = self.ask.conversation(conversation)
        self.publish(Event("conversation", conversation, task=row.task, conversation=conversation, status=row.status))

    async def say(self, conversation: str, message: changes.NewMessage, attempt: int | None = None) -> int:
        """Append a message and tell it; returns its seq."""
        seq = await self.change(lambda c: changes.append(c, conversation, message, attempt))
        self.tell_message(conversation, message, seq)
        return seq

    async def hear_notes(self, conversation: str, attempt: int | None = None, *, final: bool = False) -> list[str]:
        """Make messages of the notes that wait in a conversation, and tell them; returns their texts."""
        heard = await self.change(lambda c: changes.hear_notes(c, conversation, attempt, final=final))
        for message, seq in heard:
            self.tell_message(conversation, message, seq)
        return [message.text for message, _ in heard]

    def tell_message(self, conversation: str, message: changes.NewMessage, seq: int) -> None:
        """Tell a message that was appended within a larger change."""
        self.publish(Event("message", message.id, conversation=conversation, seq=seq, source=message.source))

    async def move(
        self, step: Step, conversation: str | None, status: Status, waits_for: str = "", error: str = ""
    ) -> None:
        """Bring a conversation, its step and its task to a status together, in one transaction; see `moved`."""
        await self.change(lambda c: moved(c, step, conversation, status, waits_for, error))
        self.tell_moved(step, conversation, status)

    def tell_moved(self, step: Step, conversation: str | None, status: Status) -> None:
        """Tell what `moved` did."""
        task = self.ask.task(step.task)
        self.publish(Event("step", step.id, project=task.project, task=step.task, step=step.n, status=status))
        if conversation is not None:
            self.publish(Event("conversation", conversation, task=step.task, conversation=conversation, status=status))
        if status is not Status.DONE:
            self.publish(
                Event("task", step.task, project=task.project, task=step.task, step=step.n, status=task.status)
            )


def moved(
    connection: Connection, step: Step, conversation: str | None, status: Status, waits_for: str = "", error: str = ""
) -> None:
    """Bring a conversation, its step and its task to a status; a step that is done leaves the task to what comes next.

    Args:
        waits_for: what the task waits for or what went wrong, in words.
        error: the cause, for status ERROR.
    """
    ended = changes.now() if status in (Status.DONE, Status.ERROR, Status.INTERRUPTED, Status.PAUSED) else None
    if conversation is not None:
        changes.set_conversation(connection, conversation, status=status, error=error, ended_at=ended)
    changes.set_step(connection, step.id, status=status, error=error, ended_at=ended)
    task_status = Status.PLANNING if step.n == 0 and status is Status.RUNNING else status
    if status is not Status.DONE:
        where = {"step": step.n, "step_title": step.title}
        changes.set_task(connection, step.task, status=task_status, waits_for=waits_for, **where)
