"""What can be done with the open comments on a work: send them to its conversation, or have it revised in a new one (R54, R55)."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.comment_words import count_words
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.note_area import NoteArea
from workspace_app.ui.small_widgets import Card, ElidedLabel, IconButton, IconLabel, button, label
from workspace_app.ui.theme import Theme


@dataclass(frozen=True)
class Ways:
    """Where the comments can go.

    Args:
        work, version: ids of the work and of the version that a new conversation starts from.
        count: how many comments are open.
        members: who works on the step, in words.
        step: its number.
        run: number of the run that asks, None when none takes changes now.
        next_run: number that a new run would have; None when none can start now.
        number: of the version.
    """

    work: str
    version: str
    count: int
    members: str
    step: int
    run: int | None
    next_run: int | None
    number: int


class RevisionBar(Card):
    """The open comments of one work, ready to go.

    Signals:
        sent: the comments are on their way.
        cleared: the person wants the open comments deleted.
    """

    sent = Signal()
    cleared = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, edge="accent")
        self._bridge = bridge
        self._ways: Ways | None = None
        self._notes: dict[str, str] = {}
        self._busy = self._compact = False
        self.title = ElidedLabel("", self)
        self.title.setProperty("kind", "strong")
        self._icon = IconLabel(theme, "chat", "accent", 16, self)
        self.about = label("", "muted", self)
        self.about.setWordWrap(True)
        self.note = NoteArea(self.tr("Your note to go with the comments"), (1, 5), self)
        self.problem = ProblemLabel(self)
        self.here = button(self.tr("Send to this conversation"), parent=self)
        self.anew = button(self.tr("Revise in a new conversation"), parent=self)
        self.add_note = IconButton(theme, "edit", self.tr("Add a note that goes with the comments"), self)
        self.clear = button(self.tr("Clear"), "quiet", self.tr("Delete these comments; it can be undone"), self)
        self._lay_out()
        self._connect()
        self.hide()

    def show_ways(self, ways: Ways | None) -> None:
        """Show where the open comments can go; None if there are none."""
        before, self._ways = self._ways, ways
        if before is None or ways is None or ways.work != before.work:
            if before is not None:
                self._notes[before.work] = self.note.toPlainText()
            self.note.set_text(self._notes.pop(ways.work, "") if ways else "")
            self.note.setVisible(bool(self.note.toPlainText()))
            self.problem.show_problem("")
        self._show()

    def ways(self) -> Ways | None:
        """Where the open comments can go now."""
        return self._ways

    @Slot()
    def write_note(self) -> None:
        """Open the note, with the cursor in it."""
        self.note.show()
        self.add_note.hide()
        self.note.setFocus()

    def _show(self) -> None:
        ways = self._ways
        self.setVisible(ways is not None)
        if ways is None:
            return
        self.title.set_full_text(self._title(ways.count))
        self._tell(ways)
        self.add_note.setVisible(not self.note.isVisibleTo(self))
        self.here.setEnabled(ways.run is not None and not self._busy)
        self.anew.setEnabled(ways.next_run is not None and not self._busy)
        self.clear.setEnabled(not self._busy)
        self.here.setToolTip(
            self.tr(
                "Run {run} goes on with these comments; it cannot be taken back, and every version is kept (Ctrl+Alt+Enter)"
            ).format(run=ways.run)
            if ways.run is not None
            else self.tr("The conversation does not wait for feedback now")
        )
        self.anew.setToolTip(
            self.tr("Step {step} runs again as run {run}, from version {version} (Ctrl+Alt+R)").format(
                step=ways.step, run=ways.next_run, version=ways.number
            )
            if ways.next_run is not None
            else self.tr("The task is running: stop it first")
        )

    def set_compact(self, on: bool) -> None:
        """Say what will happen in the tooltip only: there is no room."""
        if on != self._compact:
            self._compact = on
            self._show()

    def _tell(self, ways: Ways) -> None:
        words = self._words(ways)
        self.about.setText(words)
        self.about.setHidden(self._compact)
        self._icon.setToolTip(words)

    def _title(self, count: int) -> str:
        if count == 1:
            return self.tr("1 comment will be included")
        return self.tr("{count} comments will be included").format(count=count)

    def _words(self, ways: Ways) -> str:
        what = count_words(ways.count)
        if self.note.toPlainText().strip():
            what = self.tr("{comments} and your note").format(comments=what)
        lines = [self.tr("{what} go to {who}.").format(what=what, who=ways.members)]
        if ways.run is not None:
            lines.append(self.tr("Here: run {run} goes on.").format(run=ways.run))
        if ways.next_run is not None:
            text = self.tr("New: step {step} runs again as run {run}, from version {version}.")
            lines.append(text.format(step=ways.step, run=ways.next_run, version=ways.number))
        if len(lines) == 1:
            return self.tr("The task is running. The comments wait until it asks or is stopped.")
        return " ".join(lines)

    # what the person does

    @Slot()
    def send_here(self) -> None:
        """Ask for the changes in the conversation that waits."""
        if self.isVisible() and self.here.isEnabled():
            self._revise(here=True)

    @Slot()
    def send_anew(self) -> None:
        """Have the version revised in a new conversation."""
        if self.isVisible() and self.anew.isEnabled():
            self._revise(here=False)

    @Slot()
    def _submit(self) -> None:
        if self.here.isEnabled():
            self.send_here()
        else:
            self.send_anew()

    def _revise(self, *, here: bool) -> None:
        ways = self._ways
        if ways is None or self.note.is_composing:
            return
        self._busy = True
        self.problem.show_problem("")
        self._show()
        arguments: dict[str, Any] = {"work": ways.work, "version": ways.version, "here": here}
        note = self.note.toPlainText().strip()
        done = partial(self._done, ways.work)
        self._bridge.call("revise", note=note, done=done, failed=self._failed, **arguments)

    def _done(self, work: str, _result: object) -> None:
        self._busy = False
        if self._ways is None or self._ways.work == work:
            self.note.clear()
            self.note.hide()
        self._notes.pop(work, None)
        self._show()
        self.sent.emit()

    def _failed(self, sentence: str) -> None:
        self._busy = False
        self.problem.show_problem(sentence)
        self._show()

    @Slot()
    def _leave_note(self) -> None:
        if not self.note.toPlainText().strip():
            self.note.hide()
        self._show()
        (self.here if self.here.isEnabled() else self.anew).setFocus()

    @Slot()
    def _note_changed(self) -> None:
        if self._ways is not None:
            self._tell(self._ways)

    # making

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self.title, 1)
        head.addWidget(self.add_note)
        head.addWidget(self.clear)
        buttons = QWidget(self)
        flow = FlowLayout(buttons, 8)
        for widget in (self.here, self.anew):
            flow.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 6, 8, 10)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.about)
        layout.addWidget(self.note)
        layout.addWidget(self.problem)
        layout.addWidget(buttons)

    def _connect(self) -> None:
        self.here.clicked.connect(self.send_here)
        self.anew.clicked.connect(self.send_anew)
        self.add_note.clicked.connect(self.write_note)
        self.clear.clicked.connect(self.cleared)
        self.note.submitted.connect(self._submit)
        self.note.left.connect(self._leave_note)
        self.note.textChanged.connect(self._note_changed)

    def add_keys(self, surroundings: QWidget) -> None:
        """Let the keys that send work in all of `surroundings`."""
        for keys, slot in ((("Ctrl+Alt+Return", "Ctrl+Alt+Enter"), self.send_here), (("Ctrl+Alt+R",), self.send_anew)):
            for key in keys:
                shortcut = QShortcut(QKeySequence(key), surroundings)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.activated.connect(slot)
