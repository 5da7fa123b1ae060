"""Where a version came from and what was made from it: a picture, and the same as lists with all that is known (R65)."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from workspace_app.ui.bridge import Bridge
from workspace_app.ui.compare_dialog import compare_versions
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.open_path import open_file
from workspace_app.ui.provenance_view import READABLE, ProvenanceView
from workspace_app.ui.provenance_words import facts_of, icon_of, line_of, spoken, title_of
from workspace_app.ui.small_widgets import Card, ElidedLabel, IconButton, button, label, plain_tip
from workspace_app.ui.text_dialog import TextDialog
from workspace_app.ui.theme import Theme

_NODE = Qt.ItemDataRole.UserRole


class ProvenanceDialog(QDialog):
    """The picture at the left, what is chosen in it at the right.

    Args:
        work, version: ids of what is looked at; or
        path: an absolute path of a file, to see what was made from it.

    Signals:
        work_opened: a work should be shown in its task; carries the ids of both.
    """

    work_opened = Signal(str, str)

    def __init__(
        self,
        bridge: Bridge,
        theme: Theme,
        work: str | None,
        version: str | None = None,
        parent: QWidget | None = None,
        *,
        path: str = "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Where it came from, and what was made from it"))
        self.resize(1160, 700)
        self._bridge, self._theme = bridge, theme
        self._nodes: dict[str, Mapping[str, Any]] = {}
        self._edges: list[tuple[str, str]] = []
        self._root = ""
        self.view = ProvenanceView(theme, self)
        self.problem = ProblemLabel(self)
        self.left_out = label("", "muted", self)
        self.title = label("", "heading", self)
        self.title.setWordWrap(True)
        self.facts = QFormLayout()
        self.lists = QTreeWidget(self)
        self.lists.setHeaderHidden(True)
        self.lists.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.lists.setAccessibleName(self.tr("What it came from and what was made from it"))
        self.open_it = button(self.tr("Open as it was"), "", self.tr("In its own program, as a copy"), self)
        self.show_it = button(self.tr("Show in its task"), parent=self)
        self.prompt = button(self.tr("Prompt…"), parent=self)
        self.compare = button(self.tr("Compare"), "", self.tr("With the version that you came from"), self)
        self._lay_out()
        self._connect()
        answers: dict[str, Any] = {"done": self._take, "failed": self._fail}
        if work is not None:
            bridge.call("provenance", work=work, version=version, **answers)
        else:
            bridge.call("made_from", path=path, **answers)

    def _fail(self, sentence: str) -> None:
        self.problem.show_problem(sentence)
        for part in (self.open_it, self.show_it, self.prompt, self.compare):
            part.setEnabled(False)

    def _take(self, found: dict[str, Any]) -> None:
        self._nodes = {node["id"]: node for node in found["nodes"]}
        self._edges = [(source, made) for source, made in found["edges"]]
        self._root = found["root"][0]
        text = self.tr("{count} more are further away and left out.").format(count=found["left_out"])
        self.left_out.setText(text if found["left_out"] else "")
        self.view.show_graph(found["nodes"], self._edges, self._root)
        self.view.fit(READABLE)
        self.view.choose(self._root)
        self._show(self._root)
        self.view.setFocus()

    # what is chosen

    @Slot(str)
    def _show(self, id_: str) -> None:
        node = self._nodes[id_]
        self.title.setText(title_of(node))
        while self.facts.rowCount():
            self.facts.removeRow(0)
        for name, value in facts_of(node):
            words = ElidedLabel(value, self)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.facts.addRow(label(name, "muted", self), words)
        self.open_it.setEnabled("work" in node or node["kind"] == "file")
        self.show_it.setEnabled("work" in node and not node.get("gone"))
        self.prompt.setEnabled(bool(node.get("run")))
        root = self._nodes[self._root]
        self.compare.setEnabled("work" in node and "work" in root and id_ != self._root)
        self._list(id_)

    def _list(self, id_: str) -> None:
        sides = (
            (self.tr("Came from"), [a for a, b in self._edges if b == id_]),
            (self.tr("Made from it"), [b for a, b in self._edges if a == id_]),
        )
        self.lists.clear()
        for heading, nodes in sides:
            top = QTreeWidgetItem(self.lists, [f"{heading} ({len(nodes)})"])
            for other in nodes:
                node = self._nodes[other]
                item = QTreeWidgetItem(top, [f"{title_of(node)}  ·  {line_of(node)}"])
                item.setIcon(0, self._theme.icon(*icon_of(node)))
                item.setData(0, _NODE, other)
                item.setToolTip(0, plain_tip(spoken(node)))
            top.setExpanded(True)

    @Slot(QTreeWidgetItem)
    def _follow(self, item: QTreeWidgetItem) -> None:
        if node := item.data(0, _NODE):
            self.view.choose(node)
            self._show(node)

    # what can be done

    def _chosen(self) -> Mapping[str, Any]:
        return self._nodes[self.view.current()]

    @Slot()
    def _open(self) -> None:
        node = self._chosen()
        answers: dict[str, Any] = {"done": self._open_copy, "failed": self.problem.show_problem}
        if "work" in node:
            self._bridge.call("version_file", version=node["id"], **answers)
        elif node["kind"] == "file":
            where = {"project": node["project"], "path": node["path"], "commit": node.get("commit")}
            self._bridge.call("file_at", **where, **answers)

    def _open_copy(self, found: dict[str, Any]) -> None:
        self.problem.show_problem(open_file(found["path"]))

    @Slot()
    def _show_in_task(self) -> None:
        node = self._chosen()
        self.work_opened.emit(node["task"], node["work"])
        self.accept()

    @Slot()
    def _show_prompt(self) -> None:
        TextDialog(self.tr("Prompt"), str(self._chosen()["run"]["prompt"]), self).open()

    @Slot()
    def _compare(self) -> None:
        compare_versions(self._bridge, self._theme, self.view.current(), self._root, self).open()

    @Slot()
    def _fit(self) -> None:
        self.view.fit()

    @Slot()
    def _save(self) -> None:
        kinds = self.tr("Pictures (*.svg *.png)")
        file, _ = QFileDialog.getSaveFileName(self, self.tr("Save the picture"), "provenance.svg", kinds)
        if file and not self.view.save(Path(file)):
            self.problem.show_problem(self.tr("The picture cannot be written to {path}.").format(path=file))

    # making

    def _lay_out(self) -> None:
        tools = QHBoxLayout()
        self.save = button(self.tr("Save picture…"), "quiet", parent=self)
        self.smaller = IconButton(self._theme, "minus", self.tr("Smaller (−)"), self)
        self.larger = IconButton(self._theme, "plus", self.tr("Larger (+)"), self)
        self.whole = button(self.tr("Whole picture"), "quiet", parent=self)
        tools.addWidget(self.left_out, 1)
        for widget in (self.smaller, self.larger, self.whole, self.save):
            tools.addWidget(widget)
        left, right = QWidget(self), Card(self._theme, self)
        picture = QVBoxLayout(left)
        picture.setContentsMargins(0, 0, 0, 0)
        picture.addWidget(self.view, 1)
        picture.addLayout(tools)
        about = QVBoxLayout(right)
        about.setContentsMargins(16, 12, 16, 12)
        about.setSpacing(8)
        about.addWidget(self.title)
        about.addLayout(self.facts)
        for pair in ((self.open_it, self.show_it), (self.prompt, self.compare)):
            row = QHBoxLayout()
            for part in pair:
                row.addWidget(part, 1)
            about.addLayout(row)
        about.addWidget(self.lists, 1)
        split = QSplitter(self)
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(0, 1)
        split.setSizes([760, 360])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.addWidget(self.problem)
        layout.addWidget(split, 1)

    def _connect(self) -> None:
        self.view.chosen.connect(self._show)
        self.view.opened.connect(self._open)
        self.lists.itemActivated.connect(self._follow)
        self.lists.itemClicked.connect(self._follow)
        self.open_it.clicked.connect(self._open)
        self.show_it.clicked.connect(self._show_in_task)
        self.prompt.clicked.connect(self._show_prompt)
        self.compare.clicked.connect(self._compare)
        self.save.clicked.connect(self._save)
        self.whole.clicked.connect(self._fit)
        self.smaller.clicked.connect(partial(self.view.zoom, 0.8))
        self.larger.clicked.connect(partial(self.view.zoom, 1.25))
        for widget in (self.open_it, self.show_it, self.prompt, self.compare, self.save, self.whole):
            widget.setAutoDefault(False)
