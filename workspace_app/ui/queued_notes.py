"""What the person said while somebody was at work, until it is heard: to be changed, taken back, or said at once (R39)."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain import references
from workspace_app.domain.records import Note
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.note_area import NoteArea
from workspace_app.ui.small_widgets import Card, ElidedLabel, IconButton, IconLabel, button, label
from workspace_app.ui.theme import Theme


class QueuedNote(QWidget):
    """One note: a line, or the field in which it is changed.

    Signals:
        changed: the person wrote it anew; carries the text.
        removed: the person takes it back.
    """

    changed = Signal(str)
    removed = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, note: Note, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme, self.note = bridge, theme, note
        self.words = ElidedLabel("", self)
        self.edit = IconButton(theme, "edit", self.tr("Change this note"), self)
        self.edit.clicked.connect(self.start)
        self.remove = IconButton(
            theme, "cross", self.tr("Take this note back: nobody has heard it, and its text is gone then"), self
        )
        self.remove.clicked.connect(self.removed)
        self.field: NoteArea | None = None
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.words, 1)
        row.addWidget(self.edit)
        row.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        self.show_note(note)

    def show_note(self, note: Note) -> None:
        """Show what the note says now."""
        self.note = note
        self.words.set_full_text(references.replace(note.written, lambda reference: f"“{reference.title}”"))

    @Slot()
    def start(self) -> None:
        """Change the note: Ctrl+Enter keeps it, Escape leaves it as it was."""
        if self.field is None:
            self.field = NoteArea(self.tr("Change the note (Ctrl+Enter keeps it)"), (1, 5), self)
            Inserting(self._bridge, self._theme, self.field)
            self.field.submitted.connect(self._submit)
            self.field.left.connect(self.leave)
            self.layout().addWidget(self.field)  # type: ignore[union-attr]
        self.words.hide()
        self.field.setPlainText(self.note.written)
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.set_offset(len(self.note.written))

    @Slot()
    def leave(self) -> None:
        """Leave the note as it is."""
        if self.field is not None:
            self.field.hide()
            self.words.show()
            self.edit.setFocus()

    @Slot()
    def _submit(self) -> None:
        assert self.field is not None
        text = self.field.toPlainText().strip()
        self.leave()
        if text and text != self.note.written:
            self.changed.emit(text)


class QueuedNotes(Card):
    """The notes of one conversation that nobody heard yet."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, surface="accent_soft")
        self._bridge = bridge
        self._conversation = ""
        self._rows: dict[str, QueuedNote] = {}
        self.heading = label(self.tr("Will be said before the next call"), "muted", self)
        self.now = button(self.tr("Send now"), "quiet", parent=self)
        self.now.setToolTip(self.tr("Stops what is being said, keeps it, and goes on with these notes"))
        self.now.clicked.connect(self._send_now)
        self.problem = ProblemLabel(self)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(IconLabel(theme, "clock", "muted", 14, self))
        head.addWidget(self.heading, 1)
        head.addWidget(self.now)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 4, 8, 6)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(self._list)
        layout.addWidget(self.problem)
        self.hide()

    def rows(self) -> list[QueuedNote]:
        """The notes that are shown, oldest first."""
        return list(self._rows.values())

    def show_notes(self, conversation: str, notes: Sequence[Note], *, running: bool) -> None:
        """Show the notes of a conversation.

        Args:
            running: whether it is at work, so that it can be interrupted.
        """
        if conversation != self._conversation:
            self.problem.show_problem("")
        self._conversation = conversation
        for gone in self._rows.keys() - {note.id for note in notes}:
            self._rows.pop(gone).deleteLater()
        for note in notes:
            if note.id in self._rows:
                self._rows[note.id].show_note(note)
            else:
                self._rows[note.id] = self._make_row(note)
        self.now.setVisible(running)
        self.setVisible(bool(notes))

    def _make_row(self, note: Note) -> QueuedNote:
        row = QueuedNote(self._bridge, self._theme, note, self)
        row.changed.connect(partial(self._change, note.id))
        row.removed.connect(partial(self._remove, note.id))
        self._list.addWidget(row)
        return row

    def _change(self, note: str, text: str) -> None:
        self._bridge.call("edit_note", failed=self.problem.show_problem, note=note, text=text)

    def _remove(self, note: str) -> None:
        self._bridge.call("remove_note", failed=self.problem.show_problem, note=note)

    @Slot()
    def _send_now(self) -> None:
        self._bridge.call("send_now", failed=self.problem.show_problem, conversation=self._conversation)
