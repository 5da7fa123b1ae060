"""A file that two hands changed, in the window: both texts are seen, and one or both stay (R41)."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import WORK, Filled, change
from workspace_app.domain.records import Question
from workspace_app.store import changes
from workspace_app.store.changes import NewVersion
from workspace_app.ui.conflict_bar import ConflictBar
from workspace_app.ui.conflict_dialog import ConflictDialog
from workspace_app.ui.question_card import QuestionCard
from workspace_app.ui.theme import Theme


@pytest.fixture
def question(filled: Filled, bridge: RecordedBridge) -> Question:
    """A question about the note: the person wrote “mine”, an assistant something else."""
    step, task, project = filled.steps["review", 2], filled.tasks["review"], filled.projects["Market"]
    where = {"project": project, "task": task, "step": step}
    beside = NewVersion(
        None, "review-task/n (conflict 1).md", "Market note (conflict)", b"x", "writer", "assistant", "n", {}
    )
    copy = change(filled.home, how=lambda c: changes.save_version(c, version=beside, **where))
    queries = bridge.queries
    mine, theirs = queries.work(filled.works["note"]).newest.id, queries.work(copy).newest.id
    data = {
        "work": filled.works["note"],
        "copy": copy,
        "mine": mine,
        "theirs": theirs,
        "options": ["mine", "theirs", "both"],
    }
    asked = {"kind": "conflict", "text": "You changed “Market note”.", "answers": ["choose"], "data": data}
    id_ = change(filled.home, how=lambda c: changes.ask(c, conversation=None, **where, **asked))
    for version, text in ((mine, WORK), (theirs, "# Key points\n\n- Sales fell.\n")):
        (filled.home / f"{version}.md").write_text(text, encoding="utf-8")
    return queries.question(id_)


@pytest.fixture
def files(bridge: RecordedBridge, filled: Filled, question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    """`version_file` gives each version's own file."""
    call: Callable[..., None] = bridge.client.call_async

    def answer(verb: str, arguments: dict[str, str], done: Callable[[object, Exception | None], None]) -> None:
        if verb == "version_file":
            bridge.client.answers[verb] = {"path": str(filled.home / f"{arguments['version']}.md"), "size": 1}
        call(verb, arguments, done)

    monkeypatch.setattr(bridge.client, "call_async", answer)


@pytest.mark.usefixtures("files")
def test_r41_both_texts_stand_side_by_side_and_mine_is_kept(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, question: Question
) -> None:
    bar = ConflictBar(bridge, theme)
    qtbot.addWidget(bar)
    bar.show_work(bridge.queries.work(question.data["copy"]))
    assert bar.isVisibleTo(None) or not bar.isHidden()
    bar.show_work(bridge.queries.work(question.data["work"]))
    qtbot.mouseClick(bar.look, Qt.MouseButton.LeftButton)
    (dialog,) = bar.findChildren(ConflictDialog)
    qtbot.waitUntil(lambda: dialog.changes.compared is not None)
    assert dialog.changes.way() == "sides"
    assert "Sales fell." in dialog.changes.sides.old.toPlainText()
    assert "三月" in dialog.changes.sides.new.toPlainText()
    with qtbot.waitSignal(bar.settled):
        qtbot.mouseClick(dialog.choices["mine"], Qt.MouseButton.LeftButton)
    about = {"question": question.id, "action": "choose", "choices": ["mine"]}
    assert bridge.client.calls[-1] == ("answer", about)


def test_r41_the_question_has_words_for_its_choices(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, question: Question
) -> None:
    card = QuestionCard(bridge, theme, question)
    qtbot.addWidget(card)
    texts = [made.text() for made in card._buttons.values()]
    assert texts == ["Keep mine", "Take the other", "Keep both", "Compare both…"]
