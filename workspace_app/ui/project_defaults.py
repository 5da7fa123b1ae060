"""What new tasks of a project begin with: a text, and context files (R71)."""

from typing import Any

from PySide6.QtWidgets import QWidget

from workspace_app.domain.records import Project
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.context_picker import ContextPicker
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import LabelledField, TextArea
from workspace_app.ui.insert_buttons import InsertButtons
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.small_widgets import label
from workspace_app.ui.step_dialogs import VerbDialog
from workspace_app.ui.theme import Theme


class ProjectDefaultsDialog(VerbDialog):
    """Edits the defaults; each new task shows them, to be changed or taken away there."""

    def __init__(self, bridge: Bridge, theme: Theme, project: Project, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self._project = project
        heading = self.tr("What new tasks in “{0}” begin with").format(localized(project.title))
        self.name_it(heading, self.tr("Save"))
        self.text = TextArea(self.tr("Text"), (0, 0), self)
        inserting = Inserting(bridge, theme, self.text)
        inserting.set_place(project.id, None)
        self.text.setPlainText(project.defaults.text)
        self.text.submitted.connect(self.submit)
        self.context = ContextPicker(theme, self)
        self.context.add(list(project.defaults.context))
        help_ = label(
            self.tr("It stands in the form of each new task, where it can be changed or removed."), "muted", self
        )
        help_.setWordWrap(True)
        self.form.addWidget(label(heading, "heading", self))
        self.form.addWidget(help_)
        self.form.addWidget(LabelledField(self.tr("Text"), self.text), 1)
        self.form.addWidget(InsertButtons(inserting, self, named=True))
        self.form.addWidget(LabelledField(self.tr("Context files"), self.context))
        self.text.setFocus()

    def verb(self) -> tuple[str, dict[str, Any]]:
        text, context = self.text.toPlainText().strip(), self.context.paths()
        return "set_project_defaults", {"project": self._project.id, "text": text, "context": context}
