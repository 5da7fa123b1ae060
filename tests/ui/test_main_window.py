"""The window as a whole: pages, keys, palette, notices and closing."""

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer, QTranslator
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QMessageBox, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.doubles import RecordedBridge
from tests.ui.filled import Filled, change
from workspace_app import assets
from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.events import Event
from workspace_app.domain.status import Status
from workspace_app.store import changes
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.inbox import Inbox
from workspace_app.ui.main_window import STORE_FILE, MainWindow
from workspace_app.ui.palette import Palette
from workspace_app.ui.preferences import Preferences
from workspace_app.ui.project_dialog import ProjectDialog
from workspace_app.ui.project_page import ProjectPage
from workspace_app.ui.theme import Theme
from workspace_app.ui.toasts import Toast
from workspace_app.ui.welcome import Welcome

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot, bridge: RecordedBridge, theme: Theme) -> Iterator[MainWindow]:
    window = MainWindow(bridge, theme, Preferences(bridge.home))
    bridge.client.answers |= {"models": [], "functions": [], "tools": []}
    qtbot.addWidget(window, before_close_func=close_without_asking)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    with qtbot.waitSignal(window.book.reloaded):
        bridge.opened.emit()
    inbox = window.pages.page("inbox")
    assert isinstance(inbox, Inbox)
    qtbot.waitUntil(lambda: inbox.count() == 3)
    yield window
    window.background.close()


def close_without_asking(window: MainWindow) -> None:
    window._close_now = True


def keys(qtbot: QtBot, window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = CONTROL) -> None:
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifiers)


def palette(window: MainWindow) -> Palette:
    found = [child for child in window.findChildren(Palette) if child.isVisible()]
    assert len(found) == 1
    return found[0]


def entries(shown: Palette) -> list[str]:
    model = shown.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def toasts(window: MainWindow) -> list[Toast]:
    return [toast for toast in window.findChildren(Toast) if toast.isVisible()]


def set_status(window: MainWindow, filled: Filled, name: str, status: Status) -> None:
    task = filled.tasks[name]
    change(filled.home, task, how=lambda c, id_: changes.set_task(c, id_, status=status))
    assert isinstance(window.bridge, RecordedBridge)
    window.bridge.client.tell(Event("task", task, project="", task=task, status=status.value))


def test_it_opens_on_the_dashboard_with_the_inbox_counted(window: MainWindow) -> None:
    assert window.pages.shown == "dashboard"
    assert window.sidebar._buttons["inbox"].text() == "Inbox  (3)"
    assert not window.status_line.isVisible()


def test_keys_lead_to_the_pages(qtbot: QtBot, window: MainWindow) -> None:
    keys(qtbot, window, Qt.Key.Key_I)
    assert window.pages.shown == "inbox"
    keys(qtbot, window, Qt.Key.Key_D)
    assert window.pages.shown == "dashboard"
    keys(qtbot, window, Qt.Key.Key_Comma)
    assert window.pages.shown == "settings"
    keys(qtbot, window, Qt.Key.Key_N)
    assert window.pages.shown == "new_task"


def test_the_sidebar_can_be_put_away_and_that_is_kept(qtbot: QtBot, window: MainWindow) -> None:
    keys(qtbot, window, Qt.Key.Key_B)
    assert not window.sidebar.isVisible()
    assert Preferences(window.bridge.home).flag("sidebar", True) is False
    keys(qtbot, window, Qt.Key.Key_B)
    assert window.sidebar.isVisible()


def test_tasks_are_opened_and_the_previous_one_is_one_key_away(
    qtbot: QtBot, window: MainWindow, filled: Filled
) -> None:
    window.open_task(filled.tasks["review"])
    window.open_task(filled.tasks["running"])
    assert window.shown_task() == filled.tasks["running"]
    keys(qtbot, window, Qt.Key.Key_Tab)
    assert window.shown_task() == filled.tasks["review"]
    keys(qtbot, window, Qt.Key.Key_D)
    assert window.shown_task() == ""


