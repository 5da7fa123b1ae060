"""How times, sizes and counts are said on the screen."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale


def clock(at: datetime) -> str:
    """The time of day, as the person's system writes it; with the date when it is not today."""
    local = QDateTime.fromSecsSinceEpoch(int(at.timestamp()))
    time = QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)
    if local.date() == QDate.currentDate():
        return time
    return f"{QLocale().toString(local.date(), QLocale.FormatType.ShortFormat)} {time}"


def size_of(count: int) -> str:
    """A number of bytes (or characters) in words, such as 1.2 kB."""
    if count < 1000:
        return QCoreApplication.translate("phrases", "{0} B").format(count)
    if count < 1_000_000:
        return QCoreApplication.translate("phrases", "{0} kB").format(f"{count / 1000:.1f}")
    return QCoreApplication.translate("phrases", "{0} MB").format(f"{count / 1_000_000:.1f}")


def short_count(count: int) -> str:
    """A number of tokens, shortened: 950, 27K, 1.2M."""
    if count < 1000:
        return str(count)
    if count < 1_000_000:
        return f"{count / 1000:.1f}K" if count < 10_000 else f"{count // 1000}K"
    return f"{count / 1_000_000:.1f}M"


def duration(seconds: float) -> str:
    """A length of time: 8 s, 3 min, 2 h 05 min."""
    whole = int(seconds)
    if whole < 60:
        return QCoreApplication.translate("phrases", "{0} s").format(whole)
    if whole < 3600:
        return QCoreApplication.translate("phrases", "{0} min").format(whole // 60)
    return QCoreApplication.translate("phrases", "{0} h {1} min").format(whole // 3600, f"{whole % 3600 // 60:02}")
