"""The prices of models in the settings, on a real engine."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.prices_page import PriceRow, PricesPage
from workspace_app.ui.theme import Theme

LEFT, WAIT = Qt.MouseButton.LeftButton, 15_000
WHERE = {"provider": "openai", "base_url": "http://127.0.0.1:9/v1", "key_env": "SCRIPTED_KEY"}


def shown(qtbot: QtBot, bridge: Bridge, theme: Theme) -> PricesPage:
    page = PricesPage(bridge, theme)
    qtbot.addWidget(page)
    page.resize(760, 400)
    page.show()
    page.reload()
    return page


def row_of(page: PricesPage, model: str) -> PriceRow:
    return next(row for row in page.rows if row.key[1] == model)


def test_an_unknown_price_is_set_changed_and_taken_back(qtbot: QtBot, live_bridge: Bridge, theme: Theme) -> None:
    page = shown(qtbot, live_bridge, theme)
    live_bridge.call("add_model", name="mine", model="of-my-own", **WHERE)
    qtbot.waitUntil(lambda: any(row.key[1] == "of-my-own" for row in page.rows), timeout=WAIT)
    row = row_of(page, "of-my-own")
    assert row.source.text() == "openai  ·  price unknown"
    assert (row.input.text(), row.input.placeholderText()) == ("", "unknown")
    assert not row.back.isVisible()
    qtbot.keyClicks(row.input, "0.15")
    qtbot.mouseClick(row.set, LEFT)
    assert "both prices as numbers" in row.problem.text()
    qtbot.keyClicks(row.output, "0.60")
    with qtbot.waitSignal(page.undo_offered, timeout=WAIT) as undo:
        qtbot.keyClick(row.output, Qt.Key.Key_Return)
    assert undo.args[1:] == ["remove_price", {"provider": "openai", "model": "of-my-own"}]
    qtbot.waitUntil(lambda: row.source.text() == "openai  ·  your own price", timeout=WAIT)
    assert (row.input.text(), row.output.text()) == ("0.15", "0.6")
    row.output.clear()
    qtbot.keyClicks(row.output, "2")
    with qtbot.waitSignal(page.undo_offered, timeout=WAIT) as undo:
        qtbot.mouseClick(row.set, LEFT)
    assert undo.args[1:] == ["set_price", {"provider": "openai", "model": "of-my-own", "input": 0.15, "output": 0.6}]
    live_bridge.call(undo.args[1], **undo.args[2])
    qtbot.waitUntil(lambda: row.output.text() == "0.6", timeout=WAIT)
    qtbot.mouseClick(row.back, LEFT)
    qtbot.waitUntil(lambda: row.source.text() == "openai  ·  price unknown", timeout=WAIT)
    assert (row.input.text(), row.output.text()) == ("", "")


@pytest.mark.parametrize(("source", "words"), [("list", "from the kept list"), ("free", "free")])
def test_where_a_price_is_from_is_said_and_a_reload_leaves_what_is_typed(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, source: str, words: str
) -> None:
    one = {"slot": "a", "provider": "openai", "model": "small", "input": 0.15, "output": 0.6, "source": source}
    bridge.client.answers["prices"] = [one, {**one, "slot": "b"}]
    page = shown(qtbot, bridge, theme)
    qtbot.waitUntil(lambda: bool(page.rows))
    (row,) = page.rows
    assert row.source.text() == f"openai  ·  {words}"
    qtbot.keyClicks(row.input, "9")
    bridge.client.answers["prices"] = [{**one, "input": 1.0}]
    page.reload()
    qtbot.waitUntil(lambda: row.price["input"] == 1.0)
    assert row.input.text() == ("1" if source == "free" else "0.159")
    if source == "free":
        assert row.input.isReadOnly()
