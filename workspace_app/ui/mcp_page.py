"""Tool servers (MCP): what is set up, how each is, which tools it has, and trying one out."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workspace_app.domain.events import Event
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.flow_layout import FlowLayout
from workspace_app.ui.mcp_form import McpForm
from workspace_app.ui.mcp_tools_dialog import McpToolsDialog
from workspace_app.ui.plain_text import PlainText
from workspace_app.ui.small_widgets import Card, IconLabel, button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.visible import visible

_COLORS = {"idle": "muted", "starting": "status.running", "ready": "success", "failed": "danger"}


class McpPage(QWidget):
    """A card for each of the person's own tool servers, and a button to add some.

    Signals:
        undo_offered: one was removed; carries a sentence, and the verb with its arguments that brings it back.
    """

    undo_offered = Signal(str, str, dict)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self.cards: list[McpCard] = []
        self.empty = label(self.tr("None yet. A tool server gives assistants further tools."), "muted", self)
        self.empty.setWordWrap(True)
        self.problem = ProblemLabel(self)
        self.add = button(self.tr("Add tool servers…"), parent=self)
        self.add.clicked.connect(self._open_form)
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.empty)
        layout.addLayout(self._list)
        row = FlowLayout()
        row.addWidget(self.add)
        layout.addLayout(row)
        layout.addWidget(self.problem)
        bridge.events_ready.connect(self._take)

    @Slot()
    def reload(self) -> None:
        """Ask for the servers again."""
        self._bridge.call("mcp_servers", done=self._show, failed=self.problem.show_problem)

    @Slot(object)
    def _show(self, found: dict[str, Any]) -> None:
        for card in self.cards:
            card.hide()
            card.deleteLater()
        self.cards = [McpCard(self._bridge, self._theme, one, self) for one in found.get("servers", ())]
        for card in self.cards:
            card.changed.connect(self.reload)
            card.removed.connect(self._offer_undo)
            self._list.addWidget(card)
        self.empty.setVisible(not self.cards)

    @Slot(str)
    def _offer_undo(self, name: str) -> None:
        self.undo_offered.emit(self.tr("Removed: {0}.").format(name), "bring_back_mcp_server", {"name": name})

    @Slot()
    def _open_form(self) -> None:
        form = McpForm(self._bridge, self.window())
        form.added.connect(self.reload)
        form.open()

    @Slot(list)
    def _take(self, events: list[Event]) -> None:
        if any(event.kind == "tools" for event in events) and self.isVisible():
            self.reload()


class McpCard(Card):
    """One server: its command line or address in full, its health, and what can be done with it.

    Args:
        server: an entry of the verb `mcp_servers`.

    Signals:
        changed: it was switched, stopped or removed.
        removed: it was removed; carries its name.
    """

    changed = Signal()
    removed = Signal(str)

    def __init__(self, bridge: Bridge, theme: Theme, server: dict[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._bridge, self.server = bridge, server
        self.name = str(server["name"])
        self.setAccessibleName(self.name)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(6)
        head = FlowLayout()
        head.addWidget(IconLabel(theme, "link", _COLORS[server["state"]], 18, self))
        head.addWidget(label(self.name, "strong", self))
        self.health = label(self._health(), "muted", self)
        head.addWidget(self.health)
        layout.addLayout(head)
        layout.addWidget(PlainText(visible(str(server["what"])), self.tr("What it runs or calls"), self))
        if names := [*server["env"], *server["headers"]]:
            layout.addWidget(label(self.tr("It is given: {0}").format(", ".join(names)), "muted", self))
        self.problem = ProblemLabel(self)
        self.problem.show_problem(visible(str(server["detail"])) if server["state"] == "failed" else "")
        layout.addWidget(self.problem)
        layout.addLayout(self._buttons())

    def _health(self) -> str:
        if self.server["disabled"]:
            return self.tr("switched off")
        return {
            "idle": self.tr("not running; it starts when it is used"),
            "starting": self.tr("starting…"),
            "ready": self.tr("running"),
            "failed": self.tr("failed"),
        }[str(self.server["state"])]

    def _buttons(self) -> FlowLayout:
        row = FlowLayout()
        self.tools = button(self.tr("Tools…"), tip=self.tr("Starts it, lists its tools, and lets you try them"))
        self.tools.setEnabled(not self.server["disabled"])
        self.tools.clicked.connect(self._open_tools)
        self.switch = button(self.tr("Switch on") if self.server["disabled"] else self.tr("Switch off"))
        self.switch.clicked.connect(self._switch)
        self.end = button(self.tr("Stop it"))
        self.end.setVisible(self.server["state"] != "idle")
        self.end.clicked.connect(self._end)
        self.remove = button(
            self.tr("Remove"), "danger", self.tr("Its settings are forgotten, and what the keyring holds for it")
        )
        self.remove.clicked.connect(self._remove)
        for made in (self.tools, self.switch, self.end, self.remove):
            made.setAccessibleName(f"{made.text()} {self.name}")
            row.addWidget(made)
        return row

    @Slot()
    def _open_tools(self) -> None:
        McpToolsDialog(self._bridge, self.name, self.window()).open()

    @Slot()
    def _switch(self) -> None:
        self._do("switch_mcp_server", on=bool(self.server["disabled"]))

    @Slot()
    def _end(self) -> None:
        self._do("stop_mcp_server")

    @Slot()
    def _remove(self) -> None:
        self._do("remove_mcp_server", done=self._gone)

    def _do(self, verb: str, done: Callable[[object], None] | None = None, **arguments: Any) -> None:
        done = done or self._done
        self._bridge.call(verb, done=done, failed=self.problem.show_problem, name=self.name, **arguments)

    @Slot(object)
    def _done(self, _result: object) -> None:
        self.changed.emit()

    @Slot(object)
    def _gone(self, _result: object) -> None:
        self.removed.emit(self.name)
        self.changed.emit()
