"""Which widget shows which kind of message."""

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.pii import Rule
from workspace_app.domain.records import Message
from workspace_app.ui.engine_words import localized
from workspace_app.ui.event_fold import EventFold
from workspace_app.ui.fold_line import Fold, ToolCallFold, ToolResultFold, mono_label
from workspace_app.ui.message_body import MessageBody
from workspace_app.ui.message_widget import MessageWidget
from workspace_app.ui.phrases import clock, size_of
from workspace_app.ui.prompt_parts import PartFold, went_along, words_of
from workspace_app.ui.small_widgets import Card, IconLabel, button, label
from workspace_app.ui.speakers import speaker_name
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_card import WorkCard

LONG_TEXT = 12_000
LONG_PROMPT = 280
SHORT_TEXT = 120
"""Characters of an answer, and of the initial prompt, that are shown before "Show all" is asked for; and of an approval that is only a notice."""
_PLAN = re.compile(r"^```(?:json)?[ \t]*\n(\s*\{.*?\"steps\".*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)


def message_widget(
    theme: Theme,
    message: Message,
    parent: QWidget,
    *,
    same_speaker: bool = False,
    running: bool = False,
    rules: Sequence[Rule] = (),
) -> MessageWidget:
    """The widget for a message.

    Args:
        same_speaker: the message before it is by the same speaker, so the name need not be said again.
        running: the conversation is at work, so a tool call without a result still runs.
        rules: by which personal data is taken out of this message.
    """
    if message.kind == "answer" and message.data.get("action") == "approve" and len(message.text) < SHORT_TEXT:
        return NoticeMessage(theme, message, parent, icon="check", color="status.done")
    long = message.data.get("artificial") and len(message.text) > LONG_PROMPT
    if message.kind == "notice" and (message.data.get("middleware") or message.data.get("quiet") or long):
        return EventMessage(theme, message, parent)
    if message.data.get("failed"):
        return ErrorMessage(theme, message, parent)
    match message.kind:
        case "tool_call":
            return ToolMessage(theme, message, parent, compact=same_speaker, running=running)
        case "tool_result":
            return ToolResultMessage(theme, message, parent)
        case "thought":
            return ThoughtMessage(theme, message, parent, compact=same_speaker)
        case "notice" | "handoff":
            return NoticeMessage(theme, message, parent)
        case "error":
            return ErrorMessage(theme, message, parent)
    limit = LONG_PROMPT if message.kind == "task" else LONG_TEXT
    return TextMessage(theme, message, parent, limit=limit, rules=rules)


class TextMessage(MessageWidget):
    """Text in Markdown, shortened when it is long; works that it delivered stand in its place as cards."""

    def __init__(
        self, theme: Theme, message: Message, parent: QWidget, *, limit: int = LONG_TEXT, rules: Sequence[Rule] = ()
    ) -> None:
        super().__init__(theme, message, parent)
        self._rules = rules
        self.body: MessageBody | None = None
        self._query = ""
        own = message.source in ("user", "task")
        self._whole, plan = (words_of(message), "") if own else split_plan(message.text)
        along = went_along(message)
        self._enclose(message.source)
        works = message.data.get("works") or []
        for work in works:
            self._add_work(work)
        self._body_at = self.inside.count()
        self._all = button("", "quiet", parent=self)
        self._all.setIcon(theme.icon("chevron_down", "muted"))
        self._all.clicked.connect(self._show_more)
        self._all.hide()
        self.inside.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)
        if plan:
            self.inside.addWidget(SourceFold(theme, plan, self))
        for part in along:
            self.inside.addWidget(PartFold(theme, part, self))
        for sentence in marks_of(message):
            self.inside.addLayout(self._mark_line("warning", "status.waiting", sentence))
        if message.data.get("state", {}).get("ResultCache", {}).get("hit"):
            again = self.tr("Given again from the kept answers: no model was asked.")
            self.inside.addLayout(self._mark_line("history", "muted", again))
        if (read := message.data.get("inputs")) and not any(part.about for part in along):
            line = self._mark_line("link", "muted", self.tr("Read: {0}").format(" · ".join(map(input_words, read))))
            self.inside.addLayout(line)
            self.inside.addSpacing(8)
        if message.kind == "task" and len(self._whole) > limit:
            # A long prompt is only hinted at, without its headings; "Show all" shows it as Markdown.
            self._show_text(first_lines(self._whole, limit), plain=True)
        elif not works:
            self._show_text(shortened(self._whole, limit))
        elif message.kind != "summary" and self._whole.strip():
            self._offer(self.tr("Show the message itself ({0})"))

    def mark(self, text: str) -> None:
        super().mark(text)
        self._query = text
        shown = self.body.text() if self.body is not None else ""
        if text.casefold() not in shown.casefold():
            self._show_more()
        elif self.body is not None:
            self.body.mark_all(text)

    @Slot()
    def _show_more(self) -> None:
        self._show_text(self._whole)
        self._all.hide()

    def _show_text(self, text: str, *, plain: bool = False) -> None:
        if self.body is None:
            self.body = MessageBody(self.theme, self, self._rules)
            self.body.setAccessibleName(self.accessibleName())
            self.inside.insertWidget(self._body_at, self.body)
        self.body.show_text(text, plain=plain)
        self.body.mark_all(self._query)
        if len(text) < len(self._whole):
            self._offer(self.tr("Show all ({0})"))

    def _offer(self, words: str) -> None:
        self._all.setText(words.format(size_of(len(self._whole.encode()))))
        self._all.show()

    def _enclose(self, source: str) -> None:
        surface = {"task": "panel", "user": "accent_soft"}.get(source)
        if surface is not None:
            card = Card(self.theme, self, surface=surface)
            self.inside.addWidget(card)
            self.inside = QVBoxLayout(card)
            self.inside.setContentsMargins(16, 12, 16, 4)

    def _add_work(self, work: dict[str, Any]) -> None:
        card = WorkCard(self.theme, work, speaker_name(self.message.source), self)
        card.opened.connect(self.work_opened)
        self.inside.addWidget(card)

    def _mark_line(self, icon: str, color: str, sentence: str) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(IconLabel(self.theme, icon, color, 14, self))
        words = label(sentence, "muted", self)
        words.setWordWrap(True)
        line.addWidget(words, 1)
        return line


