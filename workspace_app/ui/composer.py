"""Where the person writes: notes while a step runs, answers while it waits."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workspace_app.domain.questions import Action
from workspace_app.domain.records import Question
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.chip_text import ChipText
from workspace_app.ui.insert_buttons import InsertButtons
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.small_widgets import IconButton, button, label
from workspace_app.ui.theme import Theme

MOST_LINES = 8
LONGEST_PATH = 1000
_URGING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class ComposerField(ChipText):
    """A text field that grows from one line to eight. Enter sends, unless it confirms an input method's candidate.

    Args:
        enter_sends: whether Enter sends and Shift+Enter begins a line; otherwise Ctrl+Enter sends.

    Signals:
        submitted: the person pressed the key that sends.
        urged: the person pressed the key that sends now, and stops what is being said.
        files_given: files were dropped or pasted; carries their absolute paths.
    """

    submitted = Signal()
    urged = Signal()
    files_given = Signal(list)

    def __init__(self, parent: QWidget | None = None, *, enter_sends: bool = True) -> None:
        super().__init__(parent)
        self.enter_sends = enter_sends
        self._composing = False
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(4)
        self.textChanged.connect(self._grow)
        self._grow()

    def is_composing(self) -> bool:
        """Whether an input method shows a candidate that is not confirmed yet."""
        return self._composing

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        super().inputMethodEvent(event)
        self._composing = bool(event.preeditString())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._composing = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._composing:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() == _URGING:
            self.urged.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._sends(event.modifiers()):
            self.submitted.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(_files(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = _files(source)
        if files:
            self.files_given.emit(files)
            return
        super().insertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _files(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if _files(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        files = _files(event.mimeData())
        if files:
            event.acceptProposedAction()
            self.files_given.emit(files)
        else:
            super().dropEvent(event)

    def _sends(self, modifiers: Qt.KeyboardModifier) -> bool:
        pressed = modifiers & ~Qt.KeyboardModifier.KeypadModifier
        if pressed == Qt.KeyboardModifier.ControlModifier:
            return True
        return self.enter_sends and pressed == Qt.KeyboardModifier.NoModifier

    @Slot()
    def _grow(self) -> None:
        line = self.fontMetrics().lineSpacing()
        lines = max(1, min(MOST_LINES, int(self.document().size().height())))
        around = self.height() - self.viewport().height() if self.isVisible() else 14
        self.setFixedHeight(int(lines * line + 2 * self.document().documentMargin()) + max(around, 14))
        always = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines == MOST_LINES else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(always)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.height())


class Composer(QWidget):
    """The field with its button, the text that is being written kept for each conversation.

    Args:
        enter_sends: see ComposerField.

    Signals:
        sent: the text has reached the engine.
    """

    sent = Signal()

    def __init__(
        self, bridge: Bridge, theme: Theme, parent: QWidget | None = None, *, enter_sends: bool = True
    ) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._task: str | None = None
        self._conversation: str | None = None
        self._place = ""
        self._question: Question | None = None
        self._drafts: dict[str, str] = {}
        self._sending: set[str] = set()
        self._running = False
        self.field = ComposerField(self, enter_sends=enter_sends)
        self.field.submitted.connect(self.send)
        self.field.urged.connect(self.send_now)
        self.field.files_given.connect(self._add_files)
        self.field.textChanged.connect(self._show_state)
        self.inserting = Inserting(bridge, theme, self.field)
        self.insert_buttons = InsertButtons(self.inserting, self)
        self.send_button = button(self.tr("Send"), "primary", parent=self)
        self.send_button.clicked.connect(self.send)
        self.now_button = button(self.tr("Send now"), "quiet", parent=self)
        self.now_button.setToolTip(
            self.tr("Stops what is being said, keeps it, and goes on with your text (Ctrl+Shift+Enter)")
        )
        self.now_button.clicked.connect(self.send_now)
        self.now_button.hide()
        self.attach = IconButton(theme, "attach", self.tr("Add files to the task's context (or drop them here)"), self)
        self.attach.clicked.connect(self._choose_files)
        self.notice = label("", "muted", self)
        self.notice.setWordWrap(True)
        self.notice.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        for widget in (self.insert_buttons, self.attach, self.now_button, self.send_button):
            beside = QVBoxLayout()
            beside.setContentsMargins(0, 0, 0, 5)
            beside.addStretch(1)
            beside.addWidget(widget)
            row.addLayout(beside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.notice)
        layout.addLayout(row)
        self.set_enter_sends(enter_sends)

    def set_enter_sends(self, on: bool) -> None:
        """Choose between Enter and Ctrl+Enter for sending."""
        self.field.enter_sends = on
        key = self.tr("Enter") if on else self.tr("Ctrl+Enter")
        self.send_button.setToolTip(
            self.tr("Send ({0}). What is sent stays as it is; say more, or begin anew from any message.").format(key)
        )

    def show_conversation(self, task: str, conversation: str | None, question: Question | None, running: bool) -> None:
        """Write to a conversation from now on; its draft comes back.

        Args:
            conversation: None for a step that asks before it has one; then only its question can be answered.
            question: what waits for the person there, if anything.
            running: whether the conversation is at work, so that a note reaches it.
        """
        place = conversation or (question.id if question else "")
        self._task, self._conversation, self._question = task, conversation, question
        self._running = running and question is None and conversation is not None
        self.inserting.set_place(None, task)
        if place != self._place:
            self._keep_draft()
            self._place = place
            self.field.setPlainText(self._drafts.get(place, ""))
            self.field.setReadOnly(place in self._sending)
            self._tell("")
        placeholder = self._placeholder(question, running)
        self.field.setPlaceholderText(placeholder)
        self.field.setAccessibleName(placeholder)
        self._show_state()

    def forget(self) -> None:
        """Drop what is typed: it has gone another way."""
        self._drafts.pop(self._place, None)
        self.field.clear()

    def is_composing(self) -> bool:
        """Whether an input method shows a candidate."""
        return self.field.is_composing()

    @Slot()
    def send(self) -> None:
        """Send the text: as the answer to what waits, or else as a note."""
        text, place = self.field.toPlainText().strip(), self._place
        if not text or not place or place in self._sending:
            return
        self._busy(place, True)
        done, failed = partial(self._done, place), partial(self._failed, place)
        action = answer_action(self._question)
        if self._question is not None and action is not None:
            arguments = {"question": self._question.id, "action": action.value, "text": text}
            self._bridge.call("answer", done=done, failed=failed, **arguments)
        else:
            self._bridge.call("say", done=done, failed=failed, conversation=self._conversation, text=text)

    @Slot()
    def send_now(self) -> None:
        """Stop what is being said, and go on with the text at once."""
        text, place = self.field.toPlainText().strip(), self._place
        if not self._running:
            self.send()
        elif text and place not in self._sending:
            self._busy(place, True)
            done, failed = partial(self._said, place), partial(self._failed, place)
            self._bridge.call("say", done=done, failed=failed, conversation=place, text=text)

    def _said(self, place: str, result: dict[str, str]) -> None:
        """Interrupt, unless somebody has heard it already."""
        self._done(place, result)
        if "note" in result:
            # A place of a running conversation is its id.
            self._bridge.call("send_now", failed=partial(self._failed, place), conversation=place)

    def _placeholder(self, question: Question | None, running: bool) -> str:
        action = answer_action(question)
        if question is not None and question.data.get("calls"):
            return self.tr("Say something instead: the calls are not made then…")
        if question is not None and question.kind == "limit" and action is Action.TEXT:
            return self.tr("Go on with a note…")
        if action is Action.CHANGES:
            return self.tr("Request changes…")
        if action is Action.TEXT:
            return self.tr("Answer…")
        if running:
            return self.tr("Add a note: it is said before the next call…")
        return self.tr("Write a note…")

    def _keep_draft(self) -> None:
        if self._place:
            self._drafts[self._place] = self.field.toPlainText()

    def _busy(self, place: str, on: bool) -> None:
        (self._sending.add if on else self._sending.discard)(place)
        if place == self._place:
            self.field.setReadOnly(on)
            self._tell("")
        self._show_state()

    def _done(self, place: str, result: object) -> None:
        self._busy(place, False)
        self._drafts.pop(place, None)
        if place == self._place:
            self.field.clear()
        self.sent.emit()

    def _failed(self, place: str, sentence: str) -> None:
        self._busy(place, False)
        if place == self._place:
            self._tell(sentence, error=True)

    @Slot()
    def _choose_files(self) -> None:
        files, _ = QFileDialog.getOpenFileNames(self, self.tr("Add files to the task's context"))
        if files:
            self._add_files(files)

    @Slot(list)
    def _add_files(self, files: list[str]) -> None:
        if self._task is not None:
            self._bridge.call("add_context", done=self._added, failed=self._not_added, task=self._task, files=files)

    def _added(self, result: dict[str, list[str]]) -> None:
        names = ", ".join(Path(path).name for path in result.get("paths", []))
        self._tell(self.tr("Added to the task's context: {0}").format(names))

    def _not_added(self, sentence: str) -> None:
        self._tell(sentence, error=True)

    def _tell(self, sentence: str, *, error: bool = False) -> None:
        self.notice.setProperty("kind", "error" if error else "muted")
        self.notice.style().unpolish(self.notice)
        self.notice.style().polish(self.notice)
        self.notice.setText(sentence)
        self.notice.setVisible(bool(sentence))

    @Slot()
    def _show_state(self) -> None:
        ready = bool(self.field.toPlainText().strip()) and bool(self._place)
        ready = ready and not self.field.isReadOnly()
        self.now_button.setVisible(self._running and bool(self.field.toPlainText().strip()))
        self.now_button.setEnabled(ready)
        self.send_button.setEnabled(ready)
        self.send_button.setIcon(self._theme.icon("send", "accent_text" if ready else "muted"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_state()


def answer_action(question: Question | None) -> Action | None:
    """How a written text answers a question: as an answer or a request for changes; None if it takes no text."""
    if question is None:
        return None
    return next((action for action in (Action.TEXT, Action.CHANGES) if action.value in question.answers), None)


def _files(source: QMimeData) -> list[str]:
    """The local files that are meant: dropped or copied ones, or a pasted text that is the path of one."""
    found = [url.toLocalFile() for url in source.urls() if url.isLocalFile()]
    if found or not source.hasText():
        return found
    text = source.text().strip()
    if "\n" in text or len(text) > LONGEST_PATH or not Path(text).is_absolute():
        return []
    return [text] if Path(text).is_file() else []
