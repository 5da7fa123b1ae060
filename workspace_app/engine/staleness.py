"""What is out of date because an input has a newer approved version, and running it again in order (R60)."""

import asyncio
from collections.abc import Sequence

from workspace_app.domain.events import Event
from workspace_app.domain.records import Step, Work
from workspace_app.domain.status import Status
from workspace_app.engine.ledger import Ledger
from workspace_app.store import changes
from workspace_app.store.ids import new_id


async def refresh(ledger: Ledger, changed: Sequence[Work] | None = None) -> None:
    """Mark the works that are out of date now and no others, and tell those whose mark changed; nothing runs.

    Args:
        changed: what has a new version, if that is all that happened since; None if it may be something else.
    """
    if changed is not None and not await asyncio.to_thread(ledger.ask.are_read, {work.step for work in changed}):
        return
    descent = await asyncio.to_thread(ledger.ask.descent)
    for work in await ledger.change(lambda c: changes.mark_stale(c, descent.stale())):
        row = ledger.ask.work(work)
        ledger.publish(Event("work", work, task=row.task, step=row.step_n))


class RunAgain:
    """Steps that the person has lined up: each runs when the one before it is done."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def line_up(self, steps: Sequence[str]) -> None:
        """Put steps (ids) into a line of their own, taking them out of any other."""
        await self._ledger.change(lambda c: changes.line_up(c, steps, new_id()))

    async def follow(self, done: Step) -> list[Step]:
        """A step is done: the steps that may begin now, the first of every line that has not."""
        await self._ledger.change(lambda c: changes.leave_line(c, done.id))
        return self._waiting()

    async def give_up(self, step: Step) -> None:
        """The person stopped at a step: what is lined up behind it does not run."""
        await self._ledger.change(lambda c: changes.drop_line(c, step.id))

    async def recover(self) -> None:
        """After a crash what was running is resumed by the person; a line whose first step had not begun is given up."""
        for step in self._waiting():
            await self.give_up(step)

    def _waiting(self) -> list[Step]:
        """The first step of every line, where it has not begun."""
        heads = {row.batch: row.step_id for row in reversed(self._ledger.ask.lined_up())}
        steps = [self._ledger.ask.step(step) for step in heads.values()]
        return [step for step in steps if step.status is Status.DONE]
