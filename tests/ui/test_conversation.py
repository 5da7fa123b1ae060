"""The conversation: a window of real widgets over a store of any length, looked at as a person does."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QTextEdit
from pytestqt.qtbot import QtBot

from tests.ui.talk import Talk
from workspace_app.domain.status import Status
from workspace_app.store import changes
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.conversation_view import MOUNTED, ConversationView
from workspace_app.ui.find_bar import FindBar
from workspace_app.ui.fold_line import FoldLine
from workspace_app.ui.live_message import LiveMessage
from workspace_app.ui.message_body import MessageBody
from workspace_app.ui.message_widget import MessageWidget
from workspace_app.ui.prompt_parts import PartFold
from workspace_app.ui.request_dialog import RequestDialog
from workspace_app.ui.theme import Theme
from workspace_app.ui.work_card import WorkCard


def in_view(view: ConversationView) -> list[MessageWidget]:
    """The messages of which something can be seen."""
    top = view.verticalScrollBar().value()
    bottom = top + view.viewport().height()
    return [row for row in view.mounted() if row.y() < bottom and row.y() + row.height() > top]


def seqs(view: ConversationView) -> list[int]:
    return [row.first_seq for row in in_view(view)]


def on_screen(view: ConversationView, row: MessageWidget) -> int:
    return row.mapTo(view, QPoint(0, 0)).y()


def wheel(view: ConversationView, notches: int) -> None:
    """Turn the wheel over the middle of the view; positive is up."""
    place = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        place,
        view.viewport().mapToGlobal(place),
        QPoint(),
        QPoint(0, notches * 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_a_long_conversation_opens_at_its_end_with_few_widgets(talk: Talk, view: ConversationView) -> None:
    talk.say_many(5000)
    view.show_conversation(talk.row())
    assert seqs(view)[-1] == 5000
    assert len(view.mounted()) <= MOUNTED
    assert view.at_end()
    assert "Message number 5000." in view.mounted()[-1].findChild(MessageBody).toPlainText()


def test_scrolling_up_reads_earlier_messages_and_nothing_jumps(
    qtbot: QtBot, talk: Talk, view: ConversationView
) -> None:
    talk.say_many(400)
    view.show_conversation(talk.row())
    seen = set(seqs(view))
    for _ in range(400):
        wheel(view, 3)
        before = in_view(view)[0]
        place = on_screen(view, before)
        qtbot.wait_signal(view._edges.timeout, timeout=50, raising=False).wait()
        assert on_screen(view, before) == place
        assert len(view.mounted()) <= MOUNTED
        seen |= set(seqs(view))
        if 1 in seen:
            break
    assert seen == set(range(1, 401))


def test_a_mounted_page_never_separates_a_call_from_its_result(talk: Talk, view: ConversationView) -> None:
    for number in range(60):
        talk.call_tools(
            [{"id": f"c{number}", "name": "read_file", "arguments": "{}"}],
            [{"id": f"c{number}", "name": "read_file", "text": "x", "is_error": False}],
        )
    view.show_conversation(talk.row())
    view.go_to(61)
    lines = [line for row in view.mounted() for line in row.findChildren(FoldLine)]
    assert lines
    assert all("→ 1 B" in line.ending() and line.text() == "read_file()" for line in lines)


def test_new_messages_are_followed_at_the_end(talk: Talk, view: ConversationView) -> None:
    talk.say_many(50)
    view.show_conversation(talk.row())
    view.take_events([talk.say("The newest.")])
    assert seqs(view)[-1] == 51
    assert view.at_end()
    assert view.to_latest.isHidden()


def test_a_reader_above_is_left_alone_and_told_how_many_are_new(
    qtbot: QtBot, talk: Talk, view: ConversationView
) -> None:
    talk.say_many(50)
    view.show_conversation(talk.row())
    view.go_to(40)
    first = in_view(view)[0]
    place = on_screen(view, first)
    view.take_events([talk.say("One."), talk.say("Two.")])
    assert on_screen(view, first) == place
    assert view.to_latest.isVisible()
    assert "2" in view.to_latest.text()
    qtbot.mouseClick(view.to_latest, Qt.MouseButton.LeftButton)
    assert seqs(view)[-1] == 52
    assert view.to_latest.isHidden()


def test_a_flood_of_messages_keeps_the_number_of_widgets(talk: Talk, view: ConversationView) -> None:
    view.show_conversation(talk.row())
    for _ in range(10):
        talk.say_many(30)
        view.take_events([talk.say("and one")])
        assert len(view.mounted()) <= MOUNTED
        assert view.at_end()
    assert seqs(view)[-1] == 310


def test_text_under_way_grows_and_the_stored_message_replaces_it(talk: Talk, view: ConversationView) -> None:
    talk.say_many(30)
    view.show_conversation(talk.row())
    for piece in ("First **part**.\n\n", "Second ", "part."):
        view.take_events([talk.delta(piece)])
    live = view.findChild(LiveMessage)
    assert live.text() == "First **part**.\n\nSecond part."
    words = [body.toPlainText() for body in live.findChildren(MessageBody)]
    assert words == ["First part.", "Second part."]
    assert view.at_end()
    view.take_events([talk.delta("Again.", restart=True)])
    assert live.text() == "Again."
    view.take_events([talk.say("The message as it was stored.")])
    assert seqs(view)[-1] == 31
    assert view._live == {}


def test_text_under_way_is_there_when_its_conversation_is_opened_later(talk: Talk, view: ConversationView) -> None:
    other = talk.conversation()
    talk.say("Here.")
    talk.say("There.", to=other)
    view.show_conversation(talk.row())
    view.take_events([talk.delta("Meanwhile…", to=other)])
    assert view.findChild(LiveMessage) is None
    view.show_conversation(talk.row(other))
    assert view.findChild(LiveMessage).text() == "Meanwhile…"
    assert [row.message.text for row in view.mounted()] == ["There."]


def test_text_under_way_goes_when_the_run_has_ended(talk: Talk, view: ConversationView) -> None:
    view.show_conversation(talk.row())
    view.take_events([talk.delta("Half a sent")])
    talk.do(lambda c: changes.set_conversation(c, talk.first, status=Status.INTERRUPTED))
    view.update_conversation(talk.row())
    assert view._live == {}


def test_messages_whose_events_were_lost_are_read_with_the_next_state(talk: Talk, view: ConversationView) -> None:
    talk.say_many(3)
    view.show_conversation(talk.row())
    talk.say_many(4)
    view.update_conversation(talk.row())
    assert seqs(view)[-1] == 7


def test_each_conversation_keeps_its_place(talk: Talk, view: ConversationView) -> None:
    other = talk.conversation()
    talk.say_many(200)
    talk.say_many(200, to=other)
    view.show_conversation(talk.row())
    view.go_to(90)
    left = seqs(view)
    view.show_conversation(talk.row(other))
    assert seqs(view)[-1] == 200
    view.show_conversation(talk.row())
    assert seqs(view) == left


def test_resizing_keeps_the_place(qtbot: QtBot, talk: Talk, view: ConversationView) -> None:
    talk.say_many(200)
    view.show_conversation(talk.row())
    view.go_to(100)
    first = seqs(view)[0]
    view.resize(420, 500)
    assert seqs(view)[0] == first
    view.go_to_end()
    view.resize(800, 600)
    assert view.at_end()


def test_a_tool_call_is_one_line_that_unfolds(qtbot: QtBot, talk: Talk, view: ConversationView) -> None:
    talk.call_tools(
        [
            {"id": "a", "name": "read_file", "arguments": '{"path": "notes.md"}'},
            {"id": "b", "name": "fetch_page", "arguments": '{"url": "http://x"}'},
        ],
        [
            {"id": "a", "name": "read_file", "text": "n" * 1200, "is_error": False},
            {"id": "b", "name": "fetch_page", "text": "HTTP 503\nlater", "is_error": True},
        ],
    )
    view.show_conversation(talk.row())
    assert len(view.mounted()) == 1
    good, bad = view.mounted()[0].findChildren(FoldLine)
    assert (good.text(), good.ending()) == ("read_file(path=notes.md)", "→ 1.2 kB")
    assert bad.ending() == "→ failed: HTTP 503"
    height = view.mounted()[0].height()
    qtbot.mouseClick(good, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.mounted()[0].height() > height)
    words = [label.text() for label in view.mounted()[0].findChildren(QLabel) if label.isVisible()]
    assert '{\n  "path": "notes.md"\n}' in words
    assert "n" * 1200 in words


def test_a_call_that_has_no_result_yet_says_that_it_runs(talk: Talk, view: ConversationView) -> None:
    talk.call_tools([{"id": "a", "name": "run", "arguments": {}}], [])
    view.show_conversation(talk.row())
    line = view.findChild(FoldLine)
    assert "running" in line.ending()
    event = talk.say(
        "", kind="tool_result", data={"results": [{"id": "a", "name": "run", "text": "", "is_error": False}]}
    )
    view.take_events([event])
    assert line.ending() == "→ 0 B"
    assert len(view.mounted()) == 1


def test_a_result_stands_with_its_call_also_if_the_app_said_something_in_between(
    talk: Talk, view: ConversationView
) -> None:
    talk.call_tools([{"id": "a", "name": "run", "arguments": {}}], [])
    talk.say("The plan should change.", source="workspace", kind="notice")
    view.show_conversation(talk.row())
    result = {"id": "a", "name": "run", "text": "", "is_error": False}
    view.take_events([talk.say("", kind="tool_result", data={"results": [result]})])
    assert view.findChild(FoldLine).ending() == "→ 0 B"
    assert len(view.mounted()) == 2
    view.take_events([talk.say("Done.")])
    assert [row.message.kind for row in view.mounted()] == ["tool_call", "notice", "text"]


def test_what_is_not_complete_says_so_in_words(talk: Talk, view: ConversationView) -> None:
    talk.say("Half", data={"partial": True})
    talk.say("Long", data={"cut": True})
    talk.say("The model answered 401.", source="workspace", kind="error")
    view.show_conversation(talk.row())
    words = [label.text() for label in view.findChildren(QLabel)]
    assert any("not complete" in word for word in words)
    assert any("length limit" in word for word in words)
    assert "Error: The model answered 401." in words


def test_a_long_prompt_is_folded_and_can_be_shown(qtbot: QtBot, talk: Talk, view: ConversationView) -> None:
    talk.say("# Task\n\n" + "A long line of the prompt. " * 200 + "THE END", source="task", kind="task")
    view.show_conversation(talk.row())
    row = view.mounted()[0]
    body = row.findChild(MessageBody)
    assert "THE END" not in body.toPlainText()
    qtbot.mouseClick(row._all, Qt.MouseButton.LeftButton)
    assert "THE END" in body.toPlainText()
    qtbot.waitUntil(lambda: row.height() > 300)


def test_what_goes_along_with_a_prompt_is_folded_under_what_was_written(
    qtbot: QtBot, talk: Talk, view: ConversationView
) -> None:
    sent = "# Step task\nWrite it.\n\n# Context: t/context/notes.md\n# Sky\nBlue.\n\n# How to hand in\nBy the tool."
    written = "# Step task\nWrite it.\n\n@[notes.md](file:p/t/context/notes.md)\n\n# How to hand in\nBy the tool."
    talk.say(sent, source="task", kind="task", data={"written": written})
    talk.say("See “Facts” (f.md).\n\n# Input: f.md (version 12)\nAlpha", source="user", kind="answer",
             data={"written": "See @[Facts](work:w@1)."})  # fmt: skip
    view.show_conversation(talk.row())
    prompt, answer = view.mounted()
    assert prompt.findChild(MessageBody).toPlainText() == "Write it."
    assert answer.findChild(MessageBody).toPlainText() == "See “Facts”."
    folds = prompt.findChildren(PartFold)
    assert [fold.line.text() for fold in folds] == ["Context · t/context/notes.md", "How to hand in"]
    qtbot.mouseClick(folds[0].line, Qt.MouseButton.LeftButton)
    assert any(label.text() == "# Sky\nBlue." for label in folds[0].findChildren(QLabel))
    assert [fold.line.text() for fold in answer.findChildren(PartFold)] == ["Input · f.md (version 12)"]
    assert prompt.message.text == sent


def test_a_delivered_work_is_a_card_that_opens(qtbot: QtBot, talk: Talk, view: ConversationView) -> None:
    work = {"id": "w1", "path": "t/step_1/works/work_x.md", "title": "報告 Report", "version": 2}
    talk.say("The whole text of the work", data={"works": [work]})
    view.show_conversation(talk.row())
    row = view.mounted()[0]
    assert row.findChild(MessageBody) is None
    card = row.findChild(WorkCard)
    with qtbot.waitSignal(view.work_opened) as opened:
        qtbot.mouseClick(card.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert opened.args == ["w1"]


def test_a_message_can_be_copied_by_keyboard_alone(qtbot: QtBot, talk: Talk, view: ConversationView) -> None:
    talk.say_many(3)
    view.show_conversation(talk.row())
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    row = view.mounted()[-1]
    assert row.hasFocus()
    assert row.accessibleName().startswith("Message from critic, ")
    assert row._actions is not None
    row._actions.copy.setFocus()
    qtbot.keyClick(row._actions.copy, Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().text() == row.message.text


def test_nothing_that_a_model_wrote_is_interpreted_or_loaded(talk: Talk, view: ConversationView) -> None:
    talk.say("<b>raw</b> ![x](file:///etc/passwd) <img src='http://127.0.0.1:9/x.png'>")
    view.show_conversation(talk.row())
    assert "<b>raw</b>" in view.mounted()[0].findChild(MessageBody).toPlainText()


def test_find_asks_the_store_and_goes_to_messages_that_are_not_mounted(
    qtbot: QtBot, talk: Talk, view: ConversationView, talk_bridge: Bridge, theme: Theme
) -> None:
    talk.say_many(300)
    talk.say("A needle in a haystack")
    talk.say_many(300)
    talk.say("Another Needle")
    talk.say_many(100)
    view.show_conversation(talk.row())
    bar = FindBar(talk_bridge, theme, view)
    qtbot.addWidget(bar)
    bar.start()
    qtbot.keyClicks(bar.field, "needle")
    qtbot.waitUntil(lambda: bar.count.text() == "2 of 2")
    assert 602 in seqs(view)
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 2")
    assert 301 in seqs(view)
    marks = next(row for row in view.mounted() if row.first_seq == 301).findChild(MessageBody).extraSelections()
    assert [mark.cursor.selectedText() for mark in marks] == ["needle"]
    bar.field.setText("nothing like it")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bar.count.text() == "Nothing found")


def test_the_recorded_request_is_shown_exactly_and_copied(
    qtbot: QtBot, talk: Talk, talk_bridge: Bridge, theme: Theme
) -> None:
    messages = [
        {"type": "SystemMessage", "content": "Be <exact>."},
        {"type": "UserMessage", "content": "  two  spaces\n\nand 繁體", "source": "user"},
    ]
    talk.do(
        lambda c: changes.start_request(
            c,
            id="r1",
            conversation=talk.first,
            source="writer",
            slot="writer",
            model="m-1",
            messages=messages,
            tools=[{"name": "read_file"}],
            options={"temperature": 0},
        )
    )
    dialog = RequestDialog(theme, talk_bridge.queries.request("r1"))
    qtbot.addWidget(dialog)
    text = dialog.findChild(QTextEdit).toPlainText()
    assert text == "system\nBe <exact>.\nuser\n  two  spaces\n\nand 繁體"
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert '"temperature": 0' in QGuiApplication.clipboard().text()


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_the_context_menu_offers_what_the_header_does(qtbot: QtBot, talk: Talk, view: ConversationView) -> None:
    event = talk.say("Take me", request="r1")
    view.show_conversation(talk.row())
    row = view.mounted()[0]
    QApplication.sendEvent(row, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5)))
    menu = row.findChild(QMenu)
    words = [action.text() for action in menu.actions()]
    assert words == [
        "Copy this message",
        "Make this message a work; the message stays, and the work with it",
        "Show exactly what was sent to the model",
        "Continue from here…",
        "Branch a new task from here…",
    ]
    with qtbot.waitSignal(view.made_work) as made:
        menu.actions()[1].trigger()
    assert made.args == [event.id]
    with qtbot.waitSignal(view.request_opened) as opened:
        menu.actions()[2].trigger()
    assert opened.args == ["r1"]
    menu.close()