@pytest.mark.parametrize("modifiers", [CONTROL, None], ids=["Ctrl+K", "Ctrl+Shift+P"])
def test_the_palette_finds_actions_and_runs_them(
    qtbot: QtBot, window: MainWindow, modifiers: Qt.KeyboardModifier | None
) -> None:
    if modifiers:
        keys(qtbot, window, Qt.Key.Key_K)
    else:
        keys(qtbot, window, Qt.Key.Key_P, CONTROL | SHIFT)
    shown = palette(window)
    assert "Dark look" in entries(shown)
    qtbot.keyClicks(shown.field, "inb")
    qtbot.keyClick(shown.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.pages.shown == "inbox")


def test_the_palette_goes_to_a_task_by_arrows(qtbot: QtBot, window: MainWindow, filled: Filled) -> None:
    keys(qtbot, window, Qt.Key.Key_P)
    shown = palette(window)
    assert len(entries(shown)) == 10
    qtbot.keyClicks(shown.field, "t")
    qtbot.waitUntil(lambda: len(entries(shown)) < 11 and not shown._timer.isActive())
    wanted = entries(shown)[1]
    qtbot.keyClick(shown.field, Qt.Key.Key_Down)
    qtbot.keyClick(shown.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.pages.shown == "task")
    task = window.book.task(window.shown_task())
    assert task is not None
    assert task.title == wanted


def test_searching_everywhere_opens_what_was_found(qtbot: QtBot, window: MainWindow, filled: Filled) -> None:
    keys(qtbot, window, Qt.Key.Key_F, CONTROL | SHIFT)
    shown = palette(window)
    assert entries(shown) == []
    qtbot.keyClicks(shown.field, "imprint")
    qtbot.waitUntil(lambda: entries(shown) == ["Translate the imprint"])
    qtbot.keyClick(shown.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.shown_task() == filled.tasks["paused"])


def test_the_palette_says_when_nothing_fits(qtbot: QtBot, window: MainWindow) -> None:
    keys(qtbot, window, Qt.Key.Key_K)
    shown = palette(window)
    qtbot.keyClicks(shown.field, "zzzz")
    qtbot.waitUntil(lambda: entries(shown) == [])
    assert shown._nothing.isVisible()
    qtbot.keyClick(shown.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.findChildren(Palette))


def test_a_failed_verb_is_told_until_it_is_read(
    qtbot: QtBot, window: MainWindow, filled: Filled, bridge: RecordedBridge
) -> None:
    bridge.client.answers["rename_task"] = WorkspaceError("The title is taken.")
    window.sidebar.rename_requested.emit("task", filled.tasks["running"], "x")
    qtbot.waitUntil(lambda: window.toasts.texts() == ["The title is taken."])
    toast = toasts(window)[0]
    close = next(button for button in toast.findChildren(QAbstractButton) if button.accessibleName() == "Close")
    qtbot.mouseClick(close, LEFT)
    qtbot.waitUntil(lambda: window.toasts.texts() == [])


def test_waiting_and_finished_are_different_notices_and_lead_to_the_task(
    qtbot: QtBot, window: MainWindow, filled: Filled
) -> None:
    set_status(window, filled, "running", Status.WAITING)
    qtbot.waitUntil(lambda: window.toasts.texts() == ["Waiting for you: Summarise the interviews"])
    set_status(window, filled, "queued", Status.RUNNING)
    set_status(window, filled, "running", Status.DONE)
    qtbot.waitUntil(lambda: window.toasts.texts() == ["Finished: Summarise the interviews"])
    qtbot.mouseClick(toasts(window)[0].button, LEFT)
    qtbot.waitUntil(lambda: window.shown_task() == filled.tasks["running"])
    assert window.toasts.texts() == []


def test_nothing_is_told_about_the_task_that_is_looked_at(qtbot: QtBot, window: MainWindow, filled: Filled) -> None:
    window.open_task(filled.tasks["running"])
    set_status(window, filled, "running", Status.DONE)
    qtbot.waitUntil(lambda: window.book.counts()[Status.DONE] == 2)
    assert window.toasts.texts() == []


