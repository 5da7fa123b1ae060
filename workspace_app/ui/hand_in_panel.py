"""A step that only the person can do: hand in a text or a file (R32)."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.questions import Action
from workspace_app.domain.records import Question
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import ProblemLabel, TextArea
from workspace_app.ui.markdown import MarkdownView
from workspace_app.ui.small_widgets import Card, IconLabel, button, label
from workspace_app.ui.theme import Theme


class HandInPanel(Card):
    """A field for a text, and the whole panel as a place to drop a file.

    Signals:
        answered: it was handed in; carries the question's id.
    """

    answered = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, question: Question, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, edge="status.waiting")
        self._bridge, self.question = bridge, question
        self.setAcceptDrops(True)
        self.setAccessibleName(self.tr("Hand in a document"))
        heading = label(self.tr("This step needs a document from you"), "heading", self)
        self.field = TextArea(self.tr("Text to hand in"), (3, 8), self)
        self.field.setPlaceholderText(self.tr("Type or paste it here, or drop a file…"))
        self.field.submitted.connect(self.submit)
        self.field.textChanged.connect(self._show_state)
        self.problem = ProblemLabel(self)
        self.send = button(self.tr("Hand in this text"), "primary", self.tr("Hand in this text (Ctrl+Enter)"), self)
        self.send.clicked.connect(self.submit)
        self.choose = button(self.tr("Choose a file…"), parent=self)
        self.choose.clicked.connect(self._choose_file)
        head, row, layout = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        head.setSpacing(8)
        head.addWidget(IconLabel(theme, "hand", "status.waiting", 20, self))
        head.addWidget(heading, 1)
        row.setSpacing(8)
        row.addWidget(self.send)
        row.addWidget(self.choose)
        row.addStretch(1)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addLayout(head)
        if question.text:
            text = MarkdownView(theme, self, fits_content=True)
            text.show_markdown(localized(question.text))
            layout.addWidget(text)
        layout.addWidget(self.field)
        layout.addWidget(self.problem)
        layout.addLayout(row)
        self._show_state()

    @Slot()
    def submit(self) -> None:
        """Hand in the text."""
        text = self.field.toPlainText()
        if text.strip():
            self._answer(Action.TEXT, text=text)
        else:
            self.problem.show_problem(self.tr("There is no text yet: type it, or choose a file."))

    @Slot()
    def _choose_file(self) -> None:
        file, _ = QFileDialog.getOpenFileName(self, self.tr("Hand in a file"))
        if file:
            self._answer(Action.FILE, file=file)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        files = [url for url in event.mimeData().urls() if url.isLocalFile()]
        if len(files) == 1:
            event.acceptProposedAction()
            self.send.setText(self.tr("Drop to hand in {0}").format(files[0].fileName()))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.send.setText(self.tr("Hand in this text"))

    def dropEvent(self, event: QDropEvent) -> None:
        self.send.setText(self.tr("Hand in this text"))
        event.acceptProposedAction()
        self._answer(Action.FILE, file=event.mimeData().urls()[0].toLocalFile())

    def _answer(self, action: Action, **arguments: str) -> None:
        self.problem.show_problem("")
        self._set_busy(True)
        self._bridge.call(
            "answer",
            done=self._done,
            failed=self._failed,
            question=self.question.id,
            action=action.value,
            **arguments,
        )

    def _done(self, _result: object) -> None:
        self.answered.emit(self.question.id)

    def _failed(self, sentence: str) -> None:
        self._set_busy(False)
        self.problem.show_problem(sentence)

    def _set_busy(self, on: bool) -> None:
        self.field.setReadOnly(on)
        self.choose.setEnabled(not on)
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        self.send.setEnabled(bool(self.field.toPlainText().strip()) and not self.field.isReadOnly())
