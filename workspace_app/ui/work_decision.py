"""Under a work: approve it, send it back, or hand in a version of one's own (R37, R41)."""

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from workspace_app.domain.questions import Action
from workspace_app.domain.records import Question
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import ProblemLabel, TextArea
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.question_words import stays
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint


class WorkDecision(QWidget):
    """The answers to the open question of a step, right under its works.

    Signals:
        answered: the engine has taken the answer; carries the question's id.
        editor_requested: the person wants to write their own version here.
        file_chosen: the person's own version is this file.
        note_requested: the person wants to send the works back, and there are comments that say what should be different.
    """

    answered = Signal(str)
    editor_requested = Signal()
    file_chosen = Signal(str)
    note_requested = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._question: Question | None = None
        self._busy = self._asking = False
        self._can_submit = self._has_comments = False
        self.note = label("", "muted", self)
        self.note.setWordWrap(True)
        self.error = ProblemLabel(self)
        self.text = TextArea(self.tr("What should be different"), (2, 6), self)
        self.text.setPlaceholderText(self.tr("What should be different?"))
        self.inserting = Inserting(bridge, theme, self.text)
        self.send = button(self.tr("Send back"), "primary", self.tr("Send this back (Ctrl+Enter)"), self)
        self.cancel = button(self.tr("Cancel"), "quiet", self.tr("Back (Escape)"), self)
        self.approve = button(self.tr("Approve"), "primary", self.tr("Approve the step's works (Ctrl+Enter)"), self)
        self.approve.setToolTip(f"{self.approve.toolTip()}\n{stays()}")
        Tint(theme, self.approve, "check", "accent_text")
        self.back = button(
            self.tr("Send back…"), "", self.tr("Say what should be different (Ctrl+Shift+Backspace)"), self
        )
        self.own = button(
            self.tr("Hand in…"),
            "quiet",
            self.tr("A file or a text of yours becomes the step's work"),
            self,
        )
        self._lay_out()
        self._connect()
        self._show()

    def show_question(self, question: Question | None, *, can_submit: bool, note: str) -> None:
        """Show the answers that are possible.

        Args:
            question: the open question of the step, None if there is none.
            can_submit: whether the person may hand in a work of their own.
            note: what is to be known before deciding.
        """
        if question is None or self._question is None or question.id != self._question.id:
            self._asking = False
            self.error.show_problem("")
        self._question, self._can_submit = question, can_submit
        self.inserting.set_place(None, question.task if question is not None else None)
        self.note.setText(note)
        self._show()

    def set_has_comments(self, on: bool) -> None:
        """Whether open comments say what should be different, so that a text of its own is not asked for."""
        self._has_comments = on

    @Slot()
    def submit(self) -> None:
        """Ctrl+Enter: approve, or send back if the text for that is open."""
        if self.text.is_composing:
            return
        if self._asking and self.text.isVisible():
            self._send_back()
        else:
            self._approve()

    @Slot()
    def ask(self) -> None:
        """Open the text that goes back with the work."""
        if self.back.isVisible() and self._has_comments:
            self.note_requested.emit()
        elif self.back.isVisible():
            self._asking = True
            self._show()
            self.text.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._asking:
            self._close()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _close(self) -> None:
        self._asking = False
        self._show()
        self.back.setFocus()

    @Slot()
    def _approve(self) -> None:
        if self.approve.isVisible() and self.approve.isEnabled():
            self._answer(Action.APPROVE)

    @Slot()
    def _send_back(self) -> None:
        text = self.text.toPlainText().strip()
        if not text:
            self.error.show_problem(self.tr("Say what should be different: the text is empty."))
        elif self._question is not None:
            self._answer(Action.CHANGES if Action.CHANGES in self._question.answers else Action.TEXT, text=text)

    def _answer(self, action: Action, **arguments: Any) -> None:
        if self._question is None or self._busy:
            return
        self._busy = True
        self.error.show_problem("")
        self._show()
        self._bridge.call(
            "answer",
            question=self._question.id,
            action=action.value,
            done=partial(self._done, self._question.id),
            failed=self._failed,
            **arguments,
        )

    def _done(self, answered: str, _result: object) -> None:
        self._question = None
        self._busy = self._asking = False
        self.text.clear()
        self._show()
        self.answered.emit(answered)

    def _failed(self, sentence: str) -> None:
        self._busy = False
        self.error.show_problem(sentence)
        self._show()

    def own_menu(self) -> QMenu:
        """Where a version of one's own comes from."""
        menu = QMenu(self)
        menu.addAction(self.tr("Write or change it here…")).setData("text")
        menu.addAction(self.tr("Choose a file…")).setData("file")
        menu.triggered.connect(self._choose_own)
        return menu

    @Slot()
    def _open_own(self) -> None:
        menu = self.own_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.own.mapToGlobal(self.own.rect().bottomLeft()))

    @Slot(QAction)
    def _choose_own(self, action: QAction) -> None:
        if action.data() == "text":
            self.editor_requested.emit()
            return
        file, _ = QFileDialog.getOpenFileName(self, self.tr("Hand in a file"))
        if file:
            self.file_chosen.emit(file)

    def _show(self) -> None:
        answers = self._question.answers if self._question else ()
        can_return = Action.CHANGES in answers or Action.TEXT in answers
        for widget in (self.text, self.send, self.cancel):
            widget.setVisible(self._asking)
        self.approve.setVisible(not self._asking and Action.APPROVE in answers)
        self.back.setVisible(not self._asking and can_return)
        self.own.setVisible(not self._asking and self._can_submit)
        self.note.setVisible(bool(self.note.text()) and bool(answers))
        for widget in (self.approve, self.back, self.send):
            widget.setEnabled(not self._busy)
        self.setVisible(bool(answers) or self._can_submit)

    def _lay_out(self) -> None:
        buttons = QWidget(self)
        flow = FlowLayout(buttons, 8)
        for widget in (self.approve, self.back, self.own):
            flow.addWidget(widget)
        row = QHBoxLayout()
        row.addWidget(self.send)
        row.addWidget(self.cancel)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.note)
        layout.addWidget(self.error)
        layout.addWidget(self.text)
        layout.addLayout(row)
        layout.addWidget(buttons)

    def _connect(self) -> None:
        self.approve.clicked.connect(self._approve)
        self.back.clicked.connect(self.ask)
        self.send.clicked.connect(self._send_back)
        self.text.submitted.connect(self._send_back)
        self.cancel.clicked.connect(self._close)
        self.own.clicked.connect(self._open_own)
