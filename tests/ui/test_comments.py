"""Comments on works, revisions by them, and the person's own edits, by mouse and keyboard on a real engine."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QInputMethodEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.planning import Desk
from workspace_app.domain.comments import Comment
from workspace_app.domain.status import Status
from workspace_app.ui.comment_card import CommentCard
from workspace_app.ui.source_view import SourceView
from workspace_app.ui.text_places import Places, written_text
from workspace_app.ui.work_text import WorkText
from workspace_app.ui.works_panel import WorksPanel

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
REPORT = "# Report\n\n" + "\n\n".join(
    f"In week {week} the plant in Aurora shipped {week * 3} cells to the customer in the north."
    for week in range(1, 12)
)
REVIEW = {
    "title": "T",
    "steps": [{"id": "s1", "title": "Points", "step_task": "Collect the key points of the report.", "kind": "review"}],
}
OWN = {"title": "T", "steps": [{"id": "s1", "title": "Yours", "step_task": "Hand it in.", "kind": "user"}]}


class Panel:
    """A works panel on a step, and the hands of a person on it."""

    def __init__(self, desk: Desk, qtbot: QtBot, task: str, *, source: bool = True) -> None:
        self.desk, self.bot, self.task = desk, qtbot, task
        self.panel = WorksPanel(desk.bridge, desk.theme)
        self.panel.show_step(task, 1)
        desk.show(self.panel, 480, 860)
        self.works, self.view = self.panel.works, self.panel.works.view
        desk.wait(self.text.preview.has_text)
        if source and not self.text.preview.is_written():
            qtbot.mouseClick(self.text.bar.source, LEFT)
        elif not source and self.text.preview.is_written():
            qtbot.mouseClick(self.text.bar.formatted, LEFT)

    @property
    def text(self) -> WorkText:
        return self.view.text

    @property
    def source(self) -> SourceView:
        return self.text.preview.plain

    def stored(self) -> list[Comment]:
        work = self.view.work()
        assert work is not None
        return self.desk.bridge.queries.comments(work.id)

    def cards(self) -> list[CommentCard]:
        return self.text.comments.list.cards

    def wait_for_cards(self, count: int) -> None:
        self.desk.wait(lambda: len(self.cards()) == count)
        QApplication.processEvents()

    def select(self, words: str) -> None:
        """Select words in the source by dragging the mouse over them."""
        start = self.source.shown_text().index(words)
        ends = []
        for place in (start, start + len(words)):
            cursor = QTextCursor(self.source.document())
            cursor.setPosition(place)
            ends.append(self.source.cursorRect(cursor).center())
        view = self.source.viewport()
        self.bot.mousePress(view, LEFT, pos=ends[0])
        self.bot.mouseMove(view, ends[1])
        self.bot.mouseRelease(view, LEFT, pos=ends[1])
        assert self.source.textCursor().selectedText() == words

    def comment(self, words: str, text: str) -> None:
        """Select words, press Comment, write, and keep it by Ctrl+Enter."""
        count = len(self.stored())
        self.select(words)
        self.bot.mouseClick(self.source.comment, LEFT)
        self.bot.keyClicks(self.text.comments.editor.text, text)
        self.bot.keyClick(self.text.comments.editor.text, KEY.Key_Return, CTRL)
        self.desk.wait(lambda: len(self.stored()) == count + 1 and self.text.comments.editor.isHidden())
        self.desk.wait(lambda: len(self.text.comments.remarks()) == count + 1)

    def versions(self) -> int:
        work = self.view.work()
        assert work is not None
        return work.newest.n

    def wait_for_version(self, number: int) -> None:
        shown: Callable[[], bool] = lambda: (found := self.view.shown()) is not None and found.n == number  # noqa: E731
        self.desk.wait(lambda: self.versions() == number and shown())


@pytest.fixture
def reviewed(desk: Desk, qtbot: QtBot, tmp_path: Path) -> Panel:
    """A panel on a step whose work waits for a review, its source in view."""
    report = tmp_path / "report.md"
    report.write_text(REPORT)
    task = desk.running_task(REVIEW, context=[str(report)])
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    panel = Panel(desk, qtbot, task)
    desk.wait(panel.works.decision.approve.isVisible)
    return panel


def hand_in(desk: Desk, qtbot: QtBot, file: Path) -> Panel:
    """A panel on a step whose only work is the person's own file."""
    task = desk.running_task(OWN)
    desk.wait(lambda: bool(desk.bridge.queries.open_questions(task)))
    desk.call("answer", question=desk.bridge.queries.open_questions(task)[0].id, action="file", file=str(file))
    desk.wait(lambda: all(work.newest.commit for work in desk.bridge.queries.works(task, 1)))
    return Panel(desk, qtbot, task)


