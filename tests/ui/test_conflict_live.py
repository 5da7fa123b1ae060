"""A person edits a work on disk while an assistant writes it, in the whole window against the real engine (R41)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.support.scripted_model import ScriptedModel
from tests.support.scripted_shapes import Reply
from tests.ui.planning import Desk
from workspace_app.domain.records import Work
from workspace_app.domain.status import ACTIVE
from workspace_app.ui.conflict_bar import ConflictBar
from workspace_app.ui.conflict_dialog import ConflictDialog
from workspace_app.ui.main_window import MainWindow
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.version_bar import VersionBar

LEFT = Qt.MouseButton.LeftButton
PLAN: dict[str, Any] = {
    "title": "Note",
    "steps": [{"id": "s1", "title": "Write", "step_task": "Write a page.", "kind": "review", "require_inputs": "none"}],
}
ONE, TWO = "# Hive\n\n- 40 bees live here\n", "# Hive\n\n- 40 bees live here\n- 3 left in May\n"
MINE = "# Hive\n\n- 41 bees live here, I counted them\n"


def submit(content: str) -> Reply:
    return Reply(tools=[("submit_work", {"title": "Hive", "content": content})])


@pytest.fixture
def window(qtbot: QtBot, desk: Desk) -> Iterator[MainWindow]:
    made = MainWindow(desk.bridge, desk.theme, Preferences(desk.home))
    desk.show(made, 1280, 800)
    yield made
    desk.wait(lambda: not any(known.status in ACTIVE for known in made.book.tasks()))


def two_hands(desk: Desk, model: ScriptedModel) -> tuple[str, Work, Path]:
    """A work that the person changed on disk just before the assistant's second version came: task, work and file."""
    made = {"provider": "openai", "model": "gpt-4o", "base_url": model.url, "key_env": "SCRIPTED_KEY"}
    desk.call("add_model", name="scripted", **made)
    queries, held = desk.bridge.queries, []

    def answer(_request: Any) -> Reply:
        if len(model.requests) > 1:
            # The person saves while the assistant is at work.
            held[0].write_text(MINE, encoding="utf-8")
            return submit(TWO)
        return submit(ONE)

    model.script(None, answer)
    task = desk.running_task(PLAN, model="scripted")
    desk.wait(lambda: bool(queries.open_questions(task)))
    (work,) = queries.works(task, 1)
    file = Path(queries.project(queries.task(task).project).folder) / work.path
    held.append(file)
    desk.call("answer", question=queries.open_questions(task)[0].id, action="changes", text="Count again.")
    desk.wait(lambda: bool(queries.file_questions(task)) and bool(queries.open_questions(task)))
    return task, work, file


def shown(desk: Desk, parent: QWidget, kind: type[Any]) -> Any:
    """The only visible child of a kind, waited for."""

    def found() -> list[Any]:
        return [child for child in parent.findChildren(kind) if child.isVisible()]

    desk.wait(lambda: bool(found()))
    (one,) = found()
    return one


@pytest.mark.parametrize(("choice", "on_disk", "works"), [("mine", MINE, 1), ("theirs", TWO, 1), ("both", MINE, 2)])
def test_r41_the_person_sees_both_texts_and_chooses(
    qtbot: QtBot, desk: Desk, window: MainWindow, choice: str, on_disk: str, works: int
) -> None:
    with ScriptedModel() as model:
        task, work, file = two_hands(desk, model)
        window.open_work(task, work.id)
        bar = shown(desk, window, ConflictBar)
        assert "You changed “Hive”" in bar.words.text()
        # The assistant's second version lies beside it meanwhile, so a number may be missing.
        newest = desk.bridge.queries.work(work.id).newest.n
        assert shown(desk, window, VersionBar).which.text() == f"Version {newest} of {newest}"
        qtbot.mouseClick(bar.look, LEFT)
        dialog = shown(desk, window, ConflictDialog)
        desk.wait(lambda: "41 bees" in _said(dialog) and "3 left in May" in _said(dialog))
        assert file.read_text(encoding="utf-8") == MINE
        qtbot.mouseClick(dialog.choices[choice], LEFT)
        desk.wait(lambda: not desk.bridge.queries.file_questions(task))
        desk.wait(lambda: not bar.isVisible())
        assert file.read_text(encoding="utf-8") == on_disk
        left = desk.bridge.queries.works(task, 1)
        assert len(left) == works
        kept = {
            desk.call("read_work", work=each.id, version=version.id)["text"]
            for each in left
            for version in desk.bridge.queries.versions(each.id)
        }
        assert kept == {ONE, TWO, MINE}, "every text stays among the versions"


def _said(dialog: ConflictDialog) -> str:
    return "\n".join(view.toPlainText() for kind in (QPlainTextEdit, QTextEdit) for view in dialog.findChildren(kind))