def test_deleting_can_be_undone(qtbot: QtBot, window: MainWindow, filled: Filled, bridge: RecordedBridge) -> None:
    menu = window.commands.make_menu("task", filled.tasks["done"])
    next(action for action in menu.actions() if action.text() == "Delete").trigger()
    qtbot.waitUntil(lambda: len(toasts(window)) == 1)
    qtbot.mouseClick(toasts(window)[0].button, LEFT)
    qtbot.waitUntil(lambda: bridge.client.verbs()[-2:] == ["delete_task", "undelete_task"])


@pytest.mark.parametrize(
    ("name", "has", "lacks"),
    [
        ("running", {"Pause", "Stop now"}, {"Resume", "Answer"}),
        ("interrupted", {"Resume"}, {"Pause"}),
        ("review", {"Answer"}, {"Resume", "Pause"}),
    ],
)
def test_a_tasks_menu_offers_what_fits_its_state(
    window: MainWindow, filled: Filled, name: str, has: set[str], lacks: set[str]
) -> None:
    words = {action.text() for action in window.commands.make_menu("task", filled.tasks[name]).actions()}
    assert has <= words
    assert not lacks & words


def test_a_project_has_a_page_with_its_tasks(qtbot: QtBot, window: MainWindow, filled: Filled) -> None:
    window.open_project(filled.projects["Website"])
    page = window.pages.page("project")
    assert isinstance(page, ProjectPage)
    model = page.view.model()
    assert model.index(0, 0).data() == "Rewrite the About page"
    assert model.rowCount() == 4
    with qtbot.waitSignal(page.task_requested) as blocker:
        qtbot.mouseClick(page.new_task, LEFT)
    assert blocker.args == [filled.projects["Website"]]


def test_a_new_project_is_made_in_a_dialog(
    qtbot: QtBot, window: MainWindow, bridge: RecordedBridge, tmp_path: Path
) -> None:
    bridge.client.answers["new_project"] = WorkspaceError("The folder cannot be written.")
    keys(qtbot, window, Qt.Key.Key_N, CONTROL | SHIFT)
    dialog = window.findChild(ProjectDialog)
    assert dialog is not None
    assert not dialog.create_button.isEnabled()
    qtbot.keyClicks(dialog.title, "Garden")
    dialog.folder.setText(str(tmp_path / "garden"))
    qtbot.mouseClick(dialog.create_button, LEFT)
    qtbot.waitUntil(lambda: dialog.problem.text() == "The folder cannot be written.")
    bridge.client.answers["new_project"] = {"id": "p"}
    qtbot.mouseClick(dialog.create_button, LEFT)
    qtbot.waitUntil(lambda: window.pages.shown == "project")
    made = [arguments for verb, arguments in bridge.client.calls if verb == "new_project"]
    assert made[-1] == {"title": "Garden", "folder": str(tmp_path / "garden")}


def test_a_lost_engine_is_said_and_found_again(qtbot: QtBot, window: MainWindow, bridge: RecordedBridge) -> None:
    assert bridge.client.on_lost is not None
    bridge.client.trouble = WorkspaceError("The engine cannot start.")
    bridge.client.on_lost()
    qtbot.waitUntil(window.status_line.isVisible)
    assert window.status_line.words.full_text() == "The engine stopped."
    qtbot.waitUntil(lambda: window.status_line.words.full_text() == "The engine cannot start.")
    bridge.client.trouble = None
    qtbot.mouseClick(window.status_line.restart, LEFT)
    qtbot.waitUntil(lambda: not window.status_line.isVisible())


def _close_with(choice: str, said: list[str]) -> None:
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    said.append(box.text())
    assert box.defaultButton().text() == "Keep working in the background"
    next(button for button in box.buttons() if button.text() == choice).click()


