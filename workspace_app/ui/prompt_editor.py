"""The prompt of another run of a step: written, seen exactly as it will be sent, and started (R48, R49, R52, R56)."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QTabWidget, QVBoxLayout, QWidget

from workspace_app.domain.plan import Plan, team_of
from workspace_app.domain.records import Conversation, Step
from workspace_app.domain.references import comments_reference, version_reference
from workspace_app.store.queries import Queries
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import TextArea
from workspace_app.ui.insert_buttons import InsertButtons
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.phrases import size_of
from workspace_app.ui.run_models import RunModels
from workspace_app.ui.small_widgets import label
from workspace_app.ui.step_dialogs import VerbDialog
from workspace_app.ui.system_parts import SystemParts
from workspace_app.ui.theme import Theme

_WAIT_MS = 250
_PREVIEW = 1


@dataclass(frozen=True)
class PromptDraft:
    """What the editor begins with.

    Args:
        heading: what this is, in a few words.
        help: a sentence about what will happen.
        text: the prompt, references as tokens.
    """

    step: Step
    heading: str
    help: str
    text: str


class PromptEditor(VerbDialog):
    """Edits a prompt and runs the step with it in a new conversation; what is there already stays.

    Signals:
        started: the run has begun; carries its conversation's id.
    """

    started = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, draft: PromptDraft, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self.name_it(draft.heading, self.tr("Run"))
        self.resize(820, 620)
        self._step = draft.step
        self._asked = 0
        self.text = TextArea(self.tr("Prompt"), (0, 0), self)
        self.text.submitted.connect(self.submit)
        self.inserting = Inserting(bridge, theme, self.text)
        self.inserting.set_place(None, draft.step.task, values_for(bridge.queries, draft.step))
        self.insert_buttons = InsertButtons(self.inserting, self, named=True)
        team = team_of(Plan.from_json({"steps": [dict(draft.step.spec)]}).steps[0])
        self.models = RunModels(bridge, team, self.tr("The task's model"), self)
        self.preview = QPlainTextEdit(self)
        self.preview.setReadOnly(True)
        self.preview.setAccessibleName(self.tr("Exactly what will be sent"))
        self.system = SystemParts(bridge, theme, self)
        self.size_words = label("", "muted", self)
        self._lay_out(draft)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._ask)
        self.text.textChanged.connect(self._timer.start)
        self.text.textChanged.connect(partial(self.problem.show_problem, ""))
        self.tabs.currentChanged.connect(self._turn)
        self.text.setPlainText(draft.text)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.setFocus()

    def verb(self) -> tuple[str, dict[str, Any]]:
        arguments = {"task": self._step.task, "step": self._step.n, "prompt": self.text.toPlainText()}
        return "rerun", arguments | self.models.arguments()

    @Slot()
    def submit(self) -> None:
        """Run the step, unless something in the prompt is missing (R51, R92)."""
        if not self.text.toPlainText().strip():
            self.problem.show_problem(self.tr("Write the prompt first."))
            return
        self.problem.show_problem("")
        self.accept_button.setEnabled(False)
        self._bridge.call("expand", text=self.text.toPlainText(), done=self._checked, failed=self._failed)

    def _checked(self, result: dict[str, Any]) -> None:
        if result["missing"]:
            self._failed(" ".join(result["missing"]))
        else:
            super().submit()

    def _done(self, result: Any) -> None:
        self.started.emit(result["conversation"])
        super()._done(result)

    # what will be sent

    @Slot(int)
    def _turn(self, page: int) -> None:
        if page == _PREVIEW:
            self._ask()
            self.system.show_step(self._step)
        else:
            self.text.setFocus()

    @Slot()
    def _ask(self) -> None:
        self._asked += 1
        done = partial(self._show_preview, self._asked)
        self._bridge.call("expand", text=self.text.toPlainText(), done=done, failed=self.problem.show_problem)

    def _show_preview(self, asked: int, result: dict[str, Any]) -> None:
        if asked != self._asked:
            return
        self.preview.setPlainText(result["text"])
        size = size_of(result["size"])
        self.tabs.setTabText(_PREVIEW, self.tr("What will be sent ({0})").format(size))
        self.size_words.setText(self.tr("{0} will be sent").format(size))
        if result["missing"]:  # what else is said stays until the text is changed
            self.problem.show_problem(" ".join(result["missing"]))

    def _lay_out(self, draft: PromptDraft) -> None:
        written, row = QWidget(self), QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.insert_buttons, 1)
        row.addWidget(self.size_words)
        page = QVBoxLayout(written)
        page.setContentsMargins(0, 12, 0, 0)
        page.setSpacing(8)
        page.addWidget(self.text, 1)
        page.addLayout(row)
        if self.models.slots:
            page.addWidget(self.models)
        else:
            row.addWidget(self.models)
        sent = QWidget(self)
        other = QVBoxLayout(sent)
        other.setContentsMargins(0, 12, 0, 0)
        other.addWidget(self.preview, 1)
        other.addWidget(self.system)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(written, self.tr("Prompt"))
        self.tabs.addTab(sent, self.tr("What will be sent"))
        self.form.addWidget(label(draft.heading, "heading", self))
        help_ = label(draft.help, "muted", self)
        help_.setWordWrap(True)
        self.form.addWidget(help_)
        self.form.addWidget(self.tabs, 1)


def written_prompt(queries: Queries, run: Conversation) -> str:
    """The prompt of a run as the person wrote it, with its references, or as the program made it."""
    (first,) = queries.messages(run.id, 0, 1) or (None,)
    written = first.data.get("written") if first is not None else None
    return str(written or run.prompt)


def values_for(queries: Queries, step: Step) -> dict[str, str]:
    """What the placeholders of presets stand for in a step."""
    works = queries.works(step.task, step.n)
    values = {"step_task": str(step.spec.get("step_task", ""))}
    if works:
        newest = works[-1].newest
        values["work"] = version_reference(works[-1], newest).token
        if open_ := [comment for comment in queries.comments(works[-1].id) if comment.open]:
            values["comments"] = comments_reference(works[-1], newest, open_).token
    return values