def input_words(read: dict[str, Any]) -> str:
    """One of the inputs that a run was started with, exactly (R65)."""
    if not read.get("commit"):
        return str(read.get("title") or read["path"])
    words = QCoreApplication.translate("TextMessage", "{0}, version {1} ({2})")
    return words.format(read.get("title"), read.get("version", "?"), str(read["commit"])[:7])


class ThoughtMessage(MessageWidget):
    """What an assistant thought, folded to its first words."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget, *, compact: bool) -> None:
        super().__init__(theme, message, parent, compact=compact)
        self.inside.setContentsMargins(14, 0, 0, 0)
        self.inside.addWidget(ThoughtFold(theme, message.text, self))


class ThoughtFold(Fold):
    """The line of a thought."""

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        self._text = text
        super().__init__(theme, "chat", "", parent)
        self.line.setText(self.tr("Thought: {0}").format(" ".join(text.split())[:200]))
        self.line.setAccessibleName(self.line.text())

    def make_inside(self) -> QWidget:
        inside = QWidget(self)
        row = QHBoxLayout(inside)
        row.setContentsMargins(44, 0, 8, 8)
        body = MessageBody(self.theme, inside)
        body.show_text(shortened(self._text, LONG_TEXT))
        row.addWidget(body)
        return inside


class SourceFold(Fold):
    """A plan as the JSON that the planner wrote; the plan editor shows the same for people."""

    def __init__(self, theme: Theme, source: str, parent: QWidget) -> None:
        self._source = source
        super().__init__(theme, "plan", "", parent)
        self.line.setText(self.tr("The plan as it was written (JSON, {0})").format(size_of(len(source.encode()))))
        self.line.setAccessibleName(self.line.text())

    def make_inside(self) -> QWidget:
        inside = QWidget(self)
        row = QHBoxLayout(inside)
        row.setContentsMargins(44, 0, 8, 8)
        row.addWidget(mono_label(self._source))
        return inside


class ToolMessage(MessageWidget):
    """Tool calls, each on a line with its result."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget, *, compact: bool, running: bool) -> None:
        super().__init__(theme, message, parent, compact=compact)
        self.inside.setContentsMargins(14, 0, 0, 0)
        self.inside.setSpacing(0)
        self.calls = {
            str(call.get("id", "")): ToolCallFold(theme, call, self) for call in message.data.get("calls", [])
        }
        for fold in self.calls.values():
            self.inside.addWidget(fold)
            fold.set_running(running)

    def set_running(self, running: bool) -> None:
        """The run went on, or ended, such as by a question about these calls."""
        for fold in self.calls.values():
            fold.set_running(running)

    def take_results(self, message: Message) -> bool:
        """Show the results of these calls that came in a later message; False if they belong to other calls."""
        results = message.data.get("results", [])
        if not results or any(str(result.get("id", "")) not in self.calls for result in results):
            return False
        details = message.data.get("details") or {}
        for result in results:
            id_ = str(result.get("id", ""))
            self.calls[id_].set_result(result, details.get(id_, {}))
        self.last_seq = message.seq
        return True


