"""Where in the workspace something happens."""

from dataclasses import dataclass
from pathlib import Path

from workspace_app.domain.records import Conversation, Project, Step, Task


@dataclass(frozen=True)
class Place:
    """One run of one step.

    Args:
        conversation: None for what the person does outside of any run.
    """

    project: Project
    task: Task
    step: Step
    conversation: Conversation | None

    @property
    def space(self) -> Path:
        """The project folder."""
        return Path(self.project.folder)

    @property
    def folder(self) -> Path:
        """The task folder."""
        return self.space / self.task.folder

    def trailers(self, message: str | None = None) -> dict[str, str]:
        """What a commit says about where it comes from (R9)."""
        found = {"Task": self.task.id, "Step": str(self.step.n)}
        if self.conversation is not None:
            found["Conversation"] = self.conversation.id
        if message is not None:
            found["Message"] = message
        return found