# comments


def test_a_passage_is_commented_on_by_mouse_and_gone_to_again(reviewed: Panel, qtbot: QtBot) -> None:
    assert not reviewed.works.revision.isVisible()
    reviewed.comment("In week 2 the plant", "Which year?")
    (stored,) = reviewed.stored()
    assert (stored.quote, stored.text) == ("In week 2 the plant", "Which year?")
    assert reviewed.desk.task(reviewed.task).status is Status.WAITING, "keeping a comment approves nothing"
    (card,) = reviewed.cards()
    assert (card.place.full_text(), card.state.text()) == ("Line 4", "Open")
    assert reviewed.source.passages() == [stored.id]

    reviewed.source.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.mouseClick(card, LEFT)
    assert reviewed.source.textCursor().position() == stored.start
    assert reviewed.works.revision.title.full_text() == "1 comment will be included"


def test_the_margin_and_the_passage_lead_to_the_comment(reviewed: Panel, qtbot: QtBot) -> None:
    reviewed.comment("week 1", "First")
    reviewed.comment("week 2", "Second")
    second = reviewed.stored()[1]
    at = QTextCursor(reviewed.source.document())
    at.setPosition(second.start + 2)
    place = reviewed.source.cursorRect(at).center()
    with qtbot.waitSignal(reviewed.source.passage_pressed) as pressed:
        qtbot.mouseClick(reviewed.source.viewport(), LEFT, pos=place)
    assert pressed.args == [second.id]
    margin = reviewed.source._margin
    with qtbot.waitSignal(reviewed.source.passage_pressed) as pressed:
        qtbot.mouseClick(margin, LEFT, pos=QPoint(6, place.y()))
    assert pressed.args == [second.id]


def test_a_comment_is_made_by_keys_alone(desk: Desk, reviewed: Panel, qtbot: QtBot) -> None:
    editor, source = reviewed.text.comments.editor, reviewed.source
    qtbot.keyClick(reviewed.works, KEY.Key_T, ALT)
    assert not reviewed.text.preview.is_written()
    qtbot.keyClick(reviewed.works, KEY.Key_M, CTRL | ALT)
    assert reviewed.text.preview.is_written(), "the formatted text leads to the source"
    assert "select the passage here" in reviewed.text.hint.text()
    assert editor.isHidden()

    source.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClick(source, KEY.Key_End, SHIFT)
    qtbot.keyClick(source, KEY.Key_M, CTRL | ALT)
    desk.wait(editor.text.hasFocus)
    qtbot.keyClick(editor.text, KEY.Key_Return, CTRL)
    assert "empty" in editor.problem.text()

    QApplication.sendEvent(editor.text, QInputMethodEvent("zhong", []))
    qtbot.keyClick(editor.text, KEY.Key_Return, CTRL)
    qtbot.keyClick(editor.text, KEY.Key_Escape)
    assert editor.isVisible(), "while an input method composes, its keys are its own"
    done = QInputMethodEvent("", [])
    done.setCommitString("中文標題")
    QApplication.sendEvent(editor.text, done)
    qtbot.keyClick(editor.text, KEY.Key_Return, CTRL)
    desk.wait(lambda: [comment.text for comment in reviewed.stored()] == ["中文標題"])
    desk.wait(source.hasFocus)
    assert desk.task(reviewed.task).status is Status.WAITING

    reviewed.wait_for_cards(1)
    card = reviewed.cards()[0]
    card.setFocus()
    qtbot.keyClick(card, KEY.Key_F2)
    desk.wait(editor.text.hasFocus)
    assert editor.text.toPlainText() == "中文標題"
    qtbot.keyClicks(editor.text, "Shorter: ")
    qtbot.keyClick(editor.text, KEY.Key_Return, CTRL)
    desk.wait(lambda: [comment.text for comment in reviewed.stored()] == ["Shorter: 中文標題"])
    qtbot.keyClick(source, KEY.Key_M, CTRL | ALT)
    qtbot.keyClick(editor.text, KEY.Key_Escape)
    assert editor.isHidden()


