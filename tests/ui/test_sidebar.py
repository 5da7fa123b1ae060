"""Finding and opening tasks at the left."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from sqlalchemy import Connection

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled, change
from workspace_app.domain.events import Event
from workspace_app.domain.status import Status
from workspace_app.store import changes
from workspace_app.ui.background import Background
from workspace_app.ui.sidebar import Sidebar
from workspace_app.ui.sidebar_model import DEPTH, ID, KIND, PROGRESS, STATUS
from workspace_app.ui.task_book import TaskBook
from workspace_app.ui.theme import Theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def sidebar(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> Iterator[Sidebar]:
    background = Background()
    book = TaskBook(bridge, background, bridge)
    sidebar = Sidebar(book, theme)
    qtbot.addWidget(sidebar)
    with qtbot.waitSignal(book.reloaded):
        book.reload()
    sidebar.resize(260, 800)
    sidebar.show()
    qtbot.waitExposed(sidebar)
    yield sidebar
    background.close()


def tops(sidebar: Sidebar) -> list[QModelIndex]:
    model = sidebar.tree.model()
    return [model.index(row, 0) for row in range(model.rowCount())]


def children(sidebar: Sidebar, top: QModelIndex) -> list[QModelIndex]:
    model = sidebar.tree.model()
    return [model.index(row, 0, top) for row in range(model.rowCount(top))]


def find(sidebar: Sidebar, title: str) -> QModelIndex:
    return next(index for top in reversed(tops(sidebar)) for index in children(sidebar, top) if index.data() == title)


def click(qtbot: QtBot, sidebar: Sidebar, index: QModelIndex) -> None:
    sidebar.tree.scrollTo(index)
    qtbot.mouseClick(sidebar.tree.viewport(), LEFT, pos=sidebar.tree.visualRect(index).center())


def test_what_waits_is_on_top(sidebar: Sidebar) -> None:
    assert [top.data() for top in tops(sidebar)] == ["Waiting for you", "Market research 市場研究", "Website"]
    waiting = children(sidebar, tops(sidebar)[0])
    assert {index.data(STATUS) for index in waiting} == {"waiting"}
    assert len(waiting) == 3


def test_a_task_shows_its_status_and_how_far_it_is(sidebar: Sidebar) -> None:
    index = find(sidebar, "Translate the imprint")
    assert index.data(STATUS) == "paused"
    assert index.data(PROGRESS) == "2/3"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Translate the imprint, Paused, 2/3"


def test_a_click_opens(qtbot: QtBot, sidebar: Sidebar, filled: Filled) -> None:
    with qtbot.waitSignal(sidebar.task_opened) as blocker:
        click(qtbot, sidebar, find(sidebar, "Check every link"))
    assert blocker.args == [filled.tasks["queued"]]
    with qtbot.waitSignal(sidebar.project_opened) as blocker:
        click(qtbot, sidebar, tops(sidebar)[1])
    assert blocker.args == [filled.projects["Market"]]


def test_searching_leaves_what_fits_and_enter_opens_it(qtbot: QtBot, sidebar: Sidebar, filled: Filled) -> None:
    qtbot.keyClicks(sidebar.search, "imprint")
    assert [index.data() for top in tops(sidebar) for index in children(sidebar, top)] == ["Translate the imprint"]
    with qtbot.waitSignal(sidebar.task_opened) as blocker:
        qtbot.keyClick(sidebar.search, Qt.Key.Key_Return)
    assert blocker.args == [filled.tasks["paused"]]
    qtbot.keyClick(sidebar.search, Qt.Key.Key_Escape)
    assert len(tops(sidebar)) == 3


def test_renaming_in_place(qtbot: QtBot, sidebar: Sidebar, filled: Filled) -> None:
    click(qtbot, sidebar, find(sidebar, "Check every link"))
    sidebar.rename("task", filled.tasks["queued"])
    editor = sidebar.tree.findChild(QLineEdit)
    editor.setText("Check all links 連結")
    with qtbot.waitSignal(sidebar.rename_requested) as blocker:
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert blocker.args == ["task", filled.tasks["queued"], "Check all links 連結"]
    assert find(sidebar, "Check every link").data(ID) == filled.tasks["queued"]


def test_an_answered_task_leaves_the_top(
    qtbot: QtBot, sidebar: Sidebar, filled: Filled, bridge: RecordedBridge
) -> None:
    for name in ("plan", "review", "ask"):
        task = filled.tasks[name]
        change(filled.home, task, how=lambda c, id_: changes.set_task(c, id_, status=Status.RUNNING))
        bridge.client.tell(Event("task", task, project="", task=task))
    qtbot.waitUntil(lambda: tops(sidebar)[0].data(KIND) == "project")
    assert find(sidebar, "Rewrite the About page").data(STATUS) == "running"


def test_a_new_task_appears_in_its_project(
    qtbot: QtBot, sidebar: Sidebar, filled: Filled, bridge: RecordedBridge
) -> None:
    website = filled.projects["Website"]
    task = change(
        filled.home, how=lambda c: changes.add_task(c, project=website, title="Fresh", text="x", folder="fresh")
    )
    bridge.client.tell(Event("task", task, project=website, task=task))
    qtbot.waitUntil(lambda: any(index.data() == "Fresh" for index in children(sidebar, tops(sidebar)[2])))
    assert sidebar.tree.isExpanded(tops(sidebar)[2])


def test_the_shown_task_is_marked_in_its_project(sidebar: Sidebar, filled: Filled) -> None:
    sidebar.select_task(filled.tasks["review"])
    assert sidebar.tree.currentIndex().parent().data() == "Market research 市場研究"
    sidebar.select_task("")
    assert not sidebar.tree.currentIndex().isValid()


def test_the_inbox_button_counts(sidebar: Sidebar) -> None:
    sidebar.set_waiting(2)
    assert sidebar._buttons["inbox"].text() == "Inbox  (2)"
    sidebar.set_waiting(0)
    assert sidebar._buttons["inbox"].text() == "Inbox"


def test_branches_stand_under_the_task_that_they_are_from(
    qtbot: QtBot, sidebar: Sidebar, bridge: RecordedBridge, filled: Filled
) -> None:
    project, old = filled.projects["Website"], filled.tasks["paused"]

    def branch(title: str, origin: str) -> str:
        def add(connection: Connection) -> str:
            source = {"task": origin, "step": 1, "conversation": None, "seq": None}
            return changes.add_task(
                connection, project=project, title=title, text="x", folder=title, model=None, origin=source
            )

        made = str(change(filled.home, how=add))
        bridge.client.tell(Event("task", made, project=project, task=made))
        qtbot.waitUntil(lambda: title in rows())
        return made

    def rows() -> dict[str, int]:
        return {index.data(): index.data(DEPTH) for index in children(sidebar, tops(sidebar)[-1])}

    first = branch("A branch", old)
    branch("A branch of it", first)
    names = list(rows())
    place = names.index("Translate the imprint")
    assert names[place : place + 3] == ["Translate the imprint", "A branch", "A branch of it"]
    assert [rows()[name] for name in names[place : place + 3]] == [0, 1, 2]
    # Without the first branch, the second one stands by itself.
    change(filled.home, how=lambda connection: changes.set_task(connection, first, deleted_at=changes.now()))
    bridge.client.tell(Event("deleted", first, project=project, task=first))
    qtbot.waitUntil(lambda: "A branch" not in rows())
    assert rows()["A branch of it"] == 0
