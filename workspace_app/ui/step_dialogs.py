"""Small windows that call one verb, such as the one that edits a step before it starts."""

from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from workspace_app.domain.records import Step
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, ProblemLabel, TextArea
from workspace_app.ui.insert_buttons import InsertButtons
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.small_widgets import button
from workspace_app.ui.theme import Theme


class VerbDialog(QDialog):
    """A form whose button calls a verb: it closes when the engine has done it and shows the error otherwise."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(680, 480)
        self.problem = ProblemLabel(self)
        buttons = QDialogButtonBox(self)
        self.accept_button = button("", "primary", parent=self)
        buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.submit)
        buttons.rejected.connect(self.reject)
        self.form = QVBoxLayout()
        self.form.setSpacing(12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addLayout(self.form, 1)
        layout.addWidget(self.problem)
        layout.addWidget(buttons)

    def name_it(self, title: str, accept: str) -> None:
        """Say what the window is and what its button does."""
        self.setWindowTitle(title)
        self.accept_button.setText(accept)
        self.accept_button.setToolTip(self.tr("{0} (Ctrl+Enter)").format(accept))

    def verb(self) -> tuple[str, dict[str, Any]]:
        """The verb to call and its arguments."""
        raise NotImplementedError

    @Slot()
    def submit(self) -> None:
        """Call the verb."""
        self.problem.show_problem("")
        self.accept_button.setEnabled(False)
        name, arguments = self.verb()
        self._bridge.call(name, done=self._done, failed=self._failed, **arguments)

    def _done(self, _result: object) -> None:
        self.accept()

    def _failed(self, sentence: str) -> None:
        self.accept_button.setEnabled(True)
        self.problem.show_problem(sentence)


class EditStepDialog(VerbDialog):
    """Title and task of a step that has not started."""

    def __init__(self, bridge: Bridge, theme: Theme, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self.name_it(self.tr("Edit step {0}").format(step.n), self.tr("Save"))
        self._step = step
        self.name = QLineEdit(str(step.spec.get("title", step.title)), self)
        self.text = TextArea(self.tr("Task"), (0, 0), self)
        self.text.setPlainText(str(step.spec.get("step_task", "")))
        inserting = Inserting(bridge, theme, self.text)
        inserting.set_place(None, step.task)
        self.text.submitted.connect(self.submit)
        self.form.addWidget(LabelledField(self.tr("Title"), self.name))
        self.form.addWidget(LabelledField(self.tr("Task"), self.text), 1)
        self.form.addWidget(InsertButtons(inserting, self, named=True))
        self.text.setFocus()

    def verb(self) -> tuple[str, dict[str, Any]]:
        spec = {**self._step.spec, "title": self.name.text().strip(), "step_task": self.text.toPlainText()}
        return "edit_step", {"task": self._step.task, "step": self._step.n, "spec": spec}
