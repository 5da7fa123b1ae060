"""Going on from a message: with something new to say, or with a message of one's own said differently (R85, R87)."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.plan import Plan, Team
from workspace_app.domain.records import Conversation, Message
from workspace_app.domain.status import ACTIVE
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, TextArea
from workspace_app.ui.insert_buttons import InsertButtons
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.phrases import clock
from workspace_app.ui.run_models import RunModels
from workspace_app.ui.small_widgets import Card, label
from workspace_app.ui.speakers import speaker_name
from workspace_app.ui.step_dialogs import VerbDialog
from workspace_app.ui.theme import Theme

_EXCERPT = 320


@dataclass(frozen=True)
class Continuation:
    """From where to go on.

    Args:
        run: the conversation of the message.
        edited: whether it is the person's own message that is said anew, in its place.
    """

    run: Conversation
    message: Message
    edited: bool = False


class ContinueDialog(VerbDialog):
    """Says what is kept, takes what is said next, and begins a new conversation; the old one stays whole.

    Signals:
        started: the new conversation has begun; carries its id.
    """

    started = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, begin: Continuation, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self._begin = begin
        number = begin.message.seq
        heading = self.tr("Continue from message {0}").format(number)
        if begin.edited:
            heading = self.tr("Edit message {0} and continue").format(number)
        self.name_it(heading, self.tr("Continue"))
        name = self.tr("Your message") if begin.edited else self.tr("What you say next (may stay empty)")
        self.text = TextArea(name, (0, 0), self)
        self.text.submitted.connect(self.submit)
        inserting = Inserting(bridge, theme, self.text)
        inserting.set_place(None, begin.run.task)
        run = begin.run
        self.models = RunModels(bridge, team_that_ran(run), self.tr("The same model"), self, run.models)
        self.form.addWidget(label(heading, "heading", self))
        self.form.addWidget(self._help())
        if begin.edited:
            self.text.setPlainText(written_text(begin.message))
            self.text.moveCursor(QTextCursor.MoveOperation.End)
        else:
            self.form.addWidget(self._excerpt(theme))
        self.form.addWidget(LabelledField(name, self.text), 1)
        row = QHBoxLayout()
        row.addWidget(InsertButtons(inserting, self, named=True), 1)
        self.form.addLayout(row)
        if self.models.slots:
            self.form.addWidget(self.models)
        else:
            row.addWidget(self.models)
        self.text.setFocus()

    def verb(self) -> tuple[str, dict[str, Any]]:
        message = self._begin.message
        seq = message.seq - 1 if self._begin.edited else message.seq
        arguments = {"conversation": message.conversation, "seq": seq, "text": self.text.toPlainText().strip() or None}
        return "continue_from", arguments | self.models.arguments()

    @Slot()
    def submit(self) -> None:
        """Begin; a run that is at work is stopped first."""
        if self._begin.edited and not self.text.toPlainText().strip():
            self.problem.show_problem(self.tr("Write your message first."))
        elif self._runs():
            self.accept_button.setEnabled(False)
            self._bridge.call("stop", task=self._begin.run.task, now=True, done=self._stopped, failed=self._failed)
        else:
            super().submit()

    def _stopped(self, _result: object) -> None:
        super().submit()

    def _runs(self) -> bool:
        return self._bridge.queries.task(self._begin.run.task).status in ACTIVE

    def _done(self, result: Any) -> None:
        self.started.emit(result["conversation"])
        super()._done(result)

    def _help(self) -> QWidget:
        text = self.tr("A new conversation begins with messages 1 to {0}; this one stays as it is.")
        last = self._begin.message.seq - 1 if self._begin.edited else self._begin.message.seq
        words = text.format(last)
        if self._runs():
            words += " " + self.tr("What runs now is stopped first.")
        made = label(words, "muted", self)
        made.setWordWrap(True)
        return made

    def _excerpt(self, theme: Theme) -> QWidget:
        message = self._begin.message
        card = Card(theme, self, surface="panel")
        layout = QVBoxLayout(card)
        layout.setContentsMargins(16, 10, 16, 10)
        layout.setSpacing(2)
        layout.addWidget(label(f"{speaker_name(message.source)}  ·  {clock(message.created_at)}", "muted", card))
        text = " ".join(message.text.split())
        words = label(text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…", "", card)
        words.setWordWrap(True)
        layout.addWidget(words)
        return card


def written_text(message: Message) -> str:
    """A message as the person wrote it, with its references."""
    return str(message.data.get("written") or message.text)


def team_that_ran(run: Conversation) -> Team | None:
    """The team of a run, None for steps without one."""
    if run.team is None:
        return None
    return Plan.from_json({"steps": [{"id": "s", "team": run.team}]}).steps[0].team
