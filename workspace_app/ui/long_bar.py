"""Says that a conversation has become long, and offers to go on in a new one (R52, R58)."""

from PySide6.QtWidgets import QWidget

from workspace_app.domain.records import Conversation
from workspace_app.domain.status import ACTIVE
from workspace_app.ui.banner import Banner
from workspace_app.ui.phrases import short_count
from workspace_app.ui.theme import Theme


class LongBar(Banner):
    """A banner for each long conversation."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "info", "warning", self.tr("Continue in a new conversation…"), parent)

    def show_usage(self, run: Conversation | None, tokens: int, limit: int) -> None:
        """Show it if the newest request of a run read more tokens than `limit`."""
        words = ""
        if run is not None and tokens > limit and run.status not in ACTIVE:
            text = self.tr(
                "This conversation is long: {0} messages, {1} tokens read for each answer. Answers get slower and worse."
            )
            words = text.format(run.messages, short_count(tokens))
        self.tell(run.id if run else "", words)
