"""What can be done with a message: buttons in its header, and the same in its context menu."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workspace_app.domain.records import Message
from workspace_app.ui.small_widgets import IconButton
from workspace_app.ui.theme import Theme


class MessageActions(QWidget):
    """Copy, make a work of it, show the recorded request; go on from here, say it differently, branch here.

    Signals:
        request_opened: the request was asked for; carries its id.
        made_work: a work of this message was asked for; carries the message's id.
        begin_requested: something new should begin here; carries "continue", "edit" or "branch" and the message's number.
    """

    request_opened = Signal(str)
    made_work = Signal(str)
    begin_requested = Signal(str, int)

    def __init__(self, theme: Theme, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message = message
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.copy = IconButton(theme, "copy", self.tr("Copy this message"), self)
        self.copy.clicked.connect(self._copy)
        self.make_work = IconButton(
            theme, "document", self.tr("Make this message a work; the message stays, and the work with it"), self
        )
        self.make_work.clicked.connect(self._make_work)
        self.request = IconButton(theme, "eye", self.tr("Show exactly what was sent to the model"), self)
        self.request.clicked.connect(self._open_request)
        self.edit = IconButton(theme, "edit", self._edit_words(), self)
        self.edit.clicked.connect(self._edit)
        self.go_on = IconButton(theme, "play", self.tr("Continue from here…"), self)
        self.go_on.clicked.connect(self._continue)
        self.branch = IconButton(theme, "branch", self.tr("Branch a new task from here…"), self)
        self.branch.clicked.connect(self._branch)
        for made in (self.request, self.edit):
            made.hide()
        for button in self.offered():
            layout.addWidget(button)
            button.show()

    def offered(self) -> list[IconButton]:
        """The buttons that this message has."""
        found = [self.copy, self.make_work]
        if self._message.request is not None:
            found.append(self.request)
        if self._own() or self._message.kind == "task":
            found.append(self.edit)
        return [*found, self.go_on, self.branch]

    def offers(self, what: str) -> bool:
        """Whether something can begin here: "continue", "edit" or "branch"."""
        return what != "edit" or self.edit in self.offered()

    def _own(self) -> bool:
        return self._message.source == "user" and self._message.kind in ("text", "answer")

    def _edit_words(self) -> str:
        if self._message.kind == "task":
            return self.tr("Edit this prompt and run again…")
        return self.tr("Edit and continue…")

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._message.text)

    @Slot()
    def _make_work(self) -> None:
        self.made_work.emit(self._message.id)

    @Slot()
    def _open_request(self) -> None:
        self.request_opened.emit(self._message.request)

    @Slot()
    def _edit(self) -> None:
        self.begin_requested.emit("edit", self._message.seq)

    @Slot()
    def _continue(self) -> None:
        self.begin_requested.emit("continue", self._message.seq)

    @Slot()
    def _branch(self) -> None:
        self.begin_requested.emit("branch", self._message.seq)
