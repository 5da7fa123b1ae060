"""What was done lately and can be undone: by the notice that tells of it, or by Ctrl+Z as long as the window is open."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.toasts import Toasts

_MOST = 50


@dataclass(frozen=True, eq=False)
class Done:
    """Something that was done.

    Args:
        sentence: what.
        verb, arguments: what undoes it.
    """

    sentence: str
    verb: str
    arguments: dict[str, Any]


class Undoing(QObject):
    """What was done, the newest last. In a field of text Ctrl+Z belongs to the text.

    Signals:
        changed: there is more, or less, to undo.
    """

    changed = Signal()

    def __init__(self, bridge: Bridge, toasts: Toasts, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge, self._toasts = bridge, toasts
        self._done: list[Done] = []

    @Slot(str, str, dict)
    def offer(self, sentence: str, verb: str, arguments: dict[str, Any]) -> None:
        """Tell what was done, with a button that undoes it by a verb."""
        done = Done(sentence, verb, arguments)
        self._done = [*self._done, done][-_MOST:]
        self.changed.emit()
        self._toasts.news(sentence, "undo", "muted", (self.tr("Undo"), partial(self._undo, done)))

    def undo_last(self) -> None:
        """Undo what was done last and is not undone yet."""
        if self._done:
            self._undo(self._done[-1])

    def can_undo(self) -> bool:
        """Whether there is anything to undo."""
        return bool(self._done)

    def _undo(self, done: Done) -> None:
        self._done = [other for other in self._done if other is not done]
        self.changed.emit()
        self._toasts.forget(done.sentence)
        self._bridge.call(done.verb, done=partial(self._tell, done), **done.arguments)

    def _tell(self, done: Done, _result: object) -> None:
        self._toasts.news(self.tr("Undone: {0}").format(done.sentence), "check", "muted")
