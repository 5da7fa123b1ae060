"""Sharing a project: the other repository's address, how far the two are apart, pull and push."""

from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.domain.events import Event
from workspace_app.domain.records import Project
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.engine_words import localized
from workspace_app.ui.fields import LabelledField, ProblemLabel
from workspace_app.ui.small_widgets import button, label


class ShareDialog(QDialog):
    """What lies on the other side is told as of the last look; looking, pulling and pushing are done only when asked for."""

    def __init__(self, bridge: Bridge, project: Project, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._project = bridge, project
        self._busy = False
        self._saved = ""
        self.setWindowTitle(self.tr("Share project"))
        self.setMinimumWidth(560)
        self.address = QLineEdit(self)
        self.address.setPlaceholderText("https://…, ssh://…")
        self.state = label("", "", self)
        self.state.setWordWrap(True)
        self.problem = ProblemLabel(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(14)
        column.addWidget(label(self.tr("Share “{title}”").format(title=localized(project.title)), "heading", self))
        hint = self.tr(
            "A git repository that the others reach too. Everything that is saved in the project goes there when you push: "
            "works, plans and conversations. Keys never do. What was pushed cannot be taken back."
        )
        column.addWidget(LabelledField(self.tr("Address of the repository"), self.address, hint, self))
        column.addWidget(self.state)
        column.addWidget(self.problem)
        column.addLayout(self._buttons())
        self.address.textChanged.connect(self._show_buttons)
        bridge.events_ready.connect(self._heard)
        self._read(look=False)

    def _buttons(self) -> QHBoxLayout:
        self.pull_button = button(
            self.tr("Pull"), "", self.tr("Bring what others pushed; nothing of yours is replaced"), self
        )
        self.push_button = button(self.tr("Push"), "primary", self.tr("Send what is saved here"), self)
        self.look_button = button(self.tr("Look again"), parent=self)
        self.stop_button = button(self.tr("Stop"), parent=self)
        self.branch_button = button(
            self.tr("Save on this branch"),
            "",
            self.tr("From now on works go to the branch that is checked out; nothing on the other one is lost"),
            self,
        )
        row = QHBoxLayout()
        row.setSpacing(8)
        pairs = (
            (self.push_button, self._push),
            (self.pull_button, self._pull),
            (self.look_button, self._look),
            (self.branch_button, self._use_branch),
            (self.stop_button, self._stop),
        )
        for made, slot in pairs:
            made.clicked.connect(slot)
            row.addWidget(made)
        row.addStretch(1)
        close = button(self.tr("Close"), parent=self)
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        # Return in the address only looks: a push cannot be taken back.
        for made in (self.push_button, self.pull_button, self.branch_button, self.stop_button):
            made.setAutoDefault(False)
        self.look_button.setDefault(True)
        self.branch_button.hide()
        return row

    # what the buttons do

    @Slot()
    def _push(self) -> None:
        self._with_address("push", self._pushed, self.tr("Sending…"))

    @Slot()
    def _pull(self) -> None:
        self._with_address("pull", self._pulled, self.tr("Fetching…"))

    @Slot()
    def _look(self) -> None:
        self._with_address("sharing_state", self._show_state, self.tr("Looking…"), look=True)

    @Slot()
    def _use_branch(self) -> None:
        self._begin(self.tr("Saving…"))
        self._bridge.call("use_branch", project=self._project.id, done=self._settled, failed=self._failed)

    @Slot()
    def _stop(self) -> None:
        self._bridge.call("stop_sharing", project=self._project.id)

    def _with_address(self, verb: str, done: Any, said: str, **more: Any) -> None:
        """Call a verb, after the address was set if it was changed."""
        self._begin(said)
        address = self.address.text().strip()

        def call(_: object = None) -> None:
            self._saved = address
            self._bridge.call(verb, project=self._project.id, done=done, failed=self._failed, **more)

        if address == self._saved:
            call()
        else:
            self._bridge.call("set_remote", project=self._project.id, url=address, done=call, failed=self._failed)

    def _begin(self, said: str) -> None:
        self._busy = True
        self.problem.show_problem("")
        self.state.setText(said)
        self._show_buttons()

    # what comes back

    def _read(self, *, look: bool) -> None:
        self._bridge.call(
            "sharing_state", project=self._project.id, look=look, done=self._show_state, failed=self._failed
        )

    def _settled(self, _: object = None) -> None:
        self._read(look=False)

    def _pushed(self, _: object) -> None:
        self._read(look=False)

    def _pulled(self, result: dict[str, Any]) -> None:
        if result["conflicts"]:
            files = ", ".join(result["conflicts"])
            self.problem.show_problem(
                self.tr(
                    "Changed here and there, so both texts were kept: {files}. For works, a question asks which stays."
                ).format(files=files)
            )
        elif result["notes"]:
            self.problem.show_problem("\n".join(result["notes"]))
        self._read(look=False)

    def _show_state(self, state: dict[str, Any]) -> None:
        self._busy = False
        if not self.address.isModified():
            self.address.setText(state["url"])
        self._saved = state["url"]
        self.state.setText(self._words(state))
        other = state["checked_out"] != state["branch"]
        self.branch_button.setVisible(other and bool(state["checked_out"]))
        self._show_buttons()

    def _words(self, state: dict[str, Any]) -> str:
        if state["checked_out"] != state["branch"]:
            return self.tr(
                "The app saves on the branch “{branch}”, but “{other}” is checked out. Works wait until “{branch}” is checked out again, "
                "or until you save on this one."
            ).format(branch=state["branch"], other=state["checked_out"] or self.tr("no branch"))
        if not state["url"]:
            return self.tr("This project is not shared yet.")
        if state["behind"] is None:
            return self.tr("Nothing was pushed or pulled yet.")
        if not state["ahead"] and not state["behind"]:
            return self.tr("Both sides have the same, as of the last look.")
        return self.tr("To push: {ahead} commits. To pull: {behind} commits, as of the last look.").format(
            ahead=state["ahead"], behind=state["behind"]
        )

    @Slot(str)
    def _failed(self, sentence: str) -> None:
        self._busy = False
        self.state.setText("")
        self.problem.show_problem(sentence)
        self._show_buttons()

    @Slot(list)
    def _heard(self, events: list[Event]) -> None:
        for event in events:
            if event.kind == "sharing" and event.id == self._project.id and self._busy:
                self.state.setText(event.text)

    @Slot()
    def _show_buttons(self) -> None:
        for made in (self.push_button, self.pull_button, self.look_button):
            made.setEnabled(not self._busy and bool(self.address.text().strip()))
        self.branch_button.setEnabled(not self._busy)
        self.address.setReadOnly(self._busy)
        self.stop_button.setVisible(self._busy)

    def closeEvent(self, event: QCloseEvent) -> None:
        """A transfer goes on when the dialog is closed; its outcome is seen when it is opened again."""
        self._bridge.events_ready.disconnect(self._heard)
        super().closeEvent(event)
