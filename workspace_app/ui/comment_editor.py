"""Where a comment is written or changed, with the passage that it is about."""

from dataclasses import dataclass

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.note_area import NoteArea
from workspace_app.ui.small_widgets import Card, ElidedLabel, button
from workspace_app.ui.theme import Theme


@dataclass(frozen=True)
class Draft:
    """A comment that is being written.

    Args:
        work: id of the work.
        version: id of the version that the passage is of.
        start, end: of the passage, in characters.
        comment: id of the comment that is being changed, "" for a new one.
    """

    work: str
    version: str
    start: int
    end: int
    quote: str
    text: str = ""
    comment: str = ""


class CommentEditor(Card):
    """One comment under way.

    Signals:
        kept: the person wants it kept; the text is not empty.
        cancelled: the person gave it up.
    """

    kept = Signal()
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, edge="accent")
        self.draft: Draft | None = None
        self.quote = ElidedLabel("", self)
        self.quote.setProperty("kind", "muted")
        self.text = NoteArea(self.tr("What should be different here?"), (2, 6), self)
        self.problem = ProblemLabel(self)
        self.keep = button(self.tr("Keep comment"), "primary", self.tr("Keep this comment (Ctrl+Enter)"), self)
        self.cancel = button(self.tr("Cancel"), "quiet", self.tr("Give it up (Escape)"), self)
        row = QHBoxLayout()
        row.addWidget(self.keep)
        row.addWidget(self.cancel)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 10)
        layout.setSpacing(6)
        layout.addWidget(self.quote)
        layout.addWidget(self.text)
        layout.addWidget(self.problem)
        layout.addLayout(row)
        self.keep.clicked.connect(self._keep)
        self.cancel.clicked.connect(self.cancelled)
        self.text.submitted.connect(self._keep)
        self.text.left.connect(self.cancelled)
        self.hide()

    def open(self, draft: Draft) -> None:
        """Begin with `draft`, with the cursor in its text."""
        self.draft = draft
        self.quote.set_full_text(self.tr("On “{passage}”").format(passage=draft.quote))
        self.text.setPlainText(draft.text)
        self.problem.show_problem("")
        self.set_busy(False)
        self.show()
        self.text.setFocus()

    def close_it(self) -> None:
        """Put it away empty."""
        self.draft = None
        self.text.clear()
        self.hide()

    def set_busy(self, on: bool) -> None:
        """Whether it is being kept just now."""
        self.keep.setEnabled(not on)
        self.text.setReadOnly(on)

    @Slot()
    def _keep(self) -> None:
        if not self.keep.isEnabled():
            return
        if not self.text.toPlainText().strip():
            self.problem.show_problem(self.tr("Say what should be different: the comment is empty."))
        else:
            self.problem.show_problem("")
            self.kept.emit()
