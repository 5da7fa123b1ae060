"""Only the person can give the document (R32)."""

from workspace_app.engine.kinds.base import StepRun
from workspace_app.engine.outcome import Outcome, Waits


class UserKind:
    """Waits for the person's file or text; no model is called."""

    name = "user"
    asks_first = False

    async def run(self, run: StepRun) -> Outcome:
        """Ask for the document."""
        assert run.step is not None
        return Waits("input", run.step.step_task, ("text", "file"))
