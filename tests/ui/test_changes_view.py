"""Two versions of a file compared in the way that suits them."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from workspace_app.domain.errors import WorkspaceError
from workspace_app.ui.changes_view import ChangesView
from workspace_app.ui.diff_sides import split
from workspace_app.ui.theme import Theme

KEY = Qt.Key


@pytest.fixture
def view(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> ChangesView:
    made = ChangesView(bridge, theme)
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def show(qtbot: QtBot, view: ChangesView, folder: Path, ending: str, old: bytes, new: bytes) -> None:
    """Compare two files with these bytes."""
    files = folder / f"old{ending}", folder / f"new{ending}"
    for file, body in zip(files, (old, new), strict=True):
        file.write_bytes(body)
    with qtbot.waitSignal(view.shown):
        view.show_files(*files)


def test_a_text_is_compared_one_below_the_other_or_line_beside_line(
    qtbot: QtBot, view: ChangesView, tmp_path: Path
) -> None:
    show(qtbot, view, tmp_path, ".md", b"one\ntwo\nthree\n", b"one\n2\nand a half\nthree\n")
    assert view.diff.isVisible()
    assert view.summary.text() == "2 lines added, 1 removed"
    view.ways["sides"].click()
    assert view.sides.old.toPlainText().split("\n")[:4] == ["one", "two", "", "three"]
    assert view.sides.new.toPlainText().split("\n")[:4] == ["one", "2", "and a half", "three"]
    sides = split(view.diff.lines())
    assert len(sides.old) == len(sides.new)
    show(qtbot, view, tmp_path, ".md", b"a\n", b"b\n")
    assert view.way() == "sides", "the way that was chosen stays"


def test_a_table_is_compared_cell_by_cell_and_f8_goes_from_change_to_change(
    qtbot: QtBot, view: ChangesView, tmp_path: Path
) -> None:
    old = "id,v\n" + "".join(f"{n},x\n" for n in range(300))
    new = old.replace("\n7,x", "\n7,y").replace("\n200,x\n", "\n")
    show(qtbot, view, tmp_path, ".csv", old.encode(), new.encode())
    assert view.way() == "table"
    table = view.table
    texts = [table.model.data(table.model.index(row, 1)) for row in range(table.model.rowCount())]
    assert "x → y" in texts
    assert table.model.rowCount() == 6, "the rows around changes"
    table.setFocus()
    qtbot.keyClick(table.table, KEY.Key_F8)
    assert table.model.data(table.table.currentIndex().siblingAtColumn(0)) == "7"
    qtbot.keyClick(table.table, KEY.Key_F8)
    spoken = table.model.data(table.table.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("removed")
    table.whole.setChecked(True)
    assert table.model.rowCount() == 300


def test_images_are_swiped_by_the_keyboard(qtbot: QtBot, view: ChangesView, tmp_path: Path) -> None:
    for name, color in (("old.png", "red"), ("new.png", "blue")):
        image = QImage(200, 100, QImage.Format.Format_RGB32)
        image.fill(QColor(color))
        image.save(str(tmp_path / name))
    bodies = (tmp_path / "old.png").read_bytes(), (tmp_path / "new.png").read_bytes()
    show(qtbot, view, tmp_path, ".png", *bodies)
    qtbot.waitUntil(lambda: len(view.images.sizes()) == 2)
    view.ways["swipe"].click()
    middle = view.images.rect().center()
    while view.images.part() > 0:
        qtbot.keyClick(view.images, KEY.Key_Left)
    assert view.images.grab().toImage().pixelColor(middle) == QColor("blue")
    while view.images.part() < 1:
        qtbot.keyClick(view.images, KEY.Key_Right)
    assert view.images.grab().toImage().pixelColor(middle) == QColor("red")


def test_of_other_files_type_and_size_are_told(qtbot: QtBot, view: ChangesView, tmp_path: Path) -> None:
    show(qtbot, view, tmp_path, ".pdf", b"\0" * 100, b"\0" * 3000)
    assert "100 B" in view.summary.text()
    assert "3.0 kB" in view.summary.text()
    show(qtbot, view, tmp_path, ".pdf", b"\0", b"\0")
    assert view.summary.text() == ""


def test_a_version_that_cannot_be_read_is_said(qtbot: QtBot, view: ChangesView, bridge: RecordedBridge) -> None:
    bridge.client.answers["version_file"] = WorkspaceError("The folder is gone.")
    with qtbot.waitSignal(view.shown):
        view.show_versions("a", "b")
    assert view._sentence.text() == "The folder is gone."
