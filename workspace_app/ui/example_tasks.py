"""Three short example tasks that show what to write."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.tint import Tint


class ExampleTasks(QWidget):
    """A click fills the text field.

    Signals:
        chosen: use this text.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(label(self.tr("Or begin with an example"), "muted", self))
        self.buttons: list[QPushButton] = []
        for icon, title, text in self._examples():
            made = button(title, "quiet", text, self)
            Tint(theme, made, icon, "muted")
            made.setStyleSheet("text-align: left;")
            made.setProperty("text_of_task", text)
            made.clicked.connect(self._choose)
            layout.addWidget(made)
            self.buttons.append(made)

    def _examples(self) -> tuple[tuple[str, str, str], ...]:
        return (
            (
                "document",
                self.tr("Summarise documents, with a table of the figures"),
                self.tr(
                    "Read the attached reports. Collect all figures with their source, put them into one table, "
                    "and write a one-page summary that quotes the table."
                ),
            ),
            (
                "edit",
                self.tr("Draft a text in stages that I review"),
                self.tr(
                    "Write an article about the subject below for readers who are new to it. First make an outline, "
                    "then a draft, then a final version after my comments.\n\nSubject: "
                ),
            ),
            (
                "search",
                self.tr("Fetch a web page and compare it with my notes"),
                self.tr(
                    "Fetch the web page below, list what it says that my attached notes do not, and write a short note "
                    "with the differences.\n\nPage: https://"
                ),
            ),
        )

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(self.sender().property("text_of_task"))
