"""How long ago something was, in few words."""

from datetime import UTC, datetime

from PySide6.QtCore import QCoreApplication, QDate, QLocale

translate = QCoreApplication.translate


def ago(at: datetime) -> str:
    """ "just now", "5 min", "3 h", or the date when it was more than a day ago."""
    seconds = (datetime.now(UTC) - at).total_seconds()
    if seconds < 60:
        return translate("Ago", "just now")
    if seconds < 3600:
        return translate("Ago", "{0} min").format(int(seconds // 60))
    if seconds < 86400:
        return translate("Ago", "{0} h").format(int(seconds // 3600))
    local = at.astimezone()
    return QLocale().toString(QDate(local.year, local.month, local.day), QLocale.FormatType.ShortFormat)


def since(at: datetime) -> str:
    """The same as a phrase for what has lasted since then: "just now", "for 5 min", "since 18/11/26"."""
    seconds = (datetime.now(UTC) - at).total_seconds()
    if seconds < 60:
        return ago(at)
    if seconds < 86400:
        return translate("Ago", "for {0}").format(ago(at))
    return translate("Ago", "since {0}").format(ago(at))