def test_words_selected_in_the_formatted_text_are_found_in_the_source(reviewed: Panel, qtbot: QtBot) -> None:
    qtbot.mouseClick(reviewed.text.bar.formatted, LEFT)
    markdown = reviewed.text.preview.markdown
    markdown.moveCursor(QTextCursor.MoveOperation.Start)
    assert markdown.find("In week 3 the plant")
    qtbot.keyClick(reviewed.works, KEY.Key_M, CTRL | ALT)
    draft = reviewed.text.comments.editor.draft
    assert draft is not None
    assert draft.quote == "In week 3 the plant"


def test_a_comment_is_deleted_and_brought_back(reviewed: Panel, qtbot: QtBot) -> None:
    reviewed.comment("week 1", "First")
    reviewed.comment("week 2", "Second")
    reviewed.wait_for_cards(2)
    card = reviewed.cards()[0]
    card.setFocus()
    qtbot.keyClick(card, KEY.Key_Delete)
    reviewed.desk.wait(lambda: [comment.text for comment in reviewed.stored()] == ["Second"])
    qtbot.mouseClick(reviewed.text.comments.undo, LEFT)
    reviewed.desk.wait(lambda: [comment.text for comment in reviewed.stored()] == ["First", "Second"])
    assert reviewed.stored()[0].quote == "week 1"

    ids = {comment.id for comment in reviewed.stored()}
    reviewed.desk.wait(lambda: {card.remark.id for card in reviewed.cards()} == ids)
    QApplication.processEvents()
    qtbot.mouseClick(reviewed.works.revision.clear, LEFT)
    reviewed.desk.wait(lambda: reviewed.stored() == [])
    reviewed.desk.wait(lambda: not reviewed.works.revision.isVisible())
    qtbot.mouseClick(reviewed.text.comments.undo, LEFT)
    reviewed.desk.wait(lambda: len(reviewed.stored()) == 2)
    reviewed.wait_for_cards(2)


def test_a_comment_under_way_stays_with_its_work(reviewed: Panel, qtbot: QtBot) -> None:
    reviewed.select("week 1")
    qtbot.mouseClick(reviewed.source.comment, LEFT)
    qtbot.keyClicks(reviewed.text.comments.editor.text, "Half a thought")
    assert not reviewed.works.revision.isVisible()
    other = reviewed.desk.task_with_plan(OWN)
    reviewed.text.comments.show_version(None, None)
    reviewed.panel.show_step(other, 1)
    assert not reviewed.text.comments.editor.isVisible()
    reviewed.panel.show_step(reviewed.task, 1)
    reviewed.text.comments.show_version(reviewed.view.work(), reviewed.view.shown())
    assert reviewed.text.comments.editor.text.toPlainText() == "Half a thought"


# revisions


