"""Says that an assistant suggests another plan, and offers a new task with it; nothing waits for that (R67)."""

from PySide6.QtWidgets import QWidget

from workspace_app.ui.banner import Banner
from workspace_app.ui.speakers import speaker_name
from workspace_app.ui.task_state import TaskState
from workspace_app.ui.theme import Theme


class ReplanBar(Banner):
    """A banner for the newest suggestion in a task."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "plan", "accent", self.tr("Plan a new task from here…"), parent)

    def show_hint(self, state: TaskState) -> None:
        """Show what an assistant of the task suggested last, if any did."""
        if state.hint is None:
            self.tell("", "")
            return
        step, message = state.hint
        text = self.tr("{0} in step {1} suggests a new plan: {2}")
        reason = " ".join(str(message.data["replan"]).split())
        self.tell(message.id, text.format(speaker_name(message.data["by"]), step, reason[:300]))
