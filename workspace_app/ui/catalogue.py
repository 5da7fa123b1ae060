"""What the engine offers for plans: functions, tools, model slots and middleware, asked once and kept."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from workspace_app.domain.events import Event
from workspace_app.domain.records import Work
from workspace_app.ui.bridge import Bridge

_MOST_TASKS, _MOST_WORKS = 10, 30
Entries = Sequence[Mapping[str, Any]]


class Catalogue(QObject):
    """Functions, tools, models and middleware as the verbs of these names give them; None until they are known.

    Signals:
        loaded: one of the lists has arrived or changed.
    """

    loaded = Signal()

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.functions: Entries | None = None
        self.tools: Entries | None = None
        self.models: Entries | None = None
        self.middleware: Entries | None = None
        self._task: str | None = None
        self._project: str | None = None
        bridge.events_ready.connect(self._read_events)

    @Slot()
    def refresh(self) -> None:
        """Ask for all of them again; what cannot be had stays unknown."""
        self._bridge.call("functions", done=self._take_functions)
        self._bridge.call("tools", done=self._take_tools)
        self._bridge.call("models", done=self._take_models)
        self._bridge.call("middleware", done=self._take_middleware, project=self.project)

    @property
    def bridge(self) -> Bridge:
        """Where it asks."""
        return self._bridge

    @property
    def task(self) -> str | None:
        """Whose plan is being made."""
        return self._task

    def set_task(self, task: str | None) -> None:
        """Whose plan is being made: `other_works` leaves out its own."""
        self._task = task

    def set_project(self, project: str) -> None:
        """Whose own middleware is offered where no task's plan is made."""
        self._project = project

    @property
    def project(self) -> str | None:
        """Whose task that is."""
        return self._bridge.queries.task(self._task).project if self._task else self._project

    def other_works(self) -> list[Work]:
        """Works of the newest other tasks of the project, which a plan may take as inputs (R90)."""
        if self._task is None:
            return []
        queries = self._bridge.queries
        tasks = [task.id for task in queries.tasks(queries.task(self._task).project) if task.id != self._task]
        works = [work for task in tasks[:_MOST_TASKS] for work in queries.works(task)]
        return [work for work in works if work.step_n > 0][:_MOST_WORKS]

    def function(self, name: str) -> Mapping[str, Any] | None:
        """The function called `name`, if there is one."""
        return next((entry for entry in self.functions or () if entry["name"] == name), None)

    def names(self, entries: Entries | None) -> list[str] | None:
        """The names in one of the lists; None while it is unknown."""
        return None if entries is None else [str(entry["name"]) for entry in entries]

    def _take_functions(self, entries: Entries) -> None:
        self.functions = entries
        self.loaded.emit()

    def _take_tools(self, entries: Entries) -> None:
        self.tools = entries
        self.loaded.emit()

    def _take_models(self, entries: Entries) -> None:
        self.models = entries
        self.loaded.emit()

    def _take_middleware(self, entries: Entries) -> None:
        self.middleware = entries
        self.loaded.emit()

    @Slot(list)
    def _read_events(self, events: list[Event]) -> None:
        if any(event.kind == "models" for event in events):
            self._bridge.call("models", done=self._take_models)


def model_label(entry: Mapping[str, Any], practice: str) -> str:
    """What a model slot is called in a chooser; `practice` is the label of the Practice model."""
    return (
        practice
        if entry.get("provider") == "practice"
        else f"{entry['name']} ({entry.get('model') or entry.get('provider')})"
    )
