"""The standing permissions: what assistants may do without asking, and what they never may; each can be taken back."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workspace_app.domain.events import Event
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.fields import LabelledField, ProblemLabel
from workspace_app.ui.small_widgets import Card, IconLabel, button, label
from workspace_app.ui.theme import Theme
from workspace_app.ui.visible import visible


class PermissionsPage(QWidget):
    """A row for each permission, and a line to add one.

    Signals:
        undo_offered: one was taken back; carries a sentence, and the verb with its arguments that gives it again.
    """

    undo_offered = Signal(str, str, dict)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self.rows: list[PermissionRow] = []
        self.empty = label(self.tr("None yet. You are asked before an assistant does more than read."), "muted", self)
        self.empty.setWordWrap(True)
        self.problem = ProblemLabel(self)
        self.verdict, self.tool, self.pattern = QComboBox(self), QLineEdit(self), QLineEdit(self)
        self.add = button(self.tr("Add"), parent=self)
        self._list = QVBoxLayout()
        self._list.setSpacing(6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.empty)
        layout.addLayout(self._list)
        layout.addLayout(self._adding())
        layout.addWidget(self.problem)
        bridge.events_ready.connect(self._take)

    @Slot()
    def reload(self) -> None:
        """Ask for the permissions again."""
        self._bridge.call("permissions", done=self._show, failed=self.problem.show_problem)

    def _adding(self) -> QHBoxLayout:
        self.verdict.addItem(self.tr("Always allow"), "allow")
        self.verdict.addItem(self.tr("Never allow"), "never")
        self.verdict.setAccessibleName(self.tr("What is permitted"))
        self.tool.setPlaceholderText(self.tr("Tool, such as run_command"))
        self.pattern.setPlaceholderText(self.tr("Looks like, such as git log * (empty: every call)"))
        self.tool.returnPressed.connect(self._add)
        self.pattern.returnPressed.connect(self._add)
        self.add.clicked.connect(self._add)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(LabelledField(self.tr("In every task"), self.verdict, parent=self))
        row.addWidget(LabelledField(self.tr("Tool"), self.tool, parent=self), 2)
        row.addWidget(LabelledField(self.tr("Calls that look like"), self.pattern, parent=self), 3)
        row.addWidget(self.add, 0, Qt.AlignmentFlag.AlignBottom)
        return row

    @Slot()
    def _add(self) -> None:
        about = {"tool": self.tool.text(), "pattern": self.pattern.text(), "verdict": self.verdict.currentData()}
        self.problem.show_problem("")
        self._bridge.call("allow_tool", done=self._added, failed=self.problem.show_problem, **about)

    @Slot(object)
    def _added(self, _result: object) -> None:
        self.tool.clear()
        self.pattern.clear()
        self.reload()

    @Slot(object)
    def _show(self, permissions: list[dict[str, Any]]) -> None:
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = [PermissionRow(self._theme, one, self) for one in permissions]
        for row in self.rows:
            row.revoked.connect(self._revoke)
            self._list.addWidget(row)
        self.empty.setVisible(not self.rows)

    @Slot(str)
    def _revoke(self, permission: str) -> None:
        self._bridge.call("revoke_permission", done=self._revoked, failed=self._gone, permission=permission)

    @Slot(object)
    def _revoked(self, was: dict[str, Any]) -> None:
        again = {key: was[key] for key in ("tool", "pattern", "verdict")}
        where = {"conversation": was["conversation"]} if was["scope"] == "conversation" else {}
        where = {"task": was["task"]} if was["scope"] == "task" else where
        sentence = self.tr("Taken back: {0}.").format(words_of(was))
        self.undo_offered.emit(sentence, "allow_tool", {**again, **where})
        self.reload()

    @Slot(str)
    def _gone(self, sentence: str) -> None:
        self.problem.show_problem(sentence)
        self.reload()

    @Slot(list)
    def _take(self, events: list[Event]) -> None:
        if any(event.kind == "tools" for event in events) and self.isVisible():
            self.reload()


class PermissionRow(Card):
    """One permission in words, and a button that takes it back.

    Signals:
        revoked: the person asked to take it back; carries its id.
    """

    revoked = Signal(str)

    def __init__(self, theme: Theme, permission: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.permission = permission
        allows = permission["verdict"] == "allow"
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 8, 8)
        row.setSpacing(10)
        row.addWidget(IconLabel(theme, "check" if allows else "stop", "success" if allows else "danger", 16, self))
        self.words = label(words_of(permission), "", self)
        self.words.setWordWrap(True)
        row.addWidget(self.words, 3)
        where = label(self._where(), "muted", self)
        where.setWordWrap(True)
        row.addWidget(where, 2)
        self.revoke = button(self.tr("Take back"), parent=self)
        self.revoke.setAccessibleName(self.tr("Take back: {0}").format(words_of(permission)))
        self.revoke.clicked.connect(self._revoke)
        row.addWidget(self.revoke)
        self.setAccessibleName(f"{words_of(permission)}. {self._where()}")

    def _where(self) -> str:
        title = str(self.permission["task_title"])
        return {
            "always": self.tr("in every task"),
            "task": self.tr("in the task “{0}”").format(title),
            "conversation": self.tr("in one conversation of “{0}”").format(title),
        }[str(self.permission["scope"])]

    @Slot()
    def _revoke(self) -> None:
        self.revoked.emit(str(self.permission["id"]))


def words_of(permission: Mapping[str, Any]) -> str:
    """A permission in a sentence."""
    translate, tool, pattern = QCoreApplication.translate, permission["tool"], visible(str(permission["pattern"]))
    if permission["verdict"] == "never":
        if pattern:
            return translate("Permissions", "“{0}” is never allowed for {1}").format(tool, pattern)
        return translate("Permissions", "“{0}” is never allowed").format(tool)
    if pattern:
        return translate("Permissions", "“{0}” runs without asking for {1}").format(tool, pattern)
    return translate("Permissions", "“{0}” runs without asking, whatever its arguments are").format(tool)
