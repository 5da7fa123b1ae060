"""An assistant or a team works; nobody approves (R33, R40)."""

from workspace_app.domain import plan as plans
from workspace_app.engine.kinds.base import StepRun, handed_in, run_team, talk
from workspace_app.engine.outcome import Done, Outcome


class AgentKind:
    """Ends by itself when a work has been handed in."""

    name = "agent"
    asks_first = True

    async def run(self, run: StepRun) -> Outcome:
        """Run the team; done when it handed something in, a question when it only talked."""
        assert run.step is not None
        team = plans.team_of(run.step)
        assert team is not None
        return await run_team(run, team) or (Done() if handed_in(run.recorder.said()) else talk(run))
