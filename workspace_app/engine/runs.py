"""Runs of conversations: `submit` and `cancel`, with the store as the only truth (DESIGN 5)."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from workspace_app.domain import plan as plans
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.status import Status
from workspace_app.engine.control import Control
from workspace_app.engine.kinds import KINDS, StepRun
from workspace_app.engine.outcome import Failed, Outcome, Stopped
from workspace_app.engine.place import Place
from workspace_app.engine.recorder import Closed, Recorder
from workspace_app.engine.team_run import Crew
from workspace_app.store import changes
from workspace_app.store.database import StoreError

log = logging.getLogger(__name__)
LEASE_SECONDS = 30.0
STOP_SECONDS = 1.5
RETRY_SECONDS = 3.0
AT_ONCE = 12
"""Runs at the same time; more wait in the queue, so that a hundred tasks do not starve each other."""

Report = Callable[[Place, Outcome, Stopped | None], Awaitable[None]]


@dataclass
class _Run:
    place: Place
    control: Control = field(default_factory=Control)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    recorder: Recorder | None = None
    work: asyncio.Task[None] | None = None
    stopped: Stopped | None = None
    after: asyncio.Task[None] | None = None

    @property
    def trace(self) -> str:
        """What the log file calls it by (T37)."""
        return self.place.conversation.id if self.place.conversation is not None else ""


class Runs:
    """Runs conversations, each as one asyncio task.

    Args:
        report: called with what each run ended with, and with the stop that was asked for meanwhile, if any; the run still counts
            as running then.
    """

    def __init__(self, crew: Crew, report: Report) -> None:
        self._crew = crew
        self._report = report
        self._runs: dict[str, _Run] = {}
        self._room = asyncio.Semaphore(AT_ONCE)

    def __len__(self) -> int:
        return len(self._runs)

    def of_task(self, task: str) -> list[str]:
        """The conversations of a task that run or are queued to."""
        return [id_ for id_, run in self._runs.items() if run.place.task.id == task]

    def submit(self, place: Place) -> None:
        """Run a conversation from its stored messages, as soon as there is room."""
        assert place.conversation is not None
        before = self._runs.get(place.conversation.id)
        run = _Run(place, after=before.work if before else None)
        self._runs[place.conversation.id] = run
        run.work = asyncio.create_task(self._execute(run), name=f"run {place.conversation.id}")

    async def stop(self, conversation: str, stopped: Stopped, *, now: bool) -> None:
        """Stop a run, at once or before its next model call. Returns when it has stopped, or will.

        Args:
            stopped: what it ends with.
            now: the present call is cut; what had come of a message is kept as partial (R44).
        """
        run = self._runs.get(conversation)
        if run is None or run.work is None:
            return
        run.stopped = stopped
        run.control.halt.set()
        # A task that is cancelled before its first line would never tell its end.
        await run.begun.wait()
        if not now and run.recorder is not None:
            return
        if run.recorder is not None:
            run.recorder.close()
            try:
                run.control.token.cancel()
            except Exception:
                log.exception("A cancelled call did not take it well")
            await asyncio.wait({run.work}, timeout=STOP_SECONDS)
        if not run.work.done():
            run.work.cancel()
            await asyncio.wait({run.work}, timeout=STOP_SECONDS)

    async def close(self) -> None:
        """Stop everything at once; it becomes interrupted, to be resumed later."""
        closed = Stopped(paused=False, words="The engine was closed while this ran. Resume to go on.")
        await asyncio.gather(*(self.stop(id_, closed, now=True) for id_ in list(self._runs)))

    async def _execute(self, run: _Run) -> None:
        assert run.place.conversation is not None
        conversation = run.place.conversation.id
        run.begun.set()
        try:
            if run.after is not None:
                await asyncio.wait({run.after})
            await self._tell(run, await self._outcome(run))
        finally:
            if self._runs.get(conversation) is run:
                del self._runs[conversation]

    async def _tell(self, run: _Run, outcome: Outcome) -> None:
        """Report the outcome: nothing may say that it runs when it does not.

        While the store cannot be written (a full disk), it is tried again; any other fault becomes the run's error.
        """
        faults = 0
        while faults < 2:
            try:
                await self._report(run.place, outcome, run.stopped)
                return
            except StoreError:
                log.exception("The end of a run could not be kept; trying again: %s", run.trace)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception as error:
                log.exception("The end of a run could not be carried out: %s", run.trace)
                faults += 1
                outcome = Failed(f"Something went wrong after the run: {error}")

    async def _outcome(self, run: _Run) -> Outcome:
        try:
            async with self._room:
                outcome = await self._run(run)
        except (asyncio.CancelledError, Closed):
            outcome = run.stopped or Stopped(paused=False)
        except WorkspaceError as error:
            outcome = run.stopped or Failed(str(error))
        except Exception as error:
            if run.stopped is None:
                log.exception("A run failed: %s", run.trace)
            outcome = run.stopped or Failed(f"Something went wrong inside: {error}")
        if run.recorder is not None:
            try:
                await run.recorder.keep_partial()
            except WorkspaceError as error:
                outcome = Failed(str(error))
            except Exception as error:
                log.exception("What was under way could not be kept: %s", run.trace)
                outcome = Failed(f"Something went wrong inside: {error}")
        return run.stopped if isinstance(outcome, Stopped) and run.stopped else outcome

    async def _run(self, run: _Run) -> Outcome:
        place, ledger = run.place, self._crew.ledger
        assert place.conversation is not None
        conversation = place.conversation.id
        attempt = await ledger.change(lambda c: changes.claim(c, conversation, LEASE_SECONDS))
        await ledger.move(place.step, conversation, Status.RUNNING)
        run.recorder = Recorder(ledger, place, attempt)
        spec = plans.Plan.from_json({"steps": [dict(place.step.spec)]}).steps[0] if place.step.n else None
        renewing = asyncio.create_task(self._renew(conversation, attempt))
        try:
            return await KINDS[place.step.kind].run(StepRun(self._crew, place, spec, run.control, run.recorder))
        finally:
            renewing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await renewing

    async def _renew(self, conversation: str, attempt: int) -> None:
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            await self._crew.ledger.change(lambda c: changes.renew(c, conversation, attempt, LEASE_SECONDS))
