"""Adding tool servers: the usual JSON is pasted, or one server is described by fields that write the same JSON."""

import json
import shlex
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, ProblemLabel, TextArea
from workspace_app.ui.small_widgets import label


class McpForm(QDialog):
    """The fields fill the JSON under them; what is in the JSON is added.

    Signals:
        added: the engine has them.
    """

    added = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Add tool servers"))
        self.resize(600, 520)
        self.name, self.what = QLineEdit(self), QLineEdit(self)
        self.name.setPlaceholderText("files")
        self.what.setPlaceholderText("npx -y @modelcontextprotocol/server-filesystem .")
        self.source = TextArea(self.tr("Configuration as JSON"), (0, 0), self)
        self.source.setPlaceholderText('{"mcpServers": {"files": {"command": "npx", "args": ["-y", "…"]}}}')
        self.problem = ProblemLabel(self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.add = buttons.addButton(self.tr("Add"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.add.setProperty("kind", "primary")
        hint = label(
            self.tr(
                "A server on this computer runs with your rights. Add only what you trust; it starts when it is used."
            ),
            "muted",
            self,
        )
        hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(LabelledField(self.tr("Name"), self.name, parent=self))
        layout.addWidget(LabelledField(self.tr("Command line, or address (https://…)"), self.what, parent=self))
        layout.addWidget(LabelledField(self.tr("Or paste the configuration"), self.source, parent=self), 1)
        for widget in (hint, self.problem, buttons):
            layout.addWidget(widget)
        self.name.textEdited.connect(self._write)
        self.what.textEdited.connect(self._write)
        buttons.accepted.connect(self._add)
        buttons.rejected.connect(self.reject)

    @Slot()
    def _write(self) -> None:
        self.problem.show_problem("")
        try:
            server = server_of(self.what.text().strip())
        except ValueError:
            self.problem.show_problem(self.tr("A quotation mark in the command line is not closed."))
            return
        config = {"mcpServers": {self.name.text().strip(): server}}
        self.source.set_text(json.dumps(config, ensure_ascii=False, indent=2))

    @Slot()
    def _add(self) -> None:
        try:
            config = json.loads(self.source.toPlainText())
        except ValueError as error:
            self.problem.show_problem(self.tr("This is not JSON yet: {0}.").format(error))
            return
        if not isinstance(config, dict):
            self.problem.show_problem(self.tr("The configuration is a JSON object: begin with { and end with }."))
            return
        self.add.setEnabled(False)
        self._bridge.call("add_mcp_servers", done=self._done, failed=self._failed, config=config)

    @Slot(object)
    def _done(self, _result: object) -> None:
        self.added.emit()
        self.accept()

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self.add.setEnabled(True)
        self.problem.show_problem(sentence)


def server_of(what: str) -> dict[str, Any]:
    """A server's configuration from its command line or address. Raises ValueError for an open quotation mark."""
    if what.startswith(("http://", "https://")):
        return {"url": what}
    words = shlex.split(what)
    return {"command": words[0] if words else "", "args": words[1:]}
