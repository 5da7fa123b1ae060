"""Works, versions, changes and the decision about them, on a real engine with the Practice model."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.domain.status import Status
from workspace_app.ui.open_path import is_runnable, open_file
from workspace_app.ui.own_version_dialog import OwnVersionDialog
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_preview import WorkPreview
from workspace_app.ui.works_panel import WorksPanel

KEY = Qt.Key
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
REPORT = "# Report\n\n" + "\n\n".join(
    f"In week {week} the plant in Aurora shipped {week * 3} cells to the customer in the north."
    for week in range(1, 40)
)
REVIEW = {
    "title": "T",
    "steps": [{"id": "s1", "title": "Points", "step_task": "Collect the key points of the report.", "kind": "review"}],
}
OWN = {"title": "T", "steps": [{"id": "s1", "title": "Yours", "step_task": "Hand it in.", "kind": "user"}]}


def panel_on(desk: Desk, task: str, step: int = 1) -> WorksPanel:
    panel = WorksPanel(desk.bridge, desk.theme)
    panel.show_step(task, step)
    desk.show(panel, 480, 860)
    return panel


@pytest.fixture
def reviewed(desk: Desk, tmp_path: Path) -> tuple[WorksPanel, str]:
    """A panel on a step whose work waits for a review."""
    report = tmp_path / "report.md"
    report.write_text(REPORT)
    task = desk.running_task(REVIEW, context=[str(report)])
    panel = panel_on(desk, task)
    desk.wait(panel.works.decision.approve.isVisible)
    return panel, task


def versions(panel: WorksPanel) -> list[int]:
    return [version.n for version in panel.works.view._versions]


def send_back(desk: Desk, panel: WorksPanel, qtbot: QtBot, words: str) -> None:
    """Ask for changes by the keyboard and wait until the next version waits for a review."""
    count = len(versions(panel))
    qtbot.keyClick(panel.works, KEY.Key_Backspace, CTRL | SHIFT)
    assert panel.works.decision.text.hasFocus()
    qtbot.keyClicks(panel.works.decision.text, words)
    qtbot.keyClick(panel.works.decision.text, KEY.Key_Return, CTRL)
    desk.wait(lambda: len(versions(panel)) == count + 1 and panel.works.decision.approve.isVisible())


def test_a_work_is_read_sent_back_compared_restored_and_approved(
    desk: Desk, reviewed: tuple[WorksPanel, str], qtbot: QtBot
) -> None:
    panel, task = reviewed
    view = panel.works.view
    desk.wait(lambda: "Aurora" in view.preview.markdown.toPlainText())
    first = view.preview.markdown.text()
    assert panel.tabs.tabText(0) == "Works (1)"

    send_back(desk, panel, qtbot, "only 3 points")
    desk.wait(lambda: view.preview.markdown.text() != first)
    assert versions(panel) == [2, 1]
    second = view.preview.markdown.text()

    qtbot.keyClick(panel.works, KEY.Key_Left, ALT)
    desk.wait(lambda: view.preview.markdown.text() == first)
    view.preview.scroll_to(40)
    assert "looking at version 1; approving approves version 2" in panel.works.decision.note.text()
    qtbot.keyClick(panel.works, KEY.Key_Right, ALT)
    desk.wait(lambda: view.preview.markdown.text() == second)
    assert "looking at" not in panel.works.decision.note.text()
    qtbot.keyClick(panel.works, KEY.Key_Left, ALT)
    desk.wait(lambda: view.preview.markdown.text() == first)
    assert view.preview.scroll_position() == 40
    qtbot.keyClick(panel.works, KEY.Key_Right, ALT)
    desk.wait(lambda: view.preview.markdown.text() == second)

    qtbot.keyClick(panel.works, KEY.Key_C, ALT)
    desk.wait(lambda: bool(view.changes.diff.lines()))
    changed = {line.kind for line in view.changes.diff.lines()}
    assert {"added", "removed"} <= changed
    assert view.changes.isVisible()
    qtbot.keyClick(panel.works, KEY.Key_C, ALT)
    desk.wait(view.preview.isVisible)

    view.bar.which.click()
    view.versions.list.setCurrentRow(1)
    qtbot.mouseClick(view.versions.restore, Qt.MouseButton.LeftButton)
    desk.wait(lambda: versions(panel) == [3, 2, 1])
    desk.wait(lambda: "as a new version" in view.said.text())
    desk.wait(lambda: view.preview.markdown.text() == first)

    # What was put in question was version 2: approving another one is asked again first (R41).
    with qtbot.waitSignal(panel.answered, timeout=30_000):
        qtbot.keyClick(panel.works, KEY.Key_Return, CTRL)
    desk.wait(lambda: "since it was shown" in panel.works.decision.note.text())
    with qtbot.waitSignal(panel.answered, timeout=30_000):
        qtbot.keyClick(panel.works, KEY.Key_Return, CTRL)
    desk.wait(lambda: desk.task(task).status is Status.DONE)
    assert desk.bridge.queries.works(task, 1)[0].approved.n == 3
    desk.wait(lambda: not panel.works.decision.approve.isVisible())


def test_sending_back_needs_words(reviewed: tuple[WorksPanel, str], qtbot: QtBot) -> None:
    panel, _ = reviewed
    decision = panel.works.decision
    qtbot.mouseClick(decision.back, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(decision.send, Qt.MouseButton.LeftButton)
    assert "empty" in decision.error.text()
    qtbot.keyClick(decision.text, KEY.Key_Escape)
    assert decision.approve.isVisible()


def test_ones_own_version_is_handed_in(desk: Desk, reviewed: tuple[WorksPanel, str], qtbot: QtBot) -> None:
    panel, task = reviewed
    desk.wait(lambda: panel.works.view.preview.whole_text() is not None)
    menu = panel.works.decision.own_menu()
    menu.actions()[0].trigger()
    dialog = panel.works.findChild(OwnVersionDialog)
    assert dialog is not None
    desk.wait(dialog.isActiveWindow)
    assert dialog.text.toPlainText() == panel.works.view.preview.whole_text()
    dialog.text.clear()
    qtbot.mouseClick(dialog.submit, Qt.MouseButton.LeftButton)
    assert "no text" in dialog.error.text()
    qtbot.keyClicks(dialog.text, "My own points")
    with qtbot.waitSignal(dialog.handed_in, timeout=30_000):
        qtbot.keyClick(dialog.text, KEY.Key_Return, CTRL)
    desk.wait(lambda: desk.task(task).status is Status.DONE)
    newest = desk.bridge.queries.works(task, 1)[-1]
    desk.wait(lambda: "My own points" in panel.works.view.preview.markdown.toPlainText())
    assert newest.newest.author_kind == "user"


def hand_in(desk: Desk, file: Path) -> tuple[WorksPanel, str]:
    """A task whose only work is the person's file."""
    task = desk.running_task(OWN)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    panel = panel_on(desk, task)
    assert panel.works.empty.isVisible()
    panel.works.decision.file_chosen.emit(str(file))
    desk.wait(lambda: [work.newest.commit is not None for work in panel.works.list.works()] == [True])
    return panel, task


