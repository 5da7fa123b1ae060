"""Why a task does not go on (error, interruption, pause), and the button that makes it."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.records import Conversation, Task
from workspace_app.domain.status import Status
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.engine_words import localized
from workspace_app.ui.key_dialog import KeyDialog
from workspace_app.ui.small_widgets import Card, IconLabel, button, label
from workspace_app.ui.theme import Theme

_ICONS = {Status.ERROR: "warning", Status.INTERRUPTED: "bolt", Status.PAUSED: "pause"}


class TroubleBar(Card):
    """The cause in words, "Retry" or "Resume" from the message where it stopped, and what helps where a model failed.

    Signals:
        rerun_requested: the person rather wants to begin the step again.
        model_requested: the person wants to go on from here with another model.
    """

    rerun_requested = Signal()
    model_requested = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, surface="window")
        self._bridge = bridge
        self._task: str | None = None
        self._failed_slot = ""
        self._icon = IconLabel(theme, "warning", "status.error", 20, self)
        self.heading = label("", "strong", self)
        self.heading.setWordWrap(True)
        self.cause = label("", "muted", self)
        self.cause.setWordWrap(True)
        self.problem = label("", "error", self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.retry = button("", "primary", parent=self)
        self.retry.clicked.connect(self._resume)
        self.rerun = button(
            self.tr("Run again…"), tip=self.tr("Begin this step again in a new conversation"), parent=self
        )
        self.rerun.clicked.connect(self.rerun_requested)
        self.key = button(self.tr("Enter its key…"), "primary", parent=self)
        self.key.clicked.connect(self._ask_key)
        self.model = button(
            self.tr("Another model…"), tip=self.tr("Go on from here, and choose the models of this run"), parent=self
        )
        self.model.clicked.connect(self.model_requested)
        words = QVBoxLayout()
        words.setSpacing(2)
        for widget in (self.heading, self.cause, self.problem):
            words.addWidget(widget)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(12)
        row.addWidget(self._icon)
        row.addLayout(words, 1)
        for made in (self.rerun, self.model, self.key, self.retry):
            row.addWidget(made)
        self.hide()

    def show_state(self, task: Task, run: Conversation | None, *, current: bool) -> None:
        """Show what keeps the task, if anything does.

        Args:
            run: the conversation that is shown.
            current: whether it is the newest run of the step that the task is at; only there it can go on.
        """
        self._task = task.id
        status = task.status
        self.setVisible(current and status in _ICONS)
        if self.isHidden():
            self.problem.hide()
            return
        self._icon.set_icon(_ICONS[status], f"status.{status.value}")
        number = run.messages if run else 0
        self.heading.setText(self._heading(status, number))
        self.cause.setText(localized((run.error if run else "") or task.waits_for))
        self.cause.setVisible(bool(self.cause.text()))
        self.retry.setText(self.tr("Retry") if status is Status.ERROR else self.tr("Resume"))
        self.retry.setToolTip(self.tr("Goes on from what is stored; finished tool calls are not done again"))
        failure = self._failure(run) if status is Status.ERROR else {}
        self._failed_slot = str(failure.get("slot", ""))
        self.model.setVisible(bool(failure))
        key = failure.get("failure") == "auth" and bool(self._failed_slot)
        self.key.setVisible(key)
        self.retry.setProperty("kind", "" if key else "primary")  # the same key would be refused again
        self.retry.style().unpolish(self.retry)
        self.retry.style().polish(self.retry)
        self.rerun.setVisible(task.step > 0 and status is not Status.PAUSED and run is not None and not failure)

    def _failure(self, run: Conversation | None) -> Mapping[str, Any]:
        """What is known of a model's failure that ended a run; nothing if something else did."""
        last = self._bridge.queries.messages(run.id, run.messages - 1, 1) if run is not None else []
        return last[0].data if last and last[0].kind == "error" and "failure" in last[0].data else {}

    def _heading(self, status: Status, number: int) -> str:
        if status is Status.ERROR:
            words = (
                self.tr("It failed after message {0}. Everything up to there is kept.")
                if number
                else self.tr("It failed.")
            )
        elif status is Status.INTERRUPTED:
            words = self.tr("Interrupted. It can go on from message {0}.") if number else self.tr("Interrupted.")
        else:
            words = self.tr("Paused after message {0}.") if number else self.tr("Paused.")
        return words.format(number)

    @Slot()
    def _ask_key(self) -> None:
        dialog = KeyDialog(self._bridge, self._failed_slot, self.window())
        dialog.accepted.connect(self._resume)
        dialog.open()

    @Slot()
    def _resume(self) -> None:
        self.problem.hide()
        self.retry.setEnabled(False)
        self._bridge.call("resume", done=self._done, failed=self._failed, task=self._task)

    def _done(self, _result: object) -> None:
        self.retry.setEnabled(True)

    def _failed(self, sentence: str) -> None:
        self.retry.setEnabled(True)
        self.problem.setText(sentence)
        self.problem.show()
