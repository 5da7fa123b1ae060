"""The rail of steps, and the small windows of a step."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from workspace_app.domain.records import Step
from workspace_app.domain.status import Status
from workspace_app.ui.step_rail import NARROW, WIDE, StepRail
from workspace_app.ui.theme import Theme


def step(n: int, title: str, status: Status, kind: str = "review") -> Step:
    spec = {"id": f"s{n}", "title": title, "step_task": "Do it", "kind": kind} if n else {}
    return Step(f"step-{n}", "task", n, f"s{n}", title, kind, status, spec, "", datetime.now(UTC), None)


STEPS = [
    step(0, "Plan", Status.DONE, "planning"),
    step(1, "Collect", Status.RUNNING, "agent"),
    step(2, "一個非常長的步驟名稱" * 6, Status.QUEUED),
]


@pytest.fixture
def rail(qtbot: QtBot, theme: Theme) -> StepRail:
    made = StepRail(theme)
    qtbot.addWidget(made)
    made.show_steps(STEPS, {0: 1, 1: 2})
    made.resize(WIDE, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_each_row_says_number_title_who_and_status(rail: StepRail) -> None:
    told = [rail.model_of_rows.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert told[0] == "Step 0: Plan\nplanner, you, Done"
    assert told[1] == "Step 1: Collect\nassistant, Running"
    assert told[2].startswith("Step 2: 一個非常長")
    assert told[2].endswith("assistant, you, Queued")


def test_click_and_arrow_keys_choose_a_step(qtbot: QtBot, rail: StepRail) -> None:
    place = rail.visualRect(rail.model_of_rows.index(1)).center()
    with qtbot.waitSignal(rail.step_chosen) as chosen:
        qtbot.mouseClick(rail.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == [1]
    with qtbot.waitSignal(rail.step_chosen) as chosen:
        qtbot.keyClick(rail, Qt.Key.Key_Down)
    assert chosen.args == [2]


def test_choosing_from_outside_tells_nobody(qtbot: QtBot, rail: StepRail) -> None:
    with qtbot.assertNotEmitted(rail.step_chosen):
        rail.choose(2)
    assert rail.current_step() == 2


def test_only_a_row_that_changed_is_painted_again(rail: StepRail) -> None:
    rail.choose(1)
    changed: list[int] = []

    def note(first: QModelIndex, _last: QModelIndex) -> None:
        changed.append(first.row())

    rail.model_of_rows.dataChanged.connect(note)
    rail.show_steps([STEPS[0], step(1, "Collect", Status.DONE, "agent"), STEPS[2]], {0: 1, 1: 2})
    assert changed == [1]
    assert rail.current_step() == 1


def test_it_folds_to_a_strip_and_paints_in_both_themes(rail: StepRail, theme: Theme) -> None:
    for mode in ("light", "dark"):
        theme.set_mode(mode)
        for narrow, width in ((True, NARROW), (False, WIDE)):
            rail.set_narrow(narrow)
            assert rail.width() == width
            picture = rail.grab().toImage()
            colors = {picture.pixelColor(x, y).name() for x in range(0, width, 2) for y in range(0, 60)}
            assert len(colors) > 5
