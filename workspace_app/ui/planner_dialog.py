"""The middleware of a project's planners, and what they are told (L124, R27, R28)."""

from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from workspace_app.domain.records import Project
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.catalogue import Catalogue
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import UNDO_KEYS
from workspace_app.ui.middleware_list import Listed, MiddlewareList
from workspace_app.ui.small_widgets import label
from workspace_app.ui.step_dialogs import VerbDialog
from workspace_app.ui.system_parts import SystemParts
from workspace_app.ui.theme import Theme


class PlannerDialog(VerbDialog):
    """Edits the list; plans that are made from then on use it. Ctrl+Z takes back an edit."""

    def __init__(self, bridge: Bridge, theme: Theme, project: Project, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self._project = project
        heading = self.tr("The planner in “{0}”").format(localized(project.title))
        self.name_it(heading, self.tr("Save"))
        self.resize(720, 640)
        self._edits: list[Listed] = [tuple(project.defaults.planner)]
        catalogue = Catalogue(bridge, self)
        catalogue.set_project(project.id)
        self.middleware = MiddlewareList(theme, catalogue, self)
        self.middleware.edited.connect(self._edit)
        self.system = SystemParts(bridge, theme, self)
        help_ = self.tr(
            "What stands around the planner's calls in all tasks of this project, the outermost first. It holds from the planner's next "
            "run on, in place of what was saved before."
        )
        inside = QWidget(self)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        column.addWidget(self.middleware)
        column.addWidget(label(self.tr("What the planner is told"), "strong", self))
        column.addWidget(self.system)
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inside)
        words = label(help_, "muted", self)
        words.setWordWrap(True)
        for widget in (label(heading, "heading", self), words):
            self.form.addWidget(widget)
        self.form.addWidget(scroll, 1)
        for keys in UNDO_KEYS:
            QShortcut(QKeySequence(keys), self).activated.connect(self._undo)
        catalogue.loaded.connect(self._show)
        catalogue.refresh()

    def verb(self) -> tuple[str, dict[str, Any]]:
        return "set_planner", {"project": self._project.id, "middleware": [dict(one) for one in self._edits[-1]]}

    @Slot(tuple, str, str)
    def _edit(self, listed: Listed, _field: str, _typed: str) -> None:
        self._edits.append(listed)
        self._show()

    @Slot()
    def _undo(self) -> None:
        if len(self._edits) > 1:
            self._edits.pop()
            self._show()

    @Slot()
    def _show(self) -> None:
        self.middleware.show_listed(self._edits[-1])
        self.system.show_planner(self._project.id, self._edits[-1])