def test_comments_and_a_note_go_to_the_conversation_and_are_answered(reviewed: Panel, qtbot: QtBot) -> None:
    desk, revision = reviewed.desk, reviewed.works.revision
    reviewed.comment("week 1", "Which year?")
    reviewed.comment("Sources", "Leave this out")
    assert "Approving does not send your comments" in reviewed.works.decision.note.text()
    assert "2 comments go to assistant" in revision.about.text()
    assert "run 1 goes on" in revision.about.text()
    assert "step 1 runs again as run 2, from version 1" in revision.about.text()

    qtbot.keyClick(reviewed.works, KEY.Key_Backspace, CTRL | SHIFT)
    assert revision.note.hasFocus(), "what goes back goes with the comments"
    qtbot.keyClicks(revision.note, "only 3 points")
    assert "2 comments and your note go" in revision.about.text()
    qtbot.keyClick(revision.note, KEY.Key_Return, CTRL)
    reviewed.wait_for_version(2)
    desk.wait(lambda: [remark.answered_in for remark in reviewed.text.comments.remarks()] == [2, 2])
    assert not revision.isVisible()

    conversation = desk.bridge.queries.conversations(desk.bridge.queries.step_n(reviewed.task, 1).id)[0]
    said = [message.text for message in desk.bridge.queries.messages(conversation.id) if message.source == "user"]
    assert "only 3 points" in said[-1]
    assert "> week 1\nWhich year?" in said[-1]
    assert "> Sources\nLeave this out" in said[-1]

    reviewed.wait_for_cards(2)
    desk.wait(lambda: {card.state.text() for card in reviewed.cards()} <= {"Addressed", "Still open"})
    states = [(card.remark.line is None, card.state.text()) for card in reviewed.cards()]
    assert all(gone == (state == "Addressed") for gone, state in states)
    qtbot.mouseClick(reviewed.cards()[0].resolve, LEFT)
    reviewed.wait_for_cards(1)
    assert sum(comment.resolved for comment in reviewed.stored()) == 1
    assert reviewed.text.comments.list.fold.text() == "1 resolved"
    qtbot.mouseClick(reviewed.text.comments.list.fold, LEFT)
    reviewed.wait_for_cards(2)

    desk.wait(reviewed.works.decision.approve.isVisible)
    with qtbot.waitSignal(reviewed.panel.answered, timeout=30_000):
        qtbot.keyClick(reviewed.works, KEY.Key_Return, CTRL)
    desk.wait(lambda: desk.task(reviewed.task).status is Status.DONE)


def test_a_work_is_revised_in_a_new_conversation_by_one_key(reviewed: Panel, qtbot: QtBot) -> None:
    desk = reviewed.desk
    reviewed.comment("week 1", "Which year?")
    reviewed.comment("week 2", "How many?")
    reviewed.comment("week 3", "Leave this out")
    qtbot.keyClick(reviewed.works, KEY.Key_R, CTRL | ALT)
    step = desk.bridge.queries.step_n(reviewed.task, 1).id
    desk.wait(lambda: len(desk.bridge.queries.conversations(step)) == 2)
    prompt = desk.bridge.queries.conversations(step)[1].prompt
    for quote, words in (("week 1", "Which year?"), ("week 2", "How many?"), ("week 3", "Leave this out")):
        assert f"> {quote}\n{words}" in prompt
    assert "In week 9 the plant" in prompt, "the work goes along"
    desk.wait(lambda: all(comment.sent for comment in reviewed.stored()))
    desk.wait(lambda: not reviewed.works.revision.isVisible())

    desk.wait(lambda: len(reviewed.works.list.works()) == 2)
    old, new = (work.id for work in reviewed.works.list.works())
    desk.wait(lambda: (shown := reviewed.view.work()) is not None and shown.id == new)
    reviewed.wait_for_cards(3)  # in the version that answers them
    assert {card.state.text() for card in reviewed.cards()} <= {"Addressed", "Still open"}
    reviewed.works.list.setCurrentRow(0)
    desk.wait(lambda: (shown := reviewed.view.work()) is not None and shown.id == old)
    reviewed.wait_for_cards(3)
    assert (shown := reviewed.view.work()) is not None
    assert shown.id == old
    desk.wait(lambda: {card.state.text() for card in reviewed.cards()} == {"Answered in a new work"})


