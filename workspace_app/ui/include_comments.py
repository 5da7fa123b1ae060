"""Offers to send the open comments on the works in question along with what is typed (R55)."""

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QWidget

from workspace_app.domain.questions import Action
from workspace_app.domain.records import Question
from workspace_app.domain.references import Reference, comments_reference
from workspace_app.store.queries import Queries
from workspace_app.ui.chip_text import ChipText
from workspace_app.ui.theme import Theme


class IncludeComments(QPushButton):
    """Puts the comments into a field as chips; it is there while some are open and not in the field yet.

    Args:
        field: where the person asks for changes.
    """

    def __init__(self, theme: Theme, field: ChipText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field = field
        self._references: Sequence[Reference] = ()
        self._count = 0
        self.setProperty("kind", "quiet")
        self.setIcon(theme.icon("chat", "accent"))
        self.setToolTip(self.tr("They go along with your words, each with its passage"))
        self.clicked.connect(self._include)
        field.textChanged.connect(self._show)
        self.hide()

    def show_question(self, queries: Queries, question: Question | None) -> None:
        """Offer the open comments on the works of a question that takes changes."""
        takes = question is not None and Action.CHANGES.value in question.answers
        self._references, self._count = [], 0
        for id_ in question.data.get("works", ()) if question is not None and takes else ():
            work = queries.work(id_)
            open_ = [comment for comment in queries.comments(id_) if comment.open]
            if open_:
                self._references.append(comments_reference(work, work.newest, open_))
                self._count += len(open_)
        self._show()

    @Slot()
    def _show(self) -> None:
        text = self._field.toPlainText()
        missing = [reference for reference in self._references if reference.token not in text]
        words = self.tr("Include 1 open comment") if self._count == 1 else self.tr("Include {0} open comments")
        self.setText(words.format(self._count))
        self.setVisible(bool(missing))

    @Slot()
    def _include(self) -> None:
        before = self._field.toPlainText().rstrip()
        tokens = [reference.token for reference in self._references if reference.token not in before]
        self._field.setPlainText("\n\n".join([before, *tokens]))
        self._field.set_offset(len(before))
        self._field.setFocus()
