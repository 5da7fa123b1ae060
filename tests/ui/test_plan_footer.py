"""The buttons under a plan stay where they are, whatever is said above them."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from workspace_app.ui.plan_footer import PlanFooter
from workspace_app.ui.theme import Theme

STATES = (
    {"problem": "", "note": ""},
    {"problem": "Step 1 has no task.", "note": ""},
    {"problem": "", "note": "Sending your answer…"},
    {
        "problem": "",
        "note": "The planner is not waiting for an answer now. You can approve as soon as its draft is here.",
    },
)


def test_approve_never_moves_under_the_mouse(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.addStretch(1)
    footer = PlanFooter(bridge, theme, page)
    column.addWidget(footer)
    page.resize(560, 600)
    page.show()
    places = set()
    for state in (*STATES, *reversed(STATES)):
        footer.show_state(can_approve=True, can_request=True, **state)
        for _ in range(4):
            # Also in the moments before the page is laid out again, in which it is painted.
            QApplication.processEvents()
            places.add(footer.approve.mapTo(page, QPoint()).y())
    assert len(places) == 1
