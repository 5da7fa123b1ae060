"""What stands in place of personal data is marked in a conversation (L94)."""

from typing import Any

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from tests.ui.talk import Talk
from workspace_app.store import changes
from workspace_app.ui.conversation_view import ConversationView
from workspace_app.ui.message_body import MessageBody

SAID = "Ann 🙂 wrote **from [REDACTED_EMAIL]**.\n\nHer [NOTE] came <ip_hash:0a1b2c3d> later."


def rule(type_: str, strategy: str, **more: Any) -> dict[str, Any]:
    return {"type": "PII", "settings": {"type": type_, "strategy": strategy, **more}}


def run_with(talk: Talk, *rules: dict[str, Any]) -> str:
    team = {"assistants": [{"name": "writer", "middleware": list(rules)}]}
    about = {"project": talk.project, "task": talk.task, "step": talk.step, "prompt": "p", "team": team}
    return talk.do(lambda c: changes.add_conversation(c, **about))


def body_of(view: ConversationView, talk: Talk, run: str) -> MessageBody:
    view.show_conversation(talk.row(run))
    body = view.mounted()[-1].findChild(MessageBody)
    assert body is not None
    return body


def marked(body: MessageBody) -> list[tuple[str, str]]:
    """Each marked piece with its tooltip."""
    found = []
    block = body.document().begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            format_ = pieces.fragment().charFormat()
            if format_.toolTip():
                assert format_.background().color().alpha() < 255
                found.append((pieces.fragment().text(), format_.toolTip()))
            pieces += 1
        block = block.next()
    return found


def test_l94_only_what_the_rules_put_there_is_marked_with_words(view: ConversationView, talk: Talk) -> None:
    run = run_with(talk, rule("email", "redact", apply_to_output=True), rule("ip", "hash", apply_to_output=True))
    talk.say(SAID, to=run)
    body = body_of(view, talk, run)
    assert marked(body) == [
        ("[REDACTED_EMAIL]", "This stands in place of personal data (email): PII middleware."),
        ("<ip_hash:0a1b2c3d>", "This stands in place of personal data (ip): PII middleware."),
    ]
    body.setPalette(QPalette(QApplication.palette().color(QPalette.ColorRole.Window)))
    assert len(marked(body)) == 2


@pytest.mark.parametrize("rules", [[], [rule("email", "redact")], [rule("email", "hash", apply_to_output=True)]])
def test_l94_words_that_no_rule_puts_there_are_words(
    view: ConversationView, talk: Talk, rules: list[dict[str, Any]]
) -> None:
    run = run_with(talk, *rules)
    talk.say(SAID, to=run)
    assert marked(body_of(view, talk, run)) == []


def test_l94_what_a_person_said_is_marked_where_only_redacted_is_kept(view: ConversationView, talk: Talk) -> None:
    talk.do(lambda c: changes.set_project(c, talk.project, store_redacted=True))
    run = run_with(talk, rule("email", "block"))
    talk.say("Write to ann@example.org, please.", source="user", to=run)
    body = body_of(view, talk, run)
    assert [text for text, _ in marked(body)] == ["[BLOCKED_EMAIL at 9-24]"]