class ToolResultMessage(MessageWidget):
    """Results whose calls are not in sight."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget) -> None:
        super().__init__(theme, message, parent, compact=True)
        self.inside.setContentsMargins(14, 0, 0, 0)
        for result in message.data.get("results", []):
            self.inside.addWidget(ToolResultFold(theme, result, self))


class NoticeMessage(MessageWidget):
    """Something that the app has to say, small and muted."""

    def __init__(
        self, theme: Theme, message: Message, parent: QWidget, *, icon: str = "info", color: str = "muted"
    ) -> None:
        super().__init__(theme, message, parent, compact=True)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(IconLabel(theme, icon, color, 14, self), 0, Qt.AlignmentFlag.AlignTop)
        said_by = f"{speaker_name(message.source)}: " if message.source != "workspace" else ""
        words = label(said_by + localized(message.text), "muted", self)
        words.setWordWrap(True)
        words.setToolTip(clock(message.created_at))
        line.addWidget(words, 1)
        self.inside.addLayout(line)


class EventMessage(MessageWidget):
    """What a middleware did, as a line of the log that unfolds (L125)."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget) -> None:
        super().__init__(theme, message, parent, compact=True)
        self.inside.setContentsMargins(14, 0, 0, 0)
        self.fold = EventFold(theme, message, self)
        self.inside.addWidget(self.fold)


class ErrorMessage(MessageWidget):
    """What went wrong, with its cause."""

    def __init__(self, theme: Theme, message: Message, parent: QWidget) -> None:
        super().__init__(theme, message, parent, compact=True)
        card = Card(theme, self, edge="status.error", surface="danger_soft")
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(12)
        row.addWidget(IconLabel(theme, "warning", "status.error", 18, card), 0, Qt.AlignmentFlag.AlignTop)
        words = label(self.tr("Error: {0}").format(localized(message.text)), "error", card)
        words.setWordWrap(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(words, 1)
        row.addWidget(label(clock(message.created_at), "muted", card), 0, Qt.AlignmentFlag.AlignTop)
        self.inside.addWidget(card)


def shortened(text: str, limit: int) -> str:
    """The text up to a line end near `limit` characters, so that a word or a fence is not cut where it need not be."""
    if len(text) <= limit * 1.2:
        return text
    cut = text.rfind("\n", limit // 2, limit)
    return text[: cut if cut > 0 else limit].rstrip() + " …"


def first_lines(text: str, limit: int) -> str:
    """The first four lines that have words, up to `limit` characters."""
    lines = [line.strip("# ") for line in text.splitlines() if line.strip("# ")]
    return shortened("\n".join(lines[:4]), limit) + " …"


def split_plan(text: str) -> tuple[str, str]:
    """What is left to read of a message, and the plan that stands in it as fenced JSON ("" if none does)."""
    found = _PLAN.search(text)
    return (text[: found.start()] + text[found.end() :], found[1]) if found else (text, "")


def marks_of(message: Message) -> list[str]:
    """What has to be known about how complete a message is, in words."""
    found = []
    if message.data.get("artificial"):
        found.append(QCoreApplication.translate("TextMessage", "Added by the assistant's middleware, not by a model."))
    if message.data.get("partial"):
        found.append(QCoreApplication.translate("TextMessage", "Stopped here: this message is not complete."))
    if message.data.get("cut"):
        found.append(
            QCoreApplication.translate("TextMessage", "Cut by the length limit; it goes on in the next message.")
        )
    return found
