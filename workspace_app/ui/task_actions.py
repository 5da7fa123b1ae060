"""The actions of the task that is shown: of all of it, its step, the message in hand and the work beside them."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workspace_app.domain.status import ACTIVE, Status
from workspace_app.ui.actions import Spec

if TYPE_CHECKING:
    from workspace_app.domain.records import Task
    from workspace_app.ui.main_window import MainWindow
    from workspace_app.ui.step_pane import StepPane
    from workspace_app.ui.task_page import TaskPage
    from workspace_app.ui.work_view import WorkView
    from workspace_app.ui.works_tab import WorksTab

translate = QCoreApplication.translate
_RESUMABLE = frozenset({Status.PAUSED, Status.INTERRUPTED, Status.ERROR})


def task_actions(window: "MainWindow") -> list[Spec]:
    """Pause, stop, rename, branch and delete the task."""
    menu = translate("Actions", "Tas&k")
    shown = partial(_in_status, window, frozenset(Status))
    active = partial(_in_status, window, ACTIVE)
    resumable = partial(_in_status, window, _RESUMABLE)
    stop, stop_now = translate("Actions", "Stop after this message"), translate("Actions", "Stop now")
    again = translate("Actions", "Run this task again as a new one")
    folder, keep_tree = translate("Actions", "Open the task's folder"), translate("Actions", "Tree of branches…")
    branch = partial(_of_task, window, window.commands.branch)
    return [
        Spec("task.pause", menu, translate("Actions", "Pause"), partial(_call, window, "pause"), (), "pause", active),
        Spec(
            "task.resume", menu, translate("Actions", "Resume"), partial(_call, window, "resume"), (), "play", resumable
        ),
        Spec("task.stop", menu, stop, partial(_stop, window, False), ("Esc",), "stop", active, local=True),
        Spec("task.stop_now", menu, stop_now, partial(_stop, window, True), ("Shift+Esc",), "stop", active, local=True),
        Spec("task.rename", menu, translate("Actions", "Rename task"), partial(_rename, window), (), "edit", shown),
        Spec("task.folder", menu, folder, partial(_folder, window), (), "folder", shown),
        Spec("task.branch", menu, translate("Actions", "Branch this task…"), branch, (), "branch", shown),
        Spec("task.tree", menu, keep_tree, partial(_tree, window), (), "branch", shown),
        Spec(
            "task.again",
            menu,
            again,
            partial(_of_task, window, window.commands.run_again),
            (),
            "restart",
            partial(_has_plan, window),
        ),
        Spec(
            "task.delete",
            menu,
            translate("Actions", "Delete task"),
            partial(_of_task, window, window.commands.delete),
            (),
            "trash",
            shown,
        ),
    ]


def step_actions(window: "MainWindow") -> list[Spec]:
    """Run the step that is shown again, go on with it anew, compare what its runs made, see what they cost."""
    menu = translate("Actions", "&Step")
    has_run = partial(_has_run, window)
    anew = translate("Actions", "Continue this step in a new conversation…")
    compare = translate("Actions", "Compare works of two runs…")
    step_costs = translate("Actions", "Cost and budgets of this step…")
    run_costs = translate("Actions", "Cost and budgets of this conversation…")
    find = translate("Actions", "Find in this conversation…")
    return [
        Spec(
            "step.again",
            menu,
            translate("Actions", "Run this step again…"),
            partial(_of_step, window, _rerun),
            (),
            "restart",
            has_run,
        ),
        Spec("step.continue", menu, anew, partial(_of_step, window, _continue_anew), (), "chat", has_run),
        Spec("step.compare", menu, compare, partial(_of_step, window, _compare), (), "diff", has_run),
        Spec("step.costs", menu, step_costs, partial(_costs, window, "step"), (), "info", has_run),
        Spec("step.run_costs", menu, run_costs, partial(_costs, window, "conversation"), (), "info", has_run),
        Spec("step.find", menu, find, partial(_of_pane, window, _find), ("Ctrl+F",), "search", has_run, local=True),
    ]


def message_actions(window: "MainWindow") -> list[Spec]:
    """What can be done with the message in hand: the one that has, or had last, the keyboard."""
    menu = translate("Actions", "&Message")
    has_run = partial(_has_run, window)
    above, below = translate("Actions", "Message above"), translate("Actions", "Message below")
    kinds = (
        ("edit", translate("Actions", "Say this message differently…"), "edit"),
        ("continue", translate("Actions", "Continue from this message…"), "play"),
        ("branch", translate("Actions", "Branch a new task at this message…"), "branch"),
    )
    return [
        Spec("message.above", menu, above, partial(_move, window, -1), ("Alt+Up",), "chat", has_run, local=True),
        Spec("message.below", menu, below, partial(_move, window, 1), ("Alt+Down",), "chat", has_run, local=True),
        *(
            Spec(f"message.{what}", menu, text, partial(_begin, window, what), (), icon, partial(_offers, window, what))
            for what, text, icon in kinds
        ),
    ]


def work_actions(window: "MainWindow") -> list[Spec]:
    """The keys of the works panel, by name."""
    menu = translate("Actions", "&Work")
    shown = partial(_in_status, window, frozenset(Status))
    panel = translate("Actions", "Works and files")
    specs: tuple[tuple[str, str, Callable[[WorksTab], object], str, str], ...] = (
        (
            "older",
            translate("Actions", "Older version"),
            lambda tab: tab.view.bar.older.click(),
            "Alt+Left",
            "chevron_left",
        ),
        (
            "newer",
            translate("Actions", "Newer version"),
            lambda tab: tab.view.bar.newer.click(),
            "Alt+Right",
            "chevron_right",
        ),
        (
            "changes",
            translate("Actions", "What changed in this version"),
            lambda tab: tab.view.bar.changes.click(),
            "Alt+C",
            "diff",
        ),
        (
            "source",
            translate("Actions", "Work as it is written, or formatted"),
            lambda tab: tab.view.text.bar.toggle_source(),
            "Alt+T",
            "document",
        ),
        ("edit", translate("Actions", "Edit this work"), lambda tab: tab.view.text.bar.toggle_edit(), "Ctrl+E", "edit"),
        (
            "comment",
            translate("Actions", "Comment on the passage"),
            lambda tab: tab.view.text.comment(),
            "Ctrl+Alt+M",
            "chat",
        ),
        (
            "provenance",
            translate("Actions", "Where this work came from…"),
            lambda tab: tab.view.show_provenance(),
            "Ctrl+Alt+P",
            "branch",
        ),
        (
            "revise_here",
            translate("Actions", "Send the comments to this conversation"),
            lambda tab: tab.revision.send_here(),
            "Ctrl+Alt+Return",
            "send",
        ),
        (
            "revise_anew",
            translate("Actions", "Revise by the comments in a new conversation"),
            lambda tab: tab.revision.send_anew(),
            "Ctrl+Alt+R",
            "restart",
        ),
    )
    start = translate("Actions", "Start from this version…")
    keep = translate("Actions", "Keep this out-of-date work as it is")
    has_work = partial(_has_work, window)
    return [
        Spec("work.panel", menu, panel, partial(_panel, window), ("Ctrl+Alt+B",), "panel_right", shown, local=True),
        *(
            Spec(f"work.{name}", menu, text, partial(_of_works, window, run), (keys,), icon, has_work, local=True)
            for name, text, run, keys, icon in specs
        ),
        Spec("work.still_good", menu, keep, partial(_still_good, window), (), "check", partial(_is_stale, window)),
        Spec("work.start", menu, start, partial(_start_from, window), (), "play", has_work),
    ]


# what is shown


def _task(window: "MainWindow") -> "Task | None":
    return window.book.task(window.shown_task())


def _page(window: "MainWindow") -> "TaskPage | None":
    return window.task_page() if window.shown_task() else None


def _in_status(window: "MainWindow", statuses: frozenset[Status]) -> bool:
    task = _task(window)
    return task is not None and task.status in statuses


def _has_plan(window: "MainWindow") -> bool:
    task = _task(window)
    return task is not None and task.plan is not None


def _has_run(window: "MainWindow") -> bool:
    page = _page(window)
    return page is not None and page.pane.run is not None


def _offers(window: "MainWindow", what: str) -> bool:
    page = _page(window)
    return page is not None and page.pane.view.offers(what)


def _view(window: "MainWindow") -> "WorkView | None":
    page = _page(window)
    return page.panel.works.view if page is not None and page.panel.isVisible() else None


def _has_work(window: "MainWindow") -> bool:
    view = _view(window)
    return view is not None and view.shown() is not None


def _is_stale(window: "MainWindow") -> bool:
    view = _view(window)
    work = view.work() if view is not None else None
    return work is not None and work.stale


# doing


def _of_task(window: "MainWindow", act: Callable[["Task"], object]) -> None:
    if task := _task(window):
        act(task)


def _call(window: "MainWindow", verb: str) -> None:
    window.bridge.call(verb, task=window.shown_task())


def _stop(window: "MainWindow", now: bool) -> None:
    if page := _page(window):
        bar = page.header.run_bar
        bar.stop_now() if now else bar.stop_softly()


def _rename(window: "MainWindow") -> None:
    window.sidebar.show()
    window.sidebar.rename("task", window.shown_task())


def _folder(window: "MainWindow") -> None:
    window.commands.open_folder("task", window.shown_task())


def _tree(window: "MainWindow") -> None:
    if page := _page(window):
        page.show_tree()


def _of_pane(window: "MainWindow", act: Callable[["StepPane"], object]) -> None:
    if page := _page(window):
        act(page.pane)


def _of_step(window: "MainWindow", act: Callable[["StepPane"], object]) -> None:
    """Do something with the step that is shown; step 0 is planned anew in a branch instead."""
    page = _page(window)
    if page is not None and page.pane.step is not None and page.pane.step.n > 0:
        act(page.pane)


def _rerun(pane: "StepPane") -> None:
    pane.rerun()


def _continue_anew(pane: "StepPane") -> None:
    pane.continue_anew()


def _compare(pane: "StepPane") -> None:
    pane.compare()


def _costs(window: "MainWindow", level: str) -> None:
    _of_pane(window, lambda pane: pane.show_costs(level))


def _find(pane: "StepPane") -> None:
    pane.start_find()


def _move(window: "MainWindow", by: int) -> None:
    _of_pane(window, lambda pane: pane.view.focus_next(by))


def _begin(window: "MainWindow", what: str) -> None:
    _of_pane(window, lambda pane: pane.view.begin(what))


def _panel(window: "MainWindow") -> None:
    if page := _page(window):
        page.toggle_panel()


def _of_works(window: "MainWindow", act: Callable[["WorksTab"], object]) -> None:
    if page := _page(window):
        act(page.panel.works)


def _start_from(window: "MainWindow") -> None:
    page, view = _page(window), _view(window)
    version = view.shown() if view is not None else None
    if page is not None and version is not None:
        page.pane.acts.start_from(version.id)


def _still_good(window: "MainWindow") -> None:
    view = _view(window)
    work = view.work() if view is not None else None
    if work is None:
        return
    sentence = translate("Actions", "“{0}” is kept as it is, though what it was made from has changed.")
    done = partial(window.undoing.offer, sentence.format(work.title), "still_good", {"work": work.id, "on": False})
    window.bridge.call("still_good", work=work.id, done=lambda _result: done())
