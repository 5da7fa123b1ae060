"""Writing in a work: the person's own version, saved when they say so, and handed in as the step's result (R37)."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workspace_app.domain.records import Version, Work
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.edit_drafts import EditDraft, EditDrafts
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.source_view import SourceView
from workspace_app.ui.theme import Theme


class WorkEditor(QWidget):
    """The text of one work, to be written in.

    Signals:
        saved: the text is a version of the work now; carries the work's id.
        handed_in: the text completes the step.
        discarded: the person gave up what was not saved.
    """

    saved = Signal(str)
    handed_in = Signal()
    discarded = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._work: Work | None = None
        self._base = 0
        self._loading = self._busy = self._can_submit = False
        self.drafts = EditDrafts(bridge.home, self)
        self.source = SourceView(theme, self)
        self.source.set_writable(True)
        self.source.setTabChangesFocus(True)
        self.source.setMinimumHeight(100)
        self.source.setAccessibleName(self.tr("Text of the work, to be changed"))
        self.state = label("", "muted", self)
        self.state.setWordWrap(True)
        self.problem = ProblemLabel(self)
        self.save = button(self.tr("Save"), "primary", self.tr("Save as a new version of yours (Ctrl+S)"), self)
        self.hand_in = button(
            self.tr("Hand in as result"),
            "",
            self.tr("Save it, and complete the step with it; no model runs, and every version is kept"),
            self,
        )
        self.discard = button(
            self.tr("Discard changes"), "quiet", self.tr("Go back to the saved text. This cannot be undone."), self
        )
        self._lay_out()
        self._connect()

    # what is shown

    def show_work(self, work: Work, version: Version, text: str) -> None:
        """Write in a work: its unsaved text if there is one, or else the text of `version`."""
        self._loading = True
        self._work = work
        draft = self.drafts.get(work.id)
        self._base = draft.base if draft else version.n
        self.source.show_text(text)
        if draft is not None and draft.text != text:
            self._type(draft.text)
        self._loading = False
        self.problem.show_problem("")
        self.show_state(work)

    def rebase(self, work: Work, version: Version, text: str) -> None:
        """Another version is the saved one now: what is being written stays, and discarding it leads to `text`."""
        self.source.set_shown_text(text)
        if not self.is_changed():
            self._base = version.n
            self.drafts.drop(work.id)
        self.show_state(work)

    def work(self) -> str:
        """The id of the work that is being written in; empty before the first."""
        return self._work.id if self._work else ""

    def is_changed(self) -> bool:
        """Whether there is something to save."""
        return self.source.written() != self.source.shown_text()

    def set_can_submit(self, on: bool) -> None:
        """Whether the step takes a work of the person's now."""
        self._can_submit = on
        self.hand_in.setVisible(on)

    def show_state(self, work: Work) -> None:
        """Say what saving means, now that the work may have newer versions."""
        if self._work is None or work.id != self._work.id:
            return
        self._work = work
        changed = self.is_changed()
        self.save.setEnabled(changed and not self._busy)
        self.discard.setVisible(changed)
        self.hand_in.setEnabled(not self._busy)
        self.state.setText(self._words(changed, work.newest.n))

    def _words(self, changed: bool, newest: int) -> str:
        if newest > self._base:
            text = self.tr(
                "Version {newest} came while you changed version {base}. "
                "Saving makes your text version {next}; nothing is lost."
            )
            return text.format(newest=newest, base=self._base, next=newest + 1)
        if changed:
            return self.tr("Not saved yet. Saving makes it version {next}, by you.").format(next=newest + 1)
        return self.tr("You are changing version {base}.").format(base=self._base)

    def _type(self, text: str) -> None:
        """Put a text in as if it had been typed, so that undo leads back."""
        cursor = self.source.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.insertText(text)

    # what the person does

    @Slot()
    def _note_change(self) -> None:
        if self._loading or self._work is None:
            return
        if self.is_changed():
            self.drafts.keep(self._work.id, EditDraft(self._base, self.source.written()))
        else:
            self.drafts.drop(self._work.id)
        self.show_state(self._work)

    @Slot()
    def save_now(self) -> None:
        """Save the text as a version of the person's own."""
        if self._work is not None and self.is_changed() and not self._busy:
            self._call("save_work", self._saved, self.source.written(), work=self._work.id)

    def _saved(self, work: str, text: str, _result: object) -> None:
        self._busy = False
        self._take_saved(work, text)
        self.saved.emit(work)

    def _take_saved(self, work: str, text: str) -> None:
        """What was typed since then is still unsaved."""
        if self._work is None or work != self._work.id:
            self.drafts.drop(work)
            return
        written = self.source.written()
        self._work = self._bridge.queries.work(work)
        self._base = self._work.newest.n
        self.source.set_shown_text(text)
        self.drafts.drop(work)
        if written != text:
            self.drafts.keep(work, EditDraft(self._base, written))
        self.show_state(self._work)

    @Slot()
    def _hand_in(self) -> None:
        text = self.source.written()
        work = self._work
        if work is None or self._busy:
            return
        if not text.strip():
            self.problem.show_problem(self.tr("There is no text to hand in yet."))
            return
        self._call("submit", self._handed_in, text, task=work.task, step=work.step_n, title=work.title)

    def _handed_in(self, work: str, text: str, _result: object) -> None:
        self._busy = False
        self._take_saved(work, text)
        self.handed_in.emit()

    def _call(self, verb: str, done: Callable[[str, str, object], None], text: str, **arguments: object) -> None:
        assert self._work is not None
        self._busy = True
        self.problem.show_problem("")
        self.show_state(self._work)
        self._bridge.call(verb, done=partial(done, self._work.id, text), failed=self._failed, text=text, **arguments)

    def _failed(self, sentence: str) -> None:
        self._busy = False
        self.problem.show_problem(sentence)
        if self._work is not None:
            self.show_state(self._work)

    @Slot()
    def _discard(self) -> None:
        if self._work is not None:
            self.drafts.drop(self._work.id)
            self._loading = True
            self.source.show_text(self.source.shown_text())
            self._loading = False
            self.discarded.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.drafts.flush()

    # making

    def _lay_out(self) -> None:
        buttons = QWidget(self)
        flow = FlowLayout(buttons, 8)
        for widget in (self.save, self.hand_in, self.discard):
            flow.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.source, 1)
        layout.addWidget(self.state)
        layout.addWidget(self.problem)
        layout.addWidget(buttons)

    def _connect(self) -> None:
        self.source.textChanged.connect(self._note_change)
        self.save.clicked.connect(self.save_now)
        self.hand_in.clicked.connect(self._hand_in)
        self.discard.clicked.connect(self._discard)
        shortcut = QShortcut(QKeySequence.StandardKey.Save, self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.save_now)
