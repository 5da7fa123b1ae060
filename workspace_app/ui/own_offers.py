"""What a project's folder brings along that would run here: tool servers and middleware, only after the person has read and accepted it (L7)."""

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.capped_scroll import CappedScroll
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.plain_text import PlainText
from workspace_app.ui.small_widgets import Card, IconLabel, button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.visible import visible

_HIGHEST = 140
"""Pixels of a text before it scrolls."""


class OwnOffers(QWidget):
    """A box for each thing that the project brings along; nothing for a project that brings nothing."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._project = bridge, ""
        self.servers = OfferBox(theme, self.tr("The project's own tool servers (.mcp.json)"), self)
        self.middleware = OfferBox(theme, self.tr("The project's own middleware (.workspace/hooks.py)"), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for box, verb in ((self.servers, "accept_mcp"), (self.middleware, "trust_middleware")):
            layout.addWidget(box)
            box.decided.connect(partial(self._decide, box, verb))

    def show_project(self, project: str) -> None:
        """Ask what a project brings along, and whether that is accepted."""
        if project != self._project:
            self._project = project
            self.servers.hide()
            self.middleware.hide()
            self.hide()
        for verb, box in (("mcp_servers", self.servers), ("own_middleware", self.middleware)):
            box.show_refusal("")
            done, failed = partial(self._show, box, project), partial(self._show_problem, box, project)
            self._bridge.call(verb, done=done, failed=failed, project=project)

    def _show(self, box: "OfferBox", project: str, found: dict[str, Any]) -> None:
        if project != self._project:
            return
        if box is self.middleware:
            accepted = bool(found.get("trusted"))
            box.show_offer(str(found.get("fingerprint", "")), str(found.get("text", "")), accepted=accepted)
        else:
            self._show_servers(found)
        self._settle()

    def _settle(self) -> None:
        """Take no room while there is nothing to show."""
        self.setVisible(not (self.servers.isHidden() and self.middleware.isHidden()))

    def _show_servers(self, found: dict[str, Any]) -> None:
        offer = found.get("offer") or {"fingerprint": "", "accepted": False, "problem": ""}
        theirs = [one for one in found.get("servers", ()) if one["source"] == "project"]
        text = "\n".join(self._server_words(one) for one in theirs)
        accepted, problem = bool(offer["accepted"]), str(offer["problem"])
        self.servers.show_offer(str(offer["fingerprint"]), text, accepted=accepted, problem=problem)

    def _server_words(self, server: dict[str, Any]) -> str:
        words = f"{server['name']}: {server['what']}"
        names = [*server["env"], *server["headers"]]
        return f"{words}\n    {self.tr('It is given: {0}').format(', '.join(names))}" if names else words

    def _show_problem(self, box: "OfferBox", project: str, sentence: str) -> None:
        if project == self._project:
            box.show_problem(sentence)
            self._settle()

    def _decide(self, box: "OfferBox", verb: str, fingerprint: str) -> None:
        failed = partial(self._refused, box, self._project)
        self._bridge.call(verb, done=self._decided, failed=failed, project=self._project, fingerprint=fingerprint)

    @Slot(object)
    def _decided(self, _result: object) -> None:
        self.show_project(self._project)

    def _refused(self, box: "OfferBox", project: str, sentence: str) -> None:
        """It has changed, or cannot be run: show what is there now, and why nothing was accepted."""
        if project == self._project:
            self.show_project(project)
            box.show_refusal(sentence)


class OfferBox(Card):
    """What would run, in full, with a button to accept it; once accepted, a line with a button that takes that back.

    Args:
        heading: what it is and where it stands.

    Signals:
        decided: the person accepts what is shown, by its fingerprint, or takes that back ("").
    """

    decided = Signal(str)

    def __init__(self, theme: Theme, heading: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._fingerprint = ""
        self.text: PlainText | None = None
        self.words, self.problem, self.refusal = label("", "muted", self), ProblemLabel(self), ProblemLabel(self)
        self.words.setWordWrap(True)
        self.accept = button(self.tr("Accept"), parent=self)
        self.back = button(self.tr("Take back"), parent=self)
        self.accept.clicked.connect(self._accept)
        self.back.clicked.connect(self._take_back)
        for made in (self.accept, self.back):
            made.setAccessibleName(f"{made.text()}: {heading}")
        self._heading, self._scroll = heading, CappedScroll(self)
        self._scroll.set_cap(_HIGHEST)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "link", "muted", 16, self), 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(label(heading, "strong", self))
        column.addWidget(self.words)
        row.addLayout(column, 1)
        row.addWidget(self.accept, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 8, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(row)
        for widget in (self._scroll, self.problem, self.refusal):
            layout.addWidget(widget)
        self.setAccessibleName(heading)
        self.hide()

    def show_offer(self, fingerprint: str, text: str, *, accepted: bool, problem: str = "") -> None:
        """Show what there is; nothing if there is nothing.

        Args:
            fingerprint: of what is shown, "" if there is nothing to accept.
            text: all of what would run.
            problem: why it cannot be read.
        """
        self._fingerprint = fingerprint
        self.words.setText(
            self.tr("Accepted. When the file changes, you are asked again.")
            if accepted
            else self.tr("It runs on this computer with your rights. Nothing of it runs before you accept it.")
        )
        self.problem.show_problem(visible(problem))
        self.accept.setVisible(bool(fingerprint) and not accepted and not problem)
        self.back.setVisible(accepted)
        if self.text is None or self.text.toPlainText() != visible(text):
            self.text = PlainText(visible(text), self._heading)
            self._scroll.hold(self.text)
        self._scroll.setVisible(bool(text) and not accepted)
        self.setVisible(bool(fingerprint or problem))

    def show_problem(self, sentence: str) -> None:
        """Say why what there is cannot be shown; an acceptance can still be taken back."""
        self.problem.show_problem(visible(sentence))
        self.accept.hide()
        self.back.show()
        self.show()

    def show_refusal(self, sentence: str) -> None:
        """Say why it was not accepted."""
        self.refusal.show_problem(visible(sentence))

    @Slot()
    def _accept(self) -> None:
        self.decided.emit(self._fingerprint)

    @Slot()
    def _take_back(self) -> None:
        self.decided.emit("")
