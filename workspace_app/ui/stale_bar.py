"""Why a work is out of date, what made it so, and what can be done about it (R60)."""

from functools import partial
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workspace_app.domain.records import Work
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.compare_dialog import compare_versions
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.run_again_dialog import RunAgainDialog
from workspace_app.ui.small_widgets import Card, button, label
from workspace_app.ui.theme import Theme


class StaleBar(Card):
    """Hidden where a work is not out of date, and was not just kept in spite of it.

    Signals:
        kept: the work was kept as it is, or that was taken back.
    """

    kept = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, edge="status.interrupted")
        self._bridge = bridge
        self._work: Work | None = None
        self._kept = ""
        self._asked = 0
        self._causes: list[dict[str, Any]] = []
        self.words = label("", "", self)
        self.words.setWordWrap(True)
        self.problem = ProblemLabel(self)
        self.changed = button(self.tr("What changed"), "", self.tr("Compare the version it was made from"), self)
        self.again = button(
            self.tr("Run again…"), "", self.tr("What is out of date, in order; you see first what would run"), self
        )
        self.good = button(self.tr("Still good"), "quiet", self.tr("Keep it as it is; this can be undone"), self)
        self.undo = button(self.tr("Undo"), "quiet", parent=self)
        self.leave = button(self.tr("Do not run it again"), "quiet", self.tr("It stays marked as out of date"), self)
        buttons = QWidget(self)
        flow = FlowLayout(buttons, 6)
        for widget in (self.changed, self.again, self.leave, self.good, self.undo):
            flow.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 8, 10, 8)
        layout.setSpacing(6)
        for part in (self.words, self.problem, buttons):
            layout.addWidget(part)
        self.changed.clicked.connect(self._compare)
        self.again.clicked.connect(self._run_again)
        self.good.clicked.connect(self._keep)
        self.undo.clicked.connect(self._take_back)
        self.leave.clicked.connect(self._leave)
        self.hide()

    def show_work(self, work: Work) -> None:
        """Show what is to be known about a work."""
        if self._work is None or work.id != self._work.id:
            self._kept, self._causes = "", []
            self.problem.show_problem("")
        self._work = work
        if work.stale:
            self._kept = ""
            self._asked += 1
            done, failed = partial(self._take, self._asked), self.problem.show_problem
            self._bridge.call("why_stale", work=work.id, done=done, failed=failed)
        self._show(lined_up=False)

    def _take(self, asked: int, found: dict[str, Any]) -> None:
        if asked == self._asked:
            self._causes = found["causes"]
            self._show(lined_up=bool(found["lined_up"]))

    def _show(self, *, lined_up: bool) -> None:
        stale = self._work is not None and self._work.stale
        kept = self._work is not None and self._kept == self._work.id and not stale
        self.words.setText(self.tr("Kept as it is, until an input changes once more.") if kept else self._why(lined_up))
        self.changed.setVisible(stale and bool(self._causes))
        self.again.setVisible(stale and not lined_up)
        self.leave.setVisible(stale and lined_up)
        self.good.setVisible(stale)
        self.undo.setVisible(kept)
        self.setVisible(stale or kept)

    def _why(self, lined_up: bool) -> str:
        if not self._causes:
            return self.tr("Out of date: something that it was made from has a newer version.")
        cause = self._causes[0]
        text = self.tr("Out of date: it rests on “{title}”, version {old}; in its place is version {new} now.")
        if cause["used"]["work"] != cause["now"]["work"]:
            text = self.tr("Out of date: it rests on “{title}”, version {old}; its step ran again and made “{other}”.")
        names = {"title": cause["title"], "other": cause["new_title"]}
        words = text.format(**names, old=cause["used"]["n"], new=cause["now"]["n"])
        more = len(self._causes) - 1
        words += " " + self.tr("{count} more inputs have changed.").format(count=more) if more else ""
        return words + (" " + self.tr("It is lined up to run again.") if lined_up else "")

    @Slot()
    def _compare(self) -> None:
        cause = self._causes[0]
        versions = cause["used"]["version"], cause["now"]["version"]
        compare_versions(self._bridge, self._theme, *versions, self.window()).open()

    @Slot()
    def _run_again(self) -> None:
        if self._work is not None:
            RunAgainDialog(self._bridge, self._theme, self._work.task, self.window()).open()

    @Slot()
    def _leave(self) -> None:
        if self._work is not None:
            done, failed = self._done, self.problem.show_problem
            self._bridge.call("leave_line", step=self._work.step, done=done, failed=failed)

    @Slot()
    def _keep(self) -> None:
        if self._work is not None:
            self._kept = self._work.id
            failed = self.problem.show_problem
            self._bridge.call("still_good", work=self._work.id, done=self._done, failed=failed)

    @Slot()
    def _take_back(self) -> None:
        if self._work is not None:
            self._kept = ""
            failed = self.problem.show_problem
            self._bridge.call("still_good", work=self._work.id, on=False, done=self._done, failed=failed)

    def _done(self, _result: object) -> None:
        self.kept.emit()
