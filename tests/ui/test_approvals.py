"""Tool calls that the person decides about, and budgets that are reached (L37-L48)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled
from workspace_app.domain.errors import WorkspaceError
from workspace_app.ui.approval_card import ApprovalCard
from workspace_app.ui.budget_card import BudgetCard
from workspace_app.ui.fields import TextArea
from workspace_app.ui.plain_text import PlainText
from workspace_app.ui.question_card import QuestionCard
from workspace_app.ui.question_cards import card_of
from workspace_app.ui.theme import Theme
from workspace_app.ui.visible import visible

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
ALL = ["approve", "edit", "reject", "respond"]
SCOPES = ["once", "conversation", "task", "always", "never"]


def call(id_: str = "c1", name: str = "run_command", **arguments: Any) -> dict[str, Any]:
    given = arguments or {"command": "git log --oneline -3", "seconds": 20}
    about = {"why": "It can write, run programs or reach other services.", "scopes": SCOPES, "pattern": "git log"}
    return {"id": id_, "name": name, "arguments": given, "allowed": ALL, **about}


def show(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled, data: dict[str, Any], **fields: Any
) -> QuestionCard:
    base = bridge.queries.question(filled.questions["ask"])
    question = replace(base, **{"kind": "tool", "answers": ("approve", "reject"), "data": data, **fields})
    card = card_of(bridge, theme, question)
    qtbot.addWidget(card)
    card.resize(720, 700)
    card.show()
    qtbot.waitExposed(card)
    return card


def approval(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled, *calls: dict[str, Any]
) -> ApprovalCard:
    tools = ["read_file", "run_command", "write_file"]
    card = show(qtbot, bridge, theme, filled, {"calls": list(calls), "tools": tools, "type": "Permissions"})
    assert isinstance(card, ApprovalCard)
    return card


def press(qtbot: QtBot, card: QWidget, text: str) -> None:
    found = next(one for one in card.findChildren(QPushButton) if one.text() == text and one.isVisible())
    qtbot.mouseClick(found, LEFT)


def sent(bridge: RecordedBridge) -> dict[str, Any]:
    verb, arguments = bridge.client.calls[-1]
    assert verb == "answer"
    return {"action": arguments["action"], "decisions": arguments["decisions"]}


def test_a_call_is_allowed_by_one_key_and_its_target_is_seen_whole(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    """L40, L48."""
    target = "https://example.org/" + "a" * 900 + "?last=end"
    card = approval(qtbot, bridge, theme, filled, call(name="web_fetch", url=target))
    view = card.findChild(PlainText)
    assert view is not None
    assert view.toPlainText() == target
    needed = round(view.document().size().height()) * view.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: view.viewport().height() >= needed)
    assert "It can write" in " ".join(one.text() for one in card.findChildren(QLabel))
    with qtbot.waitSignal(card.answered):
        qtbot.keyClick(card.send, Qt.Key.Key_Return, CONTROL)
    assert sent(bridge) == {"action": "approve", "decisions": [{"type": "approve"}]}


def test_edited_arguments_are_run_instead(qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled) -> None:
    """L40, L42: by the form, with a value that is no text kept as what it is."""
    card = approval(qtbot, bridge, theme, filled, call())
    press(qtbot, card, "Edit")
    field = card.calls[0].editor.form.field("command")
    assert isinstance(field, TextArea)
    field.selectAll()
    qtbot.keyClicks(field, "git status")
    with qtbot.waitSignal(card.answered):
        press(qtbot, card, "Run it as edited")
    decision = {"type": "edit", "name": "run_command", "arguments": {"command": "git status", "seconds": 20}}
    assert sent(bridge)["decisions"] == [decision]


def test_arguments_are_edited_as_json_and_what_cannot_be_read_is_not_sent(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    card = approval(qtbot, bridge, theme, filled, call())
    press(qtbot, card, "Edit")
    press(qtbot, card, "As JSON")
    source = card.calls[0].editor.source
    source.selectAll()
    qtbot.keyClicks(source, '{"command": ')
    press(qtbot, card, "Run it as edited")
    assert "This is not JSON yet" in card.problem.text()
    assert bridge.client.calls == []
    qtbot.keyClicks(source, '"ls", "deep": {"a": [1]}}')
    with qtbot.waitSignal(card.answered):
        press(qtbot, card, "Run it as edited")
    assert sent(bridge)["decisions"][0]["arguments"] == {"command": "ls", "deep": {"a": [1]}}


def test_a_refusal_takes_a_reason_and_an_answer_instead_needs_words(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    """L40, L42."""
    card = approval(qtbot, bridge, theme, filled, call())
    press(qtbot, card, "Answer instead")
    press(qtbot, card, "Send the answer")
    assert card.problem.text() == "Say what the tool would have answered."
    qtbot.keyClicks(card.calls[0].words, "Nothing new")
    with qtbot.waitSignal(card.answered):
        press(qtbot, card, "Send the answer")
    assert sent(bridge) == {"action": "approve", "decisions": [{"type": "respond", "message": "Nothing new"}]}
    other = approval(qtbot, bridge, theme, filled, call())
    other.calls[0].choose("reject")
    qtbot.keyClicks(other.calls[0].words, "too early")
    with qtbot.waitSignal(other.answered):
        qtbot.keyClick(other.calls[0].words, Qt.Key.Key_Return, CONTROL)
    assert sent(bridge) == {"action": "reject", "decisions": [{"type": "reject", "message": "too early"}]}


def test_a_batch_is_decided_call_by_call_in_order_or_all_at_once(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    """L38, L39, L41."""
    calls = [call("c1"), call("c2", "read_file", path="/etc/passwd"), call("c3")]
    card = approval(qtbot, bridge, theme, filled, *calls)
    assert card.send.text() == "Allow all 3"
    press(qtbot, card.calls[1], "Refuse")
    assert card.send.text() == "Run 2 of 3, and send what you said of the others"
    with qtbot.waitSignal(card.answered):
        card.submit()
    assert [one["type"] for one in sent(bridge)["decisions"]] == ["approve", "reject", "approve"]
    other = approval(qtbot, bridge, theme, filled, *calls)
    with qtbot.waitSignal(other.answered):
        press(qtbot, other, "Refuse all")
    assert [one["type"] for one in sent(bridge)["decisions"]] == ["reject"] * 3
    assert sent(bridge)["action"] == "reject"


def test_allowing_for_longer_says_what_follows_and_is_sent_with_its_pattern(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    card = approval(qtbot, bridge, theme, filled, call())
    remember = card.calls[0].remember
    assert not remember.pattern.isVisible()
    remember.scope.setCurrentIndex(remember.scope.findData("task"))
    assert remember.pattern.text() == "git log"
    qtbot.keyClicks(remember.pattern, " *")
    assert "if the whole call looks like git log *" in remember.effect.text()
    with qtbot.waitSignal(card.answered):
        press(qtbot, card, "Allow it")
    assert sent(bridge)["decisions"] == [{"type": "approve", "scope": "task", "pattern": "git log *"}]


def test_a_permission_for_every_call_of_a_tool_warns(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    card = approval(qtbot, bridge, theme, filled, call())
    remember = card.calls[0].remember
    remember.scope.setCurrentIndex(remember.scope.findData("always"))
    remember.pattern.clear()
    assert "whatever its arguments are" in remember.effect.text()
    assert remember.effect.property("kind") == "error"
    card.calls[0].choose("reject")
    assert [remember.scope.itemData(n) for n in range(remember.scope.count())] == ["once", "never"]


def test_only_the_decisions_that_a_call_takes_are_offered(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    """L40: and without scopes nothing is remembered (a gate of HumanInTheLoop)."""
    gated = {**call(), "allowed": ["approve", "reject"], "scopes": []}
    card = approval(qtbot, bridge, theme, filled, gated)
    assert list(card.calls[0].choices) == ["approve", "reject"]
    assert not card.calls[0].remember.isVisible()


def test_a_wrong_answer_leaves_the_question_open(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    """L43: what was typed is still there."""
    bridge.client.answers["answer"] = WorkspaceError("The edited arguments of “run_command” do not fit.")
    card = approval(qtbot, bridge, theme, filled, call())
    card.calls[0].choose("reject")
    qtbot.keyClicks(card.calls[0].words, "no")
    card.submit()
    qtbot.waitUntil(lambda: "do not fit" in card.problem.text())
    assert card.calls[0].words.toPlainText() == "no"
    assert card.send.isEnabled()


def test_hidden_and_right_to_left_characters_are_made_visible(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    card = approval(qtbot, bridge, theme, filled, call(command="rm notes\u202etxt.exe\u200b\x1b[2K"))
    view = card.findChild(PlainText)
    assert view is not None
    assert view.toPlainText() == "rm notes⟨U+202E⟩txt.exe⟨U+200B⟩⟨U+001B⟩[2K"
    assert "cannot be seen" in " ".join(one.text() for one in card.findChildren(QLabel))


def test_right_to_left_letters_keep_the_order_in_which_they_are_stored() -> None:
    assert visible("cat א/ב") == "\u202dcat א/ב\u202c"
    assert visible("plain 文字 text\n\tmore") == "plain 文字 text\n\tmore"


@given(st.text())
def test_nothing_that_cannot_be_seen_is_left_and_nothing_else_is_changed(text: str) -> None:
    shown = visible(text).replace("\u202d", "").replace("\u202c", "")
    assert all(sign.isprintable() or sign in "\n\t" for sign in shown)
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        assert shown == text


# budgets


def cost(money: float | None, *, unknown: int = 0, calls: int = 4) -> dict[str, Any]:
    tokens = {"input_tokens": 12_000, "output_tokens": 3_000}
    return {"calls": calls, **tokens, "money": money, "unknown_calls": unknown, "seconds": 95.0}


def budget_question(money: float | None, *, unknown: int = 0) -> dict[str, Any]:
    shares = [
        {"source": "writer", "slot": "a", "model": "small", **cost(0.5)},
        {"source": "critic", "slot": "b", "model": "large", **cost(None, unknown=4)},
    ]
    limit = {"owner": "t", "level": "task", "measure": "money", "amount": 2.0}
    raises = {"raise by $1.00": 3.1, "raise by $2.00": 4.1}
    options = {"options": list(raises), "raises": raises, "least": 2.1}
    return {"budget": limit, "spent": cost(money, unknown=unknown), "shares": shares, **options}


LIMIT = {"kind": "limit", "answers": ("choose", "text", "reject")}


def test_a_budget_question_tells_the_cost_of_each_assistant_and_is_raised_by_a_click(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled
) -> None:
    card = show(qtbot, bridge, theme, filled, budget_question(2.1), **LIMIT)
    assert isinstance(card, BudgetCard)
    words = [one.text() for one in card.findChildren(QLabel) if one.isVisible()]
    assert "This task: $2.10 of $2.00 used" in words
    assert {"writer", "critic", "$0.50", "cost unknown"} <= set(words)
    with qtbot.waitSignal(card.answered):
        press(qtbot, card, "Raise it to $3.10")
    arguments = bridge.client.calls[-1][1]
    assert (arguments["action"], arguments["choices"]) == ("choose", ["raise by $1.00"])


def test_another_limit_is_typed(qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled) -> None:
    card = show(qtbot, bridge, theme, filled, budget_question(2.1), **LIMIT)
    assert isinstance(card, BudgetCard)
    press(qtbot, card, "Set this limit")
    assert "Type the new limit" in card.problem.text()
    qtbot.keyClicks(card.amount, "7.50")
    with qtbot.waitSignal(card.answered):
        qtbot.keyClick(card.amount, Qt.Key.Key_Return)
    arguments = bridge.client.calls[-1][1]
    assert (arguments["action"], arguments["text"]) == ("text", "7.50")


@pytest.mark.parametrize(
    ("money", "unknown", "said"), [(None, 4, "cost unknown of $2.00"), (1.5, 1, "at least $1.50 of $2.00")]
)
def test_an_unknown_price_is_never_said_as_nothing(
    qtbot: QtBot,
    bridge: RecordedBridge,
    theme: Theme,
    filled: Filled,
    money: float | None,
    unknown: int,
    said: str,
) -> None:
    data = {**budget_question(money, unknown=unknown), "options": ["go on without knowing"]}
    card = show(qtbot, bridge, theme, filled, data, kind="limit", answers=("choose", "reject"))
    assert isinstance(card, BudgetCard)
    assert said in card.used.text()
    assert not card.amount.isVisible()
    with qtbot.waitSignal(card.answered):
        press(qtbot, card, "End the step")
    assert bridge.client.calls[-1][1]["action"] == "reject"
