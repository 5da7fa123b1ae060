"""The team of a step: its assistants, whether the person sits in, and who speaks when (R17, R38)."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

from workspace_app.domain.plan import Assistant, Problem, Step, Team, team_of
from workspace_app.ui.assistant_form import AssistantForm
from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.fields import LabelledField, ProblemLabel
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint


class TeamForm(QWidget):
    """The fields of a team.

    Signals:
        edited: the new `Team`, the field that changed, and the text typed.
    """

    edited = Signal(object, str, str)

    def __init__(self, theme: Theme, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._catalogue = theme, catalogue
        self._team = Team()
        self._forms: list[AssistantForm] = []
        self.chat = QComboBox(self)
        self.chat.addItem(self.tr("One after the other"), "round_robin")
        self.chat.addItem(self.tr("A model chooses who speaks next"), "selector")
        self.chat.activated.connect(self._read_chat)
        self._chat_box = LabelledField(self.tr("Who speaks when"), self.chat, parent=self)
        self.person = QCheckBox(self.tr("I sit in and can answer in the conversation"), self)
        self.person.toggled.connect(self._read_person)
        self.add = button(self.tr("Add an assistant"), "quiet", parent=self)
        Tint(theme, self.add, "plus")
        self.add.clicked.connect(self._add)
        self._problem = ProblemLabel(self)
        self._lay_out()

    def show_team(self, step: Step, problems: Sequence[Problem]) -> None:
        """Show the team of a step, or the default of its kind, and what is wrong with it."""
        self._team = team_of(step) or Team()
        assistants = self._team.assistants
        while len(self._forms) < len(assistants):
            self._make_form()
        for place, form in enumerate(self._forms):
            form.setVisible(place < len(assistants))
            if place < len(assistants):
                own = [problem for problem in problems if problem.field.startswith(f"team.assistants.{place}.")]
                form.show_assistant(assistants[place], own, alone=len(assistants) == 1)
        self._show_rest(problems)

    def assistant_form(self, place: int) -> AssistantForm:
        """The form of the assistant at `place`, from 0."""
        return self._forms[place]

    def _lay_out(self) -> None:
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(label(self.tr("Team"), "muted", self))
        self._layout.addWidget(self._problem)
        self._layout.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self._layout.addWidget(self.person)
        self._layout.addWidget(self._chat_box)

    def _make_form(self) -> None:
        form = AssistantForm(self._theme, self._catalogue, self)
        form.setProperty("place", len(self._forms))
        form.edited.connect(self._change_assistant)
        form.removed.connect(self._remove)
        self._layout.insertWidget(1 + len(self._forms), form)
        self._forms.append(form)

    def _show_rest(self, problems: Sequence[Problem]) -> None:
        messages = {problem.field: problem.message for problem in problems}
        self._problem.show_problem(messages.get("team.assistants", ""))
        self._chat_box.problem.show_problem(messages.get("team.chat", messages.get("team.max_turns", "")))
        self._chat_box.setVisible(len(self._team.assistants) > 1 or self._team.chat == "selector")
        self.chat.setCurrentIndex(self.chat.findData(self._team.chat))
        blocked = self.person.blockSignals(True)
        self.person.setChecked(self._team.person)
        self.person.blockSignals(blocked)

    @Slot(object, str, str)
    def _change_assistant(self, assistant: Assistant, field: str, typed: str) -> None:
        place = self.sender().property("place")
        assistants = list(self._team.assistants)
        assistants[place] = assistant
        self.edited.emit(replace(self._team, assistants=tuple(assistants)), f"team.assistants.{place}.{field}", typed)

    @Slot()
    def _remove(self) -> None:
        place = self.sender().property("place")
        left = tuple(assistant for at, assistant in enumerate(self._team.assistants) if at != place)
        self.edited.emit(replace(self._team, assistants=left), "team.assistants", "")

    @Slot()
    def _add(self) -> None:
        taken = {assistant.name for assistant in self._team.assistants}
        number = len(taken) + 1
        while (name := f"assistant_{number}" if taken else "assistant") in taken:
            number += 1
        self.edited.emit(
            replace(self._team, assistants=(*self._team.assistants, Assistant(name))), "team.assistants", ""
        )

    @Slot(bool)
    def _read_person(self, on: bool) -> None:
        self.edited.emit(replace(self._team, person=on), "team.person", "")

    @Slot(int)
    def _read_chat(self, index: int) -> None:
        self.edited.emit(replace(self._team, chat=self.chat.itemData(index)), "team.chat", "")
