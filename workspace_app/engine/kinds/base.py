"""What a kind of step is, and what it is given to run."""

from dataclasses import dataclass
from typing import Protocol

from workspace_app.domain import plan as plans
from workspace_app.engine.context import Said
from workspace_app.engine.control import Control
from workspace_app.engine.models.errors import ModelError, failure_of
from workspace_app.engine.outcome import Failed, Outcome, Stopped, Waits
from workspace_app.engine.place import Place
from workspace_app.engine.recorder import Recorder
from workspace_app.engine.team_run import Crew, TeamRun, since_person
from workspace_app.store.changes import NewMessage


@dataclass(frozen=True)
class StepRun:
    """One run of one step (DESIGN 5).

    Args:
        step: as in the plan; None for step 0.
    """

    crew: Crew
    place: Place
    step: plans.Step | None
    control: Control
    recorder: Recorder


class StepKind(Protocol):
    """A kind of step."""

    name: str
    asks_first: bool
    """Whether it starts with a prompt to a team."""

    async def run(self, run: StepRun) -> Outcome:
        """Go on from the stored messages until the step is done, waits, fails or is stopped."""


async def run_team(run: StepRun, team: plans.Team, *, delivers: bool = True) -> Outcome | None:
    """Run a team; what ended it if that is the same for all kinds, None if the team spoke and the kind is to judge."""
    control = run.control
    try:
        await TeamRun(run.crew, run.place, team, control, run.recorder, delivers=delivers).run()
    except ModelError as error:  # a member cannot even be built: its model is not there, or has no key
        message = NewMessage(source="workspace", kind="error", text=str(error), data=failure_of(error))
        await run.recorder.keep(message)
        return Failed(str(error))
    if control.ended == "paused":
        return Stopped(paused=True, words=control.detail)
    if control.ended == "ask":
        return control.asks
    if control.ended == "error":
        return Failed(control.detail)
    if control.ended == "limit":
        return Waits("limit", f"{control.detail} Shall it go on?", ("approve", "text", "reject"))
    if control.ended == "tool":
        options = ["run again", "mark as failed"]
        text = f"{control.detail} Run it again, mark it as failed, or give its result."
        return Waits("tool", text, ("choose", "text"), {"options": options, "call": control.call})
    return None


def handed_in(said: list[Said]) -> dict[str, int]:
    """The works handed in since the person last spoke, with the number of the newest version of each."""
    return {work["id"]: work["version"] for item in since_person(said) for work in item.data.get("works", [])}


def talk(run: StepRun) -> Waits:
    """The question that a text without a delivery is: it never completes a step."""
    said = [item for item in run.recorder.said() if item.final and item.kind in ("text", "handoff", "image", "summary")]
    text = said[-1].text.strip() if said else ""
    works = run.crew.ledger.ask.works(run.place.task.id, run.place.step.n)
    conversation = run.place.conversation
    own = [work.id for work in works if conversation and work.newest.conversation == conversation.id]
    answers = ("text", "file", "approve") if own else ("text", "file")
    return Waits("ask", text or "The assistant gave an empty answer.", answers, {"works": own})
