"""Any two versions side by side, of any runs, models or tasks, with what each run took to make it (R46, R56)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from workspace_app.domain.records import Conversation, Step, Version, Work
from workspace_app.store.queries import Queries
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.changes_view import ChangesView
from workspace_app.ui.phrases import clock, duration, short_count, size_of
from workspace_app.ui.small_widgets import Card, button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_picker import WorkPicker
from workspace_app.ui.work_preview import WorkPreview
from workspace_app.ui.work_words import author


@dataclass(frozen=True)
class Made:
    """A version with the work that it is of and the run that made it; None for a version of the person's own."""

    work: Work
    version: Version
    run: Conversation | None


class CompareSide(Card):
    """One side: the choice of a version, what its run took, and its text.

    Signals:
        shown: another version was read.
        start_requested: the step should run again from this version; carries its id.
    """

    shown = Signal()
    start_requested = Signal(str)

    def __init__(
        self, bridge: Bridge, theme: Theme, made: Sequence[Made], first: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self._bridge, self._theme, self._made, self._asked = bridge, theme, list(made), 0
        self.choice = QComboBox(self)
        self.choice.setAccessibleName(self.tr("Version"))
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(12)
        for entry in made:
            self.choice.addItem(self._name(entry))
        self.other = button(self.tr("Another work…"), "quiet", self.tr("Choose a work of any task"), self)
        self.other.clicked.connect(self._pick)
        self.about, self.more = label("", "muted", self), label("", "muted", self)
        for words in (self.about, self.more):
            words.setWordWrap(True)
        self.start = button(self.tr("Start from this version…"), parent=self)
        self.start.clicked.connect(self._start)
        self.preview = WorkPreview(theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(6)
        head = QHBoxLayout()
        head.addWidget(self.choice, 1)
        head.addWidget(self.other)
        layout.addLayout(head)
        for widget in (self.about, self.more):
            layout.addWidget(widget)
        layout.addWidget(self.start, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addSpacing(4)
        layout.addWidget(self.preview, 1)
        self.choice.setCurrentIndex(first)
        self.choice.currentIndexChanged.connect(self._show)
        self._show()

    def made(self) -> Made:
        """What is chosen."""
        return self._made[self.choice.currentIndex()]

    @Slot()
    def _show(self) -> None:
        made = self.made()
        self.about.setText(self._took(made.run) if made.run is not None else self.tr("Your own version"))
        facts = [author(made.version), clock(made.version.created_at), size_of(made.version.size)]
        if made.version.approved:
            facts.append(self.tr("approved"))
        self.more.setText("  ·  ".join(facts))
        self._asked += 1
        if made.run is not None:
            done, failed = partial(self._add_money, self._asked), partial(self._no_money, self._asked)
            self._bridge.call("cost", level="conversation", owner=made.run.id, done=done, failed=failed)
        done, failed = partial(self._take, self._asked), partial(self._fail, self._asked)
        self._bridge.call("read_work", work=made.work.id, version=made.version.id, done=done, failed=failed)

    def _take(self, asked: int, read: dict[str, Any]) -> None:
        if asked == self._asked:
            made = self.made()
            self.preview.show_work(read, made.work.path)
            self.shown.emit()

    def _fail(self, asked: int, sentence: str) -> None:
        if asked == self._asked:
            self.preview.show_sentence(sentence)
            self.shown.emit()

    def _add_money(self, asked: int, cost: dict[str, Any]) -> None:
        money = cost["total"].get("money")
        if asked == self._asked and money:
            self.about.setText(f"{self.about.text()}  ·  US${money:.4f}")

    def _no_money(self, asked: int, sentence: str) -> None:
        """What it cost in money is not known; what it took in tokens and time is there."""

    def _name(self, made: Made) -> str:
        if made.run is None:
            return self.tr("You  ·  {0}, version {1}").format(made.work.title, made.version.n)
        return self.tr("Run {0}  ·  {1}, version {2}").format(made.run.n, made.work.title, made.version.n)

    def _took(self, run: Conversation) -> str:
        tokens = short_count(run.input_tokens + run.output_tokens)
        parts = [run.model or self.tr("default model"), self.tr("{0} tokens").format(tokens)]
        if run.ended_at is not None:
            parts.append(duration((run.ended_at - run.started_at).total_seconds()))
        team = [str(member.get("name", "")) for member in (run.team or {}).get("assistants", ())]
        task = self._bridge.queries.task(run.task).title
        names = [task, self.tr("Run {0}").format(run.n), *([", ".join(team)] if team else [])]
        return "  ·  ".join([*names, *parts, self.tr("{0} messages").format(run.messages)])

    @Slot()
    def _pick(self) -> None:
        picker = WorkPicker(self._bridge, self._theme, self)
        picker.chosen.connect(self._add_work)
        picker.open()

    @Slot(str)
    def _add_work(self, work: str) -> None:
        """Offer the versions of another work too, and show its newest."""
        queries = self._bridge.queries
        known = {entry.version.id for entry in self._made}
        row = queries.work(work)
        added = [entry for entry in made_of(queries, queries.step(row.step), [row]) if entry.version.id not in known]
        self._made += added
        blocked = self.choice.blockSignals(True)
        for entry in added:
            self.choice.addItem(self._name(entry))
        self.choice.blockSignals(blocked)
        newest = next(place for place, entry in enumerate(self._made) if entry.version.id == row.newest.id)
        self.choice.setCurrentIndex(newest)

    @Slot()
    def _start(self) -> None:
        self.start_requested.emit(self.made().version.id)


class CompareDialog(QDialog):
    """Left the older, right the newer; as they are, or as what changed.

    Args:
        made: at least two versions, the newest first.
        sides: which of them are shown first, left and right, by their places; None for the newest ones of two runs.

    Signals:
        start_requested: the step should run again from a version; carries its id.
    """

    start_requested = Signal(str)

    def __init__(
        self,
        bridge: Bridge,
        theme: Theme,
        made: Sequence[Made],
        parent: QWidget | None = None,
        *,
        sides: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Compare versions"))
        self.resize(1100, 720)
        left, right = sides or (_other_run(made), 0)
        self.left = CompareSide(bridge, theme, made, left, self)
        self.right = CompareSide(bridge, theme, made, right, self)
        self.diff = ChangesView(bridge, theme, self)
        self.as_they_are = button(self.tr("As they are"), "chip", parent=self)
        self.changes = button(self.tr("What changed"), "chip", self.tr("Show what changed (Alt+C)"), parent=self)
        self._choose = QButtonGroup(self)
        for made_button in (self.as_they_are, self.changes):
            made_button.setCheckable(True)
            made_button.setAutoDefault(False)
            self._choose.addButton(made_button)
        self.as_they_are.setChecked(True)
        self._lay_out(theme)
        self.changes.toggled.connect(self._turn)
        for side in (self.left, self.right):
            side.shown.connect(self._compare)
            side.start_requested.connect(self._start)
        QShortcut(QKeySequence("Alt+C"), self).activated.connect(self._press_changes)

    @Slot(bool)
    def _turn(self, changes: bool) -> None:
        for side in (self.left, self.right):
            side.preview.setVisible(not changes)
        self._changed.setVisible(changes)

    @Slot()
    def _press_changes(self) -> None:
        (self.as_they_are if self.changes.isChecked() else self.changes).setChecked(True)

    @Slot(str)
    def _start(self, version: str) -> None:
        self.start_requested.emit(version)
        self.accept()

    @Slot()
    def _compare(self) -> None:
        self.diff.show_versions(self.left.made().version.id, self.right.made().version.id)

    def _lay_out(self, theme: Theme) -> None:
        self._changed = changed = Card(theme, self)
        changed.hide()
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.left, 1)
        row.addWidget(self.right, 1)
        inside = QVBoxLayout(changed)
        inside.setContentsMargins(8, 8, 8, 8)
        inside.addWidget(self.diff)
        top = QHBoxLayout()
        top.setSpacing(8)
        for widget in (self.as_they_are, self.changes):
            top.addWidget(widget)
        top.addStretch(1)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addLayout(row, 1)
        layout.addWidget(changed, 4)
        layout.addWidget(close)


def works_made(queries: Queries, step: Step) -> list[Made]:
    """Every version of every work of a step, the newest first."""
    return made_of(queries, step, queries.works(step.task, step.n))


def made_of(queries: Queries, step: Step, works: Sequence[Work]) -> list[Made]:
    """Every version of some works of a step, the newest first."""
    runs = {run.id: run for run in queries.conversations(step.id)}
    made = [
        Made(work, version, runs.get(version.conversation or ""))
        for work in works
        for version in queries.versions(work.id)
    ]
    return sorted(made, key=lambda entry: entry.version.created_at, reverse=True)


def compare_versions(bridge: Bridge, theme: Theme, old: str, new: str, parent: QWidget | None = None) -> CompareDialog:
    """A dialog on two versions, by their ids, of any works; what changed is shown first."""
    queries = bridge.queries
    works = {version: queries.work(queries.version(version).work) for version in (new, old)}
    made: list[Made] = []
    for work in {work.id: work for work in works.values()}.values():
        made += made_of(queries, queries.step(work.step), [work])
    place = {entry.version.id: number for number, entry in enumerate(made)}
    dialog = CompareDialog(bridge, theme, made, parent, sides=(place[old], place[new]))
    dialog.changes.setChecked(True)
    for side in (dialog.left, dialog.right):
        side.start.hide()  # they may be of other tasks than the one that is shown
    return dialog


def _other_run(made: Sequence[Made]) -> int:
    """The newest version that is of another run than the first one, else the next one."""
    newest = made[0].run
    others = (place for place, entry in enumerate(made) if entry.run != newest)
    return next(others, 1)
