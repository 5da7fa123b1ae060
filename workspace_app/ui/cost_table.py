"""What each assistant has cost, as a table."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from workspace_app.ui.cost_words import amount_words, calls_words, money_words
from workspace_app.ui.phrases import duration
from workspace_app.ui.small_widgets import ElidedLabel, label
from workspace_app.ui.speakers import speaker_name


class CostTable(QWidget):
    """A line for each assistant and model, the dearest first.

    Args:
        shares: as in the verb `cost`.
    """

    def __init__(self, shares: Sequence[Mapping[str, Any]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Cost of each assistant"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        for row, share in enumerate(sorted(shares, key=lambda one: -(one["money"] or 0))):
            who, model = ElidedLabel(speaker_name(share["source"]), self), ElidedLabel(str(share["model"]), self)
            model.setProperty("kind", "muted")
            grid.addWidget(who, row, 0)
            grid.addWidget(model, row, 1)
            tokens = share["input_tokens"] + share["output_tokens"]
            counted = (calls_words(share["calls"]), amount_words("tokens", tokens), duration(share["seconds"]))
            for column, words in enumerate((*counted, money_words(share)), 2):
                cell = label(words, "" if column == len(counted) + 2 else "muted", self)
                grid.addWidget(cell, row, column, Qt.AlignmentFlag.AlignRight)
