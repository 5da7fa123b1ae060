"""Which models one run of a step asks: the task's, and what stands in for those that its team names (L27)."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QGridLayout, QWidget

from workspace_app.domain.plan import Team, slots_of
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.middleware_words import middleware_word
from workspace_app.ui.model_chooser import ModelChooser
from workspace_app.ui.small_widgets import label
from workspace_app.ui.speakers import speaker_name


class RunModels(QWidget):
    """One chooser for assistants that name no model; for a team that names some, a line for each of them too. For this run only.

    Args:
        team: who runs; None for steps without a team.
        unchanged: what stands for "no other model" in the first chooser.
        standing_in: what already stands in for which slot, in the run that this one goes on from.
    """

    def __init__(
        self,
        bridge: Bridge,
        team: Team | None,
        unchanged: str,
        parent: QWidget | None = None,
        standing_in: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(parent)
        self._standing_in = dict(standing_in or {})
        catalogue = Catalogue(bridge, self)
        self.base = ModelChooser(bridge, unchanged, self, catalogue)
        self.slots: dict[str, ModelChooser] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        named = slots_of(team) if team else {}
        if named:
            grid.addWidget(label(self.tr("Models, for this run only"), "strong", self), 0, 0, 1, 2)
        rest = [speaker_name(member.name) for member in (team.assistants if team else ()) if not member.model]
        self.base.setVisible(bool(rest) or not named)
        if rest or not named:
            self._add(grid, ", ".join(rest) if named else "", self.base)
        for slot, users in named.items():
            stands = self._standing_in.get(slot)
            words = self.tr("{0}, as in that run").format(stands) if stands else self.tr("{0}, as planned").format(slot)
            self.slots[slot] = ModelChooser(bridge, words, self, catalogue)
            self._add(grid, ", ".join(self._user(*user) for user in users), self.slots[slot])
        catalogue.refresh()

    def arguments(self) -> dict[str, Any]:
        """`model` and `models` of the verb that starts the run; `models` is None where nothing was chosen."""
        chosen = {slot: name for slot, chooser in self.slots.items() if (name := chooser.slot_name()) is not None}
        return {"model": self.base.slot_name(), "models": {**self._standing_in, **chosen} if chosen else None}

    def _add(self, grid: QGridLayout, words: str, chooser: ModelChooser) -> None:
        row = grid.rowCount()
        grid.addWidget(chooser, row, 1)
        if words:
            chooser.setAccessibleName(self.tr("Model of {0}").format(words))
            who = label(words, "", self)
            who.setWordWrap(True)
            grid.addWidget(who, row, 0)

    def _user(self, assistant: str, middleware: str) -> str:
        if not assistant:
            return self.tr("who speaks next")
        who = speaker_name(assistant)
        return f"{who} ({middleware_word(middleware)})" if middleware else who
