"""What a middleware did, on one line of the step's log (L125)."""

import json

from PySide6.QtWidgets import QVBoxLayout, QWidget

from workspace_app.domain.records import Message
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fold_line import Fold, mono_label
from workspace_app.ui.middleware_words import in_words, middleware_word
from workspace_app.ui.phrases import clock
from workspace_app.ui.small_widgets import label
from workspace_app.ui.theme import Theme

_ICONS = {
    "approved": "check",
    "rejected": "cross",
    "blocked": "hand",
    "limited": "hand",
    "gave_up": "warning",
    "retried": "restart",
    "fell_back": "branch",
    "folded": "document",
    "not_folded": "warning",
    "shortened": "document",
    "too_long": "warning",
    "cached": "history",
    "selected": "filter",
    "redacted": "eye",
    "recalled": "search",
    "emulated": "function",
    "raised": "up",
}
_GRAVE = frozenset({"blocked", "limited", "gave_up", "fell_back", "not_folded", "too_long"})
_MEMORY = frozenset({"middleware", "event", "quiet", "state", "decided", "undecided", "artificial", "sent"})
"""Keys of a message's data that are memory of the engine, or said on the line."""
_SAID = {"retried": frozenset({"attempt", "delay"}), "fell_back": frozenset({"failed", "asked"})}
"""Of an event's data, what its sentence says in words."""


class EventFold(Fold):
    """Who did what; unfolded the whole sentence, when it was, and what else is known of it."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget) -> None:
        self._message = message
        self.what = str(message.data.get("event", ""))
        super().__init__(theme, _ICONS.get(self.what, "info"), "", parent)
        name = message.data.get("middleware")
        self.line.setText(middleware_word(str(name)) if name else self.tr("Workspace"))
        color = "status.waiting" if self.what in _GRAVE else "muted"
        self.line.set_ending(" ".join(self._sentence().split())[:300], color)

    def make_inside(self) -> QWidget:
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(44, 0, 8, 8)
        layout.setSpacing(4)
        words = label(self._sentence(), "", inside)
        words.setWordWrap(True)
        layout.addWidget(words)
        layout.addWidget(label(clock(self._message.created_at), "muted", inside))
        told = _MEMORY | _SAID.get(self.what, frozenset())
        rest = {key: value for key, value in self._message.data.items() if key not in told}
        if rest:
            layout.addWidget(mono_label(json.dumps(rest, ensure_ascii=False, indent=2)))
        return inside

    def _sentence(self) -> str:
        return in_words(localized(self._message.text))