def test_an_image_is_shown_and_a_binary_says_what_it_is(desk: Desk, tmp_path: Path) -> None:
    picture = QImage(300, 200, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.darkGreen)
    picture.save(str(tmp_path / "chart.png"))
    panel, _ = hand_in(desk, tmp_path / "chart.png")
    shown = panel.works.view.preview.image.widget()
    assert isinstance(shown, QLabel)
    desk.wait(lambda: not shown.pixmap().isNull())

    (tmp_path / "book.xlsx").write_bytes(b"PK\0\1" * 500)
    panel, _ = hand_in(desk, tmp_path / "book.xlsx")
    desk.wait(lambda: "cannot be shown" in panel.works.view.preview.sentence())
    assert "2.0 kB" in panel.works.view.preview.sentence()
    assert panel.works.view.preview.open.isVisible()


def test_a_broken_image_says_so(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(b"no image")
    panel, _ = hand_in(desk, tmp_path / "broken.png")
    desk.wait(lambda: "cannot be shown" in panel.works.view.preview.sentence())


@pytest.mark.parametrize(("size", "truncated"), [(450_000, False), (450_000, True), (150_000, False)])
def test_a_long_text_is_shown_in_part_or_without_format(qtbot: QtBot, theme: Theme, size: int, truncated: bool) -> None:
    preview = WorkPreview(theme)
    qtbot.addWidget(preview)
    text = ("word " * 9 + "end.\n") * (size // 50)
    preview.show_work({"text": text, "size": len(text), "path": "/x/a.md", "truncated": truncated}, "a.md")
    shown = preview.plain.toPlainText()
    if size > 400_000:
        assert "first 400.0 kB of 450.0 kB" in preview.note()
        assert len(shown) == 400_000
    else:
        assert "without formatting" in preview.note()
        assert shown == text
    preview.show_work({"text": "# Short", "size": 7, "path": "/x/a.md", "truncated": False}, "a.md")
    assert preview.note() == ""
    assert preview.markdown.toPlainText() == "Short"


def test_context_files_are_dropped_and_removed(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    task = desk.task_with_plan(OWN)
    panel = panel_on(desk, task, 0)
    panel.tabs.setCurrentIndex(1)
    assert panel.context.empty.isVisible()
    (tmp_path / "筆記.md").write_text("x" * 500)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "筆記.md"))])
    copy, left, plain = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    at = panel.context.rect().center()
    QApplication.sendEvent(panel.context, QDragEnterEvent(at, copy, data, left, plain))
    QApplication.sendEvent(panel.context, QDropEvent(QPointF(at), copy, data, left, plain))
    desk.wait(lambda: len(panel.context.rows) == 1)
    assert panel.tabs.tabText(1) == "Context (1)"
    assert desk.bridge.queries.task_context(task)[0].endswith("筆記.md")
    qtbot.mouseClick(panel.context.rows[0].remove, Qt.MouseButton.LeftButton)
    desk.wait(lambda: panel.context.rows == [])
    assert desk.bridge.queries.task_context(task) == []
    assert (tmp_path / "筆記.md").exists()


