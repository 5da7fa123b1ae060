"""How many answers the project keeps to be given again, and a way to forget them (L1)."""

from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.small_widgets import button, label


class KeptAnswers(QWidget):
    """A sentence and a button, under the middleware that gives the answers again."""

    def __init__(self, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._catalogue = catalogue
        self.words = label("", "muted", self)
        self.words.setWordWrap(True)
        self.forget = button(self.tr("Forget them"), parent=self)
        self.forget.clicked.connect(self._forget)
        self.forget.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 4, 4, 6)
        row.setSpacing(12)
        row.addWidget(self.words, 1)
        row.addWidget(self.forget)

    @Slot()
    def refresh(self) -> None:
        """Count them again."""
        if project := self._catalogue.project:
            self._catalogue.bridge.call("kept_answers", done=self._show, project=project)

    def _show(self, found: dict[str, Any]) -> None:
        count = int(found["count"])
        words = {
            0: self.tr("No answer is kept in this project yet."),
            1: self.tr("One answer is kept in this project."),
        }.get(count, self.tr("{0} answers are kept in this project.").format(count))
        gone = self.tr("To forget them cannot be undone: models are asked again then, and what was said stays.")
        self.words.setText(f"{words} {gone}" if count else words)
        self.forget.setVisible(count > 0)

    @Slot()
    def _forget(self) -> None:
        self._catalogue.bridge.call("forget_answers", done=self._forgotten, project=self._catalogue.project)

    def _forgotten(self, _found: dict[str, Any]) -> None:
        self.refresh()
