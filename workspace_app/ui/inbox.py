"""One list of everything that waits for the person, answerable in place (R83)."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from workspace_app.domain.events import Event
from workspace_app.domain.records import Question
from workspace_app.ui.ago import since
from workspace_app.ui.background import Background
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.engine_words import localized
from workspace_app.ui.question_card import QuestionCard
from workspace_app.ui.question_cards import card_of
from workspace_app.ui.small_widgets import ElidedLabel, button, label
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme

_PAGE = 20
_MEASURE = 840


class Inbox(QWidget):
    """Question cards, oldest first; answering one takes it away."""

    question_opened = Signal(str, str)
    """The person wants to see a question where it was asked; carries the task's id and the question's."""
    work_requested = Signal(str, str)
    """The person wants to see a work; carries the task's id and the work's."""
    count_changed = Signal(int)
    """How many questions wait now."""

    def __init__(
        self, bridge: Bridge, theme: Theme, book: TaskBook, background: Background, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge, self._theme, self._book, self._background = bridge, theme, book, background
        self._entries: dict[str, _Entry] = {}
        self._questions: list[Question] = []
        self._done: set[str] = set()
        self._limit = _PAGE
        self._title = label(self.tr("Inbox"), "title", self)
        self._empty = label(
            self.tr("Nothing waits for you. Plans to approve, questions and works to review will appear here."),
            "muted",
            self,
        )
        self._empty.setWordWrap(True)
        self._more = button("", parent=self)
        self._more.clicked.connect(self._show_more)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 24, 0, 0)
        outer.setSpacing(8)
        outer.addLayout(self._head())
        outer.addWidget(self._scroll(), 1)
        bridge.opened.connect(self.reload)
        bridge.events_ready.connect(self._take)
        book.reloaded.connect(self._caption)
        self._show()

    def count(self) -> int:
        """How many questions wait."""
        return len(self._questions)

    def card(self, question: str) -> QuestionCard | None:
        """The card of a question, if it is shown."""
        entry = self._entries.get(question)
        return entry.card if entry else None

    @Slot()
    def reload(self) -> None:
        """Read the inbox again, on another thread."""
        self._background.read("inbox", self._bridge.queries.inbox, self._loaded)

    def _loaded(self, questions: list[Question]) -> None:
        # A read that began before an answer was given must not bring its question back.
        questions = [question for question in questions if question.id not in self._done]
        changed = len(questions) != len(self._questions)
        self._questions = questions
        self._show()
        if changed:
            self.count_changed.emit(len(questions))

    @Slot(list)
    def _take(self, events: list[Event]) -> None:
        if any(event.kind in ("question", "answered", "deleted") for event in events):
            self.reload()

    @Slot()
    def _show_more(self) -> None:
        self._limit += _PAGE
        self._show()

    def _show(self) -> None:
        """Add what is new and take away what was answered; the others, with what is typed in them, stay as they are."""
        shown = self._questions[: self._limit]
        for gone in self._entries.keys() - {question.id for question in shown}:
            entry = self._entries.pop(gone)
            entry.hide()
            entry.deleteLater()
        for n, question in enumerate(shown):
            if question.id not in self._entries:
                self._entries[question.id] = self._make_entry(question)
                self._list.insertWidget(n, self._entries[question.id])
        rest = len(self._questions) - len(shown)
        self._more.setText(self.tr("Show {0} more").format(min(rest, _PAGE)))
        self._more.setVisible(rest > 0)
        self._empty.setVisible(not self._questions)
        self._caption()

    @Slot()
    def _caption(self) -> None:
        for question in self._questions[: self._limit]:
            if entry := self._entries.get(question.id):
                entry.set_caption(self._words(question))

    def _words(self, question: Question) -> str:
        project, task = self._book.project(question.project), self._book.task(question.task)
        parts = [localized(project.title) if project else "", task.title if task else "", since(question.asked_at)]
        return "  ·  ".join(part for part in parts if part)

    def _make_entry(self, question: Question) -> "_Entry":
        entry = _Entry(self._bridge, self._theme, question, self)
        entry.opened.connect(self.question_opened)
        entry.work_requested.connect(self.work_requested)
        entry.card.answered.connect(self._answered)
        return entry

    @Slot(str)
    def _answered(self, question: str) -> None:
        self._done.add(question)
        self._questions = [other for other in self._questions if other.id != question]
        self._show()
        self.count_changed.emit(len(self._questions))

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(32, 0, 32, 0)
        row.addWidget(self._title)
        row.addStretch(1)
        return row

    def _scroll(self) -> QScrollArea:
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget(area)
        column = QVBoxLayout(inside)
        column.setContentsMargins(32, 8, 32, 32)
        column.setSpacing(8)
        column.addWidget(self._empty)
        self._list = QVBoxLayout()
        self._list.setSpacing(24)
        column.addLayout(self._list)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        area.setWidget(inside)
        area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        return area


class _Entry(QWidget):
    opened = Signal(str, str)
    """"Open" was pressed: the task's id and the question's."""
    work_requested = Signal(str, str)
    """A work of the question was pressed: the task's id and the work's."""

    def __init__(self, bridge: Bridge, theme: Theme, question: Question, parent: QWidget) -> None:
        super().__init__(parent)
        self._question = question
        self.card = card_of(bridge, theme, question, self)
        self.card.work_requested.connect(self._work)
        self.card.edit_plan_requested.connect(self._open)
        self._caption = ElidedLabel(parent=self)
        self._caption.setProperty("kind", "muted")
        self.open_button: QPushButton = button(self.tr("Open"), "quiet", self.tr("Show it in its task"), self)
        self.open_button.clicked.connect(self._open)
        self.setMaximumWidth(_MEASURE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        row = QHBoxLayout()
        row.addWidget(self._caption, 1)
        row.addWidget(self.open_button)
        column.addLayout(row)
        column.addWidget(self.card)

    def set_caption(self, text: str) -> None:
        """Say where the question comes from and since when it waits."""
        self._caption.set_full_text(text)

    @Slot()
    def _open(self) -> None:
        self.opened.emit(self._question.task, self._question.id)

    @Slot(str)
    def _work(self, work: str) -> None:
        self.work_requested.emit(self._question.task, work)
