"""What assistants get as their system prompts, part by part with where each comes from (R27, R28)."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.records import Step
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fold_line import Fold, mono_label
from workspace_app.ui.middleware_words import middleware_word
from workspace_app.ui.phrases import size_of
from workspace_app.ui.speakers import speaker_name
from workspace_app.ui.theme import Theme


class SystemParts(QWidget):
    """A line for each part, unfolding to its text; nothing while no assistant has any."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self.folds: list[SystemFold] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    def show_step(self, step: Step) -> None:
        """Ask for the parts of a step's assistants."""
        self._bridge.call("system_prompts", done=self._show, task=step.task, step=step.n)

    def show_planner(self, project: str, middleware: Sequence[Mapping[str, Any]]) -> None:
        """Ask for the parts of a project's planners, if they had this middleware."""
        listed = [dict(one) for one in middleware]
        self._bridge.call("planner_prompts", done=self._show, project=project, middleware=listed)

    def _show(self, parts: Sequence[Mapping[str, str]]) -> None:
        for fold in self.folds:
            fold.hide()
            fold.deleteLater()
        self.folds = [SystemFold(self._theme, part, self) for part in parts]
        for fold in self.folds:
            self._layout.addWidget(fold)


class SystemFold(Fold):
    """One part of a system prompt."""

    def __init__(self, theme: Theme, part: Mapping[str, str], parent: QWidget) -> None:
        self._text = part["text"]
        super().__init__(theme, "robot", "", parent)
        source = self.tr("from the plan")
        if part["source"]:
            source = self.tr("added by {0}").format(middleware_word(part["source"]))
        who = speaker_name(part["assistant"])
        self.line.setText(self.tr("System prompt of {0}, {1}").format(who, source))
        self.line.set_ending(size_of(len(self._text.encode())))

    def make_inside(self) -> QWidget:
        inside = QWidget(self)
        row = QHBoxLayout(inside)
        row.setContentsMargins(44, 0, 8, 8)
        row.addWidget(mono_label(self._text))
        return inside
