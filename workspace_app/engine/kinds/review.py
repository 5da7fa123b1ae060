"""An assistant or a team works, the person gives feedback and approves (R34, R35, R41)."""

from workspace_app.domain import plan as plans
from workspace_app.engine.kinds.base import StepRun, handed_in, run_team, talk
from workspace_app.engine.outcome import Outcome, Waits


class ReviewKind:
    """Advances only when the person approves the works."""

    name = "review"
    asks_first = True

    async def run(self, run: StepRun) -> Outcome:
        """Run the team until it handed something in, which is to be reviewed, or talked, which is to be answered."""
        assert run.step is not None
        team = plans.team_of(run.step)
        assert team is not None
        return await run_team(run, team) or self._review(run) or talk(run)

    def _review(self, run: StepRun) -> Waits | None:
        works = handed_in(run.recorder.said())
        if not works:
            return None
        ask = run.crew.ledger.ask
        shown = {work: version for work in works for version in ask.versions(work) if version.n == works[work]}
        names = ", ".join(f"“{ask.work(work).title}” (version {version.n})" for work, version in shown.items())
        data = {"works": list(works), "versions": [version.id for version in shown.values()]}
        return Waits("review", f"Review {names}.", ("approve", "changes", "file"), data)
