"""Keeps the person's edited plan as a draft while they type, so that nothing is lost with the window."""

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from workspace_app.ui.bridge import Bridge

SAVE_MS = 1500
"""How long after the last edit a draft is saved."""


class DraftKeeper(QObject):
    """Saves drafts with the verb `save_draft`.

    Signals:
        saving: an edit waits to be saved, or is being saved.
        saved: the newest edit is kept.
        failed: it could not be saved, and why.
    """

    saving = Signal()
    saved = Signal()
    failed = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._task = ""
        self._waiting: dict[str, Any] | None = None
        self._busy = False
        self._sent: list[dict[str, Any]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_MS)
        self._timer.timeout.connect(self.flush)

    def start(self, task: str) -> None:
        """From now on drafts are those of `task`; an edit of the task before is saved first."""
        self.flush()
        self._task, self._sent = task, []

    def keep(self, plan: dict[str, Any]) -> None:
        """Save `plan` soon."""
        self._waiting = plan
        self._timer.start()
        self.saving.emit()

    def was_sent(self, plan: object) -> bool:
        """Whether `plan` is a draft of the person's that was sent from here."""
        return plan in self._sent

    @Slot()
    def flush(self) -> None:
        """Save what waits now."""
        self._timer.stop()
        if self._waiting is None or self._busy:
            return
        plan, self._waiting, self._busy = self._waiting, None, True
        self._sent = [*self._sent[-20:], plan]
        self._bridge.call("save_draft", task=self._task, plan=plan, done=self._done, failed=self._fail)

    def drop(self) -> None:
        """Forget what waits: the plan was approved."""
        self._timer.stop()
        self._waiting = None

    def _done(self, _result: object) -> None:
        self._busy = False
        if self._waiting is None:
            self.saved.emit()
        else:
            self.flush()

    def _fail(self, sentence: str) -> None:
        self._busy = False
        self.failed.emit(sentence)
