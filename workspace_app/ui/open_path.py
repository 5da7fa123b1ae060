"""Opening files in their own programs, without ever starting a program that somebody else wrote."""

import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

_RUNNABLE = frozenset(
    f".{ending}"
    for ending in (
        *("app", "bat", "cmd", "com", "command", "cpl", "desktop", "exe", "hta", "jar", "js", "jse", "lnk", "msi"),
        *("pif", "ps1", "py", "pyw", "reg", "scr", "sh", "vbe", "vbs", "workflow", "wsf"),
    )
)


def open_file(path: str) -> str:
    """Open a file in the program that the system has for it; returns what went wrong in a sentence, or an empty text."""
    translate = QCoreApplication.translate
    if not Path(path).exists():
        return translate("OpenPath", "The file is not there any more: {path}").format(path=path)
    if is_runnable(path):
        return translate(
            "OpenPath", "This file is a program, so it is not started from here. Open its folder to look at it."
        )
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
        return translate("OpenPath", "The system has no program for this kind of file. Open its folder instead.")
    return ""


def show_in_folder(path: str) -> str:
    """Open the folder that a file is in (or the folder itself); returns what went wrong, or an empty text."""
    folder = Path(path) if Path(path).is_dir() else Path(path).parent
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        return QCoreApplication.translate("OpenPath", "The folder cannot be opened: {path}").format(path=folder)
    return ""


def copy_path(path: str) -> None:
    """Put a path on the clipboard."""
    QGuiApplication.clipboard().setText(os.fspath(path))


def is_runnable(path: str) -> bool:
    """Whether opening the file could start a program: by its ending, or because it is marked as one."""
    file = Path(path)
    marked = os.name == "posix" and file.is_file() and os.access(file, os.X_OK)
    return file.suffix.lower() in _RUNNABLE or marked
