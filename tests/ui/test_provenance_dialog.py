"""Where a version came from, drawn and as lists, by the keyboard (R65)."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFormLayout
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from workspace_app.domain.errors import WorkspaceError
from workspace_app.ui.provenance_dialog import ProvenanceDialog
from workspace_app.ui.provenance_layout import lay_out
from workspace_app.ui.theme import Theme

KEY = Qt.Key
RUN = {
    "conversation": "c1", "n": 2, "model": "writer", "team": ["lead", "critic"], "prompt": "Write a letter.",
    "input_tokens": 1200, "output_tokens": 300, "seconds": 75.0,
}  # fmt: skip


def version(id_: str, title: str, step: int, **more: Any) -> dict[str, Any]:
    """A node of kind work, as the verb tells it."""
    place = {"project": "p", "project_title": "Market", "task": "t", "task_title": "Spring letter", "gone": False}
    made = {"author": "writer", "author_kind": "assistant", "size": 900, "created_at": "2026-01-05T10:00:00+00:00"}
    about = {"id": id_, "kind": "work", "work": f"w{id_}", "title": title, "n": 1, "step": step, "path": f"{title}.md"}
    return {**about, **place, **made, "commit": "abc1234" * 5, "approved_at": None, "stale": False, "run": RUN, **more}


NOTES = {
    "id": "p/notes.md@c0ffee", "kind": "file", "title": "notes.md", "path": "tasks/x/context/notes.md",
    "commit": "c0ffee0", "project": "p", "project_title": "Market", "size": 1200,
}  # fmt: skip
FOUND = {
    "root": ["b"],
    "nodes": [
        version("b", "Draft", 2),
        version("a", "Key points", 1, approved_at="2026-01-05T09:00:00+00:00"),
        NOTES,
        version("c", "Letter", 3, stale=True),
    ],
    "edges": [["a", "b"], [NOTES["id"], "a"], [NOTES["id"], "b"], ["b", "c"]],
    "left_out": 3,
}


@pytest.fixture
def dialog(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> ProvenanceDialog:
    bridge.client.answers["provenance"] = FOUND
    made = ProvenanceDialog(bridge, theme, "wb", "b")
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: made.view.hasFocus() and made.view.current() == "b")
    return made


def facts(dialog: ProvenanceDialog) -> dict[str, str]:
    """What is told about the chosen box."""
    told: dict[str, str] = {}
    for row in range(dialog.facts.rowCount()):
        name, value = (
            dialog.facts.itemAt(row, role).widget()
            for role in (QFormLayout.ItemRole.LabelRole, QFormLayout.ItemRole.FieldRole)
        )
        told[name.text()] = value.full_text()
    return told


def listed(dialog: ProvenanceDialog) -> list[list[str]]:
    """The two lists beside the picture."""
    tops = [dialog.lists.topLevelItem(n) for n in range(2)]
    return [[top.child(n).text(0).split("  ")[0] for n in range(top.childCount())] for top in tops]


def test_r65_arrows_lead_along_the_picture_and_the_lists_tell_the_same(qtbot: QtBot, dialog: ProvenanceDialog) -> None:
    assert listed(dialog) == [["Key points · 1", "notes.md"], ["Letter · 1"]]
    assert facts(dialog)["Team"] == "lead, critic"
    assert facts(dialog)["Took"] == "1.5K tokens, 1 min"
    assert "3 more" in dialog.left_out.text()
    qtbot.keyClick(dialog.view, KEY.Key_Right)
    assert dialog.view.current() == "c"
    assert "out of date" in dialog.view.accessibleDescription()
    qtbot.keyClick(dialog.view, KEY.Key_Left)
    qtbot.keyClick(dialog.view, KEY.Key_Left)
    assert dialog.view.current() == "a"
    assert facts(dialog)["Approved"].startswith("by you")
    dialog.lists.setCurrentItem(dialog.lists.topLevelItem(0).child(0))
    dialog.lists.itemActivated.emit(dialog.lists.currentItem(), 0)
    assert dialog.view.current() == NOTES["id"]
    assert not dialog.show_it.isEnabled()


def test_r65_an_input_is_opened_at_that_version(
    qtbot: QtBot, dialog: ProvenanceDialog, bridge: RecordedBridge, tmp_path: Path
) -> None:
    bridge.client.answers["file_at"] = bridge.client.answers["version_file"] = {
        "path": str(tmp_path / "gone"),
        "size": 1,
    }
    qtbot.mouseClick(dialog.open_it, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "not there any more" in dialog.problem.text())
    assert bridge.client.calls[-1] == ("version_file", {"version": "b"})
    dialog.view.choose(NOTES["id"])
    qtbot.mouseClick(dialog.open_it, Qt.MouseButton.LeftButton)
    assert bridge.client.calls[-1] == ("file_at", {"project": "p", "path": NOTES["path"], "commit": "c0ffee0"})
    dialog.view.choose("c")
    dialog.lists.itemClicked.emit(dialog.lists.topLevelItem(0), 0)
    with qtbot.waitSignal(dialog.work_opened) as opened:
        dialog.show_it.setEnabled(True)
        qtbot.mouseClick(dialog.show_it, Qt.MouseButton.LeftButton)
    assert opened.args == ["t", "wc"]


def test_r65_the_picture_is_saved_as_svg_and_png(dialog: ProvenanceDialog, tmp_path: Path) -> None:
    assert dialog.view.save(tmp_path / "p.svg")
    assert "<svg" in (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert dialog.view.save(tmp_path / "p.png")
    assert not QImage(str(tmp_path / "p.png")).isNull()
    assert not dialog.view.save(tmp_path / "no" / "p.png")


def test_r65_two_hundred_boxes_are_drawn_at_a_size_that_can_be_read(qtbot: QtBot, dialog: ProvenanceDialog) -> None:
    nodes = [version(str(n), f"Work {n}", 1) for n in range(200)]
    edges = [(str(n // 3), str(n)) for n in range(1, 200)]
    dialog.view.show_graph(nodes, edges, "0")
    dialog.view.fit()
    assert dialog.view.canvas.scale >= 0.35
    boxes = [dialog.view.canvas.box(node) for node in lay_out([node["id"] for node in nodes], edges)]
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])


def test_r65_what_was_made_from_a_file_is_asked_by_its_path(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> None:
    bridge.client.answers["made_from"] = WorkspaceError("No step has read notes.md.")
    made = ProvenanceDialog(bridge, theme, None, path="/somewhere/notes.md")
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: made.problem.text() == "No step has read notes.md.")
    assert bridge.client.calls[-1] == ("made_from", {"path": "/somewhere/notes.md"})
    assert not made.show_it.isEnabled()
