"""All tasks on one page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled, change, fill_many
from workspace_app.domain.events import Event
from workspace_app.domain.records import Task
from workspace_app.domain.status import Status
from workspace_app.store import changes
from workspace_app.ui.background import Background
from workspace_app.ui.dashboard import Dashboard
from workspace_app.ui.dashboard_delegate import DashboardDelegate
from workspace_app.ui.dashboard_model import ROW, STALE, DashboardModel
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def background() -> Iterator[Background]:
    background = Background()
    yield background
    background.close()


def make_dashboard(qtbot: QtBot, bridge: RecordedBridge, theme: Theme, background: Background) -> Dashboard:
    book = TaskBook(bridge, background, bridge)
    with qtbot.waitSignal(book.reloaded):
        book.reload()
    page = Dashboard(book, theme)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    qtbot.waitExposed(page)
    return page


@pytest.fixture
def page(qtbot: QtBot, bridge: RecordedBridge, theme: Theme, background: Background) -> Dashboard:
    return make_dashboard(qtbot, bridge, theme, background)


def titles(page: Dashboard) -> list[str]:
    model = page.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def index_of(page: Dashboard, title: str) -> QModelIndex:
    return page.view.model().index(titles(page).index(title), 0)


def spoken(page: Dashboard, title: str) -> str:
    return str(index_of(page, title).data(Qt.ItemDataRole.AccessibleTextRole))


def click(qtbot: QtBot, page: Dashboard, title: str) -> None:
    page.view.scrollTo(index_of(page, title))
    rect = page.view.visualRect(index_of(page, title))
    qtbot.mouseClick(page.view.viewport(), LEFT, pos=rect.center())


def test_what_waits_comes_first_then_tasks_by_project(page: Dashboard) -> None:
    shown = titles(page)
    assert shown[0] == "Waiting for you"
    assert set(shown[1:4]) == {
        "Compare five suppliers of recycled paper",
        "Market note for the spring catalogue 春季型錄的市場摘要",
        "Rewrite the About page",
    }
    assert shown[4] == "Market research 市場研究"
    assert "Summarise the interviews" in shown[5:9]
    assert shown[9] == "Website"


def test_a_row_says_where_the_task_is_and_what_it_waits_for(page: Dashboard) -> None:
    words = spoken(page, "Market note for the spring catalogue 春季型錄的市場摘要")
    assert "Waiting for you" in words
    assert "Step 2 of 3: Write the draft" in words
    assert "Review the works of step 2" in words
    assert "just now" in words


def test_every_status_is_counted(page: Dashboard) -> None:
    assert page.chip(None).text() == "All  10"
    assert page.chip(Status.WAITING).text() == "Waiting for you  3"
    for status in set(Status) - {Status.WAITING}:
        assert page.chip(status).text().endswith("  1")


def test_a_filter_shows_one_status(qtbot: QtBot, page: Dashboard) -> None:
    qtbot.mouseClick(page.chip(Status.ERROR), LEFT)
    assert titles(page) == ["Market research 市場研究", "Fetch the trade statistics"]
    qtbot.mouseClick(page.chip(Status.WAITING), LEFT)
    assert len(titles(page)) == 4
    qtbot.mouseClick(page.chip(None), LEFT)
    assert len(titles(page)) == 13


def test_an_empty_filter_says_so_and_leads_back(
    qtbot: QtBot, page: Dashboard, filled: Filled, bridge: RecordedBridge
) -> None:
    change(filled.home, filled.tasks["error"], how=lambda c, task: changes.set_task(c, task, status=Status.RUNNING))
    bridge.client.tell(
        Event("task", filled.tasks["error"], project=filled.projects["Market"], task=filled.tasks["error"])
    )
    qtbot.waitUntil(lambda: page.chip(Status.ERROR).text() == "Error  0")
    qtbot.mouseClick(page.chip(Status.ERROR), LEFT)
    assert page._nothing.isVisible()
    qtbot.mouseClick(page._show_all, LEFT)
    assert page.view.isVisible()
    assert len(titles(page)) == 13


def test_a_click_opens_the_task_and_the_button_leads_to_what_waits(
    qtbot: QtBot, page: Dashboard, filled: Filled
) -> None:
    with qtbot.waitSignal(page.task_opened) as blocker:
        click(qtbot, page, "Summarise the interviews")
    assert blocker.args == [filled.tasks["running"]]
    delegate = page.view.itemDelegate()
    assert isinstance(delegate, DashboardDelegate)
    page.view.scrollToTop()
    rect = delegate.button_rect(page.view.visualRect(index_of(page, "Rewrite the About page")))
    with qtbot.waitSignal(page.answer_requested) as blocker, qtbot.assertNotEmitted(page.task_opened):
        qtbot.mouseClick(page.view.viewport(), LEFT, pos=rect.center())
    assert blocker.args == [filled.tasks["ask"]]


def test_the_keyboard_moves_opens_and_answers(qtbot: QtBot, page: Dashboard) -> None:
    page.view.setFocus()
    qtbot.keyClick(page.view, Qt.Key.Key_J)
    qtbot.keyClick(page.view, Qt.Key.Key_J)
    qtbot.keyClick(page.view, Qt.Key.Key_K)
    chosen = page.view.currentIndex().data(ROW)
    assert isinstance(chosen, Task)
    with qtbot.waitSignal(page.answer_requested) as blocker:
        qtbot.keyClick(page.view, Qt.Key.Key_A)
    assert blocker.args == [chosen.id]
    with qtbot.waitSignal(page.task_opened):
        qtbot.keyClick(page.view, Qt.Key.Key_Return)


def test_it_is_live(qtbot: QtBot, page: Dashboard, filled: Filled, bridge: RecordedBridge) -> None:
    task = filled.tasks["running"]
    change(
        filled.home,
        task,
        how=lambda c, id_: changes.set_task(
            c, id_, status=Status.WAITING, step=2, step_title="Write the draft", waits_for="Review"
        ),
    )
    bridge.client.tell(Event("task", task, project=filled.projects["Market"], task=task, status="waiting"))
    qtbot.waitUntil(lambda: page.chip(Status.WAITING).text() == "Waiting for you  4")
    assert "Summarise the interviews" in titles(page)[1:5]
    assert "Step 2 of 3: Write the draft" in spoken(page, "Summarise the interviews")
    change(filled.home, task, how=lambda c, id_: changes.set_task(c, id_, deleted_at=changes.now()))
    bridge.client.tell(Event("deleted", task, project=filled.projects["Market"], task=task))
    qtbot.waitUntil(lambda: "Summarise the interviews" not in titles(page))


def test_a_thousand_tasks_stay_one_list(
    qtbot: QtBot, bridge: RecordedBridge, theme: Theme, background: Background, home: Path
) -> None:
    fill_many(home, 1000)
    page = make_dashboard(qtbot, bridge, theme, background)
    assert page.chip(None).text() == "All  1010"
    assert len(titles(page)) == 1010 + 4
    page.view.scrollToBottom()
    last = page.view.model().index(page.view.model().rowCount() - 1, 0)
    assert page.view.viewport().rect().intersects(page.view.visualRect(last))


def test_r60_a_task_with_works_that_are_out_of_date_says_so(
    qtbot: QtBot, bridge: RecordedBridge, filled: Filled, theme: Theme, background: Background
) -> None:
    book = TaskBook(bridge, background, bridge)
    model = DashboardModel(book, theme, project=filled.projects["Market"])
    with qtbot.waitSignal(book.reloaded):
        book.reload()
    rows = {model.index(n).data(ROW).id: model.index(n) for n in range(model.rowCount())}
    shown = rows[filled.tasks["review"]]
    assert shown.data(STALE) == ""
    change(filled.home, [filled.works["note"]], how=changes.mark_stale)
    with qtbot.waitSignal(book.tasks_changed):
        bridge.client.tell(Event("work", filled.works["note"], task=filled.tasks["review"]))
    assert shown.data(STALE) == "1 work is out of date"
    assert "1 work is out of date" in shown.data(Qt.ItemDataRole.AccessibleTextRole)
