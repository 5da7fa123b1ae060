"""Where a task begins: say what you want to get done, and start."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from workspace_app.domain.records import Defaults
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.catalogue import Catalogue, model_label
from workspace_app.ui.context_files import local_files
from workspace_app.ui.context_picker import ContextPicker
from workspace_app.ui.example_tasks import ExampleTasks
from workspace_app.ui.fields import LabelledField, ProblemLabel, TextArea, is_composing
from workspace_app.ui.insert_buttons import InsertButtons
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.project_chooser import ProjectChooser
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme

_WIDEST = 720


class NewTaskPage(QScrollArea):
    """The form of a new task.

    Signals:
        task_created: the task is made and its planner is at work; carries its id.
    """

    task_created = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._busy = False
        self._begun_with = Defaults()
        self._catalogue = Catalogue(bridge, self)
        self._catalogue.loaded.connect(self._show_models)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAcceptDrops(True)
        self.text = TextArea(self.tr("What do you want to get done?"), (6, 16), self)
        self.text.setPlaceholderText(
            self.tr(
                "Describe the result you want. The planner turns it into steps, and you approve them before anything runs."
            )
        )
        self.text.setAcceptDrops(False)
        self.inserting = Inserting(bridge, theme, self.text)
        self.insert_buttons = InsertButtons(self.inserting, self, named=True)
        self.error = ProblemLabel(self)
        self.context = ContextPicker(theme, self)
        self.project = ProjectChooser(bridge, self)
        self.model = self._make_model_chooser()
        self.approve = self._make_approve_chooser()
        self._approve_help = label("", "muted", self)
        self._approve_help.setWordWrap(True)
        self.begin = button(self.tr("Start planning"), "primary", self.tr("Start (Ctrl+Enter)"), self)
        self.examples = ExampleTasks(theme, self)
        self._lay_out()
        self._connect()
        self._show_state()

    # what the window calls

    def start(self, project_id: str | None) -> None:
        """Show the form for a new task of a project, None for any; what was typed and not started is still there."""
        self.project.show_projects(project_id)
        self._take_project()
        self._catalogue.refresh()
        self.text.setFocus()

    # inside: starting

    @Slot()
    def submit(self) -> None:
        """Start the task."""
        text = self.text.toPlainText().strip()
        if self._busy:
            return
        if not text:
            self.error.show_problem(self.tr("Say what you want to get done first."))
            self.text.setFocus()
            return
        self._busy = True
        self.error.show_problem("")
        self._show_state()
        arguments: dict[str, Any] = {"text": text, "project": self.project.project(), "context": self.context.paths()}
        arguments |= {"model": self.model.currentData(), "approve": self.approve.currentData()}
        self._bridge.call("new_task", done=self._done, failed=self._failed, **arguments)

    @Slot()
    def _press_submit(self) -> None:
        if not is_composing(self.focusWidget()):
            self.submit()

    def _done(self, result: dict[str, str]) -> None:
        self._busy = False
        self.text.clear()
        self.context.clear()
        self._begun_with = Defaults()
        # To run without asking is a choice for one task; the next one asks again.
        self.approve.setCurrentIndex(0)
        self._show_state()
        self.task_created.emit(result["id"])

    def _failed(self, sentence: str) -> None:
        self._busy = False
        self._show_state()
        self.error.show_problem(sentence)

    # inside: showing

    @Slot()
    def _show_state(self) -> None:
        empty = not self.text.toPlainText().strip()
        self.begin.setEnabled(not self._busy)
        self.begin.setText(self.tr("Starting…") if self._busy else self.tr("Start planning"))
        self.text.setReadOnly(self._busy)
        self.examples.setVisible(empty and not self._busy)

    @Slot()
    def _take_project(self) -> None:
        """Begin with what tasks of the project begin with; what the person has changed here stays (R71)."""
        project, old = self.project.project(), self._begun_with
        self.inserting.set_place(project, None)
        new = self._bridge.queries.project(project).defaults if project is not None else Defaults()
        if self.text.toPlainText() == old.text:
            self.text.setPlainText(new.text)
            self.text.moveCursor(QTextCursor.MoveOperation.End)
        if self.context.paths() == list(old.context):
            self.context.clear()
            self.context.add(list(new.context))
            # A file that is gone cannot be shown as one that goes along.
            new = replace(new, context=tuple(self.context.paths()))
        self._begun_with = new

    @Slot()
    def _note_typing(self) -> None:
        self.error.show_problem("")
        self._show_state()

    @Slot()
    def _show_models(self) -> None:
        chosen = self.model.currentData()
        self.model.clear()
        self.model.addItem(self.tr("Default model"), None)
        practice = self.tr("Practice (offline, not an AI)")
        for entry in self._catalogue.models or ():
            if entry.get("default"):
                self.model.setItemText(0, model_label(entry, practice))
            else:
                self.model.addItem(model_label(entry, practice), entry["name"])
        self.model.setCurrentIndex(max(0, self.model.findData(chosen) if chosen else 0))

    @Slot()
    def _show_approve_help(self) -> None:
        helps = {
            "none": self.tr("You approve the plan and every work."),
            "plan": self.tr("The plan starts without asking; you approve every work."),
            "all": self.tr(
                "Everything runs to the end without asking; you can still stop it, and every version is kept."
            ),
        }
        self._approve_help.setText(helps[self.approve.currentData()])

    @Slot(str)
    def _use_example(self, text: str) -> None:
        self.text.setPlainText(text)
        cursor = self.text.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.text.setTextCursor(cursor)
        self.text.setFocus()

    # inside: making

    def _make_model_chooser(self) -> QComboBox:
        box = QComboBox(self)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(14)
        box.addItem(self.tr("Default model"), None)
        return box

    def _make_approve_chooser(self) -> QComboBox:
        box = QComboBox(self)
        box.addItem(self.tr("Ask me at every work"), "none")
        box.addItem(self.tr("Start the plan by itself"), "plan")
        box.addItem(self.tr("Run all without asking"), "all")
        return box

    def _lay_out(self) -> None:
        choices = QGridLayout()
        choices.setHorizontalSpacing(16)
        choices.setVerticalSpacing(12)
        for place, (name, field) in enumerate(
            ((self.tr("Project"), self.project), (self.tr("Model"), self.model), (self.tr("Approval"), self.approve))
        ):
            choices.addWidget(LabelledField(name, field, parent=self), 0, place)
            choices.setColumnStretch(place, (4, 5, 4)[place])
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.begin)
        row.addWidget(self._approve_help, 1)
        column = QWidget(self)
        column.setMaximumWidth(_WIDEST)
        inner = QVBoxLayout(column)
        inner.setContentsMargins(24, 32, 24, 24)
        inner.setSpacing(12)
        inner.addWidget(label(self.tr("What do you want to get done?"), "title", column))
        inner.addWidget(self.text)
        inner.addWidget(self.error)
        inner.addWidget(self.insert_buttons)
        inner.addWidget(self.context)
        inner.addSpacing(4)
        inner.addLayout(choices)
        inner.addSpacing(4)
        inner.addLayout(row)
        inner.addSpacing(16)
        inner.addWidget(self.examples)
        inner.addStretch(1)
        page = QWidget(self)
        outer = QHBoxLayout(page)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(column)
        page.setAutoFillBackground(False)
        self.setWidget(page)
        self.viewport().setAutoFillBackground(False)

    def _connect(self) -> None:
        self.text.textChanged.connect(self._note_typing)
        for changed in (self.project.activated, self.project.currentIndexChanged):
            changed.connect(self._take_project)
        self.begin.clicked.connect(self.submit)
        self.approve.currentIndexChanged.connect(self._show_approve_help)
        self.examples.chosen.connect(self._use_example)
        self._show_approve_help()
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._press_submit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()
            self.context.add_button.setText(self.tr("Drop to add"))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.context.add_button.setText(self.tr("Add files…"))

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.context.add_button.setText(self.tr("Add files…"))
        self.context.add(local_files(event.mimeData()))
