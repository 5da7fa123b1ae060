"""Comments on works as a screen has them, and what their states are called."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from PySide6.QtCore import QCoreApplication

from workspace_app.ui.source_view import Passage


@dataclass(frozen=True)
class Remark:
    """A comment, placed in the version that is shown.

    Args:
        start, end, line: where its passage is in that version; None when it is not there any more.
        version: number of the version that it was made on.
        sent: whether it went to an assistant.
        answered_in: number of the version that answers it.
        addressed: whether that version has another text in place of the passage; None in versions before it.
    """

    id: str
    text: str
    quote: str
    start: int | None
    end: int | None
    line: int | None
    version: int
    sent: bool
    answered_in: int | None
    resolved: bool
    addressed: bool | None = None

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> Self:
        """A comment as the verb `comments` gives it."""
        return cls(**{field.name: found[field.name] for field in fields(cls)})

    @property
    def open(self) -> bool:
        """Whether it goes along with the next revision."""
        return not self.sent and not self.resolved

    @property
    def passage(self) -> Passage | None:
        """How it is marked in the text."""
        if self.start is None or self.end is None:
            return None
        state = state_of(self)
        return Passage(self.id, self.start, self.end, state.color, state.surface)


@dataclass(frozen=True)
class State:
    """A state of a comment: an icon, a word, a colour of the theme, and the colour of its passage."""

    icon: str
    word: str
    color: str
    surface: str
    help: str


def state_of(remark: Remark) -> State:
    """How far a comment has come."""
    translate = QCoreApplication.translate
    if remark.resolved:
        help_ = translate("CommentWords", "You marked it as dealt with.")
        return State("check", translate("CommentWords", "Resolved"), "success", "", help_)
    if remark.addressed is not None:
        if remark.addressed:
            help_ = translate(
                "CommentWords",
                "Its passage is another now. See whether it is as you meant it, then mark it as resolved.",
            )
            return State("eye", translate("CommentWords", "Addressed"), "success", "", help_)
        help_ = translate(
            "CommentWords", "The answer left its passage as it was. Send it again, or mark it as resolved."
        )
        return State("warning", translate("CommentWords", "Still open"), "warning", "warning_soft", help_)
    if remark.answered_in is not None and remark.answered_in <= remark.version:
        word = translate("CommentWords", "Answered in a new work")
        help_ = translate("CommentWords", "The revision is a work of its own: see it in the list of works.")
        return State("eye", word, "warning", "warning_soft", help_)
    if remark.answered_in is not None:
        word = translate("CommentWords", "Answered in version {number}").format(number=remark.answered_in)
        help_ = translate("CommentWords", "See whether it is done as you meant it, then mark it as resolved.")
        return State("eye", word, "warning", "warning_soft", help_)
    if remark.sent:
        help_ = translate("CommentWords", "It was sent; the next version answers it.")
        return State("send", translate("CommentWords", "Sent"), "status.running", "accent_soft", help_)
    help_ = translate("CommentWords", "It goes along with the next revision.")
    return State("chat", translate("CommentWords", "Open"), "accent", "accent_soft", help_)


def place_of(remark: Remark) -> str:
    """Where a comment's passage is, in words."""
    if remark.line is None:
        return QCoreApplication.translate("CommentWords", "Passage is gone")
    return QCoreApplication.translate("CommentWords", "Line {number}").format(number=remark.line)


def quote_of(remark: Remark) -> str:
    """A comment's passage, in words."""
    if remark.line is None:
        text = QCoreApplication.translate("CommentWords", "In version {number}: “{passage}”")
        return text.format(number=remark.version, passage=remark.quote)
    return f"“{remark.quote}”"


def count_words(count: int) -> str:
    """A number of comments in words."""
    if count == 1:
        return QCoreApplication.translate("CommentWords", "1 comment")
    return QCoreApplication.translate("CommentWords", "{count} comments").format(count=count)
