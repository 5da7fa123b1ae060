"""The first page of an empty workspace: what the app is, and three ways to begin."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from workspace_app import assets
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.small_widgets import IconLabel, button, label
from workspace_app.ui.theme import Theme


class Welcome(QWidget):
    """Shown while there is no task."""

    task_requested = Signal()
    """The person wants to begin a task."""
    model_requested = Signal()
    """The person wants to add a model."""
    sample_made = Signal(str)
    """The sample project is there; carries its task's id."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self.problem = ProblemLabel(self)
        column = QVBoxLayout()
        column.setSpacing(14)
        column.addWidget(self._logo())
        column.addWidget(label(self.tr("Welcome to Workspace"), "title", self))
        for icon, words in self._lines():
            column.addLayout(self._line(icon, words))
        column.addSpacing(10)
        column.addLayout(self._choices())
        column.addWidget(self.problem)
        self._fill(column)
        self.setFocusProxy(self.sample)

    def _lines(self) -> list[tuple[str, str]]:
        return [
            ("plan", self.tr("Say what you want done. It becomes a plan of small steps that you can change.")),
            ("robot", self.tr("Assistants work step by step. You review each result, ask for changes, or take over.")),
            ("history", self.tr("Everything is kept in your own folder, with its history. Nothing is ever lost.")),
        ]

    def _choices(self) -> QVBoxLayout:
        self.sample = self._choice(self.tr("Try the sample project"), "primary", self._make_sample)
        self.new_task = self._choice(self.tr("New task"), "", self._want_task)
        self.add_model = self._choice(self.tr("Add a model"), "", self._want_model)
        row = QHBoxLayout()
        row.setSpacing(8)
        for made in (self.sample, self.new_task, self.add_model):
            row.addWidget(made)
        row.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addLayout(row)
        about = label(
            self.tr(
                "The sample runs offline with the Practice model, which is not an AI: it needs no account and no key."
            ),
            "muted",
            self,
        )
        about.setWordWrap(True)
        column.addWidget(about)
        return column

    def _choice(self, text: str, kind: str, slot: object) -> QPushButton:
        made = button(text, kind, parent=self)
        made.clicked.connect(slot)
        return made

    def _logo(self) -> QLabel:
        logo = QLabel(self)
        logo.setPixmap(QIcon(str(assets.path("icons/workspace.svg"))).pixmap(56, 56))
        logo.setContentsMargins(0, 0, 0, 8)
        return logo

    def _line(self, icon: str, words: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(IconLabel(self._theme, icon, "accent", 20, self), 0, Qt.AlignmentFlag.AlignTop)
        text = label(words, parent=self)
        text.setWordWrap(True)
        row.addWidget(text, 1)
        return row

    def _fill(self, column: QVBoxLayout) -> None:
        inside = QWidget(self)
        inside.setMaximumWidth(640)
        inside.setLayout(column)
        holder = QWidget(self)
        middle = QHBoxLayout(holder)
        middle.setContentsMargins(32, 24, 32, 24)
        middle.addStretch(1)
        middle.addWidget(inside, 20)
        middle.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setWidget(holder)
        area.viewport().setAutoFillBackground(False)
        holder.setAutoFillBackground(False)
        column.insertStretch(0, 1)
        column.addStretch(2)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    @Slot()
    def _make_sample(self) -> None:
        self.problem.show_problem("")
        self.sample.setEnabled(False)
        self._bridge.call("sample_project", done=self._made, failed=self._failed)

    @Slot(object)
    def _made(self, result: dict[str, str]) -> None:
        self.sample.setEnabled(True)
        self.sample_made.emit(result["task"])

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self.sample.setEnabled(True)
        self.problem.show_problem(sentence)

    @Slot()
    def _want_task(self) -> None:
        self.task_requested.emit()

    @Slot()
    def _want_model(self) -> None:
        self.model_requested.emit()