def test_closing_asks_while_tasks_are_at_work(qtbot: QtBot, window: MainWindow, bridge: RecordedBridge) -> None:
    said: list[str] = []
    QTimer.singleShot(0, lambda: _close_with("Cancel", said))
    assert window.close() is False
    assert said == ["3 tasks are still at work."]
    QTimer.singleShot(0, lambda: _close_with("Keep working in the background", said))
    with qtbot.waitSignal(window.closed):
        assert window.close() is True
    assert "pause" not in bridge.client.verbs()


def test_pausing_everything_pauses_before_it_closes(qtbot: QtBot, window: MainWindow, bridge: RecordedBridge) -> None:
    said: list[str] = []
    QTimer.singleShot(0, lambda: _close_with("Pause everything", said))
    with qtbot.waitSignal(window.closed):
        assert window.close() is False
    assert bridge.client.verbs().count("pause") == 3


def test_geometry_is_kept(qtbot: QtBot, window: MainWindow, bridge: RecordedBridge, theme: Theme) -> None:
    window.resize(760, 560)
    QTimer.singleShot(0, lambda: _close_with("Keep working in the background", []))
    window.close()
    again = MainWindow(bridge, theme, Preferences(bridge.home))
    qtbot.addWidget(again, before_close_func=close_without_asking)
    assert (again.width(), again.height()) == (760, 560)
    again.background.close()


@pytest.mark.parametrize("page", ["dashboard", "inbox", "settings", "new_task", "project", "task", "welcome"])
def test_every_control_has_a_name_for_screen_readers(
    qtbot: QtBot, window: MainWindow, filled: Filled, page: str
) -> None:
    if page == "task":
        window.answer_task(filled.tasks["review"])
    elif page == "project":
        window.open_project(filled.projects["Market"])
    else:
        window.pages.show_page(page)
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox)
    controls = [
        widget
        for kind in kinds
        for widget in window.findChildren(kind)
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
    ]
    assert controls
    assert [describe(widget) for widget in controls if not spoken(widget)] == []


@pytest.mark.parametrize("page", ["dashboard", "inbox", "settings", "new_task", "project", "task", "welcome"])
def test_nothing_is_wider_than_a_small_window(qtbot: QtBot, window: MainWindow, filled: Filled, page: str) -> None:
    if page == "task":
        window.open_task(filled.tasks["review"])
    elif page == "project":
        window.open_project(filled.projects["Market"])
    else:
        window.pages.show_page(page)
    window.resize(900, 600)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (900, 600))
    shown = window.pages.currentWidget()
    assert shown.width() >= shown.minimumSizeHint().width()


