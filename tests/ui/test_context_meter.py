"""The meter is measured against the model's own length, and says when that is unknown."""

from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from workspace_app.ui.context_meter import ContextMeter
from workspace_app.ui.theme import Theme


def test_it_is_measured_against_the_model_that_was_asked(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> None:
    bridge.client.answers["context_length"] = {"tokens": 20_000}
    meter = ContextMeter(bridge, theme)
    qtbot.addWidget(meter)
    meter.show_tokens(15_000, "writer")
    qtbot.waitUntil(lambda: meter.accessibleName() == "15K of 20K tokens of context")
    assert bridge.client.calls[-1] == ("context_length", {"model": "writer"})
    filled = meter.grab().toImage().pixelColor(20, 4)
    assert filled == theme.color("warning")


def test_what_nobody_knows_is_called_unknown(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> None:
    bridge.client.answers["context_length"] = {"tokens": None}
    meter = ContextMeter(bridge, theme)
    qtbot.addWidget(meter)
    meter.show_tokens(15_000, None)
    qtbot.waitUntil(lambda: "context_length" in bridge.client.verbs())
    assert meter.accessibleName() == "15K tokens of context; how many the model can take is unknown"
    meter.show_tokens(16_000, None)
    assert bridge.client.verbs().count("context_length") == 1
