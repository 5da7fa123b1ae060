"""What middleware did is seen in the step's log (L121, L125)."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled
from tests.ui.talk import Talk
from workspace_app.ui.conversation_view import ConversationView
from workspace_app.ui.event_fold import EventFold
from workspace_app.ui.fold_line import FoldLine
from workspace_app.ui.message_kinds import ErrorMessage
from workspace_app.ui.system_parts import SystemParts
from workspace_app.ui.theme import Theme

EVENTS = [
    ("ModelRetry", "retried", "The model “writer” is being asked too often. Asking again (2 of 3) in 1 s."),
    ("ModelFallback", "fell_back", "The model “writer” failed. Asking “spare” instead."),
    ("ToolCallLimit", "blocked", "2 calls were refused by the tool call limit."),
    ("PII[email]", "redacted", "3 values of kind email were redacted in what was sent."),
    ("Summarization", "folded", "18 messages are sent to the model as this summary:\n\nAll is done."),
    ("ToolEmulator", "emulated", "“send_mail” was not run: a model made up its result."),
]


def test_every_event_of_a_middleware_is_a_line_that_unfolds(qtbot: QtBot, talk: Talk, view: ConversationView) -> None:
    """L125: blocked, retried, summarised, redacted, fell back, emulated."""
    for name, event, text in EVENTS:
        data = {"middleware": name, "event": event, "attempt": 2, "state": {"secret": 1}}
        talk.say(text, source="workspace", kind="notice", data=data)
    view.show_conversation(talk.queries.conversation(talk.first))
    folds = view.findChildren(EventFold)
    assert [fold.what for fold in folds] == [event for _, event, _ in EVENTS]
    for fold, (_, _, text) in zip(folds, EVENTS, strict=True):
        assert " ".join(text.split()) in fold.line.ending()
    assert folds[0].line.text() == "Retries of the model"
    assert folds[3].line.text() == "Personal data (email)"
    for fold, told in ((folds[0], False), (folds[2], True)):  # what the sentence says is not said again as data
        qtbot.mouseClick(fold.line, Qt.MouseButton.LeftButton)
        words = " ".join(one.text() for one in fold.findChildren(QLabel))
        assert ('"attempt": 2' in words) is told
        assert "secret" not in words


def test_a_long_text_that_a_middleware_gave_the_assistant_is_folded(
    qtbot: QtBot, talk: Talk, view: ConversationView
) -> None:
    text = "Related messages from earlier conversations. " + "The bridge opens on Tuesday. " * 40
    talk.say(text, source="workspace", kind="notice", data={"artificial": True, "sent": True, "to": "writer"})
    view.show_conversation(talk.queries.conversation(talk.first))
    (fold,) = view.findChildren(EventFold)
    assert text not in " ".join(one.text() for one in fold.findChildren(QLabel))
    qtbot.mouseClick(fold.line, Qt.MouseButton.LeftButton)
    assert text in " ".join(one.text() for one in fold.findChildren(QLabel))


def test_what_only_the_engine_remembers_is_no_line_wherever_a_page_begins(talk: Talk, view: ConversationView) -> None:
    for n in range(30):
        talk.say(f"{n} calls were refused.", kind="notice", data={"middleware": "ToolCallLimit", "event": "blocked"})
        talk.say("", source="user", kind="notice", data={"middleware": "Permissions", "event": "answered"})
    view.show_conversation(talk.queries.conversation(talk.first))
    view.go_to(1)
    rows = view.mounted()
    assert all("calls were refused" in fold.line.ending() for fold in view.findChildren(EventFold))
    assert [row.last_seq - row.first_seq for row in rows] == [1] * len(rows), "each stands for the two of them"
    view.go_to(60)
    assert view.mounted()[-1].last_seq == 60


def test_a_failure_told_as_an_answer_looks_like_one(talk: Talk, view: ConversationView) -> None:
    talk.say("All models failed.", data={"failed": True, "artificial": True})
    view.show_conversation(talk.queries.conversation(talk.first))
    assert view.findChild(ErrorMessage) is not None


def test_l1_an_answer_that_was_given_again_is_marked(talk: Talk, view: ConversationView) -> None:
    """By a sentence under it, and by a line of the log."""
    text = "This request was made before, so its answer was given again: the model “writer” was not asked."
    talk.say(text, source="workspace", kind="notice", data={"middleware": "ResultCache", "event": "cached"})
    talk.say("Again.", data={"state": {"ResultCache": {"hit": "abc"}}})
    talk.say("New.", data={"state": {"ResultCache": {"hit": None}}})
    view.show_conversation(talk.queries.conversation(talk.first))
    marks = [one.text() for one in view.findChildren(QLabel) if "kept answers" in one.text()]
    assert marks == ["Given again from the kept answers: no model was asked."]
    assert [fold.line.text() for fold in view.findChildren(EventFold)] == ["Answers given again"]


def test_what_a_middleware_said_is_not_taken_for_the_model(talk: Talk, view: ConversationView) -> None:
    talk.say("The limit is reached.", data={"artificial": True})
    view.show_conversation(talk.queries.conversation(talk.first))
    assert "not by a model" in " ".join(one.text() for one in view.findChildren(QLabel))


def test_a_result_that_a_model_made_up_is_marked(talk: Talk, view: ConversationView) -> None:
    """L121."""
    call = {"id": "c", "name": "send_mail", "arguments": "{}"}
    talk.say("", kind="tool_call", data={"calls": [call]})
    result = {"id": "c", "name": "send_mail", "text": "Sent.", "is_error": False}
    details = {"c": {"emulated": True}}
    talk.say("", kind="tool_result", data={"results": [result], "details": details})
    view.show_conversation(talk.queries.conversation(talk.first))
    assert [line.ending() for line in view.findChildren(FoldLine)] == ["→ 5 B, made up: the tool was not run"]


def test_the_parts_of_a_system_prompt_are_told_with_their_source(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    """R27, R28."""
    bridge.client.answers["system_prompts"] = [
        {"assistant": "writer", "source": "", "text": "Write short sentences."},
        {"assistant": "writer", "source": "TodoList", "text": "You have a to-do list."},
    ]
    parts = SystemParts(bridge, theme)
    qtbot.addWidget(parts)
    parts.show()
    parts.show_step(bridge.queries.steps(filled.tasks["review"])[2])
    qtbot.waitUntil(lambda: len(parts.folds) == 2)
    assert parts.folds[0].line.text() == "System prompt of writer, from the plan"
    assert parts.folds[1].line.text() == "System prompt of writer, added by To-do list"
    qtbot.mouseClick(parts.folds[1].line, Qt.MouseButton.LeftButton)
    assert "You have a to-do list." in [one.text() for one in parts.folds[1].findChildren(QLabel)]
