"""The picture of which task came from which (R72): one, five and forty tasks, by mouse and by keys."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workspace_app.domain.lineage import parents_of
from workspace_app.domain.records import Origin, Task
from workspace_app.domain.status import Status
from workspace_app.ui.branch_tree import BranchTree
from workspace_app.ui.theme import Theme

FIRST = datetime(2026, 1, 1, tzinfo=UTC)


def task(n: int, parent: str | None, step: int | None = 2, seq: int | None = 5) -> Task:
    origin = Origin(parent, step, "c" if seq else None, seq) if parent else None
    at = FIRST + timedelta(minutes=n)
    return Task(
        id=f"t{n}",
        project="p",
        title=f"Task {n} about bees and what they cost",
        text="x",
        folder=f"t{n}",
        status=list(Status)[n % len(Status)],
        plan=None,
        approved=False,
        step=1,
        steps=3,
        step_title="Write",
        waits_for="",
        model=None,
        approve="none",
        origin=origin,
        created_at=at,
        updated_at=at,
    )  # fmt: skip


def shown(qtbot: QtBot, theme: Theme, tasks: list[Task], current: str = "") -> BranchTree:
    tree = BranchTree(theme)
    qtbot.addWidget(tree)
    tree.resize(900, 600)
    tree.show_tasks(tasks, parents_of(tasks), current)
    tree.show()
    tree.activateWindow()
    qtbot.waitUntil(tree.isActiveWindow)
    return tree


FIVE = [task(0, None), task(1, "t0"), task(2, "t0", 0, None), task(3, "t1", None, None), task(4, "gone")]


def test_each_node_says_what_it_is_and_from_where_it_came(qtbot: QtBot, theme: Theme) -> None:
    tree = shown(qtbot, theme, FIVE)
    names = [node.accessibleName() for node in tree.nodes.values()]
    assert f"{FIVE[1].title}, {theme.status_word(FIVE[1].status)}, from step 2, message 5" in names
    assert f"{FIVE[2].title}, {theme.status_word(FIVE[2].status)}, from its planning" in names
    assert f"{FIVE[3].title}, {theme.status_word(FIVE[3].status)}, run again" in names
    assert "A task that was deleted" in names
    assert not tree.nodes["gone"].isEnabled()


@pytest.mark.parametrize("count", [1, 5, 40])
def test_no_two_nodes_lie_on_each_other_and_all_can_be_scrolled_to(qtbot: QtBot, theme: Theme, count: int) -> None:
    tasks = [task(n, f"t{(n - 1) // 3}" if n else None) for n in range(count)]
    tree = shown(qtbot, theme, tasks)
    boxes = [node.geometry() for node in tree.nodes.values()]
    assert len(boxes) == count
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[:n])
    last = tasks[-1].id
    tree.focus_task(last)
    assert not tree.nodes[last].visibleRegion().isEmpty()


def test_arrows_lead_along_the_lines_and_enter_opens(qtbot: QtBot, theme: Theme) -> None:
    tree = shown(qtbot, theme, FIVE, "t0")
    tree.focus_task("t0")
    ways = ((Qt.Key.Key_Right, "t1"), (Qt.Key.Key_Right, "t3"), (Qt.Key.Key_Left, "t1"), (Qt.Key.Key_Down, "t2"))
    at = "t0"
    for key, expected in ways:
        qtbot.waitUntil(tree.nodes[at].hasFocus)
        qtbot.keyClick(tree.nodes[at], key)
        at = expected
        assert tree.nodes[expected].hasFocus()
    with qtbot.waitSignal(tree.opened) as opened:
        qtbot.keyClick(tree.nodes["t2"], Qt.Key.Key_Return)
    assert opened.args == ["t2"]
    with qtbot.waitSignal(tree.opened) as clicked:
        qtbot.mouseClick(tree.nodes["t3"], Qt.MouseButton.LeftButton)
    assert clicked.args == ["t3"]


def test_the_keyboard_stays_on_its_task_when_others_change(qtbot: QtBot, theme: Theme) -> None:
    tree = shown(qtbot, theme, FIVE)
    tree.focus_task("t2")
    tree.show_tasks([*FIVE, task(5, "t2")], parents_of([*FIVE, task(5, "t2")]))
    assert tree.nodes["t2"].hasFocus()
