"""Opening files in their own programs, without ever starting a program that somebody else wrote."""

import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

_ENDINGS = """
    action app appimage application appref-ms bat bin cmd com command cpl crt csh deb desktop diagcab dmg exe fish gadget hta inf ins iso jar
    jnlp js jse ksh lnk msc msi msp mst msu out pif pkg pl ps1 ps1xml psm1 py pyc pyw pyz rb reg rpm run scf scpt scptd scr sct service
    settingcontent-ms sh shb shs tool vb vbe vbs vhd vhdx workflow ws wsc wsf wsh xbap zsh
    bash chm library-ms msh search-ms terminal docm dotm pptm ppsm xlam xll xlsm xltm
    fileloc inetloc url webloc website
"""
"""Programs, scripts, installers, documents with programs in them, and files that stand for an address to open."""
_RUNNABLE = frozenset(f".{ending}" for ending in _ENDINGS.split())


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
    # A folder may be a program too (.app).
    folder = Path(path) if Path(path).is_dir() and not is_runnable(path) else Path(path).parent
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        return QCoreApplication.translate("OpenPath", "The folder cannot be opened: {path}").format(path=folder)
    return ""


def copy_path(path: str) -> None:
    """Put a path on the clipboard."""
    QGuiApplication.clipboard().setText(os.fspath(path))


def is_runnable(path: str) -> bool:
    """Whether opening the file could start a program: by its ending, or that of what it is a link to, or because it is marked as one."""
    file = Path(path)
    marked = os.name == "posix" and file.is_file() and os.access(file, os.X_OK)
    names = (file.name, Path(os.path.realpath(path)).name)
    # Windows leaves out dots and spaces at the end of a name, and what comes after a colon.
    return marked or any(Path(name.split(":")[0].rstrip(" .")).suffix.lower() in _RUNNABLE for name in names)
