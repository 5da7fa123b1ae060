"""A new task from the midst of an old one: what goes along, what is to be done now, and whether it remembers (R66-R77)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.chip import Chip
from workspace_app.ui.fields import LabelledField, TextArea
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.insert_buttons import InsertButtons
from workspace_app.ui.inserting import Inserting
from workspace_app.ui.model_chooser import ModelChooser
from workspace_app.ui.phrases import size_of
from workspace_app.ui.small_widgets import Card, button, label, plain_tip
from workspace_app.ui.step_dialogs import VerbDialog
from workspace_app.ui.theme import Theme

_ICONS = {"plan": "plan", "context": "attach", "work": "document", "feedback": "edit", "conversation": "chat"}
_EXCERPT = 260


@dataclass(frozen=True)
class BranchPlace:
    """Where a task is branched: at a message, or as it stands now."""

    task: Task
    conversation: str | None = None
    seq: int | None = None


class BranchDialog(VerbDialog):
    """Parts as chips that can be taken away, the new task's text, and the switch for its origin.

    Signals:
        branched: the new task is in planning; carries its id.
    """

    branched = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, place: BranchPlace, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self._theme, self._place = theme, place
        self._parts: Sequence[Mapping[str, Any]] = ()
        self._removed: set[str] = set()
        self._loaded = False
        heading = self.tr("Branch “{0}”").format(place.task.title)
        if place.seq is not None:
            heading = self.tr("Branch “{0}” at message {1}").format(place.task.title, place.seq)
        self.name_it(heading, self.tr("Branch"))
        self.resize(760, 640)
        self.text = TextArea(self.tr("What is to be done now"), (4, 12), self)
        self.text.setPlainText(place.task.text)
        self.text.submitted.connect(self.submit)
        inserting = Inserting(bridge, theme, self.text)
        inserting.set_place(place.task.project, place.task.id)
        self.insert_buttons = InsertButtons(inserting, self, named=True)
        self.model = ModelChooser(bridge, self.tr("The same model"), self)
        self.remember = QCheckBox(self.tr("Remember where it came from"), self)
        self.remember.setToolTip(
            self.tr("The new task shows a link to this place, and stands under this task in the list")
        )
        self.remember.setChecked(True)
        self.summary = label("", "muted", self)
        self.put_back = button(self.tr("Put all back"), "quiet", parent=self)
        self.put_back.clicked.connect(self._put_back)
        self._lay_out(heading)
        self.text.selectAll()
        self.text.setFocus()
        self.accept_button.setEnabled(False)
        where = {"conversation": place.conversation, "seq": place.seq}
        bridge.call("branch_parts", task=place.task.id, done=self._take_parts, failed=self._failed, **where)

    def chips(self) -> list[Chip]:
        """The parts that go along."""
        found = (self._flow.itemAt(place).widget() for place in range(self._flow.count()))  # type: ignore[union-attr]
        return [chip for chip in found if isinstance(chip, Chip)]

    def verb(self) -> tuple[str, dict[str, Any]]:
        place = self._place
        return "branch", {
            "task": place.task.id,
            "conversation": place.conversation,
            "seq": place.seq,
            "text": self.text.toPlainText().strip(),
            "origin": self.remember.isChecked(),
            "parts": [part["id"] for part in self._kept()],
            "model": self.model.slot_name(),
        }

    @Slot()
    def submit(self) -> None:
        """Make the new task."""
        if not self.text.toPlainText().strip():
            self.problem.show_problem(self.tr("Say what is to be done now."))
        elif self._loaded:
            super().submit()

    def _done(self, result: Any) -> None:
        self.branched.emit(result["id"])
        super()._done(result)

    # the parts

    def _take_parts(self, parts: Sequence[Mapping[str, Any]]) -> None:
        self._parts, self._loaded = parts, True
        self.accept_button.setEnabled(True)
        self._show_parts()

    def _kept(self) -> list[Mapping[str, Any]]:
        return [part for part in self._parts if part["id"] not in self._removed]

    def _show_parts(self) -> None:
        self._flow.clear()
        kept = self._kept()
        for part in kept:
            words = f"{self._title(part)}  ·  {size_of(part['size'])}"
            chip = Chip(self._theme, words, _ICONS.get(part["kind"], "document"), removable=True, parent=self._box)
            chip.setToolTip(plain_tip(self._title(part)))
            chip.setProperty("part", part["id"])
            chip.removed.connect(partial(self._remove, part["id"]))
            chip.cross.installEventFilter(self)
            chip.installEventFilter(self)
            self._flow.addWidget(chip)
        size = size_of(sum(part["size"] for part in kept))
        text = self.tr("{0} of {1} parts go along, {2}").format(len(kept), len(self._parts), size)
        self.summary.setText(text if self._parts else self.tr("There is nothing to take along yet."))
        self.put_back.setVisible(bool(self._removed))
        self._show_excerpt(kept[0] if kept else None)
        self._box.updateGeometry()

    def _remove(self, part: str) -> None:
        self._removed.add(part)
        self._show_parts()
        chips = self.chips()
        (chips[0].cross if chips else self.put_back).setFocus()

    @Slot()
    def _put_back(self) -> None:
        self._removed.clear()
        self._show_parts()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            chip = watched if isinstance(watched, Chip) else watched.parent()
            found = chip.property("part") if chip is not None else None
            self._show_excerpt(next((part for part in self._parts if part["id"] == found), None))
        return super().eventFilter(watched, event)

    def _show_excerpt(self, part: Mapping[str, Any] | None) -> None:
        self._excerpt.setVisible(part is not None)
        if part is None:
            return
        self._excerpt_title.setText(self._title(part))
        flat = " ".join(self._words(part).split())
        self._excerpt_text.setText(flat if len(flat) <= _EXCERPT else f"{flat[:_EXCERPT]}…")

    def _words(self, part: Mapping[str, Any]) -> str:
        plan = self._place.task.plan
        if part["kind"] == "plan" and plan is not None:
            return "  ".join(f"{n}. {step.get('title', '')}" for n, step in enumerate(plan.get("steps", ()), 1))
        if part["text"] is None:
            return self.tr("Large, or not text: the file is copied, and only its name goes into the prompt.")
        return str(part["text"])

    def _title(self, part: Mapping[str, Any]) -> str:
        names = {
            "plan": self.tr("Plan so far"),
            "feedback": self.tr("Your feedback so far"),
            "conversation": self.tr("Conversation so far"),
        }
        return names.get(part["kind"], str(part["title"]))

    # making

    def _lay_out(self, heading: str) -> None:
        self._box = QWidget(self)
        self._flow = FlowLayout(self._box, 8)
        self._excerpt = Card(self._theme, self, surface="panel")
        self._excerpt_title, self._excerpt_text = label("", "muted", self), label("", "", self)
        self._excerpt_text.setWordWrap(True)
        inside = QVBoxLayout(self._excerpt)
        inside.setContentsMargins(16, 10, 16, 10)
        inside.setSpacing(2)
        inside.addWidget(self._excerpt_title)
        inside.addWidget(self._excerpt_text)
        along = QHBoxLayout()
        along.addWidget(self.summary)
        along.addWidget(self.put_back)
        along.addStretch(1)
        row = QHBoxLayout()
        row.addWidget(self.insert_buttons, 1)
        row.addWidget(self.model)
        title, help_ = label(heading, "heading", self), label(self._help(), "muted", self)
        for words in (title, help_):
            words.setWordWrap(True)
            self.form.addWidget(words)
        self.form.addWidget(LabelledField(self.tr("What is to be done now"), self.text))
        self.form.addLayout(row)
        self.form.addLayout(along)
        self.form.addWidget(self._box)
        self.form.addWidget(self._excerpt)
        self.form.addWidget(self.remember)
        self.form.addStretch(1)
        self._excerpt.hide()
        self.put_back.hide()

    def _help(self) -> str:
        words = self.tr("A new task begins with planning; what you leave here goes along.")
        if self._place.task.status is Status.DONE:
            return f"{words} " + self.tr("This task is done and stays as it is.")
        return f"{words} " + self.tr("This task stops where it is; it can be resumed later.")
