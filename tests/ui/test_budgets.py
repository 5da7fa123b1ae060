"""Cost and budgets of a task."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled
from tests.ui.test_approvals import cost
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.budget_dialog import BudgetDialog
from workspace_app.ui.cost_words import amount_words
from workspace_app.ui.theme import Theme

LEFT, WAIT = Qt.MouseButton.LeftButton, 15_000


def words(dialog: BudgetDialog) -> list[str]:
    return [one.text() for one in dialog.findChildren(QLabel) if one.isVisible()]


def test_budgets_are_set_seen_and_removed(qtbot: QtBot, live_bridge: Bridge, theme: Theme) -> None:
    live_bridge.call("sample_project")
    qtbot.waitUntil(lambda: bool(live_bridge.queries.tasks()), timeout=WAIT)
    task = live_bridge.queries.tasks()[0]
    dialog = BudgetDialog(live_bridge, theme, {"task": task.id, "project": task.project})
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.keyClicks(dialog.amount, "lots")
    qtbot.mouseClick(dialog.set, LEFT)
    assert "as a number" in dialog.problem.text()
    dialog.amount.clear()
    qtbot.keyClicks(dialog.amount, "2.50")
    qtbot.mouseClick(dialog.set, LEFT)
    qtbot.waitUntil(lambda: any("of $2.50 used" in text for text in words(dialog)), timeout=WAIT)
    dialog.level.setCurrentIndex(dialog.level.findData("project"))
    dialog.measure.setCurrentIndex(dialog.measure.findData("seconds"))
    qtbot.keyClicks(dialog.amount, "90")
    qtbot.mouseClick(dialog.set, LEFT)
    qtbot.waitUntil(lambda: any(text.startswith("The whole project") for text in words(dialog)), timeout=WAIT)
    assert any("of 1 h 30 min used" in text for text in words(dialog))
    remove = next(made for made in dialog.rows[0].findChildren(QPushButton) if made.text() == "Remove")
    qtbot.mouseClick(remove, LEFT)
    qtbot.waitUntil(lambda: len(dialog.rows) == 1, timeout=WAIT)


def test_an_unknown_cost_is_said_as_unknown(qtbot: QtBot, bridge: RecordedBridge, theme: Theme, filled: Filled) -> None:
    share: dict[str, Any] = {"source": "writer", "slot": "a", "model": "small", **cost(None, unknown=4)}
    bridge.client.answers["cost"] = {"total": cost(0.25, unknown=4), "shares": [share]}
    bridge.client.answers["budgets"] = []
    dialog = BudgetDialog(bridge, theme, {"task": filled.tasks["review"]})
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: "cost unknown" in words(dialog))
    assert dialog.total.text() == "at least $0.25  ·  15K tokens  ·  4 calls"


def test_amounts_are_said_in_their_measure() -> None:
    assert amount_words("money", 0.0042) == "$0.0042"
    assert amount_words("tokens", 27_500) == "27K tokens"
    assert amount_words("calls", 1) == "1 call"
