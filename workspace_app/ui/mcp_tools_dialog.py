"""The tools of a server, and trying one of them with arguments of one's own."""

from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QPlainTextEdit, QVBoxLayout, QWidget

from workspace_app.domain.errors import WorkspaceError
from workspace_app.ui.arguments_editor import ArgumentsEditor
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.capped_scroll import CappedScroll
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.visible import visible


class McpToolsDialog(QDialog):
    """At the left the tools; at the right what the chosen one is for, its arguments, and what it gave."""

    def __init__(self, bridge: Bridge, server: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._server = bridge, server
        self._tools: list[dict[str, Any]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Tools of “{0}”").format(server))
        self.resize(820, 560)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.windowTitle())
        self.list.setMaximumWidth(260)
        self.about = label(self.tr("Starting the server…"), "muted", self)
        self.about.setWordWrap(True)
        self._scroll = CappedScroll(self)
        self._scroll.set_cap(160)
        self._scroll.hold(self.about)
        self.arguments = ArgumentsEditor(self)
        self.arguments.hide()
        self.run = button(self.tr("Try it"), "primary", self.tr("Runs the tool now, with these arguments"), self)
        self.run.setEnabled(False)
        self.gave = QPlainTextEdit(self)
        self.gave.setReadOnly(True)
        self.gave.setAccessibleName(self.tr("What the tool gave"))
        self.gave.setPlaceholderText(self.tr("What the tool gives is shown here"))
        self.problem = ProblemLabel(self)
        self._lay_out()
        self.list.currentRowChanged.connect(self._choose)
        self.run.clicked.connect(self._try)
        bridge.call("mcp_tools", done=self._show, failed=self._failed, name=server)

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        side.setSpacing(8)
        for widget in (self._scroll, self.arguments):
            side.addWidget(widget)
        side.addWidget(self.run, 0, Qt.AlignmentFlag.AlignLeft)
        side.addWidget(self.problem)
        side.addWidget(self.gave, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(16)
        layout.addWidget(self.list)
        layout.addLayout(side, 1)

    @Slot(object)
    def _show(self, tools: list[dict[str, Any]]) -> None:
        self._tools = tools
        self.about.setText("" if tools else self.tr("This server has no tools."))
        self.list.addItems([visible(str(tool["name"])) for tool in tools])
        self.list.setCurrentRow(0)

    @Slot(int)
    def _choose(self, row: int) -> None:
        tool = self._tools[row]
        self.about.setText(visible(str(tool["description"])) or str(tool["title"]))
        self.arguments.show_arguments({}, tool["schema"])
        self.arguments.show()
        self.run.setEnabled(True)
        self.gave.clear()
        self.problem.show_problem("")

    @Slot()
    def _try(self) -> None:
        self.problem.show_problem("")
        try:
            arguments = self.arguments.arguments()
        except WorkspaceError as error:
            self.problem.show_problem(str(error))
            return
        self.run.setEnabled(False)
        about = {"name": self._server, "tool": self._tools[self.list.currentRow()]["name"], "arguments": arguments}
        self._bridge.call("try_mcp_tool", done=self._tried, failed=self._failed, **about)

    @Slot(object)
    def _tried(self, result: dict[str, Any]) -> None:
        self.run.setEnabled(True)
        self.problem.show_problem("" if result["ok"] else self.tr("The tool gave an error."))
        self.gave.setPlainText(visible(str(result["text"])))

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self.run.setEnabled(bool(self._tools))
        if not self._tools:
            self.about.setText("")
        self.problem.show_problem(sentence)
