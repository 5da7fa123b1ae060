"""What works and their versions are called on the screen."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QMimeDatabase

from workspace_app.domain.records import Version, Work
from workspace_app.ui.phrases import clock, size_of
from workspace_app.ui.speakers import speaker_name

AUTHOR_ICONS = {"user": "user", "assistant": "robot", "function": "function"}


@dataclass(frozen=True)
class Mark:
    """A state of a work: an icon, a word, a colour of the theme, and a sentence that explains it."""

    icon: str
    word: str
    color: str
    help: str


def author(version: Version) -> str:
    """Who made a version, as a person reads it."""
    return speaker_name(version.author if version.author_kind != "user" else "user")


def version_line(version: Version) -> str:
    """Author, time and size of a version in one line."""
    return f"{author(version)} · {clock(version.created_at)} · {size_of(version.size)}"


def work_line(work: Work) -> str:
    """A work's newest version in one line."""
    number = QCoreApplication.translate("WorkWords", "Version {number}").format(number=work.newest.n)
    return f"{number} · {version_line(work.newest)}"


def marks(work: Work, version: Version) -> list[Mark]:
    """What is to be known about a version of a work, most important first."""
    translate = QCoreApplication.translate
    found = []
    if version.sha256 is not None:
        help_ = translate(
            "WorkWords", "The file is large: it is in the folder only, and its earlier states are not kept."
        )
        found.append(Mark("info", translate("WorkWords", "Not in the history"), "muted", help_))
    elif version.commit is None:
        reason = version.pending or translate(
            "WorkWords", "It is stored, and is being written into the folder's history."
        )
        word = (
            translate("WorkWords", "Not in the folder yet")
            if version.pending
            else translate("WorkWords", "Being saved")
        )
        found.append(
            Mark("warning" if version.pending else "clock", word, "warning" if version.pending else "muted", reason)
        )
    if version.approved:
        found.append(
            Mark(
                "check",
                translate("WorkWords", "Approved"),
                "success",
                translate("WorkWords", "You approved this version."),
            )
        )
    elif work.approved is not None:
        word = translate("WorkWords", "Approved is version {number}").format(number=work.approved.n)
        found.append(Mark("info", word, "muted", translate("WorkWords", "Later steps read the approved version.")))
    if work.stale:
        word, help_ = (
            translate("WorkWords", "Out of date"),
            translate("WorkWords", "It was made from an input that has a newer approved version."),
        )
        found.append(Mark("interrupted", word, "status.interrupted", help_))
    if version.author_kind == "user":
        found.append(
            Mark(
                "edit",
                translate("WorkWords", "Edited by you"),
                "accent",
                translate("WorkWords", "This version is your own."),
            )
        )
    return found


def type_name(path: str) -> str:
    """What kind of file a path names, such as "PDF document"."""
    kind = QMimeDatabase().mimeTypeForFile(path, QMimeDatabase.MatchMode.MatchExtension)
    return kind.comment() or kind.name()