def test_what_cannot_be_sent_here_says_so(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text("One line\n\nand another line\n")
    panel = hand_in(desk, qtbot, tmp_path / "mine.md")
    desk.wait(lambda: desk.task(panel.task).status is Status.DONE)
    panel.comment("another", "Which?")
    revision = panel.works.revision
    assert not revision.here.isEnabled()
    assert "does not wait" in revision.here.toolTip()
    qtbot.mouseClick(revision.anew, LEFT)
    desk.wait(lambda: bool(revision.problem.text()) or panel.stored()[0].sent)


# the person's hand


def test_comments_follow_the_text_that_the_person_edits(reviewed: Panel, qtbot: QtBot) -> None:
    desk, editor = reviewed.desk, reviewed.text.editor
    reviewed.comment("week 1", "Which year?")
    reviewed.comment("week 2 the plant", "Leave this out")
    assert [card.place.full_text() for card in reviewed.cards()] == ["Line 3", "Line 4"]

    qtbot.keyClick(reviewed.works, KEY.Key_E, CTRL)
    desk.wait(editor.source.hasFocus)
    assert not editor.save.isEnabled()
    qtbot.keyClicks(editor.source, "My words")
    qtbot.keyClick(editor.source, KEY.Key_Return)
    qtbot.keyClick(editor.source, KEY.Key_Return, CTRL)
    assert desk.task(reviewed.task).status is Status.WAITING, "Ctrl+Enter does not approve what is being written"
    assert "version 2, by you" in editor.state.text()
    qtbot.keyClick(editor.source, KEY.Key_S, CTRL)
    reviewed.wait_for_version(2)
    desk.wait(lambda: not editor.is_changed() and "changing version 2" in editor.state.text())
    assert editor.isVisible()
    newest = desk.bridge.queries.works(reviewed.task, 1)[0].newest
    assert newest.author_kind == "user"
    desk.wait(lambda: [remark.line for remark in reviewed.text.comments.remarks()] == [4, 5])

    start = editor.source.written().index("week 2 the plant")
    editor.source.select(start, start + len("week 2 the plant"))
    qtbot.keyClick(editor.source, KEY.Key_Delete)
    qtbot.mouseClick(editor.save, LEFT)
    reviewed.wait_for_version(3)
    desk.wait(lambda: [remark.line for remark in reviewed.text.comments.remarks()] == [4, None])
    qtbot.mouseClick(reviewed.text.bar.edit, LEFT)
    reviewed.wait_for_cards(2)
    assert [card.place.full_text() for card in reviewed.cards()] == ["Line 4", "Passage is gone"]
    qtbot.mouseClick(reviewed.cards()[1], LEFT)
    assert "not in this version" in reviewed.text.hint.text()

    qtbot.keyClick(reviewed.works, KEY.Key_Left, ALT)
    desk.wait(lambda: [remark.line for remark in reviewed.text.comments.remarks()] == [4, 5])


def test_unsaved_text_survives_and_can_be_discarded(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text("One line\n")
    panel = hand_in(desk, qtbot, tmp_path / "mine.md")
    editor = panel.text.editor
    qtbot.mouseClick(panel.text.bar.edit, LEFT)
    qtbot.keyClicks(editor.source, "Two lines, ")
    qtbot.mouseClick(panel.text.bar.edit, LEFT)
    assert panel.source.toPlainText() == "One line\n"
    assert "unsaved text is kept" in panel.text.hint.text()
    qtbot.mouseClick(panel.text.bar.edit, LEFT)
    assert editor.source.written() == "Two lines, One line\n"

    panel.panel.show_step(desk.task_with_plan(OWN), 1)
    panel.panel.show_step(panel.task, 1)
    desk.wait(lambda: panel.text.is_editing() and editor.source.written() == "Two lines, One line\n")
    panel.panel.close()

    again = Panel(desk, qtbot, panel.task)
    desk.wait(again.text.is_editing)
    assert again.text.editor.source.written() == "Two lines, One line\n"
    qtbot.mouseClick(again.text.editor.discard, LEFT)
    assert again.text.editor.source.written() == "One line\n"
    again.panel.close()
    third = Panel(desk, qtbot, panel.task)
    assert not third.text.is_editing()


def test_an_edited_work_is_handed_in_as_the_result(reviewed: Panel, qtbot: QtBot) -> None:
    desk, editor = reviewed.desk, reviewed.text.editor
    qtbot.mouseClick(reviewed.text.bar.edit, LEFT)
    qtbot.keyClicks(editor.source, "Mine. ")
    qtbot.mouseClick(editor.hand_in, LEFT)
    desk.wait(lambda: desk.task(reviewed.task).status is Status.DONE)
    (work,) = desk.bridge.queries.works(reviewed.task, 1)
    assert work.newest.author_kind == "user"
    assert desk.call("read_work", work=work.id)["text"].startswith("Mine. ")
    desk.wait(lambda: not reviewed.text.is_editing() and reviewed.source.toPlainText().startswith("Mine. "))


def test_line_ends_hard_spaces_and_rare_characters_are_kept(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_bytes("First 🎈 line\r\n\r\n10\u00a0km 𠀀 wide\r\n".encode())
    panel = hand_in(desk, qtbot, tmp_path / "mine.md")
    panel.source.moveCursor(QTextCursor.MoveOperation.End)
    assert panel.source.find("wide", QTextDocument.FindFlag.FindBackward)
    qtbot.keyClick(panel.works, KEY.Key_M, CTRL | ALT)
    qtbot.keyClicks(panel.text.comments.editor.text, "How wide?")
    qtbot.mouseClick(panel.text.comments.editor.keep, LEFT)
    desk.wait(lambda: [comment.quote for comment in panel.stored()] == ["wide"])

    qtbot.mouseClick(panel.text.bar.edit, LEFT)
    qtbot.keyClicks(panel.text.editor.source, "X")
    qtbot.keyClick(panel.text.editor.source, KEY.Key_S, CTRL)
    panel.wait_for_version(2)
    work = desk.bridge.queries.works(panel.task, 1)[0]
    text = desk.call("read_work", work=work.id, version=work.newest.id)["text"]
    assert text == "XFirst 🎈 line\r\n\r\n10\u00a0km 𠀀 wide\r\n"


@pytest.mark.parametrize("text", ["plain\ntext\n", "a\r\nb\r\n\r\nc", "🎈x🎈\r\n𠀀", "\r\n\r\n", "alone\rhere"])
def test_places_are_those_of_a_document(text: str) -> None:
    document, places = QTextDocument(), Places(text)
    document.setPlainText(text)
    raw = document.toRawText()
    for character, letter in enumerate(text):
        unit = places.unit(character)
        if text[character - 1 : character + 1] == "\r\n" and character:
            continue
        expected = "\u2029" if letter in "\r\n" else letter
        assert raw.encode("utf-16-le")[2 * unit :].decode("utf-16-le").startswith(expected)
        assert places.character(unit) == character
    assert places.character(places.unit(len(text))) == len(text)
    assert written_text(document) == text.replace("\r\n", "\n").replace("\r", "\n")


def test_every_control_has_a_name(reviewed: Panel, qtbot: QtBot) -> None:
    reviewed.comment("week 1", "Which year?")
    reviewed.works.revision.write_note()
    nameless = []
    for _ in range(2):
        for widget in reviewed.panel.findChildren(QWidget):
            if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                face = QAccessible.queryAccessibleInterface(widget)
                if face is not None and not face.text(QAccessible.Text.Name):
                    nameless.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
        qtbot.mouseClick(reviewed.text.bar.edit, LEFT)
    assert nameless == []
