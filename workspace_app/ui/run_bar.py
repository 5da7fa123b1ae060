"""Pause, resume and stop a task."""

from typing import Any

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from workspace_app.domain.records import Task
from workspace_app.domain.status import ACTIVE, Status
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme

_STOPPABLE = ACTIVE | {Status.PAUSED, Status.WAITING}


class RunBar(QWidget):
    """The buttons that fit a task's status. "Stop" offers: after this message, or now.

    Signals:
        failed: a verb was refused; carries the sentence.
    """

    failed = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._icons: dict[QPushButton, str] = {}
        self._task: Task | None = None
        self._stopping = False
        self.pause = self._button("pause", self.tr("Pause"), self.tr("Pause after this message; nothing is lost"))
        self.pause.clicked.connect(self._pause)
        self.resume = self._button("play", self.tr("Resume"), self.tr("Go on where it stopped"))
        self.resume.clicked.connect(self._resume)
        self.stop = self._button(
            "stop", self.tr("Stop"), self.tr("Stop after this message (Esc), or now (Esc twice, Shift+Esc)")
        )
        menu = QMenu(self.stop)
        menu.addAction(self.tr("After this message\tEsc"), self.stop_softly)
        menu.addAction(self.tr("Now: what is being said is kept as it is\tShift+Esc"), self.stop_now)
        self.stop.setMenu(menu)
        self.words = label("", "muted", self)
        self.now = self._button(
            "stop", self.tr("Stop now"), self.tr("What is being said is kept as it is (Esc once more, or Shift+Esc)")
        )
        self.now.clicked.connect(self.stop_now)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for made in (self.words, self.now, self.pause, self.resume, self.stop):
            row.addWidget(made)

    def show_task(self, task: Task) -> None:
        """Show the buttons for this task as it is now."""
        if self._task is None or task.id != self._task.id or task.status not in ACTIVE:
            self._stopping = False
        self._task = task
        self._show()

    def _show(self) -> None:
        status = self._task.status if self._task is not None else Status.DONE
        running = status in ACTIVE and not self._stopping
        self.pause.setVisible(running)
        self.resume.setVisible(status is Status.PAUSED)
        self.stop.setVisible(running or status is Status.PAUSED)
        self.words.setVisible(self._stopping)
        self.now.setVisible(self._stopping)

    def _show_stopping(self, words: str) -> None:
        """Say that it is being stopped until it is, with the way to do it at once."""
        had_focus = self.stop.hasFocus() or self.pause.hasFocus()
        self.words.setText(words)
        self._show()
        if had_focus:
            self.now.setFocus()

    @Slot(bool)
    def press_escape(self, shift: bool = False) -> None:
        """Esc: stop after this message; again, or with Shift: now. If nothing runs the key means nothing."""
        running = self._task is not None and self._task.status in ACTIVE
        if (shift and self.can_stop()) or (running and self._stopping):
            self.stop_now()
        elif running:
            self.stop_softly()

    @Slot()
    def stop_softly(self) -> None:
        """Stop when the speaker has finished this message."""
        self._stopping = True
        self._call("stop", now=False)
        self._show_stopping(self.tr("Stopping after this message…"))

    @Slot()
    def stop_now(self) -> None:
        """Stop at once."""
        self._stopping = self._task is not None and self._task.status in ACTIVE
        self._call("stop", now=True)
        self._show_stopping(self.tr("Stopping now…"))
        self.now.hide()

    def can_stop(self) -> bool:
        """Whether there is anything to stop."""
        return self._task is not None and self._task.status in _STOPPABLE

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for made, icon in self._icons.items():
                made.setIcon(self._theme.icon(icon, "text"))

    @Slot()
    def _pause(self) -> None:
        self._stopping = True
        self._call("pause", now=False)
        self._show_stopping(self.tr("Pausing after this message…"))

    @Slot()
    def _resume(self) -> None:
        self._call("resume")

    def _call(self, verb: str, **arguments: Any) -> None:
        if self._task is not None:
            self._bridge.call(verb, failed=self._refused, task=self._task.id, **arguments)

    def _refused(self, sentence: str) -> None:
        self._stopping = False
        self._show()
        self.failed.emit(sentence)

    def _button(self, icon: str, text: str, tip: str) -> QPushButton:
        made = button(text, tip=tip, parent=self)
        made.setIcon(self._theme.icon(icon, "text"))
        self._icons[made] = icon
        return made
