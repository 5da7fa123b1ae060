"""Budgets, tool servers, dry runs and an engine that dies, as the person meets them in the whole window."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.engine.mcp.test_servers import SMALL
from tests.ui.asked import MODEL, Asked, asked, calls, done
from tests.ui.planning import Desk, engine
from workspace_app.domain.status import Status
from workspace_app.ui.approval_card import ApprovalCard
from workspace_app.ui.budget_card import BudgetCard
from workspace_app.ui.theme import Theme
from workspace_app.ui.trouble_bar import TroubleBar

PRICE = {"provider": "openai", "model": "gpt-4o"}


@pytest.fixture
def scene(qtbot: QtBot, desk: Desk) -> Iterator[Asked]:
    with asked(qtbot, desk) as made:
        yield made


def limits(scene: Asked) -> list[tuple[str, float]]:
    """The budgets of the task, as the engine keeps them."""
    return [(one["measure"], one["amount"]) for one in scene.desk.call("budgets", level="task", owner=scene.task)]


def words(card: BudgetCard) -> list[str]:
    return [one.text() for one in card.findChildren(QLabel) if one.isVisible()]


def test_a_budget_is_raised_by_a_click_then_by_a_number_and_at_last_ends_the_step(qtbot: QtBot, scene: Asked) -> None:
    scene.begin("list_files")
    scene.desk.call("set_budget", level="task", owner=scene.task, measure="calls", amount=1)
    scene.run(*[calls(("list_files", {}))] * 9)
    card = scene.card(BudgetCard)
    assert card.used.text() == "This task: 1 call of 1 call used"
    assert {"writer", "cost unknown"} <= set(words(card))
    assert len(scene.model.requests) == 1
    scene.window.answer_task(scene.task)
    assert scene.focus() is card.amount
    scene.press(card, "Raise it to 2 calls")
    second = scene.card(BudgetCard, after=card)
    assert (limits(scene), len(scene.model.requests)) == ([("calls", 2)], 2)
    qtbot.keyClicks(second.amount, "more")
    qtbot.keyClick(second.amount, Qt.Key.Key_Return)
    scene.desk.wait(lambda: second.problem.text() == "Give the new limit as a number, such as 20 or 2.50.")
    assert limits(scene) == [("calls", 2)]
    second.amount.clear()
    qtbot.keyClicks(second.amount, "3")
    qtbot.keyClick(second.amount, Qt.Key.Key_Return)
    third = scene.card(BudgetCard, after=second)
    assert (limits(scene), len(scene.model.requests)) == ([("calls", 3)], 3)
    scene.desk.wait(lambda: "The budget was raised to 3 calls." in scene.log())
    scene.press(third, "End the step")
    scene.desk.wait(lambda: scene.queries.task(scene.task).status is Status.ERROR)
    bar = scene.window.findChild(TroubleBar)
    assert bar is not None
    scene.desk.wait(lambda: bar.isVisible() and "You ended it here" in bar.cause.text())
    assert len(scene.model.requests) == 3


def test_an_unknown_price_is_asked_about_and_a_known_one_is_told_for_each_assistant(qtbot: QtBot, scene: Asked) -> None:
    scene.begin("list_files")
    scene.desk.call("set_budget", level="task", owner=scene.task, measure="money", amount=0.5)
    scene.run(*[calls(("list_files", {}))] * 2, done())
    card = scene.card(BudgetCard)
    assert "what the model “scripted” costs is not known" in card.question.text
    assert (card.used.text(), scene.model.requests) == ("This task: $0.00 of $0.50 used", [])
    assert not card.amount.isVisible()
    scene.press(card, "Go on without knowing")
    scene.settled()
    scene.desk.wait(lambda: "go on without knowing" in scene.log())
    scene.desk.call("set_price", **PRICE, input=10_000, output=10_000)
    scene.begin("list_files")
    scene.desk.call("set_budget", level="task", owner=scene.task, measure="money", amount=0.5)
    scene.run(calls(("list_files", {})), done())
    card = scene.card(BudgetCard)
    (share,) = card.question.data["shares"]
    assert share["money"] == pytest.approx(0.01 * (share["input_tokens"] + share["output_tokens"]))
    assert f"This task: ${share['money']:.2f} of $0.50 used" in words(card)
    assert f"${share['money']:.2f}" in words(card)
    scene.press(card, f"Raise it to ${share['money'] + 0.25:.2f}")
    scene.settled()
    scene.desk.call("remove_price", **PRICE)


def test_a_tool_servers_call_is_asked_about_and_a_dry_run_is_marked(qtbot: QtBot, scene: Asked) -> None:
    """L121: what a model made up in the tool's place says so on its line; the tool itself has not run."""
    scene.desk.call("add_mcp_servers", config={"mcpServers": {"small": {"command": sys.executable, "args": [SMALL]}}})
    scene.begin("mcp:small/add")
    scene.run(calls(("small__add", {"a": 2, "b": 3})), done())
    card = scene.card(ApprovalCard)
    assert card.calls[0].accessibleName() == "small__add"
    scene.press(card, "Allow it")
    scene.settled()
    assert scene.told()[0] == "5"
    played = {"type": "ToolEmulator", "settings": {"model": MODEL}}
    scene.begin("write_file", middleware=[played])
    scene.run(calls(scene.write("a.txt", "1")), "It is written.", done())
    scene.press(scene.card(ApprovalCard), "Allow it")
    scene.settled()
    assert scene.files() == {}
    scene.desk.wait(lambda: "made up: the tool was not run" in scene.ending("a.txt"))
    scene.desk.call("remove_mcp_server", name="small")


@pytest.fixture
def own(qtbot: QtBot, home: Path, theme: Theme, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """A window on an engine that no other test needs."""
    monkeypatch.setenv("SCRIPTED_KEY", "not-a-secret")
    with engine(home):
        desk = Desk(qtbot, home, theme)
        with asked(qtbot, desk) as made:
            yield made
        desk.bridge.close()


def test_a_question_and_a_permission_outlive_the_engines_sudden_end(qtbot: QtBot, own: Asked) -> None:
    """L45, L46: what the person chose stays in the card; nothing is asked of the model, or run, a second time."""
    own.begin("write_file")
    own.run(calls(own.write("a.txt", "1")), calls(own.write("a.txt", "2")), done())
    card = own.card(ApprovalCard)
    scope = card.calls[0].remember.scope
    scope.setFocus()
    qtbot.keyClick(scope, Qt.Key.Key_End)
    kill(own.desk)
    assert own.card(ApprovalCard) is card
    assert scope.currentText() == "Allow it always, in every task"
    own.press(card, "Allow it")
    own.settled()
    assert own.files() == {"a.txt": "2"}
    assert len(own.model.requests) == 3
    kill(own.desk)
    own.model.script(None, [calls(own.write("a.txt", "3")), done()])
    own.desk.call("rerun", task=own.task, step=1)
    own.desk.wait(lambda: own.files() == {"a.txt": "3"})
    own.settled()
    assert len(own.model.requests) == 5


def kill(desk: Desk) -> None:
    """End the engine as a power cut does; the window starts another."""
    os.kill(int(json.loads((desk.home / "engine.json").read_text())["pid"]), signal.SIGKILL)
    desk.wait(lambda: not desk.bridge.connected)
    desk.wait(lambda: desk.bridge.connected)
