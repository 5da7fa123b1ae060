"""How full the context of a model is, measured against what that model reads at once."""

from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, QSize, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from workspace_app.domain.events import Event
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.phrases import short_count
from workspace_app.ui.theme import Theme

WIDTH = 48


class ContextMeter(QWidget):
    """A thin bar that turns orange at 60 % and red at 80 %; empty where nobody knows how much the model reads."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._tokens = 0
        self._model: str | None = None
        self._lengths: dict[str | None, int | None] = {}
        self.setFixedSize(QSize(WIDTH, 8))
        bridge.events_ready.connect(self._take)

    def show_tokens(self, tokens: int, model: str | None) -> None:
        """Show the tokens of the newest request to a model, by the name of its slot; None for the default one."""
        self._tokens, self._model = tokens, model
        self.setVisible(tokens > 0)
        if tokens > 0 and model not in self._lengths:
            self._lengths[model] = None
            self._bridge.call("context_length", done=partial(self._know, model), failed=_unknown, model=model)
        self._show()

    def _know(self, model: str | None, result: dict[str, Any]) -> None:
        self._lengths[model] = result.get("tokens")
        self._show()

    @Slot(list)
    def _take(self, events: list[Event]) -> None:
        if any(event.kind == "models" for event in events):
            self._lengths.clear()

    def _show(self) -> None:
        length, shown = self._lengths.get(self._model), short_count(self._tokens)
        if length:
            text = self.tr("{0} of {1} tokens of context").format(shown, short_count(length))
        else:
            text = self.tr("{0} tokens of context; how many the model can take is unknown").format(shown)
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color("line"))
        painter.setBrush(self._theme.color("line"))
        painter.drawRoundedRect(QRectF(0, 1, WIDTH, 6), 3, 3)
        if length := self._lengths.get(self._model):
            share = min(1.0, self._tokens / length)
            painter.setBrush(self._theme.color("muted" if share < 0.6 else "warning" if share < 0.8 else "danger"))
            painter.drawRoundedRect(QRectF(0, 1, max(6.0, WIDTH * share), 6), 3, 3)


def _unknown(_sentence: str) -> None:
    """A slot that is gone: nothing is known of it, and that is what is shown."""