def test_files_of_the_task_are_listed_and_paths_are_copied(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    panel, task = hand_in(desk, tmp_path / "mine.txt")
    panel.tabs.setCurrentIndex(2)
    model = panel.files.tree.model()
    desk.wait(lambda: model.rowCount(panel.files.tree.rootIndex()) > 0)
    folder = Path(desk.bridge.queries.project(desk.task(task).project).folder) / desk.task(task).folder
    assert panel.files.current_path() == str(folder)
    menu = panel.works.view.menu()
    menu.actions()[2].trigger()
    work = desk.bridge.queries.works(task, 1)[0]
    assert QGuiApplication.clipboard().text().endswith(work.path)
    assert Path(QGuiApplication.clipboard().text()).read_text() == "mine"


def test_show_work_goes_to_the_step_of_the_work(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    panel, task = hand_in(desk, tmp_path / "mine.txt")
    work = desk.bridge.queries.works(task, 1)[0]
    panel.show_step(task, 0)
    panel.tabs.setCurrentIndex(1)
    panel.show_work(work.id)
    assert panel.tabs.currentIndex() == 0
    assert [shown.id for shown in panel.works.list.works()] == [work.id]
    panel.show_work("none")
    assert "no work" in panel.works.view.problem.text()


def test_what_could_be_a_program_is_never_started(tmp_path: Path) -> None:
    for name in (
        "run.sh",
        "a.desktop",
        "b.EXE",
        "c.py",
        "d.exe. ",
        "e.url",
        "f.webloc",
        "g.docm",
        "h.AppImage",
        "i.exe:x",
    ):
        (tmp_path / name).write_text("x")
        assert "not started" in open_file(str(tmp_path / name))
    (tmp_path / "linked.md").symlink_to(tmp_path / "run.sh")
    assert is_runnable(str(tmp_path / "linked.md"))
    marked = tmp_path / "report.md"
    marked.write_text("x")
    assert not is_runnable(str(marked))
    marked.chmod(0o755)
    assert is_runnable(str(marked))
    assert "not there" in open_file(str(tmp_path / "gone.md"))


def test_every_control_has_a_name(desk: Desk, reviewed: tuple[WorksPanel, str]) -> None:
    panel, _ = reviewed
    panel.works.view.bar.which.click()
    nameless = []
    for page in range(3):
        panel.tabs.setCurrentIndex(page)
        for widget in panel.findChildren(QWidget):
            if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                face = QAccessible.queryAccessibleInterface(widget)
                if face is not None and not face.text(QAccessible.Text.Name):
                    nameless.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    assert nameless == []
