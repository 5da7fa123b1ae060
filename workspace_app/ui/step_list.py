"""The steps of a plan as a list of cards that can be moved, opened and added to, by mouse and by keys."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFrame, QMenu, QScrollArea, QVBoxLayout, QWidget

from workspace_app.domain.plan import PlanError, Problem, Step
from workspace_app.domain.records import Conversation
from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.insert_line import InsertLine
from workspace_app.ui.plan_model import PlanModel
from workspace_app.ui.step_card import StepCard, StepView
from workspace_app.ui.step_form import StepForm
from workspace_app.ui.tab_order import follow_layout
from workspace_app.ui.theme import Theme

_Key = tuple[str, int]


class StepList(QScrollArea):
    """Cards over a plan model; at most one is open.

    Signals:
        refused: an edit was not possible; carries the sentence that says why.
    """

    refused = Signal(str)

    def __init__(self, theme: Theme, catalogue: Catalogue, model: PlanModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._catalogue, self._model = theme, catalogue, model
        self._keys: list[_Key] = []
        self._cards: dict[_Key, StepCard] = {}
        self._lines: list[InsertLine] = []
        self._shown: list[QWidget] = []
        self._open: StepCard | None = None
        self._editable = True
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._box = QWidget(self)
        self._layout = QVBoxLayout(self._box)
        self._layout.setContentsMargins(16, 0, 16, 16)
        self._layout.setSpacing(0)
        self._mark = QFrame(self._box)
        self._mark.hide()
        self.setWidget(self._box)
        self.viewport().setAutoFillBackground(False)
        self._box.setAutoFillBackground(False)

    def focusNextPrevChild(self, next: bool) -> bool:
        follow_layout(self._box)
        return super().focusNextPrevChild(next)

    # what is shown

    def refresh(
        self, problems: tuple[Problem, ...], *, editable: bool, edited: Mapping[int, Conversation] | None = None
    ) -> None:
        """Show the model's plan as it is now; cards and their focus follow their steps.

        Args:
            edited: the runs for which a step's task was edited, by the steps' numbers.
        """
        self._editable = editable
        self._match_cards()
        for place, key in enumerate(self._keys):
            # Of several steps with one id, the later ones are those that need another.
            own = [problem for problem in problems if problem.step == key[0] and (problem.field != "id" or key[1])]
            self._cards[key].show_view(StepView(self._model.plan, place, own, editable, (edited or {}).get(place + 1)))
        for place, line in enumerate(self._lines):
            line.setVisible(editable or 0 < place < len(self._lines) - 1)
            line.show_place(place, editable=editable)

    def card(self, place: int) -> StepCard:
        """The card of the step at `place`, from 0."""
        return self._cards[self._keys[place]]

    def form(self, place: int) -> StepForm:
        """The form of the step at `place`, opened if it is not open yet."""
        card = self.card(place)
        if not card.is_open:
            self._toggle(card)
        assert card.form is not None
        return card.form

    def current(self) -> int | None:
        """The place of the card that has the keyboard focus, in itself or in its form."""
        for place in range(len(self._keys)):
            if self.card(place).hasFocus() or self.card(place).isAncestorOf(self.focusWidget() or self):
                return place
        return None

    def go_to(self, place: int) -> None:
        """Give a card the focus and scroll to it."""
        if self._keys:
            card = self.card(max(0, min(place, len(self._keys) - 1)))
            card.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(card, 0, 16)

    def add(self, place: int) -> None:
        """Add a step at `place` and open it."""
        self._model.add(place)
        form = self.form(place)
        self.widget().layout().activate()  # type: ignore[union-attr]
        self.ensureWidgetVisible(self.card(place), 0, 16)
        form.task.setFocus()

    # inside: cards

    def _match_cards(self) -> None:
        """One card for each step; a card stays with its step when the order changes, and in its place when the id does."""
        old, self._keys = self._keys, _keys(self._model.plan.steps)
        for place, key in enumerate(self._keys):
            if key not in self._cards:
                reusable = place < len(old) == len(self._keys) and old[place] not in self._keys
                self._cards[key] = self._cards.pop(old[place]) if reusable else self._make_card()
        for key in [key for key in self._cards if key not in self._keys]:
            self._drop(self._cards.pop(key))
        while len(self._lines) < len(self._keys) + 1:
            self._lines.append(self._make_line())
        while len(self._lines) > len(self._keys) + 1:
            self._drop(self._lines.pop())
        self._arrange()

    def _arrange(self) -> None:
        wanted: list[QWidget] = []
        for line, key in zip(self._lines, self._keys, strict=False):
            wanted += [line, self._cards[key]]
        wanted.append(self._lines[-1])
        if self._shown == wanted:
            return
        self._shown = wanted
        while self._layout.count():
            self._layout.takeAt(0)
        for widget in wanted:
            self._layout.addWidget(widget)
        self._layout.addStretch(1)

    def _make_card(self) -> StepCard:
        card = StepCard(self._theme, self._catalogue, self._box)
        card.toggled.connect(self._toggle_sender)
        card.menu_requested.connect(self._open_menu)
        card.handle.dragged.connect(self._drag)
        card.handle.dropped.connect(self._drop_step)
        card.show()
        return card

    def _make_line(self) -> InsertLine:
        line = InsertLine(self._theme, self._box)
        line.chosen.connect(self.add)
        return line

    def _drop(self, widget: QWidget) -> None:
        if widget is self._open:
            self._open = None
        self._layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def _place_of(self, card: object) -> int:
        return next(place for place, key in enumerate(self._keys) if self._cards[key] is card)

    @Slot()
    def _toggle_sender(self) -> None:
        card = self.sender()
        assert isinstance(card, StepCard)
        self._toggle(card)

    def _toggle(self, card: StepCard) -> None:
        opens = not card.is_open
        if self._open is not None and self._open is not card:
            self._open.set_open(False)
        fresh = card.form is None
        form = card.set_open(opens)
        self._open = card if opens else None
        if form is not None and fresh:
            form.edited.connect(self._edit)
            form.split_requested.connect(self._split)
            form.own_id_requested.connect(self._own_id)
        if form is None:
            card.setFocus()

    # inside: edits

    @Slot(object, str, str)
    def _edit(self, step: Step, field: str, typed: str) -> None:
        self._model.set_step(self._place_of(self._open), step, field, typed)

    @Slot(int)
    def _split(self, offset: int) -> None:
        place = self._place_of(self._open)
        try:
            self._model.split(place, offset)
        except PlanError as error:
            self.refused.emit(str(error))
        else:
            self.go_to(place + 1)

    @Slot()
    def _own_id(self) -> None:
        self._model.give_own_id(self._place_of(self._open))

    @Slot(QPoint)
    def _open_menu(self, at: QPoint) -> None:
        card = self.sender()
        assert isinstance(card, StepCard)
        if self._editable:
            menu = self.menu_for(self._place_of(card))
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(at)

    def menu_for(self, place: int) -> QMenu:
        """What can be done with the step at `place`."""
        menu = QMenu(self)
        last = len(self._keys) - 1
        entries = (
            (self.tr("Duplicate\tCtrl+D"), "copy", "duplicate", True),
            (self.tr("Move up\tAlt+Up"), "up", "up", place > 0),
            (self.tr("Move down\tAlt+Down"), "down", "down", place < last),
            (self.tr("Add a step after it"), "plus", "add", True),
            (self.tr("Delete\tDel"), "trash", "delete", True),
        )
        for text, icon, verb, enabled in entries:
            action = menu.addAction(self._theme.icon(icon), text)
            action.setData((verb, place))
            action.setEnabled(enabled)
        menu.triggered.connect(self._do)
        return menu

    @Slot(QAction)
    def _do(self, action: QAction) -> None:
        verb, place = action.data()
        self.do(verb, place)

    def do(self, verb: str, place: int) -> None:
        """Do "duplicate", "up", "down", "add" or "delete" with the step at `place`, and leave the focus where it makes sense."""
        if not self._editable:
            return
        if verb == "duplicate":
            self._model.duplicate(place)
            self.go_to(place + 1)
        elif verb in ("up", "down"):
            to = place + (1 if verb == "down" else -1)
            focus = self.focusWidget()
            self._model.move(place, to)
            if 0 <= to < len(self._keys):
                self.ensureWidgetVisible(focus if focus and self.card(to).isAncestorOf(focus) else self.card(to), 0, 16)
        elif verb == "add":
            self.add(place + 1)
        else:
            self._model.delete(place)
            self.go_to(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        place = self.current()
        on_card = place is not None and self.card(place).hasFocus()
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if on_card and place is not None and step is not None and not event.modifiers():
            self.go_to(place + step)
        elif on_card and place is not None and event.key() == Qt.Key.Key_Delete:
            self.do("delete", place)
        else:
            event.ignore()

    # inside: dragging

    def _target(self, dragged: StepCard, at: QPoint) -> int:
        y = self._box.mapFromGlobal(at).y()
        others = [self._cards[key] for key in self._keys if self._cards[key] is not dragged]
        return sum(other.geometry().center().y() < y for other in others)

    def _dragged_card(self) -> StepCard:
        return next(card for card in self._cards.values() if card.handle is self.sender())

    @Slot(QPoint)
    def _drag(self, at: QPoint) -> None:
        card = self._dragged_card()
        to, place = self._target(card, at), self._place_of(card)
        over = self.card(to).geometry()
        y = over.top() - 6 if to <= place else over.bottom() + 4
        self._mark.setGeometry(over.left(), y, over.width(), 3)
        self._mark.setStyleSheet(f"background: {self._theme.hex('accent')}; border-radius: 1px;")
        self._mark.setVisible(to != place)
        self._mark.raise_()
        here = self._box.mapFromGlobal(at)
        self.ensureVisible(here.x(), here.y(), 0, 48)

    @Slot(QPoint)
    def _drop_step(self, at: QPoint) -> None:
        card = self._dragged_card()
        self._mark.hide()
        to = self._target(card, at)
        self._model.move(self._place_of(card), to)
        self.go_to(to)


def _keys(steps: tuple[Step, ...]) -> list[_Key]:
    """A key for each step: its id, and which one of that id it is."""
    ids = [step.id for step in steps]
    return [(step_id, ids[:place].count(step_id)) for place, step_id in enumerate(ids)]
