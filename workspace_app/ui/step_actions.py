"""What begins a new run of a step, or a new task, from what is on the screen."""

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from workspace_app.domain import references
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.records import Conversation, Step, Work
from workspace_app.domain.references import version_reference
from workspace_app.ui.branch_dialog import BranchDialog, BranchPlace
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.budget_dialog import BudgetDialog
from workspace_app.ui.compare_dialog import CompareDialog, works_made
from workspace_app.ui.continue_dialog import Continuation, ContinueDialog
from workspace_app.ui.prompt_editor import PromptDraft, PromptEditor, written_prompt
from workspace_app.ui.theme import Theme


class StepActions(QObject):
    """Opens the windows in which a run is prepared.

    Args:
        place: the widget over which they open.

    Signals:
        run_started: a new conversation has begun; carries its id.
        task_made: a new task was made; carries its id.
        failed: something cannot be done; carries the sentence.
    """

    run_started = Signal(str)
    task_made = Signal(str)
    failed = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, place: QWidget) -> None:
        super().__init__(place)
        self._bridge, self._theme, self._place = bridge, theme, place

    def rerun(self, step: Step, last: Conversation) -> None:
        """Run a step again, with the last prompt to begin with (R48)."""
        number = len(self._bridge.queries.conversations(step.id)) + 1
        help_ = self.tr("It begins a new conversation, run {0}. Earlier runs and their works stay as they are.")
        self._edit(step, self.tr("Run step {0} again").format(step.n), help_.format(number), self._prompt(last))

    def _from_version(self, prompt: str, work: Work, token: str) -> str:
        """The prompt with a reference to a version: in the place of one to the same work, else at the end."""
        text = references.replace(
            prompt, lambda found: token if found.target.partition("@")[0] == work.id else found.token
        )
        if token in text:
            return text
        words = self.tr("Go on from this document: keep what is good, and finish what is open.")
        return f"{text}\n\n{words}\n\n{token}".strip()

    @Slot(str)
    def start_from(self, version: str) -> None:
        """Run the step of a work again, going on from one version of it (R56)."""
        queries = self._bridge.queries
        try:
            found = queries.version(version)
            work = queries.work(found.work)
            step = queries.step_n(work.task, work.step_n)
            runs = queries.conversations(step.id)
        except WorkspaceError as error:
            self.failed.emit(str(error))
            return
        text = self._from_version(self._prompt(runs[-1]) if runs else "", work, version_reference(work, found).token)
        help_ = self.tr("A new conversation that goes on from version {0}. Remove the reference to begin without it.")
        heading = self.tr("Start from “{0}”, version {1}").format(work.title, found.n)
        self._edit(step, heading, help_.format(found.n), text)

    def continue_anew(self, step: Step, run: Conversation) -> None:
        """Go on with a long conversation in a new one; its prompt is written by program (R52)."""
        done = partial(self._hand_over, step)
        self._bridge.call("hand_over", conversation=run.id, done=done, failed=self.failed.emit)

    def begin(self, what: str, run: Conversation, seq: int) -> None:
        """Begin something at a message: "continue", "edit" the person's own one, or "branch"."""
        queries = self._bridge.queries
        (message,) = queries.messages(run.id, seq - 1, 1)
        if what == "branch":
            self.branch(BranchPlace(queries.task(run.task), run.id, seq))
        elif what == "edit" and seq == 1:
            self.rerun(queries.step(run.step), run)
        else:
            dialog = ContinueDialog(
                self._bridge, self._theme, Continuation(run, message, what == "edit"), self._place.window()
            )
            dialog.started.connect(self.run_started)
            dialog.open()

    def compare(self, step: Step) -> None:
        """Compare works of two runs."""
        made = works_made(self._bridge.queries, step)
        if len(made) < 2:
            self.failed.emit(self.tr("There is only one version of a work in this step: there is nothing to compare."))
            return
        dialog = CompareDialog(self._bridge, self._theme, made, self._place.window())
        dialog.start_requested.connect(self.start_from)
        dialog.open()

    def costs(self, step: Step, run: Conversation | None = None) -> None:
        """Show what a step, or one run of it, cost, and its budgets."""
        project = self._bridge.queries.task(step.task).project
        owners = {"step": step.id, "task": step.task, "project": project}
        if run is not None:
            owners = {"conversation": run.id, **owners}
        BudgetDialog(self._bridge, self._theme, owners, self._place.window()).open()

    def branch(self, place: BranchPlace) -> None:
        """Make a new task of what is here (R68)."""
        dialog = BranchDialog(self._bridge, self._theme, place, self._place.window())
        dialog.branched.connect(self.task_made)
        dialog.open()

    def run_again(self, task: str) -> None:
        """Make a new task with the same text, context and plan (R76)."""
        self._bridge.call("run_again", task=task, done=self._made, failed=self.failed.emit)

    def _made(self, result: dict[str, str]) -> None:
        self.task_made.emit(result["id"])

    def _hand_over(self, step: Step, result: dict[str, str]) -> None:
        heading = self.tr("Continue step {0} in a new conversation").format(step.n)
        help_ = self.tr(
            "The step's task and its newest work go along; the talk so far stays behind. Change what you like."
        )
        self._edit(step, heading, help_, result["written"])

    def _prompt(self, run: Conversation) -> str:
        return written_prompt(self._bridge.queries, run)

    def _edit(self, step: Step, heading: str, help_: str, text: str) -> None:
        draft = PromptDraft(step, heading, help_, text)
        editor = PromptEditor(self._bridge, self._theme, draft, self._place.window())
        editor.started.connect(self.run_started)
        editor.open()
