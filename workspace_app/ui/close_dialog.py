"""What to do with running tasks when the window closes (R96)."""

from typing import Literal

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QWidget

translate = QCoreApplication.translate

Choice = Literal["background", "pause", "cancel"]


def ask_how_to_close(running: int, parent: QWidget) -> Choice:
    """Ask the person; Enter keeps the tasks at work in the background."""
    box = QMessageBox(parent)
    box.setWindowTitle(translate("CloseDialog", "Close the window"))
    if running == 1:
        box.setText(translate("CloseDialog", "One task is still at work."))
    else:
        box.setText(translate("CloseDialog", "{0} tasks are still at work.").format(running))
    box.setInformativeText(
        translate(
            "CloseDialog",
            "Work can go on without the window. What waits for you then stays in the inbox until you come back.",
        )
    )
    background = box.addButton(
        translate("CloseDialog", "Keep working in the background"), QMessageBox.ButtonRole.AcceptRole
    )
    pause = box.addButton(translate("CloseDialog", "Pause everything"), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(translate("CloseDialog", "Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(background)
    box.exec()
    if box.clickedButton() is background:
        return "background"
    return "pause" if box.clickedButton() is pause else "cancel"
