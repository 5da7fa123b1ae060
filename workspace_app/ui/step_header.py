"""The top of a step: its title, its runs to choose from, and when each phase of the run took place."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from workspace_app.domain.records import Conversation, Step
from workspace_app.domain.status import Status
from workspace_app.ui.engine_words import localized
from workspace_app.ui.phrases import clock
from workspace_app.ui.small_widgets import ElidedLabel, IconButton, button
from workspace_app.ui.task_state import Phases
from workspace_app.ui.theme import Theme


class StepHeader(QWidget):
    """Title, phases, the chooser of runs, and what can be done with the step.

    Signals:
        run_chosen: the person chose a conversation; carries its id.
        find_requested: the person wants to find a text in the conversation.
        rerun_requested: the person wants the step to run again.
        continue_requested: the person wants to go on in a new conversation.
        compare_requested: the person wants to compare works of two runs.
        costs_requested: the person wants to see costs and budgets; carries "step", or "conversation" for the run that is shown.
        side_toggled: the narrow page should show the plan (True) or the conversation (False).
    """

    run_chosen = Signal(str)
    find_requested = Signal()
    rerun_requested = Signal()
    continue_requested = Signal()
    compare_requested = Signal()
    costs_requested = Signal(str)
    side_toggled = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._statuses: list[Status] = []
        self._standing_in = ""
        self.title = ElidedLabel("", self)
        self.title.setProperty("kind", "heading")
        self.phases = ElidedLabel("", self)
        self.phases.setProperty("kind", "muted")
        self.runs = QComboBox(self)
        self.runs.setAccessibleName(self.tr("Runs of this step"))
        self.runs.setToolTip(self.tr("Runs of this step: each one is a conversation of its own"))
        self.runs.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.runs.setMinimumWidth(120)
        self.runs.setIconSize(QSize(14, 14))
        self.runs.activated.connect(self._chosen)
        self.side = button(self.tr("Show the conversation"), "quiet", parent=self)
        self.side.setCheckable(True)
        self.side.toggled.connect(self._toggle_side)
        self.side.hide()
        self.find_button = IconButton(theme, "search", self.tr("Find in this conversation (Ctrl+F)"), self)
        self.find_button.clicked.connect(self.find_requested)
        self.rerun = IconButton(theme, "restart", self.tr("Run this step again…"), self)
        self.rerun.clicked.connect(self.rerun_requested)
        self.more = IconButton(theme, "dots", self.tr("More for this step"), self)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(self._make_menu())
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.phases)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 12, 8)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for widget in (self.side, self.runs, self.find_button, self.rerun, self.more):
            row.addWidget(widget)

    def show_step(self, step: Step, runs: Sequence[Conversation], shown: str | None) -> None:
        """Show a step; `shown` is the id of the run that is on the screen."""
        self.title.set_full_text(localized(step.title))
        self.rerun.setVisible(step.n > 0 and bool(runs))
        self.more.setVisible(step.n > 0 and bool(runs))
        self.find_button.setVisible(bool(runs))
        self.runs.setVisible(bool(runs))
        models = next((run.models for run in runs if run.id == shown), {})
        self._standing_in = ", ".join(f"{slot} → {name}" for slot, name in models.items())
        self._fill(runs, shown)

    def show_phases(self, phases: Phases | None) -> None:
        """Show when the run was set up, its team spoke and its works came (R22), and its own models if it has any (L27)."""
        told = [self._told(phases)] if phases else []
        if self._standing_in:
            told.append(self.tr("Models: {0}").format(self._standing_in))
        self.phases.set_full_text("  ·  ".join(part for part in told if part))
        self.phases.setVisible(bool(self.phases.full_text()))

    def show_side_choice(self, on: bool) -> None:
        """Offer the choice between plan and conversation, for pages with room for one of them."""
        self.side.setVisible(on)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Run again…"), self.rerun_requested.emit)
        menu.addAction(self.tr("Continue in a new conversation…"), self.continue_requested.emit)
        menu.addAction(self.tr("Compare works of two runs…"), self.compare_requested.emit)
        menu.addAction(self.tr("Cost and budgets of this step…"), partial(self.costs_requested.emit, "step"))
        words = self.tr("Cost and budgets of this conversation…")
        menu.addAction(words, partial(self.costs_requested.emit, "conversation"))
        return menu

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for place, status in enumerate(self._statuses):
                self.runs.setItemIcon(place, self._theme.status_icon(status))

    def _fill(self, runs: Sequence[Conversation], shown: str | None) -> None:
        self._statuses = [run.status for run in runs]
        texts = [(run.id, self._run_text(run), run.status) for run in runs]
        for place, (id_, text, status) in enumerate(texts):
            if place >= self.runs.count():
                self.runs.addItem("")
            if self.runs.itemText(place) != text or self.runs.itemData(place) != id_:
                self.runs.setItemText(place, text)
                self.runs.setItemData(place, id_)
                self.runs.setItemIcon(place, self._theme.status_icon(status))
        while self.runs.count() > len(texts):
            self.runs.removeItem(self.runs.count() - 1)
        self.runs.setCurrentIndex(self.runs.findData(shown))

    def _run_text(self, run: Conversation) -> str:
        status = self._theme.status_word(run.status)
        return self.tr("Run {0}  ·  {1}  ·  {2}").format(run.n, status, clock(run.started_at))

    def _told(self, phases: Phases) -> str:
        parts = []
        if phases.prepared is not None:
            parts.append(self.tr("Prepared {0}").format(clock(phases.prepared)))
        if phases.team_began is not None:
            ended = clock(phases.team_ended) if phases.team_ended else "…"
            parts.append(self.tr("Team {0}–{1}").format(clock(phases.team_began), ended))
        if phases.first_work is not None:
            parts.append(self.tr("Works {0}").format(clock(phases.first_work)))
        return "  →  ".join(parts)

    @Slot(int)
    def _chosen(self, place: int) -> None:
        self.run_chosen.emit(self.runs.itemData(place, Qt.ItemDataRole.UserRole))

    @Slot(bool)
    def _toggle_side(self, conversation: bool) -> None:
        self.side.setText(self.tr("Show the plan") if conversation else self.tr("Show the conversation"))
        self.side_toggled.emit(not conversation)
