"""Which works a step takes as its inputs (R61, R62)."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QMenu, QPushButton, QRadioButton, QVBoxLayout, QWidget

from workspace_app.domain.plan import NO_INPUTS, WORK_PREFIX, Plan
from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.chip import Chip
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.small_widgets import button, label, plain_tip
from workspace_app.ui.step_kinds import input_name, step_name
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint

_PREVIOUS, _NONE, _CHOSEN = range(3)


class InputsField(QWidget):
    """The previous step's works, nothing, or chosen steps and works.

    Signals:
        edited: the new inputs, as a step's `require_inputs`.
    """

    edited = Signal(object)

    def __init__(self, theme: Theme, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._catalogue = theme, catalogue
        self._plan, self._place = Plan("", ()), 0
        self._choosing = False
        self.problem = ProblemLabel(self)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._choose_mode)
        self._chips = QWidget(self)
        self._flow = FlowLayout(self._chips, 6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(label(self.tr("Inputs"), "muted", self))
        for mode, name in ((_PREVIOUS, ""), (_NONE, self.tr("Nothing")), (_CHOSEN, self.tr("Chosen steps and works"))):
            choice = QRadioButton(name, self)
            self._group.addButton(choice, mode)
            layout.addWidget(choice)
        layout.addWidget(self._chips)
        layout.addWidget(self.problem)

    def show_inputs(self, plan: Plan, place: int) -> None:
        """Show the inputs of the step at `place`."""
        if place != self._place or plan.steps[place].id != self._id():
            self._choosing = False
        self._plan, self._place = plan, place
        first = place == 0
        name = (
            self.tr("Nothing (this is the first step)")
            if first
            else self.tr("The works of step {number}").format(number=place)
        )
        self._group.button(_PREVIOUS).setText(name)
        self._group.button(_NONE).setVisible(not first)
        self._group.button(self._mode()).setChecked(True)
        self._show_chips()

    def add_menu(self) -> QMenu:
        """A menu of all that can be added: earlier steps, and works of the project's other tasks."""
        menu = QMenu(self)
        taken = set(self._inputs())
        for place in range(self._place):
            if self._plan.steps[place].id not in taken:
                self._offer(menu, step_name(self._plan, place), self._plan.steps[place].id)
        others = [work for work in self._catalogue.other_works() if WORK_PREFIX + work.path not in taken]
        if others:
            menu.addSection(self.tr("Works of other tasks"))
        for work in others:
            self._offer(menu, work.title, WORK_PREFIX + work.path)
        if menu.isEmpty():
            menu.addAction(self.tr("There is nothing else to choose")).setEnabled(False)
        return menu

    def _offer(self, menu: QMenu, name: str, needed: str) -> None:
        action = menu.addAction(name.replace("&", "&&"))
        action.setData(needed)
        action.setToolTip(plain_tip(needed))

    def _id(self) -> str:
        return self._plan.steps[self._place].id if self._place < len(self._plan.steps) else ""

    def _inputs(self) -> tuple[str, ...]:
        return self._plan.steps[self._place].require_inputs or ()

    def _mode(self) -> int:
        inputs = self._plan.steps[self._place].require_inputs
        if inputs is NO_INPUTS:
            return _PREVIOUS if self._place == 0 else _NONE
        return _CHOSEN if inputs or self._choosing else _PREVIOUS

    def _show_chips(self) -> None:
        self._flow.clear()
        chosen = self._mode() == _CHOSEN
        self._chips.setVisible(chosen)
        if not chosen:
            return
        for needed in self._inputs():
            icon = "document" if needed.startswith(WORK_PREFIX) else "link"
            chip = Chip(
                self._theme, input_name(self._plan, needed), icon, removable=self.isEnabled(), parent=self._chips
            )
            chip.setProperty("needed", needed)
            chip.setToolTip(plain_tip(needed.removeprefix(WORK_PREFIX)))
            chip.removed.connect(self._remove)
            self._flow.addWidget(chip)
        self.add = self._add_button()
        self._flow.addWidget(self.add)

    def _add_button(self) -> QPushButton:
        add = button(self.tr("Add…"), "chip", self.tr("Add an earlier step or a work"), self._chips)
        Tint(self._theme, add, "plus", "muted")
        add.clicked.connect(self._open_menu)
        return add

    @Slot()
    def _open_menu(self) -> None:
        menu = self.add_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.triggered.connect(self._add)
        menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    @Slot(QAction)
    def _add(self, action: QAction) -> None:
        if action.data():
            self.edited.emit((*self._inputs(), action.data()))

    @Slot()
    def _remove(self) -> None:
        gone = self.sender().property("needed")
        self._choosing = True
        self.edited.emit(tuple(needed for needed in self._inputs() if needed != gone))

    @Slot(int)
    def _choose_mode(self, mode: int) -> None:
        self._choosing = mode == _CHOSEN
        if mode == _NONE:
            self.edited.emit(NO_INPUTS)
        elif mode == _PREVIOUS:
            self.edited.emit(())
        elif self._inputs() == () and self._place > 0:
            self.edited.emit((self._plan.steps[self._place - 1].id,))
        else:
            self._show_chips()
