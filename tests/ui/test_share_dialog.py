"""Sharing a project from the window, over a real engine and a real repository."""

import subprocess
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.spaces.conftest import Person
from tests.ui.planning import Desk
from workspace_app.ui.share_dialog import ShareDialog


def click(qtbot: QtBot, dialog: ShareDialog, name: str) -> None:
    qtbot.mouseClick(getattr(dialog, name), Qt.MouseButton.LeftButton)


def test_a_project_is_pushed_and_pulled(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    remote = tmp_path / "server.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(remote)], check=True)
    made: list[dict[str, str]] = []
    desk.bridge.call("new_project", title="Shared", folder=str(tmp_path / "shared"), done=made.append)
    desk.wait(lambda: bool(made))
    project = desk.bridge.queries.project(made[0]["id"])
    person = Person(Path(project.folder))
    person.write("note.md", "one")
    person.commit_all()

    dialog = ShareDialog(desk.bridge, project)
    desk.show(dialog, 600, 320)
    desk.wait(lambda: "not shared yet" in dialog.state.text())
    assert not dialog.push_button.isEnabled()
    qtbot.keyClicks(dialog.address, str(tmp_path / "nowhere"))
    click(qtbot, dialog, "push_button")
    desk.wait(lambda: "There is no repository" in dialog.problem.text())
    dialog.address.selectAll()
    qtbot.keyClicks(dialog.address, str(remote))
    click(qtbot, dialog, "push_button")
    desk.wait(lambda: "Both sides have the same" in dialog.state.text())
    assert dialog.problem.text() == ""

    subprocess.run(["git", "clone", "-q", str(remote), str(tmp_path / "other")], check=True)
    other = Person(tmp_path / "other")
    other.write("note.md", "two")
    other.commit_all()
    other.git("push", "-q")
    click(qtbot, dialog, "look_button")
    desk.wait(lambda: "To pull: 1 commits" in dialog.state.text())
    click(qtbot, dialog, "pull_button")
    desk.wait(lambda: "Both sides have the same" in dialog.state.text())
    assert (person.folder / "note.md").read_text() == "two"

    person.git("checkout", "-q", "-b", "side")
    click(qtbot, dialog, "look_button")
    desk.wait(dialog.branch_button.isVisible)
    assert "“side” is checked out" in dialog.state.text()
    click(qtbot, dialog, "branch_button")
    desk.wait(lambda: not dialog.branch_button.isVisible())
    assert dialog.close()
