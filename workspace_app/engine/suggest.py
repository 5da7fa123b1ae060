"""The tool by which an assistant says that the plan should be another; it never holds the step up (R67)."""

from typing import Any

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool
from pydantic import BaseModel, Field

from workspace_app.engine.context import APP
from workspace_app.engine.recorder import Recorder
from workspace_app.engine.tools.reach import Reach
from workspace_app.engine.works import version_id
from workspace_app.store.changes import NewMessage

NAME = "suggest_replan"


class Suggestion(BaseModel):
    """What `suggest_replan` takes."""

    reason: str = Field(min_length=1, description="Why the plan does not fit any more, and what should be different.")


class SuggestReplan(BaseTool[Suggestion, Any]):
    """Leaves a hint for the person, who alone starts a new plan.

    Args:
        speaker: the assistant whose tool it is.
    """

    reach: Reach = "inside"

    def __init__(self, recorder: Recorder, speaker: str) -> None:
        super().__init__(
            Suggestion,
            str,
            NAME,
            "Tell the person that the plan of the remaining steps should be changed. Nothing changes by it: go on with your step.",
        )
        self._recorder, self._speaker = recorder, speaker

    async def run(self, args: Suggestion, cancellation_token: CancellationToken) -> str:
        """Keep the hint; the same one is kept once, however often a cut run repeats the call."""
        text = f"{self._speaker} suggests a new plan: {args.reason}"
        data = {"replan": args.reason, "by": self._speaker}
        id_ = version_id(self._recorder.conversation, f"replan/{args.reason}")
        await self._recorder.keep(NewMessage(source=APP, kind="notice", text=text, data=data, id=id_))
        return "The person has been told. Go on with your step."
