"""The plan of what would run again, before it does (R60)."""

from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.small_widgets import label, plain_tip
from workspace_app.ui.theme import Theme

_STEP = Qt.ItemDataRole.UserRole


class RunAgainDialog(QDialog):
    """The steps that are out of date, in the order of what rests on what; each can be left out.

    Args:
        task: id of the task whose steps, and what hangs together with them, are shown; None for all tasks.
    """

    def __init__(self, bridge: Bridge, theme: Theme, task: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Run again, in order"))
        self.resize(620, 420)
        self._bridge, self._theme = bridge, theme
        self.words = label(self.tr("Looking at what is out of date…"), "", self)
        self.words.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Steps that would run again"))
        self.list.setWordWrap(True)
        self.list.setSpacing(2)
        self.problem = ProblemLabel(self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.run = buttons.addButton(self.tr("Run these again"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.run.setProperty("kind", "primary")
        self.run.setEnabled(False)
        buttons.accepted.connect(self._run)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(12)
        for widget in (self.words, self.list, self.problem, buttons):
            layout.addWidget(widget)
        self.list.itemChanged.connect(self._count)
        bridge.call("out_of_date", task=task, done=self._take, failed=self.problem.show_problem)

    def steps(self) -> list[str]:
        """The ids of the steps that would run, in order."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return [item.data(_STEP) for item in items if item.checkState() == Qt.CheckState.Checked]

    def _take(self, found: list[dict[str, Any]]) -> None:
        for number, step in enumerate(found, 1):
            text = self.tr("{number}.  {task}: step {n}, {title}").format(
                number=number, task=step["task_title"], n=step["n"], title=step["title"]
            )
            item = QListWidgetItem(self._theme.icon("restart", "muted"), text, self.list)
            item.setToolTip(plain_tip(", ".join(step["works"])))
            item.setData(_STEP, step["step"])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
        self._count()

    @Slot()
    def _count(self) -> None:
        count = len(self.steps())
        self.run.setEnabled(count > 0)
        if not self.list.count():
            self.words.setText(self.tr("Nothing is out of date any more."))
        elif count == 1:
            self.words.setText(
                self.tr(
                    "1 step runs again, in a new conversation. It asks as always, and what is there now stays among the earlier runs."
                )
            )
        else:
            text = self.tr(
                "{count} steps run again, each in a new conversation when the one before it is done. They ask as always, "
                "and what is there now stays among the earlier runs."
            )
            self.words.setText(text.format(count=count))

    @Slot()
    def _run(self) -> None:
        self.run.setEnabled(False)
        self._bridge.call("run_in_order", steps=self.steps(), done=self._running, failed=self._fail)

    def _running(self, _result: object) -> None:
        self.accept()

    def _fail(self, sentence: str) -> None:
        self.problem.show_problem(sentence)
        self.run.setEnabled(True)
