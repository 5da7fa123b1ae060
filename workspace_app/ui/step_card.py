"""One step of a plan as a card: closed it tells the step in three lines, open it holds the form."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from workspace_app.domain.plan import NO_INPUTS, Plan, Problem
from workspace_app.domain.plan.model import title_from
from workspace_app.domain.records import Conversation
from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.chip import Chip
from workspace_app.ui.drag_handle import DragHandle
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.small_widgets import Card, ElidedLabel, IconButton, IconLabel, plain_tip
from workspace_app.ui.step_form import StepForm
from workspace_app.ui.step_kinds import input_name, kind_words, members
from workspace_app.ui.theme import Theme


@dataclass(frozen=True)
class StepView:
    """All that a card shows: the plan, the step's place in it, its problems, and the run that had another task (R59)."""

    plan: Plan
    place: int
    problems: Sequence[Problem]
    editable: bool
    edited: Conversation | None = None


class NumberBadge(QLabel):
    """The step's number in a circle; red when something is wrong with the step."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._wrong = theme, False
        self.setFixedSize(26, 26)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def show_number(self, number: int, *, wrong: bool) -> None:
        """Show a number."""
        self.setText(str(number))
        self._wrong = wrong
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("danger_soft" if self._wrong else "accent_soft"))
        painter.drawEllipse(self.rect())
        painter.setPen(self._theme.color("danger" if self._wrong else "accent"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class StepCard(Card):
    """A step. Enter or a click opens it, Escape closes it; the keys of the list are the plan editor's.

    Signals:
        toggled: the person asked to open or close it.
        menu_requested: its menu is wanted at this global position.
    """

    toggled = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, theme: Theme, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._catalogue = catalogue
        self._view: StepView | None = None
        self.form: StepForm | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.handle = DragHandle(theme, self)
        self.badge = NumberBadge(theme, self)
        self.title = ElidedLabel("", self)
        self.title.setProperty("kind", "strong")
        self.wrong = IconLabel(theme, "warning", "danger", 16, self)
        self.menu = IconButton(theme, "dots", self.tr("More for this step"), self)
        self.fold = IconButton(theme, "chevron_down", self.tr("Open (Enter)"), self)
        self.task = ElidedLabel("", self)
        self.task.setProperty("kind", "muted")
        self._chips = QWidget(self)
        self._flow = FlowLayout(self._chips, 6)
        self._lay_out()
        self.menu.clicked.connect(self._ask_menu)
        self.fold.clicked.connect(self.toggled)

    @property
    def is_open(self) -> bool:
        """Whether the form is shown."""
        return self.form is not None and not self.form.isHidden()

    def show_view(self, view: StepView) -> None:
        """Show a step as it is now."""
        self._view = view
        step = view.plan.steps[view.place]
        title = step.title or title_from(step.step_task) or self.tr("New step")
        self.badge.show_number(view.place + 1, wrong=bool(view.problems))
        self.title.set_full_text(title)
        self.task.set_full_text(step.step_task or self.tr("Nothing to do yet: open it and say what."))
        self.wrong.setVisible(bool(view.problems))
        self.wrong.setToolTip(plain_tip("\n".join(problem.message for problem in view.problems)))
        self.handle.setVisible(view.editable)
        self.menu.setVisible(view.editable)
        state = self.tr("has a problem") if view.problems else ""
        self.setAccessibleName(
            self.tr("Step {number}: {title} {state}").format(number=view.place + 1, title=title, state=state).strip()
        )
        self._show_chips(view)
        if self.is_open:
            self._show_form()

    def set_open(self, on: bool) -> StepForm | None:
        """Open or close it; returns the form when open. The form is made when it is first needed."""
        if on and self.form is None:
            self.form = StepForm(self._theme, self._catalogue, self)
            self._body.addWidget(self.form)
        if self.form is not None:
            self.form.setVisible(on)
        for closed_only in (self.task, self._chips):
            closed_only.setVisible(not on)
        self.fold.set_icon(
            "chevron_up" if on else "chevron_down", self.tr("Close (Escape)") if on else self.tr("Open (Enter)")
        )
        if on:
            self._show_form()
        return self.form if on else None

    def _show_form(self) -> None:
        if self._view is not None and self.form is not None:
            self.form.setEnabled(self._view.editable)
            self.form.show_step(self._view.plan, self._view.place, self._view.problems)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        for before in (self.handle, self.badge):
            head.addWidget(before)
        head.addWidget(self.title, 1)
        for after in (self.wrong, self.menu, self.fold):
            head.addWidget(after)
        self._body = QVBoxLayout()
        self._body.setContentsMargins(34, 0, 8, 0)
        self._body.setSpacing(8)
        self._body.addWidget(self.task)
        self._body.addWidget(self._chips)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 10, 10, 12)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addLayout(self._body)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def _show_chips(self, view: StepView) -> None:
        step = view.plan.steps[view.place]
        words = kind_words(step.kind)
        self._flow.clear()
        chips = [(words.word, words.icon, words.help)]
        if (step.team is not None or step.kind == "function") and step.kind != "user" and (who := members(step)):
            chips.append(
                (
                    who,
                    "function" if step.kind == "function" else "users",
                    self.tr("Team: {members}").format(members=who),
                )
            )
        chips += [(name, "link", self.tr("Input: {name}").format(name=name)) for name in self._inputs(view)]
        if step.ask_before_start:
            chips.append(
                (self.tr("stops before it starts"), "pause", self.tr("You can edit the prompt before it starts"))
            )
        if view.edited is not None:
            changed = self.tr("changed in run {0}").format(view.edited.n)
            chips.append((changed, "edit", str(view.edited.step_task)))
        for text, icon, tip in chips:
            chip = Chip(self._theme, text, icon, parent=self._chips)
            chip.setToolTip(plain_tip(tip))
            self._flow.addWidget(chip)
            # At once: a layout that is done before Qt shows it by itself would leave it no room.
            chip.show()

    def _inputs(self, view: StepView) -> list[str]:
        step = view.plan.steps[view.place]
        if step.require_inputs is NO_INPUTS:
            return [self.tr("no inputs")] if view.place else []
        if not step.require_inputs:
            return [input_name(view.plan, view.plan.steps[view.place - 1].id)] if view.place else []
        return [input_name(view.plan, needed) for needed in step.require_inputs]

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        head = event.position().y() < self.badge.geometry().bottom() + 10
        if event.button() == Qt.MouseButton.LeftButton and (head or not self.is_open):
            self.toggled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if (enter and plain and self.hasFocus()) or (event.key() == Qt.Key.Key_Escape and self.is_open):
            self.toggled.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_requested.emit(event.globalPos())

    def focusInEvent(self, event: QEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 8, 8)

    @Slot()
    def _ask_menu(self) -> None:
        self.menu_requested.emit(self.menu.mapToGlobal(self.menu.rect().bottomLeft()))