def spoken(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface else ""


def gone(inbox: Inbox, question: str) -> bool:
    return all(other.id != question for other in inbox._questions)


def describe(widget: QWidget) -> str:
    parent = widget.parentWidget()
    return f"{type(widget).__name__} in {type(parent).__name__}"


def test_an_empty_home_welcomes_and_the_sample_is_one_click_away(
    qtbot: QtBot, live_bridge: Bridge, theme: Theme
) -> None:
    assert (live_bridge.home / STORE_FILE).exists()
    window = MainWindow(live_bridge, theme, Preferences(live_bridge.home))
    qtbot.addWidget(window)
    window.show()
    live_bridge.opened.emit()
    qtbot.waitUntil(lambda: window.pages.shown == "welcome")
    welcome = window.pages.page("welcome")
    assert isinstance(welcome, Welcome)
    qtbot.mouseClick(welcome.sample, LEFT)
    qtbot.waitUntil(lambda: window.pages.shown == "task", timeout=20_000)
    inbox = window.pages.page("inbox")
    assert isinstance(inbox, Inbox)
    qtbot.waitUntil(lambda: inbox.count() == 1, timeout=20_000)
    window.show_page("inbox")
    for _ in range(4):
        qtbot.waitUntil(lambda: inbox.count() == 1, timeout=20_000)
        question = inbox._questions[0].id
        card = inbox.card(question)
        assert card is not None
        qtbot.waitUntil(card._buttons["approve"].isVisible)
        qtbot.mouseClick(card._buttons["approve"], LEFT)
        qtbot.waitUntil(partial(gone, inbox, question), timeout=20_000)
    qtbot.waitUntil(lambda: window.book.counts()[Status.DONE] == 1, timeout=20_000)
    window.close()


def test_a_killed_engine_is_started_again_by_itself(qtbot: QtBot, live_bridge: Bridge, theme: Theme) -> None:
    window = MainWindow(live_bridge, theme, Preferences(live_bridge.home))
    qtbot.addWidget(window)
    window.show()
    pids: list[int] = []
    live_bridge.call("status", done=lambda status: pids.append(status["pid"]))
    qtbot.waitUntil(lambda: len(pids) == 1)
    os.kill(pids[0], signal.SIGKILL)
    qtbot.waitUntil(window.status_line.isVisible, timeout=20_000)
    qtbot.waitUntil(lambda: live_bridge.connected and not window.status_line.isVisible(), timeout=40_000)
    live_bridge.call("status", done=lambda status: pids.append(status["pid"]))
    qtbot.waitUntil(lambda: len(pids) == 2)
    assert pids[1] != pids[0]
    window.close()


@pytest.mark.parametrize("language", ["", "zh_TW"])
def test_no_menu_takes_the_key_of_a_part_of_the_window(window: MainWindow, qapp: QApplication, language: str) -> None:
    titles = [action.text() for action in window.menuBar().actions()]
    translator = QTranslator()
    if language:
        assert translator.load(f"workspace_{language}", str(assets.path("translations")))
        titles = [translator.translate("Actions", title) or title for title in titles]
    letters = {f"Alt+{title.partition('&')[2][:1].upper()}" for title in titles if "&" in title}
    assert len(letters) == len(titles)
    assert not letters & {key for spec in window.actions_.specs() for key in spec.keys}


def test_f6_leads_through_the_parts_of_the_window(qtbot: QtBot, window: MainWindow, filled: Filled) -> None:
    window.open_task(filled.tasks["review"])
    page = window.task_page()
    seen = []
    for _ in range(5):
        keys(qtbot, window, Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier)
        focus = QApplication.focusWidget()
        assert focus is not None
        parts = (window.sidebar, page.rail, page.pane.view, page.pane.answers, page.header)
        seen += [part for part in parts if part is focus or part.isAncestorOf(focus)]
    assert {id(part) for part in seen} == {id(part) for part in parts}
    keys(qtbot, window, Qt.Key.Key_F6, SHIFT)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert seen[-2] is focus or seen[-2].isAncestorOf(focus)


def test_what_was_done_last_is_undone_by_ctrl_z_also_when_its_notice_is_gone(
    qtbot: QtBot, window: MainWindow, filled: Filled
) -> None:
    assert isinstance(window.bridge, RecordedBridge)
    calls = window.bridge.client.calls
    task = filled.tasks["running"]
    before = window.book.task(task)
    assert before is not None
    window.commands.rename("task", task, "First")
    qtbot.waitUntil(lambda: any("First" in text for text in window.toasts.texts()))
    window.commands.rename("task", task, "Second")
    qtbot.waitUntil(lambda: any("Second" in text for text in window.toasts.texts()))
    for toast in toasts(window):
        toast.close_it()
    window.sidebar.tree.setFocus()
    keys(qtbot, window, Qt.Key.Key_Z)
    assert calls[-1] == ("rename_task", {"task": task, "title": before.title})
    keys(qtbot, window, Qt.Key.Key_Z)
    count = len(calls)
    keys(qtbot, window, Qt.Key.Key_Z)
    assert len(calls) == count


def test_notices_lie_over_the_sidebar_only(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1280, 800)
    window.toasts.error("The first one is long, so that it has to be broken into several lines to be read.")
    window.toasts.news("Finished: Bees", "done", "status.done", ("Open", lambda: None))
    qtbot.waitUntil(lambda: len(toasts(window)) == 2)
    for toast in toasts(window):
        assert toast.geometry().right() <= window.sidebar.width()
        assert toast.geometry().bottom() <= window.height()
        assert toast.height() >= toast.heightForWidth(toast.width())
    one, two = toasts(window)
    assert not one.geometry().intersects(two.geometry())
